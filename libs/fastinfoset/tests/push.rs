//! Pushing a document says what pulling its events says, of whole, cut and damaged documents.

mod common;

use common::generate;
use fastinfoset::{
    DocumentInfo, Error, Event, EventReader, Handler, Limits, Name, ReadOptions, Reader, StartElement, TypedValue,
    Value, WriteOptions, Writer, push,
};

/// A reader that has only its events: pushing takes them one by one.
struct Pulled<'a>(Reader<'a>);

impl EventReader for Pulled<'_> {
    fn read_event(&mut self) -> fastinfoset::Result<Event<'_>> {
        self.0.read_event()
    }
}

#[derive(Default)]
struct Said(Vec<String>);

impl Said {
    fn say(&mut self, what: String) -> Result<(), Error> {
        self.0.push(what);
        Ok(())
    }
}

fn full(name: Name<'_>) -> String {
    format!("{} {{{}}}{}:{}", name.index(), name.namespace(), name.prefix(), name.local())
}

impl Handler for Said {
    type Error = Error;

    fn start_document(&mut self, info: &DocumentInfo) -> Result<(), Error> {
        self.say(format!("{info:?}"))
    }

    fn start_document_type(&mut self, system: Option<&str>, public: Option<&str>) -> Result<(), Error> {
        self.say(format!("type {system:?} {public:?}"))
    }

    fn end_document_type(&mut self) -> Result<(), Error> {
        self.say("end of type".into())
    }

    fn start_element(&mut self, element: StartElement<'_>) -> Result<(), Error> {
        self.say(format!("<{}", full(element.name())))?;
        element.namespaces().try_for_each(|namespace| self.say(format!("{namespace:?}")))?;
        element
            .attributes()
            .try_for_each(|attribute| self.say(format!("{}={:?}", full(attribute.name), attribute.value)))
    }

    fn end_element(&mut self, name: Name<'_>) -> Result<(), Error> {
        self.say(format!(">{}", full(name)))
    }

    fn characters(&mut self, value: Value<'_>) -> Result<(), Error> {
        self.say(format!("{value:?}"))
    }

    fn comment(&mut self, value: Value<'_>) -> Result<(), Error> {
        self.say(format!("comment {value:?}"))
    }

    fn processing_instruction(&mut self, target: &str, data: Value<'_>) -> Result<(), Error> {
        self.say(format!("instruction {target} {data:?}"))
    }

    fn entity_reference(&mut self, name: &str, system: Option<&str>, public: Option<&str>) -> Result<(), Error> {
        self.say(format!("reference {name} {system:?} {public:?}"))
    }

    fn end_document(&mut self) -> Result<(), Error> {
        self.say("end".into())
    }
}

fn said<R: EventReader>(mut reader: R) -> (Vec<String>, Option<String>) {
    let mut said = Said::default();
    let error = push(&mut reader, &mut said).err().map(|error| error.to_string());
    (said.0, error)
}

fn compare(bytes: &[u8], limits: Limits) {
    let options = ReadOptions { limits, ..Default::default() };
    let pushed = said(Reader::with_options(bytes, &options));
    assert_eq!(pushed, said(Pulled(Reader::with_options(bytes, &options))));
}

/// A document with the items and forms that pushing reads in its own loop, and with those that it does not.
fn mixed() -> Vec<u8> {
    let mut writer = Writer::new();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_document_type(Some("system"), None).unwrap();
    writer.processing_instruction("in", "type").unwrap();
    writer.end_document_type().unwrap();
    writer.namespace("p", "urn:p").unwrap();
    writer.start_element("p:root").unwrap();
    for number in 0..40 {
        let name = format!("e{}", number % 37);
        writer.start_element(&name).unwrap();
        if number % 3 == 0 {
            writer.attribute("p:a", "value").unwrap();
            writer.attribute("b", &number.to_string()).unwrap();
        }
        if number % 5 != 0 {
            writer.characters(&format!("text {}", number % 20)).unwrap();
            writer.characters("é").unwrap();
        }
        writer.start_element("p:inner").unwrap();
        writer.end_element().unwrap();
        writer.end_element().unwrap();
    }
    writer.characters_typed(TypedValue::Ints(&[1, 2, 3])).unwrap();
    writer.comment("comment").unwrap();
    writer.entity_reference("entity", None, Some("public")).unwrap();
    writer.end_element().unwrap();
    writer.comment("after").unwrap();
    writer.end_document().unwrap();
    writer.take_bytes()
}

#[test]
fn of_whole_cut_and_damaged_documents() {
    let bytes = mixed();
    let (events, error) = said(Reader::new(&bytes));
    assert!(events.len() > 200 && error.is_none(), "{error:?}");
    for at in 0..bytes.len() {
        compare(&bytes[..at], Limits::default());
        for value in [0x00, 0x3C, 0x7F, 0x82, 0x88, 0xA0, 0xB8, 0xF0, 0xFF, bytes[at] ^ 0x01, bytes[at] ^ 0x40] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            compare(&damaged, Limits::default());
        }
    }
}

#[test]
fn of_generated_documents() {
    for (_, xml) in generate::documents() {
        compare(&common::encode(xml.as_bytes(), &WriteOptions::default()).unwrap(), Limits::default());
    }
}

#[test]
fn at_limits() {
    let bytes = mixed();
    let limits = Limits::default();
    for most in 0..200 {
        compare(&bytes, Limits { max_depth: most, ..limits });
        compare(&bytes, Limits { max_table_entries: most, ..limits });
        compare(&bytes, Limits { max_table_bytes: u64::from(most) * 8, ..limits });
        compare(&bytes, Limits { max_string_bytes: most, ..limits });
        compare(&bytes, Limits { max_attributes: most, ..limits });
        compare(&bytes, Limits { max_expansion_bytes: u64::from(most), max_expansion_ratio: 0, ..limits });
    }
}
