//! JSON for people: indented, entries in their order.

use wirecost_value::{Value, json};

/// The value as JSON, two spaces a level; a list of scalars, and a map of one, is on one line.
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let is_leaf = |value: &Value| !matches!(value, Value::Sequence(_) | Value::Map(_));
    let line = |depth: usize| format!("\n{:width$}", "", width = 2 * depth);
    match value {
        Value::Sequence(items) if !items.iter().all(is_leaf) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&line(depth + 1));
                write(item, depth + 1, out);
            }
            out.push_str(&line(depth));
            out.push(']');
        }
        Value::Map(entries) if entries.len() > 1 || entries.iter().any(|(_, value)| !is_leaf(value)) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&line(depth + 1));
                write(&Value::text(key), depth + 1, out);
                out.push_str(": ");
                write(value, depth + 1, out);
            }
            out.push_str(&line(depth));
            out.push('}');
        }
        // No leaf here is absent or a float that is not finite, which JSON lacks.
        leaf => out.push_str(&String::from_utf8_lossy(&json::write(leaf).unwrap_or_default())),
    }
}

/// A map of these entries.
pub fn object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
