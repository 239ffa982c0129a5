//! A program that holds candidates, and what is known of it.

use std::sync::Arc;
use std::time::Duration;

use wirecost_built::Form;
use wirecost_catalog::Message;
use wirecost_codec_protocol::{Binding, CandidateDescription, Description};
use wirecost_model::BuildDocument;

use crate::runners::RunnerSpec;

/// A program that holds candidates.
#[derive(Debug, Clone)]
pub struct Runner {
    /// What starts it.
    pub spec: RunnerSpec,
    /// What it says of itself.
    pub description: Description,
    /// What starting it and asking for its description took.
    pub start_up: Duration,
    /// Where its program comes from.
    pub origin: Origin,
}

/// Where the program of a runner comes from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// It was there. It holds all of its candidates.
    Found,
    /// Nowhere yet: each candidate that a run needs is built, and is in a runner of its own then.
    ToBuild,
    /// It was built for the run, or could not be.
    Built(Box<BuiltCandidate>),
}

/// That a runner holds one candidate, which was built for a run.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltCandidate {
    /// The message that it was built for; none for a candidate that needs no types.
    pub message: Option<String>,
    /// What the program calls the candidate, which may have another name in the run.
    pub called: String,
    /// The types of the message as the candidate takes them, where it needs any; or why there is no such candidate.
    pub form: Result<Option<Arc<Form>>, String>,
    /// How it was built; none if it was not.
    pub document: Option<BuildDocument>,
    /// SHA-256 of its program, so that a run is resumed with the same one only; none if it was not built.
    pub digest: Option<String>,
    /// Whether it is the candidate as wirecost chose it, and not another version of it.
    pub is_usual: bool,
    /// Whether what makes its wire code is of wirecost, and not the library's own generator or derive.
    pub our_generator: bool,
    /// Whether it only makes the bytes that others read, and reads what others write.
    pub is_reference: bool,
}

impl BuiltCandidate {
    /// Whether it takes this message.
    pub(crate) fn is_for(&self, message: &str) -> bool {
        self.message.as_deref().is_none_or(|own| own == message)
    }

    /// Whether it is this candidate on this message, as wirecost chose it.
    pub(crate) fn stands_for(&self, candidate: &str, message: &str) -> bool {
        self.is_usual && !self.is_reference && self.called == candidate && self.is_for(message)
    }
}

impl Runner {
    /// One that is there or, if its candidates are known without starting it, stands for those that are built.
    pub fn found(spec: RunnerSpec, description: Description, start_up: Duration) -> Self {
        let origin = if spec.known.is_some() { Origin::ToBuild } else { Origin::Found };
        Self { spec, description, start_up, origin }
    }

    /// The candidates that it holds.
    pub fn candidates(&self) -> &[CandidateDescription] {
        &self.description.candidates
    }

    /// How its only candidate was built; none if it was not built for a run.
    pub fn built(&self) -> Option<&BuiltCandidate> {
        match &self.origin {
            Origin::Built(candidate) => Some(candidate),
            Origin::Found | Origin::ToBuild => None,
        }
    }

    /// The types of the message that its only candidate was built for.
    pub(crate) fn form(&self) -> Option<&Arc<Form>> {
        self.built()?.form.as_ref().ok()?.as_ref()
    }

    /// What its program calls one of its candidates.
    pub(crate) fn called<'a>(&'a self, candidate: &'a CandidateDescription) -> &'a str {
        self.built().map_or(&candidate.name, |built| &built.called)
    }

    /// What its program calls the type of a message; none where it has none.
    pub(crate) fn type_name<'a>(&'a self, message: &'a Message) -> Option<&'a str> {
        match self.form() {
            Some(form) => Some(&form.type_name),
            None => message.runner_types().map(|told| told.root.as_str()),
        }
    }

    pub(crate) fn is_to_build(&self) -> bool {
        matches!(self.origin, Origin::ToBuild)
    }

    /// Whether it was built for cases of the run, and is not their control.
    pub(crate) fn is_built_case(&self) -> bool {
        let is_control = self.candidates().iter().all(|candidate| candidate.binding == Binding::Nothing);
        self.built().is_some_and(|built| !built.is_reference) && !is_control
    }
}
