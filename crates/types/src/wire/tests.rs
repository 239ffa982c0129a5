use wirecost_value::json;

use super::*;
use crate::import;

fn written(held: &Held) -> Vec<String> {
    held.values.iter().map(|value| String::from_utf8(json::write(value).unwrap()).unwrap()).collect()
}

const PROTO: &str = "syntax = \"proto3\"; package p; message Order { int32 id = 1; repeated Line lines = 2; map<string, int64> by = 3; \
                     Kind kind = 4; bytes raw = 5; } message Line { string sku = 1; double price = 2; } enum Kind { NO = 0; YES = 1; }";

#[test]
fn messages_of_protocol_buffers_are_read_as_bytes_and_as_text() {
    let imported = import::proto_text("p.proto", PROTO, None).unwrap();
    // As protoc --encode writes: id: 150 lines { sku: "a" } by { key: "x" value: 7 } kind: YES raw: "\x01\x02", and field 9.
    let bytes = b"\x08\x96\x01\x12\x03\x0a\x01a\x1a\x05\x0a\x01x\x10\x07\x20\x01\x2a\x02\x01\x02\x48\x05";
    let held = read(&imported, WireForm::Protobuf, bytes).unwrap();
    let due = r#"{"id":150,"lines":[{"sku":"a","price":0.0}],"by":{"x":7},"kind":"YES","raw":"AQI="}"#;
    assert_eq!(json::read(written(&held)[0].as_bytes()).unwrap(), json::read(due.as_bytes()).unwrap());
    assert_eq!(held.unknown_fields, 1);
    let text = b"id: 150 # one\nlines { sku: 'a' }\nby { key: 'x' value: 7 }\nkind: YES\nraw: '\\001\\002'\n";
    assert_eq!(read(&imported, WireForm::ProtobufText, text).unwrap().values, held.values);
    let stream = [&[bytes.len() as u8], &bytes[..], &[0], &[2, 8, 1]].concat();
    let several = read(&imported, WireForm::ProtobufDelimited, &stream).unwrap();
    assert_eq!((several.values.len(), several.unknown_fields), (3, 1));
    assert_eq!(several.values[0], held.values[0]);
    for (form, bytes, says) in [
        (WireForm::Protobuf, &b"\x08"[..], "protobuf: "),
        (WireForm::ProtobufDelimited, b"\x02\x08", "message 1 at byte 0"),
        (WireForm::ProtobufText, b"idd: 1", "idd"),
        (WireForm::Avro, b"", "it needs a schema of avro"),
    ] {
        let error = read(&imported, form, bytes).unwrap_err().to_string().to_lowercase();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn avro_is_read_alone_as_a_single_object_and_from_a_container() {
    let schema = r#"{"type": "record", "name": "a.Test", "fields": [{"name": "a", "type": "long"}, {"name": "b", "type": ["null", "string"]},
        {"name": "d", "type": ["null", {"type": "bytes", "logicalType": "decimal", "precision": 6, "scale": 2}]},
        {"name": "m", "type": {"type": "map", "values": {"type": "array", "items": "int"}}},
        {"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}"#;
    let imported = import::avro("a.avsc", schema, None).unwrap();
    // 27, "foo", -1.5, {"k": [1]}, and one second.
    let datum = b"\x36\x02\x06foo\x02\x04\xff\x6a\x02\x02k\x02\x02\x00\x00\xd0\x0f";
    let held = read(&imported, WireForm::Avro, datum).unwrap();
    assert_eq!(written(&held), [r#"{"a":27,"b":"foo","d":"-1.50","m":{"k":[1]},"t":1000}"#]);
    let object = [&[0xc3, 0x01][..], &[7; 8], datum].concat();
    assert_eq!(read(&imported, WireForm::Avro, &object).unwrap(), held);
    assert!(read(&imported, WireForm::Avro, &datum[..5]).is_err());
    assert!(
        read(&imported, WireForm::Avro, &[&datum[..], b"x"].concat())
            .unwrap_err()
            .to_string()
            .contains("1 bytes after")
    );

    let parsed = apache_avro::Schema::parse_str(schema).unwrap();
    let reader = apache_avro::reader::datum::GenericDatumReader::builder(&parsed).build().unwrap();
    let value = reader.read_value(&mut &datum[..]).unwrap();
    let mut writer = apache_avro::Writer::new(&parsed, Vec::new()).unwrap();
    writer.append_value(value.clone()).unwrap();
    writer.append_value(value).unwrap();
    let (by_file, values) = avro_container("a.avro", &writer.into_inner().unwrap()).unwrap();
    assert_eq!((by_file.model, values), (imported.model, [held.values.clone(), held.values].concat()));
    assert!(avro_container("a.avro", b"Obj\x01").is_err());
}

#[test]
fn structs_of_thrift_are_read_by_both_protocols() {
    let schema = "enum K { A = 1, B = 5 } struct Order { 1: i32 id, 2: optional list<string> tags, 3: map<i32, bool> on, 4: K kind, \
                  5: binary raw, 6: Line line } struct Line { 1: double price }";
    let imported = import::thrift_text("a.thrift", schema, Some("Order")).unwrap();
    let binary = b"\x08\x00\x01\x00\x00\x00\x07\x0f\x00\x02\x0b\x00\x00\x00\x01\x00\x00\x00\x01x\x0d\x00\x03\x08\x02\x00\x00\x00\x01\x00\x00\
                   \x00\x09\x01\x08\x00\x04\x00\x00\x00\x05\x0b\x00\x05\x00\x00\x00\x01\xff\x0c\x00\x06\x04\x00\x01\x3f\xf8\x00\x00\x00\x00\
                   \x00\x00\x00\x06\x00\x63\x00\x01\x00";
    let held = read(&imported, WireForm::ThriftBinary, binary).unwrap();
    let due = r#"{"id":7,"tags":["x"],"on":{"9":true},"kind":"B","raw":"/w==","line":{"price":1.5}}"#;
    assert_eq!((written(&held), held.unknown_fields), (vec![due.to_owned()], 1));
    let compact = b"\x15\x0e\x19\x18\x01x\x1b\x01\x51\x12\x01\x15\x0a\x18\x01\xff\x1c\x17\x00\x00\x00\x00\x00\x00\xf8\x3f\x00\x00";
    assert_eq!(read(&imported, WireForm::ThriftCompact, compact).unwrap().values, held.values);
    let wrong = read(&imported, WireForm::ThriftBinary, b"\x0b\x00\x01\x00\x00\x00\x00\x00").unwrap_err().to_string();
    assert!(wrong.contains("thrift-binary: before byte 3: .id: "), "{wrong}");
    assert!(read(&imported, WireForm::ThriftBinary, &binary[..9]).is_err());
}
