//! The characters that the built-in algorithms stand for, and back.

use std::fmt::Write;

use super::encoded::wrong;
use super::{Algorithm, BuiltIn, Encoded};
use crate::error::Result;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends the characters of a value of a built-in algorithm.
pub(super) fn write(value: Encoded<'_>, out: &mut String) -> Result<()> {
    let Algorithm::BuiltIn(algorithm) = value.algorithm else { return Ok(()) };
    match algorithm {
        BuiltIn::Hexadecimal => value.bytes.iter().for_each(|byte| hexadecimal(*byte, out)),
        BuiltIn::Base64 => base64(value.bytes, out),
        BuiltIn::Short => list(value.shorts()?, out, integer),
        BuiltIn::Int => list(value.ints()?, out, integer),
        BuiltIn::Long => list(value.longs()?, out, integer),
        BuiltIn::Boolean => list(value.booleans()?, out, |item, out| out.push_str(if item { "true" } else { "false" })),
        BuiltIn::Float => list(value.floats()?, out, |item, out| number(f64::from(item), item, out)),
        BuiltIn::Double => list(value.doubles()?, out, |item, out| number(item, item, out)),
        BuiltIn::Uuid => list(value.uuids()?.iter(), out, uuid),
        BuiltIn::Cdata => out.push_str(value.cdata()?),
    }
    Ok(())
}

fn list<T>(items: impl Iterator<Item = T>, out: &mut String, write_item: impl Fn(T, &mut String)) {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push(' ');
        }
        write_item(item, out);
    }
}

fn integer(item: impl std::fmt::Display, out: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{item}");
}

/// The lexical form of XML Schema: the shortest digits that give the same number, `INF`, `-INF` and `NaN`.
fn number(item: f64, shown: impl std::fmt::Debug, out: &mut String) {
    if item.is_nan() {
        out.push_str("NaN");
    } else if item.is_infinite() {
        out.push_str(if item > 0.0 { "INF" } else { "-INF" });
    } else {
        let _ = write!(out, "{shown:?}");
    }
}

fn hexadecimal(byte: u8, out: &mut String) {
    for digit in [byte >> 4, byte & 0x0F] {
        out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
    }
}

fn base64(bytes: &[u8], out: &mut String) {
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 0x3F;
            out.push(if digit > group.len() { '=' } else { char::from(BASE64[value as usize]) });
        }
    }
}

fn uuid(bytes: &[u8; 16], out: &mut String) {
    for (i, byte) in bytes.iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            out.push('-');
        }
        let _ = write!(out, "{byte:02x}");
    }
}

impl BuiltIn {
    /// Appends the bytes that encode `text`, the characters of a value of this algorithm.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`](crate::ErrorKind::Algorithm) if the text is not in the algorithm's lexical form.
    pub fn encode_text(self, text: &str, out: &mut Vec<u8>) -> Result<()> {
        let words = || text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        macro_rules! numbers {
            ($item:ty) => {
                for word in words() {
                    let item: $item = word.parse().map_err(|_| wrong(self, "not a number in range"))?;
                    out.extend_from_slice(&item.to_be_bytes());
                }
            };
        }
        match self {
            Self::Hexadecimal => hexadecimal_bytes(text, out)?,
            Self::Base64 => base64_bytes(text, out)?,
            Self::Short => numbers!(i16),
            Self::Int => numbers!(i32),
            Self::Long => numbers!(i64),
            Self::Float => numbers!(f32),
            Self::Double => numbers!(f64),
            Self::Boolean => {
                let items: Result<Vec<bool>> = words()
                    .map(|word| match word {
                        "true" | "1" => Ok(true),
                        "false" | "0" => Ok(false),
                        _ => Err(wrong(self, "not true, false, 1 or 0")),
                    })
                    .collect();
                super::TypedValue::Booleans(&items?).encode(out);
            }
            Self::Uuid => {
                for word in words() {
                    let start = out.len();
                    hexadecimal_bytes(&word.replace('-', ""), out)?;
                    if out.len() - start != 16 {
                        return Err(wrong(self, "not 32 hexadecimal digits"));
                    }
                }
            }
            Self::Cdata => out.extend_from_slice(text.as_bytes()),
        }
        Ok(())
    }
}

fn hexadecimal_bytes(text: &str, out: &mut Vec<u8>) -> Result<()> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |c: u8| char::from(c).to_digit(16).map(|digit| digit as u8);
    for [high, low] in pairs {
        match (digit(*high), digit(*low)) {
            (Some(high), Some(low)) => out.push(high << 4 | low),
            _ => return Err(wrong(BuiltIn::Hexadecimal, "not a hexadecimal digit")),
        }
    }
    if rest.is_empty() { Ok(()) } else { Err(wrong(BuiltIn::Hexadecimal, "an odd number of digits")) }
}

fn base64_bytes(text: &str, out: &mut Vec<u8>) -> Result<()> {
    let (mut bits, mut digits, mut padding) = (0u32, 0, 0);
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace()) {
        if c == b'=' {
            padding += 1;
            continue;
        }
        let Some(value) = BASE64.iter().position(|known| *known == c) else {
            return Err(wrong(BuiltIn::Base64, "not a base 64 digit"));
        };
        if padding > 0 {
            return Err(wrong(BuiltIn::Base64, "digits after the padding"));
        }
        bits = (bits << 6) | value as u32;
        digits += 1;
        if digits % 4 == 0 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    match (digits % 4, padding) {
        (0, 0) => {}
        (2, 2) => out.push((bits >> 4) as u8),
        (3, 1) => out.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => return Err(wrong(BuiltIn::Base64, "the padding does not complete the last group")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_every_algorithm_comes_back() {
        let texts = [
            (BuiltIn::Hexadecimal, "00FF7A"),
            (BuiltIn::Base64, "AAEC"),
            (BuiltIn::Base64, "AAE="),
            (BuiltIn::Base64, "AA=="),
            (BuiltIn::Short, "-32768 0 32767"),
            (BuiltIn::Int, "-2147483648 7"),
            (BuiltIn::Long, "9223372036854775807 -1"),
            (BuiltIn::Boolean, "true false true"),
            (BuiltIn::Float, "1.0 -0.1 3.4028235e38 INF -INF NaN"),
            (BuiltIn::Double, "1.7976931348623157e308 0.1"),
            (BuiltIn::Uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
            (BuiltIn::Cdata, "a < b & c"),
        ];
        for (algorithm, text) in texts {
            let (mut bytes, mut back) = (Vec::new(), String::new());
            algorithm.encode_text(text, &mut bytes).unwrap();
            write(Encoded { algorithm: Algorithm::BuiltIn(algorithm), bytes: &bytes }, &mut back).unwrap();
            assert_eq!(back, text, "{}", algorithm.name());
        }
    }

    #[test]
    fn text_outside_the_lexical_form_is_an_error() {
        let wrong = [
            (BuiltIn::Hexadecimal, "0"),
            (BuiltIn::Hexadecimal, "0g"),
            (BuiltIn::Base64, "A"),
            (BuiltIn::Base64, "AA="),
            (BuiltIn::Base64, "A=AA"),
            (BuiltIn::Base64, "A~=="),
            (BuiltIn::Short, "32768"),
            (BuiltIn::Boolean, "yes"),
            (BuiltIn::Uuid, "6ba7b810"),
        ];
        for (algorithm, text) in wrong {
            assert!(algorithm.encode_text(text, &mut Vec::new()).is_err(), "{} of {text}", algorithm.name());
        }
    }
}
