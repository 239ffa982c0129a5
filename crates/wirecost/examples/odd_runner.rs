//! A runner made with the library whose candidates are odd in ways that the library must bear: one prints to standard
//! output, one panics, one refuses every message, one remembers its answers, one does its work as often as the
//! environment says.

use std::collections::HashMap;

use wirecost_codec_protocol::value::{ConvertError, Value, json};
use wirecost_codec_protocol::{Candidate, CandidateError, Decoder, OperationKind, decode, serve};

struct Printing;
struct Panicking;
#[derive(Default)]
struct Remembering(HashMap<Vec<u8>, Value>);
struct Repeating(usize);

macro_rules! decoder {
    ($name:ident, |$this:ident, $bytes:ident| $body:expr) => {
        impl Decoder for $name {
            type Output<'a> = Value;
            type Error = json::ReadError;

            fn decode(&mut self, $bytes: &[u8]) -> Result<Value, json::ReadError> {
                let $this = self;
                $body
            }

            fn value(output: &Value) -> Result<Value, ConvertError> {
                Ok(output.clone())
            }
        }
    };
}

decoder!(Printing, |_this, bytes| {
    println!("a library that prints");
    json::read(bytes)
});
decoder!(Panicking, |_this, bytes| panic!("{} bytes are too many", bytes.len()));
decoder!(Remembering, |this, bytes| match this.0.get(bytes) {
    Some(value) => Ok(value.clone()),
    None => {
        let value = json::read(bytes)?;
        this.0.insert(bytes.to_vec(), value.clone());
        Ok(value)
    }
});

decoder!(Repeating, |this, bytes| {
    for _ in 1..this.0 {
        std::hint::black_box(json::read(bytes)?);
    }
    json::read(bytes)
});

/// How often, by the environment: what makes one build of this runner slower than another.
fn repeating() -> Repeating {
    Repeating(std::env::var("ODD_RUNNER_REPEATS").ok().and_then(|text| text.parse().ok()).unwrap_or(1))
}

const fn odd(name: &'static str) -> Candidate {
    Candidate::new(name, "1", "json", &[OperationKind::Decode])
}

/// Serves the odd candidates.
pub fn main() -> std::process::ExitCode {
    serve(
        "rust",
        "odd",
        &[
            Candidate { prepare: |case| decode(case, Printing), ..odd("prints") },
            Candidate { prepare: |case| decode(case, Panicking), ..odd("panics") },
            Candidate { prepare: |case| decode(case, Remembering::default()), ..odd("remembers") },
            Candidate { prepare: |case| decode(case, repeating()), ..odd("repeats") },
            Candidate { prepare: |_| Err(CandidateError::Unsupported("not on a Saturday".into())), ..odd("refuses") },
        ],
    )
}
