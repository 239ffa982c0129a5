//! Which connection something happened on.

use std::net::SocketAddr;

/// A connection through the tap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// Its number, from 1, in the order in which connections were accepted.
    pub number: u64,
    /// Where the client speaks from.
    pub client: SocketAddr,
}
