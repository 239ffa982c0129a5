//! Values of scalar types.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use wirecost_value::{Integer, Value};

use super::{Strictness, decimal, integer_of, time};
use crate::{Key, TimeUnit, Type};

/// The value with a scalar type, as far as `strictness` lets it differ.
///
/// # Errors
/// What it is not, in words that follow "is not".
pub fn fit(ty: &Type, value: &Value, strictness: Strictness) -> Result<Value, String> {
    let is_strict = strictness != Strictness::Any;
    let is_spelt = strictness == Strictness::Spelling;
    match (ty, value) {
        (Type::Null, Value::Null | Value::Absent) => Ok(Value::Null),
        (Type::Boolean, Value::Boolean(_)) | (Type::Text, Value::Text(_)) => Ok(value.clone()),
        (Type::Float32, Value::Float32(_)) | (Type::Float64, Value::Float64(_)) => Ok(value.clone()),
        (Type::Float32 | Type::Float64, _) if is_strict => Err("a float of this width".to_owned()),
        (Type::Float32, _) => float32(value).map(Value::Float32).ok_or_else(|| "a 32-bit float".to_owned()),
        (Type::Float64, _) => float64(value).map(Value::Float64).ok_or_else(|| "a 64-bit float".to_owned()),
        (Type::Integer(_), Value::Text(_) | Value::Float32(_) | Value::Float64(_)) if is_strict => {
            Err("an integer".to_owned())
        }
        (Type::Integer(int), _) => {
            let range = int.range();
            let due = || format!("an integer from {} to {}", range.start(), range.end());
            integer(value).filter(|n| range.contains(&n.get())).map(Value::Integer).ok_or_else(due)
        }
        (Type::Bytes { length }, _) => {
            let bytes = match value {
                Value::Bytes(bytes) => Some(bytes.clone()),
                Value::Text(text) if !is_strict => base64(text),
                _ => None,
            };
            let due = || length.map_or("bytes or base64 text".to_owned(), |due| format!("{due} bytes"));
            let fitting = bytes.filter(|all| length.is_none_or(|due| all.len() == due as usize));
            fitting.map(Value::Bytes).ok_or_else(due)
        }
        (Type::Timestamp(_) | Type::Date, Value::Integer(_)) | (Type::Uuid, Value::Bytes(_)) if is_spelt => {
            Err(format!("the text of a {ty}"))
        }
        (Type::Timestamp(unit), _) => timestamp(value, *unit),
        (Type::Date, _) => {
            let days = match value {
                Value::Integer(n) => Some(n.get()),
                Value::Text(text) => time::days(text),
                _ => None,
            };
            let days = days.filter(|days| i32::try_from(*days).is_ok()).and_then(integer_of);
            days.ok_or_else(|| "a date, such as 2026-02-03".to_owned())
        }
        (Type::Uuid, Value::Bytes(bytes)) if bytes.len() == 16 => Ok(value.clone()),
        (Type::Uuid, Value::Text(text)) => uuid(text).map(Value::Bytes).ok_or_else(|| "a UUID".to_owned()),
        (Type::Uuid, _) => Err("a UUID".to_owned()),
        (Type::Decimal { .. }, Value::Integer(_) | Value::Float32(_) | Value::Float64(_)) if is_strict => {
            Err("a decimal".to_owned())
        }
        (Type::Decimal { precision, scale }, _) => {
            let canonical = decimal_text(value).and_then(|text| decimal::canonical(&text, *precision, *scale));
            let due = || format!("a decimal of at most {precision} digits, {scale} of them after the point");
            canonical.map(Value::Text).ok_or_else(due)
        }
        (Type::Boolean, _) => Err("a boolean".to_owned()),
        (Type::Text, _) => Err("text".to_owned()),
        (Type::Null, _) => Err("null".to_owned()),
        _ => Err(format!("of type {ty}")),
    }
}

