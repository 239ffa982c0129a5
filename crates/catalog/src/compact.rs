//! A message of the user's in little memory: to be written in formats, not to be measured.
//!
//! A [`Message`](crate::Message) holds what measuring needs, in many times its size. This holds the file, and what it means as
//! a tape or as Fast Infoset, which are read in place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use fastinfoset::{
    Algorithms, DocumentInfo, ErrorKind, Event, LimitKind, Limits, Output, ReadOptions, Reader, WriteOptions, Writer,
};
use wirecost_value::infoset::is_whitespace;
use wirecost_value::tape::TapeBuilder;
use wirecost_value::{ConvertError, MAX_DEPTH, Position, Tape, json, mapping};

use crate::file::{self, FileError, FileFormat, FilePlace, Held, Reading};
use crate::input::{MAX_BYTES, read_file};
use crate::message::as_xml;
use crate::{Lack, PlanError};

/// The stack of a thread that writes a tree, which recurses once a level.
pub const STACK: usize = 32 << 20;

/// A message as its file and its meaning.
#[derive(Debug)]
pub struct Compact {
    /// The length of the file.
    pub bytes: usize,
    /// The data tree, or why there is none.
    pub tree: Result<Tape, Lack>,
    /// The XML document that it is, and the same as Fast Infoset; none for a data tree.
    document: Option<(Vec<u8>, Vec<u8>)>,
}

impl Compact {
    /// Whether the file is an XML document, and not a data tree.
    pub fn is_document(&self) -> bool {
        self.document.is_some()
    }

    /// Reads a file of the user's, as [`Message::from_file`](crate::Message::from_file) does.
    ///
    /// # Errors
    /// If it cannot be read, is larger than [`MAX_BYTES`], or is broken, with file and place.
    pub fn from_file(path: &Path) -> Result<Self, PlanError> {
        let bytes = read_file(path)?;
        Self::read(bytes, FileFormat::of(path)).map_err(|error| error.of(&path.display().to_string()))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are broken, with the place.
    pub fn read(bytes: Vec<u8>, format: FileFormat) -> Result<Self, FileError> {
        let inner = match file::unpacked(&bytes)? {
            Cow::Owned(inner) => Some(inner),
            Cow::Borrowed(_) => None,
        };
        let bytes = inner.unwrap_or(bytes);
        let length = bytes.len();
        if fastinfoset::is_fast_infoset(&bytes) {
            let text = as_xml(&bytes).map_err(|error| FileError::whole(error.to_string()))?;
            return Self::of_xml(text, length).map_err(|error| FileError::whole(format!("as XML: {}", error.reason)));
        }
        let format = format.by_content(&bytes);
        if format == FileFormat::Text {
            file::not_wide(&bytes)?;
        }
        let unmarked = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        let tree = match (format, unmarked.trim_ascii_start().first()) {
            (FileFormat::Text, Some(b'<')) => return Self::of_xml(bytes, length),
            (FileFormat::Text, Some(_)) => json::read_tape(&bytes)
                .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason })?,
            _ => match file::read(&bytes, format, &Reading::default())? {
                Held::Values(mut values) => {
                    Tape::of(values.values.remove(0)).map_err(|error| FileError::whole(error.to_string()))?
                }
                // As bytes it is one that is no text.
                Held::Document(document) => return Self::of_xml(document.into_owned(), length),
            },
        };
        Ok(Self { bytes: length, tree: Ok(tree), document: None })
    }

    fn of_xml(bytes: Vec<u8>, length: usize) -> Result<Self, FileError> {
        let infoset = to_infoset(&bytes)?;
        let tree = tree(&infoset).map_err(|(reason, event)| {
            // Texts come after everything else.
            Lack::new(format_args!("{reason} at line {}", line_of(&bytes, event)))
        });
        Ok(Self { bytes: length, tree, document: Some((bytes, infoset)) })
    }

    /// Writes the document, or the document that stands for the tree.
    ///
    /// # Errors
    /// If the tree has none, or the writer fails.
    pub fn write_xml(&self, out: &mut impl Write) -> Result<(), ConvertError> {
        match (&self.document, &self.tree) {
            (Some((text, _)), _) => out.write_all(text).map_err(ConvertError::new),
            (None, Ok(tree)) => tree.write_xml("message", out),
            (None, Err(reason)) => Err(ConvertError::new(reason)),
        }
    }

    /// Writes the document as Fast Infoset; the writer's options say in which setting.
    ///
    /// # Errors
    /// If there is no document, or the writer fails.
    pub fn write_infoset<O: Output>(&self, writer: &mut Writer<O>) -> Result<(), ConvertError> {
        if let Some((_, infoset)) = &self.document {
            return copy(infoset, writer).map_err(ConvertError::new);
        }
        // The text is made on one side of a pipe while it is read on the other: it is never there as a whole.
        let (read, write) = std::io::pipe().map_err(ConvertError::new)?;
        std::thread::scope(|scope| {
            let work = move || {
                let mut out = std::io::BufWriter::with_capacity(1 << 16, Pipe { write, broken: false });
                let written = self.write_xml(&mut out).and_then(|()| out.flush().map_err(ConvertError::new));
                (written, out.get_ref().broken)
            };
            let writing =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(ConvertError::new)?;
            // The leaves of a tree are elements too.
            let read = fastinfoset::xml::from_xml(read, &xml_limits(MAX_DEPTH + 1), writer).map_err(ConvertError::new);
            // What keeps the tree from being a document says more than how that reads.
            match writing.join() {
                Ok((Err(reason), false)) => Err(reason),
                _ => read,
            }
        })
    }
}

