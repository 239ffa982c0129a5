//! sonic-rs: <https://docs.rs/sonic-rs>. JSON with SIMD instructions.
//!
//! Choices: `from_slice`, which checks UTF-8, into structs that own their text; `to_writer` into a `Vec` that keeps its
//! capacity; default features. Which instructions it uses is chosen when it is compiled, so that this row is that of
//! the baseline of the target; `docs/CANDIDATES.md` says how to measure it built for the machine at hand. It reads -0.0
//! as 0.0, so that a message that holds it fails.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Candidate, CandidateError, Case};

use crate::library::{LENDS, Lends, Library, TYPED, with_lent_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "sonic-rs",
    package: "sonic-rs",
    version: env!("VERSION_SONIC_RS"),
    format: "json",
    operations: LENDS,
    prepare: with_lent_type::<Json>,
    ..TYPED
}];

struct Json;

impl Library for Json {
    type ReadError = sonic_rs::Error;
    type WriteError = sonic_rs::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        sonic_rs::from_slice(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        sonic_rs::to_writer(out, input)
    }
}

impl Lends for Json {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError> {
        sonic_rs::from_slice(bytes)
    }
}
