//! Messages: where they come from, and how they vary.

use super::*;

#[test]
fn every_message_in_the_binary_can_be_read() {
    let catalog = Catalog::default();
    for name in Message::names(&catalog) {
        let message = Message::load(&name, &catalog).unwrap();
        assert!(message.content.xml.is_ok(), "{name}");
        assert!(message.content.value.is_ok(), "{name}");
    }
}

#[test]
fn the_historical_messages_are_the_published_documents() {
    for (name, bytes) in [("echo-float", 389), ("echo-float-reply", 382)] {
        let message = Message::load(name, &Catalog::default()).unwrap();
        assert_eq!(message.content.xml.as_ref().unwrap().bytes.len(), bytes);
        assert_eq!(
            message.content.value.as_ref().unwrap().get("value"),
            Some(&Value::Float32("3.14159".parse().unwrap()))
        );
    }
}

#[test]
fn doubles_and_records_are_those_of_the_historical_experiments() {
    let message = Message::load("doubles-1000", &Catalog::default()).unwrap();
    let Some(Value::Sequence(values)) = message.content.value.unwrap().get("values").cloned() else { panic!() };
    assert_eq!(values.len(), 1_000);
    for (i, value) in values.iter().enumerate() {
        let i = i as f64;
        assert_eq!(*value, Value::Float64(i + i / 100.0));
    }
    let message = Message::load("dns-100", &Catalog::default()).unwrap();
    let Some(Value::Sequence(records)) = message.content.value.unwrap().get("records").cloned() else { panic!() };
    assert_eq!(records.len(), 100);
    for record in records {
        let length = |field| match record.get(field) {
            Some(Value::Text(text)) => text.len(),
            _ => 0,
        };
        assert_eq!(length("key") + length("value") + length("first") + length("last"), 69);
    }
}

