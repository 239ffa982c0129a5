//! The encoding of values in the runner protocol: one tag octet, then a fixed layout. `docs/PROTOCOL.md` tabulates it.
//!
//! Numbers are little-endian; lengths and counts are 32-bit. Every value has one encoding, but for the order of map
//! entries, which is kept. The layout is meant to be read and written in forty lines of any language.

use std::collections::HashSet;

use crate::{Integer, MAX_DEPTH, Value};

const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NEGATIVE: u8 = 3;
const UNSIGNED: u8 = 4;
const FLOAT32: u8 = 5;
const FLOAT64: u8 = 6;
const TEXT: u8 = 7;
const OCTETS: u8 = 8;
const SEQUENCE: u8 = 9;
const MAP: u8 = 10;
const ABSENT: u8 = 11;

/// Octets that are no encoded value.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("octet {offset}: {reason}")]
pub struct DecodeError {
    /// Where in the input, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Appends the encoding of `value` to `out`.
///
/// # Errors
/// Where a text, octets, sequence or map is longer than 2^32-1, nesting is deeper than [`MAX_DEPTH`], or a value is
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
            write_octets(t.as_bytes(), out)?;
        }
        Value::Octets(o) => {
            out.push(OCTETS);
            write_octets(o, out)?;
        }
        Value::Sequence(items) => {
            out.push(SEQUENCE);
            write_length(items.len(), out)?;
            for item in items {
                write(item, out, depth + 1, false)?;
            }
        }
        Value::Map(entries) => {
            out.push(MAP);
            write_length(entries.len(), out)?;
            for (key, value) in entries {
                write_octets(key.as_bytes(), out)?;
                write(value, out, depth + 1, true)?;
            }
        }
        Value::Absent if in_map => out.push(ABSENT),
        Value::Absent => return Err(crate::ConvertError("absent stands outside a map".into())),
    }
    Ok(())
}

fn write_length(length: usize, out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    let length = u32::try_from(length).map_err(|_| crate::ConvertError(format!("a length of {length} is too long")))?;
    out.extend_from_slice(&length.to_le_bytes());
    Ok(())
}

fn write_octets(octets: &[u8], out: &mut Vec<u8>) -> Result<(), crate::ConvertError> {
    write_length(octets.len(), out)?;
    out.extend_from_slice(octets);
    Ok(())
}

/// Reads the one value that `input` holds.
///
/// # Errors
/// Where the input ends early or goes on after the value, a tag is unknown, text is not UTF-8, a key stands twice,
/// nesting is deeper than [`MAX_DEPTH`], a negative tag holds no negative number, or absent stands outside a map.
pub fn decode(input: &[u8]) -> Result<Value, DecodeError> {
    let mut reader = Reader { input, offset: 0 };
    let value = reader.value(0, false)?;
    if reader.offset != input.len() {
        return Err(reader.error("octets after the value"));
    }
    Ok(value)
}

struct Reader<'a> {
    input: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, reason: impl Into<String>) -> DecodeError {
        DecodeError { offset: self.offset, reason: reason.into() }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let rest = &self.input[self.offset..];
        let Some(taken) = rest.get(..length) else {
            return Err(self.error(format!("{length} octets announced, {} left", rest.len())));
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

    fn octets(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Result<String, DecodeError> {
        let octets = self.octets()?;
        std::str::from_utf8(octets).map(str::to_owned).map_err(|_| self.error("text is not UTF-8"))
    }

    /// A count of items, each at least one octet long, so that a count cannot make a reader reserve more than the
    /// input could fill.
    fn count(&mut self) -> Result<usize, DecodeError> {
        let count = self.length()?;
        if count > self.input.len() - self.offset {
            return Err(self.error(format!("{count} items announced, {} octets left", self.input.len() - self.offset)));
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
            TEXT => Value::Text(self.text()?),
            OCTETS => Value::Octets(self.octets()?.to_vec()),
            SEQUENCE => {
                let count = self.count()?;
                Value::Sequence((0..count).map(|_| self.value(depth + 1, false)).collect::<Result<_, _>>()?)
            }
            MAP => self.map(depth)?,
            ABSENT if in_map => Value::Absent,
            ABSENT => return Err(self.error("absent stands outside a map")),
            _ => return Err(self.error(format!("unknown tag {tag}"))),
        })
    }

    fn map(&mut self, depth: usize) -> Result<Value, DecodeError> {
        let count = self.count()?;
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        for _ in 0..count {
            let key = self.text()?;
            if !seen.insert(key.clone()) {
                return Err(self.error(format!("key {key:?} stands twice")));
            }
            entries.push((key, self.value(depth + 1, true)?));
        }
        Ok(Value::Map(entries))
    }
}
