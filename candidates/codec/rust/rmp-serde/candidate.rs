//! rmp-serde: <https://docs.rs/rmp-serde>. MessagePack through serde.
//!
//! README.md says what was chosen and why.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Lends, Library, with_lent_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_lent_type::<MessagePack>(case)
}

struct MessagePack;

impl Library for MessagePack {
    type ReadError = rmp_serde::decode::Error;
    type WriteError = rmp_serde::encode::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        rmp_serde::from_slice(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        input.serialize(&mut rmp_serde::Serializer::new(out).with_struct_map())
    }
}

impl Lends for MessagePack {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError> {
        rmp_serde::from_slice(bytes)
    }
}
