//! XML to Fast Infoset.

use std::io::Read;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::dtd::{AttributeDeclaration, DocumentType};
use super::encoding::Transcoder;
use super::entities::{Entities, Reference, Version, check_characters, wrong};
use crate::error::{Error, LimitKind, Result};
use crate::limits::Limits;
use crate::reader::DocumentInfo;
use crate::writer::{Output, Writer};

/// Character data beyond this many bytes is written as several chunks.
const CHUNK: usize = 1 << 20;
/// Comments and processing instructions before the document type or root element, at most.
const MAX_PROLOG: usize = 10_000;

/// Reads an XML document and writes it as Fast Infoset.
///
/// The XML may be in UTF-8, UTF-16, ISO-8859-1 or any encoding of the Encoding Standard. It is read in pieces: memory is
/// that of the largest piece of mark-up and of the writer's tables. CDATA sections become plain character data. What is
/// done with a document type declaration is said in the [module](crate::xml) documentation.
///
/// ```
/// use fastinfoset::{Limits, Writer, xml};
///
/// let mut writer = Writer::new();
/// xml::from_xml("<a b='c'>text</a>".as_bytes(), &Limits::default(), &mut writer)?;
/// assert_eq!(&writer.bytes()[..4], [0xE0, 0, 0, 1]);
/// # Ok::<(), fastinfoset::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Xml`](crate::ErrorKind::Xml) for XML that is not well-formed, with the offset in its UTF-8 form; [`ErrorKind::Limit`](crate::ErrorKind::Limit) past
/// `max_depth`, `max_event_bytes` or `max_expansion_bytes`; the errors of the writer.
pub fn from_xml<O: Output>(source: impl Read, limits: &Limits, writer: &mut Writer<O>) -> Result<()> {
    let mut converter = Converter {
        writer,
        limits,
        entities: Entities::new(limits.max_expansion_bytes),
        prolog: Some(Prolog::default()),
        text: String::new(),
        scratch: String::new(),
        open: 0,
        had_root: false,
    };
    let mut reader = Reader::from_reader(Transcoder::new(source).map_err(|error| Error::from(error).or_at(0))?);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().allow(u64::from(limits.max_event_bytes));
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(_) if reader.get_ref().is_exhausted() => {
                let error = Error::limit(LimitKind::EventBytes, u64::from(limits.max_event_bytes));
                return Err(error.or_at(reader.buffer_position()));
            }
            Err(error) => return Err(wrong(error.to_string()).or_at(reader.error_position())),
        };
        match converter.event(event) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(error.or_at(reader.buffer_position())),
        }
    }
}

/// What comes before the document type or root element, which may yet add to the head of the document.
#[derive(Default)]
struct Prolog {
    info: DocumentInfo,
    items: Vec<(Option<String>, String)>,
}

struct Converter<'w, O> {
    writer: &'w mut Writer<O>,
    limits: &'w Limits,
    entities: Entities,
    prolog: Option<Prolog>,
    text: String,
    scratch: String,
    open: u32,
    had_root: bool,
}

