//! Schemas in which several keywords apply to one value, and references.

use crate::import::{Imported, json_schema};
use crate::{Model, TypesError};
use wirecost_value::json;

fn schema(text: &str) -> Result<Imported, TypesError> {
    json_schema("a.json", text, None)
}

fn takes(model: &Model, text: &str) -> bool {
    model.fit(&json::read(text.as_bytes()).unwrap()).is_ok()
}

/// A schema, messages that are valid by it, and messages that are not.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const CASES: &[Case] = &[
    (
        r#"{"properties": {"a": {"type": "integer"}}, "required": ["a"],
            "allOf": [{"properties": {"b": {"type": "string"}}, "required": ["b"]}]}"#,
        &[r#"{"a": 1, "b": "x"}"#],
        &[r#"{"b": "x"}"#, r#"{"a": 1}"#, r#"{"a": "x", "b": "x"}"#],
    ),
    (
        r##"{"$defs": {"base": {"properties": {"a": {"type": "integer"}}}},
            "$ref": "#/$defs/base", "properties": {"b": {"type": "string"}}, "required": ["a"]}"##,
        &[r#"{"a": 1, "b": "x"}"#, r#"{"a": 1}"#],
        &["{}", r#"{"a": 1, "b": 2}"#],
    ),
    (
        r#"{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "oneOf": [
            {"properties": {"kind": {"const": "card"}, "number": {"type": "string"}}, "required": ["kind", "number"]},
            {"properties": {"kind": {"const": "cash"}, "paid": {"type": "number"}}, "required": ["kind"]}]}"#,
        &[r#"{"id": 1, "kind": "card", "number": "7"}"#, r#"{"id": 1, "kind": "cash", "paid": 2.5}"#],
        &[
            r#"{"kind": "card", "number": "7"}"#,
            r#"{"id": 1, "kind": "card"}"#,
            r#"{"id": 1, "kind": "cash", "number": "7"}"#,
        ],
    ),
    // Both choices apply.
    (
        r#"{"anyOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"properties": {"b": {"type": "null"}}}],
            "oneOf": [{"properties": {"c": {"type": "integer"}}, "required": ["c"]}, {"properties": {"d": {"type": "null"}}, "required": ["d"]}]}"#,
        &[r#"{"a": 1, "c": 1}"#, r#"{"b": null, "d": null}"#, r#"{"a": 1, "d": null}"#],
        &[r#"{"a": "x", "c": 1}"#, r#"{"c": "x"}"#],
    ),
    // A type, or values, beside a choice rule branches out.
    (r#"{"type": "integer", "anyOf": [{"type": "string"}, {"type": "number"}]}"#, &["1"], &["\"x\"", "1.5"]),
    (r#"{"enum": ["a", "b", 1], "anyOf": [{"type": "string"}, {"enum": ["b"]}]}"#, &["\"a\""], &["\"c\"", "1"]),
    (r#"{"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}"#, &["\"b\""], &["\"a\"", "\"c\""]),
    (r#"{"allOf": [{"type": "integer", "minimum": 0}, {"maximum": 255}]}"#, &["255"], &["256", "-1"]),
    // A field that two schemas describe must satisfy both.
    (
        r#"{"properties": {"a": {"type": ["string", "integer"]}}, "allOf": [{"properties": {"a": {"type": ["integer", "null"]}}}]}"#,
        &[r#"{"a": 1}"#],
        &[r#"{"a": "x"}"#],
    ),
    // One that closes the object closes it for all that others describe.
    (
        r#"{"properties": {"a": {"type": "integer"}}, "additionalProperties": false,
            "allOf": [{"properties": {"b": {"type": "integer"}}}]}"#,
        &[r#"{"a": 1}"#],
        &[r#"{"b": 1}"#],
    ),
    (
        r#"{"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {"type": "integer"}}}],
            "unevaluatedProperties": false}"#,
        &[r#"{"a": 1, "b": 2}"#],
        &[r#"{"c": 1}"#],
    ),
    (
        r#"{"type": "array", "items": {"type": "number"}, "allOf": [{"items": {"type": "integer"}}]}"#,
        &["[1, 2]"],
        &["[1.5]"],
    ),
    // A type that contains itself by way of a schema that says more.
    (
        r##"{"$defs": {"node": {"properties": {"left": {"$ref": "#/$defs/node", "required": ["n"]}, "n": {"type": "integer"}}}},
            "$ref": "#/$defs/node"}"##,
        &[r#"{"left": {"n": 1, "left": {"n": 2}}}"#],
        &[r#"{"left": {"n": 1, "left": {}}}"#],
    ),
    (
        r##"{"$defs": {"tree": {"type": ["object", "null"], "properties": {"next": {"$ref": "#/$defs/tree"}}}},
            "properties": {"t": {"$ref": "#/$defs/tree"}}}"##,
        &[r#"{"t": {"next": {"next": null}}}"#],
        &[r#"{"t": {"next": 1}}"#],
    ),
    // Anchors, escapes and addresses.
    (
        r##"{"properties": {"a": {"$ref": "#line"}}, "$defs": {"x": {"$anchor": "line", "type": "integer"}}}"##,
        &[r#"{"a": 1}"#],
        &[r#"{"a": {}}"#],
    ),
    (
        r##"{"properties": {"a": {"$ref": "#/$defs/a%20b%25~1c"}}, "$defs": {"a b%/c": {"type": "integer"}}}"##,
        &[r#"{"a": 1}"#],
        &[r#"{"a": "x"}"#],
    ),
    (
        r##"{"$id": "https://example.com/schemas/order.json", "properties": {
            "a": {"$ref": "https://example.com/schemas/order.json#/$defs/n"}, "b": {"$ref": "order.json#/$defs/n"},
            "c": {"$ref": "/schemas/order.json#n"}, "d": {"$ref": "line.json"}, "e": {"$ref": "line.json#/$defs/n"}},
            "$defs": {"n": {"$anchor": "n", "type": "integer"},
                "line": {"$id": "line.json", "type": "array", "items": {"$ref": "#/$defs/n"},
                    "$defs": {"n": {"type": "string"}}}}}"##,
        &[r#"{"a": 1, "b": 1, "c": 1, "d": ["x"], "e": "x"}"#],
        &[r#"{"a": "x"}"#, r#"{"b": "x"}"#, r#"{"c": "x"}"#, r#"{"d": [1]}"#, r#"{"e": 1}"#],
    ),
    // Up to draft 7 what stands beside a reference says nothing.
    (
        r##"{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"n": {"$id": "#n", "type": "integer"}},
            "properties": {"a": {"$ref": "#n", "type": "string"}}}"##,
        &[r#"{"a": 1}"#],
        &[r#"{"a": "x"}"#],
    ),
    // An annotation refuses nothing, and a number of an enumeration is none of its names.
    (r#"{"properties": {"a": {"type": "integer", "default": null}}}"#, &["{}", r#"{"a": 1}"#], &[]),
    (r#"{"properties": {"a": {"enum": ["full", "half"]}}}"#, &[r#"{"a": "full"}"#], &[r#"{"a": 1}"#]),
];

#[test]
fn all_keywords_that_apply_to_a_value_decide_of_it() {
    for (text, valid, invalid) in CASES {
        let model = schema(text).unwrap_or_else(|error| panic!("{error}: {text}")).model;
        let validator = jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap();
        let agrees = |message: &str| validator.is_valid(&serde_json::from_str(message).unwrap());
        for message in *valid {
            assert!(agrees(message), "{message} is not valid: {text}");
            assert!(takes(&model, message), "{message} is refused: {text}");
        }
        for message in *invalid {
            assert!(!takes(&model, message), "{message} is taken: {text}");
        }
    }
}

#[test]
fn a_type_that_is_referred_to_is_one_type_with_its_name() {
    let text = r##"{"properties": {
        "a": {"$ref": "#/$defs/line"}, "b": {"allOf": [{"$ref": "#/$defs/line"}], "description": "another"},
        "c": {"type": "object", "oneOf": [{"$ref": "#/$defs/line"}, {"$ref": "#/$defs/gift"}]}, "d": {"$ref": "#"}},
        "$defs": {"line": {"properties": {"n": {"type": "integer"}}}, "gift": {"properties": {"to": {"type": "string"}}}}}"##;
    let model = schema(text).unwrap().model;
    let types: Vec<String> = model.record("message").unwrap().fields.iter().map(|field| field.ty.to_string()).collect();
    assert_eq!(types, ["line", "line", "line|gift", "message"]);
    assert_eq!(model.types.len(), 3);
}

#[test]
fn hostile_schemas_end() {
    let choices: Vec<String> =
        (0..40).map(|n| format!(r#"{{"anyOf": [{{"required": ["a{n}"]}}, {{"type": "object"}}]}}"#)).collect();
    let text = format!(r#"{{"properties": {{}}, "allOf": [{}]}}"#, choices.join(","));
    assert!(schema(&text).unwrap_err().to_string().contains("choices apply to one value"));
    let text = format!(r#"{{"properties": {{}}, "allOf": [{}]}}"#, choices[..30].join(","));
    assert!(schema(&text).unwrap_err().to_string().contains("combinations of schemas"));
    let doubling = |n: usize| {
        let items = format!(r##""type": "array", "items": {{"$ref": "#/$defs/d{}"}}"##, n + 1);
        format!(r#""d{n}": {{"anyOf": [{{{items}}}, {{{items}, "minItems": 1}}]}}"#)
    };
    let definitions = (0..40).map(doubling).collect::<Vec<_>>().join(",");
    let text = format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{definitions}, "d40": {{"type": "integer"}}}}}}"##);
    assert_eq!(schema(&text).unwrap().model.root.to_string(), format!("{}i64{}", "[".repeat(40), "]".repeat(40)));
    let chain: Vec<String> =
        (0..5_000).map(|n| format!(r##""d{n}": {{"$ref": "#/$defs/d{}", "minimum": 1}}"##, n + 1)).collect();
    let text = format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{}, "d5000": {{"type": "null"}}}}}}"##, chain.join(","));
    assert!(schema(&text).unwrap_err().to_string().contains("nest deeper"));
}
