//! What can keep many machines from giving one result.

use std::path::{Path, PathBuf};

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A plan that cannot be followed.
    #[error("plan: {0}")]
    Plan(String),
    /// The reference clock did not answer, or its answer holds no time.
    #[error("clock {reference}: {reason}")]
    Clock {
        /// Who was asked.
        reference: String,
        /// What is wrong.
        reason: String,
    },
    /// A text that is not the whole result of a part.
    #[error("{0}")]
    Result(String),
    /// Results that do not belong together.
    #[error("merge: {0}")]
    Mixed(String),
    /// No part has a result that counts.
    #[error("no part has a result that counts:{}", .0.iter().map(|line| format!("\n  {line}")).collect::<String>())]
    NoPart(
        /// A line for each part.
        Vec<String>,
    ),
    /// An engine's own client failed.
    #[error("{command}: {reason}")]
    Engine {
        /// What was called.
        command: String,
        /// What it said.
        reason: String,
    },
    /// Workers cannot have network namespaces.
    #[error("network namespaces: {0}")]
    Namespaces(String),
    /// A result cannot be added.
    #[error(transparent)]
    Load(#[from] wirecost_load::Error),
}

impl Error {
    /// What went wrong with a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::File { path, source }
    }
}
