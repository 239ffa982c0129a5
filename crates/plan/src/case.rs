//! Cases: candidate x message x operation, the thing that gets a number.

use serde::{Deserialize, Serialize};
use wirecost_runner::{CandidateDescription, OperationKind};

/// A case that can be measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The candidate.
    pub candidate: CandidateDescription,
    /// Which of the plan's runners holds it.
    pub runner: usize,
    /// The name of the message.
    pub message: String,
    /// The operation.
    pub operation: OperationKind,
}

/// A case that is not measured, with its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Skipped {
    /// The case.
    pub case: Case,
    /// Why.
    pub reason: String,
}

/// What identifies a case across runs, e.g. `codec/serde_json/dns-100/decode`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseKey(pub String);

impl Case {
    /// The key of this case.
    pub fn key(&self) -> CaseKey {
        CaseKey(format!("codec/{}/{}/{}", self.candidate.name, self.message, self.operation.name()))
    }
}
