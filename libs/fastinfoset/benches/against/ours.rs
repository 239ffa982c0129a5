//! What this crate does.
#![allow(dead_code, reason = "each bench uses a part")]

use std::path::Path;

use fastinfoset::{
    Decoder, DocumentInfo, Error, Event, EventReader, Handler, Limits, Name, ReadOptions, Reader, StartElement,
    StreamReader, Value, Vocabulary, VocabularyBuilder, WriteOptions, Writer, push, xml,
};

pub fn encode_xml(document: &str, options: &WriteOptions) -> Vec<u8> {
    let mut writer = Writer::with_options(options).unwrap();
    xml::from_xml(document.as_bytes(), &Limits::default(), &mut writer).unwrap();
    writer.take_bytes()
}

/// The names of all documents of a folder.
pub fn vocabulary(folder: &Path) -> Vocabulary {
    let mut builder = VocabularyBuilder::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let document = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        builder.add(&mut Reader::new(&encode_xml(&document, &WriteOptions::default()))).unwrap();
    }
    builder.build().unwrap()
}

#[inline]
fn length(value: Value<'_>) -> u64 {
    value.as_text().unwrap_or_default().len() as u64
}

/// Looks at every name and value.
fn read<R: EventReader>(reader: &mut R) -> u64 {
    let mut sum = 0;
    loop {
        match reader.read_event().unwrap() {
            Event::StartElement(element) => {
                let name = element.name();
                sum += 1 + name.namespace().len() as u64 + name.local().len() as u64;
                for attribute in element.attributes() {
                    sum += attribute.name.local().len() as u64 + length(attribute.value);
                }
            }
            Event::EndElement(name) => sum += name.local().len() as u64,
            Event::Characters(value) => sum += length(value),
            Event::EndDocument => return sum,
            _ => {}
        }
    }
}

/// Does with what it is handed what [`read`] does with events.
#[derive(Default)]
struct Sum(u64);

impl Handler for Sum {
    type Error = Error;

    #[inline]
    fn start_element(&mut self, element: StartElement<'_>) -> Result<(), Error> {
        let name = element.name();
        self.0 += 1 + name.namespace().len() as u64 + name.local().len() as u64;
        for attribute in element.attributes() {
            self.0 += attribute.name.local().len() as u64 + length(attribute.value);
        }
        Ok(())
    }

    #[inline]
    fn end_element(&mut self, name: Name<'_>) -> Result<(), Error> {
        self.0 += name.local().len() as u64;
        Ok(())
    }

    #[inline]
    fn characters(&mut self, value: Value<'_>) -> Result<(), Error> {
        self.0 += length(value);
        Ok(())
    }
}

pub fn push_decoder<'a>(bytes: &'a [u8], options: &ReadOptions) -> impl FnMut() -> u64 + 'a {
    let mut decode = any_push_decoder(options);
    move || decode(bytes)
}

/// The same for bytes that are not there yet.
pub fn any_push_decoder(options: &ReadOptions) -> impl FnMut(&[u8]) -> u64 + use<> {
    let mut spare = Some(Decoder::new(options));
    move |bytes| {
        let mut reader = spare.take().unwrap().reader(bytes);
        let mut sum = Sum::default();
        push(&mut reader, &mut sum).unwrap();
        spare = Some(reader.into_decoder());
        sum.0
    }
}

pub fn decoder<'a>(bytes: &'a [u8], options: &ReadOptions) -> impl FnMut() -> u64 + 'a {
    let mut spare = Some(Decoder::new(options));
    move || {
        let mut reader = spare.take().unwrap().reader(bytes);
        let sum = read(&mut reader);
        spare = Some(reader.into_decoder());
        sum
    }
}

pub fn stream_decoder<'a>(bytes: &'a [u8], options: &ReadOptions) -> impl FnMut() -> u64 + 'a {
    let options = options.clone();
    move || read(&mut StreamReader::with_options(bytes, &options))
}

/// An event for a writer.
pub enum Recorded {
    Namespace(String, String),
    Start(String),
    Attribute(String, String),
    Characters(String),
    End,
}

/// Encodes recorded events.
pub fn encoder(bytes: &[u8], read: &ReadOptions, options: &WriteOptions) -> impl FnMut() -> u64 + use<> {
    let events = record(bytes, read);
    let mut writer = Writer::with_options(options).unwrap();
    let info = DocumentInfo::default();
    move || write(&events, &info, &mut writer).len() as u64
}

/// Encodes events; the bytes stay in the writer.
#[inline]
pub fn write<'w>(events: &[Recorded], info: &DocumentInfo, writer: &'w mut Writer) -> &'w [u8] {
    writer.clear();
    writer.start_document(info).unwrap();
    for event in events {
        match event {
            Recorded::Namespace(prefix, uri) => writer.namespace(prefix, uri),
            Recorded::Start(name) => writer.start_element(name),
            Recorded::Attribute(name, value) => writer.attribute(name, value),
            Recorded::Characters(text) => writer.characters(text),
            Recorded::End => writer.end_element(),
        }
        .unwrap();
    }
    writer.end_document().unwrap();
    writer.bytes()
}

/// The elements, attributes and text of a document.
pub fn record(bytes: &[u8], options: &ReadOptions) -> Vec<Recorded> {
    let qname = |name: fastinfoset::Name<'_>| match name.prefix() {
        "" => name.local().to_owned(),
        prefix => format!("{prefix}:{}", name.local()),
    };
    let mut events = Vec::new();
    let mut reader = Reader::with_options(bytes, options);
    loop {
        match reader.read_event().unwrap() {
            Event::StartElement(element) => {
                let namespaces = element.namespaces();
                events.extend(namespaces.map(|n| Recorded::Namespace(n.prefix.to_owned(), n.uri.to_owned())));
                events.push(Recorded::Start(qname(element.name())));
                for attribute in element.attributes() {
                    let value = attribute.value.as_text().unwrap().to_owned();
                    events.push(Recorded::Attribute(qname(attribute.name), value));
                }
            }
            Event::EndElement(_) => events.push(Recorded::End),
            Event::Characters(value) => events.push(Recorded::Characters(value.as_text().unwrap().to_owned())),
            Event::EndDocument => return events,
            _ => {}
        }
    }
}
