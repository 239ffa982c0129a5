//! TOML to data tree: <https://toml.io/en/v1.0.0>. Times are text.

use toml::Value as Toml;
use wirecost_value::{Position, Value};

use super::{FileError, FilePlace};

/// Reads the one document of `bytes`.
///
/// # Errors
/// If it is broken, with line and column.
pub fn read(bytes: &[u8]) -> Result<Value, FileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| FileError {
        place: FilePlace::Text(Position::at(bytes, error.valid_up_to())),
        reason: "not UTF-8".into(),
    })?;
    let table = text.parse::<toml::Table>().map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        FileError { place: FilePlace::Text(Position::at(bytes, offset)), reason: error.message().to_owned() }
    })?;
    Ok(tree(Toml::Table(table)))
}

/// The parser has bounded how deep it nests.
fn tree(value: Toml) -> Value {
    match value {
        Toml::String(text) => Value::Text(text),
        Toml::Integer(number) => number.into(),
        Toml::Float(number) => Value::Float64(number),
        Toml::Boolean(boolean) => Value::Boolean(boolean),
        Toml::Datetime(time) => Value::text(time.to_string()),
        Toml::Array(items) => Value::Sequence(items.into_iter().map(tree).collect()),
        Toml::Table(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, tree(value))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_a_map() {
        let text = b"id = 7\nat = 2026-02-03T04:05:06Z\n[line]\nsku = 'a'\nprices = [1.5, 2.0]\n";
        let line = vec![
            ("sku".into(), Value::text("a")),
            ("prices".into(), Value::Sequence(vec![Value::Float64(1.5), Value::Float64(2.0)])),
        ];
        let due = vec![
            ("id".into(), 7.into()),
            ("at".into(), Value::text("2026-02-03T04:05:06Z")),
            ("line".into(), Value::Map(line)),
        ];
        assert_eq!(read(text), Ok(Value::Map(due)));
        let error = read(b"a = 1\nb = \n").unwrap_err().to_string();
        assert!(error.starts_with("2:"), "{error}");
        let deep = format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(deep.as_bytes()).is_err());
    }
}
