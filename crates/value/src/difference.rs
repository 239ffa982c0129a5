//! Where two data trees first differ.

use std::collections::HashMap;
use std::fmt;

use crate::Value;

/// The first place at which two data trees differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The way from the root, e.g. `records[3].ttl`; empty at the root itself.
    pub path: String,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.path.is_empty() { "the root" } else { &self.path };
        write!(f, "at {place}: expected {}, found {}", self.expected, self.found)
    }
}

/// The first difference between what was `expected` and what was `found`, none if they are equal.
pub fn difference(expected: &Value, found: &Value) -> Option<Difference> {
    let mut path = Vec::new();
    compare(expected, found, &mut path).map(|(expected, found)| Difference { path: path.concat(), expected, found })
}

fn compare(expected: &Value, found: &Value, path: &mut Vec<String>) -> Option<(String, String)> {
    let equal = match (expected, found) {
        (Value::Null, Value::Null) | (Value::Absent, Value::Absent) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::Float32(a), Value::Float32(b)) => a.to_bits() == b.to_bits(),
        (Value::Float64(a), Value::Float64(b)) => a.to_bits() == b.to_bits(),
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Sequence(a), Value::Sequence(b)) => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                path.push(format!("[{index}]"));
                if let Some(found) = compare(a, b, path) {
                    return Some(found);
                }
                path.pop();
            }
            a.len() == b.len()
        }
        (Value::Map(a), Value::Map(b)) => return compare_maps(a, b, path),
        _ => false,
    };
    let text = |value: &Value| match (expected, found) {
        // Two values that print alike but are of different kinds must not read as equal.
        (a, b) if a.kind() != b.kind() && !matches!(value, Value::Null | Value::Absent) => {
            format!("{} {value}", value.kind())
        }
        _ => value.to_string(),
    };
    (!equal).then(|| (text(expected), text(found)))
}

fn compare_maps(a: &[(String, Value)], b: &[(String, Value)], path: &mut Vec<String>) -> Option<(String, String)> {
    let present =
        |entries: &'_ [(String, Value)]| entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)).count();
    let by_key: HashMap<&str, &Value> = b.iter().map(|(key, value)| (key.as_str(), value)).collect();
    for (key, value) in a.iter().filter(|(_, value)| !matches!(value, Value::Absent)) {
        path.push(if path.is_empty() { key.clone() } else { format!(".{key}") });
        let found = by_key.get(key.as_str()).copied().unwrap_or(&Value::Absent);
        if let Some(found) = compare(value, found, path) {
            return Some(found);
        }
        path.pop();
    }
    if present(a) == present(b) && by_key.len() == b.len() {
        return None;
    }
    let expected: HashMap<&str, &Value> = a.iter().map(|(key, value)| (key.as_str(), value)).collect();
    let mut seen = std::collections::HashSet::new();
    b.iter()
        .filter(|(_, value)| !matches!(value, Value::Absent))
        .find(|(key, _)| matches!(expected.get(key.as_str()), None | Some(Value::Absent)) || !seen.insert(key))
        .map(|(key, value)| ("no such entry".to_owned(), format!("entry {key:?} with {value}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, Value)]) -> Value {
        Value::Map(entries.iter().map(|(k, v)| (k.to_string(), v.clone())).collect())
    }

    #[test]
    fn order_of_entries_and_absent_entries_do_not_count() {
        let a = map(&[("a", 1u8.into()), ("b", Value::Absent), ("c", Value::Null)]);
        let b = map(&[("c", Value::Null), ("a", 1u8.into())]);
        assert_eq!(difference(&a, &b), None);
        assert_eq!(difference(&b, &a), None);
    }

    #[test]
    fn names_the_place_and_the_kinds() {
        let a = map(&[("r", Value::Sequence(vec![map(&[("ttl", 5u8.into())])]))]);
        let b = map(&[("r", Value::Sequence(vec![map(&[("ttl", Value::Float64(5.0))])]))]);
        let found = difference(&a, &b).unwrap().to_string();
        assert_eq!(found, "at r[0].ttl: expected integer 5, found 64-bit float 5.0");
    }

    #[test]
    fn empty_null_and_absent_are_three_things() {
        let values = [map(&[("a", Value::text(""))]), map(&[("a", Value::Null)]), map(&[])];
        for (i, a) in values.iter().enumerate() {
            for (j, b) in values.iter().enumerate() {
                assert_eq!(a == b, i == j, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn floats_are_their_bits() {
        assert_ne!(Value::Float64(0.0), Value::Float64(-0.0));
        assert_eq!(Value::Float64(f64::NAN), Value::Float64(f64::NAN));
        assert_ne!(Value::Float64(f64::NAN), Value::Float64(f64::from_bits(f64::NAN.to_bits() | 1)));
    }

    #[test]
    fn an_entry_too_many_is_found_on_either_side() {
        let (a, b) = (map(&[("a", Value::Null)]), map(&[("a", Value::Null), ("b", Value::Null)]));
        assert!(difference(&a, &b).unwrap().found.contains("\"b\""));
        assert_eq!(difference(&b, &a).unwrap().path, "b");
        let twice = map(&[("a", Value::Null), ("a", Value::Null)]);
        assert!(difference(&a, &twice).is_some());
    }
}
