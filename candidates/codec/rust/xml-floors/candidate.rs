//! Floors for XML: what it takes to find one value in a message whose text is known, without a parser.
//!
//! README.md says what was chosen and why.

use std::borrow::Cow;

use serde::Serialize;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Prepared, decode};

/// The bytes, and what they find as a float.
pub fn bytes(case: Case) -> Prepared {
    decode(case.clone(), Converted(Bytes::of(&case)))
}

/// The characters, and what they find as a float.
pub fn chars(case: Case) -> Prepared {
    decode(case.clone(), Converted(Chars::of(&case)))
}

/// The bytes, and what they find as text.
pub fn bytes_text(case: Case) -> Prepared {
    decode(case.clone(), Copied(Bytes::of(&case)))
}

/// The characters, and what they find as text.
pub fn chars_text(case: Case) -> Prepared {
    decode(case.clone(), Copied(Chars::of(&case)))
}

/// The message.
#[derive(Serialize)]
struct EchoFloat {
    value: f32,
}

type Error = Box<dyn std::error::Error>;

/// Finds the value in a message, as it is written there.
trait Scan: 'static {
    fn scan<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, Error>;
}

/// The tags around the value, as the two messages write them.
fn tags(case: &Case) -> (&'static str, &'static str) {
    match case.message_type.as_deref() {
        Some("echo-float-reply") => ("<result>", "</result>"),
        _ => ("<input xsi:type=\"xsd:float\">", "</input>"),
    }
}

/// What is between `open` and `close`.
fn between<'a, T: PartialEq>(text: &'a [T], open: &[T], close: &[T]) -> Result<&'a [T], Error> {
    let start = text.windows(open.len()).position(|window| window == open).ok_or("no start tag")? + open.len();
    let length = text[start..].windows(close.len()).position(|window| window == close).ok_or("no end tag")?;
    Ok(&text[start..start + length])
}

struct Bytes {
    open: &'static [u8],
    close: &'static [u8],
}

impl Bytes {
    fn of(case: &Case) -> Self {
        let (open, close) = tags(case);
        Self { open: open.as_bytes(), close: close.as_bytes() }
    }
}

impl Scan for Bytes {
    fn scan<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, Error> {
        Ok(Cow::Borrowed(std::str::from_utf8(between(bytes, self.open, self.close)?)?))
    }
}

struct Chars {
    open: Vec<char>,
    close: Vec<char>,
}

impl Chars {
    fn of(case: &Case) -> Self {
        let (open, close) = tags(case);
        Self { open: open.chars().collect(), close: close.chars().collect() }
    }
}

impl Scan for Chars {
    fn scan<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, Error> {
        let characters: Vec<char> = std::str::from_utf8(bytes)?.chars().collect();
        Ok(Cow::Owned(between(&characters, &self.open, &self.close)?.iter().collect()))
    }
}

/// The value as a float.
struct Converted<S>(S);

impl<S: Scan> Decoder for Converted<S> {
    type Output<'a> = EchoFloat;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<EchoFloat, Error> {
        Ok(EchoFloat { value: self.0.scan(bytes)?.parse()? })
    }

    fn value(output: &EchoFloat) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

/// The value as text of its own.
struct Copied<S>(S);

impl<S: Scan> Decoder for Copied<S> {
    type Output<'a> = String;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<String, Error> {
        Ok(self.0.scan(bytes)?.into_owned())
    }

    fn value(output: &String) -> Result<Value, ConvertError> {
        to_value(&EchoFloat { value: output.parse().map_err(serde::ser::Error::custom)? })
    }
}
