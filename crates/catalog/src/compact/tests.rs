use super::*;
use crate::Message;
use fastinfoset::{Algorithms, Reader};
use wirecost_value::{Value, xml};

fn read(text: &str) -> Result<Compact, FileError> {
    Compact::read(text.as_bytes().to_vec(), FileFormat::Text)
}

fn message(text: &str) -> Result<Message, PlanError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    std::fs::write(&path, text).unwrap();
    Message::from_file(&path)
}

const DOCUMENTS: [&str; 19] = [
    "<a/>",
    "<?xml version='1.0' encoding='UTF-8'?>\n<a>\n<b>x</b> <c/></a>",
    "<a><b>1</b><b>2</b></a>",
    "<a>\n<b>x</b>\ntext</a>",
    "<a>text<b/></a>",
    "<a>\n<b x='1'/></a>",
    "<a xmlns='urn:1'><b xmlns='urn:1' xmlns:p='urn:2'><p:c xmlns:p='urn:2'/></b></a>",
    "<a><!-- c --></a>",
    "<a><?p i?></a>",
    "<a><![CDATA[<b>]]>&amp;&#10;</a>",
    "<m xmlns:w='urn:wirecost:value'><s w:type='sequence'><item w:type='integer'>1</item></s><e w:type='map'/></m>",
    "<m xmlns:w='urn:wirecost:value' w:type='sequence'><x/></m>",
    "<m xmlns:w='urn:wirecost:value' w:type='integer'>x</m>",
    "<m xmlns:w='urn:wirecost:value' w:type='null'/>",
    "<!DOCTYPE a [<!ENTITY e 'x'><!ATTLIST a n CDATA '7'>]><a>&e;</a>",
    "<p x='007'>a <b>b</b>&lt; <!-- c --></p>",
    "<a xmlns='urn:a' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><b xsi:nil='true'/></a>",
    "{\"a\":[1,{\"b\":null}],\"c\":\"\"}",
    "[\"a\\r\\nb\",0.5,-0.0]",
];

#[test]
fn a_compact_message_means_what_a_message_does() {
    for text in DOCUMENTS {
        let (compact, message) = (read(text).unwrap(), message(text).unwrap());
        let tree: Result<Value, Lack> = compact.tree.as_ref().map(Tape::value).map_err(Clone::clone);
        assert_eq!(tree, message.content.value, "{text}");
        let mut document = Vec::new();
        let written = compact.write_xml(&mut document).map(|()| document);
        assert_eq!(
            written.map_err(|error| error.to_string()),
            message.content.xml.as_ref().map(|xml| xml.bytes.clone()).map_err(Lack::to_string)
        );
        let mut writer = Writer::new();
        compact.write_infoset(&mut writer).unwrap();
        let mut back = Vec::new();
        fastinfoset::xml::to_xml(&mut Reader::new(writer.bytes()), &Algorithms::default(), &mut back).unwrap();
        let expected = message.content.xml.unwrap().infoset.normalised(&[]);
        assert_eq!(xml::read(&back).unwrap().normalised(&[]), expected, "{text}");
    }
}

#[test]
fn both_readers_refuse_an_invalid_message_with_its_place() {
    std::thread::Builder::new().stack_size(STACK).spawn(refused_by_both).unwrap().join().unwrap();
}

fn refused_by_both() {
    let deep = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let (at_limit, over) = (deep(MAX_DEPTH), deep(MAX_DEPTH + 1));
    assert!(read(&at_limit).is_ok() && message(&at_limit).is_ok());
    for (text, says) in [
        (over.as_str(), "nested deeper than 1024 levels"),
        ("<a>\n<b></c></a>", ""),
        ("<!DOCTYPE a SYSTEM 'a.dtd'>\n<a>&e;</a>", "\"e\", which is outside of the document"),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'e.xml'>]><a>&e;</a>", "\"e\", which is outside of the document"),
        ("<a>&nope;</a>", ""),
        ("<p:a/>", ""),
        ("<a x='1' x='2'/>", ""),
        ("<1a/>", ""),
        ("<a/><b/>", ""),
        ("<a", ""),
        ("{\"a\": 1,\n \"a\": 2}", "twice"),
        ("[1e999]", "64-bit float"),
        ("\"\\ud800\"", ""),
    ] {
        let (compact, message) = (read(text).unwrap_err(), message(text).unwrap_err());
        assert!(matches!(compact.place, FilePlace::Text(_)), "{text}: {compact}");
        assert!(compact.reason.contains(says) && message.to_string().contains(says), "{compact} {message}");
    }
}
