//! CBOR (RFC 8949) to data tree.
//!
//! The generic data model of RFC 8949, section 2, does not distinguish floats of different widths, so all are read as
//! 64-bit floats.

use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};
use wirecost_value::{Integer, MAX_DEPTH, Value};

use super::ways::Ways;
use super::{Entries, FileError, FilePlace, ReadValue, too_deep};

/// "Self-described CBOR", RFC 8949, section 3.4.6: says what the file is and nothing about its value.
const SELF_DESCRIBED: u64 = 55_799;

/// Bytes that are CBOR themselves.
const ENCODED: u64 = 24;

/// A list without an order.
const SET: u64 = 258;

/// Reads the one data item of `bytes`. Times and dates are text, a UUID its text, a large number that fits is that integer, and
/// a decimal fraction its decimal; the content of any other tag is kept.
///
/// # Errors
/// If the bytes are broken, or hold what has no place in the data tree: `undefined` or another simple value, an integer beyond 64
/// bits, a key that is neither text nor an integer, a key that occurs twice.
pub fn read(bytes: &[u8]) -> Result<ReadValue, FileError> {
    let mut reader = Reader { decoder: Decoder::new(bytes), ways: Ways::default() };
    let value = reader.value(0)?;
    match bytes.len() - reader.decoder.position() {
        0 => Ok(reader.ways.finish(value)),
        more => Err(reader.error(format!("{more} bytes after the data item"))),
    }
}

struct Reader<'a> {
    decoder: Decoder<'a>,
    ways: Ways,
}

