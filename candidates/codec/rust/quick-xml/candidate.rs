//! quick-xml as events: `NsReader` to read, `Writer` to write. <https://docs.rs/quick-xml>
//!
//! README.md says what was chosen and why.

use std::borrow::Cow;

use quick_xml::events::{BytesEnd, BytesPI, BytesStart, BytesText, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use quick_xml::{Writer, XmlVersion};
use wirecost_codec_protocol::value::infoset::{self, Infoset, Sink};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value};
use wirecost_codec_protocol::{
    Case, Encoder, EventDecoder, Filter, OperationKind, Prepared, decode_events, encode, filter, not_offered,
};

use crate::gzip::Gzip;

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Pull),
        OperationKind::Encode => encode(case, Write),
        OperationKind::RoundTrip => filter(case, Copy),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

/// The same under gzip.
pub fn gzip(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Gzip::new(Pull)),
        OperationKind::Encode => encode(case, Gzip::new(Write)),
        _ => Err(not_offered(&case)),
    }
}

/// Reads events.
pub struct Pull;

/// The reader's own errors, and what it leaves to its user to check.
pub type Error = Box<dyn std::error::Error>;

fn namespace<'a>(result: ResolveResult<'a>) -> Result<Option<&'a str>, Error> {
    match result {
        ResolveResult::Bound(namespace) => Ok(Some(namespace.0)),
        ResolveResult::Unbound => Ok(None),
        ResolveResult::Unknown(prefix) => Err(format!("prefix {prefix:?} is not declared").into()),
    }
}

fn start<S: Sink>(reader: &NsReader<&[u8]>, start: &BytesStart<'_>, sink: &mut S) -> Result<(), Error> {
    let (result, name) = reader.resolver().resolve_element(start.name());
    sink.start(namespace(result)?, name.into_inner());
    for attribute in start.attributes() {
        let attribute = attribute?;
        if attribute.key.as_namespace_binding().is_some() {
            continue;
        }
        let (result, name) = reader.resolver().resolve_attribute(attribute.key);
        let value = attribute.normalized_value(XmlVersion::Implicit1_0)?;
        sink.attribute(namespace(result)?, name.into_inner(), &value);
    }
    Ok(())
}

impl EventDecoder for Pull {
    type Error = Error;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Error> {
        let mut reader = NsReader::from_str(std::str::from_utf8(bytes)?);
        let mut depth = 0usize;
        loop {
            match reader.read_event()? {
                Event::Start(event) => {
                    start(&reader, &event, sink)?;
                    depth += 1;
                }
                Event::Empty(event) => {
                    start(&reader, &event, sink)?;
                    sink.end();
                }
                Event::End(_) => {
                    sink.end();
                    depth -= 1;
                }
                // White space around the root element is no part of the infoset.
                Event::Text(_) if depth == 0 => {}
                Event::Text(text) => sink.text(&text.xml10_content()),
                Event::CData(text) => sink.text(&text.xml10_content()),
                Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
                    Some(character) => sink.text(character.encode_utf8(&mut [0; 4])),
                    None => match quick_xml::escape::resolve_predefined_entity(&reference) {
                        Some(text) => sink.text(text),
                        None => return Err(format!("entity {:?} is not declared", &*reference).into()),
                    },
                },
                Event::Comment(text) => sink.comment(&text.xml10_content()),
                Event::PI(instruction) => {
                    sink.instruction(instruction.target(), instruction.content().trim_start());
                }
                Event::Decl(_) | Event::DocType(_) => {}
                Event::Eof if depth == 0 => return Ok(()),
                Event::Eof => return Err("the document ends within an element".into()),
            }
        }
    }
}

/// What the reader reads, the writer writes.
struct Copy;

impl Filter for Copy {
    type Error = Error;

    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let mut reader = NsReader::from_str(std::str::from_utf8(bytes)?);
        let mut writer = Writer::new(out);
        let mut depth = 0usize;
        loop {
            let event = reader.read_event()?;
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof if depth == 0 => return Ok(()),
                Event::Eof => return Err("the document ends within an element".into()),
                _ => {}
            }
            writer.write_event(event)?;
        }
    }
}

/// Writes events.
pub struct Write;

impl Encoder for Write {
    type Input = Infoset;
    type Error = std::io::Error;

    fn input(&self, value: Value) -> Result<Infoset, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Infoset, out: &mut Vec<u8>) -> Result<(), std::io::Error> {
        let mut writer = Writer::new(out);
        let mut open: Vec<Cow<'_, str>> = Vec::new();
        for event in &input.events {
            match event {
                infoset::Event::Start(start) => {
                    let name = qualified(start.prefix.as_deref(), &start.name);
                    writer.write_event(Event::Start(start_tag(&name, start)))?;
                    open.push(name);
                }
                infoset::Event::End => {
                    let name = open.pop().unwrap_or_default();
                    writer.write_event(Event::End(BytesEnd::new(name)))?;
                }
                infoset::Event::Text(text) => writer.write_event(Event::Text(BytesText::new(text)))?,
                infoset::Event::Comment(text) => {
                    writer.write_event(Event::Comment(BytesText::from_escaped(text.as_str())))?;
                }
                infoset::Event::Instruction { target, data } => {
                    writer.write_event(Event::PI(BytesPI::new(format!("{target} {data}"))))?;
                }
            }
        }
        Ok(())
    }
}

fn qualified<'a>(prefix: Option<&str>, name: &'a str) -> Cow<'a, str> {
    prefix.map_or(Cow::Borrowed(name), |prefix| Cow::Owned(format!("{prefix}:{name}")))
}

fn start_tag<'a>(name: &'a str, start: &'a infoset::Start) -> BytesStart<'a> {
    let mut tag = BytesStart::new(name);
    for declaration in &start.declarations {
        match &declaration.prefix {
            Some(prefix) => tag.push_attribute((&*format!("xmlns:{prefix}"), declaration.namespace.as_str())),
            None => tag.push_attribute(("xmlns", declaration.namespace.as_str())),
        }
    }
    for attribute in &start.attributes {
        let name = qualified(attribute.prefix.as_deref(), &attribute.name);
        tag.push_attribute((&*name, attribute.value.as_str()));
    }
    tag
}
