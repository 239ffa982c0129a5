//! The writer: events in, bytes out.

mod element;
mod event;
mod forms;
mod head;
mod names;
mod options;
mod output;
mod scope;
mod tables;
mod values;

pub use options::{TextEncoding, Whitespace, WriteOptions};
pub use output::{Memory, Output, Stream};
pub use values::Alphabet;

pub(crate) use head::vocabulary_file;

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use crate::algorithm::TypedValue;
use crate::error::{Error, ErrorKind, Result};
use crate::vocabulary::{External, StringTable};
use names::NameCache;
use scope::Scope;
use tables::Tables;

/// Writes Fast Infoset documents.
///
/// The calls follow the document: [`start_document`](Self::start_document), then for each element its
/// [`namespace`](Self::namespace)s, its [`start_element`](Self::start_element), its
/// [`attribute`](Self::attribute)s, its content and its [`end_element`](Self::end_element). Names are given as in
/// XML (`prefix:local`); their namespaces are those that are declared. A call out of order is an error, and so is what
/// is not a name; after an error the document cannot be continued.
///
/// ```
/// use fastinfoset::{DocumentInfo, Writer};
///
/// let mut writer = Writer::new();
/// writer.start_document(&DocumentInfo::default())?;
/// writer.namespace("p", "urn:example")?;
/// writer.start_element("p:root")?;
/// writer.attribute("id", "7")?;
/// writer.characters("text")?;
/// writer.end_element()?;
/// writer.end_document()?;
/// assert_eq!(writer.bytes().len(), 44);
/// # Ok::<(), fastinfoset::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<O = Memory> {
    options: WriteOptions,
    tables: Tables,
    element_names: NameCache,
    attribute_names: NameCache,
    elements: u32,
    attributes: u32,
    attribute_ids: HashMap<(u32, u32), u32>,
    /// By attribute id, the last element with attributes that had it.
    seen: Vec<u32>,
    element: u32,
    scope: Scope,
    /// For each open element, the mark of its scope and the number of its name.
    open: Vec<(u32, u32)>,
    /// After which tag the next element comes: 0 at the beginning, then even numbers for starts, odd ones for ends.
    context: u32,
    /// After which attribute the next one comes, by odd numbers. The first comes after the start of its element.
    attribute_context: u32,
    state: State,
    tag: Tag,
    /// The first byte of the present element, which says whether attributes follow.
    head: usize,
    /// The mark of the scope of the present element.
    mark: usize,
    /// Four bits of a terminator wait for another four.
    half: bool,
    has_document_type: bool,
    out: Vec<u8>,
    scratch: Vec<u8>,
    output: O,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    BeforeRoot,
    DocumentType,
    InRoot,
    AfterRoot,
}

/// How far the start tag of the present element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Closed,
    Namespaces,
    Named,
    Attributes,
}

impl Writer<Memory> {
    /// A writer to memory with the default options.
    pub fn new() -> Self {
        Self::build(WriteOptions::default(), External::built_in(), Memory)
    }

    /// A writer to memory.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownVocabulary`] if the external vocabulary is not among the known ones.
    pub fn with_options(options: &WriteOptions) -> Result<Self> {
        Ok(Self::build(options.clone(), external(options)?, Memory))
    }

    /// The bytes of the documents that were written.
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    /// Takes the bytes out.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Forgets the bytes and whatever document was begun; the memory is kept for the next.
    pub fn clear(&mut self) {
        self.out.clear();
        self.state = State::Idle;
    }
}

impl Default for Writer<Memory> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Write> Writer<Stream<W>> {
    /// A writer to an [`std::io::Write`]; it buffers by itself.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownVocabulary`] if the external vocabulary is not among the known ones.
    pub fn to_stream(stream: W, options: &WriteOptions) -> Result<Self> {
        Ok(Self::build(options.clone(), external(options)?, Stream(stream)))
    }

    /// Gives the stream back. What the document had not finished is lost.
    pub fn into_stream(self) -> W {
        self.output.0
    }
}

fn external(options: &WriteOptions) -> Result<Arc<External>> {
    match &options.external_vocabulary {
        None => Ok(External::built_in()),
        Some(uri) => {
            let unknown = || Error::new(ErrorKind::UnknownVocabulary { uri: uri.clone() });
            options.vocabularies.external(uri).ok_or_else(unknown)
        }
    }
}

impl<O: Output> Writer<O> {
    fn build(options: WriteOptions, external: Arc<External>, output: O) -> Self {
        Self {
            tables: Tables::new(external, options.max_table_bytes),
            options,
            element_names: NameCache::default(),
            attribute_names: NameCache::default(),
            elements: 0,
            attributes: 0,
            attribute_ids: HashMap::new(),
            seen: Vec::new(),
            element: 0,
            scope: Scope::default(),
            open: Vec::new(),
            context: 0,
            attribute_context: 0,
            state: State::Idle,
            tag: Tag::Closed,
            head: 0,
            mark: 0,
            half: false,
            has_document_type: false,
            out: Vec::new(),
            scratch: Vec::new(),
            output,
        }
    }

    /// Writes a chunk of character data; nothing for an empty one.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the root element.
    #[inline]
    pub fn characters(&mut self, text: &str) -> Result<()> {
        if text.is_empty() || (self.options.whitespace == Whitespace::Drop && is_whitespace(text)) {
            return self.check_content();
        }
        self.content()?;
        self.chunk(text);
        Ok(())
    }

