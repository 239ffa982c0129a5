//! Google's Protocol Buffers, version 4 of its crate: <https://docs.rs/protobuf>. Rust in front of upb, which is C.
//!
//! README.md says what was chosen and why.

use prost::Message as _;
use protobuf::prelude::*;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec, uncounted};

use crate::root::{Own, Root};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Of).map(uncounted)
}

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
