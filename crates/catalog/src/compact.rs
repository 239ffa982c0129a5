//! A message of the user's in little memory: to be written in formats, not to be measured.
//!
//! A [`Message`](crate::Message) holds what measuring needs, in many times its size. This holds the file, and what it means as
//! a tape or as Fast Infoset, which are read in place.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use fastinfoset::{Output, Writer};
use wirecost_types::Model;
use wirecost_types::xml::{DataReader, Inference};
use wirecost_value::infoset::Event;
use wirecost_value::{ConvertError, MAX_DEPTH, Position, Tape, json, mapping};

use crate::document::{self, Events, each_event};
use crate::file::{self, FileError, FileFormat, FilePlace, Held, Reading};
use crate::input::read_file;
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
    /// The type by which the document was read as data.
    pub model: Option<Arc<Model>>,
    /// What the user should know.
    pub notes: Vec<String>,
}

impl Compact {
    /// Whether the file is an XML document, and not a data tree.
    pub fn is_document(&self) -> bool {
        self.document.is_some()
    }

    /// Reads a file of the user's, as [`Message::from_file`](crate::Message::from_file) does.
    ///
    /// # Errors
    /// If it cannot be read, is larger than [`MAX_BYTES`](crate::MAX_BYTES), or is broken, with file and place.
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
        Ok(Self { bytes: length, tree: Ok(tree), document: None, model: None, notes: Vec::new() })
    }

    fn of_xml(bytes: Vec<u8>, length: usize) -> Result<Self, FileError> {
        let resolved = document::resolved(&bytes)?;
        let mut notes: Vec<String> = resolved.note.into_iter().collect();
        let text = resolved.text.into_owned();
        let infoset = document::to_fast_infoset(&text)?;
        let (tree, model) = match tree(&infoset, &text) {
            Ok(DocumentTree { tape, model, dropped }) => {
                notes.extend(dropped.as_deref().map(document::left_out));
                (Ok(tape), model)
            }
            // Texts come after everything else.
            Err(Refused { reason, event: Some(event) }) => {
                (Err(Lack::new(format_args!("{reason} at line {}", line_of(&text, event)))), None)
            }
            Err(Refused { reason, event: None }) => (Err(Lack::new(reason)), None),
        };
        Ok(Self { bytes: length, tree, document: Some((text, infoset)), model, notes })
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
            return document::copy(infoset, writer).map(drop).map_err(ConvertError::new);
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
            let read = fastinfoset::xml::from_xml(read, &document::xml_limits(MAX_DEPTH + 1), writer)
                .map_err(ConvertError::new);
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

/// A document as data.
struct DocumentTree {
    tape: Tape,
    /// The type by which it was read; none where it names the kinds of its values itself.
    model: Option<Arc<Model>>,
    /// What of it is no data, in words.
    dropped: Option<String>,
}

/// The data tree of a document; else what has none, with the number of the event at it.
fn tree(infoset: &[u8], text: &[u8]) -> Result<DocumentTree, Refused> {
    let mut is_mapped = false;
    each_event(infoset, |event| {
        is_mapped |= document::is_mapped(&event);
        Ok::<(), Refused>(())
    })?;
    if is_mapped {
        return mapped(text);
    }
    let mut inference = Inference::default();
    each_event(infoset, |event| inference.event(&event).map_err(Refused::whole))?;
    let model = inference.finish().map_err(Refused::whole)?.model;
    let Some(mut reader) = DataReader::new(&model) else { return Err(Refused::whole("its type is none of documents")) };
    // Tags, comments and instructions: by their number a line is found again.
    let mut events = 0;
    each_event(infoset, |event| {
        let read = reader.event(&event).map_err(|reason| Refused { reason, event: Some(events) });
        events += usize::from(!matches!(event, Event::Text(_)));
        read
    })?;
    let read = reader.finish();
    document::comes_back(Events::of(infoset), &read.layout, &model, &read.tape.value()).map_err(Refused::whole)?;
    Ok(DocumentTree { tape: read.tape, model: Some(Arc::new(model)), dropped: read.dropped.words() })
}

/// The data tree of a document that names the kinds of its values.
fn mapped(text: &[u8]) -> Result<DocumentTree, Refused> {
    let infoset = wirecost_value::xml::read(text).map_err(Refused::whole)?;
    let value = mapping::from_infoset(&infoset, None).map_err(Refused::whole)?;
    let tape = Tape::of(value).map_err(Refused::whole)?;
    Ok(DocumentTree { tape, model: None, dropped: None })
}

/// Why a document has no data tree.
struct Refused {
    reason: String,
    /// The number of the tag, comment or instruction at it.
    event: Option<usize>,
}

impl Refused {
    fn whole(reason: impl std::fmt::Display) -> Self {
        Self { reason: reason.to_string(), event: None }
    }
}

impl From<fastinfoset::Error> for Refused {
    fn from(error: fastinfoset::Error) -> Self {
        Self::whole(error)
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
