//! Messages of a user's, from end to end: what each format takes, by itself and with a schema.

use crate::common::{Home, proves};

const ORDER: &str = r#"{"id": 7, "tags": ["a", "b"], "note": "", "price": 12.5}"#;

const PROTO: &str = r#"syntax = "proto3";
message Order { uint32 id = 1; repeated string tags = 2; string note = 3; double price = 4; Line line = 5; }
message Line { sint32 n = 1; }
"#;

const AVRO: &str = r#"{"type": "record", "name": "Order", "fields": [
  {"name": "id", "type": "int"},
  {"name": "tags", "type": {"type": "array", "items": "string"}},
  {"name": "note", "type": ["null", "string"]},
  {"name": "price", "type": "double"}]}"#;

/// The sizes that `size --json` tells of its first message, by format.
fn sizes(home: &Home, arguments: &[&str]) -> std::collections::BTreeMap<String, u64> {
    let ran = home.run(&[&["size", "--json"], arguments].concat()).expect(0);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rows = told[0]["sizes"].as_array().unwrap();
    rows.iter().map(|row| (row["format"].as_str().unwrap().to_owned(), row["size_bytes"].as_u64().unwrap())).collect()
}

#[test]
fn size_shows_what_a_message_takes_in_every_format() {
    let home = Home::new();
    let json = home.write("order.json", ORDER);
    // The same message, in every format that a file may have.
    let yaml = home.write("order.yaml", "id: 7\ntags: [a, b]\nnote: ''\nprice: 12.5\n");
    let msgpack = home.path("order.msgpack");
    let cbor = home.path("order.cbor");
    let (tags, price) = (b"a\xa1b", [0x40, 0x29, 0, 0, 0, 0, 0, 0]);
    let mut bytes = b"\x84\xa2id\x07\xa4tags\x92\xa1".to_vec();
    bytes.extend(tags);
    bytes.extend(b"\xa4note\xa0\xa5price\xcb");
    bytes.extend(price);
    std::fs::write(&msgpack, &bytes).unwrap();
    let mut bytes = b"\xa4\x62id\x07\x64tags\x82\x61a\x61b\x64note\x60\x65price\xfb".to_vec();
    bytes.extend(price);
    std::fs::write(&cbor, &bytes).unwrap();

    let expected = sizes(&home, &[&json]);
    // Compact JSON; in MessagePack a map, keys and texts with an byte each, 7, an array and a double; in CBOR the same, but
    // for 12.5, which fits a half.
    assert_eq!(expected["json"], 48);
    assert_eq!(expected["messagepack"], 1 + (3 + 1) + (5 + 1 + 2 + 2) + (5 + 1) + (6 + 9));
    assert_eq!(expected["cbor"], 1 + (3 + 1) + (5 + 1 + 2 + 2) + (5 + 1) + (6 + 3));
    assert!(expected.contains_key("xml") && expected.contains_key("fast-infoset"), "{expected:?}");
    for file in [yaml.as_str(), msgpack.to_str().unwrap(), cbor.to_str().unwrap()] {
        assert_eq!(sizes(&home, &[file]), expected, "{file}");
    }
    home.run(&["size", &json, "dns-100"])
        .expect(0)
        .says("order: bytes plain, by gzip level 6, by zstd level 3")
        .says("protobuf")
        .says("not in");
    let xml = home.write("feed.xml", "<feed version='2'><item/></feed>");
    // What is written is its data: {"version": 2, "item": ""}.
    let sizes = sizes(&home, &[&xml]);
    assert_eq!(sizes["cbor"], 1 + (8 + 1) + (5 + 1));
    assert!(sizes["xml"] == 32 && sizes["protobuf"] < sizes["fast-infoset"], "{sizes:?}");
}

