//! BSON to data tree: <https://bsonspec.org/spec.html>.
//!
//! A time is text as RFC 3339 has it and said to be a time, an identifier its 24 hexadecimal digits, a regular expression its
//! pattern between slashes. A decimal of 128 bits, code, a pointer and the keys that compare lowest and highest have no place in
//! the data tree.

use wirecost_value::{MAX_DEPTH, Value};

use super::cursor::Cursor;
use super::ways::Ways;
use super::{Entries, FileError, FilePlace, ReadValue, too_deep};

/// Reads the one document of `bytes`.
///
/// # Errors
/// If the bytes are broken, or hold what has no place in the data tree.
pub fn read(bytes: &[u8]) -> Result<ReadValue, FileError> {
    let mut reader = Reader { bytes: Cursor::new(bytes), ways: Ways::default() };
    let value = reader.document(0)?;
    reader.bytes.end("document")?;
    Ok(reader.ways.finish(value))
}

struct Reader<'a> {
    bytes: Cursor<'a>,
    ways: Ways,
}

impl Reader<'_> {
    fn length(&mut self) -> Result<usize, FileError> {
        let length = i32::from_le_bytes(self.bytes.array()?);
        usize::try_from(length).map_err(|_| self.bytes.error("a length below zero"))
    }

    /// Bytes up to a zero byte, which is passed over.
    fn name(&mut self) -> Result<String, FileError> {
        let rest = self.bytes.rest();
        let end = rest.iter().position(|byte| *byte == 0).ok_or_else(|| self.bytes.error("a name without an end"))?;
        let name = self.utf8(&rest[..end])?;
        self.bytes.offset += end + 1;
        Ok(name)
    }

    fn text(&mut self) -> Result<String, FileError> {
        let length = self.length()?;
        let bytes = self.bytes.take(length)?;
        match bytes.split_last() {
            Some((0, text)) => self.utf8(text),
            _ => Err(self.bytes.error("a text without its zero byte")),
        }
    }

    fn utf8(&self, bytes: &[u8]) -> Result<String, FileError> {
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| self.bytes.error("a text that is not UTF-8"))
    }

    /// Recurses once a level, and so holds as little as it can: leaves are read elsewhere.
    fn value(&mut self, kind: u8, depth: usize) -> Result<Value, FileError> {
        match kind {
            _ if depth > MAX_DEPTH => Err(self.bytes.error(too_deep())),
            0x03 => self.document(depth),
            0x04 => self.items(depth),
            kind => self.leaf(kind),
        }
    }

    fn document(&mut self, depth: usize) -> Result<Value, FileError> {
        let (start, length) = (self.bytes.offset, self.length()?);
        let mut entries = Entries::default();
        while let Some(kind) = self.named(&mut entries)? {
            self.ways.enter();
            let value = self.value(kind, depth + 1)?;
            self.ways.leave_field(entries.next());
            entries.value(value);
        }
        self.end(start, length)?;
        Ok(entries.finish())
    }

    /// An array, whose names count its items.
    fn items(&mut self, depth: usize) -> Result<Value, FileError> {
        let (start, length) = (self.bytes.offset, self.length()?);
        let mut items = Vec::new();
        self.ways.enter();
        while let Some(kind) = self.named(&mut Entries::default())? {
            items.push(self.value(kind, depth + 1)?);
        }
        self.ways.leave_items();
        self.end(start, length)?;
        Ok(Value::Sequence(items))
    }

    /// The kind of the next element, whose name is the next key; none at the end of its document.
    fn named(&mut self, entries: &mut Entries) -> Result<Option<u8>, FileError> {
        let at = self.bytes.offset;
        let [kind] = self.bytes.array()?;
        if kind == 0 {
            return Ok(None);
        }
        let name = Value::Text(self.name()?);
        entries.key(name).map_err(|reason| FileError { place: FilePlace::Byte(at), reason })?;
        Ok(Some(kind))
    }

    fn end(&self, start: usize, length: usize) -> Result<(), FileError> {
        if self.bytes.offset - start == length {
            Ok(())
        } else {
            Err(self
                .bytes
                .error(format!("a document of {} bytes says that it has {length}", self.bytes.offset - start)))
        }
    }

    fn leaf(&mut self, kind: u8) -> Result<Value, FileError> {
        let at = self.bytes.offset;
        Ok(match kind {
            0x01 => Value::Float64(f64::from_le_bytes(self.bytes.array()?)),
            0x02 | 0x0e => Value::Text(self.text()?),
            0x05 => {
                let length = self.length()?;
                let [kind] = self.bytes.array()?;
                let bytes = self.bytes.take(length)?;
                match (kind, <[u8; 16]>::try_from(bytes)) {
                    (4, Ok(uuid)) => {
                        self.ways.is_said();
                        Value::Text(uuid_text(uuid))
                    }
                    _ => Value::Bytes(bytes.to_vec()),
                }
            }
            0x06 | 0x0a => Value::Null,
            0x07 => Value::Text(self.bytes.take(12)?.iter().map(|byte| format!("{byte:02x}")).collect()),
            0x08 => match self.bytes.array()? {
                [0] => Value::Boolean(false),
                [1] => Value::Boolean(true),
                [other] => return Err(self.bytes.error(format!("a boolean is 0 or 1, and not {other}"))),
            },
            0x09 => {
                let milliseconds = i64::from_le_bytes(self.bytes.array()?);
                let nanos = milliseconds.rem_euclid(1_000) as u32 * 1_000_000;
                let time = self.ways.time(milliseconds.div_euclid(1_000), nanos);
                time.ok_or_else(|| self.bytes.error("a time beyond the year 9999"))?
            }
            0x0b => Value::Text(format!("/{}/{}", self.name()?, self.name()?)),
            0x10 => i32::from_le_bytes(self.bytes.array()?).into(),
            0x11 => u64::from_le_bytes(self.bytes.array()?).into(),
            0x12 => i64::from_le_bytes(self.bytes.array()?).into(),
            other => {
                let reason = format!("an element of kind 0x{other:02x}, which the data tree does not hold");
                return Err(FileError { place: FilePlace::Byte(at), reason });
            }
        })
    }
}

