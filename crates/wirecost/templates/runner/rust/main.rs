//! NAME: a codec of your own beside those of wirecost. README.md says how to run it.

use wirecost_codec_protocol::value::{ConvertError, Value, json};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, Encoder, OperationKind, codec, serve};

/// The codec, with what it keeps from message to message, such as buffers.
struct Codec;

impl Decoder for Codec {
    /// What it decodes into.
    type Output<'a> = Value;
    type Error = Box<dyn std::error::Error>;

    /// Timed. Put your decoder here.
    fn decode(&mut self, bytes: &[u8]) -> Result<Value, Self::Error> {
        Ok(json::read(bytes)?)
    }

    /// Not timed: what was decoded as a data tree, which wirecost compares with the message.
    fn value(output: &Value) -> Result<Value, ConvertError> {
        Ok(output.clone())
    }
}

impl Encoder for Codec {
    /// What it encodes from.
    type Input = Value;
    type Error = Box<dyn std::error::Error>;

    /// Not timed: the message as the encoder takes it.
    fn input(&self, value: Value) -> Result<Value, ConvertError> {
        Ok(value)
    }

    /// Timed. Put your encoder here; `out` is empty and keeps its memory.
    fn encode(&mut self, input: &Value, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        out.extend_from_slice(&json::write(input)?);
        Ok(())
    }
}

fn main() -> std::process::ExitCode {
    let candidate = Candidate {
        // `Binding::Typed` and `types: Some(&["dns"])` where it decodes into structs of one type.
        binding: Binding::Dynamic,
        prepare: |case| codec(case, Codec),
        ..Candidate::new("NAME", env!("CARGO_PKG_VERSION"), "json", OPERATIONS)
    };
    serve("rust", "own build", &[candidate])
}

const OPERATIONS: &[OperationKind] = &[OperationKind::Decode, OperationKind::Encode, OperationKind::RoundTrip];
