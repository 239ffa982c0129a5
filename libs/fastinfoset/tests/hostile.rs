//! Documents that are cut off, damaged, or made to exhaust the reader.

mod common;

use common::canonical::canonical;
use common::{encode, generate, trace};
use fastinfoset::{
    DocumentInfo, ErrorKind, Event, EventReader, LimitKind, Limits, Notation, ReadOptions, Reader, StreamReader,
    UnparsedEntity, Vocabulary, WriteOptions, Writer,
};

fn read_all<R: EventReader>(mut reader: R) -> fastinfoset::Result<()> {
    while !matches!(reader.read_event()?, Event::EndDocument) {}
    Ok(())
}

/// A small document that has every item, every table and every property.
fn everything() -> Vec<u8> {
    let mut initial = Vocabulary::new();
    for table in fastinfoset::StringTable::ALL {
        initial.add(table, "entry").unwrap();
    }
    initial.add_element_name(Some("entry"), Some("entry"), "entry").unwrap();
    initial.add_attribute_name(None, None, "entry").unwrap();
    initial.add_alphabet(fastinfoset::RestrictedAlphabet::new("abc").unwrap()).unwrap();
    initial.add_algorithm("urn:algorithm").unwrap();
    let options = WriteOptions { initial_vocabulary: Some(initial), ..Default::default() };
    let mut writer = Writer::with_options(&options).unwrap();
    let info = DocumentInfo {
        xml_declaration: true,
        additional_data: vec![fastinfoset::AdditionalDatum { id: "urn:d".into(), data: vec![1, 2, 3] }],
        notations: vec![Notation { name: "n".into(), system: Some("s".into()), public: Some("p".into()) }],
        unparsed_entities: vec![UnparsedEntity {
            name: "u".into(),
            system: "s".into(),
            public: Some("p".into()),
            notation: "n".into(),
        }],
        encoding: Some("UTF-8".into()),
        standalone: Some(true),
        version: Some("1.0".into()),
        ..Default::default()
    };
    writer.start_document(&info).unwrap();
    writer.comment("before").unwrap();
    writer.start_document_type(Some("system"), Some("public")).unwrap();
    writer.processing_instruction("in", "document type").unwrap();
    writer.end_document_type().unwrap();
    writer.namespace("entry", "entry").unwrap();
    writer.namespace("", "urn:default").unwrap();
    writer.start_element("entry:entry").unwrap();
    writer.attribute("entry", "entry").unwrap();
    writer.attribute("entry:other", "value").unwrap();
    writer.attribute_typed("typed", fastinfoset::TypedValue::Ints(&[1, 2])).unwrap();
    writer.attribute_in_alphabet("digits", fastinfoset::Alphabet::Numeric, "123").unwrap();
    writer.characters("entry").unwrap();
    writer.characters(&"long ".repeat(100)).unwrap();
    writer.characters_typed(fastinfoset::TypedValue::Doubles(&[1.5])).unwrap();
    writer.characters_in_alphabet(fastinfoset::Alphabet::Added(0), "abcabc").unwrap();
    writer.start_element("child").unwrap();
    writer.end_element().unwrap();
    writer.entity_reference("e", Some("s"), None).unwrap();
    writer.processing_instruction("entry", "").unwrap();
    writer.end_element().unwrap();
    writer.comment("").unwrap();
    writer.end_document().unwrap();
    writer.take_bytes()
}

#[test]
fn every_cut_is_an_error() {
    let mut documents = vec![everything()];
    for (_, xml) in generate::documents().iter().filter(|(_, xml)| xml.len() < 5000) {
        documents.push(encode(xml.as_bytes(), &WriteOptions::default()).unwrap());
    }
    for bytes in documents {
        read_all(Reader::new(&bytes)).unwrap();
        read_all(StreamReader::new(&bytes[..])).unwrap();
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            let error = read_all(Reader::new(cut)).expect_err("a cut document");
            assert!(matches!(error.kind(), ErrorKind::Truncated { .. }), "cut at {end}: {error}");
            assert_eq!(error.offset(), Some(end as u64));
            let streamed = read_all(StreamReader::new(cut)).expect_err("a cut stream");
            assert_eq!(streamed.to_string(), error.to_string());
        }
    }
}

#[test]
fn everything_comes_back() {
    let bytes = everything();
    let mut copy = Writer::new();
    // The tables and algorithms of the initial vocabulary are not in the copy, so its trace may differ in them only.
    assert!(copy.copy(&mut Reader::new(&bytes)).is_ok());
    let (first, second) = (trace(&mut Reader::new(&bytes)).unwrap(), trace(&mut Reader::new(copy.bytes())).unwrap());
    assert_eq!(first, second);
    assert!(first.contains("Ints") || first.contains("Int"), "{first}");
}