fn at(offset: usize, reason: impl Into<String>) -> FileError {
    FileError { place: FilePlace::Byte(offset), reason: reason.into() }
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
            Type::Tag => self.tagged(depth),
            kind => self.leaf(kind),
        }
    }

    fn sequence(&mut self, depth: usize) -> Result<Value, FileError> {
        let start = self.decoder.position();
        let count = self.decoder.array().map_err(Self::broken(start))?;
        let mut items = Vec::new();
        self.ways.enter();
        while self.more(count, items.len())? {
            items.push(self.value(depth + 1)?);
        }
        self.ways.leave_items();
        Ok(Value::Sequence(items))
    }

    /// The content of a tag, as the tag says.
    fn tagged(&mut self, depth: usize) -> Result<Value, FileError> {
        let tag = self.tag()?;
        let content = self.value(depth + 1)?;
        Ok(self.meant(tag, content))
    }

    /// What a tag makes of its content (RFC 8949, 3.4; RFC 8943 for dates; the registry of tags for UUIDs and sets).
    fn meant(&mut self, tag: u64, content: Value) -> Value {
        let meant = match (tag, &content) {
            (SELF_DESCRIBED | ENCODED | SET, _) | (21..=23 | 32..=36, _) => return content,
            (0 | 1_004, Value::Text(_)) => {
                self.ways.is_said();
                return content;
            }
            (1, Value::Integer(seconds)) => {
                i64::try_from(seconds.get()).ok().and_then(|seconds| self.ways.time(seconds, 0))
            }
            (1, Value::Float64(seconds)) => parts(*seconds).and_then(|(seconds, nanos)| self.ways.time(seconds, nanos)),
            (2 | 3, Value::Bytes(bytes)) => large(bytes, tag == 3),
            (4, Value::Sequence(parts)) => decimal(parts),
            (37, Value::Bytes(bytes)) => <[u8; 16]>::try_from(bytes.as_slice()).ok().map(|uuid| {
                self.ways.is_said();
                Value::Text(super::bson::uuid_text(uuid))
            }),
            (100, Value::Integer(days)) => wirecost_types::date_text(days.get()).map(|date| {
                self.ways.is_said();
                Value::Text(date)
            }),
            _ => None,
        };
        meant.unwrap_or_else(|| {
            self.ways.passes(format!("tag {tag}"));
            content
        })
    }

    fn map(&mut self, depth: usize) -> Result<Value, FileError> {
        let start = self.decoder.position();
        let count = self.decoder.map().map_err(Self::broken(start))?;
        let mut entries = Entries::default();
        while self.more(count, entries.entries.len())? {
            let start = self.decoder.position();
            let key = self.value(depth + 1)?;
            entries.key(key).map_err(|reason| at(start, reason))?;
            self.ways.enter();
            let value = self.value(depth + 1)?;
            self.ways.leave_field(entries.next());
            entries.value(value);
        }
        if entries.has_integer_keys() {
            self.ways.has_integer_keys();
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

/// Seconds and nanoseconds of a number of seconds, as its decimal form says; none of one that has more digits.
fn parts(seconds: f64) -> Option<(i64, u32)> {
    let text = format!("{seconds}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let nanos: i64 = format!("{fraction:0<9}").parse().ok().filter(|_| fraction.len() <= 9)?;
    let whole: i64 = whole.parse().ok()?;
    if text.starts_with('-') && nanos > 0 {
        return Some((whole - 1, u32::try_from(1_000_000_000 - nanos).ok()?));
    }
    Some((whole, u32::try_from(nanos).ok()?))
}

/// A number by its bytes, the highest first; none beyond 64 bits.
fn large(bytes: &[u8], is_negative: bool) -> Option<Value> {
    let bytes = &bytes[bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len())..];
    if bytes.len() > 8 {
        return None;
    }
    let number = bytes.iter().fold(0_i128, |number, byte| (number << 8) | i128::from(*byte));
    Integer::try_from(if is_negative { -1 - number } else { number }).ok().map(Value::Integer)
}

/// A decimal fraction: an exponent of ten, and what it multiplies.
fn decimal(parts: &[Value]) -> Option<Value> {
    let [Value::Integer(exponent), Value::Integer(mantissa)] = parts else { return None };
    let digits = usize::try_from(-exponent.get()).ok().filter(|digits| *digits <= 38)?;
    let text = format!("{:0>width$}", mantissa.get().unsigned_abs(), width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    let sign = if mantissa.get() < 0 { "-" } else { "" };
    Some(Value::Text(if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }))
}

#[cfg(test)]
mod tests {
    use wirecost_types::infer::Said;

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
            assert_eq!(read(bytes).map(|told| told.value), Ok(value), "{bytes:x?}");
        }
    }

    #[test]
    fn says_where_a_file_is_broken() {
        for (bytes, offset, says) in [
            (&[][..], 0, "ends early"),
            (&[0x82, 0x01], 2, "ends early"),
            (&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255], 9, "ends early"),
            (&[0x01, 0x02], 1, "1 bytes after"),
            (&[0x81, 0xf7], 1, "undefined"),
            (&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], 0, "64-bit integer"),
            (&[0xa1, 0xf5, 0x02], 1, "a map key is boolean"),
            (&[0xa2, 0x01, 0x02, 0x61, b'1', 3], 3, "twice"),
            (&[0xa2, 0x61, b'a', 1, 0x61, b'a', 2], 4, "twice"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.reason.contains(says), "{bytes:x?}: {error}");
            assert_eq!(error.place, FilePlace::Byte(offset), "{bytes:x?}: {error}");
        }
        assert!(matches!(read(&[0x62, b'a', 0xff]).unwrap_err().place, FilePlace::Byte(_)));
        assert!(read(&[0x81; 1_000_000]).unwrap_err().reason.contains("deeper"));
        assert!(read(&[0x9f; 1_000_000]).unwrap_err().reason.contains("deeper"));
    }

    #[test]
    fn tags_say_what_their_content_is() {
        let tagged = |tag: &[u8], content: &[u8]| read(&[tag, content].concat()).unwrap();
        let time = |text: &str| ReadValue {
            value: Value::text(text),
            said: Said { texts: 1, ..Said::default() },
            notes: vec![],
        };
        assert_eq!(tagged(&[0xc0], b"\x742013-03-21T20:04:00Z"), time("2013-03-21T20:04:00Z"));
        assert_eq!(tagged(&[0xc1], &[0x1a, 0x51, 0x4b, 0x67, 0xb0]), time("2013-03-21T20:04:00Z"));
        let half = [&[0xfb][..], &1_363_896_240.5_f64.to_be_bytes()].concat();
        assert_eq!(tagged(&[0xc1], &half), time("2013-03-21T20:04:00.500Z"));
        assert_eq!(tagged(&[0xd8, 100], &[0x01]), time("1970-01-02"));
        let uuid: Vec<u8> = (1..=16).collect();
        assert_eq!(tagged(&[0xd8, 37, 0x50], &uuid), time("01020304-0506-0708-090a-0b0c0d0e0f10"));
        for (bytes, value) in [
            (&[0xc2, 0x42, 1, 0][..], Value::from(256)),
            (&[0xc3, 0x41, 1], (-2).into()),
            (&[0xc4, 0x82, 0x21, 0x19, 0x6a, 0xb3], Value::text("273.15")),
            (&[0xd7, 0x41, 1], Value::Bytes(vec![1])),
            (&[0xd8, 0x18, 0x41, 1], Value::Bytes(vec![1])),
            (&[0xd8, 0x20, 0x61, b'u'], Value::text("u")),
        ] {
            let told = read(bytes).unwrap();
            assert_eq!((told.value, told.notes.len()), (value, 0), "{bytes:x?}");
        }
        let unknown = read(&[0x82, 0xd8, 99, 0x01, 0xd8, 99, 0x02]).unwrap();
        assert_eq!(unknown.value, Value::Sequence(vec![1.into(), 2.into()]));
        assert_eq!(unknown.notes, ["tag 99 is passed over 2 times, and its content kept"]);
        let map = read(&[0xa2, 0x01, 0x02, 0x20, 0xa1, 0x61, b'a', 0xc1, 0x01]).unwrap();
        assert_eq!((map.said.integer_keys, map.said.fields["-1"].fields["a"].texts), (1, 1));
        assert!(read(&[0xc1; 100_000]).unwrap_err().reason.contains("deeper"));
        assert_eq!(parts(-1.5), Some((-2, 500_000_000)));
        assert_eq!(parts(0.1 + 0.2), None);
    }
}