/// The writing end of a pipe, which remembers that the reader has gone.
struct Pipe {
    write: std::io::PipeWriter,
    broken: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.write.write(bytes).inspect_err(|error| self.broken |= error.kind() == std::io::ErrorKind::BrokenPipe)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.write.flush()
    }
}

/// Limits of what is no larger than a message, with this many levels.
fn xml_limits(max_depth: usize) -> Limits {
    let all = u32::try_from(2 * MAX_BYTES).unwrap_or(u32::MAX);
    Limits { max_depth: max_depth as u32, max_event_bytes: all, ..Limits::default() }
}

/// Limits for what was written here and is no larger than the file.
fn own_limits() -> ReadOptions {
    let limits = Limits {
        max_depth: MAX_DEPTH as u32 + 1,
        max_table_bytes: u64::MAX,
        max_string_bytes: u32::MAX,
        max_event_bytes: u32::MAX,
        max_name_bytes: u32::MAX,
        max_attributes: u32::MAX,
        max_namespaces: u32::MAX,
        max_expansion_bytes: u64::MAX,
        ..Limits::default()
    };
    ReadOptions { limits, ..ReadOptions::default() }
}

/// An XML document as Fast Infoset, without its XML declaration.
fn to_infoset(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let at = |offset: usize, reason: String| FileError { place: FilePlace::Text(Position::at(bytes, offset)), reason };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let reason = "not UTF-8; wirecost reads XML in UTF-8 only (convert it with: iconv -t UTF-8)";
        at(error.valid_up_to(), reason.into())
    })?;
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let declared = body.starts_with("<?xml") && body[5..].starts_with([' ', '\t', '\r', '\n']);
    let body = if declared { body.split_once("?>").map_or(body, |(_, rest)| rest) } else { body };
    let skipped = text.len() - body.len();
    wirecost_value::xml::check(text)
        .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason })?;
    // It is read here only, by [`own_limits`].
    let options = WriteOptions { max_table_bytes: u64::MAX, ..WriteOptions::default() };
    let mut writer = Writer::with_options(&options).map_err(|e| FileError::whole(e.to_string()))?;
    fastinfoset::xml::from_xml(body.as_bytes(), &xml_limits(MAX_DEPTH), &mut writer).map_err(|error| {
        let offset = skipped + error.offset().map_or(0, |offset| usize::try_from(offset).unwrap_or(0));
        let reason = match error.kind() {
            ErrorKind::Limit { kind: LimitKind::Depth, .. } => format!("nested deeper than {MAX_DEPTH} levels"),
            ErrorKind::Xml { message } => message.clone(),
            kind => kind.to_string(),
        };
        at(offset, reason)
    })?;
    if let Some(offset) = body.find("<!DOCTYPE") {
        let mut reader = Reader::with_options(writer.bytes(), &own_limits());
        loop {
            match reader.read_event() {
                Ok(Event::StartDocumentType { .. }) => {
                    let reason = "a document type declaration, which wirecost does not measure; remove it (xmllint \
                                  --noent --dropdtd FILE)";
                    return Err(at(skipped + offset, reason.into()));
                }
                Ok(Event::StartElement(_) | Event::EndDocument) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
    Ok(writer.bytes().to_vec())
}

/// Writes a document anew. A declaration that says what holds already is left out, as readers of infosets do.
fn copy<O: Output>(infoset: &[u8], writer: &mut Writer<O>) -> fastinfoset::Result<()> {
    let mut reader = Reader::with_options(infoset, &own_limits());
    // What prefixes stand for: of each element that is open, what it changed.
    let mut scope: Vec<(String, String)> = Vec::new();
    let mut marks: Vec<usize> = Vec::new();
    let (mut name, mut text) = (String::new(), String::new());
    writer.start_document(&DocumentInfo::default())?;
    loop {
        match reader.read_event()? {
            Event::StartElement(element) => {
                marks.push(scope.len());
                for namespace in element.namespaces() {
                    let held = scope.iter().rev().find(|(prefix, _)| prefix == namespace.prefix);
                    if held.map_or("", |(_, uri)| uri) != namespace.uri {
                        writer.namespace(namespace.prefix, namespace.uri)?;
                        scope.push((namespace.prefix.to_owned(), namespace.uri.to_owned()));
                    }
                }
                writer.start_element(qualified(&element.name(), &mut name))?;
                for attribute in element.attributes() {
                    plain(attribute.value, &mut text)?;
                    writer.attribute(qualified(&attribute.name, &mut name), &text)?;
                }
            }
            Event::EndElement(_) => {
                scope.truncate(marks.pop().unwrap_or(0));
                writer.end_element()?;
            }
            Event::Characters(value) => {
                plain(value, &mut text)?;
                writer.characters(&text)?;
            }
            Event::Comment(value) => {
                plain(value, &mut text)?;
                writer.comment(&text)?;
            }
            Event::ProcessingInstruction { target, data } => {
                plain(data, &mut text)?;
                writer.processing_instruction(target, &text)?;
            }
            Event::EndDocument => return writer.end_document(),
            _ => {}
        }
    }
}

fn plain(value: fastinfoset::Value<'_>, text: &mut String) -> fastinfoset::Result<()> {
    text.clear();
    value.write_text(&Algorithms::default(), text)
}

fn qualified<'n>(name: &fastinfoset::Name<'_>, scratch: &'n mut String) -> &'n str {
    scratch.clear();
    if !name.prefix().is_empty() {
        scratch.push_str(name.prefix());
        scratch.push(':');
    }
    scratch.push_str(name.local());
    scratch
}

/// An element that is open while its tree is made.
struct Open {
    /// The type that it describes.
    kind: Option<String>,
    text: String,
    /// What it has become with its first child element, or by its type.
    children: Option<Children>,
    /// The number of the event that began it.
    event: usize,
}

enum Children {
    Map(HashSet<String>),
    Sequence,
}

/// The data tree of a document by [`mapping`]; else what has none, with the number of the event before or at it.
fn tree(infoset: &[u8]) -> Result<Tape, (String, usize)> {
    let mut reader = Reader::with_options(infoset, &own_limits());
    let mut tape = TapeBuilder::default();
    let mut open: Vec<Open> = Vec::new();
    let mut scratch = String::new();
    // Tags, comments and instructions so far: by their number a line is found again.
    let mut events = 0;
    loop {
        let read = reader.read_event().map_err(|error| (error.to_string(), events))?;
        match read {
            Event::StartElement(element) => {
                begin(&element, &mut open, &mut tape, events)?;
                events += 1;
            }
            Event::EndElement(_) => {
                let Some(element) = open.pop() else { continue };
                end(element, &mut tape, events)?;
                events += 1;
            }
            Event::Characters(value) => {
                plain(value, &mut scratch).map_err(|error| (error.to_string(), events))?;
                let Some(element) = open.last_mut() else { continue };
                match element.children {
                    Some(_) if !is_whitespace(&scratch) => return Err(("mixed content".into(), events)),
                    Some(_) => {}
                    None => element.text.push_str(&scratch),
                }
            }
            Event::Comment(_) => return Err(("a comment".into(), events)),
            Event::ProcessingInstruction { .. } => return Err(("a processing instruction".into(), events)),
            Event::EndDocument => return Ok(tape.finish()),
            _ => {}
        }
    }
}

fn begin(
    element: &fastinfoset::StartElement<'_>,
    open: &mut Vec<Open>,
    tape: &mut TapeBuilder,
    event: usize,
) -> Result<(), (String, usize)> {
    let here = |reason: String| (reason, event);
    let written = |error: ConvertError| (error.to_string(), event);
    let name = element.name();
    let key = name.local();
    if let Some(parent) = open.last_mut() {
        if parent.children.is_none() {
            if !is_whitespace(&parent.text) || parent.kind.as_deref().is_some_and(|kind| kind != "map") {
                return Err(here("mixed content".into()));
            }
            tape.map().map_err(written)?;
            parent.children = Some(Children::Map(HashSet::new()));
            parent.text.clear();
        }
        match &mut parent.children {
            Some(Children::Map(seen)) => {
                if !seen.insert(key.to_owned()) {
                    return Err(here(format!("element {key:?} twice in one parent")));
                }
                tape.key(key).map_err(written)?;
            }
            _ if key != "item" => return Err(here(format!("element {key:?} in a sequence"))),
            _ => {}
        }
    }
    if !name.namespace().is_empty() {
        return Err(here(format!("a namespace on element {key:?}")));
    }
    let mut kind = None;
    for attribute in element.attributes() {
        let mut text = String::new();
        plain(attribute.value, &mut text).map_err(|error| here(error.to_string()))?;
        if attribute.name.is(mapping::NAMESPACE, "type") {
            kind = Some(text)
        } else {
            return Err(here(format!("attribute {:?}", attribute.name.local())));
        }
    }
    let children = match kind.as_deref() {
        Some("sequence") => {
            tape.sequence().map_err(written)?;
            Some(Children::Sequence)
        }
        Some("map") => {
            tape.map().map_err(written)?;
            Some(Children::Map(HashSet::new()))
        }
        _ => None,
    };
    open.push(Open { kind, text: String::new(), children, event });
    Ok(())
}

fn end(element: Open, tape: &mut TapeBuilder, event: usize) -> Result<(), (String, usize)> {
    let Open { kind, text, children, event: began } = element;
    let written = |error: ConvertError| (error.to_string(), event);
    match (children, kind.as_deref()) {
        (Some(_), _) => {
            tape.end();
            Ok(())
        }
        (None, None | Some("text")) => tape.text(&text).map_err(written),
        (None, Some(kind)) => {
            let leaf = mapping::leaf(kind, text).map_err(|what| (what.to_string(), began))?;
            tape.leaf(&leaf).map_err(written)
        }
    }
}

/// The line of the tag, comment or instruction of this number; of what comes after all of them, the last.
fn line_of(bytes: &[u8], number: usize) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let (mut at, mut seen) = (0, 0);
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let length = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        let (size, events) = match () {
            () if rest.starts_with("<![CDATA[") => (length("]]>"), 0),
            () if rest.starts_with("<!--") => (length("-->"), 1),
            () if rest.starts_with("<?xml ") => (length("?>"), 0),
            () if rest.starts_with("<?") => (length("?>"), 1),
            () => {
                let size = tag(rest);
                (size, if rest[..size].ends_with("/>") { 2 } else { 1 })
            }
        };
        if seen + events > number {
            return Position::at(bytes, start).line;
        }
        seen += events;
        at = start + size;
    }
    Position::at(bytes, bytes.len()).line
}

/// The length of the tag that a text begins with.
fn tag(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
