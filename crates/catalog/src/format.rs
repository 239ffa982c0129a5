//! What a format can hold when no schema helps it (docs/FORMAT.md).

use wirecost_value::{Tape, Value};

/// What keeps `value` out of `format` for a candidate that has no types of the message; none if it fits.
///
/// A value that a format writes in the same way as another value counts as one that it cannot represent.
pub fn obstacle(format: &str, value: &Value) -> Option<String> {
    let (leaf, name): (fn(&Value) -> Option<&'static str>, _) = match format {
        "json" => (json, "JSON without a schema"),
        "cbor" => (single, "CBOR without a schema"),
        "pickle" => (single, "a pickle of Python's own types"),
        "xml-rpc" => (xml_rpc, "XML-RPC"),
        _ => return None,
    };
    find(value, leaf).map(|what| format!("{what}, which {name} does not hold"))
}

/// What keeps a tape out of `format`, as [`obstacle`].
pub fn obstacle_on(format: &str, tape: &Tape) -> Option<String> {
    tape.find(|leaf| obstacle(format, leaf))
}

/// Whether a candidate of `format` that has no types of its own takes them from the message's schema.
pub fn needs_schema(format: &str) -> bool {
    matches!(format, "protobuf" | "avro")
}

/// Whether the bytes of a format say what values they hold, so that they are read without types.
pub fn is_self_describing(format: &str) -> bool {
    matches!(format, "json" | "messagepack" | "cbor" | "xml" | "fastinfoset" | "pickle" | "xml-rpc")
}

/// The first leaf for which `leaf` has a reason.
fn find(value: &Value, leaf: fn(&Value) -> Option<&'static str>) -> Option<&'static str> {
    match value {
        Value::Sequence(items) => items.iter().find_map(|item| find(item, leaf)),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| find(value, leaf)),
        other => leaf(other),
    }
}

fn json(leaf: &Value) -> Option<&'static str> {
    match leaf {
        Value::Float32(_) => Some("a 32-bit float"),
        Value::Bytes(_) => Some("bytes"),
        Value::Float64(x) if !x.is_finite() => Some("a float that is not finite"),
        _ => None,
    }
}

/// For a format that does not distinguish 32-bit from 64-bit floats: CBOR by its data model (RFC 8949, section 2).
fn single(leaf: &Value) -> Option<&'static str> {
    matches!(leaf, Value::Float32(_)).then_some("a 32-bit float")
}

/// XML-RPC specification, "Scalar <value>s": integers of four bytes, doubles without exponent.
fn xml_rpc(leaf: &Value) -> Option<&'static str> {
    match leaf {
        Value::Null => Some("null"),
        Value::Float32(_) => Some("a 32-bit float"),
        Value::Float64(x) if !x.is_finite() => Some("a float that is not finite"),
        Value::Integer(n) if i32::try_from(n.get()).is_err() => Some("an integer of more than 32 bits"),
        Value::Text(text) if text.contains(|c: char| c < ' ' && !matches!(c, '\t' | '\n')) => {
            Some("a control character")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_a_format_does_not_hold() {
        let within = |leaf: Value| Value::Map(vec![("a".into(), Value::Sequence(vec![leaf]))]);
        for (format, leaf, what) in [
            ("json", Value::Float32(1.0), "a 32-bit float"),
            ("json", Value::Bytes(vec![1]), "bytes"),
            ("pickle", Value::Float32(1.0), "a 32-bit float"),
            ("cbor", Value::Float32(1.0), "a 32-bit float"),
            ("xml-rpc", Value::Null, "null"),
            ("xml-rpc", (1u64 << 31).into(), "an integer of more than 32 bits"),
            ("xml-rpc", Value::text("\u{b}"), "a control character"),
        ] {
            let found = obstacle(format, &within(leaf)).unwrap_or_default();
            assert!(found.starts_with(what), "{format}: {found}");
        }
        for format in ["json", "pickle", "xml-rpc", "messagepack", "cbor"] {
            assert_eq!(obstacle(format, &within(Value::Float64(0.5))), None, "{format}");
        }
    }
}
