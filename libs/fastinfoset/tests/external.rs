//! External vocabularies: every table of them, every reader, and how long they live.

mod common;

use common::encode;
use fastinfoset::{
    Decoder, Event, EventReader, ReadOptions, Reader, Registry, StreamReader, StringTable, Vocabulary, WriteOptions,
    Writer,
};

const XML: &str = "<p:order xmlns:p='urn:orders' p:kind='express' number='7'><p:line unit='kg'>flour</p:line>\
                   <!--a comment--><p:line unit='kg'>of the document</p:line><?target data?><other/></p:order>";

/// Every string of the document but those of `other` and `of the document`.
fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    for (table, strings) in [
        (StringTable::AttributeValue, &["express", "7", "kg"][..]),
        (StringTable::CharacterChunk, &["flour"]),
        (StringTable::OtherString, &["a comment", "data"]),
        (StringTable::OtherNcName, &["target"]),
    ] {
        strings.iter().for_each(|string| vocabulary.add(table, string).unwrap());
    }
    let (prefix, namespace) = (Some("p"), Some("urn:orders"));
    ["order", "line"].iter().for_each(|local| vocabulary.add_element_name(prefix, namespace, local).unwrap());
    vocabulary.add_attribute_name(prefix, namespace, "kind").unwrap();
    ["number", "unit"].iter().for_each(|local| vocabulary.add_attribute_name(None, None, local).unwrap());
    vocabulary
}

/// What a reader says after the properties of the document, which name the vocabulary.
fn content<R: EventReader>(reader: &mut R) -> fastinfoset::Result<String> {
    let said = common::trace(reader)?;
    Ok(said.split_once('\n').unwrap().1.to_owned())
}

fn options(uri: &str, vocabulary: Vocabulary) -> (WriteOptions, ReadOptions) {
    let mut vocabularies = Registry::new();
    vocabularies.register(uri, vocabulary);
    let external_vocabulary = Some(uri.to_owned());
    let write = WriteOptions { external_vocabulary, vocabularies: vocabularies.clone(), ..Default::default() };
    (write, ReadOptions { vocabularies, ..Default::default() })
}

#[test]
fn every_table_is_looked_up_by_every_reader() {
    let (write, read) = options("urn:v", vocabulary());
    let bytes = encode(XML.as_bytes(), &write).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    for string in ["order", "line", "express", "kg", "flour", "a comment", "target"] {
        assert!(!text.contains(string), "{string} is in the vocabulary");
    }
    assert!(text.contains("other") && text.contains("of the document"));
    let expected = content(&mut Reader::new(&encode(XML.as_bytes(), &WriteOptions::default()).unwrap())).unwrap();
    assert_eq!(content(&mut Reader::with_options(&bytes, &read)).unwrap(), expected);
    assert_eq!(content(&mut StreamReader::with_options(&bytes[..], &read)).unwrap(), expected);
}

#[test]
fn a_reader_keeps_the_vocabulary_of_its_document() {
    let (write, read) = options("urn:v", vocabulary());
    let bytes = encode(XML.as_bytes(), &write).unwrap();
    drop(write);
    let mut reader = Reader::with_options(&bytes, &read);
    assert!(matches!(reader.read_event().unwrap(), Event::StartDocument(_)));
    // Its registry is gone before the first name is read.
    drop(read);
    let Event::StartElement(element) = reader.read_event().unwrap() else { panic!("an element comes first") };
    assert_eq!(
        (element.name().prefix(), element.name().namespace(), element.name().local()),
        ("p", "urn:orders", "order")
    );
    let values: Vec<_> = element.attributes().map(|attribute| attribute.value.as_text().unwrap().to_owned()).collect();
    assert_eq!(values, ["express", "7"]);
}

#[test]
fn a_decoder_goes_from_one_vocabulary_to_another() {
    let (write, mut read) = options("urn:v", vocabulary());
    let mut other = Vocabulary::new();
    other.add(StringTable::CharacterChunk, "flour of another kind").unwrap();
    other.add_element_name(None, None, "another").unwrap();
    read.vocabularies.register("urn:other", other.clone());
    let with_vocabulary = encode(XML.as_bytes(), &write).unwrap();
    let (write, _) = options("urn:other", other);
    let with_other = encode(b"<another>flour of another kind</another>", &write).unwrap();
    let plain = encode(XML.as_bytes(), &WriteOptions::default()).unwrap();
    let expected = content(&mut Reader::new(&plain)).unwrap();
    let mut decoder = Decoder::new(&read);
    for _ in 0..2 {
        for bytes in [&with_vocabulary, &with_other, &plain] {
            let mut reader = decoder.reader(bytes);
            let seen = content(&mut reader).unwrap();
            if bytes == &with_other {
                assert!(seen.contains("another") && seen.contains("flour of another kind"), "{seen}")
            } else {
                assert_eq!(seen, expected)
            }
            decoder = reader.into_decoder();
        }
    }
}

#[test]
fn a_writer_goes_from_document_to_document() {
    let (write, read) = options("urn:v", vocabulary());
    let mut writer = Writer::with_options(&write).unwrap();
    let first = encode(XML.as_bytes(), &write).unwrap();
    let plain = encode(XML.as_bytes(), &WriteOptions::default()).unwrap();
    for _ in 0..3 {
        writer.clear();
        writer.copy(&mut Reader::new(&plain)).unwrap();
        assert_eq!(writer.bytes(), first);
    }
    assert_eq!(content(&mut Reader::with_options(&first, &read)).unwrap(), content(&mut Reader::new(&plain)).unwrap());
}

#[test]
fn an_entry_in_no_vocabulary_is_an_error() {
    let (write, _) = options("urn:v", vocabulary());
    let bytes = encode(XML.as_bytes(), &write).unwrap();
    let unknown = content(&mut Reader::new(&bytes)).unwrap_err().to_string();
    assert!(unknown.contains("urn:v"), "{unknown}");
    // The same URI for a smaller vocabulary: the indexes lead past its end.
    let (_, read) = options("urn:v", Vocabulary::new());
    let past = content(&mut Reader::with_options(&bytes, &read)).unwrap_err().to_string();
    assert!(past.contains("prefix table, which has 1 entries"), "{past}");
}
