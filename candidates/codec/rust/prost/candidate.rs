//! prost: <https://docs.rs/prost>. Structs by prost-build.
//!
//! README.md says what was chosen and why.

use prost::Message as _;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};

use crate::root::Root;

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Of)
}

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
