//! Bytes as messages of a type, in each form that its schema's format has: they are read or refused, and what was read is of the type.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wirecost_types::import::{self, Imported};
use wirecost_types::wire::{self, WireForm};

const PROTO: &str = "syntax = \"proto2\"; message A { optional int32 i = 1; repeated A a = 2; map<string, bytes> m = 3; repeated group G = 4 { \
                     optional double d = 1; } optional K k = 5; extensions 9 to 19; } enum K { X = 1; } extend A { optional A e = 9; }";

const AVRO: &str = r#"{"type": "record", "name": "A", "fields": [{"name": "n", "type": ["null", "A", "string", {"type": "map", "values": "A"}]},
    {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}, {"name": "l", "type": {"type": "array",
    "items": {"type": "enum", "name": "E", "symbols": ["P", "Q"]}}}, {"name": "u", "type": {"type": "string", "logicalType": "uuid"}}]}"#;

const THRIFT: &str = "enum K { X = 1 } struct A { 1: optional list<A> a, 2: map<i32, string> m, 3: set<K> k, 4: optional binary b, 5: double d }";

const FLATBUFFERS: &str = "enum K: short { X, Y = 4 } union U { A, S, string } struct P { x: byte; y: [double: 2]; } struct S { p: P; k: K; } \
                           table A { a: A; l: [A]; s: S; v: [S]; n: [ulong]; t: string; u: U; w: [U]; f: float = nan; } root_type A;";

const CAPNP: &str = "@0x1; struct A { b @0 :Bool = true; i @1 :Int16; k @2 :K; t @3 :Text; d @4 :Data; l @5 :List(A); n @6 :List(UInt32); m @7 \
                     :List(List(Bool)); union { v @8 :Void; g :group { x @9 :Float64; y @10 :A; } z @11 :Int8; } } enum K { p @0; q @1; }";

static SCHEMAS: LazyLock<[Imported; 5]> = LazyLock::new(|| {
    [
        import::proto_text("a.proto", PROTO, Some("A")).expect("a schema"),
        import::avro("a.avsc", AVRO, None).expect("a schema"),
        import::thrift_text("a.thrift", THRIFT, None).expect("a schema"),
        import::flatbuffers_text("a.fbs", FLATBUFFERS, None).expect("a schema"),
        import::capnp_text("a.capnp", CAPNP, None).expect("a schema"),
    ]
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let index = usize::from(first) % (WireForm::ALL.len() + 1);
    let Some(form) = WireForm::ALL.get(index) else {
        let _ = wire::avro_container("a.avro", rest);
        return;
    };
    let schema = SCHEMAS.iter().find(|schema| schema.format == Some(form.format())).expect("one of each format");
    if let Ok(held) = wire::read(schema, *form, rest) {
        for value in &held.values {
            assert!(schema.model.fit(value).is_ok(), "{value}");
        }
    }
});
