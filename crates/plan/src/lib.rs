//! From a suite, messages and what candidates say of themselves to the cases of a run.

pub mod case;
pub mod catalog;
pub mod compact;
mod corpus;
pub mod file;
pub mod format;
mod input;
mod lock;
pub mod message;
mod parameters;
pub mod plan;
pub mod schema;
pub mod suite;
pub mod tables;

pub use case::{Case, Skipped};
pub use catalog::Catalog;
pub use compact::Compact;
pub use corpus::{Corpus, corpus};
pub use input::MAX_OCTETS;
pub use lock::locked;
pub use message::{Content, Message, Xml};
pub use parameters::{Parameter, Parameters};
pub use plan::{Measure, Plan, Runner, Selection, Unit, glob, globs, messages};
pub use schema::Schema;
pub use suite::Suite;
pub use tables::Tables;

/// Why no plan can be made: a usage error, or a broken file, with its place.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

impl PlanError {
    fn at(place: impl std::fmt::Display, reason: impl std::fmt::Display) -> Self {
        Self(format!("{place}: {reason}"))
    }
}

/// The SHA-256 digest of `octets` in hexadecimal.
pub fn sha256(octets: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(octets).iter().map(|octet| format!("{octet:02x}")).collect()
}
