//! Whether messages are valid by a JSON Schema, as the crate `jsonschema` says.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Retrieve, Uri, ValidationError, Validator};
use wirecost_value::Value;

use super::files::Whole;
use super::places::{FILES, Places, Reference, scheme};
use crate::TypesError;
use crate::import::open::Sample;
use crate::import::pointer::unescaped;

/// The address that documents have for the validator where they say none.
const BASE: &str = "json-schema:///";

/// Checks messages against the schema at `pointer`. What the user should know where they cannot be checked.
///
/// # Errors
/// If one is not valid, with its place and the keyword.
pub fn check(
    file: &str,
    places: &Places<'_>,
    whole: &Whole,
    pointer: &str,
    samples: &[Sample<'_>],
) -> Result<Option<String>, TypesError> {
    let documents = Documents::new(places, whole);
    let declared = match documents.validator(documents.draft, false, pointer) {
        Ok(validator) => validator,
        Err(reason) => return Ok(Some(format!("{file}: messages are not checked against the schema: {reason}"))),
    };
    let mut others: Option<Vec<Validator>> = None;
    for sample in samples.iter().filter(|sample| !sample.has_only_text) {
        let instance = json(sample.value);
        let Err(error) = declared.validate(&instance) else { continue };
        let others = others.get_or_insert_with(|| documents.other_readings(pointer));
        if !others.iter().any(|validator| validator.is_valid(&instance)) {
            return Err(fault(sample, deepest(&error)));
        }
    }
    Ok(None)
}

fn fault(sample: &Sample<'_>, error: &ValidationError<'_>) -> TypesError {
    let pointer = error.instance_path().as_str();
    let shown = at(sample.value, pointer).map_or_else(String::new, Value::to_string);
    let reason = format!("{} ({})", error.masked_with(shown), error.kind().keyword());
    TypesError::at(format_args!("{}: at {}", sample.name, place(sample.value, pointer)), reason)
}

/// A schema and the files that are here, as the validator takes them.
struct Documents {
    schema: serde_json::Value,
    draft: Draft,
    /// The documents by their addresses.
    by_address: Vec<(String, serde_json::Value)>,
    /// Whether a reference is left out, since nothing here says what it refers to.
    lacks_some: bool,
}

impl Documents {
    fn new(places: &Places<'_>, whole: &Whole) -> Self {
        let mut document = whole.document.clone();
        let is_here = |it: &&Reference<'_>| places.target(it.text, &it.pointer).is_err();
        let lacking: Vec<&Reference<'_>> = places.references.iter().filter(is_here).collect();
        lacking.iter().for_each(|reference| remove(&mut document, &reference.pointer));
        let files = taken(&mut document, FILES);
        let draft = draft(&mut document);
        let schema = json(&document);
        let mut by_address = vec![(format!("{BASE}document"), schema.clone())];
        for resource in &whole.files {
            let address = match scheme(&resource.address) {
                Some(_) => resource.address.clone(),
                None => format!("{BASE}{}", resource.address.trim_start_matches('/')),
            };
            let name = resource.pointer.rsplit('/').next().map(unescaped).unwrap_or_default();
            let value = files.as_ref().and_then(|files| files.get(&name)).map_or_else(|| schema.clone(), json);
            by_address.push((address, value));
        }
        Self { schema, draft, by_address, lacks_some: !lacking.is_empty() }
    }

    fn validator(&self, draft: Draft, has_formats: bool, pointer: &str) -> Result<Validator, String> {
        let schema = if pointer.is_empty() {
            self.schema.clone()
        } else {
            serde_json::json!({ "$ref": format!("{BASE}document#{pointer}") })
        };
        let options = jsonschema::options().with_draft(draft).should_validate_formats(has_formats);
        let options = options.with_retriever(ByAddress(self.by_address.clone()));
        options.build(&schema).map_err(|error| error.to_string())
    }

    /// The same schema as other validators read it: formats tell branches of `oneOf` apart, and so do keywords of later drafts. Where a
    /// reference is left out, nothing says that only one branch takes a value.
    fn other_readings(&self, pointer: &str) -> Vec<Validator> {
        let mut readings = vec![self.validator(self.draft, true, pointer)];
        if matches!(self.draft, Draft::Draft4 | Draft::Draft6) {
            readings.push(self.changed(as_draft_7).validator(Draft::Draft7, true, pointer));
        }
        if self.lacks_some {
            readings.push(self.changed(any_branch).validator(self.draft, false, pointer));
        }
        readings.into_iter().flatten().collect()
    }

    fn changed(&self, change: fn(&mut serde_json::Value)) -> Self {
        let changed = |document: &serde_json::Value| {
            let mut document = document.clone();
            change(&mut document);
            document
        };
        let by_address = self.by_address.iter().map(|(address, document)| (address.clone(), changed(document)));
        Self { schema: changed(&self.schema), by_address: by_address.collect(), ..*self }
    }
}

/// Puts keywords of draft 4 into those of draft 7.
fn as_draft_7(schema: &mut serde_json::Value) {
    match schema {
        serde_json::Value::Array(items) => items.iter_mut().for_each(as_draft_7),
        serde_json::Value::Object(entries) => {
            entries.values_mut().for_each(as_draft_7);
            for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
                let Some(is_exclusive) = entries.get(exclusive).and_then(serde_json::Value::as_bool) else { continue };
                entries.remove(exclusive);
                let bound = if is_exclusive { entries.remove(bound) } else { None };
                bound.map(|bound| entries.insert(exclusive.to_owned(), bound));
            }
            if entries.get("id").is_some_and(serde_json::Value::is_string) {
                entries.remove("id").map(|id| entries.insert("$id".to_owned(), id));
            }
            if entries.get("$schema").is_some_and(serde_json::Value::is_string) {
                entries.remove("$schema");
            }
        }
        _ => {}
    }
}

