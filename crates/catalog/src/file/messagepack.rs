//! MessagePack to data tree: <https://github.com/msgpack/msgpack/blob/master/spec.md>.

use rmp::Marker;
use wirecost_value::{MAX_DEPTH, Value};

use super::{Entries, FileError, Place, too_deep};

/// Reads the one value of `bytes`.
///
/// # Errors
/// If the bytes are broken, or hold what has no place in the data tree: an extension type, a key that is no text, a
/// key that occurs twice.
pub fn read(bytes: &[u8]) -> Result<Value, FileError> {
    let mut reader = Reader { bytes, offset: 0 };
    let value = reader.value(0)?;
    match reader.bytes.len() - reader.offset {
        0 => Ok(value),
        more => Err(reader.error(format!("{more} bytes after the value"))),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, reason: impl Into<String>) -> FileError {
        FileError { place: Place::Byte(self.offset), reason: reason.into() }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let rest = &self.bytes[self.offset..];
        let Some(taken) = rest.get(..count) else {
            return Err(self.error(format!("the file ends {} bytes early", count - rest.len())));
        };
        self.offset += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn length8(&mut self) -> Result<usize, FileError> {
        Ok(usize::from(self.array::<1>()?[0]))
    }

    fn length16(&mut self) -> Result<usize, FileError> {
        Ok(usize::from(u16::from_be_bytes(self.array()?)))
    }

    fn length32(&mut self) -> Result<usize, FileError> {
        let length = u32::from_be_bytes(self.array()?);
        usize::try_from(length).map_err(|_| self.error("a length beyond this machine's memory"))
    }

    /// Recurses once a level, and so holds as little as it can: leaves are read elsewhere.
    fn value(&mut self, depth: usize) -> Result<Value, FileError> {
        if depth > MAX_DEPTH {
            return Err(self.error(too_deep()));
        }
        match Marker::from_u8(self.array::<1>()?[0]) {
            Marker::FixArray(count) => self.sequence(count.into(), depth),
            Marker::Array16 => self.length16().and_then(|count| self.sequence(count, depth)),
            Marker::Array32 => self.length32().and_then(|count| self.sequence(count, depth)),
            Marker::FixMap(count) => self.map(count.into(), depth),
            Marker::Map16 => self.length16().and_then(|count| self.map(count, depth)),
            Marker::Map32 => self.length32().and_then(|count| self.map(count, depth)),
            marker => self.leaf(marker),
        }
    }

    /// The leaf after its marker.
    fn leaf(&mut self, marker: Marker) -> Result<Value, FileError> {
        let at_marker = |reason: &str| FileError { place: Place::Byte(self.offset - 1), reason: reason.into() };
        Ok(match marker {
            Marker::Null => Value::Null,
            Marker::False => Value::Boolean(false),
            Marker::True => Value::Boolean(true),
            Marker::FixPos(n) => n.into(),
            Marker::FixNeg(n) => n.into(),
            Marker::U8 => u8::from_be_bytes(self.array()?).into(),
            Marker::U16 => u16::from_be_bytes(self.array()?).into(),
            Marker::U32 => u32::from_be_bytes(self.array()?).into(),
            Marker::U64 => u64::from_be_bytes(self.array()?).into(),
            Marker::I8 => i8::from_be_bytes(self.array()?).into(),
            Marker::I16 => i16::from_be_bytes(self.array()?).into(),
            Marker::I32 => i32::from_be_bytes(self.array()?).into(),
            Marker::I64 => i64::from_be_bytes(self.array()?).into(),
            Marker::F32 => Value::Float32(f32::from_be_bytes(self.array()?)),
            Marker::F64 => Value::Float64(f64::from_be_bytes(self.array()?)),
            Marker::FixStr(length) => self.text(length.into())?,
            Marker::Str8 => self.length8().and_then(|length| self.text(length))?,
            Marker::Str16 => self.length16().and_then(|length| self.text(length))?,
            Marker::Str32 => self.length32().and_then(|length| self.text(length))?,
            Marker::Bin8 => self.length8().and_then(|length| self.binary(length))?,
            Marker::Bin16 => self.length16().and_then(|length| self.binary(length))?,
            Marker::Bin32 => self.length32().and_then(|length| self.binary(length))?,
            Marker::Reserved => return Err(at_marker("the byte 0xc1, which MessagePack never uses")),
            _ => return Err(at_marker("an extension type, such as a timestamp, which the data tree does not hold")),
        })
    }

    fn text(&mut self, length: usize) -> Result<Value, FileError> {
        let start = self.offset;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map(Value::text).map_err(|error| FileError {
            place: Place::Byte(start + error.valid_up_to()),
            reason: "a text that is not UTF-8".into(),
        })
    }

    fn binary(&mut self, length: usize) -> Result<Value, FileError> {
        Ok(Value::Bytes(self.take(length)?.to_vec()))
    }

    fn sequence(&mut self, count: usize, depth: usize) -> Result<Value, FileError> {
        // The count is not trusted with memory: it grows as values come.
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.value(depth + 1)?);
        }
        Ok(Value::Sequence(items))
    }

    fn map(&mut self, count: usize, depth: usize) -> Result<Value, FileError> {
        let mut entries = Entries::default();
        for _ in 0..count {
            let start = self.offset;
            let key = self.value(depth + 1)?;
            entries.key(key).map_err(|reason| FileError { place: Place::Byte(start), reason })?;
            entries.value(self.value(depth + 1)?);
        }
        Ok(entries.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes out of the specification's own layout.
    #[test]
    fn reads_every_kind() {
        let bytes = [&[0x95, 0xc0, 0xcb][..], &1.5f64.to_be_bytes(), &[0xe0, 0xc4, 2, 1, 2, 0x81, 0xa1, b'k', 0xc3]];
        let map = Value::Map(vec![("k".into(), Value::Boolean(true))]);
        let items = vec![Value::Null, Value::Float64(1.5), (-32).into(), Value::Bytes(vec![1, 2]), map];
        assert_eq!(read(&bytes.concat()), Ok(Value::Sequence(items)));
        assert_eq!(read(&[0xcf, 255, 255, 255, 255, 255, 255, 255, 255]), Ok(u64::MAX.into()));
        assert_eq!(read(&[0xca, 0x3f, 0x80, 0, 0]), Ok(Value::Float32(1.0)));
    }

    #[test]
    fn says_where_a_file_is_broken() {
        for (bytes, offset, says) in [
            (&[][..], 0, "ends 1 bytes early"),
            (&[0x92, 0x01], 2, "ends"),
            (&[0xdd, 255, 255, 255, 255], 5, "ends"),
            (&[0xc6, 255, 255, 255, 255, 1], 5, "ends"),
            (&[0x01, 0x02], 1, "1 bytes after the value"),
            (&[0x91, 0xc1], 1, "never uses"),
            (&[0x91, 0xd4, 1, 2], 1, "extension"),
            (&[0xa2, b'a', 0xff], 2, "UTF-8"),
            (&[0x81, 0x01, 0x02], 1, "a map key is integer"),
            (&[0x82, 0xa1, b'a', 1, 0xa1, b'a', 2], 4, "twice"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.reason.contains(says), "{bytes:x?}: {error}");
            assert_eq!(error.place, Place::Byte(offset), "{bytes:x?}: {error}");
        }
        assert!(read(&[0x91; 1_000_000]).unwrap_err().reason.contains("deeper"));
    }
}
