//! fastinfoset: <https://docs.rs/fastinfoset>, ITU-T X.891 by events, pushed, as a tree, and written from both.
//!
//! README.md says what was chosen and why.

use fastinfoset::tree::{Node, NodeKind, Tree as Document};
use fastinfoset::{
    Algorithms, Decoder as Memory, DocumentInfo, Error, ErrorKind, Event, Handler, Name, ReadOptions, Reader,
    StartElement, Value as Content, WriteOptions, Writer, push,
};
use wirecost_codec_protocol::value::infoset::{self, Infoset, Sink};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{
    CandidateError, Case, Decoder, Encoder, EventDecoder, Filter, OperationKind, Prepared, codec, decode_events,
    encode, filter, not_offered,
};

use crate::gzip::Gzip;

/// By events that are pulled.
pub fn pull(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Pull::new(ReadOptions::default())),
        OperationKind::Encode => encode(case, Write::new(&WriteOptions::default())?),
        OperationKind::RoundTrip => filter(case, Copy::default()),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

/// By events that are pushed.
pub fn push_events(case: Case) -> Prepared {
    decode_events(case, Push::default())
}

/// As a tree.
pub fn tree(case: Case) -> Prepared {
    codec(case, Tree::default())
}

/// Under gzip.
pub fn gzip(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Gzip::new(Pull::new(ReadOptions::default()))),
        OperationKind::Encode => encode(case, Gzip::new(Write::new(&WriteOptions::default())?)),
        _ => Err(not_offered(&case)),
    }
}

/// Pull events to a sink.
#[derive(Default)]
pub struct Pull {
    options: ReadOptions,
    memory: Option<Memory>,
}

impl Pull {
    /// A reader with these options.
    pub fn new(options: ReadOptions) -> Self {
        Self { options, memory: None }
    }
}

impl EventDecoder for Pull {
    type Error = Error;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Error> {
        let memory = self.memory.take().unwrap_or_else(|| Memory::new(&self.options));
        let mut reader = memory.reader(bytes);
        loop {
            match reader.read_event()? {
                Event::StartElement(element) => start(element, sink)?,
                Event::EndElement(_) => sink.end(),
                Event::Characters(value) => with_text(value, |text| sink.text(text))?,
                Event::Comment(value) => with_text(value, |text| sink.comment(text))?,
                Event::ProcessingInstruction { target, data } => {
                    with_text(data, |data| sink.instruction(target, data))?;
                }
                Event::EntityReference { .. } => return Err(entity()),
                Event::EndDocument => break,
                _ => {}
            }
        }
        self.memory = Some(reader.into_decoder());
        Ok(())
    }
}

#[inline(always)]
fn start<S: Sink>(element: StartElement<'_>, sink: &mut S) -> Result<(), Error> {
    let name = element.name();
    sink.start(present(name.namespace()), name.local());
    for attribute in element.attributes() {
        let name = attribute.name;
        with_text(attribute.value, |text| sink.attribute(present(name.namespace()), name.local(), text))?;
    }
    Ok(())
}

#[inline(always)]
fn present(namespace: &str) -> Option<&str> {
    (!namespace.is_empty()).then_some(namespace)
}

/// Hands over the characters of a value; those of an encoding algorithm are made first.
#[inline(always)]
fn with_text(value: Content<'_>, tell: impl FnOnce(&str)) -> Result<(), Error> {
    match value {
        Content::Text(text) => tell(text),
        encoded => {
            let mut text = String::new();
            encoded.write_text(&Algorithms::default(), &mut text)?;
            tell(&text);
        }
    }
    Ok(())
}

#[cold]
fn entity() -> Error {
    Error::new(ErrorKind::NotRepresentable { what: "an unexpanded entity reference, in the events of a message" })
}

/// What a reader reads, its writer writes.
#[derive(Default)]
struct Copy {
    memory: Option<Memory>,
    writer: Writer,
}

impl Filter for Copy {
    type Error = Error;

    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let mut reader = self.memory.take().unwrap_or_default().reader(bytes);
        self.writer.clear();
        self.writer.copy(&mut reader)?;
        self.memory = Some(reader.into_decoder());
        out.extend_from_slice(self.writer.bytes());
        Ok(())
    }
}

/// The same document pushed to a handler.
#[derive(Default)]
struct Push {
    memory: Option<Memory>,
}

/// Passes on what it is handed.
struct Tell<'s, S>(&'s mut S);

impl<S: Sink> Handler for Tell<'_, S> {
    type Error = Error;

    #[inline(always)]
    fn start_element(&mut self, element: StartElement<'_>) -> Result<(), Error> {
        start(element, self.0)
    }

    #[inline(always)]
    fn end_element(&mut self, _: Name<'_>) -> Result<(), Error> {
        self.0.end();
        Ok(())
    }

    #[inline(always)]
    fn characters(&mut self, value: Content<'_>) -> Result<(), Error> {
        with_text(value, |text| self.0.text(text))
    }

    fn comment(&mut self, value: Content<'_>) -> Result<(), Error> {
        with_text(value, |text| self.0.comment(text))
    }

    fn processing_instruction(&mut self, target: &str, data: Content<'_>) -> Result<(), Error> {
        with_text(data, |data| self.0.instruction(target, data))
    }

    fn entity_reference(&mut self, _: &str, _: Option<&str>, _: Option<&str>) -> Result<(), Error> {
        Err(entity())
    }
}

