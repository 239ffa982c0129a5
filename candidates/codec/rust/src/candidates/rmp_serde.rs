//! rmp-serde: <https://docs.rs/rmp-serde>. MessagePack through serde.
//!
//! Choices: records are maps with their field names (`with_struct_map`), as MessagePack of other languages holds them,
//! not arrays (the default); octets are of the type `bin`; structs own their text.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "rmp-serde",
    package: "rmp-serde",
    version: env!("VERSION_RMP_SERDE"),
    format: "messagepack",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    prepare,
}];

/// As the reference of the format it also writes and reads a message without a type, which is never timed here.
fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.message_type {
        Some(_) => with_type::<MessagePack>(case),
        None => MessagePack::build::<Value>(case),
    }
}

struct MessagePack;

impl Build for MessagePack {
    fn build<T: Serialize + DeserializeOwned + 'static>(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
        match case.operation {
            OperationKind::Decode => decode(case, Of::<T>(PhantomData)),
            OperationKind::Encode => encode(case, Of::<T>(PhantomData)),
        }
    }
}

struct Of<T>(PhantomData<T>);

impl<T: Serialize + DeserializeOwned> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = rmp_serde::decode::Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, rmp_serde::decode::Error> {
        rmp_serde::from_slice(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = rmp_serde::encode::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), rmp_serde::encode::Error> {
        input.serialize(&mut rmp_serde::Serializer::new(out).with_struct_map())
    }
}
