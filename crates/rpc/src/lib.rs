//! How the rpc lab drives the two ends of a stack, each a process of its own.
//!
//! The **server** is started like every server of wirecost, with its port in `WIRECOST_PORT` and a private folder in
//! `WIRECOST_FOLDER`. The **client** is told on standard input, in lines of JSON, and answers on standard output:
//!
//! ```text
//! harness  {"address":"127.0.0.1:40001","message_type":"dns","operation":"echo","message_octets":9311, ...}   Calling
//!          9311 octets: the message
//! client   {"cold_ns":412876}                          Ready: it has connected and made two calls, and both were right
//! harness  {"start_unix_ns":1795305600000000000}       Begin
//! client   {"result":{"schema":"wirecost.load/1", ...},"stamped":null}                                        Report
//! ```
//!
//! A client that is told an `ability` answers with what it found in place of all that, and ends:
//!
//! ```text
//! client   "can"  or  {"cannot":"its server answers calls and makes none"}  or  {"not-asked":"..."}    Finding
//! ```
//!
//! Standard input stays open as long as the client is wanted; where it ends, the client ends. What it cannot do, it says on
//! standard error and ends with another code than 0.

mod ability;
mod calling;
pub mod phases;

pub use ability::{Ability, Finding};
pub use calling::{Begin, Calling, Operation, Ready, Report, Stamped, Transfer};

/// The name of the socket in a server's folder that tells its [`phases::Phases`], where it has them.
pub const PHASES_SOCKET: &str = "phases";
