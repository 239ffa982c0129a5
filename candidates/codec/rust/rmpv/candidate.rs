//! rmpv: <https://docs.rs/rmpv>. MessagePack into the library's own tree of values.
//!
//! README.md says what was chosen and why.

use rmpv::Value;
use wirecost_codec_protocol::value::{self, ConvertError, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Tree)
}

struct Tree;

impl Decoder for Tree {
    type Output<'a> = Value;
    type Error = rmpv::decode::Error;

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Value, rmpv::decode::Error> {
        rmpv::decode::read_value(&mut bytes)
    }

    fn value(output: &Value) -> Result<value::Value, ConvertError> {
        to_value(output)
    }
}

impl Encoder for Tree {
    type Input = Value;
    type Error = rmpv::encode::Error;

    fn input(&self, value: value::Value) -> Result<Value, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Value, out: &mut Vec<u8>) -> Result<(), rmpv::encode::Error> {
        rmpv::encode::write_value(out, input)
    }
}