#[test]
fn several_samples_show_what_a_batch_and_a_dictionary_save() {
    let home = Home::new();
    let order = |number: usize| {
        let text = format!(
            "{{\"id\": {number}, \"customer\": \"customer-{number}\", \"status\": \"shipped\", \"currency\": \"EUR\", \
             \"tags\": [\"a{number}\", \"b{number}\", \"c\"], \"delivery\": {{\"street\": \"Street {number}\", \"city\": \"Berlin\"}}}}"
        );
        home.write(&format!("order-{number}.json"), &text)
    };
    let files: Vec<String> = (100..130).map(order).collect();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    // One type for all samples, so one candidate is built.
    let schema = home.write(
        "order.proto",
        "syntax = \"proto3\"; message Delivery { string street = 1; string city = 2; }
         message Order { uint32 id = 1; string customer = 2; string status = 3; string currency = 4;
         repeated string tags = 5; Delivery delivery = 6; }",
    );
    let schema = ["--schema", &schema, "--type", "Order"];
    let candidates = ["--candidate", "serde_json-value", "--candidate", "rmpv", "--candidate", "prost"];
    let candidates = [&candidates[..], &schema].concat();
    let ran = home.run(&[&["size", "--json"], &candidates[..], &names].concat()).expect(0);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told.as_array().unwrap().len(), 30);
    for format in ["json", "messagepack", "protobuf"] {
        let sizes = told[3]["sizes"].as_array().unwrap();
        let row = sizes.iter().find(|row| row["format"] == format).unwrap_or_else(|| panic!("{format}: {sizes:#?}"));
        let bytes = |value: &serde_json::Value| value.as_u64().unwrap_or_else(|| panic!("{format}: {row:#?}"));
        let batch = &row["batch"];
        assert_eq!(bytes(&batch["size_bytes"]), 100 * bytes(&row["size_bytes"]), "{row:#?}");
        assert!(bytes(&batch["different"]) > 1 && bytes(&batch["zstd_bytes"]) < 100 * bytes(&row["zstd_bytes"]));
        assert!(bytes(&row["zstd_dictionary_bytes"]) < bytes(&row["zstd_bytes"]), "{row:#?}");
    }
    let table = home.run(&[&["size"], &candidates[..], &names].concat()).expect(0);
    let table = table.says("dict").says("x100 zstd").says("trained on these very samples");
    assert!(!home.run(&["size", names[0]]).expect(0).out.contains("dict:"), "{}", table.transcript());
}

#[test]
fn a_broken_message_is_refused_with_its_place() {
    let home = Home::new();
    let broken = |name: &str, bytes: &[u8]| {
        std::fs::write(home.path(name), bytes).unwrap();
        home.path(name).display().to_string()
    };
    for (name, bytes, says) in [
        ("a.msgpack", &b"\x92\x01"[..], "a.msgpack:byte 2: the file ends"),
        ("a.cbor", b"\x82\x01", "a.cbor:byte 2: the file ends early"),
        ("a.yaml", b"a: 1\nb: {c", "a.yaml:3:1: "),
        ("a.json", b"{", "a.json:1:"),
    ] {
        let file = broken(name, bytes);
        home.run(&["size", &file]).expect(2).says(says);
        home.run(&["run", "--message", &file]).expect(2).says(says);
    }
    home.run(&["size", "nothing.cbor"]).expect(2).says("nothing.cbor");
}

