//! serde-roxmltree: <https://docs.rs/serde-roxmltree>.
//!
//! README.md says what was chosen and why.

use serde::{Serialize, de::DeserializeOwned};
use serde_roxmltree::roxmltree::Document;
use serde_roxmltree::{Options as _, defaults};
use wirecost_codec_protocol::{Case, Prepared};

use crate::document::{Library, Root, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_type::<SerdeRoxmltree>(case)
}

struct SerdeRoxmltree;

impl Library for SerdeRoxmltree {
    type ReadError = Box<dyn std::error::Error>;
    type WriteError = &'static str;

    fn new(_: Root) -> Self {
        Self
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        let document = Document::parse(std::str::from_utf8(bytes)?)?;
        Ok(defaults().prefix_attr().from_doc(&document)?)
    }

    fn write<T: Serialize>(&mut self, _: &T, _: &mut Vec<u8>) -> Result<(), &'static str> {
        Err("it writes nothing")
    }
}
