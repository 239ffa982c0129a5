//! Fast Infoset to XML.

use std::io::Write;

use super::entities::{Version, check_characters};
use crate::algorithm::{Algorithm, Algorithms, BuiltIn};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{DocumentInfo, EventReader, Handler, Name, StartElement, Value, push};

/// The bytes that are collected before they are written.
const BUFFER: usize = 64 << 10;

/// The same where a document type may have to declare entities that are referred to later.
const HELD: usize = 64 << 20;

/// Reads a document and writes it as XML in UTF-8.
///
/// ```
/// use fastinfoset::{Algorithms, Reader, xml};
///
/// let bytes = b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01a&b!\xFF";
/// let mut out = Vec::new();
/// xml::to_xml(&mut Reader::new(bytes), &Algorithms::default(), &mut out)?;
/// assert_eq!(out, b"<root>a&amp;b!</root>");
/// # Ok::<(), fastinfoset::Error>(())
/// ```
///
/// # Errors
/// Those of the reader; [`ErrorKind::NotRepresentable`] for what XML cannot say: characters that its version does not allow,
/// `--` in a comment, an attribute that has a namespace and no prefix, in XML 1.0 a prefix undeclared, a reference to an external
/// entity that follows 64 MiB of text, since its declaration stands before them;
/// [`ErrorKind::UnknownAlgorithm`] for a value of an application-defined algorithm that is not among `algorithms`;
/// [`ErrorKind::Io`].
pub fn to_xml<R: EventReader>(reader: &mut R, algorithms: &Algorithms, out: impl Write) -> Result<()> {
    push(reader, &mut ToXml::new(out, algorithms.clone()))
}

/// A handler that writes XML; [`to_xml`] drives one.
#[derive(Debug)]
pub struct ToXml<W> {
    out: W,
    buffer: String,
    scratch: String,
    algorithms: Algorithms,
    /// The start tag that was written last is not closed yet.
    in_tag: bool,
    /// What is known of the document type until the name of the root element is.
    document_type: Option<String>,
    subset: String,
    has_document_type: bool,
    in_document_type: bool,
    version: Version,
    /// Where the document type ends in what is collected, while it can take declarations: before its `]`, or where this would be.
    declarations_at: Option<usize>,
    /// External entities that were referred to: their names and their declarations.
    entities: Vec<(String, String)>,
}

impl<W: Write> ToXml<W> {
    /// A handler that writes to `out`, in pieces of 64 KiB.
    pub fn new(out: W, algorithms: Algorithms) -> Self {
        Self {
            out,
            buffer: String::new(),
            scratch: String::new(),
            algorithms,
            in_tag: false,
            document_type: None,
            subset: String::new(),
            has_document_type: false,
            in_document_type: false,
            version: Version::default(),
            declarations_at: None,
            entities: Vec::new(),
        }
    }

    fn close_tag(&mut self) -> Result<()> {
        if self.in_tag {
            self.in_tag = false;
            self.buffer.push('>');
        }
        let most = if self.declarations_at.is_some() { HELD } else { BUFFER };
        if self.buffer.len() >= most { self.flush() } else { Ok(()) }
    }