#[test]
fn a_schema_brings_its_format() {
    let home = Home::new();
    let json = home.write("order.json", ORDER);
    let proto = home.write("shop.proto", PROTO);
    let avro = home.write("order.avsc", AVRO);
    let with_proto = sizes(&home, &[&json, "--schema", &proto, "--type", "Order"]);
    // id; two tags; an empty note is the default and not written; price.
    assert_eq!(with_proto["protobuf"], 2 + 3 + 3 + 9);
    assert!(!with_proto.contains_key("avro"));
    let with_avro = sizes(&home, &[&json, "--schema", &avro]);
    // id; a block of two texts and its end; the branch of the union and an empty text; price.
    assert_eq!(with_avro["avro"], 1 + (1 + 2 + 2 + 1) + (1 + 1) + 8);

    for (schema, candidate) in [(&proto, "prost-reflect"), (&avro, "apache-avro-value")] {
        let arguments = ["--message", &json, "--schema", schema, "--candidate", candidate, "--candidate", "rmpv"];
        let arguments = [&["run", "--test", "full"], &arguments[..]].concat();
        let arguments = if schema == &proto { [&arguments[..], &["--type", "Order"]].concat() } else { arguments };
        let mut ran = home.run(&arguments).expect(0).says("0 failed");
        for operation in ["decode", "encode", "round-trip"] {
            ran = ran.says(&format!("ok      codec/{candidate}/order/{operation}"));
        }
    }
    let two_roots = home.write("roots.proto", &format!("{PROTO}\nmessage Refund {{ Line line = 1; }}"));
    home.run(&["size", &json, "--schema", &two_roots]).expect(2).says("--type NAME; there are Order, Line, Refund");
    let other = home.write("other.json", r#"{"id": -1}"#);
    home.run(&["size", &other, "--schema", &proto, "--type", "Order"]).expect(2).says("other.json: at .id: -1 is not");
}

#[test]
fn a_message_too_deep_for_a_library_is_skipped_with_the_reason() {
    let home = Home::new();
    let deep = home.write("deep.json", &format!("{}{}", "[".repeat(1_000), "]".repeat(1_000)));
    let arguments = ["run", "--test", "full", "--message", &deep, "--operation", "decode"];
    let chosen = ["--candidate", "python-json", "--candidate", "serde_json-value"];
    let ran = home.run(&[&arguments[..], &chosen].concat());
    ran.expect(0).says("ok      codec/python-json/deep/decode").says("0 failed");
    home.run(&["size", &deep]).expect(0).says("json").says("cbor");
}

/// With attributes, two namespaces, a choice, an enumeration, a list, empty elements, and values that stay text in a document.
const ORDER_XML: &str = r#"<order xmlns="urn:o" xmlns:p="urn:p" id="7" xml:lang="en">
  <line sku="PEN-1">10</line> <line sku="INK-7">2</line>
  <p:total currency="EUR">129.90</p:total>
  <state>open</state> <paid>true</paid> <note/> <weight>1.5</weight>
  <card number="4111">Ada</card>
  <on>2024-05-01</on>
</order>"#;

const ORDER_TYPES: &str = r#"type = "order"

[document]
element = "order"
namespaces = { "" = "urn:o", p = "urn:p" }

[types.order]
id = { type = "i64", xml = "@id" }
lang = { type = "text?", xml = "@xml:lang" }
line = { type = "[line]", xml = "line" }
total = { type = "total", xml = "p:total" }
state = { type = "state", xml = "state" }
paid = { type = "bool", xml = "paid" }
note = { type = "text", xml = "note" }
weight = { type = "f64", xml = "weight" }
payment = { type = "payment", xml = "*" }
on = { type = "date", xml = "on" }

[types.payment]
card = { type = "card?", xml = "card", group = "by" }
cash = { type = "i64?", xml = "cash", group = "by" }

[types.line]
sku = { type = "text", xml = "@sku" }
text = { type = "i32", xml = "text()" }

[types.total]
currency = { type = "text", xml = "@currency" }
text = { type = "decimal(12,2)", xml = "text()" }

[types.card]
number = { type = "text", xml = "@number" }
text = { type = "text", xml = "text()" }

[types.state]
open = 0
shut = 1
"#;

#[test]
fn libraries_read_and_write_structs_in_a_document() {
    let home = Home::new();
    let document = home.write("order.xml", ORDER_XML);
    let types = home.write("order.toml", ORDER_TYPES);
    let mut arguments = vec!["run", "--test", "--lab", "codec", "--message", &document, "--types", &types];
    for name in ["quick-xml-serde", "serde-xml-rs", "serde-roxmltree", "fast-infoset-serde"] {
        arguments.extend(["--candidate", name]);
    }
    arguments.extend(["--operation", "decode", "--operation", "encode", "--operation", "round-trip"]);
    let ran = home.run(&arguments).expect(0).says("0 failed");
    let ran = ran.says("one of several (order.payment)");
    for done in [
        "quick-xml-serde/order/decode",
        "quick-xml-serde/order/encode",
        "quick-xml-serde/order/round-trip",
        "serde-roxmltree/order/decode",
        "fast-infoset-serde/order/decode",
    ] {
        assert!(ran.out.contains(&format!("ok      codec/{done}")), "{}", ran.transcript());
    }
}

#[test]
fn an_interpreter_reads_and_writes_a_thousand_levels() {
    let home = Home::new();
    let deep = home.write("deep.json", &format!("{}{}", "{\"a\":[".repeat(500), "]}".repeat(500)));
    let operations = ["--operation", "decode", "--operation", "encode", "--operation", "round-trip"];
    let arguments = ["run", "--test", "full", "--message", &deep, "--candidate", "python-*"];
    let ran = home.run(&[&arguments[..], &operations].concat()).expect(0).says("0 failed");
    // In each format, by parsers and by trees: none is skipped.
    let ran = ["elementtree", "minidom", "json", "pickle", "xmlrpc"].iter().fold(ran, |ran, name| {
        ["decode", "encode", "round-trip"]
            .iter()
            .fold(ran, |ran, operation| ran.says(&format!("ok      codec/python-{name}/deep/{operation}")))
    });
    ran.says("ok      codec/python-xml-sax/deep/decode").says("ok      codec/python-expat/deep/decode");
}

#[test]
fn a_message_is_borrowed_and_passed_on() {
    let home = Home::new();
    let mut arguments =
        vec!["run", "--test", "full", "--message", "dns-1", "--operation", "borrow", "--operation", "round-trip"];
    const BORROW: [&str; 3] = ["planus", "bitcode", "buffa"];
    const PASS_ON: [&str; 8] = [
        "prost",
        "buffa",
        "protobuf",
        "quick-xml-serde",
        "quick-xml-events",
        "xml-rs",
        "fast-infoset-pull",
        "fast-infoset-tree",
    ];
    // A way of each kind is enough here: the tests of the crates of candidates hold every candidate to both operations.
    const FEW: [&str; 3] = ["buffa", "quick-xml-serde", "fast-infoset-pull"];
    if !proves("types") {
        FEW.iter().for_each(|name| arguments.extend(["--candidate", name]));
    }
    let chosen = |names: &'static [&str]| names.iter().filter(|name| proves("types") || FEW.contains(name));
    let ran = home.run(&arguments).expect(0).says("0 failed");
    let ran = chosen(&BORROW).fold(ran, |ran, name| ran.says(&format!("ok      codec/{name}/dns-1/borrow")));
    chosen(&PASS_ON).fold(ran, |ran, name| ran.says(&format!("ok      codec/{name}/dns-1/round-trip")));
}

#[test]
fn null_and_other_scalars_are_messages_and_fields_of_every_format() {
    let home = Home::new();
    for (index, text) in ["null", "true", "-1", "0.5", "\"x\"", "[null]", "{\"a\":null,\"b\":1}"].iter().enumerate() {
        home.write(&format!("m{index}.json"), text);
    }
    let mut arguments = vec!["run", "--test", "--lab", "codec"];
    let files: Vec<String> = (0..7).map(|index| format!("m{index}.json")).collect();
    files.iter().for_each(|file| arguments.extend(["--message", file]));
    arguments.extend(["--candidate", "ciborium-value", "--candidate", "rmpv", "--candidate", "serde_json-value"]);
    home.run(&arguments).expect(0).says(" 0 failed");
}

#[test]
fn a_schema_with_one_root_needs_no_type_and_times_are_texts() {
    let home = Home::new();
    home.write(
        "event.proto",
        "syntax = \"proto3\"; import \"google/protobuf/timestamp.proto\";
         message Event { google.protobuf.Timestamp at = 1; Place place = 2; } message Place { string name = 1; }",
    );
    home.write("event.json", r#"{"at": "2026-02-03T04:05:06.7Z", "place": {"name": "here"}}"#);
    // Tags and lengths of three fields, 5 bytes of seconds, 5 of nanoseconds and 4 of the name.
    let ran = home.run(&["size", "event.json", "--schema", "event.proto", "--json"]).expect(0);
    let sizes: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let formats = sizes[0]["sizes"].as_array().unwrap();
    let protobuf = formats.iter().find(|size| size["format"] == "protobuf").unwrap();
    assert_eq!(protobuf["size_bytes"], 22, "{}", ran.transcript());
    ran.says("type Event is used");
}