/// Gives `anyOf` for each `oneOf`.
fn any_branch(schema: &mut serde_json::Value) {
    match schema {
        serde_json::Value::Array(items) => items.iter_mut().for_each(any_branch),
        serde_json::Value::Object(entries) => {
            entries.values_mut().for_each(any_branch);
            if let Some(branches) = entries.remove("oneOf") {
                let both = serde_json::json!([{ "anyOf": branches }]);
                match entries.get_mut("allOf").and_then(serde_json::Value::as_array_mut) {
                    Some(all) => all.push(serde_json::json!({ "anyOf": branches })),
                    None => _ = entries.insert("allOf".to_owned(), both),
                }
            }
        }
        _ => {}
    }
}

/// The documents that are here. Nothing is fetched.
struct ByAddress(Vec<(String, serde_json::Value)>);

impl Retrieve for ByAddress {
    fn retrieve(&self, uri: &Uri<String>) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        let found = self.0.iter().find(|(address, _)| address == uri.as_str());
        found.map(|(_, value)| value.clone()).ok_or_else(|| format!("{uri} is not here").into())
    }
}

/// The draft of a document; the name of one that the validator does not know is taken away.
fn draft(document: &mut Value) -> Draft {
    let known = [
        ("draft-04", Draft::Draft4),
        ("draft-06", Draft::Draft6),
        ("draft-07", Draft::Draft7),
        ("2019-09", Draft::Draft201909),
        ("2020-12", Draft::Draft202012),
    ];
    let uri = document.get("$schema").and_then(Value::as_text).unwrap_or_default();
    let found = known.iter().find(|(name, _)| uri.contains("json-schema.org") && uri.contains(name));
    if found.is_none() {
        taken(document, "$schema");
    }
    found.map_or_else(Draft::default, |(_, draft)| *draft)
}

/// Takes an entry out of a map.
fn taken(value: &mut Value, key: &str) -> Option<Value> {
    let Value::Map(entries) = value else { return None };
    let at = entries.iter().position(|(name, _)| name == key)?;
    Some(entries.remove(at).1)
}

/// Takes away what a JSON pointer points to.
fn remove(document: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else { return };
    let parent = parent.split('/').skip(1).try_fold(document, |value, part| match value {
        Value::Sequence(items) => items.get_mut(part.parse::<usize>().ok()?),
        Value::Map(entries) => {
            let part = unescaped(part);
            entries.iter_mut().find(|(name, _)| *name == part).map(|(_, value)| value)
        }
        _ => None,
    });
    parent.map(|parent| taken(parent, &unescaped(key)));
}

/// The error of the branch that comes closest, where no branch takes a value.
fn deepest<'e>(error: &'e ValidationError<'e>) -> &'e ValidationError<'e> {
    let depth = |error: &ValidationError<'_>| error.instance_path().as_str().matches('/').count();
    let own = depth(error);
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) = error.kind() else {
        return error;
    };
    let deeper = context.iter().filter_map(|branch| branch.iter().max_by_key(|it| depth(it)));
    match deeper.max_by_key(|it| depth(it)).filter(|it| depth(it) > own) {
        Some(found) => deepest(found),
        None => error,
    }
}

/// What a JSON pointer points to in a message.
fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    pointer.split('/').skip(1).try_fold(value, |value, part| match value {
        Value::Sequence(items) => items.get(part.parse::<usize>().ok()?),
        other => other.get(&unescaped(part)),
    })
}

/// A JSON pointer as the way through a message, such as `.lines[1].count`.
fn place(value: &Value, pointer: &str) -> String {
    let (mut way, mut current) = (String::new(), Some(value));
    for part in pointer.split('/').skip(1) {
        let part = unescaped(part);
        current = match current {
            Some(Value::Sequence(items)) => {
                way.push_str(&format!("[{part}]"));
                part.parse::<usize>().ok().and_then(|index| items.get(index))
            }
            other => {
                way.push_str(&format!(".{part}"));
                other.and_then(|value| value.get(&part))
            }
        };
    }
    if way.is_empty() { "the root".to_owned() } else { way }
}

/// A value as JSON has it: bytes as base64, and a float that is whole as the integer that it is to every draft but 4.
fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null | Value::Absent => serde_json::Value::Null,
        Value::Boolean(b) => (*b).into(),
        Value::Integer(n) => match i64::try_from(n.get()) {
            Ok(n) => n.into(),
            Err(_) => u64::try_from(n.get()).unwrap_or(u64::MAX).into(),
        },
        Value::Float32(x) => float(x.to_string().parse().unwrap_or(f64::from(*x))),
        Value::Float64(x) => float(*x),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes).into(),
        Value::Sequence(items) => items.iter().map(json).collect(),
        Value::Map(entries) => {
            let present = entries.iter().filter(|(_, value)| !matches!(value, Value::Absent));
            present.map(|(key, value)| (key.clone(), json(value))).collect::<serde_json::Map<_, _>>().into()
        }
    }
}

fn float(x: f64) -> serde_json::Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if x.fract() == 0.0 && x.abs() <= EXACT {
        return (x as i64).into();
    }
    // JSON has no word for what is not finite, and readers of it write names.
    serde_json::Number::from_f64(x).map_or_else(|| x.to_string().into(), Into::into)
}
