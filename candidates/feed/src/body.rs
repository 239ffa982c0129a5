//! Bodies of entities in the store: MessagePack with the names of fields, so that a field that is added needs no change of what is there.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wirecost_kv_rust::{Failure, View};

use crate::keys::{self, EntryId, Node};
use crate::model::{Entry, Source};
use crate::refusal::Refusal;

/// The bytes of a body.
///
/// # Errors
/// None for the types of [`crate::model`], which have a form in MessagePack.
pub fn write(body: &impl Serialize) -> Result<Vec<u8>, Failure> {
    rmp_serde::to_vec_named(body).map_err(|error| Failure::new("a body", error))
}

/// The body in these bytes of the store.
///
/// # Errors
/// If it is damaged.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    rmp_serde::from_slice(bytes).map_err(|error| Failure::new("a body", error))
}

fn find<T: DeserializeOwned>(view: &dyn View, key: &[u8]) -> Result<Option<T>, Failure> {
    view.get(key)?.map(|bytes| read(&bytes)).transpose()
}

/// An entry, if it is there.
///
/// # Errors
/// If the engine gave up, or the body is damaged.
pub fn find_entry(view: &dyn View, id: EntryId) -> Result<Option<Entry>, Failure> {
    find(view, &keys::entry(id))
}

/// An entry.
///
/// # Errors
/// If there is none, or as [`find_entry`].
pub fn entry(view: &dyn View, id: EntryId) -> Result<Entry, Refusal> {
    find_entry(view, id)?.ok_or_else(|| Refusal::no("entry", id))
}

/// A source.
///
/// # Errors
/// If there is none, the engine gave up, or the body is damaged.
pub fn source(view: &dyn View, id: Node) -> Result<Source, Refusal> {
    find(view, &keys::source(id))?.ok_or_else(|| Refusal::no("source", id))
}