    /// Writes what was collected, with the entities that were referred to.
    fn flush(&mut self) -> Result<()> {
        let at = self.declarations_at.take().unwrap_or(0);
        let (before, after) = self.buffer.split_at(at);
        self.out.write_all(before.as_bytes())?;
        if !self.entities.is_empty() {
            let has_subset = after.starts_with(']');
            self.out.write_all(if has_subset { b"" } else { b" [\n" })?;
            for (_, declaration) in &self.entities {
                self.out.write_all(declaration.as_bytes())?;
            }
            self.out.write_all(if has_subset { b"" } else { b"]" })?;
            self.entities.clear();
        }
        self.out.write_all(after.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    /// The declaration, now that the root element is known.
    fn write_document_type(&mut self, root: Name<'_>) -> Result<()> {
        let external = self.document_type.take();
        if external.is_none() && self.subset.is_empty() {
            return Ok(());
        }
        self.buffer.push_str("<!DOCTYPE ");
        push_name(root, &mut self.buffer);
        self.buffer.push_str(&external.unwrap_or_default());
        if !self.subset.is_empty() {
            self.buffer.push_str(" [\n");
            self.buffer.push_str(&self.subset);
        }
        self.declarations_at = Some(self.buffer.len());
        self.buffer.push_str(if self.subset.is_empty() { ">\n" } else { "]>\n" });
        self.subset.clear();
        self.has_document_type = true;
        Ok(())
    }

    /// The text of a value, in the scratch string where it must be made.
    fn text<'t>(&'t mut self, value: Value<'t>) -> Result<&'t str> {
        match value {
            Value::Text(text) => Ok(text),
            Value::Encoded(encoded) => {
                self.scratch.clear();
                encoded.write_text(&self.algorithms, &mut self.scratch)?;
                Ok(&self.scratch)
            }
        }
    }
}

impl<W: Write> Handler for ToXml<W> {
    type Error = Error;

    fn start_document(&mut self, info: &DocumentInfo) -> Result<()> {
        let version = info.version.as_deref();
        self.version = Version::of(version);
        if version.is_some() || info.standalone.is_some() || info.encoding.is_some() {
            let version = if self.version == Version::V1_1 { "1.1" } else { "1.0" };
            self.buffer.push_str(&format!("<?xml version=\"{version}\" encoding=\"UTF-8\""));
            if let Some(standalone) = info.standalone {
                self.buffer.push_str(if standalone { " standalone=\"yes\"" } else { " standalone=\"no\"" });
            }
            self.buffer.push_str("?>\n");
        }
        for notation in &info.notations {
            self.subset.push_str("<!NOTATION ");
            self.subset.push_str(&notation.name);
            external_id(notation.system.as_deref(), notation.public.as_deref(), true, &mut self.subset)?;
            self.subset.push_str(">\n");
        }
        for entity in &info.unparsed_entities {
            self.subset.push_str("<!ENTITY ");
            self.subset.push_str(&entity.name);
            external_id(Some(&entity.system), entity.public.as_deref(), false, &mut self.subset)?;
            self.subset.push_str(" NDATA ");
            self.subset.push_str(&entity.notation);
            self.subset.push_str(">\n");
        }
        Ok(())
    }

    fn start_document_type(&mut self, system: Option<&str>, public: Option<&str>) -> Result<()> {
        let mut external = String::new();
        external_id(system, public, false, &mut external)?;
        self.document_type = Some(external);
        self.in_document_type = true;
        Ok(())
    }

    fn end_document_type(&mut self) -> Result<()> {
        self.in_document_type = false;
        Ok(())
    }

    fn start_element(&mut self, element: StartElement<'_>) -> Result<()> {
        self.close_tag()?;
        let name = element.name();
        if self.document_type.is_some() || !self.subset.is_empty() {
            self.write_document_type(name)?;
        }
        self.buffer.push('<');
        push_name(name, &mut self.buffer);
        for namespace in element.namespaces() {
            if namespace.uri.is_empty() && !namespace.prefix.is_empty() && self.version == Version::V1_0 {
                return Err(not_in_xml("a prefix undeclared, in XML 1.0"));
            }
            self.buffer.push_str(if namespace.prefix.is_empty() { " xmlns" } else { " xmlns:" });
            self.buffer.push_str(namespace.prefix);
            self.buffer.push_str("=\"");
            push_attribute(namespace.uri, self.version, &mut self.buffer)?;
            self.buffer.push('"');
        }
        for attribute in element.attributes() {
            if attribute.name.prefix().is_empty() && !attribute.name.namespace().is_empty() {
                return Err(not_in_xml("an attribute that has a namespace and no prefix, in XML"));
            }
            self.buffer.push(' ');
            push_name(attribute.name, &mut self.buffer);
            self.buffer.push_str("=\"");
            match attribute.value {
                Value::Text(text) => push_attribute(text, self.version, &mut self.buffer)?,
                Value::Encoded(encoded) => {
                    self.scratch.clear();
                    encoded.write_text(&self.algorithms, &mut self.scratch)?;
                    push_attribute(&self.scratch, self.version, &mut self.buffer)?;
                }
            }
            self.buffer.push('"');
        }
        self.in_tag = true;
        Ok(())
    }

    fn end_element(&mut self, name: Name<'_>) -> Result<()> {
        if self.in_tag {
            self.in_tag = false;
            self.buffer.push_str("/>");
            return Ok(());
        }
        self.buffer.push_str("</");
        push_name(name, &mut self.buffer);
        self.buffer.push('>');
        Ok(())
    }

    fn characters(&mut self, value: Value<'_>) -> Result<()> {
        self.close_tag()?;
        match value {
            Value::Text(text) => push_text(text, self.version, &mut self.buffer),
            Value::Encoded(encoded) => {
                self.scratch.clear();
                encoded.write_text(&self.algorithms, &mut self.scratch)?;
                let is_cdata = encoded.algorithm == Algorithm::BuiltIn(BuiltIn::Cdata);
                if !is_cdata || self.scratch.contains("]]>") || needs_reference(&self.scratch, self.version) {
                    return push_text(&self.scratch, self.version, &mut self.buffer);
                }
                allowed(&self.scratch, self.version)?;
                self.buffer.push_str("<![CDATA[");
                self.buffer.push_str(&self.scratch);
                self.buffer.push_str("]]>");
                Ok(())
            }
        }
    }

    fn comment(&mut self, value: Value<'_>) -> Result<()> {
        self.close_tag()?;
        let mut buffer = std::mem::take(&mut self.buffer);
        let version = self.version;
        let text = self.text(value)?;
        allowed(text, version)?;
        if text.contains("--") || text.ends_with('-') || needs_reference(text, version) {
            return Err(not_in_xml("a comment with two hyphens, or with what only a reference can say, in XML"));
        }
        buffer.push_str("<!--");
        buffer.push_str(text);
        buffer.push_str("-->");
        self.buffer = buffer;
        Ok(())
    }

    fn processing_instruction(&mut self, target: &str, data: Value<'_>) -> Result<()> {
        self.close_tag()?;
        let in_document_type = self.in_document_type;
        let mut out = std::mem::take(if in_document_type { &mut self.subset } else { &mut self.buffer });
        let version = self.version;
        let data = self.text(data)?;
        allowed(data, version)?;
        if data.contains("?>") || needs_reference(data, version) || target.eq_ignore_ascii_case("xml") {
            return Err(not_in_xml(
                "a processing instruction for XML itself, with ?> or with what only a reference can say, in XML",
            ));
        }
        if data.starts_with([' ', '\t', '\n']) {
            return Err(not_in_xml("data of a processing instruction that begins with white space, in XML"));
        }
        out.push_str("<?");
        out.push_str(target);
        if !data.is_empty() {
            out.push(' ');
            out.push_str(data);
        }
        out.push_str("?>");
        if in_document_type {
            self.subset = out
        } else {
            self.buffer = out
        }
        Ok(())
    }

    /// Written as a reference; only a document type can say what it refers to. One without identifiers is declared in its external
    /// subset.
    fn entity_reference(&mut self, name: &str, system: Option<&str>, public: Option<&str>) -> Result<()> {
        self.close_tag()?;
        if !self.has_document_type {
            return Err(not_in_xml("a reference to an entity without a document type, in XML"));
        }
        if system.is_some() || public.is_some() {
            self.declare(name, system, public)?;
        }
        self.buffer.push('&');
        self.buffer.push_str(name);
        self.buffer.push(';');
        Ok(())
    }

    fn end_document(&mut self) -> Result<()> {
        self.flush()?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write> ToXml<W> {
    /// Has the document type declare an external entity.
    fn declare(&mut self, name: &str, system: Option<&str>, public: Option<&str>) -> Result<()> {
        let mut declaration = format!("<!ENTITY {name}");
        external_id(system, public, false, &mut declaration)?;
        declaration.push_str(">\n");
        match self.entities.iter().find(|(known, _)| known == name) {
            Some((_, known)) if *known == declaration => Ok(()),
            Some(_) => Err(not_in_xml("two entities of one name, in XML")),
            None if self.declarations_at.is_none() => Err(not_in_xml(
                "a reference to an external entity after 64 MiB of text, which its declaration precedes",
            )),
            None => {
                self.entities.push((name.to_owned(), declaration));
                Ok(())
            }
        }
    }
}

fn push_name(name: Name<'_>, out: &mut String) {
    if !name.prefix().is_empty() {
        out.push_str(name.prefix());
        out.push(':');
    }
    out.push_str(name.local());
}

fn push_text(text: &str, version: Version, out: &mut String) -> Result<()> {
    allowed(text, version)?;
    match version {
        Version::V1_0 => escape(text, |text| text.find(['&', '<', '>', '\r'].as_slice()), out),
        Version::V1_1 => {
            escape(text, |text| text.find(|c| matches!(c, '&' | '<' | '>') || version.refers_to(c)), out);
        }
    }
    Ok(())
}

fn push_attribute(text: &str, version: Version, out: &mut String) -> Result<()> {
    allowed(text, version)?;
    match version {
        Version::V1_0 => escape(text, |text| text.find(['&', '<', '"', '\t', '\n', '\r'].as_slice()), out),
        Version::V1_1 => {
            let is_special = |c| matches!(c, '&' | '<' | '"' | '\t' | '\n') || version.refers_to(c);
            escape(text, |text| text.find(is_special), out);
        }
    }
    Ok(())
}

/// Appends the text with references to the characters that `special` finds.
fn escape(text: &str, special: impl Fn(&str) -> Option<usize>, out: &mut String) {
    let mut rest = text;
    while let Some(at) = special(rest) {
        let Some(found) = rest[at..].chars().next() else { break };
        out.push_str(&rest[..at]);
        match found {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push_str(&format!("&#{};", u32::from(other))),
        }
        rest = &rest[at + found.len_utf8()..];
    }
    out.push_str(rest);
}

fn needs_reference(text: &str, version: Version) -> bool {
    text.contains(|c| version.refers_to(c))
}

fn external_id(system: Option<&str>, public: Option<&str>, public_alone: bool, out: &mut String) -> Result<()> {
    match (public, system) {
        (None, None) => return Ok(()),
        (None, Some(_)) => out.push_str(" SYSTEM"),
        (Some(public), system) => {
            if system.is_none() && !public_alone {
                return Err(not_in_xml("a public identifier without a system identifier, in XML"));
            }
            let is_public = |c: char| c.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(c);
            if !public.chars().all(is_public) {
                return Err(not_in_xml("a public identifier with other than public characters, in XML"));
            }
            out.push_str(" PUBLIC \"");
            out.push_str(public);
            out.push('"');
        }
    }
    if let Some(system) = system {
        allowed(system, Version::V1_0)?;
        let quote = if system.contains('"') { '\'' } else { '"' };
        if system.contains(quote) {
            return Err(not_in_xml("a system identifier with both kinds of quotes, in XML"));
        }
        out.push(' ');
        out.push(quote);
        out.push_str(system);
        out.push(quote);
    }
    Ok(())
}

fn allowed(text: &str, version: Version) -> Result<()> {
    let is_allowed = check_characters(text, version).is_ok() || text.chars().all(|c| version.has(c));
    if is_allowed { Ok(()) } else { Err(not_in_xml("a character that XML does not allow")) }
}

#[cold]
fn not_in_xml(what: &'static str) -> Error {
    Error::new(ErrorKind::NotRepresentable { what })
}
