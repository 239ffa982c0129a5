//! serde_json: <https://docs.rs/serde_json>.
//!
//! Choices: `from_slice`, which checks UTF-8; `to_writer` into a `Vec` that keeps its capacity; the feature
//! `float_roundtrip`, without which the library reads some floats one unit in the last place off, and fails
//! verification (90.28571428571429 comes back as 90.28571428571428). The typed candidate uses derived structs that own
//! their text, the other one the library's own `Value`.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{Build, TYPES, with_type};

/// Typed, and through `serde_json::Value`.
pub const CANDIDATES: &[Candidate] = &[
    Candidate { name: "serde_json", binding: Binding::Typed, types: Some(TYPES), prepare: with_type::<Json>, ..JSON },
    Candidate { name: "serde_json-value", binding: Binding::Dynamic, types: None, prepare: dynamic, ..JSON },
];

const JSON: Candidate = Candidate {
    name: "",
    package: "serde_json",
    version: env!("VERSION_SERDE_JSON"),
    format: "json",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: None,
    reference: false,
    omits: &[],
    parameters: &[],
    prepare: dynamic,
};

struct Json;

impl Build for Json {
    fn build<T: Serialize + DeserializeOwned + 'static>(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
        match case.operation {
            OperationKind::Decode => decode(case, Of::<T>(PhantomData)),
            OperationKind::Encode => encode(case, Of::<T>(PhantomData)),
        }
    }
}

fn dynamic(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    Json::build::<serde_json::Value>(case)
}

struct Of<T>(PhantomData<T>);

impl<T: Serialize + DeserializeOwned> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = serde_json::Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Serialize + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = serde_json::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        // `serde_json::Value` has no word for absent.
        from_value(value.without_absent())
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, input)
    }
}
