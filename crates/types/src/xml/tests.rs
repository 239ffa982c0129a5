use wirecost_value::infoset::Infoset;
use wirecost_value::{Value, json, xml};

use super::*;
use crate::{Model, Notes};

fn infoset(text: &str) -> Infoset {
    xml::read(text.as_bytes()).unwrap()
}

fn inferred(documents: &[&str]) -> Model {
    let mut inference = Inference::default();
    for document in documents {
        infoset(document).events.iter().try_for_each(|event| inference.event(event)).unwrap();
    }
    inference.finish().unwrap().model
}

fn value(model: &Model, document: &str) -> Result<Value, String> {
    let mut reader = DataReader::new(model).unwrap();
    infoset(document).events.iter().try_for_each(|event| reader.event(event))?;
    Ok(reader.finish().tape.value())
}

/// Whether a document is another one again, as it is found out while that is written.
fn is_same(read: &Infoset, layout: &Layout, written: &Infoset) -> bool {
    let mut comparison = Comparison::new(read.events.iter().cloned(), layout);
    let is_same = written.events.iter().try_for_each(|event| comparison.event(event));
    is_same.and_then(|()| comparison.finish()).is_ok()
}

/// Checks that the documents have this data and come back, also by the form of a `message.toml`.
fn check(documents: &[(&str, &str)]) -> Model {
    let model = inferred(&documents.iter().map(|(document, _)| *document).collect::<Vec<_>>());
    let text = model.to_toml(&Notes::default()).unwrap();
    assert_eq!(Model::from_toml("message.toml", &text).unwrap(), model, "{text}");
    for (document, expected) in documents {
        let read = value(&model, document).unwrap_or_else(|reason| panic!("{document}: {reason}\n{text}"));
        assert_eq!(read, json::read(expected.as_bytes()).unwrap(), "{document}\n{text}");
        let typed = model.fit(&read).unwrap();
        for value in [&read, &typed] {
            let back = to_infoset(&model, value).unwrap();
            assert_eq!(data_of(&back), data_of(&infoset(document)), "{document}\n{text}");
            let bytes = xml::write(&back).unwrap();
            assert_eq!(data_of(&xml::read(&bytes).unwrap()), data_of(&back), "{}", String::from_utf8_lossy(&bytes));
        }
    }
    model
}

