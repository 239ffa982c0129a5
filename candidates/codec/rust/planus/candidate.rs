//! planus: <https://docs.rs/planus>. FlatBuffers: <https://flatbuffers.dev>. Structs by planus-codegen.
//!
//! README.md says what was chosen and why.

use planus::{Builder, ReadAsRoot};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, OperationKind, Prepared, codec};

use crate::root::{Root, RootRef};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Borrow => crate::lent::prepare(case),
        _ => codec(case, Of { builder: Builder::new() }),
    }
}

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