pub(super) fn uuid_text(uuid: [u8; 16]) -> String {
    let digits: String = uuid.iter().map(|byte| format!("{byte:02x}")).collect();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_kind_that_the_tree_holds() {
        let elements: &[&[u8]] = &[
            b"\x01f\0\0\0\0\0\0\0\xf8\x3f",
            b"\x02t\0\x03\0\0\0hi\0",
            b"\x03d\0\x08\0\0\0\x0an\0\0",
            b"\x04a\0\x0c\0\0\0\x100\0\x07\0\0\0\0",
            b"\x05b\0\x02\0\0\0\0\x01\x02",
            b"\x05u\0\x10\0\0\0\x04\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10",
            b"\x07o\0\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\xff",
            b"\x08y\0\x01",
            b"\x09w\0\xe8\x03\0\0\0\0\0\0",
            b"\x12l\0\xff\xff\xff\xff\xff\xff\xff\xff",
        ];
        let body = elements.concat();
        let bytes = [&(body.len() as i32 + 5).to_le_bytes()[..], &body, b"\0"].concat();
        let told = read(&bytes).unwrap();
        assert_eq!(told.said.fields.values().filter(|said| said.texts == 1).count(), 2, "a UUID and a time");
        let Value::Map(entries) = told.value else { panic!() };
        let values: Vec<Value> = entries.into_iter().map(|(_, value)| value).collect();
        let due = [
            Value::Float64(1.5),
            Value::text("hi"),
            Value::Map(vec![("n".into(), Value::Null)]),
            Value::Sequence(vec![7.into()]),
            Value::Bytes(vec![1, 2]),
            Value::text("01020304-0506-0708-090a-0b0c0d0e0f10"),
            Value::text("000102030405060708090aff"),
            Value::Boolean(true),
            Value::text("1970-01-01T00:00:01Z"),
            (-1).into(),
        ];
        assert_eq!(values, due);
    }

    #[test]
    fn says_where_a_file_is_broken() {
        for (bytes, offset, says) in [
            (&b""[..], 0, "early"),
            (b"\x05\0\0\0", 4, "early"),
            (b"\x06\0\0\0\0", 5, "5 bytes says that it has 6"),
            (b"\x05\0\0\0\0\0", 5, "1 bytes after"),
            (b"\x08\0\0\0\x13n\0\0", 7, "kind 0x13"),
            (b"\x0b\0\0\0\x0an\0\x0an\0\0", 7, "twice"),
            (b"\x0c\0\0\0\x02t\0\x01\0\0\0x", 12, "without its zero byte"),
            (b"\xff\xff\xff\xff\0", 4, "below zero"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.reason.contains(says), "{bytes:x?}: {error}");
            assert_eq!(error.place, FilePlace::Byte(offset), "{bytes:x?}: {error}");
        }
        let deep: Vec<u8> = b"\xff\xff\xff\x7f\x03a\0".repeat(100_000);
        assert!(read(&deep).unwrap_err().reason.contains("deeper"));
    }
}
