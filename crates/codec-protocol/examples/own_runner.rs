//! A runner of one's own: a parser of JSON arrays of numbers, beside the others on the same message.
//!
//! `cargo build --release -p wirecost-codec-protocol --example own_runner`, then
//! `wirecost run --runner own=target/release/examples/own_runner --message doubles-1000 --candidate '*json*'`

use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, Decoder, OperationKind, decode, serve};

struct OwnJson;

impl Decoder for OwnJson {
    type Output<'a> = Vec<f64>;
    type Error = Box<dyn std::error::Error>;

    fn decode(&mut self, bytes: &[u8]) -> Result<Vec<f64>, Self::Error> {
        let text = std::str::from_utf8(bytes)?;
        let array = text.split(['[', ']']).nth(1).ok_or("no array")?;
        Ok(array.split(',').map(|number| number.trim().parse()).collect::<Result<_, _>>()?)
    }

    fn value(output: &Vec<f64>) -> Result<Value, ConvertError> {
        Ok(Value::Map(vec![("values".into(), to_value(output)?)]))
    }
}

fn main() -> std::process::ExitCode {
    let candidate = Candidate {
        binding: Binding::Typed,
        types: Some(&["doubles"]),
        prepare: |case| decode(case, OwnJson),
        ..Candidate::new("own-json", env!("CARGO_PKG_VERSION"), "json", &[OperationKind::Decode])
    };
    serve("rust", "own build", &[candidate])
}
