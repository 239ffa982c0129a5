//! The encoding of values in the runner protocol: one tag byte, then a fixed layout. `docs/PROTOCOL.md` tabulates it.
//!
//! Numbers are little-endian; lengths and counts are 32-bit. Every value has one encoding, but for the order of map
//! entries, which is kept. The layout is meant to be read and written in forty lines of any language.

use std::collections::HashSet;

use crate::{Integer, MAX_DEPTH, Value};

pub(crate) const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NEGATIVE: u8 = 3;
const UNSIGNED: u8 = 4;
const FLOAT32: u8 = 5;
const FLOAT64: u8 = 6;
pub(crate) const TEXT: u8 = 7;
const BYTES: u8 = 8;
pub(crate) const SEQUENCE: u8 = 9;
pub(crate) const MAP: u8 = 10;
const ABSENT: u8 = 11;

/// Bytes that are no encoded value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("byte {offset}: {reason}")]
pub struct DecodeError {
    /// Where in the input, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Appends the encoding of `value` to `out`.
///
/// # Errors
/// If a text, bytes, sequence or map is longer than 2^32-1, nesting is deeper than [`MAX_DEPTH`], or a value is
/// absent outside a map.
pub fn encode(value: &Value, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    write(value, out, 0, true)
}

fn write(value: &Value, out: &mut Vec<u8>, depth: usize, in_map: bool) -> Result<(), crate::ConvertError> {
    if depth > MAX_DEPTH {
        return Err(crate::ConvertError(format!("nested deeper than {MAX_DEPTH} levels")));
    }
    match value {
        Value::Null => out.push(NULL),
        Value::Boolean(b) => out.push(if *b { TRUE } else { FALSE }),
        Value::Integer(n) => {
            let n = n.get();
            out.push(if n < 0 { NEGATIVE } else { UNSIGNED });
            // Both halves of the range fit 64 bits, so the low 64 bits of two's complement are the number.
            out.extend_from_slice(&(n as u64).to_le_bytes());
        }
        Value::Float32(x) => {
            out.push(FLOAT32);
            out.extend_from_slice(&x.to_bits().to_le_bytes());
        }
        Value::Float64(x) => {
            out.push(FLOAT64);
            out.extend_from_slice(&x.to_bits().to_le_bytes());
        }
        Value::Text(t) => {
            out.push(TEXT);
            write_bytes(t.as_bytes(), out)?;
        }
        Value::Bytes(o) => {
            out.push(BYTES);
            write_bytes(o, out)?;
        }
        Value::Sequence(items) => {
            start_sequence(items.len(), out)?;
            for item in items {
                write(item, out, depth + 1, false)?;
            }
        }
        Value::Map(entries) => {
            start_map(entries.len(), out)?;
            for (key, value) in entries {
                write_key(key, out)?;
                write(value, out, depth + 1, true)?;
            }
        }
        Value::Absent if in_map => out.push(ABSENT),
        Value::Absent => return Err(crate::ConvertError("absent stands outside a map".into())),
    }
    Ok(())
}

/// Appends the start of a sequence, which so many values must follow.
///
/// # Errors
/// If they are more than 2^32-1.
pub fn start_sequence(items: usize, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    out.push(SEQUENCE);
    write_length(items, out)
}

/// Appends the start of a map, which so many keys must follow, each with its value.
///
/// # Errors
/// If they are more than 2^32-1.
pub fn start_map(entries: usize, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    out.push(MAP);
    write_length(entries, out)
}

/// Appends a key of a map.
///
/// # Errors
/// If it is longer than 2^32-1 bytes.
pub fn write_key(key: &str, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    write_bytes(key.as_bytes(), out)
}

fn write_length(length: usize, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    let length = u32::try_from(length).map_err(|_| crate::ConvertError(format!("a length of {length} is too long")))?;
    out.extend_from_slice(&length.to_le_bytes());
    Ok(())
}

pub(crate) fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    write_length(bytes.len(), out)?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// A node of an encoding that is known to be sound.
pub(crate) enum Token<'a> {
    /// A leaf other than text and bytes.
    Plain(Value),
    Text(&'a str),
    Bytes(&'a [u8]),
    /// So many items follow.
    Sequence(usize),
    /// So many entries follow.
    Map(usize),
}

impl Token<'_> {
    /// The leaf as a value; null for what is none.
    pub(crate) fn value(&self) -> Value {
        match self {
            Token::Plain(value) => value.clone(),
            Token::Text(text) => Value::text(*text),
            Token::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
            Token::Sequence(_) | Token::Map(_) => Value::Null,
        }
    }
}

/// The node at `at`, which moves on: behind a leaf, or to the first item or entry.
pub(crate) fn token<'a>(input: &'a [u8], at: &mut usize) -> Token<'a> {
    let mut reader = Reader { input, offset: *at, memory_left: usize::MAX };
    let token = match input.get(*at) {
        Some(&tag @ (TEXT | BYTES | SEQUENCE | MAP)) => {
            reader.offset += 1;
            match tag {
                TEXT => Token::Text(reader.bytes().ok().and_then(|o| std::str::from_utf8(o).ok()).unwrap_or_default()),
                BYTES => Token::Bytes(reader.bytes().unwrap_or_default()),
                SEQUENCE => Token::Sequence(reader.length().unwrap_or_default()),
                _ => Token::Map(reader.length().unwrap_or_default()),
            }
        }
        _ => Token::Plain(reader.value(0, true).unwrap_or(Value::Null)),
    };
    *at = reader.offset;
    token
}

