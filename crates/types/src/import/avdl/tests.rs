use crate::import::file;
use crate::{Definition, Format, Model, TypesError};

fn read(text: &str, type_name: Option<&str>) -> Result<Model, TypesError> {
    super::parse("a.avdl", text, type_name).map(|imported| imported.model)
}

fn refusal(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

/// What Avro's documentation shows, and the same as an `.avsc`.
const ORDERS: &str = r#"
/** Orders. */
@namespace("org.shop")
protocol Orders {
  @aliases(["org.old.Kind"])
  enum Kind { RETAIL, WHOLESALE, } = RETAIL; // the default
  fixed Digest(16);
  @logicalType("decimal") @precision(4) @scale(2) fixed Rate(3);
  /* Defined after it is used. */
  record Order {
    string @order("ignore") id;
    Kind kind = "RETAIL";
    Digest @aliases(["hash", "md5"]) digest;
    union { null, string } note = null;
    Line? first;
    string? last = "none";
    array<Line> lines = [];
    map<union { long, double }> amounts = {"a;)": 1};
    timestamp_ms at; date day; time_ms time; local_timestamp_ms local; uuid key;
    decimal(9, 2) total; Rate rate;
    @logicalType("timestamp-micros") long sent;
    int a = -1, b = 2;
    org.other.`record` `error`;
    @java-class("java.util.List") array<string> words;
  }
  @namespace("org.other") record `record` { org.shop.Kind kind; boolean self; }
  record Line { bytes sku; float weight; Line? next; }
  error Refused { string why; }
  Order get(string id = "x", Kind kind) throws Refused, org.shop.Refused;
  void note(Order `order`) oneway;
}
"#;

const AS_JSON: &str = r#"{"type": "record", "name": "Order", "namespace": "org.shop", "fields": [
  {"name": "id", "type": "string"},
  {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["RETAIL", "WHOLESALE"]}},
  {"name": "digest", "type": {"type": "fixed", "name": "Digest", "size": 16}, "aliases": ["hash", "md5"]},
  {"name": "note", "type": ["null", "string"], "default": null},
  {"name": "first", "type": ["null", {"type": "record", "name": "Line", "fields": [
    {"name": "sku", "type": "bytes"}, {"name": "weight", "type": "float"}, {"name": "next", "type": ["null", "Line"]}]}]},
  {"name": "last", "type": ["string", "null"], "default": "none"},
  {"name": "lines", "type": {"type": "array", "items": "Line"}},
  {"name": "amounts", "type": {"type": "map", "values": ["long", "double"]}},
  {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
  {"name": "day", "type": {"type": "int", "logicalType": "date"}},
  {"name": "time", "type": {"type": "int", "logicalType": "time-millis"}},
  {"name": "local", "type": {"type": "long", "logicalType": "local-timestamp-millis"}},
  {"name": "key", "type": {"type": "string", "logicalType": "uuid"}},
  {"name": "total", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
  {"name": "rate", "type": {"type": "fixed", "name": "Rate", "size": 3, "logicalType": "decimal", "precision": 4, "scale": 2}},
  {"name": "sent", "type": {"type": "long", "logicalType": "timestamp-micros"}},
  {"name": "a", "type": "int"}, {"name": "b", "type": "int"},
  {"name": "error", "type": {"type": "record", "name": "record", "namespace": "org.other", "fields": [
    {"name": "kind", "type": "org.shop.Kind"}, {"name": "self", "type": "boolean"}]}},
  {"name": "words", "type": {"type": "array", "items": "string"}}]}"#;

#[test]
fn a_protocol_says_what_its_schema_says() {
    let model = read(ORDERS, Some("Order")).unwrap();
    assert_eq!(model, crate::import::avro("a.avsc", AS_JSON, None).unwrap().model);
    // It can be written as a schema of each format, and read from a file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.avdl");
    std::fs::write(&path, ORDERS).unwrap();
    let imported = file(&path, Some("org.shop.Line"), &[]).unwrap();
    assert_eq!((imported.format, imported.type_name.as_str()), (Some(Format::Avro), "org.shop.Line"));
    let definition = String::from_utf8(imported.definition.unwrap()).unwrap();
    assert_eq!(crate::import::avro("a.avsc", &definition, None).unwrap().model, imported.model);
    let several = read(ORDERS, None).unwrap_err().to_string();
    assert!(several.contains("choose a type with --type NAME; there are org.shop.Kind, org.shop.Digest"), "{several}");
}

#[test]
fn a_schema_file_is_about_its_type() {
    let model = read("namespace a.b; schema array<K>; enum K { X } fixed F(2);", None).unwrap();
    assert_eq!(model.root.to_string(), "[a.b.K]");
    assert!(matches!(model.types["a.b.K"], Definition::Enumeration(_)));
    let model = read("@namespace(\"x\") record A { A? a; }", None).unwrap();
    assert_eq!(model.root.to_string(), "x.A");
    // The message is what no other type names.
    let model = read("protocol P { record B { int x; } record A { B b; A? a; } }", None).unwrap();
    assert_eq!(model.root.to_string(), "A");
}

