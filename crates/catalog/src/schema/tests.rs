use super::*;

const PROTO: &str = r#"syntax = "proto3";
package shop;

enum State { OPEN = 0; SHIPPED = 1; SENT = 1; option allow_alias = true; }

message Order {
  uint64 id = 1;
  State state = 2;
  float weight = 3;
  bytes photo = 4;
  repeated Line lines = 5;
  map<int32, string> labels = 6;
  optional string note_text = 7;
  oneof payment { string card = 8; double cash = 9; }
  Order parent = 10;
}

message Line { string sku = 1; sint32 count = 2; }
"#;

const AVRO: &str = r#"{"type": "record", "name": "shop.Node", "fields": [
  {"name": "id", "type": "int"},
  {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["LEAF", "BRANCH"]}},
  {"name": "key", "type": {"type": "fixed", "name": "Key", "size": 2}},
  {"name": "next", "type": ["null", "shop.Node"]},
  {"name": "value", "type": ["null", "long", "string"], "default": null}
]}"#;

fn schema(name: &str, text: &str, type_name: Option<&str>) -> Result<Schema, PlanError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    Schema::load(&path, type_name)
}

fn typed(schema: &Schema, text: &str) -> Result<Value, String> {
    schema.typed(&wirecost_value::json::read(text.as_bytes()).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_protobuf_message_has_the_types_and_defaults_of_its_schema() {
    let schema = schema("shop.proto", PROTO, Some("Order")).unwrap();
    let value = typed(
        &schema,
        r#"{"id": "18446744073709551615", "state": "SENT", "weight": 0.1, "photo": "AQI=", "lines": [{"sku": "a"}],
            "labels": {"07": "x"}, "noteText": "", "cash": 3, "parent": {}}"#,
    )
    .unwrap();
    assert_eq!(value.get("id"), Some(&u64::MAX.into()));
    assert_eq!(value.get("state"), Some(&Value::text("SHIPPED")), "the first name of the number");
    assert_eq!(value.get("weight"), Some(&Value::Float32(0.1)));
    assert_eq!(value.get("photo"), Some(&Value::Bytes(vec![1, 2])));
    let line = Value::Map(vec![("sku".into(), Value::text("a")), ("count".into(), 0.into())]);
    assert_eq!(value.get("lines"), Some(&Value::Sequence(vec![line])));
    assert_eq!(value.get("labels"), Some(&Value::Map(vec![("7".into(), Value::text("x"))])));
    assert_eq!(value.get("note_text"), Some(&Value::text("")));
    assert_eq!((value.get("card"), value.get("cash")), (None, Some(&Value::Float64(3.0))));
    let parent = value.get("parent").unwrap();
    assert_eq!((parent.get("id"), parent.get("parent"), parent.get("note_text")), (Some(&0.into()), None, None));
}

#[test]
fn what_does_not_fit_a_schema_is_refused_with_its_place() {
    let protobuf = schema("shop.proto", PROTO, Some("shop.Order")).unwrap();
    let avro = schema("node.avsc", AVRO, None).unwrap();
    for (schema, text, says) in [
        (&protobuf, r#"{"id": -1}"#, "at .id: -1 is not an integer from 0"),
        (&protobuf, r#"{"lines": [{}, {"count": 2147483648}]}"#, "at .lines[1].count: 2147483648 is not"),
        (&protobuf, r#"{"weight": 0.123456789012}"#, "at .weight: 0.123456789012 is not a 32-bit float"),
        (&protobuf, r#"{"state": "LOST"}"#, "not a name of the enumeration"),
        (&protobuf, r#"{"photo": "?"}"#, "is not bytes"),
        (&protobuf, r#"{"idd": 1}"#, "at the root: shop.Order has no field \"idd\""),
        (&protobuf, r#"{"card": "x", "cash": 1}"#, "at .cash: payment can hold one field only, and card is there"),
        (&protobuf, r#"{"note_text": "x", "noteText": "y"}"#, "is repeated as \"noteText\""),
        (&protobuf, r#"{"labels": {"x": ""}}"#, "at .labels.x: no key of its map"),
        (&protobuf, "[]", "at the root: a sequence of 0 is not a map"),
        (&avro, r#"{"id": 1}"#, "at .kind: this field is missing"),
        (&avro, r#"{"id": 1, "kind": "LEAF", "key": "AQID"}"#, "not 2 bytes"),
        (&avro, r#"{"id": 1, "kind": "LEAF", "key": "AQI=", "value": 1.5}"#, "not any branch of the union"),
    ] {
        let reason = typed(schema, text).unwrap_err();
        assert!(reason.contains(says), "{text}: {reason}");
    }
}

#[test]
fn an_avro_record_has_the_types_of_its_schema() {
    let schema = schema("node.avsc", AVRO, Some("Node")).unwrap();
    let text =
        r#"{"id": 1, "kind": "BRANCH", "key": "AQI=", "next": {"id": 2, "kind": "LEAF", "key": "AAA=", "value": 7}}"#;
    let value = typed(&schema, text).unwrap();
    assert_eq!(value.get("value"), Some(&Value::Null));
    let next = value.get("next").unwrap();
    assert_eq!((next.get("value"), next.get("key")), (Some(&7.into()), Some(&Value::Bytes(vec![0, 0]))));
}

#[test]
fn a_broken_schema_says_where() {
    let broken = |name, text, type_name| schema(name, text, type_name).unwrap_err().to_string();
    let error = broken("a.proto", "syntax = \"proto3\";\nmessage M {\n  strin x = 1;\n}\n", None);
    assert!(error.contains("a.proto:3:"), "{error}");
    let error = broken("a.proto", "syntax = \"proto3\";\nimport \"b.proto\";\n", None);
    assert!(error.contains("b.proto"), "{error}");
    let two_roots = format!("{PROTO}\nmessage Refund {{ Line line = 1; }}");
    let error = broken("a.proto", &two_roots, None);
    assert!(error.contains("--type NAME; there are shop.Order, shop.Line, shop.Refund"), "{error}");
    let error = broken("a.proto", PROTO, Some("Nope"));
    assert!(error.contains("type \"Nope\" is unknown or ambiguous"), "{error}");
    let error = broken("a.avsc", "{\"type\":\n \"record\",,}", None);
    assert!(error.contains("a.avsc:2:"), "{error}");
    let error = broken("a.avsc", "{\"type\": \"nope\"}", None);
    assert!(error.contains("a.avsc: "), "{error}");
    let decimal = r#"{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}"#;
    assert!(broken("a.avsc", decimal, None).contains("logical type decimal"));
    assert!(broken("a.xsd", "", None).contains(".proto or an .avsc"));
}

#[test]
fn the_only_message_that_no_other_uses_is_taken_and_said() {
    let taken = schema("shop.proto", PROTO, None).unwrap();
    assert_eq!(taken.definition.type_name, "shop.Order");
    assert!(taken.note.unwrap().contains("type shop.Order is used"));
    assert_eq!(schema("shop.proto", PROTO, Some("Line")).unwrap().note, None);
    let by_map = "syntax = \"proto3\"; message A { map<string, B> b = 1; map<string, A> a = 2; } message B {}";
    assert_eq!(schema("a.proto", by_map, None).unwrap().definition.type_name, "A");
}

const WELL_KNOWN: &str = r#"syntax = "proto3";
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message Event {
  google.protobuf.Timestamp at = 1;
  google.protobuf.Duration took = 2;
  google.protobuf.FieldMask mask = 3;
  google.protobuf.Struct extra = 4;
  google.protobuf.Value value = 5;
  google.protobuf.ListValue list = 6;
  google.protobuf.Int64Value count = 7;
  google.protobuf.BytesValue raw = 8;
  google.protobuf.Any any = 9;
  repeated google.protobuf.Timestamp seen = 10;
}
message Inner { string name = 1; }
"#;

fn event(field: &str) -> Result<Value, String> {
    let schema = schema("event.proto", WELL_KNOWN, Some("Event")).unwrap();
    let name = field.split('"').nth(1).unwrap();
    typed(&schema, &format!("{{{field}}}")).map(|event| event.get(name).cloned().unwrap_or(Value::Absent))
}

fn map(entries: &[(&str, Value)]) -> Value {
    Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

#[test]
fn times_and_durations_are_read_as_json_spells_them() {
    let at = |seconds: i64, nanos: i64| Ok(map(&[("seconds", seconds.into()), ("nanos", nanos.into())]));
    assert_eq!(event(r#""at": "1970-01-01T00:00:01.5Z""#), at(1, 500_000_000));
    assert_eq!(event(r#""at": "2026-02-03T04:05:06+01:00""#), at(1_770_087_906, 0));
    assert_eq!(event(r#""at": "1969-12-31T23:59:59.999999999Z""#), at(-1, 999_999_999));
    assert_eq!(event(r#""at": "0001-01-01T00:00:00Z""#), at(-62_135_596_800, 0));
    assert_eq!(event(r#""at": "9999-12-31T23:59:59Z""#), at(253_402_300_799, 0));
    assert_eq!(event(r#""at": {"seconds": 7}"#), at(7, 0));
    assert_eq!(event(r#""took": "1.5s""#), at(1, 500_000_000));
    assert_eq!(event(r#""took": "-0.000000001s""#), at(0, -1));
    assert_eq!(event(r#""seen": ["1970-01-01T00:00:00Z"]"#), Ok(Value::Sequence(vec![at(0, 0).unwrap()])));
    assert_eq!(event(r#""at": null"#), Ok(Value::Absent));
    for bad in ["\"at\": \"yesterday\"", "\"at\": \"2026-02-03\"", "\"at\": \"2026-02-30T00:00:00Z\"", "\"at\": 5"] {
        assert!(event(bad).unwrap_err().contains("at .at"), "{bad}");
    }
    for bad in ["1", "1.s", ".5s", "1.1234567891s", "--1s", "315576000001s", "s"] {
        assert!(event(&format!("\"took\": \"{bad}\"")).unwrap_err().contains("a duration in seconds"), "{bad}");
    }
}

#[test]
fn what_holds_any_json_is_read_as_json_spells_it() {
    let text = |text: &str| map(&[("string_value", Value::text(text))]);
    assert_eq!(event(r#""value": "x""#), Ok(text("x")));
    assert_eq!(event(r#""value": null"#), Ok(map(&[("null_value", Value::text("NULL_VALUE"))])));
    assert_eq!(event(r#""value": 2"#), Ok(map(&[("number_value", Value::Float64(2.0))])));
    let list = map(&[("values", Value::Sequence(vec![text("a"), map(&[("bool_value", Value::Boolean(true))])]))]);
    assert_eq!(event(r#""list": ["a", true]"#), Ok(list.clone()));
    assert_eq!(event(r#""value": ["a", true]"#), Ok(map(&[("list_value", list)])));
    let fields = map(&[("fields", map(&[("fields", text("b"))]))]);
    assert_eq!(event(r#""extra": {"fields": "b"}"#), Ok(fields));
}

#[test]
fn wrappers_masks_and_any_are_read_as_json_spells_them() {
    assert_eq!(event(r#""count": "9007199254740993""#), Ok(map(&[("value", 9_007_199_254_740_993_i64.into())])));
    assert_eq!(event(r#""raw": "AQI=""#), Ok(map(&[("value", Value::Bytes(vec![1, 2]))])));
    assert_eq!(event(r#""count": null"#), Ok(Value::Absent));
    let paths = Value::Sequence(vec![Value::text("a.b_c"), Value::text("d")]);
    assert_eq!(event(r#""mask": "a.bC,d""#), Ok(map(&[("paths", paths)])));
    let url = "type.googleapis.com/Inner";
    let inner = map(&[("type_url", Value::text(url)), ("value", Value::Bytes(b"\x0a\x02ab".to_vec()))]);
    assert_eq!(event(&format!(r#""any": {{"@type": "{url}", "name": "ab"}}"#)), Ok(inner));
    let error = event(r#""any": {"@type": "type.googleapis.com/Nope"}"#).unwrap_err();
    assert!(error.contains("at .any") && error.contains("Nope"), "{error}");
}
