//! Schemas that were read and are written again: the same bytes by both.

use crate::{Field, Format, Model, Type, Wire, emit, import};

const PROTO2: &str = r#"syntax = "proto2";
package p;
enum Kind { KIND_A = 0; KIND_B = 1; }
message M {
  optional group Result = 1 {
    required string url = 2;
    repeated group Part = 3 { optional sint32 n = 1; }
  }
  repeated int32 plain = 4;
  repeated int32 packed = 5 [packed = true];
  optional sint64 z = 6;
  optional fixed32 f = 7 [default = 5];
  map<sint32, sfixed64> m = 8;
  optional string name = 9 [default = "a\"b\n"];
  optional Kind kind = 10 [default = KIND_B];
  oneof one { group Choice = 11 { optional bool b = 1 [default = true]; } float other = 12 [default = inf]; }
  repeated Kind kinds = 13;
  optional Result again = 14;
  extensions 100 to 199;
}
extend M { optional sint32 extra = 126; repeated group Many = 127 { optional bytes b = 1 [default = "\001\""]; } }
"#;

/// All that decides how the fields of a type are written, and those of the types within.
fn written(model: &Model, ty: &Type, depth: usize) -> String {
    let inner = match ty {
        Type::List(item) | Type::Map(_, item) => return format!("[{}]", written(model, item, depth)),
        Type::Named(name) => model.record(name),
        _ => None,
    };
    let Some(record) = inner.filter(|_| depth < 4) else {
        return if matches!(ty, Type::Named(_)) { String::new() } else { ty.to_string() };
    };
    let field = |field: &Field| {
        let ty = written(model, &field.ty, depth + 1);
        format!("{:?} {ty} {:?} {:?} {:?}\n", field.number, field.presence, field.absent, field.wire)
    };
    let mut fields: Vec<String> = record.fields.iter().map(field).collect();
    fields.sort();
    fields.concat()
}

#[test]
fn proto2_keeps_groups_defaults_extensions_and_the_forms_of_numbers() {
    let model = import::proto_text("m.proto", PROTO2, Some("M")).unwrap().model;
    let text = emit(&model, Format::Protobuf).unwrap().text;
    for line in [
        "  optional group Result = 1 {\n    required string url = 2;\n    repeated group Part = 3 {\n      optional sint32 n = 1;\n    }\n  }\n",
        "  repeated int32 plain = 4;\n  repeated int32 packed = 5 [packed = true];\n  optional sint64 z = 6;\n",
        "  optional fixed32 f = 7 [default = 5];\n  map<sint32, sfixed64> m = 8;\n",
        "  optional string name = 9 [default = \"a\\042b\\012\"];\n  optional Kind kind = 10 [default = KIND_B];\n",
        "    group Choice = 11 {\n      optional bool b = 1 [default = true];\n    }\n    float other = 12 [default = inf];\n",
        "  repeated Kind kinds = 13;\n",
        "optional sint32 p_extra = 126;  // \"[p.extra]\"\n",
        "  extensions 100 to 125;\n  extensions 128 to 199;\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let back = import::proto_text("back.proto", &text, Some("p.M")).unwrap().model;
    assert_eq!(written(&back, &back.root, 0), written(&model, &model.root, 0), "{text}");
    let toml = Model::from_toml("m.toml", &model.to_toml(&Default::default()).unwrap()).unwrap();
    assert_eq!(written(&toml, &toml.root, 0), written(&model, &model.root, 0));
    assert_eq!(model.record("p.M").unwrap().fields[0].wire.value, Wire::Group);
}

#[test]
fn what_protocol_buffers_cannot_write_again_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("three.proto", "syntax = \"proto3\"; message Three { int32 n = 1; }");
    write("two.proto", "syntax = \"proto2\"; import \"three.proto\"; message Two { required Three three = 1; }");
    let model = import::file(&folder.path().join("two.proto"), None, &[]).unwrap().model;
    let error = emit(&model, Format::Protobuf).unwrap_err().to_string();
    assert!(error.contains("Three.n") && error.contains("proto3 leaves it out"), "{error}");
    let set = "syntax = \"proto2\"; message Set { option message_set_wire_format = true; extensions 4 to max; }
        message Other { optional int32 n = 1; }";
    let error = import::proto_text("s.proto", set, Some("Set")).unwrap_err().to_string();
    assert!(error.contains("s.proto: Set: it has the wire format of message sets"), "{error}");
    assert!(import::proto_text("s.proto", set, Some("Other")).is_ok(), "a message that does not use it");
}

