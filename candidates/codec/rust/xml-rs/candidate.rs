//! xml, formerly xml-rs: <https://docs.rs/xml>. A pull parser and a writer of events.
//!
//! README.md says what was chosen and why.

use wirecost_codec_protocol::value::infoset::{self, Infoset, Sink};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value};
use wirecost_codec_protocol::{
    Case, Encoder, EventDecoder, Filter, OperationKind, Prepared, decode_events, encode, filter, not_offered,
};
use xml::name::Name;
use xml::reader::{EventReader, ParserConfig, XmlEvent};
use xml::writer::{EmitterConfig, EventWriter, XmlEvent as Written};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Pull),
        OperationKind::Encode => encode(case, Write),
        OperationKind::RoundTrip => filter(case, Copy),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

fn reader(bytes: &[u8]) -> EventReader<&[u8]> {
    EventReader::new_with_config(bytes, ParserConfig::new().ignore_comments(false).cdata_to_characters(true))
}

fn writer(out: &mut Vec<u8>) -> EventWriter<&mut Vec<u8>> {
    let config = EmitterConfig::new().write_document_declaration(false).perform_indent(false).autopad_comments(false);
    config.create_writer(out)
}

/// What the reader reads, the writer writes.
struct Copy;

impl Filter for Copy {
    type Error = Box<dyn std::error::Error>;

    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Self::Error> {
        let (mut reader, mut writer) = (reader(bytes), writer(out));
        loop {
            let event = reader.next()?;
            match event.as_writer_event() {
                Some(Written::StartDocument { .. }) => {}
                Some(event) => writer.write(event)?,
                None => return Ok(()),
            }
        }
    }
}

struct Pull;

impl EventDecoder for Pull {
    type Error = xml::reader::Error;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), xml::reader::Error> {
        let mut reader = reader(bytes);
        loop {
            match reader.next()? {
                XmlEvent::StartElement { name, attributes, .. } => {
                    sink.start(name.namespace.as_deref(), &name.local_name);
                    for attribute in &attributes {
                        let name = &attribute.name;
                        sink.attribute(name.namespace.as_deref(), &name.local_name, &attribute.value);
                    }
                }
                XmlEvent::EndElement { .. } => sink.end(),
                XmlEvent::Characters(text) | XmlEvent::CData(text) | XmlEvent::Whitespace(text) => sink.text(&text),
                XmlEvent::Comment(text) => sink.comment(&text),
                XmlEvent::ProcessingInstruction { name, data } => {
                    sink.instruction(&name, data.as_deref().unwrap_or_default());
                }
                XmlEvent::StartDocument { .. } | XmlEvent::Doctype { .. } => {}
                XmlEvent::EndDocument => return Ok(()),
            }
        }
    }
}

struct Write;

impl Encoder for Write {
    type Input = Infoset;
    type Error = xml::writer::Error;

    fn input(&self, value: Value) -> Result<Infoset, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Infoset, out: &mut Vec<u8>) -> Result<(), xml::writer::Error> {
        let mut writer = writer(out);
        let mut depth = 0usize;
        for event in &input.events {
            match event {
                infoset::Event::Start(start) => {
                    depth += 1;
                    let mut tag = Written::start_element(name(&start.name, start.prefix.as_deref()));
                    for declaration in &start.declarations {
                        tag = match &declaration.prefix {
                            Some(prefix) => tag.ns(prefix.as_str(), declaration.namespace.as_str()),
                            None => tag.default_ns(declaration.namespace.as_str()),
                        };
                    }
                    for attribute in &start.attributes {
                        tag = tag.attr(name(&attribute.name, attribute.prefix.as_deref()), &attribute.value);
                    }
                    writer.write(tag)?;
                }
                infoset::Event::End => {
                    depth = depth.saturating_sub(1);
                    writer.write(Written::end_element())?;
                }
                // White space around the root element is no part of the infoset.
                infoset::Event::Text(_) if depth == 0 => {}
                infoset::Event::Text(text) => writer.write(Written::characters(text))?,
                infoset::Event::Comment(text) => writer.write(Written::comment(text))?,
                infoset::Event::Instruction { target, data } => {
                    let data = Some(data.as_str()).filter(|data| !data.is_empty());
                    writer.write(Written::processing_instruction(target, data))?;
                }
            }
        }
        Ok(())
    }
}

fn name<'a>(local: &'a str, prefix: Option<&'a str>) -> Name<'a> {
    prefix.map_or_else(|| Name::local(local), |prefix| Name::prefixed(local, prefix))
}
