//! ciborium: <https://docs.rs/ciborium>. CBOR (RFC 8949) through serde.
//!
//! Choices: `from_reader` on the slice and `into_writer`, the only way in and out; records are maps with their field
//! names; the library writes each float in the fewest octets that hold it exactly; structs own their text.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "ciborium",
    package: "ciborium",
    version: env!("VERSION_CIBORIUM"),
    format: "cbor",
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
        Some(_) => with_type::<Cbor>(case),
        None => Cbor::build::<Value>(case),
    }
}

struct Cbor;

impl Build for Cbor {
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
    type Error = ciborium::de::Error<std::io::Error>;

    fn decode(&mut self, octets: &[u8]) -> Result<T, ciborium::de::Error<std::io::Error>> {
        ciborium::from_reader(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = ciborium::ser::Error<std::io::Error>;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), ciborium::ser::Error<std::io::Error>> {
        ciborium::into_writer(input, out)
    }
}