impl<O: Output> Converter<'_, O> {
    /// Takes an event; whether more follow.
    fn event(&mut self, event: Event<'_>) -> Result<bool> {
        match event {
            Event::Text(text) => self.characters(&text, true)?,
            Event::CData(text) => self.characters(&text, false)?,
            Event::GeneralRef(name) => self.reference(&name)?,
            Event::Start(start) => self.start(&start)?,
            Event::Empty(start) => {
                self.start(&start)?;
                self.end()?;
            }
            Event::End(_) => self.end()?,
            Event::Comment(text) => {
                let mut comment = String::new();
                self.entities.push_text(&text, &mut comment)?;
                if comment.contains("--") || comment.ends_with('-') {
                    return Err(wrong("a comment has two hyphens".into()));
                }
                self.misc(None, comment)?;
            }
            Event::PI(instruction) => {
                let target = instruction.target();
                if target.eq_ignore_ascii_case("xml") {
                    return Err(wrong("an XML declaration is not at the start".into()));
                }
                let mut data = String::new();
                let content = instruction.content().trim_start_matches([' ', '\t', '\r', '\n']);
                self.entities.push_text(content, &mut data)?;
                self.misc(Some(target.to_owned()), data)?;
            }
            Event::Decl(declaration) => self.declaration(&declaration)?,
            Event::DocType(text) => self.document_type(&text)?,
            Event::Eof if self.entities.depth() > 0 => return Ok(false),
            Event::Eof => {
                if self.open > 0 || !self.had_root {
                    return Err(wrong("the document ends inside or before its root element".into()));
                }
                self.writer.end_document()?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn characters(&mut self, text: &str, is_markup_free: bool) -> Result<()> {
        if self.open == 0 {
            let is_space = text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            return if is_space && is_markup_free {
                Ok(())
            } else {
                Err(wrong("characters stand outside the root element".into()))
            };
        }
        if is_markup_free && text.contains("]]>") {
            return Err(wrong("]]> stands in character data".into()));
        }
        self.entities.push_text(text, &mut self.text)?;
        self.flush_if(CHUNK)
    }

    /// Writes the collected character data if it has reached a size.
    fn flush_if(&mut self, bytes: usize) -> Result<()> {
        if !self.text.is_empty() && self.text.len() >= bytes {
            self.writer.characters(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }

    fn reference(&mut self, name: &str) -> Result<()> {
        if self.open == 0 {
            return Err(wrong("a reference stands outside the root element".into()));
        }
        match self.entities.resolve(name)? {
            Reference::Character(c) => self.text.push(c),
            Reference::Replacement(text) => {
                self.entities.enter(name, &text)?;
                self.replacement(&text)?;
                self.entities.leave();
            }
            Reference::Unexpanded { system, public } => {
                self.flush_if(0)?;
                self.writer.entity_reference(name, system.as_deref(), public.as_deref())?;
            }
        }
        self.flush_if(CHUNK)
    }

    /// The replacement text of an entity, which may have mark-up. The depth of entities bounds the recursion.
    fn replacement(&mut self, text: &str) -> Result<()> {
        if !text.contains(['<', '&']) {
            return self.characters(text, true);
        }
        let open = self.open;
        let mut reader = Reader::from_str(text);
        loop {
            let event = reader.read_event().map_err(|error| wrong(error.to_string()))?;
            if matches!(event, Event::Decl(_) | Event::DocType(_)) {
                return Err(wrong("a declaration stands in an entity".into()));
            }
            if !self.event(event)? {
                break;
            }
        }
        if self.open == open {
            Ok(())
        } else {
            Err(wrong("an element begins in an entity and does not end there".into()))
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) -> Result<()> {
        self.flush_if(0)?;
        self.end_prolog(None)?;
        if self.open == 0 && self.had_root {
            return Err(wrong("a second root element".into()));
        }
        if self.open >= self.limits.max_depth {
            return Err(Error::limit(LimitKind::Depth, u64::from(self.limits.max_depth)));
        }
        self.open += 1;
        self.had_root = true;
        let name = start.name();
        let declared = self.take_declarations(name.as_ref());
        let result = self.tag(start, name.as_ref(), &declared);
        self.put_declarations(name.as_ref(), declared);
        result
    }

    fn tag(&mut self, start: &BytesStart<'_>, name: &str, declared: &[AttributeDeclaration]) -> Result<()> {
        let raw = start.attributes_raw();
        check_spaces(raw)?;
        let defaults = declared.iter().filter_map(|d| Some((d.name.as_str(), d.default.as_deref()?)));
        if raw.contains("xmlns") || !declared.is_empty() {
            for attribute in start.attributes().with_checks(false) {
                let attribute = attribute.map_err(|error| wrong(error.to_string()))?;
                self.namespace(attribute.key.as_ref(), &attribute.value)?;
            }
            for (key, value) in defaults.clone().filter(|(key, _)| !has_attribute(start, key)) {
                self.namespace(key, value)?;
            }
        }
        self.writer.start_element(name)?;
        if !raw.is_empty() {
            for attribute in start.attributes().with_checks(false) {
                let attribute = attribute.map_err(|error| wrong(error.to_string()))?;
                let tokenized = declared.iter().any(|d| d.tokenized && d.name == attribute.key.as_ref());
                self.attribute(attribute.key.as_ref(), &attribute.value, tokenized)?;
            }
        }
        for (key, value) in defaults.filter(|(key, _)| !has_attribute(start, key)) {
            let tokenized = declared.iter().any(|d| d.tokenized && d.name == key);
            self.attribute(key, value, tokenized)?;
        }
        Ok(())
    }

    /// Writes an attribute if it declares a namespace.
    fn namespace(&mut self, key: &str, raw: &str) -> Result<()> {
        let prefix = match key.strip_prefix("xmlns") {
            Some("") => "",
            Some(rest) if rest.starts_with(':') && rest.len() > 1 => &rest[1..],
            _ => return Ok(()),
        };
        self.scratch.clear();
        self.entities.attribute_value(raw, &mut self.scratch)?;
        if !prefix.is_empty() && self.scratch.is_empty() && self.entities.version == Version::V1_0 {
            return Err(wrong(format!("prefix {prefix:?} is undeclared, which XML 1.0 does not allow")));
        }
        self.writer.namespace(prefix, &self.scratch)
    }

    /// Writes an attribute if it does not declare a namespace.
    fn attribute(&mut self, key: &str, raw: &str, tokenized: bool) -> Result<()> {
        if key == "xmlns" || key.starts_with("xmlns:") {
            return Ok(());
        }
        self.scratch.clear();
        self.entities.attribute_value(raw, &mut self.scratch)?;
        if tokenized {
            let tokens: Vec<&str> = self.scratch.split(' ').filter(|token| !token.is_empty()).collect();
            self.scratch = tokens.join(" ");
        }
        self.writer.attribute(key, &self.scratch)
    }

    fn take_declarations(&mut self, element: &str) -> Vec<AttributeDeclaration> {
        let declared = self.entities.document_type.as_mut().and_then(|declared| declared.attributes.get_mut(element));
        declared.map(std::mem::take).unwrap_or_default()
    }

    fn put_declarations(&mut self, element: &str, declarations: Vec<AttributeDeclaration>) {
        if declarations.is_empty() {
            return;
        }
        if let Some(place) = self.entities.document_type.as_mut().and_then(|d| d.attributes.get_mut(element)) {
            *place = declarations;
        }
    }

    fn end(&mut self) -> Result<()> {
        self.flush_if(0)?;
        self.open = self.open.checked_sub(1).ok_or_else(|| wrong("an end tag without a start tag".into()))?;
        self.writer.end_element()
    }

    /// A comment (without target) or processing instruction.
    fn misc(&mut self, target: Option<String>, text: String) -> Result<()> {
        if let Some(prolog) = &mut self.prolog {
            prolog.items.push((target, text));
            return if prolog.items.len() > MAX_PROLOG {
                Err(wrong("too much stands before the root element".into()))
            } else {
                Ok(())
            };
        }
        self.flush_if(0)?;
        write_misc(self.writer, target.as_deref(), &text)
    }

    fn declaration(&mut self, declaration: &quick_xml::events::BytesDecl<'_>) -> Result<()> {
        let Some(prolog) = self.prolog.as_mut().filter(|prolog| prolog.items.is_empty()) else {
            return Err(wrong("an XML declaration is not at the start".into()));
        };
        let text = |error: quick_xml::Error| wrong(error.to_string());
        let version = declaration.version().map_err(text)?.into_owned();
        self.entities.version = Version::of(Some(&version));
        prolog.info.version = Some(version);
        prolog.info.encoding = match declaration.encoding() {
            Some(encoding) => Some(encoding.map_err(|error| wrong(error.to_string()))?.into_owned()),
            None => None,
        };
        prolog.info.standalone = match declaration.standalone() {
            None => None,
            Some(value) => match value.map_err(|error| wrong(error.to_string()))?.as_ref() {
                "yes" => Some(true),
                "no" => Some(false),
                _ => return Err(wrong("standalone is neither yes nor no".into())),
            },
        };
        Ok(())
    }

    fn document_type(&mut self, text: &str) -> Result<()> {
        check_characters(text, self.entities.version)?;
        if self.entities.document_type.is_some() || self.had_root {
            return Err(wrong("a second document type, or one after the root element".into()));
        }
        let document_type = DocumentType::parse(text, self.entities.version)?;
        self.end_prolog(Some(&document_type))?;
        self.entities.document_type = Some(document_type);
        Ok(())
    }

    /// Writes what was held back.
    fn end_prolog(&mut self, document_type: Option<&DocumentType>) -> Result<()> {
        let Some(mut prolog) = self.prolog.take() else { return Ok(()) };
        if let Some(found) = document_type {
            prolog.info.notations.clone_from(&found.notations);
            prolog.info.unparsed_entities.clone_from(&found.unparsed_entities);
        }
        self.writer.start_document(&prolog.info)?;
        for (target, text) in &prolog.items {
            write_misc(self.writer, target.as_deref(), text)?;
        }
        if let Some(found) = document_type {
            self.writer.start_document_type(found.system.as_deref(), found.public.as_deref())?;
            for (target, data) in &found.processing_instructions {
                self.writer.processing_instruction(target, data)?;
            }
            self.writer.end_document_type()?;
        }
        Ok(())
    }
}

fn write_misc<O: Output>(writer: &mut Writer<O>, target: Option<&str>, text: &str) -> Result<()> {
    match target {
        Some(target) => writer.processing_instruction(target, text),
        None => writer.comment(text),
    }
}

/// Refuses attributes without white space between them, which quick-xml lets through.
fn check_spaces(raw: &str) -> Result<()> {
    let mut rest = raw;
    while let Some(at) = rest.find(['"', '\'']) {
        let quote = char::from(rest.as_bytes()[at]);
        let after = rest[at + 1..].split_once(quote).map_or("", |(_, after)| after);
        if after.starts_with(|c: char| !matches!(c, ' ' | '\t' | '\r' | '\n')) {
            return Err(wrong("white space is missing between attributes".into()));
        }
        rest = after;
    }
    Ok(())
}

fn has_attribute(start: &BytesStart<'_>, name: &str) -> bool {
    start.attributes().with_checks(false).flatten().any(|attribute| attribute.key.as_ref() == name)
}
