//! capnp: <https://docs.rs/capnp>. Cap'n Proto: <https://capnproto.org/encoding.html>. Readers and builders by capnpc.
//!
//! README.md says what was chosen and why.

use capnp::message::{Builder, ReaderOptions};
use capnp::serialize;
use capnp::traits::Owned;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, OperationKind, Prepared, codec};

use crate::root::{Root, Wire, from_wire, to_wire};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Borrow => crate::lent::prepare(case),
        _ => codec(case, Of),
    }
}

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
