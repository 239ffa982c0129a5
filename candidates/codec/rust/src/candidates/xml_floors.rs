//! Floors for XML: what it takes to find one value in a message whose text is known, without a parser.
//!
//! They do less than the work: nothing is checked, no other name, value or reference is looked at, and the message could
//! be broken. They show how far a parser is from the cost of touching the text, as the experiment of 2001 did with its
//! `bytes` and `chars` rows. `bytes` scans the octets; `chars` first decodes all of them to characters.

use wirecost_runner::value::{ConvertError, Value, to_value};
use wirecost_runner::{Binding, Candidate, Case, Decoder, Operation, OperationKind, PrepareError, decode};

use crate::types::EchoFloat;

/// For the messages of 2001 alone.
pub const CANDIDATES: &[Candidate] = &[
    Candidate { name: "xml-floor-bytes", prepare: bytes, ..FLOOR },
    Candidate { name: "xml-floor-chars", prepare: chars, ..FLOOR },
];

const FLOOR: Candidate = Candidate {
    name: "",
    package: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    format: "xml",
    binding: Binding::Floor,
    operations: &[OperationKind::Decode],
    types: Some(&["echo-float", "echo-float-reply"]),
    reference: false,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare: bytes,
};

/// The tags around the value, as the two messages write them.
fn tags(case: &Case) -> (&'static str, &'static str) {
    match case.message_type.as_deref() {
        Some("echo-float-reply") => ("<result>", "</result>"),
        _ => ("<input xsi:type=\"xsd:float\">", "</input>"),
    }
}

fn bytes(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    let (open, close) = tags(&case);
    decode(case, Bytes { open: open.as_bytes(), close: close.as_bytes() })
}

fn chars(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    let (open, close) = tags(&case);
    decode(case, Chars { open: open.chars().collect(), close: close.chars().collect() })
}

type Error = Box<dyn std::error::Error>;

/// What stands between `open` and `close`.
fn between<'a, T: PartialEq>(text: &'a [T], open: &[T], close: &[T]) -> Result<&'a [T], Error> {
    let start = text.windows(open.len()).position(|window| window == open).ok_or("no start tag")? + open.len();
    let length = text[start..].windows(close.len()).position(|window| window == close).ok_or("no end tag")?;
    Ok(&text[start..start + length])
}

struct Bytes {
    open: &'static [u8],
    close: &'static [u8],
}

impl Decoder for Bytes {
    type Output<'a> = EchoFloat;
    type Error = Error;

    fn decode(&mut self, octets: &[u8]) -> Result<EchoFloat, Error> {
        let text = between(octets, self.open, self.close)?;
        Ok(EchoFloat { value: std::str::from_utf8(text)?.parse()? })
    }

    fn value(output: &EchoFloat) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

struct Chars {
    open: Vec<char>,
    close: Vec<char>,
}

impl Decoder for Chars {
    type Output<'a> = EchoFloat;
    type Error = Error;

    fn decode(&mut self, octets: &[u8]) -> Result<EchoFloat, Error> {
        let characters: Vec<char> = std::str::from_utf8(octets)?.chars().collect();
        let text: String = between(&characters, &self.open, &self.close)?.iter().collect();
        Ok(EchoFloat { value: text.parse()? })
    }

    fn value(output: &EchoFloat) -> Result<Value, ConvertError> {
        to_value(output)
    }
}
