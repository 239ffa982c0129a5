//! Why a trial gave nothing.

use wirecost_codec_protocol::ProcessError;
use wirecost_lab::Outcome;

/// Why a trial gave nothing.
#[derive(Debug, Clone)]
pub enum TrialError {
    /// Something went wrong.
    Failed(String),
    /// The candidate cannot do it, and is skipped.
    Unsupported(String),
}

impl TrialError {
    /// The same of `what`.
    pub(crate) fn of(self, what: &str) -> Self {
        match self {
            Self::Failed(reason) => Self::Failed(format!("{what}: {reason}")),
            Self::Unsupported(reason) => Self::Unsupported(format!("{what}: {reason}")),
        }
    }

    /// Why.
    pub(crate) fn reason(self) -> String {
        let (Self::Failed(reason) | Self::Unsupported(reason)) = self;
        reason
    }
}

impl From<TrialError> for Outcome {
    fn from(error: TrialError) -> Self {
        match error {
            TrialError::Unsupported(reason) => Self::Skipped(reason),
            TrialError::Failed(reason) => Self::Failed(reason),
        }
    }
}

impl From<String> for TrialError {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

impl From<ProcessError> for TrialError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::Unsupported(reason) => Self::Unsupported(reason),
            error => Self::Failed(error.to_string()),
        }
    }
}
