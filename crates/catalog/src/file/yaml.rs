//! YAML 1.2 to data tree, by the core schema: <https://yaml.org/spec/1.2.2/#103-core-schema>.
//!
//! An alias stands for a copy of what it names. The merge key of YAML 1.1 and tags beyond the core schema and `!!binary` are
//! refused, since what they mean depends on who reads them.

use std::borrow::Cow;
use std::collections::HashMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};
use wirecost_value::{Integer, MAX_DEPTH, Position, Value};

use super::{Entries, FileError, FilePlace, too_deep};

/// What aliases may repeat altogether: values, and bytes of text. An alias of a few bytes may name what is made of aliases.
const MAX_REPEATED: usize = 4 << 20;

/// Reads the one document of `bytes`.
///
/// # Errors
/// If the text is broken, holds no document or several, or holds what has no place in the data tree: a key that is no
/// text or occurs twice, an integer beyond 64 bits, a tag of its own.
pub fn read(bytes: &[u8]) -> Result<Value, FileError> {
    built(bytes, Builder::default())
}

/// As [`read`], where a key is the text that is written, as JSON would have it: OpenAPI has statuses as keys, such as 200.
///
/// # Errors
/// As [`read`], but for keys that are numbers or other scalars.
pub fn read_as_json(bytes: &[u8]) -> Result<Value, FileError> {
    built(bytes, Builder { has_plain_keys: true, ..Builder::default() })
}

fn built(bytes: &[u8], mut builder: Builder) -> Result<Value, FileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| FileError {
        place: FilePlace::Text(Position::at(bytes, error.valid_up_to())),
        reason: "not UTF-8".into(),
    })?;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|scan| error(*scan.marker(), scan.info()))?;
        builder.add(event).map_err(|reason| error(span.start, reason))?;
    }
    builder.document.ok_or_else(|| FileError::whole("it holds no document"))
}

fn error(marker: Marker, reason: impl Into<String>) -> FileError {
    let position = Position { line: marker.line(), column: marker.col() + 1 };
    FileError { place: FilePlace::Text(position), reason: reason.into() }
}

/// Makes a tree of events, without recursion: the parser nests as deep as the text says.
#[derive(Default)]
struct Builder {
    document: Option<Value>,
    /// The collections that are open, the innermost last.
    open: Vec<Open>,
    /// What aliases may name, by the parser's number, with its weight.
    anchors: HashMap<usize, (Value, usize)>,
    /// The weight of all copies made for anchors and aliases.
    repeated: usize,
    /// Whether a key is the text that is written, whatever it would be as a value.
    has_plain_keys: bool,
}

/// A collection under construction.
struct Open {
    collection: Collection,
    anchor: usize,
}

enum Collection {
    Sequence(Vec<Value>),
    Map(Entries),
}

impl Builder {
    fn add(&mut self, event: Event<'_>) -> Result<(), String> {
        let collection = match event {
            Event::Scalar(text, style, anchor, tag) => {
                if style == ScalarStyle::Plain && text == "<<" && self.wants_key() {
                    return Err("the merge key <<, which YAML 1.2 does not define; write out what it merges".into());
                }
                if self.has_plain_keys && self.wants_key() {
                    return self.anchored(Value::text(text), anchor);
                }
                return self.anchored(scalar(text, style, tag.as_deref())?, anchor);
            }
            Event::Alias(anchor) => return self.repeat(anchor),
            Event::SequenceStart(anchor, tag) => {
                fits(tag.as_deref(), "seq")?;
                Open { collection: Collection::Sequence(Vec::new()), anchor }
            }
            Event::MappingStart(anchor, tag) => {
                fits(tag.as_deref(), "map")?;
                Open { collection: Collection::Map(Entries::default()), anchor }
            }
            Event::SequenceEnd | Event::MappingEnd => return self.close(),
            Event::DocumentStart(_) if self.document.is_some() => {
                return Err("a second document; a message is one".into());
            }
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {
                return Ok(());
            }
        };
        if self.open.len() > MAX_DEPTH {
            return Err(too_deep());
        }
        self.open.push(collection);
        Ok(())
    }

