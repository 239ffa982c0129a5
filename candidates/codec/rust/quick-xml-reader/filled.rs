//! How the elements of an XML document fill the structs of the messages, each by code that is written by hand for it.
//!
//! The codec candidate quick-xml-reader and the SOAP stacks of the rpc lab share this file. Each reads the document in
//! its own way, and hands over what it finds.

use serde::Serialize;

use crate::types::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text};

/// Whatever is wrong with a document.
pub type Error = Box<dyn std::error::Error>;

/// A message as it is filled while the document is read.
pub trait Filled: Serialize + Sized + 'static {
    /// What has been read so far.
    type Draft: Default;

    /// An element starts.
    fn start(_: &mut Self::Draft, _: &str) {}

    /// An element ends that held this text and no element after it.
    ///
    /// # Errors
    /// Text that is none of its field's type.
    fn leaf(draft: &mut Self::Draft, name: &str, text: String) -> Result<(), Error>;

    /// The document is read.
    ///
    /// # Errors
    /// That a field is missing.
    fn finish(draft: Self::Draft) -> Result<Self, Error>;
}

/// The error for an element that is missing.
pub fn missing(name: &str) -> Error {
    format!("element {name:?} is missing").into()
}

/// Reads a number as XML Schema writes it (part 2, 3.2.4), which spells the infinities differently from Rust.
///
/// # Errors
/// Text that is no number.
pub fn float<T: std::str::FromStr<Err = std::num::ParseFloatError>>(text: &str) -> Result<T, Error> {
    Ok(match text {
        "INF" => "inf",
        "-INF" => "-inf",
        other => other,
    }
    .parse()?)
}

impl Filled for EchoFloat {
    type Draft = Option<f32>;

    fn leaf(draft: &mut Option<f32>, name: &str, text: String) -> Result<(), Error> {
        if matches!(name, "input" | "result") {
            *draft = Some(float(&text)?);
        }
        Ok(())
    }

    fn finish(draft: Option<f32>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or_else(|| missing("input"))? })
    }
}

impl Filled for Empty {
    type Draft = ();

    fn leaf(_: &mut (), _: &str, _: String) -> Result<(), Error> {
        Ok(())
    }

    fn finish(_: ()) -> Result<Self, Error> {
        Ok(Self {})
    }
}

impl Filled for Text {
    type Draft = Option<String>;

    fn leaf(draft: &mut Option<String>, name: &str, text: String) -> Result<(), Error> {
        if name == "value" {
            *draft = Some(text);
        }
        Ok(())
    }

    fn finish(draft: Option<String>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or_else(|| missing("value"))? })
    }
}

impl Filled for Doubles {
    type Draft = Vec<f64>;

    fn leaf(draft: &mut Vec<f64>, name: &str, text: String) -> Result<(), Error> {
        if name == "item" {
            draft.push(float(&text)?);
        }
        Ok(())
    }

    fn finish(draft: Vec<f64>) -> Result<Self, Error> {
        Ok(Self { values: draft })
    }
}

/// The fields of a [`DnsRecord`] that have been read.
#[derive(Default)]
pub struct Fields {
    key: Option<String>,
    value: Option<String>,
    first: Option<String>,
    last: Option<String>,
    record_type: Option<String>,
    ttl: Option<i32>,
}

impl Filled for DnsRecord {
    type Draft = Fields;

    fn leaf(draft: &mut Fields, name: &str, text: String) -> Result<(), Error> {
        match name {
            "key" => draft.key = Some(text),
            "value" => draft.value = Some(text),
            "first" => draft.first = Some(text),
            "last" => draft.last = Some(text),
            "type" => draft.record_type = Some(text),
            "ttl" => draft.ttl = Some(text.parse()?),
            _ => {}
        }
        Ok(())
    }

    fn finish(draft: Fields) -> Result<Self, Error> {
        Ok(Self {
            key: draft.key.ok_or_else(|| missing("key"))?,
            value: draft.value.ok_or_else(|| missing("value"))?,
            first: draft.first.ok_or_else(|| missing("first"))?,
            last: draft.last.ok_or_else(|| missing("last"))?,
            record_type: draft.record_type,
            ttl: draft.ttl,
        })
    }
}

impl Filled for Dns {
    type Draft = Vec<Fields>;

    fn start(draft: &mut Vec<Fields>, name: &str) {
        if name == "item" {
            draft.push(Fields::default());
        }
    }

    fn leaf(draft: &mut Vec<Fields>, name: &str, text: String) -> Result<(), Error> {
        draft.last_mut().map_or(Ok(()), |fields| DnsRecord::leaf(fields, name, text))
    }

    fn finish(draft: Vec<Fields>) -> Result<Self, Error> {
        Ok(Self { records: draft.into_iter().map(DnsRecord::finish).collect::<Result<_, _>>()? })
    }
}
