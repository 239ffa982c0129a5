//! What a document must hold to be stored.

use std::collections::HashSet;

use serde::Serialize;
use wirecost_value::{Value, to_value};

use crate::StoreError;
use wirecost_model::RunDocument;

/// The longest identifier of a run, in bytes.
pub const MAX_RUN_ID: usize = 100;

/// Checks that an identifier names a run and nothing else: no path, no option, and not the word for the latest run.
///
/// # Errors
/// [`StoreError::RunId`].
pub fn check_run_id(run_id: &str) -> Result<(), StoreError> {
    let starts = run_id.starts_with(|c: char| c.is_ascii_alphanumeric());
    let fits = run_id.len() <= MAX_RUN_ID && run_id != "latest" && !run_id.ends_with(".json");
    let is_plain = run_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    if starts && fits && is_plain {
        Ok(())
    } else {
        Err(StoreError::RunId { found: run_id.chars().take(MAX_RUN_ID).collect() })
    }
}

/// Checks a whole run.
///
/// # Errors
/// [`StoreError::RunId`], [`StoreError::CaseTwice`] and [`StoreError::NotFinite`].
pub fn check_run(run: &RunDocument) -> Result<(), StoreError> {
    check_run_id(&run.run_id)?;
    let mut keys = HashSet::new();
    if let Some(twice) = run.cases.iter().map(|case| case.key()).find(|key| !keys.insert(key.clone())) {
        return Err(StoreError::CaseTwice { run: run.run_id.clone(), key: twice });
    }
    check_finite(&run.run_id, run)
}

/// Checks that every number of a document is one.
///
/// JSON has no way to write any other, and would write null, which no reader takes for a number.
///
/// # Errors
/// [`StoreError::NotFinite`] with the way to the number.
pub fn check_finite(of: &str, document: &impl Serialize) -> Result<(), StoreError> {
    let Ok(tree) = to_value(document) else { return Ok(()) };
    let mut path = Vec::new();
    match not_finite(&tree, &mut path) {
        None => Ok(()),
        Some(number) => Err(StoreError::NotFinite { place: format!("{of}: {}", path.join(".")), number }),
    }
}

fn not_finite(tree: &Value, path: &mut Vec<String>) -> Option<f64> {
    match tree {
        Value::Float64(x) => Some(*x).filter(|x| !x.is_finite()),
        Value::Float32(x) => Some(f64::from(*x)).filter(|x| !x.is_finite()),
        Value::Sequence(items) => items.iter().enumerate().find_map(|(index, item)| {
            path.push(index.to_string());
            not_finite(item, path).or_else(|| path.pop().and(None))
        }),
        Value::Map(entries) => entries.iter().find_map(|(key, value)| {
            path.push(key.clone());
            not_finite(value, path).or_else(|| path.pop().and(None))
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_no_path_and_no_option() {
        for good in ["20260101-000000-abcd", "a", "A_b.c-1"] {
            check_run_id(good).unwrap();
        }
        let long = "a".repeat(MAX_RUN_ID + 1);
        for bad in
            ["", "../../x", "/etc/passwd", "a/b", "a\\b", ".hidden", "-o", "a b", "a\n", "latest", "x.json", &long]
        {
            assert!(matches!(check_run_id(bad), Err(StoreError::RunId { .. })), "{bad:?}");
        }
    }
}