    fn wants_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { collection: Collection::Map(entries), .. }) if entries.next.is_none())
    }

    fn close(&mut self) -> Result<(), String> {
        let Some(Open { collection, anchor }) = self.open.pop() else {
            return Err("an end without a beginning".into());
        };
        let value = match collection {
            Collection::Sequence(items) => Value::Sequence(items),
            Collection::Map(entries) => entries.finish(),
        };
        self.anchored(value, anchor)
    }

    /// Places a value that an alias may name; the parser counts anchors from 1.
    fn anchored(&mut self, value: Value, anchor: usize) -> Result<(), String> {
        if anchor > 0 {
            let weight = weight(&value);
            self.spend(weight)?;
            self.anchors.insert(anchor, (value.clone(), weight));
        }
        self.place(value)
    }

    fn repeat(&mut self, anchor: usize) -> Result<(), String> {
        let (value, weight) = self
            .anchors
            .get(&anchor)
            .cloned()
            .ok_or("an alias that contains itself; no data tree holds what has no end")?;
        self.spend(weight)?;
        self.place(value)
    }

    fn spend(&mut self, weight: usize) -> Result<(), String> {
        self.repeated = self.repeated.saturating_add(weight);
        if self.repeated > MAX_REPEATED {
            return Err(format!(
                "anchors and aliases repeat more than {MAX_REPEATED} bytes; write out what they stand for"
            ));
        }
        Ok(())
    }

    fn place(&mut self, value: Value) -> Result<(), String> {
        match self.open.last_mut().map(|open| &mut open.collection) {
            Some(Collection::Sequence(items)) => items.push(value),
            Some(Collection::Map(entries)) if entries.next.is_none() => entries.key(value)?,
            Some(Collection::Map(entries)) => entries.value(value),
            None => self.document = Some(value),
        }
        Ok(())
    }
}

/// Values and bytes in a tree, which is what a copy of it costs.
fn weight(value: &Value) -> usize {
    1 + match value {
        Value::Text(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Sequence(items) => items.iter().map(weight).sum(),
        Value::Map(entries) => entries.iter().map(|(key, value)| key.len() + weight(value)).sum(),
        _ => 0,
    }
}

/// Refuses a tag other than that of the core schema's `kind`.
fn fits(tag: Option<&Tag>, kind: &str) -> Result<(), String> {
    match tag {
        None => Ok(()),
        Some(tag) if tag.is_yaml_core_schema() && tag.suffix == kind => Ok(()),
        Some(tag) => Err(format!("the tag {tag}, which the data tree does not hold")),
    }
}

fn scalar(text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, String> {
    let Some(tag) = tag else {
        return if style == ScalarStyle::Plain { resolve(&text) } else { Ok(Value::Text(text.into_owned())) };
    };
    let misfit = || Err(format!("{text:?} is no {}", tag.suffix));
    match (tag.is_yaml_core_schema(), tag.suffix.as_str()) {
        (true, "str") => Ok(Value::Text(text.into_owned())),
        (true, "binary") => {
            let packed: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
            BASE64_STANDARD.decode(packed).map(Value::Bytes).or_else(|_| misfit())
        }
        (true, "float") => match resolve(&text)? {
            Value::Integer(n) => Ok(Value::Float64(n.get() as f64)),
            value @ Value::Float64(_) => Ok(value),
            _ => misfit(),
        },
        (true, "int" | "bool" | "null") => match (resolve(&text)?, tag.suffix.as_str()) {
            (value @ Value::Integer(_), "int") | (value @ Value::Boolean(_), "bool") => Ok(value),
            (value @ Value::Null, "null") => Ok(value),
            _ => misfit(),
        },
        _ => Err(format!("the tag {tag}, which the data tree does not hold")),
    }
}

/// What a plain scalar is by the core schema (YAML 1.2.2, section 10.3.2).
fn resolve(text: &str) -> Result<Value, String> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::Null),
        "true" | "True" | "TRUE" => return Ok(Value::Boolean(true)),
        "false" | "False" | "FALSE" => return Ok(Value::Boolean(false)),
        ".nan" | ".NaN" | ".NAN" => return Ok(Value::Float64(f64::NAN)),
        // As in JSON: as an integer it would lose its sign.
        "-0" => return Ok(Value::Float64(-0.0)),
        _ => {}
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let infinity = || if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
    let digits = |rest: &str, radix| !rest.is_empty() && rest.chars().all(|c: char| c.is_digit(radix));
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Ok(Value::Float64(infinity()));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(rest) = text.strip_prefix(prefix).filter(|rest| digits(rest, radix)) {
            return integer(text, i128::from_str_radix(rest, radix));
        }
    }
    if digits(unsigned, 10) {
        return integer(text, text.parse());
    }
    if is_float(unsigned) {
        return match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Value::Float64(x)),
            _ => Err(format!("{text} is beyond the range of a 64-bit float")),
        };
    }
    Ok(Value::text(text))
}

