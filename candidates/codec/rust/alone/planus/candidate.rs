//! planus: <https://docs.rs/planus>. FlatBuffers: <https://flatbuffers.dev>. Structs by planus-codegen.
//!
//! Choices: to decode is to turn the root into the owned structs, so that every field is read and checked; to encode starts from
//! these too. The `Builder` keeps its memory from message to message, and what it wrote, back to front, is copied once to where it
//! shall go.

use planus::{Builder, ReadAsRoot};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, Encoder, OperationKind, codec};

use crate::root::{Root, RootRef, TYPE};

const OPERATIONS: &[OperationKind] = &[OperationKind::Decode, OperationKind::Encode, OperationKind::RoundTrip];

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    binding: Binding::Typed,
    types: Some(&[TYPE]),
    package: "planus",
    reference: true,
    prepare: |case| codec(case, Of { builder: Builder::new() }),
    ..Candidate::new("planus", env!("VERSION_PLANUS"), "flatbuffers", OPERATIONS)
}];

struct Of {
    builder: Builder,
}

impl Decoder for Of {
    type Output<'a> = Root;
    type Error = planus::Error;

    fn decode(&mut self, bytes: &[u8]) -> planus::Result<Root> {
        RootRef::read_as_root(bytes)?.try_into()
    }

    fn value(output: &Root) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl Encoder for Of {
    type Input = Root;
    type Error = std::convert::Infallible;

    fn input(&self, value: Value) -> Result<Root, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Root, out: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        self.builder.clear();
        out.extend_from_slice(self.builder.finish(input, None));
        Ok(())
    }
}
