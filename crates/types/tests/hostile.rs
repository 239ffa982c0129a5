//! Bytes from outside are read or refused, and never panic.

use proptest::prelude::*;
use wirecost_types::import::{self, Sample};
use wirecost_types::{Format, Model, TypesError, emit};
use wirecost_value::json;

/// Whatever was read holds together, and goes on into every schema or is refused with a reason.
fn go_on(model: &Model) {
    model.check().unwrap();
    for format in Format::ALL {
        if let Err(error) = emit(model, format) {
            assert!(!error.why.is_empty() && !error.field.is_empty(), "{error:?}");
        }
    }
}

fn read(text: &str) {
    let all: [Result<Model, TypesError>; 8] = [
        Model::from_toml("a", text),
        import::proto_text("a.proto", text, None).map(|it| it.model),
        import::thrift_text("a.thrift", text, None).map(|it| it.model),
        import::avro("a.avsc", text, None).map(|it| it.model),
        import::avdl_text("a.avdl", text, None).map(|it| it.model),
        import::flatbuffers_text("a.fbs", text, None).map(|it| it.model),
        import::capnp_text("a.capnp", text, None).map(|it| it.model),
        import::json_schema("a.json", text, None).map(|it| it.model),
    ];
    let message = json::read(br#"{"a": [1, null, {"x": "2026-02-03"}], "c": "x", "d": 1.0}"#).unwrap();
    let samples = [Sample::new("m.json", &message)];
    let completed = import::json_schema_with("a.json", text, None, &samples).map(|it| it.imported.model);
    for result in all.into_iter().chain([completed]) {
        match result {
            Ok(model) => go_on(&model),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Schemas that are right, to be broken.
const SEEDS: [&str; 10] = [
    "type = \"a\"\n[types.a]\nx = \"3: [u8|null]?\"\ny = { type = \"k\", default = \"B\" }\n[types.k]\nA = 0\nB = -7\n",
    "syntax = \"proto3\";\nimport \"google/protobuf/any.proto\";\nmessage A { optional int32 x = 1; map<string, A> y = 2; \
     oneof z { google.protobuf.Any a = 3; bytes b = 4; } enum K { K0 = 0; } repeated K k = 5; }\n",
    "edition = \"2023\";\noption features.field_presence = IMPLICIT;\nmessage A { int32 x = 1 [default = -1]; A a = 2 \
     [features.message_encoding = DELIMITED]; repeated K k = 3; reserved b, c; extensions 9 to max; } export enum K { K1 = 1; }\n",
    "include \"b.fbs\"; namespace a.b; enum K:byte { A = 1, B } union U { T, s: string } struct S { x:[float:2]; } table T { k:K = B; u:U; \
     us:[U]; s:S (required); n:int = null; t:[T] = []; d:bool (deprecated); } root_type T; rpc_service R { m(T):T; }\n",
    "@0x1; using B = import \"b.capnp\"; using X = A.Y; struct A $f(x = \"}\") { x @0 :List(X) = []; union { v @1 :Void; g :group { i @2 \
     :Int8 = -1; } } u :union { a @3 :A; b @4 :Data; } struct Y { e @0 :E = q; } enum E { p @0; q @1; } } interface I { m @0 () -> (); }\n",
    "include \"x\"\nenum K { A = 1, B }\nstruct A { 1: required list<map<string, i64>> x = [], 2: optional K k = K.A }\n",
    r#"{"type": "record", "name": "A", "fields": [{"name": "x", "type": ["null", "A", {"type": "fixed", "name": "F", "size": 3}],
        "default": null}, {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}}]}"#,
    "@namespace(\"a.b\") protocol P { /* x */ enum K { A, B } = A; @logicalType(\"decimal\") @precision(4) fixed F(3); // y\n\
     record R { union { null, array<map<K>> } @aliases([\"q\"]) x = null; R? r; decimal(9,2) d = \"\"; `int` i; long a = -1, b; } \
     record `int` { F f; } error E { date d; } R get(K k = \"A\") throws E; void no() oneway; }",
    r##"{"properties": {"a": {"$ref": "#/$defs/b"}, "c": {"anyOf": [{"type": ["null", "integer"]}, {"enum": ["x"]}]}},
        "$defs": {"b": {"items": {"$ref": "#/$defs/b"}}}}"##,
    r##"{"type": "object", "properties": {"a": {"prefixItems": [{"type": "integer"}], "items": {"nullable": true}}, "b": {}},
        "patternProperties": {"^[cd]": {"oneOf": [{"const": "x"}, {"$dynamicRef": "#n"}]}}, "if": {"required": ["a"]},
        "then": {"properties": {"d": {"type": ["number", "null"]}}}, "$defs": {"n": {"$dynamicAnchor": "n", "type": "number", "maximum": 3}}}"##,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        read(&text);
    }

    #[test]
    fn a_schema_that_was_broken_is_read_or_refused(
        seed in 0..SEEDS.len(),
        at in any::<prop::sample::Index>(),
        length in 0..12_usize,
        put in "[\\[\\]{}()<>|:;,.\"'?@#/*0-9a-zA\\n ]{0,12}",
    ) {
        let mut text = SEEDS[seed].to_owned();
        let from = at.index(text.len());
        let to = (from + length).min(text.len());
        text.replace_range(from..to, &put);
        read(&text);
    }
}

/// The stack that the reader of JSON needs for the deepest nesting, in a build without optimisation.
const STACK: usize = 64 << 20;

#[test]
fn hostile_schemas_end() {
    std::thread::Builder::new().stack_size(STACK).spawn(read_hostile_schemas).unwrap().join().unwrap();
}

fn read_hostile_schemas() {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
    for text in [
        deep("[", "]"),
        format!("type = \"a\"\n[types.a]\nx = \"{}u8{}\"", "[".repeat(100), "]".repeat(100)),
        format!("{}{{\"type\": \"null\"}}{}", "{\"items\":".repeat(1_000), "}".repeat(1_000)),
        deep("{\"items\":", "}"),
        deep("message a {", "}"),
        format!("type = \"a\"\n[types.a]\nx = \"{}\"", deep("[", "]")),
        format!("struct A {{ 1: {} x }}", deep("list<", ">")),
        format!("const i32 A = {}", deep("[", "]")),
        "struct A {".repeat(50_000),
        "/*".repeat(50_000),
        "\"".repeat(50_001),
        "(".repeat(63),
        "syntax = \"proto2\"; message A { optional group B = 1 { optional A a = 2; } }".to_owned(),
    ] {
        read(&text);
    }
}
