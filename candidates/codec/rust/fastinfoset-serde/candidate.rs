//! Structs from Fast Infoset through serde: <https://docs.rs/fastinfoset>, `de`.
//!
//! README.md says what was chosen and why.

use fastinfoset::de::{DeError, Names};
use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Case, Prepared};

use crate::document::{Library, Root, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_type::<FastInfoset>(case)
}

struct FastInfoset(Names);

impl Library for FastInfoset {
    type ReadError = DeError;
    type WriteError = &'static str;

    const READS_PREFIXES: bool = true;

    fn new(root: Root) -> Self {
        Self(Names::new(root.namespaces))
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, DeError> {
        self.0.read(bytes)
    }

    fn write<T: Serialize>(&mut self, _: &T, _: &mut Vec<u8>) -> Result<(), &'static str> {
        Err("it writes nothing")
    }
}
