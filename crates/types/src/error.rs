//! What goes wrong with types.

use std::fmt;

use wirecost_value::Position;

use crate::Format;

/// Why there is no model, or no schema of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TypesError {
    /// A file is broken, or says what a model cannot.
    #[error("{place}: {reason}")]
    Broken {
        /// The file, with line and column, or the place within it, where they are known.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// A value is not of the type.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A format cannot hold the type.
    #[error(transparent)]
    NotRepresentable(#[from] NotRepresentable),
}

impl TypesError {
    pub(crate) fn at(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Broken { place: place.to_string(), reason: reason.to_string() }
    }

    /// An error at the byte `offset` of the text of a file.
    pub(crate) fn at_offset(file: &str, text: &str, offset: usize, reason: impl fmt::Display) -> Self {
        let Position { line, column } = Position::at(text.as_bytes(), offset);
        Self::at(format_args!("{file}:{line}:{column}"), reason)
    }
}

/// A value that is not of the type it should have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at {place}: {reason}")]
pub struct Misfit {
    /// The way to the value, such as `.lines[1].count`, or `the root`.
    pub place: String,
    /// What is wrong there.
    pub reason: String,
}

/// A type that a format cannot hold, even with wrapper records.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{format} cannot hold {field}: {why}")]
pub struct NotRepresentable {
    /// The format.
    pub format: Format,
    /// The field, as `record.field`, or the type that is meant.
    pub field: String,
    /// Why not, in words.
    pub why: String,
}
