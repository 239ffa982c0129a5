//! JSON (RFC 8259) to data tree and back.
//!
//! A number without fraction and exponent is an integer and must fit 64 bits; any other is the nearest binary64.
//! Reading goes through json-event-parser and so never through a parser that is measured.

use std::collections::HashSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use json_event_parser::{JsonEvent, LowLevelJsonParser};

use crate::tape::TapeBuilder;
use crate::{ConvertError, Integer, MAX_DEPTH, Position, Tape, Value};

/// A text that is no JSON document, or one without a data tree.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{position}: {reason}")]
pub struct ReadError {
    /// Where.
    pub position: Position,
    /// What is wrong there.
    pub reason: String,
}

/// Reads the one JSON value of `bytes`.
///
/// # Errors
/// If the text is broken, nests deeper than [`MAX_DEPTH`], has a key twice in one object, an integer beyond 64
/// bits or a number beyond binary64.
pub fn read(bytes: &[u8]) -> Result<Value, ReadError> {
    let mut reader = Reader::new(bytes);
    let first = reader.next()?;
    let value = reader.value(first, 0)?;
    match reader.next()? {
        JsonEvent::Eof => Ok(value),
        _ => Err(reader.error("text after the value")),
    }
}

/// Reads the one JSON value of `bytes` as [`read`] does, into the memory of a tape.
///
/// # Errors
/// As [`read`].
pub fn read_tape(bytes: &[u8]) -> Result<Tape, ReadError> {
    let mut reader = Reader::new(bytes);
    let mut tape = TapeBuilder::default();
    let first = reader.next()?;
    reader.node(first, 0, &mut tape)?;
    match reader.next()? {
        JsonEvent::Eof => Ok(tape.finish()),
        _ => Err(reader.error("text after the value")),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    parser: LowLevelJsonParser,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, parser: LowLevelJsonParser::new().with_max_stack_size(2 * MAX_DEPTH + 2) }
    }

    /// Writes a value to a tape, in the order in which it stands.
    fn node(&mut self, event: JsonEvent<'a>, depth: usize, tape: &mut TapeBuilder) -> Result<(), ReadError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        let written = match event {
            JsonEvent::Null => tape.leaf(&Value::Null),
            JsonEvent::Boolean(b) => tape.leaf(&Value::Boolean(b)),
            JsonEvent::String(text) => tape.text(&text),
            JsonEvent::Number(text) => tape.leaf(&number(&text).map_err(|reason| self.error(reason))?),
            JsonEvent::StartArray => {
                tape.sequence().map_err(|error| self.error(error.to_string()))?;
                loop {
                    match self.next()? {
                        JsonEvent::EndArray => break tape.end(),
                        event => self.node(event, depth + 1, tape)?,
                    }
                }
                Ok(())
            }
            JsonEvent::StartObject => {
                tape.map().map_err(|error| self.error(error.to_string()))?;
                return self.entries(depth, tape);
            }
            event => return Err(self.error(format!("unexpected {event:?}"))),
        };
        written.map_err(|error| self.error(error.to_string()))
    }

    fn entries(&mut self, depth: usize, tape: &mut TapeBuilder) -> Result<(), ReadError> {
        let mut seen = HashSet::new();
        loop {
            match self.next()? {
                JsonEvent::EndObject => break,
                JsonEvent::ObjectKey(key) => {
                    tape.key(&key).map_err(|error| self.error(error.to_string()))?;
                    if let Some(key) = seen.replace(key) {
                        return Err(self.error(format!("key {key:?} occurs twice in one object")));
                    }
                    let event = self.next()?;
                    self.node(event, depth + 1, tape)?;
                }
                event => return Err(self.error(format!("unexpected {event:?}"))),
            }
        }
        tape.end();
        Ok(())
    }

    fn error(&self, reason: impl Into<String>) -> ReadError {
        ReadError { position: Position::at(self.bytes, self.offset), reason: reason.into() }
    }

    fn next(&mut self) -> Result<JsonEvent<'a>, ReadError> {
        let start = self.offset;
        let result = self.parser.parse_next(&self.bytes[start..], true);
        self.offset += result.consumed_bytes;
        match result.event {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                let offset = usize::try_from(error.location().start.offset).unwrap_or(usize::MAX);
                let at = |offset| Position::at(self.bytes, offset);
                Err(match half_character(self.bytes, start) {
                    Some((half, digits)) => ReadError {
                        position: at(half),
                        reason: format!("{digits} is half of a character (a lone surrogate), which no text holds"),
                    },
                    None => ReadError { position: at(offset), reason: error.message().to_owned() },
                })
            }
            None => Err(self.error("the text ends early")),
        }
    }

    fn value(&mut self, event: JsonEvent<'a>, depth: usize) -> Result<Value, ReadError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(match event {
            JsonEvent::Null => Value::Null,
            JsonEvent::Boolean(b) => Value::Boolean(b),
            JsonEvent::String(text) => Value::Text(text.into_owned()),
            JsonEvent::Number(text) => number(&text).map_err(|reason| self.error(reason))?,
            JsonEvent::StartArray => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        JsonEvent::EndArray => break Value::Sequence(items),
                        event => items.push(self.value(event, depth + 1)?),
                    }
                }
            }
            JsonEvent::StartObject => self.object(depth)?,
            event => return Err(self.error(format!("unexpected {event:?}"))),
        })
    }

    fn object(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        loop {
            match self.next()? {
                JsonEvent::EndObject => return Ok(Value::Map(entries)),
                JsonEvent::ObjectKey(key) => {
                    if !seen.insert(key.clone()) {
                        return Err(self.error(format!("key {key:?} occurs twice in one object")));
                    }
                    let event = self.next()?;
                    entries.push((key.into_owned(), self.value(event, depth + 1)?));
                }
                event => return Err(self.error(format!("unexpected {event:?}"))),
            }
        }
    }
}

