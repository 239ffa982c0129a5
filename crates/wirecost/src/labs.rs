//! The labs of servers.

use wirecost_lab_http::Http;
use wirecost_lab_rpc::Rpc;
use wirecost_served::ServerLab;

/// Every lab of servers.
pub const SERVER_LABS: [&dyn ServerLab; 2] = [&Http, &Rpc];