fn integer(text: &str, parsed: Result<i128, std::num::ParseIntError>) -> Result<Value, String> {
    let fitting = parsed.ok().and_then(|n| Integer::try_from(n).ok());
    fitting.map(Value::Integer).ok_or_else(|| format!("{text} does not fit a 64-bit integer"))
}

/// Whether a text without its sign is `( "." [0-9]+ | [0-9]+ ( "." [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
fn is_float(unsigned: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_fits = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    mantissa_fits && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_as_the_core_schema_says() {
        for (text, value) in [
            ("~", Value::Null),
            ("yes", Value::text("yes")),
            ("True", Value::Boolean(true)),
            ("0o17", 15.into()),
            ("0xff", 255.into()),
            ("+12", 12.into()),
            ("012", 12.into()),
            ("18446744073709551615", u64::MAX.into()),
            ("1e3", Value::Float64(1000.0)),
            (".5", Value::Float64(0.5)),
            ("-.inf", Value::Float64(f64::NEG_INFINITY)),
            ("-0", Value::Float64(-0.0)),
            ("1.2.3", Value::text("1.2.3")),
            ("1e", Value::text("1e")),
            (".", Value::text(".")),
            ("'12'", Value::text("12")),
            ("!!str 12", Value::text("12")),
            ("!!float 12", Value::Float64(12.0)),
            ("!!binary AQI=", Value::Bytes(vec![1, 2])),
            ("|\n  two\n  lines\n", Value::text("two\nlines\n")),
        ] {
            assert_eq!(read(text.as_bytes()), Ok(value), "{text}");
        }
        let text = "a: &x [1, {b: c}]\nd: *x\n";
        let sequence = Value::Sequence(vec![1.into(), Value::Map(vec![("b".into(), Value::text("c"))])]);
        let map = Value::Map(vec![("a".into(), sequence.clone()), ("d".into(), sequence)]);
        assert_eq!(read(text.as_bytes()), Ok(map));
    }

    #[test]
    fn says_where_a_file_is_broken() {
        for (text, line, says) in [
            ("a: 1\na: 2\n", 2, "twice"),
            ("a: b: c\n", 1, ""),
            ("a: 1\ntrue: 2\n", 2, "a map key is boolean"),
            ("a: 1\nb: *x\n", 2, ""),
            ("- 1\n---\n- 2\n", 2, "second document"),
            ("a: {b: 1}\nc:\n  <<: {d: 1}\n", 3, "merge"),
            ("a: !mine 1\n", 1, "tag"),
            ("a: !!int x\n", 1, "\"x\" is no int"),
            ("a: 18446744073709551616\n", 1, "64-bit integer"),
            ("a: 1e999\n", 1, "64-bit float"),
            ("&x [*x]", 1, "alias"),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.reason.contains(says), "{text}: {error}");
            assert!(matches!(error.place, FilePlace::Text(at) if at.line == line), "{text}: {error}");
        }
        assert_eq!(read(b"").unwrap_err().reason, "it holds no document");
        assert_eq!(read(b"a: \xff").unwrap_err().reason, "not UTF-8");
    }

    #[test]
    fn limits_depth_and_what_aliases_repeat() {
        let deep: String = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        assert!(read(deep.as_bytes()).unwrap_err().reason.contains("deeper"));
        assert!(read("[".repeat(100_000).as_bytes()).is_err());
        let mut laughs = "a0: &a0 [ha, ha]\n".to_owned();
        for n in 1..40 {
            laughs += &format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1);
        }
        assert!(read(laughs.as_bytes()).unwrap_err().reason.contains("repeat"));
    }
}
