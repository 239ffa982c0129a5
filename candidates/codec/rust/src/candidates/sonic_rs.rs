//! sonic-rs: <https://docs.rs/sonic-rs>. JSON with SIMD instructions.
//!
//! Choices: `from_slice`, which checks UTF-8, into structs that own their text; `to_writer` into a `Vec` that keeps its
//! capacity; default features. Which instructions it uses is chosen when it is compiled, so that this row is that of
//! the baseline of the target; `docs/CANDIDATES.md` says how to measure it built for the machine at hand. It reads -0.0
//! as 0.0, so that a message that holds it fails.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "sonic-rs",
    package: "sonic-rs",
    version: env!("VERSION_SONIC_RS"),
    format: "json",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: false,
    omits: &[],
    parameters: &[],
    prepare: with_type::<Json>,
}];

struct Json;

impl Build for Json {
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
    type Error = sonic_rs::Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, sonic_rs::Error> {
        sonic_rs::from_slice(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = sonic_rs::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), sonic_rs::Error> {
        sonic_rs::to_writer(out, input)
    }
}
