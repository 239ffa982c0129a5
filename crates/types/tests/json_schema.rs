//! JSON Schemas as people have them: what they leave open, messages say, and what only narrows is checked.

use std::path::Path;

use wirecost_types::import::{self, Completed, Sample};
use wirecost_types::{Model, TypesError};
use wirecost_value::{Value, json};

fn value(text: &str) -> Value {
    json::read(text.as_bytes()).unwrap()
}

fn read(schema: &str, messages: &[&str]) -> Result<Completed, TypesError> {
    let values: Vec<Value> = messages.iter().map(|text| value(text)).collect();
    let samples: Vec<Sample<'_>> = values.iter().map(|value| Sample::new("m.json", value)).collect();
    let completed = import::json_schema_with("s.json", schema, None, &samples)?;
    for value in &values {
        completed.imported.model.fit(value)?;
    }
    Ok(completed)
}

fn refused(schema: &str, messages: &[&str]) -> String {
    read(schema, messages).map(|it| it.imported).unwrap_err().to_string()
}

/// The type of the message on one line: that of each field, where it is a record.
fn said(model: &Model) -> String {
    let Some(record) = model.record(model.name()) else { return model.root.to_string() };
    let fields = record.fields.iter().map(|field| {
        let mark = if field.presence == wirecost_types::Presence::Required { "" } else { "?" };
        format!("{}: {}{mark}", field.name, field.ty)
    });
    fields.collect::<Vec<_>>().join(", ")
}

