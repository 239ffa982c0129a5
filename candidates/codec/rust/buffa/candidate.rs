//! buffa: <https://docs.rs/buffa>. Structs by buffa-build.
//!
//! README.md says what was chosen and why.

use buffa::{Message, SizeCache};
use prost::Message as _;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, OperationKind, Prepared, codec};

use crate::root::{Own, Root};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Borrow => crate::lent::prepare(case),
        _ => codec(case, Of { sizes: SizeCache::new() }),
    }
}

struct Of {
    sizes: SizeCache,
}

impl Decoder for Of {
    type Output<'a> = Own;
    type Error = buffa::DecodeError;

    fn decode(&mut self, bytes: &[u8]) -> Result<Own, buffa::DecodeError> {
        Own::decode_from_slice(bytes)
    }

    fn value(output: &Own) -> Result<Value, ConvertError> {
        let mut bytes = Vec::new();
        output.encode_with_cache(&mut SizeCache::new(), &mut bytes);
        to_value(&Root::decode(bytes.as_slice()).map_err(ConvertError::new)?)
    }
}

impl Encoder for Of {
    type Input = Own;
    type Error = std::convert::Infallible;

    fn input(&self, value: Value) -> Result<Own, ConvertError> {
        let root: Root = from_value(value)?;
        Own::decode_from_slice(&root.encode_to_vec()).map_err(ConvertError::new)
    }

    fn encode(&mut self, input: &Own, out: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        input.encode_with_cache(&mut self.sizes, out);
        Ok(())
    }
}
