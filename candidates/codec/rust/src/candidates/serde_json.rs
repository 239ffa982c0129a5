//! serde_json: <https://docs.rs/serde_json>.
//!
//! Choices: `from_slice`, which checks UTF-8; `to_writer` into a `Vec` that keeps its capacity; the feature
//! `float_roundtrip`, without which the library reads some floats one unit in the last place off, and fails
//! verification (90.28571428571429 comes back as 90.28571428571428). The typed candidate uses derived structs that own
//! their text, the other one the library's own `Value`.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Binding, Candidate, CandidateError, Case};

use crate::library::{LENDS, Lends, Library, OWNS, TYPED, with_lent_type};

/// Typed, and through `serde_json::Value`.
pub const CANDIDATES: &[Candidate] = &[
    Candidate { operations: LENDS, prepare: with_lent_type::<Json>, ..JSON },
    Candidate {
        name: "serde_json-value",
        binding: Binding::Dynamic,
        operations: OWNS,
        types: None,
        max_depth: Some(127),
        prepare: Json::build::<serde_json::Value>,
        ..JSON
    },
];

const JSON: Candidate = Candidate {
    name: "serde_json",
    package: "serde_json",
    version: env!("VERSION_SERDE_JSON"),
    format: "json",
    ..TYPED
};

struct Json;

impl Library for Json {
    type ReadError = serde_json::Error;
    type WriteError = serde_json::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, input)
    }
}

impl Lends for Json {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
