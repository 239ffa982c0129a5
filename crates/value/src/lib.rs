//! What a message means, apart from how it is written.
//!
//! Two models, described with examples in `docs/FORMAT.md`:
//!
//! - the **data tree** ([`Value`]): null, boolean, integers from -2^63 to 2^64-1, 32- and 64-bit floats by their bits,
//!   text, bytes, sequence, map with text keys, absent;
//! - the **infoset** ([`Infoset`]): elements, attributes, namespaces, text, comments, processing instructions.
//!
//! [`mapping`] turns one into the other where that is exact. [`encoding`] writes values for the runner protocol,
//! [`json`] and [`xml`] read and write the two text formats, [`to_value`] and [`from_value`] move Rust structs.

mod de;
mod difference;
pub mod encoding;
pub mod fold;
pub mod infoset;
pub mod json;
pub mod mapping;
mod position;
mod references;
mod ser;
pub mod shape;
pub mod start_tags;
pub mod tape;
mod value;
pub mod vary;
pub mod xml;

pub use de::from_value;
pub use difference::{Difference, difference};
pub use infoset::Infoset;
pub use position::Position;
pub use ser::to_value;
pub use shape::Shape;
pub use tape::Tape;
pub use value::{Integer, Value};

/// The deepest nesting that any reader of this crate accepts, in levels.
///
/// Every reader recurses once a level; the limit keeps hostile input from exhausting the stack.
pub const MAX_DEPTH: usize = 1_024;

/// A Rust value that has no data tree, or a data tree that does not fit a Rust type.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConvertError(pub(crate) String);

impl ConvertError {
    /// An error with its reason.
    pub fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl serde::ser::Error for ConvertError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for ConvertError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
