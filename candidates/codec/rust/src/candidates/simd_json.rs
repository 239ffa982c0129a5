//! simd-json: <https://docs.rs/simd-json>. JSON with SIMD instructions, chosen when it runs.
//!
//! Choices: it parses in place, so that each message is copied first into a buffer that keeps its capacity, as a program
//! must that reads its input only once; `from_slice_with_buffers` keeps its working memory too; structs own their text.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "simd-json",
    package: "simd-json",
    version: env!("VERSION_SIMD_JSON"),
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
            OperationKind::Decode => {
                decode(case, Read::<T> { text: Vec::new(), buffers: simd_json::Buffers::default(), of: PhantomData })
            }
            OperationKind::Encode => encode(case, Write::<T>(PhantomData)),
        }
    }
}

struct Read<T> {
    text: Vec<u8>,
    buffers: simd_json::Buffers,
    of: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Decoder for Read<T> {
    type Output<'a> = T;
    type Error = simd_json::Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, simd_json::Error> {
        self.text.clear();
        self.text.extend_from_slice(octets);
        simd_json::serde::from_slice_with_buffers(&mut self.text, &mut self.buffers)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

struct Write<T>(PhantomData<T>);

impl<T: Serialize + DeserializeOwned> Encoder for Write<T> {
    type Input = T;
    type Error = simd_json::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), simd_json::Error> {
        simd_json::serde::to_writer(out, input)
    }
}
