//! prost: <https://docs.rs/prost>. Structs by prost-build.
//!
//! Choices: those of its documentation, but for maps in order (`btree_map`), which all candidates have; `encode` into a `Vec` that
//! keeps its capacity.

use prost::Message as _;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, Encoder, OperationKind, codec};

use crate::root::{Root, TYPE};

const OPERATIONS: &[OperationKind] = &[OperationKind::Decode, OperationKind::Encode, OperationKind::RoundTrip];

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    binding: Binding::Typed,
    types: Some(&[TYPE]),
    package: "prost",
    reference: true,
    prepare: |case| codec(case, Of),
    ..Candidate::new("prost", env!("VERSION_PROST"), "protobuf", OPERATIONS)
}];

struct Of;

impl Decoder for Of {
    type Output<'a> = Root;
    type Error = prost::DecodeError;

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, prost::DecodeError> {
        Root::decode(bytes)
    }

    fn value(output: &Root) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl Encoder for Of {
    type Input = Root;
    type Error = prost::EncodeError;

    fn input(&self, value: Value) -> Result<Root, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Root, out: &mut Vec<u8>) -> Result<(), prost::EncodeError> {
        input.encode(out)
    }
}
