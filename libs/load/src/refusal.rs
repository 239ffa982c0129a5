//! Why a result is not valid, as far as somebody decides by it.

use serde::{Deserialize, Serialize};

/// Why a result is not valid, in one word of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// A thread of the generator wanted a whole core, so it could not have done more.
    GeneratorFull,
    /// The generator waited for a core that other processes had.
    CoreDenied,
    /// Sends were late although a connection was free.
    SendsLate,
    /// Anything else, such as connections that were not open, and what only another release knows.
    #[serde(other)]
    Other,
}

impl Refusal {
    /// Whether it can only lengthen the latency, which runs from the planned instant. A latency that is short enough was short
    /// enough all the same.
    pub fn only_lengthens(self) -> bool {
        !matches!(self, Self::Other)
    }
}

/// A reason with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub because: Refusal,
    pub words: String,
}
