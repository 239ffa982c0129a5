//! Libraries that read and write structs in XML through serde: what their candidates have in common.

use std::fmt::Display;
use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};

use crate::types::{DOCUMENT, by_type};

/// How the document of a message begins.
#[derive(Clone, Copy)]
pub struct Document {
    /// The root element, with its prefix.
    pub element: &'static str,
    /// Prefixes with the namespaces that they stand for; the empty prefix is that of elements without one.
    pub namespaces: &'static [(&'static str, &'static str)],
}

/// A library that goes through serde.
pub trait Library: Sized + 'static {
    /// Its error on reading.
    type ReadError: Display;
    /// Its error on writing.
    type WriteError: Display;

    /// Whether names that it reads have prefixes, as those that it writes.
    const READS_PREFIXES: bool = false;

    /// Makes it ready for documents that begin so.
    fn new(root: Root) -> Self;

    /// Reads a document.
    ///
    /// # Errors
    /// The library's own.
    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError>;

    /// Writes a document onto the end of `out`, which is empty.
    ///
    /// # Errors
    /// The library's own.
    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError>;

    /// The operation that a case asks for on messages of type `T`.
    ///
    /// # Errors
    /// If the candidate does not offer it.
    fn build<T: Serialize + DeserializeOwned + 'static>(case: Case) -> Prepared {
        let element = match DOCUMENT {
            Some(document) => document.element.to_owned(),
            None => case.message_type.clone().unwrap_or_default(),
        };
        let namespaces = DOCUMENT.map(|document| document.namespaces).unwrap_or_default();
        codec(case, Of { library: Self::new(Root { element, namespaces }), of: PhantomData::<T> })
    }
}

/// The root element of a message.
pub struct Root {
    /// Its name, with its prefix.
    pub element: String,
    /// As in [`Document`].
    pub namespaces: &'static [(&'static str, &'static str)],
}

impl Root {
    /// What the root element declares, with a space before each.
    pub fn declarations(&self) -> String {
        let declare = |(prefix, namespace): &(&str, &str)| {
            let colon = if prefix.is_empty() { "" } else { ":" };
            let namespace = namespace.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            format!(" xmlns{colon}{prefix}=\"{namespace}\"")
        };
        self.namespaces.iter().map(declare).collect()
    }
}

/// A `prepare` for documents, and for messages of other formats as `docs/FORMAT.md` writes them in XML.
///
/// # Errors
/// If the candidate has no type for the message, or does not offer the operation.
pub fn with_type<L: Library>(case: Case) -> Prepared {
    by_type!(case, crate::types, L::build)
}

struct Of<L, T> {
    library: L,
    of: PhantomData<T>,
}

impl<L: Library, T: Serialize + DeserializeOwned> Decoder for Of<L, T> {
    type Output<'a> = T;
    type Error = L::ReadError;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, L::ReadError> {
        self.library.read(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        let value = to_value(output)?;
        Ok(if DOCUMENT.is_none() || L::READS_PREFIXES { value } else { as_read(value) })
    }
}

impl<L: Library, T: Serialize + DeserializeOwned> Encoder for Of<L, T> {
    type Input = T;
    type Error = L::WriteError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), L::WriteError> {
        self.library.write(input, out)
    }
}

/// A value by the names that serde reads: where it writes a prefix and reads none, without it.
fn as_read(value: Value) -> Value {
    match value {
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(as_read).collect()),
        Value::Map(entries) => {
            Value::Map(entries.into_iter().map(|(name, value)| (name_as_read(name), as_read(value))).collect())
        }
        leaf => leaf,
    }
}

/// The name of an attribute with the prefix `xml` is read with it.
fn name_as_read(name: String) -> String {
    let (mark, rest) = if name.starts_with('@') { name.split_at(1) } else { ("", name.as_str()) };
    match rest.split_once(':') {
        Some((prefix, local)) if prefix != "xml" => format!("{mark}{local}"),
        _ => name,
    }
}
