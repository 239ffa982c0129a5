//! postcard: <https://docs.rs/postcard>, wire format <https://postcard.jamesmunns.com/wire-format>.
//!
//! Choices: no framing and no checksum; structs own their text.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_positional_type};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "postcard",
    package: "postcard",
    version: env!("VERSION_POSTCARD"),
    format: "postcard",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    prepare: with_positional_type::<Postcard>,
}];

struct Postcard;

impl Build for Postcard {
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
    type Error = postcard::Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, postcard::Error> {
        postcard::from_bytes(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = postcard::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), postcard::Error> {
        *out = postcard::to_extend(input, std::mem::take(out))?;
        Ok(())
    }
}
