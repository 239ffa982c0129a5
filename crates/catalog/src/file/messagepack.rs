//! MessagePack to data tree: <https://github.com/msgpack/msgpack/blob/master/spec.md>.

use rmp::Marker;
use wirecost_value::{MAX_DEPTH, Value};

use super::cursor::Cursor;
use super::ways::Ways;
use super::{Entries, FileError, FilePlace, ReadValue, too_deep};

/// Reads the one value of `bytes`. A timestamp is text, and of another extension the bytes are kept.
///
/// # Errors
/// If the bytes are broken, or hold what has no place in the data tree: a key that is neither text nor an integer, a key that
/// occurs twice.
pub fn read(bytes: &[u8]) -> Result<ReadValue, FileError> {
    let mut reader = Reader { bytes: Cursor::new(bytes), ways: Ways::default() };
    let value = reader.value(0)?;
    reader.bytes.end("value")?;
    Ok(reader.ways.finish(value))
}

struct Reader<'a> {
    bytes: Cursor<'a>,
    ways: Ways,
}

impl Reader<'_> {
    fn length8(&mut self) -> Result<usize, FileError> {
        Ok(usize::from(self.bytes.array::<1>()?[0]))
    }

    fn length16(&mut self) -> Result<usize, FileError> {
        Ok(usize::from(u16::from_be_bytes(self.bytes.array()?)))
    }

    fn length32(&mut self) -> Result<usize, FileError> {
        let length = u32::from_be_bytes(self.bytes.array()?);
        usize::try_from(length).map_err(|_| self.bytes.error("a length beyond this machine's memory"))
    }

    /// Recurses once a level, and so holds as little as it can: leaves are read elsewhere.
    fn value(&mut self, depth: usize) -> Result<Value, FileError> {
        if depth > MAX_DEPTH {
            return Err(self.bytes.error(too_deep()));
        }
        match Marker::from_u8(self.bytes.array::<1>()?[0]) {
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
        let at_marker =
            |reason: &str| FileError { place: FilePlace::Byte(self.bytes.offset - 1), reason: reason.into() };
        Ok(match marker {
            Marker::Null => Value::Null,
            Marker::False => Value::Boolean(false),
            Marker::True => Value::Boolean(true),
            Marker::FixPos(n) => n.into(),
            Marker::FixNeg(n) => n.into(),
            Marker::U8 => u8::from_be_bytes(self.bytes.array()?).into(),
            Marker::U16 => u16::from_be_bytes(self.bytes.array()?).into(),
            Marker::U32 => u32::from_be_bytes(self.bytes.array()?).into(),
            Marker::U64 => u64::from_be_bytes(self.bytes.array()?).into(),
            Marker::I8 => i8::from_be_bytes(self.bytes.array()?).into(),
            Marker::I16 => i16::from_be_bytes(self.bytes.array()?).into(),
            Marker::I32 => i32::from_be_bytes(self.bytes.array()?).into(),
            Marker::I64 => i64::from_be_bytes(self.bytes.array()?).into(),
            Marker::F32 => Value::Float32(f32::from_be_bytes(self.bytes.array()?)),
            Marker::F64 => Value::Float64(f64::from_be_bytes(self.bytes.array()?)),
            Marker::FixStr(length) => self.text(length.into())?,
            Marker::Str8 => self.length8().and_then(|length| self.text(length))?,
            Marker::Str16 => self.length16().and_then(|length| self.text(length))?,
            Marker::Str32 => self.length32().and_then(|length| self.text(length))?,
            Marker::Bin8 => self.length8().and_then(|length| self.binary(length))?,
            Marker::Bin16 => self.length16().and_then(|length| self.binary(length))?,
            Marker::Bin32 => self.length32().and_then(|length| self.binary(length))?,
            Marker::Reserved => return Err(at_marker("the byte 0xc1, which MessagePack never uses")),
            Marker::FixExt1 => self.extension(1)?,
            Marker::FixExt2 => self.extension(2)?,
            Marker::FixExt4 => self.extension(4)?,
            Marker::FixExt8 => self.extension(8)?,
            Marker::FixExt16 => self.extension(16)?,
            Marker::Ext8 => self.length8().and_then(|length| self.extension(length))?,
            Marker::Ext16 => self.length16().and_then(|length| self.extension(length))?,
            Marker::Ext32 => self.length32().and_then(|length| self.extension(length))?,
            _ => return Err(at_marker("a byte that begins no value")),
        })
    }

    /// An extension: a timestamp in one of its three forms, or bytes.
    fn extension(&mut self, length: usize) -> Result<Value, FileError> {
        const TIMESTAMP: i8 = -1;
        let kind = i8::from_be_bytes(self.bytes.array()?);
        let bytes = self.bytes.take(length)?;
        let parts = match (kind, bytes) {
            (TIMESTAMP, &[a, b, c, d]) => Some((u32::from_be_bytes([a, b, c, d]).into(), 0)),
            (TIMESTAMP, &[a, b, c, d, e, f, g, h]) => {
                let both = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
                Some(((both & ((1 << 34) - 1)) as i64, (both >> 34) as u32))
            }
            (TIMESTAMP, &[a, b, c, d, ref seconds @ ..]) => {
                let seconds = <[u8; 8]>::try_from(seconds).ok().map(i64::from_be_bytes);
                seconds.map(|seconds| (seconds, u32::from_be_bytes([a, b, c, d])))
            }
            _ => None,
        };
        let time = parts.and_then(|(seconds, nanos)| self.ways.time(seconds, nanos));
        Ok(time.unwrap_or_else(|| {
            self.ways.passes(format!("extension {kind}"));
            Value::Bytes(bytes.to_vec())
        }))
    }

    fn text(&mut self, length: usize) -> Result<Value, FileError> {
        let start = self.bytes.offset;
        let bytes = self.bytes.take(length)?;
        std::str::from_utf8(bytes).map(Value::text).map_err(|error| FileError {
            place: FilePlace::Byte(start + error.valid_up_to()),
            reason: "a text that is not UTF-8".into(),
        })
    }

    fn binary(&mut self, length: usize) -> Result<Value, FileError> {
        Ok(Value::Bytes(self.bytes.take(length)?.to_vec()))
    }

    fn sequence(&mut self, count: usize, depth: usize) -> Result<Value, FileError> {
        // The count is not trusted with memory: it grows as values come.
        let mut items = Vec::new();
        self.ways.enter();
        for _ in 0..count {
            items.push(self.value(depth + 1)?);
        }
        self.ways.leave_items();
        Ok(Value::Sequence(items))
    }

    fn map(&mut self, count: usize, depth: usize) -> Result<Value, FileError> {
        let mut entries = Entries::default();
        for _ in 0..count {
            let start = self.bytes.offset;
            let key = self.value(depth + 1)?;
            entries.key(key).map_err(|reason| FileError { place: FilePlace::Byte(start), reason })?;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(bytes: &[u8]) -> Result<Value, FileError> {
        read(bytes).map(|told| told.value)
    }

    #[test]
    fn timestamps_are_times_and_other_extensions_bytes() {
        let four = [0xd6, 0xff, 0, 0, 0, 1];
        let eight = [&[0xd7, 0xff][..], &((500_000_000_u64 << 34) | 1).to_be_bytes()].concat();
        let twelve = [&[0xc7, 12, 0xff, 0, 0, 0, 0][..], &(-1_i64).to_be_bytes()].concat();
        for (bytes, text) in [
            (&four[..], "1970-01-01T00:00:01Z"),
            (&eight, "1970-01-01T00:00:01.500Z"),
            (&twelve, "1969-12-31T23:59:59Z"),
        ] {
            let told = read(bytes).unwrap();
            assert_eq!((told.value, told.said.texts), (Value::text(text), 1));
        }
        let other = read(&[0x91, 0xd4, 5, 7]).unwrap();
        assert_eq!(other.value, Value::Sequence(vec![Value::Bytes(vec![7])]));
        assert_eq!(other.notes, ["extension 5 is passed over once, and its content kept"]);
        let keys = read(&[0x81, 0x01, 0x02]).unwrap();
        assert_eq!((keys.value, keys.said.integer_keys), (Value::Map(vec![("1".into(), 2.into())]), 1));
    }

    /// Bytes out of the specification's own layout.
    #[test]
    fn reads_every_kind() {
        let bytes = [&[0x95, 0xc0, 0xcb][..], &1.5f64.to_be_bytes(), &[0xe0, 0xc4, 2, 1, 2, 0x81, 0xa1, b'k', 0xc3]];
        let map = Value::Map(vec![("k".into(), Value::Boolean(true))]);
        let items = vec![Value::Null, Value::Float64(1.5), (-32).into(), Value::Bytes(vec![1, 2]), map];
        assert_eq!(value(&bytes.concat()), Ok(Value::Sequence(items)));
        assert_eq!(value(&[0xcf, 255, 255, 255, 255, 255, 255, 255, 255]), Ok(u64::MAX.into()));
        assert_eq!(value(&[0xca, 0x3f, 0x80, 0, 0]), Ok(Value::Float32(1.0)));
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
            (&[0x91, 0xd4, 1], 3, "early"),
            (&[0xa2, b'a', 0xff], 2, "UTF-8"),
            (&[0x81, 0xc3, 0x02], 1, "a map key is boolean"),
            (&[0x82, 0xa1, b'a', 1, 0xa1, b'a', 2], 4, "twice"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.reason.contains(says), "{bytes:x?}: {error}");
            assert_eq!(error.place, FilePlace::Byte(offset), "{bytes:x?}: {error}");
        }
        assert!(read(&[0x91; 1_000_000]).unwrap_err().reason.contains("deeper"));
    }
}
