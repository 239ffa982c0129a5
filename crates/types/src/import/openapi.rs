//! Documents of OpenAPI 3.0 and 3.1, whose schemas are read as JSON Schema.
//!
//! Those of 3.0 are put into the words of draft 7 before: `nullable`, and bounds that are exclusive. Those of 3.1 are of draft 2020-12.
//! What is about no type, such as `discriminator` and `example`, is passed over.

use wirecost_value::Value;

use super::choose;
use super::pointer::{escaped, unescaped};
use crate::TypesError;

/// Where the schema of a message is, as a JSON pointer, and what its type is called.
pub struct Found {
    pub pointer: String,
    pub hint: String,
    /// Why it was taken, where nobody named it.
    pub note: Option<String>,
}

/// The methods of a path.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Whether a document is one of OpenAPI 3.
pub fn is_openapi(document: &Value) -> bool {
    version(document).is_some_and(|version| version.starts_with("3."))
}

fn version(document: &Value) -> Option<&str> {
    document.get("openapi")?.as_text()
}

fn entries(value: Option<&Value>) -> &[(String, Value)] {
    match value {
        Some(Value::Map(entries)) => entries,
        _ => &[],
    }
}

/// Gives the document the dialect of its schemas, and puts those of 3.0 into it.
pub fn prepare(document: &mut Value) {
    let is_old = version(document).is_some_and(|version| version.starts_with("3.0"));
    let mut dialect = "https://json-schema.org/draft/2020-12/schema";
    if is_old {
        modern(document);
        dialect = "http://json-schema.org/draft-07/schema#";
    }
    if let Value::Map(entries) = document {
        entries.retain(|(key, _)| key != "$schema");
        entries.push(("$schema".to_owned(), Value::text(dialect)));
    }
}

/// Puts what 3.0 says into words of draft 7.
fn modern(value: &mut Value) {
    match value {
        Value::Sequence(items) => items.iter_mut().for_each(modern),
        Value::Map(entries) => {
            entries.iter_mut().for_each(|(_, value)| modern(value));
            exclusive(entries, "exclusiveMinimum", "minimum");
            exclusive(entries, "exclusiveMaximum", "maximum");
            if let Some(Value::Boolean(true)) = taken(entries, "nullable", is_boolean) {
                let or_null = Value::Map(vec![("type".to_owned(), Value::text("null"))]);
                let schema = Value::Map(std::mem::take(entries));
                entries.push(("anyOf".to_owned(), Value::Sequence(vec![schema, or_null])));
            }
        }
        _ => {}
    }
}

fn is_boolean(value: &Value) -> bool {
    matches!(value, Value::Boolean(_))
}

/// Takes an entry away whose value is of a kind.
fn taken(entries: &mut Vec<(String, Value)>, key: &str, is_kind: fn(&Value) -> bool) -> Option<Value> {
    let at = entries.iter().position(|(name, value)| name == key && is_kind(value))?;
    Some(entries.remove(at).1)
}

/// A bound that is exclusive, as a keyword of its own.
fn exclusive(entries: &mut Vec<(String, Value)>, keyword: &str, bound: &str) {
    if let Some(Value::Boolean(true)) = taken(entries, keyword, is_boolean) {
        entries.iter_mut().filter(|(key, _)| key == bound).for_each(|(key, _)| keyword.clone_into(key));
    }
}

/// The schema of the message: of `components.schemas`, or what an operation takes (`POST /orders`, or its `operationId`) or answers
/// (`POST /orders 200`). `used` says which schemas another one refers to.
///
/// # Errors
/// If there is none, or several and none is named.
pub fn find(
    file: &str,
    document: &Value,
    type_name: Option<&str>,
    used: impl Fn(&str) -> bool,
) -> Result<Found, TypesError> {
    if let Some(found) = type_name.and_then(|name| of_operation(document, name)) {
        return Ok(found);
    }
    let schemas = entries(document.get("components").and_then(|components| components.get("schemas")));
    let names: Vec<String> = schemas.iter().map(|(name, _)| name.clone()).collect();
    if let Some(name) = type_name.filter(|name| !names.iter().any(|known| known == name)) {
        let known: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
        let reason = format!(
            "{name:?} is no schema of components.schemas, and no operation with JSON such as \"POST /orders\", \"POST /orders 200\" or \
            \"createOrder 200\"; there are {}",
            known.join(", ")
        );
        return Err(TypesError::at(file, reason));
    }
    let chosen = choose(file, type_name, &names, used)?;
    let pointer = format!("/components/schemas/{}", escaped(&chosen.name));
    Ok(Found { pointer, hint: chosen.name, note: chosen.note })
}

/// The schema of what an operation takes, or answers with a status.
fn of_operation(document: &Value, name: &str) -> Option<Found> {
    for (path, item) in entries(document.get("paths")) {
        for (method, operation) in entries(Some(item)).iter().filter(|(key, _)| METHODS.contains(&key.as_str())) {
            let id = operation.get("operationId").and_then(Value::as_text);
            let called = [Some(format!("{} {path}", method.to_uppercase())), id.map(str::to_owned)];
            let status = |called: String| match name.strip_prefix(&called)?.strip_prefix(' ') {
                Some(status) => Some(status.trim()),
                None => (name == called).then_some(""),
            };
            let Some(status) = called.into_iter().flatten().find_map(status) else { continue };
            let at = format!("/paths/{}/{method}", escaped(path));
            let at = match status {
                "" => format!("{at}/requestBody"),
                status => format!("{at}/responses/{status}"),
            };
            let hint = id.map_or_else(|| format!("{method}_{path}"), str::to_owned);
            return Some(Found { pointer: content(document, at)?, hint, note: None });
        }
    }
    None
}

/// The schema of the JSON content that is described at a place, or where that refers to.
fn content(document: &Value, mut pointer: String) -> Option<String> {
    const MAX_REFERENCES: usize = 16;
    for _ in 0..MAX_REFERENCES {
        let described = at(document, &pointer)?;
        let Some(reference) = described.get("$ref").and_then(Value::as_text) else {
            let is_json = |(kind, _): &&(String, Value)| {
                let kind = kind.split(';').next().unwrap_or_default().trim();
                kind == "application/json" || kind.ends_with("+json") || kind == "*/*"
            };
            let (kind, content) = entries(described.get("content")).iter().find(is_json)?;
            content.get("schema")?;
            return Some(format!("{pointer}/content/{}/schema", escaped(kind)));
        };
        pointer = reference.strip_prefix('#')?.to_owned();
    }
    None
}

fn at<'v>(document: &'v Value, pointer: &str) -> Option<&'v Value> {
    let mut parts = pointer.split('/').skip(1).map(unescaped);
    parts.try_fold(document, |value, part| value.get(&part))
}
