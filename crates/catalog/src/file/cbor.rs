//! CBOR (RFC 8949) to data tree.
//!
//! The generic data model of RFC 8949, section 2, does not distinguish floats of different widths, so all are read as
//! 64-bit floats.

use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};
use wirecost_value::{Integer, MAX_DEPTH, Value};

use super::{Entries, FileError, Place, too_deep};

/// "Self-described CBOR", RFC 8949, section 3.4.6: says what the file is and nothing about its value.
const SELF_DESCRIBED: u64 = 55_799;

/// Reads the one data item of `bytes`.
///
/// # Errors
/// If the bytes are broken, or hold what has no place in the data tree: a tag, `undefined` or another simple value, an
/// integer beyond 64 bits, a key that is no text, a key that occurs twice.
pub fn read(bytes: &[u8]) -> Result<Value, FileError> {
    let mut reader = Reader { decoder: Decoder::new(bytes) };
    if reader.kind()? == Type::Tag && reader.tag()? != SELF_DESCRIBED {
        reader.decoder.set_position(0);
    }
    let value = reader.value(0)?;
    match bytes.len() - reader.decoder.position() {
        0 => Ok(value),
        more => Err(reader.error(format!("{more} bytes after the data item"))),
    }
}

struct Reader<'a> {
    decoder: Decoder<'a>,
}

fn at(offset: usize, reason: impl Into<String>) -> FileError {
    FileError { place: Place::Byte(offset), reason: reason.into() }
}

