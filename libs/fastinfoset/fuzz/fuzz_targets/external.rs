//! Any bytes behind the head of a document that names an external vocabulary: both readers say the same of them, a decoder
//! that is used again says the same as a new reader, and what they accept can be written again.
#![no_main]

use std::sync::LazyLock;

use fastinfoset::{
    Decoder, Event, EventReader, ReadOptions, Reader, Registry, StreamReader, StringTable, Vocabulary, WriteOptions,
    Writer,
};
use libfuzzer_sys::fuzz_target;

const URI: &str = "urn:v";

/// The head of a document: magic bytes, an initial vocabulary that is nothing but the external one.
const HEAD: &[u8] = b"\xE0\x00\x00\x01\x20\x10\x00\x04urn:v";

static OPTIONS: LazyLock<ReadOptions> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::new();
    for table in [StringTable::AttributeValue, StringTable::CharacterChunk, StringTable::OtherString] {
        ["one", "two", "\u{E9}\u{20AC}"]
            .iter()
            .for_each(|string| vocabulary.add(table, string).expect("there is room"));
    }
    for table in [StringTable::OtherNcName, StringTable::OtherUri] {
        vocabulary.add(table, "name").expect("there is room");
    }
    for (prefix, namespace, local) in [(None, None, "a"), (Some("p"), Some("urn:p"), "b"), (None, Some("urn:p"), "c")] {
        vocabulary.add_element_name(prefix, namespace, local).expect("a name");
        vocabulary.add_attribute_name(prefix, namespace, local).expect("a name");
    }
    let mut vocabularies = Registry::new();
    vocabularies.register(URI, vocabulary);
    ReadOptions { vocabularies, ..ReadOptions::default() }
});

fn text<R: EventReader>(reader: &mut R) -> Result<String, String> {
    let mut text = String::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::EndDocument => return Ok(text),
            Event::StartElement(element) => {
                text += &format!("{:?}", element.name().local());
                for attribute in element.attributes() {
                    text += &format!("{:?}={:?}", attribute.name.local(), attribute.value);
                }
            }
            Event::EndElement(name) => text += name.local(),
            other => text += &format!("{other:?}"),
        }
    }
}

fuzz_target!(|content: &[u8]| {
    let bytes = [HEAD, content].concat();
    let slice = text(&mut Reader::with_options(&bytes, &OPTIONS));
    assert_eq!(slice, text(&mut StreamReader::with_options(&bytes[..], &OPTIONS)));
    let mut reader = Decoder::new(&OPTIONS).reader(&bytes);
    assert_eq!(slice, text(&mut reader));
    assert_eq!(slice, text(&mut reader.into_decoder().reader(&bytes)));
    if slice.is_ok() {
        let vocabularies = OPTIONS.vocabularies.clone();
        let options = WriteOptions { external_vocabulary: Some(URI.into()), vocabularies, ..WriteOptions::default() };
        let mut writer = Writer::with_options(&options).expect("the vocabulary is known");
        if writer.copy(&mut Reader::with_options(&bytes, &OPTIONS)).is_ok() {
            text(&mut Reader::with_options(writer.bytes(), &OPTIONS)).expect("our own document");
        }
    }
});
