//! `types`, from end to end: what is inferred, what is written, what is refused.

use crate::common::Home;

const ORDER: &str = r#"{"id": 7, "state": "open", "lines": [{"sku": "a", "price": 1.5}], "note": "n"}"#;

#[test]
fn types_says_what_each_field_is_and_why() {
    let home = Home::new();
    let (a, b) = (
        home.write("order.json", &ORDER.replace("\"n\"", "null")),
        home.write("b.yaml", "id: 8\nstate: open\nlines: []\nnote: x\nrush: true\n"),
    );
    let ran = home.run(&["types", &a, &b]).expect(0);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.transcript());
    let ran = ran.says("type order from 2 samples").says("in 2 of 2: required; null in 1 of 2");
    ran.says("in 1 of 2: may be absent").says("an integer from 7 to 8");
    let ran = home.run(&["types", "--json", &a]).expect(0);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["type"], "order");
    let price = told["fields"].as_array().unwrap().iter().find(|row| row["place"] == ".lines[].price").unwrap();
    assert_eq!(price["type"], "f64");
}

#[test]
fn a_type_is_written_corrected_and_used() {
    let home = Home::new();
    let order = home.write("order.json", ORDER);
    let kept = home.path("order.message.toml").display().to_string();
    home.run(&["types", &order, "-o", &kept]).expect(0).says("order.message.toml written");
    home.run(&["types", &order, "-o", &kept]).expect(0).says("order.message.toml replaced");
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.contains("id = \"i64\"  # in 1 of 1: required;"), "{text}");
    std::fs::write(&kept, text.replace("id = \"i64\"", "id = \"5: u16\"")).unwrap();
    home.run(&["types", "--types", &kept, &order]).expect(0).says("is of type order");
    let proto = home.run(&["types", "--types", &kept, "--emit", "proto"]).expect(0);
    proto.says("required uint32 id = 5;");
    home.write("order.json", &ORDER.replace("7", "70000"));
    home.run(&["types", "--types", &kept, &order])
        .expect(2)
        .says("order.json: at .id: 70000 is not an integer from 0 to 65535");
}

#[test]
fn all_that_is_proposed_is_accepted_at_once() {
    let home = Home::new();
    let order = home.write("order.json", r#"{"day": "2026-02-03", "total": "12.50", "note": "n"}"#);
    home.run(&["types", &order]).expect(0).says("or date: all 1 are dates");
    let kept = home.path("order.message.toml").display().to_string();
    home.run(&["types", &order, "--accept", "-o", &kept]).expect(0);
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.contains("day = \"date\"") && text.contains("total = \"decimal(18,2)\""), "{text}");
    home.run(&["types", "--types", &kept, &order]).expect(0).says("is of type order");
    let document = home.write("a.xml", "<a day='2026-02-03'><total>12.50</total></a>");
    home.run(&["types", &document, "--accept"]).expect(0).says("accepted: all 1 are").says("decimal(18,2)");
}

#[test]
fn a_name_of_the_catalogue_shows_its_type() {
    let home = Home::new();
    home.run(&["types", "dns-100"]).expect(0).says("[types.");
    home.run(&["types", "dns-100", "--emit", "proto"]).expect(0).says("message ");
    home.run(&["types", "dns-10"]).expect(2).says("dns-10");
}

#[test]
fn every_schema_is_emitted_and_those_that_can_be_are_read_again() {
    let home = Home::new();
    let order = home.write("order.json", ORDER);
    for (format, extension, says) in [
        ("proto", "proto", "message Order"),
        ("thrift", "thrift", "struct Order"),
        ("avro", "avsc", "\"name\": \"Order\""),
        ("fbs", "fbs", "table Order"),
        ("capnp", "capnp", "struct Order"),
        ("xdr", "x", "struct order"),
        ("json-schema", "json", "\"$ref\": \"#/$defs/order\""),
        ("rust", "rs", "pub struct Order"),
        ("toml", "toml", "[types.order]"),
    ] {
        home.run(&["types", &order, "--emit", format]).expect(0).says(says);
        let file = home.path(&format!("m.{extension}")).display().to_string();
        home.run(&["types", &order, "--emit", format, "-o", &file]).expect(0);
        if ["proto", "thrift", "avsc", "fbs", "capnp", "json", "toml"].contains(&extension) {
            home.run(&["types", "--types", &file, &order]).expect(0).says("is of type");
        }
    }
}

/// The bytes of a file, which need be no text.
fn bytes(home: &Home, name: &str, content: &[u8]) -> String {
    let path = home.path(name);
    std::fs::write(&path, content).unwrap();
    path.display().to_string()
}