/// The bytes of base64 text (RFC 4648) in either alphabet and with or without its padding: JSON of Protocol Buffers may have all four.
fn base64(text: &str) -> Option<Vec<u8>> {
    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
    );
    let is_of_urls = text.contains(['-', '_']) && !text.contains(['+', '/']);
    if is_of_urls { ENGINE.decode(text.replace('-', "+").replace('_', "/")) } else { ENGINE.decode(text) }.ok()
}

fn timestamp(value: &Value, unit: TimeUnit) -> Result<Value, String> {
    let in_range = |n: i128| i64::try_from(n).is_ok();
    match value {
        Value::Integer(n) if in_range(n.get()) => Ok(value.clone()),
        Value::Text(text) => {
            let due = || "a time as RFC 3339 writes it, such as 2026-02-03T04:05:06Z".to_owned();
            let (seconds, nanos) = time::timestamp(text).ok_or_else(due)?;
            let total = seconds * 1_000_000_000 + nanos;
            if total.rem_euclid(unit.nanoseconds()) != 0 {
                return Err(format!("a whole number of {}; a timestamp of a smaller unit holds it", unit.symbol()));
            }
            let count = Some(total.div_euclid(unit.nanoseconds())).filter(|n| in_range(*n)).and_then(integer_of);
            count.ok_or_else(|| format!("a time that 64 bits count in {}; a larger unit holds it", unit.symbol()))
        }
        _ => Err("a time".to_owned()),
    }
}

/// An integer as such, as a float that is whole, or in a text, as JSON writes those that its readers would round.
pub fn integer(value: &Value) -> Option<Integer> {
    match value {
        Value::Integer(n) => Some(*n),
        Value::Float32(x) => whole(f64::from(*x)),
        Value::Float64(x) => whole(*x),
        Value::Text(text) => text.parse::<i128>().ok().and_then(|n| Integer::try_from(n).ok()),
        _ => None,
    }
}

/// The integer that a float is. That of -0.0 would lose its sign.
fn whole(x: f64) -> Option<Integer> {
    let is_whole = x.fract() == 0.0 && (x != 0.0 || x.is_sign_positive());
    is_whole.then(|| Integer::try_from(x as i128).ok()).flatten()
}

/// A float of 64 bits; an integer where that is exact; the names that JSON and XML have for what is not finite.
pub fn float64(value: &Value) -> Option<f64> {
    match value {
        Value::Float64(x) => Some(*x),
        Value::Float32(x) => Some((*x).into()),
        Value::Integer(n) => Some(n.get() as f64).filter(|x| *x as i128 == n.get()),
        Value::Text(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" | "INF" => Some(f64::INFINITY),
            "-Infinity" | "-INF" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// A float of 32 bits, where its shortest decimal says the same number as the value.
fn float32(value: &Value) -> Option<f32> {
    let wide = float64(value)?;
    let narrow = wide as f32;
    let exact = wide.is_nan() || f64::from(narrow) == wide || narrow.to_string().parse() == Ok(wide);
    exact.then_some(narrow)
}

fn decimal_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(n) => Some(n.get().to_string()),
        Value::Float32(x) if x.is_finite() => Some(x.to_string()),
        Value::Float64(x) if x.is_finite() => Some(x.to_string()),
        _ => None,
    }
}

/// A key in the one spelling that a map of this key type gives it.
pub fn key(key_type: Key, key: &str) -> Option<String> {
    match key_type {
        Key::Text => Some(key.to_owned()),
        Key::Boolean => key.parse::<bool>().ok().map(|b| b.to_string()),
        Key::Integer(int) => {
            let n = key.parse::<i128>().ok().filter(|n| int.range().contains(n))?;
            Some(n.to_string())
        }
    }
}

/// The 16 bytes of a UUID in its usual form, in groups of 8, 4, 4, 4 and 12 hexadecimal digits.
pub fn uuid(text: &str) -> Option<Vec<u8>> {
    let groups: Vec<&str> = text.split('-').collect();
    if !text.is_ascii() || groups.iter().map(|group| group.len()).ne([8, 4, 4, 4, 12]) {
        return None;
    }
    let digits: Option<Vec<u8>> =
        groups.concat().chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    Some(digits?.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