#[test]
fn thrift_keeps_sets_and_the_defaults_of_optional_fields() {
    let text = "struct S { 1: required set<i32> ids, 2: list<set<string>> more, 3: optional string type = \"A\",
        4: optional i32 port = UNKNOWN }";
    let model = import::thrift_text("s.thrift", text, None).unwrap().model;
    assert_eq!(model.record("S").unwrap().fields[1].ty.to_string(), "[set(text)]");
    let emitted = emit(&model, Format::Thrift).unwrap().text;
    for line in ["1: required set<i32> ids", "required list<set<string>> more", "optional string type = \"A\""] {
        assert!(emitted.contains(line), "{line}\n{emitted}");
    }
    for format in Format::ALL {
        assert!(emit(&model, format).is_ok(), "{format}");
    }
    let value = |text: &str| wirecost_value::json::read(text.as_bytes()).unwrap();
    assert!(model.fit(&value(r#"{"ids": [1, 2], "more": []}"#)).is_ok());
    let misfit = model.fit(&value(r#"{"ids": [1, 2, 1], "more": []}"#)).unwrap_err();
    assert!(misfit.to_string().contains(".ids[2]: it is in its set already"), "{misfit}");
}

/// The lines of a schema that hold one of these.
fn lines(model: &str, format: Format, having: &str) -> Vec<String> {
    let text = emit(&Model::from_toml("m.toml", model).unwrap(), format).unwrap().text;
    text.lines().filter(|line| line.contains(having)).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn no_symbol_is_called_as_its_type() {
    let toml = "type = \"M\"\n[types.M]\ne = \"E\"\n[types.E]\n\"\" = 0\n\"E\" = 1\n\"e\" = 2\n\"name\" = 3\n";
    let symbols =
        |format| lines(toml, format, " = ").into_iter().filter(|line| !line.contains("e = ")).collect::<Vec<_>>();
    assert_eq!(symbols(Format::Protobuf)[1..], ["E_NAME = 0;", "E_E = 1;", "E_E_2 = 2;", "E_NAME_2 = 3;"]);
    assert_eq!(symbols(Format::Xdr), ["E_NAME = 0,", "E_E = 1,", "E_E_2 = 2,", "E_NAME_2 = 3"]);
    assert_eq!(lines(toml, Format::Thrift, " = 1,"), ["E_2 = 1,"]);
}

#[test]
fn no_name_ends_a_comment_or_is_a_keyword_of_a_namespace() {
    let toml =
        "type = \"lance.table.M\"\n[types.\"lance.table.M\"]\n\"*/*\" = \"text\"\ntrue = \"text\"\nunix = \"text\"\n";
    assert_eq!(lines(toml, Format::Xdr, "field")[0], "string field<>;  /* \"*\\/*\" */");
    assert_eq!(lines(toml, Format::Xdr, "unix")[0], "string unix_<>;  /* \"unix\" */");
    assert_eq!(lines(toml, Format::FlatBuffers, "namespace"), ["namespace lance.table_;"]);
    assert_eq!(lines(toml, Format::Protobuf, "package"), ["package lance.table;"]);
    assert_eq!(lines(toml, Format::Thrift, "true"), ["2: required string true_,  // \"true\""]);
}

#[test]
fn groups_that_are_keywords_or_are_called_alike_differ() {
    let field = |name: &str, group: &str| format!("{name} = {{ type = \"text?\", group = \"{group}\" }}\n");
    let members = [("a", "struct"), ("b", "a-b"), ("c", "a b")].map(|(name, group)| field(name, group)).concat();
    let toml = format!("type = \"M\"\n[types.M]\n{members}");
    assert_eq!(lines(&toml, Format::CapnProto, ":union"), ["structValue :union {", "aB :union {", "aBGroup :union {"]);
    assert_eq!(lines(&toml, Format::Protobuf, "oneof"), ["oneof struct {", "oneof a_b {", "oneof a_b_ {"]);
}
