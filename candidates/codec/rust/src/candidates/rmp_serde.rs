//! rmp-serde: <https://docs.rs/rmp-serde>. MessagePack through serde.
//!
//! Choices: records are maps with their field names (`with_struct_map`), as MessagePack of other languages holds them,
//! not arrays (the default); bytes are of the type `bin`; structs own their text.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{Candidate, CandidateError, Case, Operation};

use crate::library::{LENDS, Lends, Library, TYPED, with_lent_type};
use crate::types::TYPES;

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "rmp-serde",
    package: "rmp-serde",
    version: env!("VERSION_RMP_SERDE"),
    format: "messagepack",
    operations: LENDS,
    reference: true,
    prepare,
    ..TYPED
}];

/// As the reference of the format it also writes and reads a message without a struct, which is never timed here.
fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.message_type.as_deref() {
        Some(name) if TYPES.contains(&name) => with_lent_type::<MessagePack>(case),
        _ => MessagePack::build::<Value>(case),
    }
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
