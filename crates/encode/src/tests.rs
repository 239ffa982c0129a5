//! Bytes that are known by hand.

use wirecost_types::import::{self, Imported};
use wirecost_types::{Model, TypesError};
use wirecost_value::json;

use crate::{Encoding, Format};

fn encoded(format: Format, imported: Result<Imported, TypesError>, text: &str) -> Vec<u8> {
    let model: Model = imported.unwrap().model;
    let value = model.fit(&json::read(text.as_bytes()).unwrap()).unwrap();
    Encoding::new(format, &model).unwrap().encode(&value).unwrap()
}

#[test]
fn protocol_buffers_has_groups_and_every_form_of_numbers() {
    let proto = "syntax = \"proto2\"; package p; message M {
        optional group Result = 1 { required string url = 2; repeated group Part = 3 { optional sint32 n = 1; } }
        repeated int32 plain = 4; repeated int32 packed = 5 [packed = true]; optional sint64 z = 6;
        optional fixed32 f = 7 [default = 5]; map<sint32, sfixed64> m = 8; extensions 100 to 199; }
        extend M { optional sint32 extra = 126; }";
    let text = r#"{"result": {"url": "x", "part": [{"n": -1}]}, "plain": [1, 2], "packed": [1, 2], "z": -2, "f": 7,
        "m": {"-1": 3}, "[p.extra]": -5}"#;
    let bytes = encoded(Format::Protobuf, import::proto_text("m.proto", proto, Some("M")), text);
    let due: &[&[u8]] = &[
        b"\x0b\x12\x01x\x1b\x08\x01\x1c\x0c",
        b"\x20\x01\x20\x02\x2a\x02\x01\x02",
        b"\x30\x03\x3d\x07\0\0\0",
        b"\x42\x0b\x08\x01\x11\x03\0\0\0\0\0\0\0",
        b"\xf0\x07\x09",
    ];
    assert_eq!(bytes, due.concat());
}

#[test]
fn thrift_has_sets() {
    let thrift = || import::thrift_text("s.thrift", "struct S { 1: required set<i32> ids }", None);
    let text = r#"{"ids": [5]}"#;
    assert_eq!(encoded(Format::ThriftBinary, thrift(), text), b"\x0e\0\x01\x08\0\0\0\x01\0\0\0\x05\0");
    assert_eq!(encoded(Format::ThriftCompact, thrift(), text), b"\x1a\x15\x0a\0");
}

#[test]
fn avro_tells_dates_from_numbers_in_a_union() {
    let avro = || {
        let text = r#"{"type": "record", "name": "R", "fields": [{"name": "x", "type":
            [{"type": "int", "logicalType": "date"}, "long"]}]}"#;
        import::avro("r.avsc", text, None)
    };
    assert_eq!(encoded(Format::Avro, avro(), r#"{"x": 5}"#), [2, 10]);
    assert_eq!(encoded(Format::Avro, avro(), r#"{"x": "1970-01-06"}"#), [0, 10]);
}
