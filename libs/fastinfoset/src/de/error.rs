//! Why a document is not read as a struct.

use std::fmt;

use crate::Error;

/// Why a document is not read as a struct.
#[derive(Debug)]
pub enum DeError {
    /// It is broken, or beyond a limit.
    Document(Error),
    /// It is not of the type.
    Type(String),
}

impl fmt::Display for DeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Type(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for DeError {}

impl From<Error> for DeError {
    fn from(error: Error) -> Self {
        Self::Document(error)
    }
}

impl serde::de::Error for DeError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self::Type(reason.to_string())
    }
}
