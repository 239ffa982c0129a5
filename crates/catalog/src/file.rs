//! Files of the user's, each read to a data tree: in the formats that need no schema, and in those whose schema is given.
//!
//! Every reader here is bounded: nesting by [`MAX_DEPTH`](wirecost_value::MAX_DEPTH), memory by the file's own length, which
//! no announced length or count is trusted beyond. JSON and XML are read in `wirecost_value`.

pub mod bson;
pub mod cbor;
pub mod json_forms;
pub mod messagepack;
pub mod property_list;
pub mod toml_form;
pub mod yaml;

mod cursor;
mod forms;
mod ways;

use std::collections::HashSet;

pub use forms::{FileFormat, Reading, Values};
pub(crate) use forms::{Held, not_wide, read, stem, unpacked};
pub use ways::ReadValue;
use wirecost_value::{Position, Value};

use crate::PlanError;

/// A file that cannot be read, with the place.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{place}: {reason}")]
pub struct FileError {
    /// Where.
    pub place: FilePlace,
    /// What is wrong there.
    pub reason: String,
}

impl FileError {
    /// An error that has no place.
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self { place: FilePlace::Whole, reason: reason.into() }
    }

    /// The error of the file at `path`.
    pub(crate) fn of(self, path: &str) -> PlanError {
        match self.place {
            FilePlace::Whole => PlanError::at(path, self.reason),
            _ => PlanError::at(format!("{path}:{}", self.place), self.reason),
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePlace {
    /// In a text.
    Text(Position),
    /// The byte at this offset from the file's beginning.
    Byte(usize),
    /// The file as a whole.
    Whole,
}

impl std::fmt::Display for FilePlace {
    /// The place as written between a file's name and the reason, with colons on both sides.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(position) => write!(f, "{}:{}", position.line, position.column),
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Whole => f.write_str("the file"),
        }
    }
}

/// The entries of a map under construction, whose keys are text and differ.
#[derive(Default)]
struct Entries {
    entries: Vec<(String, Value)>,
    seen: HashSet<String>,
    /// The key of the entry whose value comes next.
    next: Option<String>,
    /// How many keys are integers.
    integers: usize,
}

impl Entries {
    /// Takes the key of the next entry.
    ///
    /// # Errors
    /// If it is neither text nor an integer, or stands already.
    fn key(&mut self, key: Value) -> Result<(), String> {
        let key = match key {
            Value::Text(key) => key,
            Value::Integer(number) => {
                self.integers += 1;
                number.get().to_string()
            }
            other => return Err(format!("a map key is {}, and the data tree's keys are text", other.kind())),
        };
        if !self.seen.insert(key.clone()) {
            return Err(format!("key {key:?} occurs twice in one map"));
        }
        self.next = Some(key);
        Ok(())
    }

    /// Takes the value that belongs to the key.
    fn value(&mut self, value: Value) {
        self.entries.extend(self.next.take().map(|key| (key, value)));
    }

    /// The key whose value comes next.
    fn next(&self) -> &str {
        self.next.as_deref().unwrap_or_default()
    }

    /// Whether all keys are integers.
    fn has_integer_keys(&self) -> bool {
        self.integers > 0 && self.integers == self.seen.len()
    }

    fn finish(self) -> Value {
        Value::Map(self.entries)
    }
}

/// The reason for nesting that is too deep.
fn too_deep() -> String {
    format!("nested deeper than {} levels", wirecost_value::MAX_DEPTH)
}
