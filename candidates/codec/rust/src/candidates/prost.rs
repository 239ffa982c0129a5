//! prost: <https://docs.rs/prost>. Structs as prost-build would generate them, written by hand to need no protoc.
//!
//! Choices: text fields are `String`; `encode` into a `Vec` that keeps its capacity. Field numbers are those of the
//! definition that the seed of 2009 published.

use std::marker::PhantomData;

use prost::Message;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{TYPES, no_type};

/// The reference of the format: its octets are what every Protocol Buffers candidate decodes.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "prost",
    package: "prost",
    version: env!("VERSION_PROST"),
    format: "protobuf",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: true,
    omits: &[],
    prepare,
}];

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct EchoFloat {
    #[prost(float, tag = "1")]
    value: f32,
}

/// Public for the comparison with criterion.
#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Dns {
    #[prost(message, repeated, tag = "1")]
    pub records: Vec<DnsRecord>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct DnsRecord {
    #[prost(string, required, tag = "1")]
    key: String,
    #[prost(string, required, tag = "2")]
    value: String,
    #[prost(string, required, tag = "3")]
    first: String,
    #[prost(string, required, tag = "4")]
    last: String,
    #[prost(string, optional, tag = "5", default = "A")]
    #[serde(rename = "type")]
    record_type: Option<String>,
    #[prost(int32, optional, tag = "6", default = "86400")]
    ttl: Option<i32>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Doubles {
    #[prost(double, repeated, packed = "true", tag = "1")]
    values: Vec<f64>,
}

fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.message_type.as_deref() {
        Some("echo-float" | "echo-float-reply") => of::<EchoFloat>(case),
        Some("dns") => of::<Dns>(case),
        Some("doubles") => of::<Doubles>(case),
        _ => Err(no_type(&case)),
    }
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, PrepareError>
where
    T: Message + Default + Serialize + DeserializeOwned + 'static,
{
    match case.operation {
        OperationKind::Decode => decode(case, Of::<T>(PhantomData)),
        OperationKind::Encode => encode(case, Of::<T>(PhantomData)),
    }
}

struct Of<T>(PhantomData<T>);

impl<T: Message + Default + Serialize> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = prost::DecodeError;

    fn decode(&mut self, octets: &[u8]) -> Result<T, prost::DecodeError> {
        T::decode(octets)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Message + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = prost::EncodeError;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), prost::EncodeError> {
        input.encode(out)
    }
}
