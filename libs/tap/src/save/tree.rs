//! Values of binary protocols as the JSON that says the same.

use sbw::block::{Array, BlockReader, Complex, Elements, Value};
use serde_json::{Value as Json, json};

/// The items of an SBW block as an array of them.
///
/// # Errors
/// If they hold what JSON cannot.
pub(super) fn of_sbw(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = BlockReader::new(bytes);
    let mut items = Vec::new();
    while !reader.at_end() {
        let value = reader.value().map_err(|error| error.to_string())?;
        items.push(item(&value)?);
    }
    write(&Json::Array(items))
}

fn write(value: &Json) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

fn item(value: &Value) -> Result<Json, String> {
    Ok(match value {
        Value::Byte(byte) => json!(byte),
        Value::Integer(integer) => json!(integer),
        Value::Double(double) => float(*double)?,
        Value::Boolean(boolean) => json!(boolean),
        Value::String(string) => text(string)?,
        Value::Complex(complex) => pair(**complex)?,
        Value::List(values) => list(values)?,
        Value::Array(array) => elements(array)?,
    })
}

fn list(values: &[Value]) -> Result<Json, String> {
    values.iter().map(item).collect::<Result<_, _>>().map(Json::Array)
}

fn pair(complex: Complex) -> Result<Json, String> {
    Ok(json!([float(complex.re)?, float(complex.im)?]))
}

/// An array: one of arrays for each dimension but the last.
fn elements(array: &Array) -> Result<Json, String> {
    let flat: Vec<Json> = match array.elements() {
        Elements::Byte(elements) => elements.iter().map(|element| json!(element)).collect(),
        Elements::Integer(elements) => elements.iter().map(|element| json!(element)).collect(),
        Elements::Boolean(elements) => elements.iter().map(|element| json!(element)).collect(),
        Elements::Double(elements) => elements.iter().map(|element| float(*element)).collect::<Result<_, _>>()?,
        Elements::Complex(elements) => elements.iter().map(|element| pair(*element)).collect::<Result<_, _>>()?,
        Elements::String(elements) => elements.iter().map(|element| text(element)).collect::<Result<_, _>>()?,
        Elements::List(lists) => lists.iter().map(|values| list(values)).collect::<Result<_, _>>()?,
        Elements::Array(arrays) => arrays.iter().map(elements).collect::<Result<_, _>>()?,
    };
    if flat.is_empty() {
        return Ok(json!([]));
    }
    let sizes = array.shape();
    let mut level = flat;
    for size in sizes.sizes()[1..].iter().rev() {
        let mut rest = level.into_iter();
        let mut outer = Vec::new();
        loop {
            let row: Vec<Json> = rest.by_ref().take(*size as usize).collect();
            if row.is_empty() {
                break;
            }
            outer.push(Json::Array(row));
        }
        level = outer;
    }
    Ok(Json::Array(level))
}

fn float(value: f64) -> Result<Json, String> {
    if value.is_finite() { Ok(json!(value)) } else { Err(format!("{value}, which JSON cannot hold")) }
}

fn text(bytes: &[u8]) -> Result<Json, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "a string that is not UTF-8".to_owned())?;
    Ok(json!(text))
}

/// A value of RESP: strings, numbers, booleans, null, and arrays of them.
///
/// # Errors
/// If it is another, or broken.
pub(super) fn of_resp(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut rest = bytes;
    let value = resp(&mut rest, 0)?;
    write(&value)
}

fn resp(bytes: &mut &[u8], depth: usize) -> Result<Json, String> {
    if depth > crate::decode::MAX_DEPTH {
        return Err("values nested too deep".into());
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("a value ends early")?;
    let (line, rest) = bytes.split_at(end + 1);
    *bytes = rest;
    let (&kind, word) = line.trim_ascii_end().split_first().ok_or("an empty line")?;
    let number = || std::str::from_utf8(word).ok().and_then(|word| word.parse::<i64>().ok()).ok_or("a broken number");
    Ok(match kind {
        b'+' => text(word)?,
        b':' => json!(number()?),
        b'#' => json!(word == b"t"),
        b'_' => Json::Null,
        b'$' => match usize::try_from(number()?) {
            Err(_) => Json::Null,
            Ok(size) => {
                let (content, rest) = bytes.split_at_checked(size).ok_or("a string ends early")?;
                *bytes = rest.get(2..).ok_or("a string ends early")?;
                text(content)?
            }
        },
        b'*' => match number()? {
            ..0 => Json::Null,
            size => Json::Array((0..size).map(|_| resp(bytes, depth + 1)).collect::<Result<_, _>>()?),
        },
        other => return Err(format!("a RESP value of kind {:?}", char::from(other))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbw::block::Block;

    #[test]
    fn blocks_and_resp_become_json() {
        let mut block = Block::new();
        block.integer(-5);
        block.array(&[0.1, 2.0]).unwrap();
        let grid = Array::new(&[2, 3], Elements::Integer((1..=6).collect())).unwrap();
        block.value(&Value::Array(Box::new(grid))).unwrap();
        block.string("hi").unwrap();
        assert_eq!(of_sbw(block.items()).unwrap(), b"[-5,[0.1,2.0],[[1,2,3],[4,5,6]],\"hi\"]");
        let mut block = Block::new();
        block.double(f64::NAN);
        assert_eq!(of_sbw(block.items()).unwrap_err(), "NaN, which JSON cannot hold");
        let command = b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n:7\r\n";
        assert_eq!(of_resp(command).unwrap(), b"[\"SET\",\"k\",7]");
        assert_eq!(of_resp(b"$-1\r\n").unwrap(), b"null");
        assert!(of_resp(b"*2\r\n:1\r\n").is_err() && of_resp(b"-ERR\r\n").is_err());
        assert!(of_resp(&b"*1\r\n".repeat(1000)).is_err());
    }
}
