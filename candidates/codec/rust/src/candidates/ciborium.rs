//! ciborium: <https://docs.rs/ciborium>. CBOR (RFC 8949) through serde.
//!
//! Choices: `from_reader` on the slice and `into_writer`, the only way in and out; records are maps with their field
//! names; the library writes each float in the fewest bytes that hold it exactly; structs own their text.

use std::io;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{Candidate, CandidateError, Case, Operation};

use crate::library::{Library, TYPED, with_type};
use crate::types::TYPES;

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "ciborium",
    package: "ciborium",
    version: env!("VERSION_CIBORIUM"),
    format: "cbor",
    reference: true,
    prepare,
    ..TYPED
}];

/// As the reference of the format it also writes and reads a message without a struct, which is never timed here.
fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.message_type.as_deref() {
        Some(name) if TYPES.contains(&name) => with_type::<Cbor>(case),
        _ => Cbor::build::<Value>(case),
    }
}

struct Cbor;

impl Library for Cbor {
    type ReadError = ciborium::de::Error<io::Error>;
    type WriteError = ciborium::ser::Error<io::Error>;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        ciborium::from_reader(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        ciborium::into_writer(input, out)
    }
}
