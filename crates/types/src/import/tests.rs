use wirecost_value::{Value, json};

use super::*;
use crate::{Definition, Presence, Type};

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

fn schema(name: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    file(&path, type_name, &[])
}

fn typed(schema: &Imported, text: &str) -> Result<Value, String> {
    schema.model.fit(&wirecost_value::json::read(text.as_bytes()).unwrap()).map_err(|error| error.to_string())
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
fn a_value_outside_its_schema_is_refused_with_its_place() {
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
        (&protobuf, r#"{"labels": {"x": ""}}"#, "at .labels.x: \"x\" is no key of its map"),
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
    let error = broken("a.proto", "syntax = \"proto3\";\nimport \"b.proto\";\nmessage A { B b = 1; }\n", None);
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
    let big = r#"{"type": "bytes", "logicalType": "big-decimal"}"#;
    assert!(broken("a.avsc", big, None).contains("logical type big-decimal"));
    assert!(broken("a.txt", "", None).contains("types are in a .proto"));
}

#[test]
fn the_only_message_that_no_other_uses_is_taken_and_said() {
    let taken = schema("shop.proto", PROTO, None).unwrap();
    assert_eq!(taken.type_name, "shop.Order");
    assert!(taken.note.unwrap().contains("type shop.Order is used"));
    assert_eq!(schema("shop.proto", PROTO, Some("Line")).unwrap().note, None);
    let by_map = "syntax = \"proto3\"; message A { map<string, B> b = 1; map<string, A> a = 2; } message B {}";
    assert_eq!(schema("a.proto", by_map, None).unwrap().type_name, "A");
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
fn any_json_is_read_as_it_is_written() {
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

#[test]
fn logical_types_of_avro_are_read_as_what_they_mean() {
    let schema = schema(
        "a.avsc",
        r#"{"type": "record", "name": "A", "fields": [
            {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
            {"name": "day", "type": {"type": "int", "logicalType": "date"}},
            {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
            {"name": "id", "type": {"type": "string", "logicalType": "uuid"}}]}"#,
        None,
    )
    .unwrap();
    let id = "00010203-0405-0607-0809-0a0b0c0d0e0f";
    let json = format!(r#"{{"at": "1970-01-01T00:00:00.007Z", "day": 3, "price": 1.5, "id": "{id}"}}"#);
    let value = typed(&schema, &json).unwrap();
    assert_eq!((value.get("at"), value.get("price")), (Some(&7.into()), Some(&Value::text("1.50"))));
    assert_eq!(value.get("id"), Some(&Value::Bytes((0..16).collect())));
}

const THRIFT: &str = r#"
namespace java dns // of 2009
typedef i64 Time
enum Kind { A, B = 5, C }
struct Record {
  1: required string key;
  2: optional string type = "A",
  3: i32 ttl = 86400;
  4: list<map<string, Time>> times
  5: Kind kind = Kind.B
  7: optional Value value
}
union Value { 1: i64 number; 2: string text }
service Lookup { Record get(1: string key) }
"#;

#[test]
fn one_of_several_types_of_an_avsc_is_chosen_by_its_name() {
    let text = r#"[{"type": "record", "name": "A", "namespace": "n", "fields": [{"name": "x", "type": "int"}]},
        {"type": "record", "name": "n.B", "fields": [{"name": "a", "type": "A"}, {"name": "k", "type": {"type": "enum", "name": "K", "symbols": ["P"]}}]}]"#;
    let both = schema("a.avsc", text, Some("B")).unwrap();
    assert_eq!(both.type_name, "n.B");
    assert_eq!(typed(&both, r#"{"a": {"x": 1}, "k": "P"}"#).map(|_| ()), Ok(()));
    assert!(typed(&both, r#"{"x": 1}"#).is_err());
    assert_eq!(typed(&schema("a.avsc", text, Some("A")).unwrap(), r#"{"x": 1}"#).map(|_| ()), Ok(()));
    let error = schema("a.avsc", text, Some("C")).unwrap_err().to_string();
    assert!(error.contains("n.A") && error.contains("n.B"), "{error}");
}

#[test]
fn fields_of_proto_whose_names_in_json_collide_are_told_apart() {
    let alike = "syntax = \"proto2\"; message A { optional string eventType = 1; optional int32 event_type = 2; optional bytes b = 3; }";
    let alike = schema("a.proto", alike, None).unwrap();
    let read = typed(&alike, r#"{"eventType": "x", "event_type": 2, "b": "-_8"}"#).unwrap();
    assert_eq!((read.get("event_type"), read.get("b")), (Some(&2.into()), Some(&Value::Bytes(vec![0xfb, 0xff]))));
    let exchanged =
        "syntax = \"proto3\"; message A { string x = 1 [json_name = \"y\"]; int32 y = 2 [json_name = \"x\"]; }";
    let exchanged = schema("a.proto", exchanged, None).unwrap();
    let read = typed(&exchanged, r#"{"y": "of x", "x": 2}"#).unwrap();
    assert_eq!((read.get("y"), read.get("x")), (Some(&Value::text("of x")), Some(&2.into())), "JSON has its names");
    let held = crate::wire::read(&exchanged, crate::wire::WireForm::Protobuf, b"\x0a\x01a\x10\x02").unwrap();
    assert_eq!(held.values[0].get("y"), Some(&Value::text("a")));
}

#[test]
fn a_thrift_struct_has_the_types_and_defaults_of_its_file() {
    let imported = schema("dns.thrift", THRIFT, None).unwrap();
    assert_eq!(imported.type_name, "Record");
    let record = imported.model.record("Record").unwrap();
    assert_eq!(record.numbers(), [1, 2, 3, 4, 5, 7]);
    assert_eq!(record.fields[1].presence, Presence::Optional);
    assert_eq!(record.fields[4].presence, Presence::Default(Value::text("B")));
    assert_eq!(record.fields[3].ty.to_string(), "[{i64}]");
    let value = typed(&imported, r#"{"key": "k", "times": [{"a": "7"}], "kind": 6, "value": {"text": "t"}}"#).unwrap();
    assert_eq!((value.get("ttl"), value.get("type")), (Some(&86_400.into()), None));
    assert_eq!(value.get("kind"), Some(&Value::text("C")));
    let both = r#"{"key": "k", "times": [], "value": {"text": "t", "number": 1}}"#;
    assert!(typed(&imported, both).unwrap_err().contains("at .value.text: union can hold one field only"));
}

#[test]
fn thrift_is_read_with_all_that_its_compiler_takes() {
    let text = r#"
        namespace * shop
        namespace smalltalk.category Shop.Types (order = "1")
        cpp_include "<map>"
        enum Color { RED = 0x1, GREEN (hidden), BLUE = 7; } (deprecated)
        senum Size { "S", "M" }
        struct Point xsd_all { 1: required double x = 1, 2: double y = -1.5e1 } (final)
        const Color FIRST = Color.GREEN
        const map<string, list<i32>> NUMBERS = {"a": [1, 2,], 'b': []}
        typedef map cpp_type "M" <Color, string> ByColor (js.type = "Long")
        struct Order {
            1: Color color = FIRST (note = "x"), 2: Size size = "M"; 3: map<string, list<i32>> numbers = NUMBERS
            4: Point at = {"x": 2} xsd_optional
            5: ByColor names = {Color.RED: "r", 7: "b"},
            6: list<Color> all = [Color.RED, BLUE] xsd_nillable xsd_attrs { 1: i32 a }
            7: Order & next, 8: optional Unneeded unneeded_by_name
            9: uuid id, 10: slist old, 11: binary raw = "a\\b\"c\n",
        }
        struct Unneeded { 1: i32 i }
        struct Refused { 1: map<double, string> by_number }
        service Shop extends other.Base { oneway void put(1: Order o) throws (1: Refused r), Order get(), /* } */ }
        // The end. "#;
    let imported = schema("shop.thrift", text, Some("Order")).unwrap();
    let order = imported.model.record("Order").unwrap();
    let default = |field: usize| match &order.fields[field].presence {
        Presence::Default(value) => json::write(value),
        other => panic!("{other:?}"),
    };
    let defaults: Vec<String> = (0..6).map(|field| String::from_utf8(default(field).unwrap()).unwrap()).collect();
    let expected = [
        "\"GREEN\"",
        "\"M\"",
        "{\"a\":[1,2],\"b\":[]}",
        "{\"x\":2.0,\"y\":-15.0}",
        "{\"1\":\"r\",\"7\":\"b\"}",
        "[\"RED\",\"BLUE\"]",
    ];
    assert_eq!(defaults, expected);
    assert_eq!(
        (order.fields[6].presence.clone(), order.fields[4].ty.to_string()),
        (Presence::Optional, "{i32: text}".into())
    );
    assert!(imported.model.record("Refused").is_none());
    let error = schema("shop.thrift", text, Some("Refused")).unwrap_err().to_string();
    assert!(error.contains("Refused.by_number: a map with keys of type f64"), "{error}");
}

/// Names of constants that stand for ever longer lists, and those that stand for themselves.
#[test]
fn defaults_of_thrift_have_an_end() {
    let lists: String =
        (1..9).map(|n| format!("const list<list<i32>> L{n} = [{}]\n", format!("L{}, ", n - 1).repeat(99))).collect();
    let ty = format!("{}i32{}", "list<".repeat(9), ">".repeat(9));
    let text = format!("const list<i32> L0 = [1]\n{lists}struct S {{ 1: {ty} l = L8 }}");
    assert!(thrift_text("a.thrift", &text, None).unwrap_err().to_string().contains("values in defaults"));
}

#[test]
fn a_broken_thrift_file_says_where() {
    for (text, says) in [
        ("struct A {\n  1: required strin x y\n}", "a.thrift:3:1: a name is expected, not '}'"),
        ("struct A { i32 x }", "A.x: a field without a number"),
        ("const i32 N = 1", "there is none"),
        ("const string A = B; const string B = A; struct S { 1: string a = A }", "without end"),
        ("struct A { 1: string x = \"a }", "a text has no end"),
        ("/* struct A {}", "a comment has no end"),
        ("structs A {}", "\"structs\" begins no definition"),
        ("service S { void a() ", "'}' is missing"),
        ("struct A { 1: Nope x }", "A.x: the type \"Nope\" is not known"),
        ("struct A { 0: i32 x }", "field number 0 is not from 1"),
        ("struct A { 1: map<list<i32>, i32> x }", "a map with keys of type [i32]"),
        ("typedef B A\ntypedef A B\nstruct S { 1: A a }", "without end"),
        ("struct A { 1: i32 x }\nstruct A { 1: i32 x }", "it is defined twice"),
        ("include \"nope.thrift\"\nstruct A {}", "nope.thrift"),
        ("", "there is none"),
    ] {
        let error = schema("a.thrift", text, None).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    let deep = format!("struct A {{ 1: {}i32{} x }}", "list<".repeat(5_000), ">".repeat(5_000));
    assert!(thrift_text("a.thrift", &deep, None).unwrap_err().to_string().contains("nested deeper"));
}

#[test]
fn thrift_files_include_others() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("shared.thrift", "include \"a.thrift\"\nstruct Id { 1: i64 n }\ntypedef list<Id> Ids");
    write("a.thrift", "include \"shared.thrift\"\nstruct A { 1: shared.Id id, 2: shared.Ids more }");
    let imported = file(&folder.path().join("a.thrift"), None, &[]).unwrap();
    assert_eq!(imported.model.record("A").unwrap().fields[1].ty, Type::list(Type::named("shared.Id")));
}

#[test]
fn imports_of_proto_are_found_from_a_root_above_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "acme/shop/v1/order.proto",
        "syntax = \"proto3\"; import \"acme/type/money.proto\"; message Order { Money total = 1; }",
    );
    write(
        "acme/type/money.proto",
        "syntax = \"proto3\"; import \"acme/type/unit.proto\"; message Money { Unit unit = 1; }",
    );
    write("acme/type/unit.proto", "syntax = \"proto3\"; enum Unit { CENT = 0; }");
    let imported = file(&folder.path().join("acme/shop/v1/order.proto"), None, &[]).unwrap();
    assert_eq!(imported.model.types.len(), 3);
}

const JSON_SCHEMA: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Order",
  "type": "object",
  "required": ["id", "lines"],
  "properties": {
    "id": {"type": "integer", "minimum": 0, "maximum": 4294967295},
    "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
    "state": {"enum": ["open", "shipped", null]},
    "labels": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
    "at": {"type": "string", "format": "date-time"},
    "retries": {"type": "integer", "default": 3},
    "value": {"oneOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}}]},
    "parent": {"$ref": "#"}
  },
  "$defs": {
    "line": {"properties": {"sku": {"type": "string", "minLength": 3}, "sub": {"$ref": "#/$defs/line"}}}
  }
}"##;

#[test]
fn a_json_schema_gives_its_types() {
    let imported = schema("order.schema.json", JSON_SCHEMA, None).unwrap();
    let types: Vec<String> = imported
        .model
        .record(&imported.type_name)
        .unwrap()
        .fields
        .iter()
        .map(|field| format!("{} {}", field.name, field.ty))
        .collect();
    let due = [
        "id u32",
        "lines [line]",
        "state state|null",
        "labels {text|null}",
        "at timestamp(us)",
        "retries i64",
        "value f64|[f64]",
    ];
    assert_eq!(types[..7], due);
    let json = r#"{"id": 1, "lines": [{"sub": {"sku": "abc"}}], "parent": {"id": 2, "lines": []}, "state": null}"#;
    let value = typed(&imported, json).unwrap();
    assert_eq!(value.get("retries"), Some(&3.into()));
    let line = schema("order.schema.json", JSON_SCHEMA, Some("line")).unwrap();
    assert_eq!(line.type_name, "line");
}

#[test]
fn json_schema_beyond_the_model_is_refused_with_its_pointer() {
    for (text, says) in [
        ("{\"type\":\n}", "a.json:2:"),
        (r#"{"type": "object", "properties": {"a/b": {}}}"#, "a.json#/properties/a~1b: it has no type"),
        (r#"{"type": "array"}"#, "a.json#: a list whose items"),
        (r#"{"type": "array", "prefixItems": []}"#, "a.json#: a list whose items"),
        (r#"{"allOf": [{"type": "null"}, {"type": "string"}]}"#, "a.json#: no value satisfies all"),
        (r#"{"allOf": {"type": "null"}}"#, "a.json#/allOf: it is no list of schemas"),
        (r##"{"$ref": "#nope"}"##, "\"#nope\" refers to nothing"),
        (r#"{"type": "object"}"#, "an object that may hold anything"),
        (r#"{"properties": {"a": {"$ref": "b.json"}}}"#, "a.json#/properties/a/$ref: b.json is not read"),
        (r##"{"$ref": "#/$defs/x"}"##, "refers to nothing"),
        (r##"{"$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/x"}}}"##, "contains itself"),
        (r#"{"properties": {"a": {"type": "integer", "minimum": -1, "maximum": 18446744073709551615}}}"#, "no integer"),
        ("true", "no type"),
    ] {
        let error = schema("a.json", text, None).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

/// Features of a file, of a message, of a group and of fields.
const EDITION: &str = r#"edition = "2023";
package e;
import "google/protobuf/timestamp.proto";
option features.repeated_field_encoding = EXPANDED;
option features = { enum_type: CLOSED };
option (some.option) = { a: 1 };

message Order {
  option features.field_presence = IMPLICIT;
  string id = 1 [features.field_presence = LEGACY_REQUIRED, (other.option) = "x"];
  int32 count = 2;
  int32 limit = 3 [features.field_presence = EXPLICIT, default = -7];
  repeated Kind kinds = 4 [features.repeated_field_encoding = PACKED];
  repeated int32 marks = 5;
  Line line = 6 [features.message_encoding = DELIMITED];
  oneof pay { bytes card = 7 [default = "\x01\"a"]; Kind kind = 8; }
  map<string, Line> lines = 9;
  google.protobuf.Timestamp at = 10;
  reserved 20 to 30, 40;
  reserved gone, lost;
  extensions 100 to 199 [declaration = { number: 100, full_name: ".e.more", type: "int32" }];
  message Line {
    string sku = 1;
    extend Order { repeated int32 more = 101 [features.repeated_field_encoding = PACKED]; }
  }
}

enum Kind { reserved -2; NO = 1; YES = 2; }
"#;

#[test]
fn features_of_an_edition_say_how_fields_are_written() {
    let imported = schema("e.proto", EDITION, Some("Order")).unwrap();
    let Definition::Record(order) = &imported.model.types["e.Order"] else { panic!() };
    let field = |name: &str| order.fields.iter().find(|field| field.name == name).unwrap();
    assert_eq!(field("id").presence, Presence::Required);
    assert_eq!(field("count").presence, Presence::Default(0.into()));
    assert_eq!((&field("limit").presence, &field("limit").absent), (&Presence::Optional, &Some((-7).into())));
    assert!(!field("kinds").wire.is_unpacked && field("marks").wire.is_unpacked);
    assert!(!field("[e.Order.Line.more]").wire.is_unpacked, "an extension within a message has features too");
    assert_eq!(field("line").wire.value, crate::Wire::Group);
    assert_eq!(field("card").absent, Some(Value::Bytes(b"\x01\"a".to_vec())));
    assert_eq!(field("card").group.as_deref(), Some("pay"));
    let Definition::Record(line) = &imported.model.types["e.Order.Line"] else { panic!() };
    assert_eq!(line.fields[0].presence, Presence::Default(Value::text("")), "as the message around it");
    assert_eq!(imported.definition, None, "no syntax has fields with and without presence, required ones and groups");

    // What proto3 can say is handed on as such.
    let text = EDITION.replace("LEGACY_REQUIRED", "EXPLICIT").replace("DELIMITED", "LENGTH_PREFIXED");
    let text =
        text.replace("NO = 1", "NO = 0").replace(", default = -7", "").replace(" [default = \"\\x01\\\"a\"]", "");
    let text: String = text
        .lines()
        .filter(|line| !line.contains("extensions") && !line.contains("extend "))
        .map(|line| format!("{line}\n"))
        .collect();
    let imported = schema("e.proto", &text, Some("Order")).unwrap();
    let pool = prost_reflect::DescriptorPool::decode(imported.definition.unwrap().as_slice()).unwrap();
    let order = pool.get_message_by_name("e.Order").unwrap();
    let presence = |name: &str| order.get_field_by_name(name).unwrap().supports_presence();
    assert_eq!(["id", "count", "limit", "card"].map(presence), [true, false, true, true]);
    assert!(
        order.get_field_by_name("kinds").unwrap().is_packed() && !order.get_field_by_name("marks").unwrap().is_packed()
    );
}

#[test]
fn a_file_of_an_edition_is_refused_with_its_place() {
    let broken = |text: &str| schema("a.proto", text, None).unwrap_err().to_string();
    assert!(broken("edition = \"2023\";\nmessage M {\n  string x 1;\n}\n").contains("a.proto:3:"));
    assert!(
        broken("edition = \"2030\";\nmessage M { }")
            .contains("edition \"2030\" is not known; 2023, 2024, 2026, UNSTABLE are")
    );
    let unknown = broken("edition = \"2024\";\nmessage M {\n  Nope x = 1;\n}\n");
    assert!(unknown.contains("a.proto:3:") && unknown.contains("Nope"), "{unknown}");
}

#[test]
fn options_and_imports_of_others_are_passed_over_where_no_message_needs_them() {
    let text = "syntax = \"proto2\";\nimport \"not/here.proto\";\nmessage M {\n  option (not.here) = -inf;\n  repeated int32 x = 1 \
                [packed = true, (not.there) = 3];\n  extensions 5 to 9 [verification = UNVERIFIED];\n  reserved 10, 11;\n}\n";
    let imported = schema("a.proto", text, None).unwrap();
    let Definition::Record(message) = &imported.model.types["M"] else { panic!() };
    assert!(!message.fields[0].wire.is_unpacked, "its own options count");
    let needed = schema("a.proto", &text.replace("int32 x", "not.here.N x"), None).unwrap_err().to_string();
    assert!(needed.contains("not/here.proto"), "{needed}");
    let missing = file(Path::new("/not/here.proto"), None, &[]).unwrap_err().to_string();
    assert!(missing.contains("no such file"), "{missing}");
}