#[test]
fn a_folder_has_the_types_of_its_definition() {
    let folder = tempfile::tempdir().unwrap();
    let of = folder.path().join("signal");
    std::fs::create_dir(&of).unwrap();
    let define = |text: &str| {
        let text = format!("summary = \"a signal\"\nsource = \"here\"\n{text}");
        std::fs::write(of.join("message.toml"), text).unwrap();
        Message::from_file(&of)
    };
    std::fs::write(of.join("value.json"), r#"{"state": "red", "level": 7}"#).unwrap();
    let types = "type = \"signal\"\n[types.signal]\nstate = \"2: state\"\nlevel = \"1: u8\"\nnote = \"text?\"\n";
    let message = define(&format!("{types}[types.state]\ngreen = 0\nred = 1\n")).unwrap();
    // Runners get no enumerations: for them it is text, as in the data tree.
    let told = [("state", "text"), ("level", "u8"), ("note", "text?")].map(|(name, ty)| (name.into(), ty.into()));
    assert_eq!(message.runner_types().unwrap().types, [("signal".to_owned(), told.to_vec())].into());
    let model = message.model().unwrap();
    assert_eq!(model.record("signal").unwrap().numbers(), [2, 1, 3]);
    assert!(matches!(model.types["state"], wirecost_types::Definition::Enumeration(_)));

    let error = define(&format!("{types}[types.state]\ngreen = 0\nred = \"x\"\n")).unwrap_err().to_string();
    assert!(error.contains("signal/message.toml:10:7: the number of a name"), "{error}");
    let union = "type = \"signal\"\n[types.signal]\nstate = \"text|u8\"\nlevel = \"u8\"\n";
    let error = define(union).unwrap_err().to_string();
    assert!(error.ends_with("signal/message.toml: field \"state\" is a union"), "{error}");
}

/// METHOD 6: variants keep shape and length and change the leaves.
#[test]
fn method_6_variants_keep_their_lengths() {
    let catalog = Catalog::default();
    for name in Message::names(&catalog) {
        let message = Message::load(&name, &catalog).unwrap();
        let variants = message.variants(10, 1);
        // A message without leaves is the only one of its kind.
        assert_eq!(variants.len(), if name == "empty" { 1 } else { 10 }, "{name}");
        assert_eq!(variants[0], message.content);
        for variant in variants {
            let length = |content: &Content| content.xml.as_ref().unwrap().bytes.len();
            assert_eq!(length(&variant), length(&message.content), "{name}");
            let json = |content: &Content| content.value.as_ref().ok().map(|value| json::write(value).unwrap().len());
            assert_eq!(json(&variant), json(&message.content), "{name}");
        }
    }
}

/// The types that `wirecost types` proposes: fewer values fit where another was.
const ORDER_TYPES: &str = r#"type = "order"
[types.order]
lines = "[line]"
[types.line]
sku = "text"
count = "u8"
limit = "i64"
price = "decimal(18,2)"
state = "state"
due = "date"
sent = "timestamp(s)|text"
id = "uuid"
[types.state]
open = 0
sent = 1
back = 2
"#;

fn order_lines(line: impl Fn(&[String]) -> String) -> String {
    let lines = (0..8).map(|n: u32| {
        let state = ["open", "sent", "back"][n as usize % 3];
        let sent =
            if n == 7 { "not sent, since it is lost".to_owned() } else { format!("2026-02-0{}T04:05:06Z", n + 1) };
        let id = format!("0001020{n}-0405-0607-0809-0a0b0c0d0e0f");
        line(&[
            format!("A{n}.50"),
            (200 + n).to_string(),
            (900 + n).to_string(),
            format!("1{n}.50"),
            state.to_owned(),
            format!("2026-02-1{n}"),
            sent,
            id,
        ])
    });
    lines.collect()
}

/// METHOD 6, with types: every variant is of them, and there are as many as without.
#[test]
fn method_6_messages_vary_by_their_types() {
    const FIELDS: [&str; 8] = ["sku", "count", "limit", "price", "state", "due", "sent", "id"];
    let json_line = |values: &[String]| {
        let field = |(name, value): (&&str, &String)| match *name {
            "count" | "limit" => format!("\"{name}\":{value}"),
            _ => format!("\"{name}\":\"{value}\""),
        };
        format!("{{{}}},", FIELDS.iter().zip(values).map(field).collect::<Vec<_>>().join(","))
    };
    let xml_line = |values: &[String]| {
        let fields = FIELDS.iter().zip(values).map(|(name, value)| format!("<{name}>{value}</{name}>"));
        format!("<item>{}</item>\n", fields.collect::<String>())
    };
    let json = format!("{{\"lines\":[{}]}}", order_lines(json_line).trim_end_matches(','));
    let namespace = "xmlns:w=\"urn:wirecost:value\"";
    let xml = format!("<message {namespace}>\n<lines w:type=\"sequence\">{}</lines></message>", order_lines(xml_line));
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let model = Arc::new(Model::from_toml("order.toml", ORDER_TYPES).unwrap());
    // A folder's types are those that runners get, beside enumerations.
    let simple = ["timestamp(s)|text", "decimal(18,2)", "date", "uuid"]
        .iter()
        .fold(ORDER_TYPES.to_owned(), |types, ty| types.replace(&format!("{ty}\""), "text\""));
    write("order.json", &json);
    write("order.xml", &xml);
    write("value.json", &json);
    write("message.toml", &format!("summary = \"s\"\nsource = \"s\"\n{simple}"));
    let file = |name: &str| Message::from_file(&folder.path().join(name)).unwrap();
    let own_types = Message::from_file(folder.path()).unwrap();
    let mut document = file("order.xml");
    document.typing = Typing::Given(Arc::clone(&model));
    document.take_type();
    let typed = file("order.json").with_types(Arc::clone(&model)).unwrap();
    for (from, message) in [("json", typed), ("xml", document), ("folder", own_types)] {
        let variants = message.variants(100, 1);
        assert_eq!(variants.len(), 100, "{from}");
        let json = |content: &Content| json::write(content.value.as_ref().unwrap()).unwrap().len();
        for variant in &variants {
            let model = message.model().unwrap();
            assert_eq!(Some(&model.fit(variant.value.as_ref().unwrap()).unwrap()), variant.typed.as_ref(), "{from}");
            assert_eq!(json(variant), json(&message.content), "{from}");
        }
        for name in FIELDS {
            let of = |content: &Content| {
                let Some(Value::Sequence(lines)) = content.typed.as_ref().unwrap().get("lines").cloned() else {
                    panic!()
                };
                lines.iter().map(|line| format!("{:?}", line.get(name))).collect::<Vec<_>>()
            };
            assert!(variants.iter().any(|variant| of(variant) != of(&variants[0])), "{from}: {name} never changes");
        }
    }
}

#[test]
fn a_users_file_says_where_it_is_broken_and_what_has_no_counterpart() {
    let read = |bytes: &'static [u8]| {
        file::read(bytes, FileFormat::Text, &Reading::default())
            .and_then(|held| held.into_content(None))
            .map(|found| found.content)
    };
    let error = read(b"{\"a\": 1,\n \"a\": 2}").unwrap_err();
    assert!(error.to_string().starts_with("2:") && error.reason.contains("twice"), "{error}");
    let content = read(b"<a xmlns:w='urn:wirecost:value'>\n<b>x</b>\ntext</a>").unwrap();
    assert_eq!(content.value.unwrap_err().to_string(), "mixed content at line 3");
    let content = read(b"<a xmlns:w='urn:wirecost:value'>\n<b x='1'/></a>").unwrap();
    assert_eq!(content.value.unwrap_err().to_string(), "attribute \"x\" at line 2");
    let content = read(b"{\"a b\": 1}").unwrap();
    assert_eq!(content.xml.unwrap_err().to_string(), "key \"a b\", which is not an XML name");
    assert!(read(b" \n").is_err());
}

