//! serde_json into its own tree of values: <https://docs.rs/serde_json>.
//!
//! README.md says what was chosen and why.

use serde_json::Value;
use wirecost_codec_protocol::value::{self, ConvertError, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Tree)
}

struct Tree;

impl Decoder for Tree {
    type Output<'a> = Value;
    type Error = serde_json::Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<Value, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    fn value(output: &Value) -> Result<value::Value, ConvertError> {
        to_value(output)
    }
}

impl Encoder for Tree {
    type Input = Value;
    type Error = serde_json::Error;

    fn input(&self, value: value::Value) -> Result<Value, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Value, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, input)
    }
}
