//! The types of messages, defined once.
//!
//! A [`Model`] says what a message may hold. It comes from a `message.toml` ([`Model::from_toml`]), from sample values
//! ([`infer()`]), or from a schema ([`import`]); it types a value exactly or not at all ([`Model::fit`]); and it is written
//! as a schema of another format ([`emit()`]). What a format lacks becomes a wrapper record, or is refused with the reason
//! ([`NotRepresentable`]): no field travels as JSON text or as opaque bytes. `docs/TYPES.md` has the tables.

mod check;
pub mod emit;
mod error;
mod fit;
mod guide;
pub mod import;
pub mod infer;
pub mod lower;
mod model;
mod spell;
mod syntax;
mod toml_form;
mod well_known;
pub mod wire;
pub mod xml;

pub use emit::{Emitted, emit};
pub use error::{Misfit, NotRepresentable, TypesError};
pub use fit::time::{date_text, timestamp_text};
pub use infer::{Proposals, infer, infer_said};
pub use lower::{Format, Lowered, lower};
pub use model::{Definition, Enumeration, Field, Int, Key, Model, Presence, Record, TimeUnit, Type, Wire, Wires};
pub use toml_form::Notes;

/// The most types that a model may define.
pub const MAX_TYPES: usize = 10_000;

/// The most fields, names and branches that all types of a model may have together.
pub const MAX_FIELDS: usize = 100_000;

/// The deepest nesting of one type, such as lists of lists, in levels. Records within records do not count, since they have
/// names.
pub const MAX_DEPTH: usize = 100;

/// The largest file that an importer reads, in bytes.
pub const MAX_BYTES: usize = 16 << 20;
