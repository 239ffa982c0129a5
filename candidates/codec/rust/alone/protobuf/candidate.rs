//! Google's Protocol Buffers, version 4 of its crate: <https://docs.rs/protobuf>. Rust in front of upb, which is C.
//!
//! Choices: the code that protoc writes; `parse`, which also checks that required fields are there. What it decodes into are messages
//! of upb in an arena of their own, text copied. `serialize` makes the `Vec` anew. upb calls `malloc` by itself, so that allocations
//! are not counted. What was decoded is compared by what its own encoder makes of it, which prost reads; no timed code does that.

use prost::Message as _;
use protobuf::prelude::*;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, Encoder, OperationKind, codec, uncounted};

use crate::root::{Own, Root, TYPE};

const OPERATIONS: &[OperationKind] = &[OperationKind::Decode, OperationKind::Encode, OperationKind::RoundTrip];

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    binding: Binding::Typed,
    types: Some(&[TYPE]),
    package: "protobuf",
    prepare: |case| codec(case, Of).map(uncounted),
    ..Candidate::new("protobuf", env!("VERSION_PROTOBUF"), "protobuf", OPERATIONS)
}];

struct Of;

impl Decoder for Of {
    type Output<'a> = Own;
    type Error = protobuf::ParseError;

    fn decode(&mut self, bytes: &[u8]) -> Result<Own, protobuf::ParseError> {
        Own::parse(bytes)
    }

    fn value(output: &Own) -> Result<Value, ConvertError> {
        let bytes = output.serialize().map_err(ConvertError::new)?;
        to_value(&Root::decode(bytes.as_slice()).map_err(ConvertError::new)?)
    }
}

impl Encoder for Of {
    type Input = Own;
    type Error = protobuf::SerializeError;

    fn input(&self, value: Value) -> Result<Own, ConvertError> {
        let root: Root = from_value(value)?;
        Own::parse(&root.encode_to_vec()).map_err(ConvertError::new)
    }

    fn encode(&mut self, input: &Own, out: &mut Vec<u8>) -> Result<(), protobuf::SerializeError> {
        *out = input.serialize()?;
        Ok(())
    }
}