/// A schema, messages, and the type that they have together.
type Case = (&'static str, &'static [&'static str], &'static str);

const CASES: &[Case] = &[
    // What may be anything is what the messages have.
    (r#"{"properties": {"a": {}, "b": true}}"#, &[r#"{"a": 1, "b": "x"}"#, r#"{"a": null}"#], "a: i64|null?, b: text?"),
    (r#"{"properties": {"a": {"type": "object"}}}"#, &[r#"{"a": {"x": 1}}"#], "a: a?"),
    (r#"{"properties": {"a": {"type": "array"}}}"#, &[r#"{"a": []}"#, r#"{"a": ["x"]}"#], "a: [text]?"),
    (r#"{"properties": {"a": {"type": "array", "items": true}}}"#, &[r#"{"a": []}"#], "a: [null]?"),
    (r#"{"properties": {"a": {"type": ["object", "string"]}}}"#, &[r#"{"a": "x"}"#], "a: text?"),
    ("true", &["[1]"], "[i64]"),
    // No message reaches it, and it need not be there.
    (r#"{"properties": {"a": {}, "b": {"type": "null"}}}"#, &["{}"], "b: null?"),
    (
        r##"{"properties": {"a": {"$ref": "#/$defs/r"}, "b": {"type": "null"}},
            "$defs": {"r": {"properties": {"x": {}}, "required": ["x"]}}}"##,
        &["{}"],
        "b: null?",
    ),
    // Fields that the schema does not name.
    (
        r#"{"properties": {"a": {"type": "integer"}}, "required": ["b"]}"#,
        &[r#"{"$schema": "s.json", "b": 1.5}"#],
        "a: i64?, $schema: text?, b: f64?",
    ),
    (
        r#"{"properties": {"a": {"type": "integer"}}, "patternProperties": {"^n": {"type": "number"}}, "additionalProperties": {"type": ["string", "null"]}}"#,
        &[r#"{"n1": 1, "x": null}"#],
        "a: i64?, n1: f64?, x: text|null?",
    ),
    (
        r#"{"patternProperties": {"^(?!x)": {"type": "integer"}}, "additionalProperties": false}"#,
        &[r#"{"a": 1}"#],
        "{i64}",
    ),
    (r#"{"patternProperties": {"^a": {"type": "integer"}}}"#, &[r#"{"a": 1, "b": "x"}"#], "{i64|text}"),
    (r#"{"type": "object", "properties": {}, "additionalProperties": {"type": "null"}}"#, &[], "{null}"),
    // Conditions that only narrow.
    (
        r#"{"properties": {"a": {"type": "string", "not": {"const": "x"}}, "b": {"type": "array", "items": {"type": "null"}, "contains": {}}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"], "not": {"required": ["a"]}}],
            "dependencies": {"a": ["b"]}, "dependentRequired": {"a": ["b"]}, "propertyNames": {"maxLength": 3}}"#,
        &[],
        "a: text?, b: [null]?",
    ),
    // What a condition names may be there.
    (
        r##"{"properties": {"kind": {"type": "string"}}, "if": {"properties": {"kind": {"const": "card"}}},
            "then": {"properties": {"number": {"type": "integer", "format": "uint16"}}, "required": ["number"]},
            "else": {"$ref": "#/$defs/cash"}, "dependentSchemas": {"kind": {"properties": {"at": {"type": "string"}}}},
            "$defs": {"cash": {"properties": {"paid": {"type": "boolean"}}}}}"##,
        &[r#"{"kind": "card", "number": 7}"#],
        "kind: text?, number: u16?, paid: bool?, at: text?",
    ),
    // Lists by their places.
    (
        r#"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}"#,
        &[r#"["x", 1]"#],
        "[text|i64]",
    ),
    (r#"{"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "null"}}"#, &[], "[text|null]"),
    (r#"{"type": "array", "prefixItems": [{"type": "string"}]}"#, &[r#"["x", true]"#], "[text|bool]"),
    // Formats are annotations.
    (
        r#"{"properties": {"t": {"type": "string", "format": "date-time"}, "d": {"type": "string", "format": "date"},
            "u": {"type": "string", "format": "uuid"}, "b": {"type": "string", "contentEncoding": "base64"}, "i": {"type": "integer", "format": "int8"}}}"#,
        &[r#"{"t": "2026-02-03T04:05:06.123456789Z", "d": "2026-02-31", "u": "x", "b": "?", "i": 300}"#],
        "t: text?, d: text?, u: text?, b: text?, i: i64?",
    ),
    (r#"{"items": {"type": "string", "format": "date"}}"#, &[r#"["2026-02-03"]"#], "[date]"),
    (r#"{"items": {"type": "integer"}}"#, &["[18446744073709551615, 1.0]"], "[u64]"),
    // Values of any kind.
    (
        r#"{"properties": {"a": {"enum": ["x", 1, null, [1], {"k": true}]}, "b": {"const": [0.5]}}}"#,
        &[],
        "a: a|i64|[i64]|a-2|null?, b: [f64]?",
    ),
    // A union takes the first branch that fits, and formats tell branches apart.
    (
        r#"{"oneOf": [{"type": "string", "format": "uri"}, {"const": "none"}], "description": "x"}"#,
        &[r#""none""#],
        "text|message",
    ),
    // Annotations refuse nothing, and neither do definitions that nothing refers to.
    (
        r##"{"properties": {"a": {"type": "integer", "default": null, "format": "odd"}}, "definitions": {"x": {"$ref": "#/nope"}, "y": {"type": "odd"}}}"##,
        &[],
        "a: i64?",
    ),
    // References that are dynamic.
    (
        r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/tree", "$dynamicAnchor": "node",
            "type": "object", "properties": {"n": {"type": "integer"}, "kids": {"type": "array", "items": {"$dynamicRef": "#node"}}}}"##,
        &[r#"{"n": 1, "kids": [{"n": 2}]}"#],
        "n: i64?, kids: [message]?",
    ),
    (
        r##"{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "type": "object",
            "properties": {"next": {"$recursiveRef": "#"}}}"##,
        &[r#"{"next": {"next": {}}}"#],
        "next: message?",
    ),
    // Old drafts.
    (
        r#"{"$schema": "http://json-schema.org/draft-03/schema#", "type": "object", "extends": {"properties": {"b": {"type": "any"}}},
            "properties": {"a": {"type": ["string", {"type": "object", "properties": {"x": {"type": "null"}}}], "required": true}}}"#,
        &[r#"{"a": {"x": null}, "b": 1}"#],
        "a: a, b: i64?",
    ),
    (
        r#"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object",
            "properties": {"n": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}, "c": {"oneOf": [{"const": "a"}, {"const": "b"}]}}}"#,
        &[r#"{"n": 1.0, "c": "a"}"#],
        "n: i64?, c: c?",
    ),
    // Without its file the type is what the messages have, or what others say of it.
    (r#"{"properties": {"a": {"$ref": "https://example.com/a.json"}}}"#, &[r#"{"a": 1}"#], "a: i64?"),
    (r#"{"properties": {"a": {"$ref": "gone.json", "type": "string"}}}"#, &[], "a: text?"),
];

#[test]
fn schemas_as_people_have_them_are_read() {
    for (schema, messages, due) in CASES {
        let completed = read(schema, messages).unwrap_or_else(|error| panic!("{error}: {schema}"));
        assert_eq!(said(&completed.imported.model), *due, "{schema}");
    }
}

#[test]
fn messages_that_are_not_valid_are_refused_with_their_place() {
    for (schema, message, says) in [
        (
            r#"{"properties": {"a": {"items": {"type": "integer"}}}}"#,
            r#"{"a": [1, "1"]}"#,
            "m.json: at .a[1]: \"1\" is not of type",
        ),
        (r#"{"properties": {"a": {"minimum": 3}}}"#, r#"{"a": 2}"#, "(minimum)"),
        (r#"{"type": "object", "not": {"required": ["a"]}}"#, r#"{"a": 2}"#, "m.json: at the root"),
        (
            r#"{"properties": {"a": {"type": "null"}}, "additionalProperties": false}"#,
            r#"{"b": 2}"#,
            "(additionalProperties)",
        ),
        (
            r#"{"anyOf": [{"type": "null"}, {"properties": {"a": {"items": {"type": "null"}}}}]}"#,
            r#"{"a": [1]}"#,
            "at .a[0]",
        ),
        (
            r#"{"properties": {"a": {"if": {"type": "string"}, "then": {"minLength": 2}}}}"#,
            r#"{"a": "x"}"#,
            "(minLength)",
        ),
    ] {
        let error = refused(schema, &[message]);
        assert!(error.contains(says), "{schema}: {error}");
    }
}

#[test]
fn notes_say_what_messages_added_and_what_is_left_out() {
    let schema = r#"{"title": "order", "properties": {"id": {"type": "integer"}, "meta": {}}}"#;
    let notes = read(schema, &[r#"{"id": 1, "extra": 2}"#]).unwrap().notes;
    let due = [
        "s.json: order has fields that the schema does not name, here optional: extra",
        "s.json: left out, since the schema gives no type and no message has it: order.meta",
    ];
    assert_eq!(notes, due);
}

#[test]
fn files_beside_a_schema_and_in_folders_are_read_and_none_is_fetched() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let main = write(
        "main.json",
        r#"{"$id": "https://example.com/main.json", "properties": {"a": {"$ref": "b.json"}, "c": {"$ref": "c.json#/$defs/c"},
            "d": {"$ref": "https://example.org/x/d.json"}, "again": {"$ref": "main.json#/properties/c"}}}"#,
    );
    write("b.json", r#"{"type": "object", "properties": {"n": {"type": "integer"}, "up": {"$ref": "main.json"}}}"#);
    write(
        "more/c.json",
        r##"{"$defs": {"c": {"type": "array", "items": {"$ref": "#/$defs/n"}}, "n": {"type": "boolean"}}}"##,
    );
    write("d.json", r#"{"$id": "https://example.org/x/d.json", "type": "null"}"#);
    let roots = [folder.path().join("more")];
    let message = value(r#"{"a": {"n": 1, "up": {"c": [true]}}, "d": null, "again": [false]}"#);
    let good = [Sample::new("m.json", &message)];
    let model = import::completed(&main, None, &roots, &good).unwrap().imported.model;
    assert_eq!(said(&model), "a: b?, c: [bool]?, d: null?, again: [bool]?");
    model.fit(&message).unwrap();
    let wrong = value(r#"{"a": {"n": "x"}}"#);
    let error = import::completed(&main, None, &roots, &[Sample::new("m.json", &wrong)]).unwrap_err();
    assert!(error.to_string().contains("m.json: at .a.n"), "{error}");
    let remote = write("remote.json", r#"{"properties": {"a": {"$ref": "https://example.org/nope.json#/x"}}}"#);
    let error = import::file(&remote, None, &[]).unwrap_err().to_string();
    assert!(error.contains("remote.json#/properties/a/$ref: https://example.org/nope.json is not read"), "{error}");
    let broken = write("broken.json", r#"{"properties": {"a": {"$ref": "sub.json"}}}"#);
    write("sub.json", r#"{"type": "array"}"#);
    let error = import::file(&broken, None, &[]).unwrap_err().to_string();
    assert!(error.contains("sub.json#: a list whose items"), "{error}");
    assert!(import::file(Path::new("/nope/x.json"), None, &[]).is_err());
}

const OPENAPI: &str = r##"{"openapi": "3.0.3", "info": {"title": "shop"}, "paths": {"/orders/{id}": {"parameters": [], "post": {
        "operationId": "createOrder",
        "requestBody": {"content": {"application/json; charset=utf-8": {"schema": {"$ref": "#/components/schemas/Order"}}}},
        "responses": {"200": {"$ref": "#/components/responses/Made"}, "204": {"description": "nothing"}}}}},
    "components": {"responses": {"Made": {"content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}}},
        "schemas": {
            "Order": {"type": "object", "required": ["id"], "discriminator": {"propertyName": "kind"}, "example": {"nullable": true}, "properties": {
                "id": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "format": "int64"},
                "note": {"type": "string", "nullable": true}, "line": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/Line"}]}}},
            "Line": {"type": "object", "properties": {"sku": {"type": "string"}, "nullable": {"type": "boolean"}}}}}}"##;

#[test]
fn openapi_names_types_by_schema_and_by_operation() {
    let read = |name: Option<&str>, messages: &[&str]| {
        let values: Vec<Value> = messages.iter().map(|text| value(text)).collect();
        let samples: Vec<Sample<'_>> = values.iter().map(|value| Sample::new("m.json", value)).collect();
        import::json_schema_with("api.json", OPENAPI, name, &samples)
    };
    let order = "id: i64, note: text|null?, line: Line|null?";
    for (name, due) in [
        (None, order),
        (Some("Order"), order),
        (Some("Line"), "sku: text?, nullable: bool?"),
        (Some("POST /orders/{id}"), order),
        (Some("createOrder"), order),
        (Some("createOrder 200"), "[i64]"),
        (Some("POST /orders/{id} 200"), "[i64]"),
    ] {
        assert_eq!(said(&read(name, &[]).unwrap().imported.model), due, "{name:?}");
    }
    assert!(read(None, &[]).unwrap().notes[0].contains("type Order is used"));
    read(None, &[r#"{"id": 1, "note": null, "line": null}"#]).unwrap();
    let refused = |name: &str, messages: &[&str]| read(Some(name), messages).unwrap_err().to_string();
    assert!(refused("Order", &[r#"{"id": 0}"#]).contains("m.json: at .id"));
    assert!(refused("createOrder 200", &["[1, null]"]).contains("m.json: at [1]"));
    for name in ["nope", "createOrder 204", "createOrder 500", "GET /orders/{id}"] {
        assert!(refused(name, &[]).contains("is no schema of components.schemas"), "{name}");
    }
    let new = OPENAPI
        .replace("3.0.3", "3.1.0")
        .replace(r#""type": "string", "nullable": true"#, r#""type": ["string", "null"]"#);
    let new = new.replace(r#""minimum": 0, "exclusiveMinimum": true"#, r#""exclusiveMinimum": 0"#);
    let model = import::json_schema_with("api.json", &new, None, &[]).unwrap().imported.model;
    assert_eq!(said(&model), "id: i64, note: text|null?, line: Line?");
}