#[test]
fn a_folder_of_the_users_is_a_message_as_one_of_the_catalogue_is() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("order");
    std::fs::create_dir(&folder).unwrap();
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
    write("message.toml", "summary = 's'\nsource = 'a shop'\nvalue = 'body.yaml'\n");
    write("body.yaml", "a: 1\n");
    let message = Message::from_file(&folder).unwrap();
    let told = (message.name.as_str(), message.source.as_str(), message.message_type());
    assert_eq!(told, ("order", "a shop", None));
    assert!(message.content.value.unwrap().get("a").is_some());
    let refused = |says: &str| {
        let error = Message::from_file(&folder).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    };
    write("body.yaml", "a: 1\na: 2\n");
    refused("body.yaml:2:1: ");
    write("message.toml", "summary = 's'\nsource = 's'\nvalue = 'gone.json'\n");
    refused("gone.json: ");
    write("message.toml", "summary = 's'\nsource = 's'\n");
    refused("neither type nor xml nor value");
    write("message.toml", "summary = 's'\nsource = 's'\ntype = 'x'\nvalue = 'body.yaml'\n");
    refused("without type");
}

#[test]
fn a_users_file_means_the_same_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let files: [(&str, &[u8]); 6] = [
        ("m.json", b"{\"a\": [1, true, \"x\"]}"),
        ("m.yaml", b"# a comment\na:\n- 1\n- true\n- x\n"),
        ("m.YML", b"{a: [1, true, x]}"),
        ("m.msgpack", b"\x81\xa1a\x93\x01\xc3\xa1x"),
        ("m.cbor", b"\xa1\x61a\x83\x01\xf5\x61x"),
        ("m.mpk", b"\xde\x00\x01\xd9\x01a\xdc\x00\x03\xcd\x00\x01\xc3\xa1x"),
    ];
    let read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Message::from_file(&path)
    };
    let value = |(name, bytes)| read(name, bytes).unwrap().content.value.unwrap();
    let expected = value(files[0]);
    for file in files {
        assert_eq!(value(file), expected, "{}", file.0);
    }
    for (name, bytes, says) in [
        ("b.msgpack", &b"\x92\x01"[..], "b.msgpack:byte 2: the file ends"),
        ("b.cbor", b"\x82\x01", "b.cbor:byte 2: the file ends early"),
        ("b.yaml", b"a: 1\na: 2\n", "b.yaml:2:1: key \"a\" occurs twice"),
        ("b.json", b"[1,\n2", "b.json:2:"),
        ("e.cbor", b"", "e.cbor: it is empty"),
    ] {
        let error = read(name, bytes).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
