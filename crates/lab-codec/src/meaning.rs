//! What a candidate holds in memory of a message.

use wirecost_built::Form;
use wirecost_catalog::Content;
use wirecost_catalog::format::needs_schema;
use wirecost_codec_protocol::{Binding, CandidateDescription};
use wirecost_value::{ConvertError, Value, to_value};

/// What is in memory for a candidate: a data tree, with the schema's types where it goes by one and in its own form where
/// it has one, or an infoset.
pub(crate) fn meaning(
    candidate: &CandidateDescription,
    form: Option<&Form>,
    variant: &Content,
) -> Result<Value, String> {
    if let Some(form) = form {
        return formed(form, variant);
    }
    if candidate.binding.is_infoset() {
        let xml = variant.xml.clone()?;
        return to_value(&xml.infoset).map_err(text);
    }
    let value = data_tree(candidate, variant)?;
    // A library's generic tree has no way to say that a field is known and absent.
    Ok(if candidate.binding == Binding::Dynamic { value.without_absent() } else { value })
}

/// The data tree of a message as a candidate has it that was built for it.
pub(crate) fn formed(form: &Form, variant: &Content) -> Result<Value, String> {
    let typed = variant.typed.as_ref().ok_or("the message has no types")?;
    form.value(typed).map_err(|refusal| refusal.to_string())
}

/// The data tree of a message as it is lent by a candidate that was built for it.
pub(crate) fn lent(form: &Form, variant: &Content) -> Result<Value, String> {
    let typed = variant.typed.as_ref().ok_or("the message has no types")?;
    let value = if form.is_generated() { form.lent(typed) } else { form.value(typed) };
    value.map_err(|refusal| refusal.to_string())
}

/// The data tree that a candidate holds: with the message's types where it gets them or goes by its schema.
pub(crate) fn data_tree(candidate: &CandidateDescription, variant: &Content) -> Result<Value, String> {
    if candidate.types.is_none() && needs_schema(&candidate.format) {
        return variant.typed.clone().ok_or_else(|| "the message has no schema".into());
    }
    let is_told = candidate.types.is_none() && candidate.binding == Binding::Typed;
    if let Some(typed) = variant.typed.as_ref().filter(|_| is_told) {
        return Ok(typed.clone());
    }
    let value = variant.value.clone()?;
    Ok(match &variant.typed {
        // There a whole number is no float, and all candidates read the same bytes.
        Some(typed) if tells_floats(&candidate.format) => with_floats(value, typed),
        _ => value,
    })
}

/// The value with floats where it has whole numbers and its type has floats.
pub(crate) fn with_floats(value: Value, typed: &Value) -> Value {
    match (value, typed) {
        (Value::Integer(_), Value::Float64(x)) => Value::Float64(*x),
        (Value::Integer(_), Value::Float32(x)) => Value::Float64(f64::from(*x)),
        (Value::Sequence(items), Value::Sequence(of)) if items.len() == of.len() => {
            Value::Sequence(items.into_iter().zip(of).map(|(item, of)| with_floats(item, of)).collect())
        }
        (Value::Map(entries), Value::Map(_)) => {
            let entry = |(key, value): (String, Value)| match typed.get(&key) {
                Some(of) => (key, with_floats(value, of)),
                None => (key, value),
            };
            Value::Map(entries.into_iter().map(entry).collect())
        }
        (value, _) => value,
    }
}

/// Whether a format that needs no types writes a float otherwise than a whole number.
fn tells_floats(format: &str) -> bool {
    matches!(format, "messagepack" | "cbor")
}

/// Whether a value reads as another where a format says what a value is: a whole number may stand for a float.
pub(crate) fn same_kinds(plain: &Value, typed: &Value) -> bool {
    match (plain, typed) {
        (Value::Sequence(a), Value::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_kinds(a, b))
        }
        (Value::Map(entries), Value::Map(_)) => {
            entries.iter().all(|(key, value)| same_kinds(value, typed.get(key).unwrap_or(&Value::Absent)))
        }
        (Value::Integer(_), Value::Float32(_) | Value::Float64(_)) | (Value::Float64(_), Value::Float32(_)) => true,
        (Value::Null | Value::Absent, Value::Null | Value::Absent) => true,
        (a, b) => a.kind() == b.kind(),
    }
}

fn text(error: ConvertError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_catalog::{Lack, Xml};

    fn candidate(format: &str, binding: Binding, types: Option<Vec<String>>) -> CandidateDescription {
        CandidateDescription {
            name: "c".into(),
            package: "c".into(),
            version: "1".into(),
            format: format.into(),
            binding,
            operations: Vec::new(),
            types,
            reference: true,
            omits: Vec::new(),
            parameters: Default::default(),
            max_depth: None,
        }
    }

    #[test]
    fn a_reference_of_infosets_is_given_the_document_and_any_other_the_data_tree() {
        let infoset = wirecost_value::xml::read(b"<a b='c'/>").unwrap();
        let xml = Xml { bytes: b"<a b='c'/>".to_vec(), infoset: infoset.clone() };
        let variant = Content { value: Err(Lack::new("attribute \"b\" at line 1")), xml: Ok(xml), typed: None };
        for binding in [Binding::Events, Binding::Tree] {
            assert_eq!(meaning(&candidate("xml", binding, None), None, &variant), Ok(to_value(&infoset).unwrap()));
        }
        let typed = candidate("postcard", Binding::Typed, Some(Vec::new()));
        assert_eq!(meaning(&typed, None, &variant), Err("attribute \"b\" at line 1".into()));
    }

    #[test]
    fn a_candidate_that_goes_by_a_schema_is_given_its_types() {
        let (value, typed) = (Value::Float64(0.5), Value::Float32(0.5));
        let variant = Content { value: Ok(value.clone()), xml: Err(Lack::new("")), typed: Some(typed.clone()) };
        assert_eq!(meaning(&candidate("protobuf", Binding::Dynamic, None), None, &variant), Ok(typed));
        assert_eq!(meaning(&candidate("messagepack", Binding::Dynamic, None), None, &variant), Ok(value));
    }
}
