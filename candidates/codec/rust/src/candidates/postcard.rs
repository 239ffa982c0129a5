//! postcard: <https://docs.rs/postcard>, wire format <https://postcard.jamesmunns.com/wire-format>.
//!
//! Choices: no framing and no checksum; structs own their text.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Candidate, CandidateError, Case};

use crate::library::{LENDS, Lends, Library, TYPED, with_lent_positional_type};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "postcard",
    package: "postcard",
    version: env!("VERSION_POSTCARD"),
    format: "postcard",
    operations: LENDS,
    reference: true,
    prepare: with_lent_positional_type::<Postcard>,
    ..TYPED
}];

struct Postcard;

impl Library for Postcard {
    type ReadError = postcard::Error;
    type WriteError = postcard::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        postcard::from_bytes(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        *out = postcard::to_extend(input, std::mem::take(out))?;
        Ok(())
    }
}

impl Lends for Postcard {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError> {
        postcard::from_bytes(bytes)
    }
}