impl Reader<'_> {
    fn error(&self, reason: impl Into<String>) -> FileError {
        at(self.decoder.position(), reason)
    }

    /// What the library says, at the item that began at `start` where it does not say where.
    fn broken(start: usize) -> impl Fn(Error) -> FileError {
        move |error| {
            let reason = if error.is_end_of_input() { "the file ends early".into() } else { error.to_string() };
            at(error.position().unwrap_or(start), reason)
        }
    }

    fn kind(&self) -> Result<Type, FileError> {
        self.decoder.datatype().map_err(Self::broken(self.decoder.position()))
    }

    fn tag(&mut self) -> Result<u64, FileError> {
        let start = self.decoder.position();
        self.decoder.tag().map(|tag| tag.as_u64()).map_err(Self::broken(start))
    }

    /// Recurses once a level, and so holds as little as it can: leaves are read elsewhere.
    fn value(&mut self, depth: usize) -> Result<Value, FileError> {
        if depth > MAX_DEPTH {
            return Err(self.error(too_deep()));
        }
        match self.kind()? {
            Type::Array | Type::ArrayIndef => self.sequence(depth),
            Type::Map | Type::MapIndef => self.map(depth),
            kind => self.leaf(kind),
        }
    }

    fn sequence(&mut self, depth: usize) -> Result<Value, FileError> {
        let start = self.decoder.position();
        let count = self.decoder.array().map_err(Self::broken(start))?;
        let mut items = Vec::new();
        while self.more(count, items.len())? {
            items.push(self.value(depth + 1)?);
        }
        Ok(Value::Sequence(items))
    }

    fn map(&mut self, depth: usize) -> Result<Value, FileError> {
        let start = self.decoder.position();
        let count = self.decoder.map().map_err(Self::broken(start))?;
        let mut entries = Entries::default();
        while self.more(count, entries.entries.len())? {
            let start = self.decoder.position();
            let key = self.value(depth + 1)?;
            entries.key(key).map_err(|reason| at(start, reason))?;
            entries.value(self.value(depth + 1)?);
        }
        Ok(entries.finish())
    }

    fn leaf(&mut self, kind: Type) -> Result<Value, FileError> {
        let start = self.decoder.position();
        let broken = Self::broken(start);
        let decoder = &mut self.decoder;
        Ok(match kind {
            Type::Null => decoder.null().map(|()| Value::Null).map_err(broken)?,
            Type::Bool => decoder.bool().map(Value::Boolean).map_err(broken)?,
            Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Int => {
                let n = i128::from(decoder.int().map_err(broken)?);
                let n = Integer::try_from(n).map_err(|n| at(start, format!("{n} does not fit a 64-bit integer")))?;
                Value::Integer(n)
            }
            Type::F16 => decoder.f16().map(|x| Value::Float64(x.into())).map_err(broken)?,
            Type::F32 => decoder.f32().map(|x| Value::Float64(x.into())).map_err(broken)?,
            Type::F64 => decoder.f64().map(Value::Float64).map_err(broken)?,
            Type::String | Type::StringIndef => {
                let parts = decoder.str_iter().map_err(&broken)?;
                Value::Text(parts.collect::<Result<String, Error>>().map_err(broken)?)
            }
            Type::Bytes | Type::BytesIndef => {
                let parts = decoder.bytes_iter().map_err(&broken)?;
                Value::Bytes(parts.collect::<Result<Vec<&[u8]>, Error>>().map_err(broken)?.concat())
            }
            Type::Tag => {
                let tag = self.tag()?;
                return Err(at(start, format!("tag {tag}, which the data tree does not hold")));
            }
            other => return Err(at(start, format!("{other}, which the data tree does not hold"))),
        })
    }

    /// Whether there is one more item after `done`; consumes the break that ends those without a count.
    fn more(&mut self, count: Option<u64>, done: usize) -> Result<bool, FileError> {
        match count {
            Some(count) => Ok((done as u64) < count),
            None if self.kind()? == Type::Break => {
                self.decoder.set_position(self.decoder.position() + 1);
                Ok(false)
            }
            None => Ok(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of RFC 8949, appendix A.
    #[test]
    fn reads_the_examples_of_the_standard() {
        for (bytes, value) in [
            (&[0x1b, 255, 255, 255, 255, 255, 255, 255, 255][..], u64::MAX.into()),
            (&[0x3b, 127, 255, 255, 255, 255, 255, 255, 255], i64::MIN.into()),
            (&[0xf9, 0x3c, 0x00], Value::Float64(1.0)),
            (&[0xf9, 0x80, 0x00], Value::Float64(-0.0)),
            (&[0xfa, 0x47, 0xc3, 0x50, 0x00], Value::Float64(100_000.0)),
            (&[0xf9, 0x7c, 0x00], Value::Float64(f64::INFINITY)),
            (&[0x5f, 0x42, 1, 2, 0x43, 3, 4, 5, 0xff], Value::Bytes(vec![1, 2, 3, 4, 5])),
            (&[0x7f, 0x62, b's', b't', 0x61, b'r', 0xff], Value::text("str")),
            (&[0x9f, 0x01, 0xf6, 0xff], Value::Sequence(vec![1.into(), Value::Null])),
            (&[0xbf, 0x61, b'a', 0xf5, 0xff], Value::Map(vec![("a".into(), Value::Boolean(true))])),
            (&[0xd9, 0xd9, 0xf7, 0x80], Value::Sequence(vec![])),
        ] {
            assert_eq!(read(bytes), Ok(value), "{bytes:x?}");
        }
    }

    #[test]
    fn says_where_a_file_is_broken() {
        for (bytes, offset, says) in [
            (&[][..], 0, "ends early"),
            (&[0x82, 0x01], 2, "ends early"),
            (&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255], 9, "ends early"),
            (&[0x01, 0x02], 1, "1 bytes after"),
            (&[0x81, 0xc0, 0x60], 1, "tag 0"),
            (&[0x81, 0xf7], 1, "undefined"),
            (&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], 0, "64-bit integer"),
            (&[0xa1, 0x01, 0x02], 1, "a map key is integer"),
            (&[0xa2, 0x61, b'a', 1, 0x61, b'a', 2], 4, "twice"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.reason.contains(says), "{bytes:x?}: {error}");
            assert_eq!(error.place, Place::Byte(offset), "{bytes:x?}: {error}");
        }
        assert!(matches!(read(&[0x62, b'a', 0xff]).unwrap_err().place, Place::Byte(_)));
        assert!(read(&[0x81; 1_000_000]).unwrap_err().reason.contains("deeper"));
        assert!(read(&[0x9f; 1_000_000]).unwrap_err().reason.contains("deeper"));
    }
}
