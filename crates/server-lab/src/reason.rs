//! Why a case has no figure.

/// Why a case cannot be measured, or why its trial failed. Its text is that of the row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A program that the candidate needs is missing.
    #[error("{0} is not installed")]
    NotInstalled(String),
    /// The candidate lacks something that wirecost can install.
    #[error("{lack}; {remedy}")]
    Installable {
        /// What it lacks.
        lack: Box<Reason>,
        /// The command that installs it.
        remedy: &'static str,
    },
    /// Only a command of wirecost builds the candidate, and it has not.
    #[error("it is not set up; {0}")]
    NotSetUp(String),
    /// The message has no form that the candidate takes.
    #[error("not representable: {0}")]
    NotRepresentable(String),
    /// The server cannot be kept under control.
    #[error(transparent)]
    Server(#[from] wirecost_host::Error),
    /// The load generator has no result.
    #[error(transparent)]
    Load(#[from] wirecost_load::Error),
    /// The server answers, but with something else.
    #[error("wrong answer: {0}")]
    WrongAnswer(String),
    /// Anything else, in the words of the lab or of the candidate.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self::Other(text)
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        Self::Other(text.into())
    }
}
