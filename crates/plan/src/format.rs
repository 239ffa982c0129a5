//! What a format can hold when no schema helps it (docs/FORMAT.md).

use wirecost_value::Value;

/// What keeps `value` out of `format` for a candidate that has no types of the message; none where it fits.
///
/// A value that a format can write but not tell from another is as little representable as one it cannot write.
pub fn obstacle(format: &str, value: &Value) -> Option<String> {
    match format {
        "json" => json(value).map(|what| format!("{what}, which JSON without a schema does not hold")),
        _ => None,
    }
}

fn json(value: &Value) -> Option<&'static str> {
    match value {
        Value::Float32(_) => Some("a 32-bit float"),
        Value::Octets(_) => Some("octets"),
        Value::Float64(x) if !x.is_finite() => Some("a float that is not finite"),
        Value::Sequence(items) => items.iter().find_map(json),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| json(value)),
        _ => None,
    }
}
