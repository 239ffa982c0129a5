//! Fast Infoset to XML.

use std::io::Write;

use super::entities::check_characters;
use crate::algorithm::{Algorithm, Algorithms, BuiltIn};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{DocumentInfo, EventReader, Handler, Name, StartElement, Value, push};

/// The bytes that are collected before they are written.
const BUFFER: usize = 64 << 10;

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
/// Those of the reader; [`ErrorKind::NotRepresentable`] for what XML 1.0 cannot say: characters that it does not allow,
/// `--` in a comment, an attribute that has a namespace and no prefix, a prefix undeclared;
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
        }
    }

    fn close_tag(&mut self) -> Result<()> {
        if self.in_tag {
            self.in_tag = false;
            self.buffer.push('>');
        }
        if self.buffer.len() >= BUFFER {
            self.out.write_all(self.buffer.as_bytes())?;
            self.buffer.clear();
        }
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
            self.buffer.push(']');
            self.subset.clear();
        }
        self.buffer.push_str(">\n");
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
        if version.is_some() || info.standalone.is_some() || info.encoding.is_some() {
            let version = if version == Some("1.1") { "1.1" } else { "1.0" };
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
            if namespace.uri.is_empty() && !namespace.prefix.is_empty() {
                return Err(not_in_xml("a prefix undeclared, in XML 1.0"));
            }
            self.buffer.push_str(if namespace.prefix.is_empty() { " xmlns" } else { " xmlns:" });
            self.buffer.push_str(namespace.prefix);
            self.buffer.push_str("=\"");
            push_attribute(namespace.uri, &mut self.buffer)?;
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
                Value::Text(text) => push_attribute(text, &mut self.buffer)?,
                Value::Encoded(encoded) => {
                    self.scratch.clear();
                    encoded.write_text(&self.algorithms, &mut self.scratch)?;
                    push_attribute(&self.scratch, &mut self.buffer)?;
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
            Value::Text(text) => push_text(text, &mut self.buffer),
            Value::Encoded(encoded) => {
                self.scratch.clear();
                encoded.write_text(&self.algorithms, &mut self.scratch)?;
                let is_cdata = encoded.algorithm == Algorithm::BuiltIn(BuiltIn::Cdata);
                if !is_cdata || self.scratch.contains("]]>") || self.scratch.contains('\r') {
                    return push_text(&self.scratch, &mut self.buffer);
                }
                allowed(&self.scratch)?;
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
        let text = self.text(value)?;
        allowed(text)?;
        if text.contains("--") || text.ends_with('-') || text.contains('\r') {
            return Err(not_in_xml("a comment with two hyphens or a carriage return, in XML"));
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
        let data = self.text(data)?;
        allowed(data)?;
        if data.contains("?>") || data.contains('\r') || target.eq_ignore_ascii_case("xml") {
            return Err(not_in_xml("a processing instruction for XML itself, with ?> or a carriage return, in XML"));
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
        match in_document_type {
            true => self.subset = out,
            false => self.buffer = out,
        }
        Ok(())
    }

    /// Written as a reference; only a document type can say what it refers to.
    fn entity_reference(&mut self, name: &str, _system: Option<&str>, _public: Option<&str>) -> Result<()> {
        self.close_tag()?;
        if !self.has_document_type {
            return Err(not_in_xml("a reference to an entity without a document type, in XML"));
        }
        self.buffer.push('&');
        self.buffer.push_str(name);
        self.buffer.push(';');
        Ok(())
    }

    fn end_document(&mut self) -> Result<()> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(self.out.flush()?)
    }
}

fn push_name(name: Name<'_>, out: &mut String) {
    if !name.prefix().is_empty() {
        out.push_str(name.prefix());
        out.push(':');
    }
    out.push_str(name.local());
}

fn push_text(text: &str, out: &mut String) -> Result<()> {
    allowed(text)?;
    escape(text, ['&', '<', '>', '\r'].as_slice(), out);
    Ok(())
}

fn push_attribute(text: &str, out: &mut String) -> Result<()> {
    allowed(text)?;
    escape(text, ['&', '<', '"', '\t', '\n', '\r'].as_slice(), out);
    Ok(())
}

fn escape(text: &str, special: &[char], out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(special) {
        out.push_str(&rest[..at]);
        let reference = match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\t' => "&#9;",
            b'\n' => "&#10;",
            _ => "&#13;",
        };
        out.push_str(reference);
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
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
        allowed(system)?;
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

fn allowed(text: &str) -> Result<()> {
    check_characters(text).map_err(|_| not_in_xml("a character that XML does not allow"))
}

#[cold]
fn not_in_xml(what: &'static str) -> Error {
    Error::new(ErrorKind::NotRepresentable { what })
}
