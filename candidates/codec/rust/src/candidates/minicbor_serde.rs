//! minicbor with serde: <https://docs.rs/minicbor-serde>. CBOR (RFC 8949).
//!
//! Choices: the serde companion and not minicbor's own derive, whose records have numbers for names: all candidates of
//! a format read the same bytes. Structs own their text.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Candidate, CandidateError, Case};

use crate::library::{LENDS, Lends, Library, TYPED, with_lent_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "minicbor-serde",
    package: "minicbor-serde",
    version: env!("VERSION_MINICBOR_SERDE"),
    format: "cbor",
    operations: LENDS,
    prepare: with_lent_type::<Cbor>,
    ..TYPED
}];

struct Cbor;

impl Library for Cbor {
    type ReadError = minicbor_serde::error::DecodeError;
    type WriteError = minicbor_serde::error::EncodeError<std::convert::Infallible>;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        minicbor_serde::from_slice(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        input.serialize(&mut minicbor_serde::Serializer::new(out)).map(drop)
    }
}

impl Lends for Cbor {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError> {
        minicbor_serde::from_slice(bytes)
    }
}
