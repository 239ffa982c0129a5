//! A runner of one's own: a CSV of numbers, decoded into a `Vec<f64>`.
//!
//! ```text
//! cargo build --release -p wirecost-runner --example own_runner
//! wirecost run --runner target/release/examples/own_runner --message doubles-1000
//! ```

use wirecost_runner::value::{ConvertError, Value, to_value};
use wirecost_runner::{Binding, Candidate, Decoder, Encoder, OperationKind, decode, encode, serve};

#[global_allocator]
static ALLOCATOR: wirecost_runner::CountingAllocator = wirecost_runner::CountingAllocator;

struct Csv;

impl Decoder for Csv {
    type Output<'a> = Vec<f64>;
    type Error = std::num::ParseFloatError;

    fn decode<'a>(&mut self, octets: &'a [u8]) -> Result<Vec<f64>, Self::Error> {
        String::from_utf8_lossy(octets).split(',').map(str::parse).collect()
    }

    fn value(output: &Vec<f64>) -> Result<Value, ConvertError> {
        Ok(Value::Map(vec![("values".into(), to_value(output)?)]))
    }
}

impl Encoder for Csv {
    type Input = Vec<f64>;
    type Error = std::convert::Infallible;

    fn input(value: Value) -> Result<Vec<f64>, ConvertError> {
        wirecost_runner::value::from_value(value.get("values").cloned().unwrap_or(Value::Null))
    }

    fn encode(&mut self, input: &Vec<f64>, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        let text: Vec<String> = input.iter().map(f64::to_string).collect();
        out.extend_from_slice(text.join(",").as_bytes());
        Ok(())
    }
}

fn main() -> std::process::ExitCode {
    let csv = Candidate {
        name: "own-csv",
        package: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        format: "csv",
        binding: Binding::Typed,
        operations: &[OperationKind::Decode, OperationKind::Encode],
        types: Some(&["doubles"]),
        reference: true,
        omits: &[],
        prepare: |case| match case.operation {
            OperationKind::Decode => decode(case, Csv),
            OperationKind::Encode => encode(case, Csv),
        },
    };
    serve("rust", "own build", &[csv])
}