/// The first escape of a surrogate without its other half in the text that begins at `start`.
fn half_character(bytes: &[u8], start: usize) -> Option<(usize, String)> {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut at = start + bytes.get(start..)?.iter().position(|byte| *byte == b'"')? + 1;
    while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'"') {
        let (high, low) = (unit(at), unit(at + 6));
        match (high, low) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at += 12,
            (Some(0xd800..=0xdfff), _) => return Some((at, String::from_utf8_lossy(&bytes[at..at + 6]).into_owned())),
            _ => at += if *byte == b'\\' { 2 } else { 1 },
        }
    }
    None
}

fn number(text: &str) -> Result<Value, String> {
    // "-0" is no integer: the sign of zero would be lost.
    if text == "-0" || text.contains(['.', 'e', 'E']) {
        return match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Value::Float64(x)),
            _ => Err(format!("{} is beyond the range of a 64-bit float", cut(text))),
        };
    }
    text.parse::<i128>()
        .ok()
        .and_then(|n| Integer::try_from(n).ok())
        .map(Value::Integer)
        .ok_or_else(|| format!("{} does not fit a 64-bit integer", cut(text)))
}

/// A number as an error shows it: of a long one, its beginning and its length.
fn cut(text: &str) -> String {
    /// More digits than a person compares, and than any number has that is in range.
    const SHOWN: usize = 40;
    match text.get(..SHOWN) {
        Some(start) if text.len() > SHOWN => format!("{start}... ({} characters)", text.len()),
        _ => text.to_owned(),
    }
}

/// Writes a data tree as JSON without insignificant white space, entries in their order.
///
/// Floats are written as the shortest decimal that reads back to the same bits. Bytes are written as base64 text,
/// which only a [`Shape`](crate::Shape) reads back as bytes.
///
/// # Errors
/// If the tree holds what JSON has no way to write: NaN, an infinity, or absent outside a map.
pub fn write(value: &Value) -> Result<Vec<u8>, ConvertError> {
    let mut out = Vec::new();
    write_value(value, &mut out)?;
    Ok(out)
}