#[test]
fn white_space_is_no_data_where_the_type_has_child_elements_alone() {
    let (full, empty) = ("<a><items><x>1</x></items></a>", "<a><items>\n </items></a>");
    let model = inferred(&[full, empty]);
    let mut reader = DataReader::new(&model).unwrap();
    let document = infoset(empty);
    document.events.iter().try_for_each(|event| reader.event(event)).unwrap();
    let read = reader.finish();
    assert_eq!(read.tape.value(), json::read(br#"{"items": {}}"#).unwrap());
    assert_eq!(read.dropped.words().as_deref(), Some("white space between tags (1 times)"));
    let back = to_infoset(&model, &read.tape.value()).unwrap();
    assert!(is_same(&document, &read.layout, &back));
    // Without the other document it is a text.
    assert_eq!(value(&inferred(&[empty]), empty).unwrap(), json::read(br#"{"items": "\n "}"#).unwrap());
}

#[test]
fn elements_attributes_and_text_are_fields() {
    check(&[(
        "<a xmlns='urn:a' id='7' b:x='y' xmlns:b='urn:b'><!-- c -->\n <b:n>1</b:n><t>true</t> <?p?> <s/></a>",
        r#"{"id": 7, "x": "y", "n": 1, "t": true, "s": ""}"#,
    )]);
    check(&[("<a>5</a>", "5"), ("<a>6</a>", "6")]);
    check(&[("<price currency='EUR'>1.5</price>", r#"{"currency": "EUR", "text": 1.5}"#)]);
}

#[test]
fn numbers_are_only_those_that_come_back_as_they_were() {
    for (texts, expected) in [
        (["1", "-2"], ["1", "-2"]),
        (["007", "1"], ["\"007\"", "\"1\""]),
        (["+1", "1"], ["\"+1\"", "\"1\""]),
        (["1.50", "2.25"], ["\"1.50\"", "\"2.25\""]),
        (["1.5", "10"], ["1.5", "10.0"]),
        (["1.0", "10.25"], ["\"1.0\"", "\"10.25\""]),
        (["", "1"], ["\"\"", "\"1\""]),
        (["true", "false"], ["true", "false"]),
        (["true", "0"], ["\"true\"", "\"0\""]),
        (["18446744073709551615", "1"], ["18446744073709551615", "1"]),
        ([" 1", "1"], ["\" 1\"", "\"1\""]),
        (["-0", "1"], ["-0.0", "1.0"]),
        (["NaN", "INF"], ["\"NaN\"", "\"INF\""]),
        (["1e3", "2"], ["\"1e3\"", "\"2\""]),
    ] {
        let documents = texts.map(|text| format!("<a><b>{text}</b><c/></a>"));
        let values = expected.map(|value| format!("{{\"b\": {value}, \"c\": \"\"}}"));
        check(&[(&documents[0], &values[0]), (&documents[1], &values[1])]);
    }
    let why = |documents: &[&str]| {
        let mut inference = Inference::default();
        for document in documents {
            infoset(document).events.iter().try_for_each(|event| inference.event(event)).unwrap();
        }
        inference.finish().unwrap().reasons[1].why.clone()
    };
    assert!(why(&["<a b='007'/>"]).contains("an attribute; in 1 of 1: required; text: \"007\" is a number"));
    assert!(why(&["<a b='1.50'/>"]).contains("a decimal"));
}

#[test]
fn what_is_repeated_is_a_list_and_what_is_missing_absent() {
    check(&[
        ("<a><b>1</b><b>2</b><c>x</c></a>", r#"{"b": [1, 2], "c": "x"}"#),
        ("<a/>", r#"{"b": []}"#),
        ("<a><c/></a>", r#"{"b": [], "c": ""}"#),
    ]);
    check(&[("<a><l><i><n>1</n></i><i><n>2</n></i></l></a>", r#"{"l": {"i": [{"n": 1}, {"n": 2}]}}"#)]);
}

#[test]
fn elements_without_one_order_are_a_list_of_choices() {
    check(&[("<a><b>1</b><c>x</c><b>2</b></a>", r#"{"content": [{"b": 1}, {"c": "x"}, {"b": 2}]}"#)]);
    check(&[
        ("<a><b/><c/></a>", r#"{"content": [{"b": ""}, {"c": ""}]}"#),
        ("<a><c/><b/></a>", r#"{"content": [{"c": ""}, {"b": ""}]}"#),
    ]);
    check(&[("<a><b/><c/></a>", r#"{"b": "", "c": ""}"#), ("<a><c/><d/></a>", r#"{"c": "", "d": ""}"#)]);
}

#[test]
fn mixed_content_is_a_list_of_texts_and_elements() {
    check(&[(
        "<p class='x'>One <b>two</b> <i>3</i>four<!-- --> five</p>",
        r#"{"class": "x", "content": [{"text": "One "}, {"b": "two"}, {"text": " "}, {"i": 3}, {"text": "four five"}]}"#,
    )]);
    check(&[
        ("<p>only text</p>", r#"{"content": [{"text": "only text"}]}"#),
        ("<p/>", r#"{"content": []}"#),
        ("<p>a<b/></p>", r#"{"content": [{"text": "a"}, {"b": ""}]}"#),
    ]);
}

#[test]
fn nil_is_null_and_xsi_type_a_choice() {
    const NS: &str = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
    check(&[
        (&format!("<a {NS}><b xsi:nil='true'/></a>"), r#"{"b": null}"#),
        (&format!("<a {NS}><b>1</b></a>"), r#"{"b": 1}"#),
    ]);
    check(&[
        (&format!("<a {NS}><b xsi:nil='true' c='d'/></a>"), r#"{"b": {"nil": true, "c": "d"}}"#),
        (&format!("<a {NS}><b xsi:nil='true'/></a>"), r#"{"b": null}"#),
    ]);
    check(&[(
        &format!("<a {NS} xmlns:s='urn:s'><h xsi:type='s:circle'><r>1</r></h><h xsi:type='s:box'><w>2</w></h></a>"),
        r#"{"h": [{"circle": {"r": 1}}, {"box": {"w": 2}}]}"#,
    )]);
    check(&[(&format!("<a {NS} xmlns:s='urn:s'><h xsi:type='s:int'>5</h></a>"), r#"{"h": 5}"#)]);
    let schema = "xmlns:s='http://www.w3.org/2001/XMLSchema'";
    check(&[(
        &format!(
            "<a {NS} {schema}><b xsi:type='s:string'>5</b><c xsi:type='s:double'>5</c><d xsi:type='s:int'>5</d></a>"
        ),
        r#"{"b": "5", "c": 5.0, "d": 5}"#,
    )]);
    check(&[(&format!("<a {NS} xsi:schemaLocation='urn:a a.xsd'><h/></a>"), r#"{"h": ""}"#)]);
    check(&[(&format!("<a {NS} xmlns:s='urn:s' xsi:type='s:t'/>"), r#"{"type": "s:t"}"#)]);
}

#[test]
fn names_that_meet_are_told_apart() {
    check(&[(
        "<a id='1' text='t' xmlns:d='urn:d'><id>2</id><d:id>3</d:id><content/></a>",
        r#"{"id": 1, "text": "t", "id_2": 2, "d_id": 3, "content": ""}"#,
    )]);
    check(&[(
        "<a text='t' content='c'>x<b/></a>",
        r#"{"text": "t", "content": "c", "content_2": [{"text": "x"}, {"b": ""}]}"#,
    )]);
    // One prefix for two namespaces, two for one, and elements with and without a namespace.
    check(&[(
        "<a><b xmlns='urn:1'><c/></b><p:d xmlns:p='urn:1'/><p:e xmlns:p='urn:2' p:f='g'/></a>",
        r#"{"b": {"c": ""}, "d": "", "e": {"f": "g"}}"#,
    )]);
}

#[test]
fn a_document_of_another_type_is_refused_with_what_differs() {
    let model = inferred(&["<a id='1'><b>1</b><c><d/></c></a>"]);
    for (document, says) in [
        ("<x/>", "the root element \"x\""),
        ("<a id='1'><b>x</b><c><d/></c></a>", "\"x\" is no i64"),
        ("<a id='1'><b>01</b><c><d/></c></a>", "\"01\" is no i64"),
        ("<a id='1'><e/></a>", "element \"e\", which is no field of a"),
        ("<a id='1' e='2'/>", "attribute \"e\", which is no field of a"),
        ("<a id='1'><b>1</b><b>2</b></a>", "element \"b\" again"),
        ("<a id='1'>text<b>1</b></a>", "mixed content"),
        ("<a id='1'>text</a>", "text \"text\", which a has no field for"),
        ("<a id='1'><b x='1'>1</b></a>", "attribute \"x\""),
        ("<a id='1'><b><y/></b></a>", "element \"y\""),
    ] {
        let error = value(&model, document).unwrap_err();
        assert!(error.contains(says), "{document}: {error}");
    }
}

#[test]
fn a_place_in_xml_that_is_broken_says_where() {
    let document = "type = \"a\"\n\n[document]\nelement = \"a\"\n\n[types.a]\n";
    for (text, says) in [
        (format!("{document}b = {{ type = \"text\", xml = \"@p:x\" }}\n"), "m.toml:7:28: prefix \"p\""),
        ("type = \"text\"\n[document]\nelment = \"a\"\n".to_owned(), "m.toml:3:1: a document has element"),
        ("type = \"text\"\n[document]\nelement = \"a b\"\n".to_owned(), "m.toml:3:11: \"a b\" is no XML name"),
        ("type = \"a\"\n[types.a]\nb = { type = \"text\", xml = \"@x\" }\n".to_owned(), "m.toml:3:28: a place in XML"),
    ] {
        let error = Model::from_toml("m.toml", &text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

mod random {
    use proptest::prelude::*;
    use wirecost_value::infoset::{Attribute, Declaration, Event, Infoset, Start};

    use super::*;

    fn texts() -> impl Strategy<Value = String> {
        let known = [
            "",
            "",
            " ",
            "\n  ",
            "x",
            "1",
            "007",
            "-2",
            "1.50",
            "2.25",
            "true",
            "false",
            "a b",
            "12345678901234567890",
        ];
        prop_oneof![proptest::sample::select(known.to_vec()).prop_map(str::to_owned), "[a-c<& ]{0,4}"]
    }

    fn names() -> impl Strategy<Value = (Option<String>, String)> {
        let namespaces = [None, None, Some("urn:1"), Some("urn:2")];
        let names = ["a", "b", "text", "content", "items"];
        (proptest::sample::select(namespaces.to_vec()), proptest::sample::select(names.to_vec()))
            .prop_map(|(namespace, name)| (namespace.map(str::to_owned), name.to_owned()))
    }

    /// An attribute of the tree's own, or what says that the element is nil or of a type.
    fn attributes() -> impl Strategy<Value = Vec<Attribute>> {
        let attribute = |namespace: Option<String>, name: &str, value: &str| Attribute {
            namespace,
            name: name.to_owned(),
            value: value.to_owned(),
            prefix: None,
        };
        let own = (names(), texts()).prop_map(move |((namespace, name), value)| attribute(namespace, &name, &value));
        let xsi = proptest::sample::select(
            &[("nil", "true"), ("type", "t:one"), ("type", "t:two"), ("schemaLocation", "x")][..],
        )
        .prop_map(move |(name, value)| attribute(Some(XSI.to_owned()), name, value));
        proptest::collection::vec(prop_oneof![3 => own, 1 => xsi], 0..3).prop_map(|mut all| {
            all.sort();
            all.dedup_by(|a, b| (&a.namespace, &a.name) == (&b.namespace, &b.name));
            all
        })
    }

    fn element(inner: impl Strategy<Value = Vec<Event>>) -> impl Strategy<Value = Vec<Event>> {
        (names(), attributes(), inner).prop_map(|((namespace, name), attributes, inner)| {
            let of_attributes =
                attributes.iter().filter_map(|it| it.namespace.clone()).map(|it| (Some("q".to_owned()), it));
            let mut declared: Vec<_> =
                namespace.clone().map(|it| (None, it)).into_iter().chain(of_attributes).collect();
            declared.sort();
            declared.dedup();
            let numbered = declared.into_iter().enumerate().map(|(number, (prefix, namespace))| Declaration {
                prefix: prefix.map(|prefix| format!("{prefix}{number}")),
                namespace,
            });
            let declarations = numbered.collect();
            let mut events =
                vec![Event::Start(Start { namespace, name, attributes, declarations, ..Start::default() })];
            events.extend(inner);
            events.push(Event::End);
            events
        })
    }

    fn documents() -> impl Strategy<Value = Vec<Infoset>> {
        let text = || texts().prop_map(|text| vec![Event::Text(text)]);
        let leaf = element(text()).boxed();
        let tree = leaf.prop_recursive(4, 24, 4, move |inner| {
            let parts = prop_oneof![4 => inner, 1 => text(), 1 => Just(vec![Event::Comment("c".to_owned())])];
            element(proptest::collection::vec(parts, 0..5).prop_map(|parts| parts.concat()))
        });
        proptest::collection::vec(tree, 1..4).prop_map(|trees| trees.into_iter().map(rooted).collect())
    }

    /// The document with a root element that all have.
    fn rooted(mut events: Vec<Event>) -> Infoset {
        let root = Start {
            name: "root".to_owned(),
            declarations: vec![Declaration { prefix: Some("t".to_owned()), namespace: "urn:t".to_owned() }],
            ..Start::default()
        };
        events.insert(0, Event::Start(root));
        events.push(Event::End);
        Infoset { events, lines: Vec::new() }
    }

    proptest! {
        #[test]
        fn documents_come_back_from_the_type_that_they_have_together(documents in documents()) {
            let mut inference = Inference::default();
            for document in &documents {
                document.events.iter().try_for_each(|event| inference.event(event)).unwrap();
            }
            let model = inference.finish().unwrap().model;
            let text = model.to_toml(&Notes::default()).unwrap();
            prop_assert_eq!(&Model::from_toml("message.toml", &text).unwrap(), &model, "{}", text);
            for document in &documents {
                let mut reader = DataReader::new(&model).unwrap();
                document.events.iter().try_for_each(|event| reader.event(event)).map_err(TestCaseError::fail)?;
                let read = reader.finish();
                let places = document.events.iter().map(|event| match event {
                    Event::Start(start) => start.attributes.len(),
                    Event::Text(_) => 1,
                    _ => 0,
                });
                prop_assert_eq!(read.groups.len(), places.sum::<usize>());
                let (value, layout) = (read.tape.value(), read.layout);
                let data = layout.data_of(document);
                let typed = model.fit(&value).unwrap();
                for value in [&value, &typed] {
                    let back = to_infoset(&model, value).unwrap();
                    prop_assert_eq!(&layout.data_of(&back), &data, "{}", text);
                    for other in &documents {
                        let is_it = layout.data_of(other) == data;
                        prop_assert_eq!(is_same(other, &layout, &back), is_it, "{}", text);
                    }
                    let again = xml::read(&xml::write(&back).unwrap()).unwrap();
                    prop_assert_eq!(data_of(&again), data_of(&back));
                }
            }
        }
    }
}
