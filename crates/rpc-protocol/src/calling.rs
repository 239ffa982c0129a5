//! What the harness and a client process tell each other.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wirecost_value::{Value, encoding};

use crate::ability::Ability;

/// What a call asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// The message itself.
    Echo,
    /// How many elements it has.
    Count,
}

impl Operation {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Echo => "echo",
            Operation::Count => "count",
        }
    }
}

/// How a request's body goes over a connection, for stacks over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transfer {
    /// Behind its length, in one piece.
    Whole,
    /// In chunks, sent together.
    Chunked,
    /// In chunks, each sent by itself; a server that can parses what there is before the rest has come.
    Streaming,
}

/// The task of a client.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Calling {
    /// The server.
    pub address: SocketAddr,
    /// Its private folder.
    pub folder: PathBuf,
    /// Which variant of the candidate it is.
    pub variant: String,
    /// The name of the message's type; `any` for none.
    pub message_type: String,
    /// Bytes of the message that follow the line: wirecost's own encoding of the data tree.
    pub message_bytes: usize,
    /// The message.
    #[serde(skip)]
    pub message: Vec<u8>,
    /// What is asked.
    pub operation: Operation,
    /// What is to be found out in place of calls that are measured: the client answers with a [`Finding`](crate::Finding)
    /// then, and ends.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Whether each call has a connection of its own.
    pub close: bool,
    /// How a body goes over HTTP.
    pub transfer: Transfer,
    /// How long a call may take, milliseconds.
    pub timeout_ms: u64,
    /// Callers, each with a connection.
    pub connections: usize,
    /// Cores they are kept on, in turn.
    pub cores: Vec<usize>,
    /// Calls due a second; none in a closed loop.
    pub rate_per_s: Option<f64>,
    /// Calls before the window, milliseconds.
    pub warmup_ms: u64,
    /// What is measured, milliseconds.
    pub window_ms: u64,
    /// A window with stamps after it, milliseconds; 0 for none.
    pub stamped_ms: u64,
    /// Whether it takes turns in place of all that: it calls only on request, for the time in the request
    /// ([`Turn`]).
    #[serde(default)]
    pub in_turn: bool,
}

impl Calling {
    /// The message.
    ///
    /// # Errors
    /// Bytes that are none.
    pub fn value(&self) -> Result<Value, encoding::DecodeError> {
        encoding::decode(&self.message)
    }

    /// The name under which a method is called: another than its own where a server must refuse the call.
    pub fn name_of(&self, method: &'static str) -> &'static str {
        match self.ability {
            Some(Ability::UnknownMethod) => "noSuchMethod",
            Some(Ability::WrongType) if method == "echoDoubles" => "echoText",
            Some(Ability::WrongType) => "echoDoubles",
            _ => method,
        }
    }

    /// How long a call may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }
}

/// What a client says when its first two calls were right.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ready {
    /// From before it connected to the end of the first call, nanoseconds.
    pub cold_ns: u64,
    /// Whether it takes turns as it was asked to.
    #[serde(default)]
    pub takes_turns: bool,
}

impl Ready {
    /// How long the first call took, with its connection.
    pub fn cold(&self) -> Duration {
        Duration::from_nanos(self.cold_ns)
    }
}

/// What a client reads then.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Begin {
    /// When the warm-up begins, nanoseconds since 1970.
    pub start_unix_ns: u64,
}

/// What a client that takes turns reads, again and again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Turn {
    /// For how long each caller makes one call after the other from now on, nanoseconds.
    pub slice_ns: u64,
}