#[test]
fn every_flipped_byte_is_read_or_refused() {
    let bytes = everything();
    for at in 0..bytes.len() {
        for value in [0x00, 0x7F, 0x80, 0xF0, 0xFF, bytes[at] ^ 0x01, bytes[at] ^ 0x40] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            let slice = trace(&mut Reader::new(&damaged));
            let stream = trace(&mut StreamReader::new(&damaged[..]));
            assert_eq!(slice.is_ok(), stream.is_ok(), "byte {at} as {value:#x}");
            if let (Ok(slice), Ok(stream)) = (slice, stream) {
                assert_eq!(slice, stream);
            }
        }
    }
}

/// The limit that a document runs into.
fn limit_of(bytes: &[u8], limits: Limits) -> Option<LimitKind> {
    let options = ReadOptions { limits, ..Default::default() };
    let slice = kind(read_all(Reader::with_options(bytes, &options)));
    assert_eq!(slice, kind(read_all(StreamReader::with_options(bytes, &options))));
    slice
}

fn kind(result: fastinfoset::Result<()>) -> Option<LimitKind> {
    match result.err()?.kind() {
        ErrorKind::Limit { kind, .. } => Some(*kind),
        other => panic!("{other}"),
    }
}

#[test]
fn every_limit_has_its_error() {
    let default = Limits::default();
    let document = |xml: &str| encode(xml.as_bytes(), &WriteOptions::default()).unwrap();
    let deep = document(&format!("{}{}", "<a>".repeat(1024), "</a>".repeat(1024)));
    assert_eq!(limit_of(&deep, default), None);
    assert_eq!(limit_of(&deep, Limits { max_depth: 1023, ..default }), Some(LimitKind::Depth));

    let wide = document("<a b='1' c='2' d='3' xmlns:p='urn:p' xmlns:q='urn:q'>1<e/>2<f/>3</a>");
    assert_eq!(limit_of(&wide, Limits { max_attributes: 2, ..default }), Some(LimitKind::Attributes));
    assert_eq!(limit_of(&wide, Limits { max_namespaces: 1, ..default }), Some(LimitKind::Namespaces));
    assert_eq!(limit_of(&wide, Limits { max_table_entries: 2, ..default }), Some(LimitKind::TableEntries));
    assert_eq!(limit_of(&wide, Limits { max_table_bytes: 100, ..default }), Some(LimitKind::TableBytes));

    let long = document(&format!("<a><b c='{0}'>{0}</b></a>", "x".repeat(1000)));
    assert_eq!(limit_of(&long, Limits { max_string_bytes: 999, ..default }), Some(LimitKind::StringBytes));
    assert_eq!(limit_of(&long, Limits { max_string_bytes: 1000, ..default }), None);
    assert_eq!(limit_of(&long, Limits { max_event_bytes: 900, ..default }), Some(LimitKind::EventBytes));
    let name = document(&format!("<{}/>", "x".repeat(1000)));
    assert_eq!(limit_of(&name, Limits { max_name_bytes: 999, ..default }), Some(LimitKind::NameBytes));
}

#[test]
fn indexes_cannot_blow_a_document_up() {
    let options = WriteOptions { indexed_chunks: 0..usize::MAX, ..Default::default() };
    let mut writer = Writer::with_options(&options).unwrap();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("a").unwrap();
    let long = "x".repeat(100_000);
    for _ in 0..10_000 {
        writer.characters(&long).unwrap();
        writer.comment("y").unwrap();
    }
    writer.end_element().unwrap();
    writer.end_document().unwrap();
    assert!(writer.bytes().len() < 200_000);
    assert_eq!(limit_of(writer.bytes(), Limits::default()), Some(LimitKind::Expansion));
    let trusting = Limits { max_expansion_bytes: u64::MAX, ..Limits::default() };
    assert_eq!(limit_of(writer.bytes(), trusting), None);
}

#[test]
fn entity_bombs_are_refused() {
    let mut bomb = String::from("<!DOCTYPE a [<!ENTITY e0 'ha'>");
    for i in 1..30 {
        bomb += &format!("<!ENTITY e{i} '{}'>", format!("&e{};", i - 1).repeat(10));
    }
    let content = encode(format!("{bomb}]><a>&e29;</a>").as_bytes(), &WriteOptions::default());
    assert!(matches!(content.unwrap_err().kind(), ErrorKind::Limit { kind: LimitKind::Expansion, .. }));
    let attribute = encode(format!("{bomb}]><a b='&e29;'/>").as_bytes(), &WriteOptions::default());
    assert!(matches!(attribute.unwrap_err().kind(), ErrorKind::Limit { kind: LimitKind::Expansion, .. }));
    let cycle = "<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '<b>&x;</b>'>]><a>&x;</a>";
    assert!(encode(cycle.as_bytes(), &WriteOptions::default()).is_err());
    let open = "<!DOCTYPE a [<!ENTITY x '<b>'>]><a>&x;</b></a>";
    assert!(encode(open.as_bytes(), &WriteOptions::default()).is_err());
}

