//! The well-known types of Protocol Buffers that have a JSON form of their own:
//! <https://protobuf.dev/programming-guides/json/>.
//!
//! Each is brought to the fields that it has. A value that is spelt by its fields already, as binary formats do, stays.

use prost_reflect::{DescriptorPool, DynamicMessage, Value as Field};
use wirecost_value::{Integer, Value};

use crate::fit::time::timestamp;

/// The longest duration, seconds: 10,000 years, as duration.proto bounds it.
const DURATION_SECONDS: i128 = 315_576_000_000;

/// The package of these messages.
pub const PACKAGE: &str = "google.protobuf.";

/// The fields that `value` stands for where a message `name` is due; none if it is spelt as any message is.
///
/// # Errors
/// What it is not, in words that follow "is not".
pub fn fields(name: &str, value: &Value, pool: Option<&DescriptorPool>) -> Option<Result<Value, String>> {
    let record = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    };
    let seconds = |total: Option<(i128, i128)>, due: &str| {
        let (seconds, nanos) = total.ok_or_else(|| due.to_owned())?;
        let integer = |n| Integer::try_from(n).map(Value::Integer).map_err(|_| due.to_owned());
        Ok(record(&[("seconds", integer(seconds)?), ("nanos", integer(nanos)?)]))
    };
    let name = name.strip_prefix(PACKAGE)?;
    Some(Ok(match (name, value) {
        ("Timestamp", Value::Text(text)) => return Some(seconds(timestamp(text), "a time as RFC 3339 writes it")),
        ("Duration", Value::Text(text)) => return Some(seconds(duration(text), "a duration in seconds, such as 1.5s")),
        ("FieldMask", Value::Text(text)) => record(&[("paths", paths(text))]),
        ("Struct", Value::Map(_)) => record(&[("fields", value.clone())]),
        ("ListValue", Value::Sequence(_)) => record(&[("values", value.clone())]),
        ("Value", Value::Null) => record(&[("null_value", Value::text("NULL_VALUE"))]),
        ("Value", Value::Boolean(_)) => record(&[("bool_value", value.clone())]),
        ("Value", Value::Integer(_) | Value::Float32(_) | Value::Float64(_)) => {
            record(&[("number_value", value.clone())])
        }
        ("Value", Value::Text(_)) => record(&[("string_value", value.clone())]),
        ("Value", Value::Map(_)) => record(&[("struct_value", value.clone())]),
        ("Value", Value::Sequence(_)) => record(&[("list_value", value.clone())]),
        ("Any", Value::Map(_)) if value.get("@type").is_some() => return Some(any(value, pool?)),
        // A wrapper is spelt as what it wraps; null means that it is not there.
        (wrapper, leaf) if is_wrapper(wrapper) && !matches!(leaf, Value::Map(_) | Value::Null | Value::Absent) => {
            record(&[("value", leaf.clone())])
        }
        _ => return None,
    }))
}

pub fn is_wrapper(name: &str) -> bool {
    let wrapped = name.strip_suffix("Value").unwrap_or_default();
    ["Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes"].contains(&wrapped)
}

/// Seconds and nanoseconds of the same sign.
fn duration(text: &str) -> Option<(i128, i128)> {
    let (sign, number) = text.strip_suffix('s')?.strip_prefix('-').map_or((1, text.strip_suffix('s')?), |n| (-1, n));
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(part) || part.len() > 9 {
        return None;
    }
    let seconds: i128 = whole.parse().ok().filter(|seconds| *seconds <= DURATION_SECONDS)?;
    let nanos: i128 = format!("{part:0<9}").parse().ok()?;
    Some((sign * seconds, sign * nanos))
}

/// Paths in the camel case of JSON to those of the schema.
fn paths(text: &str) -> Value {
    let snake = |path: &str| {
        path.chars().fold(String::new(), |mut snake, c| {
            if c.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
            snake
        })
    };
    Value::Sequence(text.split(',').filter(|path| !path.is_empty()).map(|path| Value::text(snake(path))).collect())
}

/// A message of the type that `@type` names, encoded.
fn any(value: &Value, pool: &DescriptorPool) -> Result<Value, String> {
    use serde::de::IntoDeserializer as _;
    let due = |reason: &dyn std::fmt::Display| format!("a message of its @type: {reason}");
    let descriptor =
        pool.get_message_by_name("google.protobuf.Any").ok_or_else(|| due(&"any.proto is not imported"))?;
    let message = DynamicMessage::deserialize(descriptor, value.clone().into_deserializer()).map_err(|e| due(&e))?;
    let field = |name: &str| message.get_field_by_name(name).map(std::borrow::Cow::into_owned);
    match (field("type_url"), field("value")) {
        (Some(Field::String(url)), Some(Field::Bytes(bytes))) => {
            Ok(Value::Map(vec![("type_url".into(), Value::Text(url)), ("value".into(), Value::Bytes(bytes.into()))]))
        }
        _ => Err(due(&"any.proto is another than protobuf's")),
    }
}