/// The key of an entry at `at`, which moves behind it.
pub(crate) fn key<'a>(input: &'a [u8], at: &mut usize) -> &'a str {
    let mut reader = Reader { input, offset: *at, memory_left: usize::MAX };
    let key = reader.bytes().ok().and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    *at = reader.offset;
    key
}

/// Reads the one value that `input` holds.
///
/// # Errors
/// If the input ends early or goes on after the value, a tag is unknown, text is not UTF-8, a key occurs twice,
/// nesting is deeper than [`MAX_DEPTH`], a negative tag holds no negative number, or absent is outside a map.
pub fn decode(input: &[u8]) -> Result<Value, DecodeError> {
    decode_within(input, usize::MAX)
}

/// Reads the one value that `input` holds, where it takes at most `memory_bytes` in memory: a null is one byte on the wire
/// and a whole [`Value`] in memory.
///
/// # Errors
/// As [`decode`], and where the value is larger.
pub fn decode_within(input: &[u8], memory_bytes: usize) -> Result<Value, DecodeError> {
    let mut reader = Reader { input, offset: 0, memory_left: memory_bytes };
    let value = reader.value(0, false)?;
    if reader.offset != input.len() {
        return Err(reader.error("bytes after the value"));
    }
    Ok(value)
}

struct Reader<'a> {
    input: &'a [u8],
    offset: usize,
    /// What values may still take in memory, in bytes.
    memory_left: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, reason: impl Into<String>) -> DecodeError {
        DecodeError { offset: self.offset, reason: reason.into() }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let rest = &self.input[self.offset..];
        let Some(taken) = rest.get(..length) else {
            return Err(self.error(format!("{length} bytes announced, {} left", rest.len())));
        };
        self.offset += length;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn length(&mut self) -> Result<usize, DecodeError> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn bytes(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Result<&'a str, DecodeError> {
        let bytes = self.bytes()?;
        std::str::from_utf8(bytes).map_err(|_| self.error("text is not UTF-8"))
    }

    /// Takes note of memory that a value is about to take.
    fn charge(&mut self, bytes: usize) -> Result<(), DecodeError> {
        let left = self.memory_left.checked_sub(bytes);
        self.memory_left = left.ok_or_else(|| self.error("the value takes more memory than is allowed"))?;
        Ok(())
    }

    /// A count of items, each at least one byte long, so that a count cannot make a reader reserve more than the
    /// input could fill.
    fn count(&mut self) -> Result<usize, DecodeError> {
        let count = self.length()?;
        if count > self.input.len() - self.offset {
            return Err(self.error(format!("{count} items announced, {} bytes left", self.input.len() - self.offset)));
        }
        Ok(count)
    }

    fn value(&mut self, depth: usize, in_map: bool) -> Result<Value, DecodeError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        let [tag] = self.array()?;
        Ok(match tag {
            NULL => Value::Null,
            FALSE => Value::Boolean(false),
            TRUE => Value::Boolean(true),
            NEGATIVE => match i64::from_le_bytes(self.array()?) {
                n if n < 0 => Value::Integer(Integer::from(n)),
                _ => return Err(self.error("a negative number that is not negative")),
            },
            UNSIGNED => Value::Integer(Integer::from(u64::from_le_bytes(self.array()?))),
            FLOAT32 => Value::Float32(f32::from_bits(u32::from_le_bytes(self.array()?))),
            FLOAT64 => Value::Float64(f64::from_bits(u64::from_le_bytes(self.array()?))),
            TEXT => {
                let text = self.text()?;
                self.charge(text.len())?;
                Value::Text(text.to_owned())
            }
            BYTES => {
                let bytes = self.bytes()?;
                self.charge(bytes.len())?;
                Value::Bytes(bytes.to_vec())
            }
            SEQUENCE => {
                let count = self.count()?;
                self.charge(count.saturating_mul(size_of::<Value>()))?;
                let mut items = Vec::with_capacity(count);
                for _ in 0..count {
                    items.push(self.value(depth + 1, false)?);
                }
                Value::Sequence(items)
            }
            MAP => self.map(depth)?,
            ABSENT if in_map => Value::Absent,
            ABSENT => return Err(self.error("absent stands outside a map")),
            _ => return Err(self.error(format!("unknown tag {tag}"))),
        })
    }

    fn map(&mut self, depth: usize) -> Result<Value, DecodeError> {
        let count = self.count()?;
        self.charge(count.saturating_mul(size_of::<(String, Value)>()))?;
        let mut seen = HashSet::new();
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let key = self.text()?;
            if !seen.insert(key) {
                return Err(self.error(format!("key {key:?} occurs twice")));
            }
            self.charge(key.len())?;
            entries.push((key.to_owned(), self.value(depth + 1, true)?));
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_larger_than_its_bytes_promise_is_refused_before_it_is_made() {
        let mut nulls = vec![SEQUENCE];
        nulls.extend_from_slice(&1_000_000u32.to_le_bytes());
        nulls.resize(nulls.len() + 1_000_000, NULL);
        let error = decode_within(&nulls, 16 << 20).unwrap_err();
        assert_eq!((error.offset, error.reason.as_str()), (5, "the value takes more memory than is allowed"));
        assert!(decode_within(&nulls, 32 << 20).is_ok());
        let mut text = Vec::new();
        encode(&Value::text("x".repeat(100)), &mut text).unwrap();
        assert!(decode_within(&text, 99).is_err() && decode_within(&text, 100).is_ok());
    }
}
