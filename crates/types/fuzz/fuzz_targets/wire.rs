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

static SCHEMAS: LazyLock<[Imported; 3]> = LazyLock::new(|| {
    [
        import::proto_text("a.proto", PROTO, Some("A")).expect("a schema"),
        import::avro("a.avsc", AVRO, None).expect("a schema"),
        import::thrift_text("a.thrift", THRIFT, None).expect("a schema"),
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
