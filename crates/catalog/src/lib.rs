//! Suites and messages, built in or of the user: where they are, what they say, and what was chosen of them.

mod alike;
mod buf;
pub mod catalog;
pub mod compact;
mod corpus;
mod document;
pub mod file;
pub mod format;
mod input;
mod lock;
pub mod message;
mod parameters;
mod runner_types;
pub mod schema;
mod selection;
pub mod suite;
pub mod tables;
mod types;
mod vocabulary;

pub use alike::did_you_mean;
pub use buf::roots;
pub use catalog::Catalog;
pub use compact::Compact;
pub use corpus::{Corpus, corpus};
pub use document::{DocumentFile, DocumentType, documents, type_of_documents};
pub use globset::GlobSet;
pub use input::MAX_BYTES;
pub use lock::locked;
pub use message::{Content, Message, Xml};
pub use parameters::{Parameter, Parameters};
pub use runner_types::RunnerTypes;
pub use schema::Schema;
pub use selection::{Measure, Selection, escape, glob, globs, messages, unmatched};
pub use suite::Suite;
pub use tables::Tables;
pub use types::{is_xml_schema, types, types_of_documents, whole_types};
pub use vocabulary::ExternalVocabulary;

/// Why no plan can be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file is broken, or cannot be read.
    #[error("{place}: {reason}")]
    Broken {
        /// The file, with line and column or byte where they are known.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// A schema is broken, or has no such type.
    #[error(transparent)]
    Types(#[from] wirecost_types::TypesError),
    /// A glob is malformed.
    #[error(transparent)]
    Glob(#[from] globset::Error),
    /// What was chosen is not there, or does not go together.
    #[error("{0}")]
    Choice(String),
    /// What names candidates names none.
    #[error("{0}")]
    NoCandidate(String),
    /// This machine cannot measure what was chosen.
    #[error("{0}")]
    Machine(String),
    /// The user has stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// Why a message has no form of a kind, or no types, in the words that a report shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Lack(String);

impl Lack {
    /// For this reason.
    pub fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl From<Lack> for String {
    fn from(lack: Lack) -> Self {
        lack.0
    }
}

impl PlanError {
    fn at(place: impl std::fmt::Display, reason: impl std::fmt::Display) -> Self {
        Self::Broken { place: place.to_string(), reason: reason.to_string() }
    }

    fn at_position(place: &str, position: wirecost_value::Position, reason: impl std::fmt::Display) -> Self {
        Self::at(format!("{place}:{}:{}", position.line, position.column), reason)
    }
}

/// The SHA-256 digest of `bytes` in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