#[test]
fn messages_are_read_as_they_travel() {
    let home = Home::new();
    let proto = home.write(
        "shop/v1/order.proto",
        "edition = \"2023\"; package shop.v1; import \"money.proto\"; message Order { int32 id = 1; Money total = 2; }",
    );
    home.write("more/money.proto", "syntax = \"proto3\"; message Money { int64 cents = 1; }");
    let more = home.path("more").display().to_string();
    // id: 7, total: {cents: 5}, and a field 9 that the schema does not know.
    let order = b"\x08\x07\x12\x02\x08\x05\x48\x01";
    let file = bytes(&home, "order.bin", order);
    let told = home.run(&["types", "--types", &proto, "-I", &more, &file]).expect(0);
    told.says("is of type shop.v1.Order");
    let sized = home.run(&["size", &file, "--types", &proto, "-I", &more, "--candidate", "serde_json*"]).expect(0);
    sized.says("1 fields are passed over").says("28");
    let stream = bytes(&home, "orders.delim", &[&[8], &order[..], &[2, 8, 9]].concat());
    home.run(&["types", "--types", &proto, "-I", &more, "--format", "protobuf-delimited", &stream]).expect(0);
    home.run(&["types", "--types", &proto, "-I", &more, &bytes(&home, "x", b"\xff")])
        .expect(2)
        .says("as JSON or XML, ")
        .says("as protobuf-text: ");

    let lines = home.write("orders.jsonl", "{\"id\": 1}\n{\"id\": 2, \"note\": \"x\"}\n");
    home.run(&["types", &lines]).expect(0).says("from 2 samples").says("in 1 of 2: may be absent");
    let bson = bytes(&home, "a.bson", b"\x10\0\0\0\x10id\0\x01\0\0\0\x0an\0\0");
    home.run(&["types", &bson]).expect(0).says("the integer 1");
    home.run(&["types", &home.write("a.toml", "id = 7\n")]).expect(0).says("the integer 7");
    home.run(&["types", "--format", "jsonc", &home.write("b", "{\"id\": 7,} // end")]).expect(0).says("the integer 7");
    home.run(&["types", &file]).expect(2).says("order.bin");

    let schema = home.write("a.fbs", "table A { id: int; name: string; } root_type A;");
    // {"id": 7, "name": "x"}, as flatc writes it.
    let buffer = b"\x0c\0\0\0\x08\0\x0c\0\x04\0\x08\0\x08\0\0\0\x07\0\0\0\x04\0\0\0\x01\0\0\0x\0\0\0";
    let sized = home.run(&["size", "--types", &schema, &bytes(&home, "a.bin", buffer), "--candidate", "serde_json*"]);
    sized.expect(0).says("19");
}

#[test]
fn what_a_format_says_of_its_values_decides_their_types() {
    let home = Home::new();
    // {"at": 1(1363896240), "by": {1: true}, "x": 99("y")}
    let cbor = b"\xa3\x62at\xc1\x1a\x51\x4b\x67\xb0\x62by\xa1\x01\xf5\x61x\xd8\x63\x61y";
    let told = home.run(&["types", &bytes(&home, "a.cbor", cbor)]).expect(0);
    told.says("timestamp(s)")
        .says("a time, as the message says")
        .says("{i64: bool}")
        .says("tag 99 is passed over once");
    let schema = home.run(&["types", &bytes(&home, "b.cbor", cbor), "--emit", "proto"]).expect(0);
    schema.says(".google.protobuf.Timestamp at").says("map<int64, bool> by");
}

#[test]
fn unreadable_input_is_refused_with_its_place() {
    let home = Home::new();
    let toml = home.write("a.toml", "type = \"a\"\n[types.a]\nx = \"decimal(30,2)\"\n");
    home.run(&["types", "--types", &toml, "--emit", "thrift"])
        .expect(2)
        .says("Thrift cannot hold a.x: a decimal of 30 digits");
    let broken = home.write("b.toml", "type = \"a\"\n[types.a]\nx = \"u9\"\n");
    home.run(&["types", "--types", &broken]).expect(2).says("b.toml:2:8: types.a.x: type \"u9\" is not known");
    let json = home.write("c.json", "{\"a\": }");
    home.run(&["types", &json]).expect(2).says("c.json:1:7");
    home.run(&["types"]).expect(2);
}

#[test]
fn documents_have_types_that_can_be_corrected_and_are_in_every_format() {
    let home = Home::new();
    let line = |attributes: &str| format!("<i:line {attributes}>2</i:line>");
    let invoice = |lines: &str| {
        format!("<i:invoice xmlns:i=\"urn:i\" on=\"2026-02-03\"><!-- new --> {lines} <total>129.90</total></i:invoice>")
    };
    let one = home.write("one.xml", &invoice(&line("sku=\"a\"")));
    let two = home.write("two.xml", &invoice(&(line("sku=\"b\"") + &line("sku=\"c\" gift=\"true\""))));
    let ran = home.run(&["types", &one, &two]).expect(0).says("type invoice from 2 samples");
    ran.says("one.xml: no data, and left out of its data tree: 1 comment, white space between tags (2 times)");
    let kept = home.path("invoice.message.toml").display().to_string();
    home.run(&["types", &one, &two, "-o", &kept]).expect(0);
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.contains("line = { type = \"[line]\", xml = \"i:line\" }"), "{text}");
    // A date that is given takes four bytes, where its text takes ten.
    let protobuf = |types: &[&str], file: &str| {
        let sizes = home.run(&[&["size", "--json", file], types].concat()).expect(0).out;
        let sizes: serde_json::Value = serde_json::from_str(&sizes).unwrap();
        let sizes = sizes[0]["sizes"].as_array().unwrap().clone();
        sizes.iter().find(|size| size["format"] == "protobuf").unwrap()["size_bytes"].as_u64().unwrap()
    };
    let inferred = protobuf(&["--types", &kept], &two);
    std::fs::write(&kept, text.replace("on = { type = \"text\"", "on = { type = \"date\"")).unwrap();
    assert_eq!(protobuf(&["--types", &kept], &two), inferred - 8);
    home.run(&["types", "--types", &kept, &one]).expect(0).says("is of type invoice");
    let other = home.write("other.xml", &invoice(&line("sku=\"a\"")).replace("129.90", "129.9"));
    home.run(&["size", "--types", &kept, &other]).expect(2).says("would not come back");
    let soap = format!(
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>{}</s:Body></s:Envelope>",
        invoice(&line("sku=\"a\""))
    );
    let soap = home.write("soap.xml", &soap);
    home.run(&["types", "--format", "soap", &soap]).expect(0).says("type invoice from 1 sample");
    home.run(&["types", &soap]).expect(0).says("type envelope from 1 sample");
    home.run(&["types", "--format", "soap", &one]).expect(2).says("one.xml:1:1: its root is no envelope of SOAP");
}
