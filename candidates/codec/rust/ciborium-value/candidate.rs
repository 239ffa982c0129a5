//! ciborium into its own tree of values: <https://docs.rs/ciborium>. CBOR (RFC 8949).
//!
//! README.md says what was chosen and why.

use std::io;

use ciborium::Value;
use serde::de::Error as _;
use wirecost_codec_protocol::value::{self, ConvertError, Integer, from_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Tree)
}

struct Tree;

impl Decoder for Tree {
    type Output<'a> = Value;
    type Error = ciborium::de::Error<io::Error>;

    fn decode(&mut self, bytes: &[u8]) -> Result<Value, Self::Error> {
        ciborium::from_reader(bytes)
    }

    fn value(output: &Value) -> Result<value::Value, ConvertError> {
        tree(output)
    }
}

/// The library's own `Serialize` makes a 32-bit float of a 64-bit one that fits, and so cannot say what it holds.
fn tree(value: &Value) -> Result<value::Value, ConvertError> {
    Ok(match value {
        Value::Null => value::Value::Null,
        Value::Bool(b) => value::Value::Boolean(*b),
        Value::Integer(n) => {
            let n = Integer::try_from(i128::from(*n)).map_err(|n| ConvertError::custom(format!("{n} in 64 bits")))?;
            value::Value::Integer(n)
        }
        Value::Float(x) => value::Value::Float64(*x),
        Value::Text(text) => value::Value::text(text),
        Value::Bytes(bytes) => value::Value::Bytes(bytes.clone()),
        Value::Array(items) => value::Value::Sequence(items.iter().map(tree).collect::<Result<_, _>>()?),
        Value::Map(entries) => {
            let entry = |(key, value): &(Value, Value)| match key {
                Value::Text(key) => Ok((key.clone(), tree(value)?)),
                _ => Err(ConvertError::custom("a map key that is no text")),
            };
            value::Value::Map(entries.iter().map(entry).collect::<Result<_, _>>()?)
        }
        _ => return Err(ConvertError::custom("a tag, which the data tree does not hold")),
    })
}

impl Encoder for Tree {
    type Input = Value;
    type Error = ciborium::ser::Error<io::Error>;

    fn input(&self, value: value::Value) -> Result<Value, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Value, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        ciborium::into_writer(input, out)
    }
}