#[test]
fn xml_that_is_not_well_formed_is_refused() {
    let wrong = [
        "",
        " ",
        "<a>",
        "<a></b>",
        "<a/><b/>",
        "a",
        "<a/>b",
        "<a b='1' b='2'/>",
        "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>",
        "<p:a/>",
        "<a p:b=''/>",
        "<a b='<'/>",
        "<a>&unknown;</a>",
        "<a>&#0;</a>",
        "<a>\u{1}</a>",
        "<a>]]></a>",
        "<a><!-- -- --></a>",
        "<a xmlns:xml='urn:x'/>",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
        "<a xmlns:p=''/>",
        "<1a/>",
        "<a:b:c xmlns:a='u'/>",
        "<a/><!DOCTYPE a>",
        "<a><?xml version='1.0'?></a>",
        "<a>&#x110000;</a>",
        "<a><![CDATA[</a>",
        "<a b=c/>",
        "<a b='c'd='e'/>",
    ];
    for xml in wrong {
        assert!(encode(xml.as_bytes(), &WriteOptions::default()).is_err(), "{xml}");
    }
}

#[test]
fn values_without_an_xml_form_are_refused() {
    let refused = |write: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::new();
        writer.start_document(&DocumentInfo::default()).unwrap();
        writer.start_element("a").unwrap();
        write(&mut writer);
        writer.end_element().unwrap();
        writer.end_document().unwrap();
        let error = common::decode(writer.bytes(), &ReadOptions::default()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotRepresentable { .. }), "{error}");
    };
    refused(&|writer| writer.comment("a--b").unwrap());
    refused(&|writer| writer.comment("a-").unwrap());
    refused(&|writer| writer.characters("\0").unwrap());
    refused(&|writer| writer.attribute("b", "\u{FFFF}").unwrap());
    refused(&|writer| writer.processing_instruction("p", "a?>b").unwrap());
    refused(&|writer| writer.entity_reference("e", None, None).unwrap());
}

#[test]
fn writer_refuses_calls_out_of_order() {
    let mut writer = Writer::new();
    assert!(writer.start_element("a").is_err());
    assert!(writer.end_document().is_err());
    writer.start_document(&DocumentInfo::default()).unwrap();
    assert!(writer.characters("x").is_err());
    assert!(writer.end_document().is_err());
    writer.start_element("a").unwrap();
    writer.attribute("b", "c").unwrap();
    assert!(writer.attribute("b", "d").is_err());
    writer.clear();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("a").unwrap();
    writer.characters("x").unwrap();
    assert!(writer.attribute("b", "c").is_err());
    assert!(writer.start_element("p:q").is_err());
    writer.end_element().unwrap();
    assert!(writer.start_element("b").is_err());
    assert!(writer.end_element().is_err());
    writer.end_document().unwrap();
    assert_eq!(canonical(&mut Reader::new(writer.bytes())).unwrap(), "<a>x</a>");
}

/// 700,000 elements with an attribute and a text of its own each: more than the tables of a reader may hold by default.
#[test]
fn a_document_of_many_values_is_read_with_the_default_limits() {
    const ELEMENTS: u32 = 700_000;
    let mut writer = Writer::new();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("a").unwrap();
    for number in 0..ELEMENTS {
        writer.start_element("b").unwrap();
        writer.attribute("c", &format!("attribute-{number:08}")).unwrap();
        writer.characters(&format!("characters-{number:08}")).unwrap();
        writer.end_element().unwrap();
    }
    writer.end_element().unwrap();
    writer.end_document().unwrap();
    let mut reader = Reader::new(writer.bytes());
    let mut texts = 0;
    loop {
        match reader.read_event().unwrap() {
            Event::Characters(_) => texts += 1,
            Event::EndDocument => break,
            _ => {}
        }
    }
    assert_eq!(texts, ELEMENTS);
}

/// Names must be in the tables, so a document with too many of them is not written.
#[test]
fn a_writer_keeps_within_the_tables_that_it_is_given() {
    let options = WriteOptions { max_table_bytes: 4_096, ..WriteOptions::default() };
    let mut writer = Writer::with_options(&options).unwrap();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("a").unwrap();
    let mut written = 0;
    let refused = loop {
        let name = format!("name-{written}");
        let done =
            writer.start_element(&name).and_then(|()| writer.characters(&name)).and_then(|()| writer.end_element());
        match done {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused.kind(), ErrorKind::Limit { kind: LimitKind::TableBytes, limit: 4_096 }), "{refused}");
    let mut writer = Writer::with_options(&options).unwrap();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("a").unwrap();
    for number in 0..written {
        writer.start_element(&format!("name-{number}")).unwrap();
        writer.characters(&format!("name-{number}")).unwrap();
        writer.end_element().unwrap();
    }
    writer.end_element().unwrap();
    writer.end_document().unwrap();
    let limits = Limits { max_table_bytes: 4_096, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let mut reader = Reader::with_options(writer.bytes(), &options);
    while !matches!(reader.read_event().unwrap(), Event::EndDocument) {}
}
