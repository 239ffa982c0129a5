//! Cases: candidate x message x operation, the thing that gets a number.

use std::collections::BTreeMap;
use std::sync::Arc;

use wirecost_built::Form;
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind};
use wirecost_model::CaseDocument;

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
    /// Whether this is another case once more: the second of the run's A/A pair (METHOD 12).
    pub twin: bool,
    /// Which of two builds it belongs to, where two are compared.
    pub side: Option<String>,
    /// The types of the message as the candidate takes them, where it was built for the message.
    pub form: Option<Arc<Form>>,
}

/// A case that is not measured, with its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Skipped {
    /// The case.
    pub case: Case,
    /// Why.
    pub reason: String,
}

impl Case {
    /// Whether it gets the statistic of the old experiments too: what does nothing, and what is measured twice, does not.
    pub fn has_historical_statistic(&self) -> bool {
        !self.twin && self.candidate.binding != Binding::Nothing
    }

    /// What identifies it across runs, e.g. `codec/serde_json/dns-100/decode`.
    pub fn key(&self) -> String {
        let names = ["codec", &self.candidate.name, &self.message, self.operation.name()];
        CaseDocument::key_of(&names, &self.marks())
    }

    /// What sets this case apart from others of the same candidate, message and operation, in order of name.
    pub fn marks(&self) -> BTreeMap<String, String> {
        let mut marks = self.candidate.parameters.clone();
        marks.extend(self.side.iter().map(|side| ("side".to_owned(), side.clone())));
        marks.extend(self.twin.then(|| (wirecost_model::TWIN.to_owned(), "true".to_owned())));
        marks
    }
}
