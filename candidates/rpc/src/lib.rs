//! The Rust candidates of the rpc lab: a folder with a `stack.rs` each, which holds a server and a client.
//!
//! They are one program, which wirecost builds when a run needs it.
//!
//! Every server offers the same methods ([`messages`]) and does the same work for a call: it parses the request, finds the
//! method by its name, hands the arguments to it, and serialises what it returns. Every client encodes its request anew for
//! each call, and decodes and compares the reply. [`client`] is the process that calls, [`server`] the one that answers;
//! stacks that are written here stamp where the time of a call goes.

pub mod ability;
pub mod call;
pub mod client;
pub mod framed;
pub mod http;
pub mod messages;
pub mod runtime;
pub mod server;
pub mod service;
pub mod sockets;
#[path = "../../codec/rust/quick-xml-reader/types.rs"]
pub mod types;

use std::error::Error;

use crate::ability::Abilities;
use crate::call::{CallError, Client};
use crate::client::Calling;
use crate::server::Serving;

pub use stacks::soap;
pub use wirecost_rpc_protocol::phases;

/// What goes wrong in a stack: whatever its library says.
pub type Fault = Box<dyn Error + Send + Sync>;

/// A candidate's two ends. Both take the variant of the candidate, where it has several.
#[derive(Debug, Clone, Copy)]
pub struct Stack {
    /// Serves until the process is ended.
    pub serve: fn(&Serving) -> Result<(), Fault>,
    /// Connects a client.
    pub connect: fn(&Calling) -> Result<Box<dyn Client>, Fault>,
    /// The tests of its abilities, for `wirecost probe`.
    pub abilities: Abilities,
}

/// The candidates, as the build script found them.
mod stacks {
    include!(concat!(env!("OUT_DIR"), "/stacks.rs"));

    /// The stack of a candidate's folder.
    pub fn find(name: &str) -> Option<super::Stack> {
        STACKS.iter().find(|(known, _)| *known == name).map(|(_, stack)| *stack)
    }
}

/// The stack of a candidate's folder.
///
/// # Errors
/// That there is none.
pub fn stack(name: &str) -> Result<Stack, Fault> {
    stacks::find(name).ok_or_else(|| format!("no rpc stack {name:?} in this program").into())
}

/// Why a client is not connected. A stack that asks for its method then may get the answer that there is none.
pub fn unconnected(fault: Fault) -> CallError {
    fault.downcast().map_or_else(|fault| CallError::Wrong(fault.to_string()), |error| *error)
}
