//! Forms of JSON that hold more than one value, or more than JSON: JSON Lines (<https://jsonlines.org/>), JSON text sequences (RFC 7464),
//! and JSON with comments and with commas before a closing bracket.

use wirecost_value::{Position, Value, json};

use super::{FileError, FilePlace};

/// What each text of a sequence begins with.
const RECORD_SEPARATOR: u8 = 0x1e;

/// Reads one value a line. Empty lines are passed over.
///
/// # Errors
/// If a line is no JSON, with its place; or there is none.
pub fn lines(bytes: &[u8]) -> Result<Vec<Value>, FileError> {
    each(bytes, b'\n')
}

/// Reads a sequence of texts.
///
/// # Errors
/// As [`lines`].
pub fn sequence(bytes: &[u8]) -> Result<Vec<Value>, FileError> {
    each(bytes, RECORD_SEPARATOR)
}

fn each(bytes: &[u8], separator: u8) -> Result<Vec<Value>, FileError> {
    let (mut values, mut line) = (Vec::new(), 0);
    for text in bytes.split_inclusive(|byte| *byte == separator) {
        let own = text.strip_suffix(&[separator]).unwrap_or(text);
        if !own.trim_ascii().is_empty() {
            values.push(json::read(own).map_err(|error| {
                let Position { line: within, column } = error.position;
                FileError { place: FilePlace::Text(Position { line: line + within, column }), reason: error.reason }
            })?);
        }
        line += text.iter().filter(|byte| **byte == b'\n').count();
    }
    if values.is_empty() {
        return Err(FileError::whole("it holds no value"));
    }
    Ok(values)
}

/// Reads JSON with comments, `//` and `/* */`, and with commas before closing brackets.
///
/// # Errors
/// If it is none, with the place.
pub fn with_comments(bytes: &[u8]) -> Result<Value, FileError> {
    json::read(&without_comments(bytes))
        .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason })
}

/// The same text with spaces in the place of what JSON does not have, so that places stay what they are.
fn without_comments(bytes: &[u8]) -> Vec<u8> {
    let mut plain = bytes.to_vec();
    let (mut at, mut comma, mut previous) = (0, None, b'[');
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let length = match byte {
            b'"' => quoted(rest),
            _ if rest.starts_with(b"//") => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            _ if rest.starts_with(b"/*") => {
                rest.windows(2).skip(2).position(|end| end == b"*/").map_or(rest.len(), |end| end + 4)
            }
            _ => 1,
        };
        let is_comment = byte == b'/' && length > 1;
        if is_comment {
            plain[at..at + length].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        } else if !byte.is_ascii_whitespace() {
            if let (b'}' | b']', Some(comma)) = (byte, comma) {
                plain[comma] = b' ';
            }
            // One that follows no value is none that may be left out.
            comma = (byte == b',' && !b"[{,:".contains(&previous)).then_some(at);
            previous = byte;
        }
        at += length;
    }
    plain
}

/// How long the text is that begins here with its quote.
fn quoted(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_sequences_hold_several_values() {
        let due = vec![1.into(), Value::text("a"), Value::Map(vec![("b".into(), Value::Null)])];
        assert_eq!(lines(b"1\n\n\"a\"\r\n{\"b\": null}"), Ok(due.clone()));
        assert_eq!(sequence(b"\x1e1\n\x1e\"a\"\n\x1e{\"b\":\nnull}\n"), Ok(due));
        let error = lines(b"{}\n{\"a\": 1,\n").unwrap_err();
        assert!(error.to_string().starts_with("2:"), "{error}");
        assert_eq!(lines(b"\n \n").unwrap_err().reason, "it holds no value");
    }

    #[test]
    fn comments_and_last_commas_are_passed_over() {
        let text = b"// one\n{\"a//\": [1, /* , */ 2, ], \"b\": \"\\\"/*\", // end\n}\n/* last";
        let due = Value::Map(vec![
            ("a//".into(), Value::Sequence(vec![1.into(), 2.into()])),
            ("b".into(), Value::text("\"/*")),
        ]);
        assert_eq!(with_comments(text), Ok(due));
        let error = with_comments(b"/* 1 */\n{\"a\": nope}").unwrap_err().to_string();
        assert!(error.starts_with("2:7"), "{error}");
        for broken in ["[1,,]", "\"", "/", "[,]", "\"\\"] {
            assert!(with_comments(broken.as_bytes()).is_err(), "{broken}");
        }
    }
}
