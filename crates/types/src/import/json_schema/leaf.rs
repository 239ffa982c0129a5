//! Types of JSON Schema that contain no schemas: integers, text, and the keys of maps.

use wirecost_value::Value;

use super::places::Part;
use super::{Fault, refused};
use crate::emit::decimal_pattern;
use crate::{Int, Key, TimeUnit, Type};

/// The unit of a `date-time`, whose schema says none: the one that holds every year that has four digits.
const UNIT: TimeUnit = TimeUnit::Microseconds;

/// The smallest integer with the format's name, or within all bounds; 64 bits with a sign where it has none.
pub fn integer(parts: &[Part<'_>]) -> Result<Int, Fault> {
    if let Some(int) = texts(parts, "format").find_map(int_format) {
        return Ok(int);
    }
    let bound = |part: &Part<'_>, keyword: &str| match part.schema.get(keyword) {
        Some(Value::Integer(n)) => Some(n.get()),
        _ => None,
    };
    let lows =
        parts.iter().filter_map(|it| bound(it, "minimum").or_else(|| bound(it, "exclusiveMinimum").map(|n| n + 1)));
    let highs =
        parts.iter().filter_map(|it| bound(it, "maximum").or_else(|| bound(it, "exclusiveMaximum").map(|n| n - 1)));
    let (low, high) = match (lows.max(), highs.min()) {
        (Some(low), Some(high)) => (low, high),
        (None, Some(high)) if high > i128::from(i64::MAX) => (0, high),
        _ => return Ok(Int::I64),
    };
    let holds = |int: &Int| int.range().contains(&low) && int.range().contains(&high);
    let exact = Int::ALL.into_iter().find(|int| int.range() == (low..=high));
    match exact.or_else(|| Int::ALL.into_iter().find(holds)) {
        Some(int) => Ok(int),
        None => refused(&parts[0].pointer, format!("no integer of 64 bits holds {low} to {high}")),
    }
}

/// The texts that the schemas give for a keyword.
pub fn texts<'a>(parts: &'a [Part<'_>], keyword: &'a str) -> impl Iterator<Item = &'a str> {
    parts.iter().filter_map(move |part| part.schema.get(keyword).and_then(Value::as_text))
}

fn int_format(format: &str) -> Option<Int> {
    let short = match format.strip_prefix("uint") {
        Some(bits) => format!("u{bits}"),
        None => format!("i{}", format.strip_prefix("int")?),
    };
    Int::ALL.into_iter().find(|int| int.name() == short)
}

/// What text means by its format, its encoding or its pattern.
pub fn text(parts: &[Part<'_>]) -> Type {
    let meaning = parts.iter().find_map(|part| meaning(part.schema));
    meaning.unwrap_or(Type::Text)
}

fn meaning(schema: &Value) -> Option<Type> {
    let keyword = |name: &str| schema.get(name).and_then(Value::as_text);
    match (keyword("format").unwrap_or_default(), keyword("contentEncoding"), keyword("pattern")) {
        ("date-time", ..) => Some(Type::Timestamp(UNIT)),
        ("date", ..) => Some(Type::Date),
        ("uuid", ..) => Some(Type::Uuid),
        ("byte", ..) | (_, Some("base64"), _) => Some(Type::Bytes { length: None }),
        (_, _, Some(pattern)) => {
            let digits = (1..=38_u8).flat_map(|precision| (0..=precision).map(move |scale| (precision, scale)));
            let mut decimals = digits.filter(|(precision, scale)| decimal_pattern(*precision, *scale) == pattern);
            decimals.next().map(|(precision, scale)| Type::Decimal { precision, scale })
        }
        _ => None,
    }
}

/// What the keys of a map read as.
pub fn key(parts: &[Part<'_>]) -> Key {
    let names: Vec<Part<'_>> = parts.iter().filter_map(|part| part.get("propertyNames")).collect();
    if let Some(values) = names.iter().find_map(|part| part.get("enum")) {
        let is_boolean = |value: &Part<'_>| matches!(value.schema.as_text(), Some("true" | "false"));
        let is_boolean = values.items().is_some_and(|values| values.iter().all(is_boolean));
        return if is_boolean { Key::Boolean } else { Key::Text };
    }
    texts(&names, "format").find_map(int_format).map_or(Key::Text, Key::Integer)
}