impl EventDecoder for Push {
    type Error = Error;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Error> {
        let mut reader = self.memory.take().unwrap_or_default().reader(bytes);
        push(&mut reader, &mut Tell(sink))?;
        self.memory = Some(reader.into_decoder());
        Ok(())
    }
}

#[derive(Default)]
struct Tree {
    memory: Option<Memory>,
    writer: Writer,
}

impl Decoder for Tree {
    type Output<'a> = Document;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<Document, Error> {
        let mut reader = self.memory.take().unwrap_or_default().reader(bytes);
        let document = Document::read(&mut reader)?;
        self.memory = Some(reader.into_decoder());
        Ok(document)
    }

    fn value(output: &Document) -> Result<Value, ConvertError> {
        let mut infoset = Infoset::default();
        output.document().children().try_for_each(|node| tell(node, &mut infoset)).map_err(convert)?;
        to_value(&infoset)
    }
}

fn tell(node: Node<'_>, sink: &mut Infoset) -> Result<(), Error> {
    match node.kind() {
        NodeKind::Element(name) => {
            sink.start(present(name.namespace), name.local);
            for attribute in node.attributes() {
                let name = attribute.name;
                with_text(attribute.value, |text| sink.attribute(present(name.namespace), name.local, text))?;
            }
            node.children().try_for_each(|child| tell(child, sink))?;
            sink.end();
            Ok(())
        }
        NodeKind::Characters(value) => with_text(value, |text| sink.text(text)),
        NodeKind::Comment(value) => with_text(value, |text| sink.comment(text)),
        NodeKind::ProcessingInstruction { target, data } => with_text(data, |data| sink.instruction(target, data)),
        NodeKind::EntityReference { .. } => Err(entity()),
        _ => Ok(()),
    }
}

fn convert(error: Error) -> ConvertError {
    serde::ser::Error::custom(error)
}

/// A writer of events.
pub struct Write {
    writer: Writer,
    name: String,
}

impl Write {
    /// A writer with these options.
    ///
    /// # Errors
    /// If the external vocabulary is not among the known ones.
    pub fn new(options: &WriteOptions) -> Result<Self, CandidateError> {
        let failed = |error: Error| CandidateError::Failed(error.to_string());
        Ok(Self { writer: Writer::with_options(options).map_err(failed)?, name: String::new() })
    }
}

impl Encoder for Write {
    type Input = Infoset;
    type Error = Error;

    fn input(&self, value: Value) -> Result<Infoset, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &Infoset, out: &mut Vec<u8>) -> Result<(), Error> {
        self.writer.clear();
        write(input, &mut self.writer, &mut self.name)?;
        out.extend_from_slice(self.writer.bytes());
        Ok(())
    }
}

fn write(input: &Infoset, writer: &mut Writer, name: &mut String) -> Result<(), Error> {
    writer.start_document(&DocumentInfo::default())?;
    for event in &input.events {
        match event {
            infoset::Event::Start(start) => {
                for declaration in &start.declarations {
                    writer.namespace(declaration.prefix.as_deref().unwrap_or_default(), &declaration.namespace)?;
                }
                writer.start_element(qualified(start.prefix.as_deref(), &start.name, name))?;
                for attribute in &start.attributes {
                    let name = qualified(attribute.prefix.as_deref(), &attribute.name, name);
                    writer.attribute(name, &attribute.value)?;
                }
            }
            infoset::Event::End => writer.end_element()?,
            infoset::Event::Text(text) => writer.characters(text)?,
            infoset::Event::Comment(text) => writer.comment(text)?,
            infoset::Event::Instruction { target, data } => writer.processing_instruction(target, data)?,
        }
    }
    writer.end_document()
}

/// A name as the writer takes it.
fn qualified<'n>(prefix: Option<&str>, local: &'n str, scratch: &'n mut String) -> &'n str {
    let Some(prefix) = prefix else { return local };
    scratch.clear();
    scratch.push_str(prefix);
    scratch.push(':');
    scratch.push_str(local);
    scratch
}

impl Encoder for Tree {
    type Input = Document;
    type Error = Error;

    fn input(&self, value: Value) -> Result<Document, ConvertError> {
        let mut writer = Writer::new();
        write(&from_value(value)?, &mut writer, &mut String::new()).map_err(convert)?;
        Document::read(&mut Reader::new(writer.bytes())).map_err(convert)
    }

    fn encode(&mut self, input: &Document, out: &mut Vec<u8>) -> Result<(), Error> {
        self.writer.clear();
        input.write(&mut self.writer)?;
        out.extend_from_slice(self.writer.bytes());
        Ok(())
    }
}
