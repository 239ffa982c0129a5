//! Why a message is not encoded.

use wirecost_types::{Misfit, NotRepresentable};

/// Why a message is not encoded.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The format cannot hold the type.
    #[error("not representable: {0}")]
    Format(#[from] NotRepresentable),
    /// The value is not of the type.
    #[error("not representable: {0}")]
    Value(#[from] Misfit),
    /// The value does not fit its type in the format, or is beyond the format's limits.
    #[error("not representable: {0}")]
    Unfit(String),
    /// The library of the format refuses it.
    #[error("the library refuses it: {0}")]
    Library(String),
}

impl EncodeError {
    /// What a library says.
    pub(crate) fn library(error: impl std::fmt::Display) -> Self {
        Self::Library(error.to_string())
    }

    /// That a value is not of its type.
    pub(crate) fn unfit(value: &wirecost_value::Value, what: &str) -> Self {
        Self::Unfit(format!("a value of kind {} where the type is {what}", value.kind()))
    }
}

/// The result of encoding.
pub(crate) type Encode<T> = Result<T, EncodeError>;
