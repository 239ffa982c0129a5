//! minicbor with serde: <https://docs.rs/minicbor-serde>. CBOR (RFC 8949).
//!
//! Choices: the serde companion and not minicbor's own derive, whose records have numbers for names: all candidates of
//! a format read the same octets. Structs own their text.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "minicbor-serde",
    package: "minicbor-serde",
    version: env!("VERSION_MINICBOR_SERDE"),
    format: "cbor",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: false,
    omits: &[],
    parameters: &[],
    prepare: with_type::<Cbor>,
}];

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
    type Error = minicbor_serde::error::DecodeError;

    fn decode(&mut self, octets: &[u8]) -> Result<T, minicbor_serde::error::DecodeError> {
        minicbor_serde::from_slice(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = minicbor_serde::error::EncodeError<std::convert::Infallible>;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), minicbor_serde::error::EncodeError<std::convert::Infallible>> {
        input.serialize(&mut minicbor_serde::Serializer::new(out)).map(drop)
    }
}
