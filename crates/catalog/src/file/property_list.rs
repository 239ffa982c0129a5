//! Property lists, as XML and as bytes, to data tree: <https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/>.
//! Times are text.

use plist::Value as List;
use wirecost_value::{Integer, MAX_DEPTH, Value};

use super::{FileError, too_deep};

/// Reads the one value of `bytes`.
///
/// # Errors
/// If it is broken, or holds what has no place in the data tree. The library says where.
pub fn read(bytes: &[u8]) -> Result<Value, FileError> {
    let value = List::from_reader(std::io::Cursor::new(bytes)).map_err(|error| FileError::whole(error.to_string()))?;
    tree(value, 0)
}

fn tree(value: List, depth: usize) -> Result<Value, FileError> {
    if depth > MAX_DEPTH {
        return Err(FileError::whole(too_deep()));
    }
    Ok(match value {
        List::Array(items) => {
            Value::Sequence(items.into_iter().map(|item| tree(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        List::Dictionary(entries) => {
            let entries = entries.into_iter().map(|(key, value)| Ok((key, tree(value, depth + 1)?)));
            Value::Map(entries.collect::<Result<_, FileError>>()?)
        }
        List::Boolean(boolean) => Value::Boolean(boolean),
        List::Data(bytes) => Value::Bytes(bytes),
        List::Date(date) => Value::Text(date.to_xml_format()),
        List::Real(number) => Value::Float64(number),
        List::Integer(number) => {
            let wide = number.as_signed().map(i128::from).or_else(|| number.as_unsigned().map(i128::from));
            let number = wide.and_then(|wide| Integer::try_from(wide).ok());
            Value::Integer(number.ok_or_else(|| FileError::whole("an integer beyond 64 bits"))?)
        }
        List::String(text) => Value::Text(text),
        List::Uid(uid) => uid.get().into(),
        _ => return Err(FileError::whole("a value that the data tree does not hold")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_as_xml_and_as_bytes_are_one_value() {
        let text = br#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>id</key><integer>7</integer><key>raw</key><data>AQI=</data>
<key>at</key><date>2026-02-03T04:05:06Z</date><key>all</key><array><real>1.5</real><true/><string>a</string></array></dict></plist>"#;
        let all = vec![Value::Float64(1.5), Value::Boolean(true), Value::text("a")];
        let due = Value::Map(vec![
            ("id".into(), 7.into()),
            ("raw".into(), Value::Bytes(vec![1, 2])),
            ("at".into(), Value::text("2026-02-03T04:05:06Z")),
            ("all".into(), Value::Sequence(all)),
        ]);
        assert_eq!(read(text).as_ref(), Ok(&due));
        let mut bytes = Vec::new();
        List::from_reader(std::io::Cursor::new(text)).unwrap().to_writer_binary(&mut bytes).unwrap();
        assert_eq!(read(&bytes), Ok(due));
        assert!(read(b"bplist00").is_err() && read(b"<plist><dict>").is_err());
    }
}
