//! Why something is not done.

use wirecost_kv_rust::Failure;

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// It is not theirs to do.
    #[error("{0}")]
    Forbidden(String),
    /// What was asked makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// The store gave up. Whether a change was made is not known before the service is started again.
    #[error("the store gave up: {0}; start the service again")]
    Engine(#[from] Failure),
}

impl Refusal {
    /// The store takes nothing any more.
    pub(crate) fn gone() -> Self {
        Self::Engine(Failure::new("the store", "it has ended"))
    }

    pub(crate) fn no(what: &str, id: impl std::fmt::Display) -> Self {
        Self::NotFound(format!("there is no {what} {id}"))
    }
}