    /// Writes a value as a chunk of character data, with an encoding algorithm; nothing for a value without bytes.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the root element; [`ErrorKind::UnknownAlgorithm`] for an application-defined
    /// algorithm that is in neither the external nor the initial vocabulary.
    pub fn characters_typed(&mut self, value: TypedValue<'_>) -> Result<()> {
        self.typed_chunk(value)
    }

    /// Writes a chunk of character data with a restricted alphabet.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the root element; [`ErrorKind::Algorithm`] if the alphabet lacks a character,
    /// [`ErrorKind::Index`] if it is not there.
    pub fn characters_in_alphabet(&mut self, alphabet: Alphabet, text: &str) -> Result<()> {
        self.alphabet_chunk(alphabet, text)
    }

    /// Writes a comment.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the document or inside its document type.
    pub fn comment(&mut self, text: &str) -> Result<()> {
        if matches!(self.state, State::Idle | State::DocumentType) {
            return Err(Error::state("a comment must be in a document, not in its document type"));
        }
        self.item()?;
        self.out.push(0xE2);
        self.other_string(text);
        Ok(())
    }

    /// Writes a processing instruction.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the document; [`ErrorKind::Text`] if the target is not a name.
    pub fn processing_instruction(&mut self, target: &str, data: &str) -> Result<()> {
        if self.state == State::Idle {
            return Err(Error::state("a processing instruction must be in a document"));
        }
        self.item()?;
        self.out.push(0xE1);
        self.identifying(StringTable::OtherNcName, target)?;
        self.other_string(data);
        Ok(())
    }

    /// Writes a reference to an entity that is not expanded.
    ///
    /// # Errors
    /// [`ErrorKind::State`] outside the root element; [`ErrorKind::Text`] if the name is not one.
    pub fn entity_reference(&mut self, name: &str, system: Option<&str>, public: Option<&str>) -> Result<()> {
        self.content()?;
        self.out.push(0xC8 | flags(system, public));
        self.identifying(StringTable::OtherNcName, name)?;
        self.identifiers(system, public)
    }

    /// Begins the document type declaration, at most one before the root element. Only processing instructions may
    /// follow until [`end_document_type`](Self::end_document_type).
    ///
    /// # Errors
    /// [`ErrorKind::State`] anywhere else.
    pub fn start_document_type(&mut self, system: Option<&str>, public: Option<&str>) -> Result<()> {
        if self.state != State::BeforeRoot || self.has_document_type {
            return Err(Error::state("a document has one document type, before its root element"));
        }
        self.item()?;
        self.out.push(0xC4 | flags(system, public));
        self.identifiers(system, public)?;
        self.has_document_type = true;
        self.state = State::DocumentType;
        Ok(())
    }

    /// Ends the document type declaration.
    ///
    /// # Errors
    /// [`ErrorKind::State`] if there is none to end.
    pub fn end_document_type(&mut self) -> Result<()> {
        if self.state != State::DocumentType {
            return Err(Error::state("there is no document type to end"));
        }
        self.out.push(0xF0);
        self.state = State::BeforeRoot;
        Ok(())
    }

    /// Ends the document and hands its bytes to the output.
    ///
    /// # Errors
    /// [`ErrorKind::State`] if the root element is missing or open; [`ErrorKind::Io`] if writing fails.
    pub fn end_document(&mut self) -> Result<()> {
        if self.state != State::AfterRoot {
            return Err(Error::state("the root element is missing or open"));
        }
        self.terminate();
        self.align();
        self.state = State::Idle;
        self.output.finish(&mut self.out)
    }

    /// Four bits of ones, the end of a list (C.3.6.2 and others).
    #[inline]
    fn terminate(&mut self) {
        if self.half {
            self.out.push(0xFF);
        }
        self.half = !self.half;
    }

    /// Pads to a whole byte.
    #[inline]
    fn align(&mut self) {
        if self.half {
            self.out.push(0xF0);
            self.half = false;
        }
    }

    /// Ends the start tag, if one is open, and pads.
    #[inline]
    fn item(&mut self) -> Result<()> {
        if self.tag != Tag::Closed {
            self.end_tag()?;
        }
        self.align();
        self.output.drain(&mut self.out)
    }

    /// Ends the start tag that is open.
    #[inline(always)]
    fn end_tag(&mut self) -> Result<()> {
        if self.tag == Tag::Namespaces {
            return Err(Error::state("start_element must follow the namespaces that it declares"));
        }
        if self.tag == Tag::Attributes {
            self.terminate();
        }
        self.tag = Tag::Closed;
        Ok(())
    }

    /// [`item`](Self::item) for what may appear in the root element only.
    #[inline]
    fn content(&mut self) -> Result<()> {
        self.check_content()?;
        self.item()
    }

    #[inline]
    fn check_content(&self) -> Result<()> {
        match self.state {
            State::InRoot => Ok(()),
            _ => Err(Error::state("this must be inside the root element")),
        }
    }
}

/// The bits that say which identifiers are there.
fn flags(system: Option<&str>, public: Option<&str>) -> u8 {
    u8::from(system.is_some()) << 1 | u8::from(public.is_some())
}

fn is_whitespace(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}