fn write_value(value: &Value, out: &mut Vec<u8>) -> Result<(), ConvertError> {
    match value {
        Value::Bytes(bytes) => scalar(&BASE64_STANDARD.encode(bytes), out)?,
        Value::Float32(x) if !x.is_finite() => return Err(ConvertError(format!("{x}, which JSON cannot hold"))),
        Value::Float64(x) if !x.is_finite() => return Err(ConvertError(format!("{x}, which JSON cannot hold"))),
        Value::Absent => return Err(ConvertError("absent outside a map, which JSON cannot hold".into())),
        Value::Null => out.extend_from_slice(b"null"),
        Value::Boolean(b) => scalar(b, out)?,
        Value::Integer(n) => out.extend_from_slice(n.get().to_string().as_bytes()),
        Value::Float32(x) => scalar(x, out)?,
        Value::Float64(x) => scalar(x, out)?,
        Value::Text(text) => scalar(text, out)?,
        Value::Sequence(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_value(item, out)?;
            }
            out.push(b']');
        }
        Value::Map(entries) => {
            out.push(b'{');
            let present = entries.iter().filter(|(_, value)| !matches!(value, Value::Absent));
            for (index, (key, value)) in present.enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                scalar(key, out)?;
                out.push(b':');
                write_value(value, out)?;
            }
            out.push(b'}');
        }
    }
    Ok(())
}

fn scalar<T: serde::Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), ConvertError> {
    serde_json::to_writer(out, value).map_err(|error| ConvertError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_number_is_cut_in_the_error() {
        for (text, says) in
            [("1".repeat(1_000_000), "64-bit integer"), (format!("{}.5e9", "1".repeat(9_999)), "64-bit float")]
        {
            let reason = read(text.as_bytes()).unwrap_err().reason;
            assert!(
                reason.starts_with("1111") && reason.contains("... (1000") && reason.contains(says),
                "{reason:.200}"
            );
            assert!(reason.len() < 120, "{}", reason.len());
        }
    }

    #[test]
    fn says_where_a_document_is_broken() {
        for (text, line, column, says) in [
            ("{\n  \"a\": }", 2, 8, ""),
            ("{\"a\":1,\n\"a\":2}", 2, 4, "occurs twice"),
            ("[18446744073709551616]", 1, 22, "64-bit integer"),
            ("[1e999]", 1, 7, "64-bit float"),
            ("1 2", 1, 3, ""),
            ("", 1, 1, ""),
            ("[", 1, 2, ""),
            (r#"{"a": "x\ud800"}"#, 1, 9, r"\ud800 is half of a character"),
            (r#"["\udc00\ud800"]"#, 1, 3, r"\udc00 is half of a character"),
            (r#"["\ud83d\ude00\\ud800", ]"#, 1, 25, ""),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.reason.contains(says), "{text}: {error}");
            assert_eq!((error.position.line, error.position.column), (line, column), "{text}: {error}");
        }
        assert!(read(b"\"\xff\"").is_err());
        assert_eq!(read(br#""\ud83d\ude00""#).unwrap(), Value::text("\u{1f600}"));
    }

    #[test]
    fn keeps_every_number() {
        for text in ["18446744073709551615", "-9223372036854775808", "9007199254740993", "-0.0", "5e-324", "0.1"] {
            assert_eq!(write(&read(text.as_bytes()).unwrap()).unwrap(), text.as_bytes());
        }
        assert_eq!(read(b"-0").unwrap(), Value::Float64(-0.0));
    }

    #[test]
    fn limits_depth() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(nested(MAX_DEPTH).as_bytes()).is_ok());
        assert!(read(nested(MAX_DEPTH + 2).as_bytes()).unwrap_err().reason.contains("deep"));
        assert!(read("[".repeat(1_000_000).as_bytes()).is_err());
    }

    #[test]
    fn refuses_to_write_what_json_cannot_hold() {
        for value in [Value::Float64(f64::NAN), Value::Float32(f32::INFINITY), Value::Absent] {
            assert!(write(&value).is_err(), "{value:?}");
        }
    }
}
