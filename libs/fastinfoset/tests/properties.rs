//! Round trips of arbitrary documents, and arbitrary bytes that must not upset a reader.

mod common;

use common::trace;
use fastinfoset::tree::Tree;
use fastinfoset::{DocumentInfo, Limits, Reader, StreamReader, TextEncoding, TypedValue, WriteOptions, Writer, xml};
use proptest::prelude::*;

/// A step of a document; whatever the steps are, [`write`] makes a document of them.
#[derive(Clone, Debug)]
enum Step {
    Start(u8, u8),
    Attribute(u8, String),
    Ints(Vec<i32>),
    Characters(String),
    Comment(String),
    Instruction(String),
    End,
}

fn step() -> impl Strategy<Value = Step> {
    let text = prop_oneof!["[a-c]{0,3}", "\\PC{0,40}", "[\u{20}-\u{7E}]{250,270}"];
    prop_oneof![
        4 => (any::<u8>(), any::<u8>()).prop_map(|(name, prefix)| Step::Start(name, prefix)),
        3 => (any::<u8>(), text.clone()).prop_map(|(name, value)| Step::Attribute(name, value)),
        1 => prop::collection::vec(any::<i32>(), 0..5).prop_map(Step::Ints),
        4 => text.clone().prop_map(Step::Characters),
        1 => "[a-z]{0,20}".prop_map(Step::Comment),
        1 => "[a-z]{0,20}".prop_map(Step::Instruction),
        4 => Just(Step::End),
    ]
}

fn write(steps: &[Step], typed: bool, writer: &mut Writer) {
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.namespace("p", "urn:p").unwrap();
    writer.start_element("root").unwrap();
    let mut depth = 1;
    let mut attributes = Some(Vec::new());
    for step in steps {
        match step {
            Step::Attribute(name, value) => {
                // Only a start tag can take one, and only once.
                if let Some(seen) = attributes.as_mut().filter(|seen| !seen.contains(name)) {
                    seen.push(*name);
                    writer.attribute(&format!("{}a{name}", if name % 3 == 0 { "p:" } else { "" }), value).unwrap();
                }
                continue;
            }
            Step::Start(name, prefix) => {
                if prefix % 5 == 0 {
                    writer.namespace(&format!("n{}", prefix % 7), &format!("urn:{prefix}")).unwrap();
                }
                if prefix % 11 == 0 {
                    writer.namespace("", if prefix % 2 == 0 { "" } else { "urn:default" }).unwrap();
                }
                writer.start_element(&format!("{}e{name}", if prefix % 2 == 0 { "p:" } else { "" })).unwrap();
                depth += 1;
                attributes = Some(Vec::new());
                continue;
            }
            Step::Characters(text) => writer.characters(text).unwrap(),
            Step::Ints(items) if typed => writer.characters_typed(TypedValue::Ints(items)).unwrap(),
            Step::Ints(_) => {}
            Step::Comment(text) => writer.comment(text).unwrap(),
            Step::Instruction(data) => writer.processing_instruction("target", data).unwrap(),
            Step::End if depth > 1 => {
                writer.end_element().unwrap();
                depth -= 1;
            }
            Step::End => {}
        }
        attributes = None;
    }
    (0..depth).for_each(|_| writer.end_element().unwrap());
    writer.end_document().unwrap();
}

fn options() -> impl Strategy<Value = WriteOptions> {
    (0usize..40, 0usize..300, any::<bool>(), 0usize..2000).prop_map(|(from, to, utf16, memory)| WriteOptions {
        indexed_attribute_values: from..to,
        indexed_chunks: from..to,
        max_index_bytes: memory,
        text_encoding: if utf16 { TextEncoding::Utf16Be } else { TextEncoding::Utf8 },
        ..Default::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_document_is_the_same_in_every_setting_and_reader(steps in prop::collection::vec(step(), 0..120), options in options()) {
        let mut plain = Writer::with_options(&WriteOptions::without_value_indexes()).unwrap();
        write(&steps, true, &mut plain);
        let mut other = Writer::with_options(&options).unwrap();
        write(&steps, true, &mut other);
        let expected = trace(&mut Reader::new(plain.bytes())).unwrap();
        prop_assert_eq!(&trace(&mut Reader::new(other.bytes())).unwrap(), &expected);
        prop_assert_eq!(&trace(&mut StreamReader::new(other.bytes())).unwrap(), &expected);
        let mut from_tree = Writer::with_options(&options).unwrap();
        Tree::read(&mut Reader::new(plain.bytes())).unwrap().write(&mut from_tree).unwrap();
        prop_assert_eq!(from_tree.bytes(), other.bytes());
    }

    #[test]
    fn any_document_comes_back_through_xml(steps in prop::collection::vec(step(), 0..120)) {
        let mut writer = Writer::new();
        write(&steps, false, &mut writer);
        let text = common::decode(writer.bytes(), &Default::default()).unwrap();
        let again = common::encode(text.as_bytes(), &WriteOptions::default()).unwrap();
        prop_assert_eq!(trace(&mut Reader::new(&again)).unwrap(), trace(&mut Reader::new(writer.bytes())).unwrap());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut document = b"\xE0\x00\x00\x01".to_vec();
        document.extend_from_slice(&bytes);
        let slice = trace(&mut Reader::new(&document));
        let stream = trace(&mut StreamReader::new(&document[..]));
        prop_assert_eq!(slice.map_err(|e| e.to_string()), stream.map_err(|e| e.to_string()));
    }

    #[test]
    fn any_text_is_converted_or_refused(text in "(<[a-c/!?&; ='\"\\[\\]>:x-]{0,20}>?){0,12}") {
        let mut writer = Writer::new();
        if xml::from_xml(text.as_bytes(), &Limits::default(), &mut writer).is_ok() {
            prop_assert!(trace(&mut Reader::new(writer.bytes())).is_ok());
        }
    }
}
