//! capnp: <https://docs.rs/capnp>. Cap'n Proto: <https://capnproto.org/encoding.html>. Readers and builders by capnpc.
//!
//! Choices: to decode is to read every field into structs that own their text, out of segments that `read_message` copies into
//! aligned memory; text is checked for UTF-8. To encode is to build a message from the structs and write it with the stream
//! framing, not packed.

use capnp::message::{Builder, ReaderOptions};
use capnp::serialize;
use capnp::traits::Owned;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, Encoder, OperationKind, codec};

use crate::root::{Root, TYPE, Wire, from_wire, to_wire};

const OPERATIONS: &[OperationKind] = &[OperationKind::Decode, OperationKind::Encode, OperationKind::RoundTrip];

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    binding: Binding::Typed,
    types: Some(&[TYPE]),
    package: "capnp",
    reference: true,
    prepare: |case| codec(case, Of),
    ..Candidate::new("capnp", env!("VERSION_CAPNP"), "capnp", OPERATIONS)
}];

struct Of;

impl Decoder for Of {
    type Output<'a> = Root;
    type Error = capnp::Error;

    fn decode(&mut self, bytes: &[u8]) -> capnp::Result<Root> {
        let message = serialize::read_message(bytes, ReaderOptions::new())?;
        from_wire(message.get_root::<<Wire as Owned>::Reader<'_>>()?)
    }

    fn value(output: &Root) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl Encoder for Of {
    type Input = Root;
    type Error = capnp::Error;

    fn input(&self, value: Value) -> Result<Root, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Root, out: &mut Vec<u8>) -> capnp::Result<()> {
        let mut builder = Builder::new_default();
        to_wire(input, builder.init_root::<<Wire as Owned>::Builder<'_>>());
        serialize::write_message(out, &builder)
    }
}
