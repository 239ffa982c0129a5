//! minicbor with serde: <https://docs.rs/minicbor-serde>. CBOR (RFC 8949).
//!
//! README.md says what was chosen and why.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Lends, Library, with_lent_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_lent_type::<Cbor>(case)
}

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
