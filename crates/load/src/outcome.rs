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
    /// The connection ended before the answer was complete.
    Closed,
}

impl Outcome {
    /// Every outcome, in the order of its index in tables.
    pub const ALL: [Outcome; 6] =
        [Outcome::Ok, Outcome::Status, Outcome::WrongAnswer, Outcome::Timeout, Outcome::Connect, Outcome::Closed];
}
