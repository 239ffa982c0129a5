//! How a request can end.

use serde::{Deserialize, Serialize};

/// How one request ended. Each outcome has a distribution of its own, so that failing never looks fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A complete answer that passed every check.
    Ok,
    /// A complete answer with a status that was not expected, or an error that the server stated.
    Status,
    /// An answer that differs from the expected one, or that does not follow the protocol.
    WrongAnswer,
    /// No complete answer within the timeout.
    Timeout,
    /// The connection for it could not be opened.
    Connect,
    /// The connection, or the stream of HTTP/2, ended before the answer was complete.
    Closed,
    /// A complete answer that carries no value: the key is not there, or the reply is empty.
    Miss,
    /// The run was ended early while the request was under way.
    Unfinished,
}

impl Outcome {
    /// Every outcome, in the order of its index in tables.
    pub const ALL: [Outcome; 8] = [
        Outcome::Ok,
        Outcome::Status,
        Outcome::WrongAnswer,
        Outcome::Timeout,
        Outcome::Connect,
        Outcome::Closed,
        Outcome::Miss,
        Outcome::Unfinished,
    ];

    /// Whether the server gave a complete answer, good or not.
    pub fn is_answer(self) -> bool {
        matches!(self, Outcome::Ok | Outcome::Status | Outcome::WrongAnswer | Outcome::Miss)
    }

    /// Whether the answer followed the protocol, so that the connection can be used again.
    pub fn keeps_connection(self) -> bool {
        matches!(self, Outcome::Ok | Outcome::Status | Outcome::Miss)
    }
}