#[test]
fn broken_files_are_reported_with_line_and_column() {
    for (text, says) in [
        ("protocol P {\n import text \"b.avdl\"; }", "a.avdl:2:9: an import is of idl, protocol or schema"),
        (
            "protocol P { import idl \"b.avdl\"; record A {\n  B b; } }",
            "a.avdl:2:3: the type B is not defined in this file, and b.avdl is not found, which is imported; -I DIR",
        ),
        (
            "protocol P {\n recrod A { int x; } }",
            "a.avdl:2:2: a declaration begins with record, error, enum, fixed or import",
        ),
        ("protocol P {\n record A { int x } }", "a.avdl:2:19: ';' is expected here, and not '}'"),
        ("protocol P { record A { int x;", "a.avdl:1:31: a name is expected here"),
        ("protocol P { record A {\n  B b; } }", "a.avdl:2:3: the type B is not defined in this file"),
        ("protocol P { record A { int x; }\n enum A { X } }", "a.avdl:2:7: the type A is defined twice"),
        ("protocol P { record A { int x = {; } }", "a.avdl:1:33: this is no JSON: "),
        ("protocol P { record A { void x; } }", "a.avdl:1:25: void is the type of no field"),
        ("protocol P { record A { union { int, long }? x; } }", "a union is not optional; put null into it"),
        (
            "protocol P { record A { @aliases([\"b\"]) int x; } }",
            "a.avdl:1:25: @aliases of a field stands before its name",
        ),
        (
            "protocol P { record A { @logicalType(\"date\") array<int> x; } }",
            "a logical type is one of a type such as long",
        ),
        ("@namespace(\"\") protocol P { }", "a.avdl:1:1: a namespace is a text that is not empty"),
        ("protocol P { } x", "a.avdl:1:16: something stands after the end"),
        ("protocol P { /* x", "a.avdl:1:14: this comment has no end"),
        ("x", "a.avdl:1:1: a record, an error, an enum or a fixed type is expected here"),
        ("protocol P { record A { @logicalType(\"duration\") fixed F(12); } }", "a.avdl:1:"),
        ("protocol P { record A { int x; int x; } }", "a.avdl: "),
    ] {
        let reason = refusal(text);
        assert!(reason.contains(says), "{text}: {reason}");
    }
    let deep = format!("protocol P {{ record A {{ {}int{} x; }} }}", "array<".repeat(80), ">".repeat(80));
    assert!(refusal(&deep).contains("nested deeper than 64 levels"));
    let records = (0..300).map(|at| format!("record R{at} {{ R{} r; }} ", at + 1)).collect::<String>();
    let long = format!("protocol P {{ {records} record R300 {{ int x; }} }}");
    assert!(refusal(&long).contains("types lie deeper within each other than 200 levels"));
}

#[test]
fn what_a_file_imports_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "main.avdl",
        "@namespace(\"a\") protocol P { import idl \"part/b.avdl\"; import schema \"c.avsc\"; import protocol \"d.avpr\";
         import idl \"none.avdl\"; record Main { b.Part part; c.Kind kind; d.Key key; } }",
    );
    write(
        "part/b.avdl",
        "@namespace(\"b\") protocol Q { import idl \"../main.avdl\"; record Part { a.Main? main; long n; } }",
    );
    write("more/c.avsc", r#"{"type": "enum", "name": "Kind", "namespace": "c", "symbols": ["X"]}"#);
    write(
        "d.avpr",
        r#"{"protocol": "D", "namespace": "d", "types": [{"type": "record", "name": "Key", "fields": [
            {"name": "ids", "type": {"type": "array", "items": ["null", "Digest"]}}, {"name": "at", "type": "Time"}]},
            {"type": "fixed", "name": "Digest", "size": 4}, {"type": "record", "name": "Time", "fields": [
            {"name": "ms", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}]}"#,
    );
    let main = folder.path().join("main.avdl");
    let refused = file(&main, None, &[]).unwrap_err().to_string();
    assert!(
        refused.contains("the type c.Kind is not defined") && refused.contains("c.avsc, none.avdl is not found"),
        "{refused}"
    );
    let imported = file(&main, None, &[folder.path().join("more")]).unwrap();
    assert_eq!(imported.type_name, "a.Main");
    let names: Vec<&str> = imported.model.types.keys().map(String::as_str).collect();
    assert_eq!(names, ["a.Main", "b.Part", "c.Kind", "d.Key", "d.Time"]);
    assert_eq!(file(&main, Some("b.Part"), &[]).unwrap_err().to_string().matches("choose").count(), 0);
    write("twice.avdl", "namespace b; import idl \"part/b.avdl\"; record Part { int x; }");
    let twice = file(&folder.path().join("twice.avdl"), None, &[]).unwrap_err().to_string();
    assert!(twice.contains("the type b.Part is defined twice"), "{twice}");
}

#[test]
fn names_of_any_alphabet_comments_in_values_and_long_decimals_are_read() {
    let model = read(
        "protocol Протокол { @a.`int`(\"x\") record Структура { string 文字列 = /* none */ \"//\"; decimal(3000000000, 2) d; \
         array<int> list = [1, // one\n 2]; double x = -Infinity; F f; } fixed F(0x10); }",
        None,
    )
    .unwrap();
    let Definition::Record(record) = &model.types[0] else { panic!("{model:?}") };
    assert_eq!(record.fields[0].name, "文字列");
    assert_eq!(record.fields[1].ty, crate::Type::Bytes { length: None });
    assert_eq!(record.fields[4].ty, crate::Type::Bytes { length: Some(16) });
}
