//! XML text to infoset and back.
//!
//! Reading goes through roxmltree, which is strict. A document type declaration is refused: what its entities and
//! default attributes mean differs from parser to parser, so that no two candidates would do the same work.

use std::fmt::Write as _;

use crate::infoset::{Attribute, Declaration, Event, Infoset, Start, is_whitespace};
use crate::start_tags::{MAX_ATTRIBUTES, crowded};
use crate::{ConvertError, MAX_DEPTH, Position, references};

/// A text that is no XML document that wirecost measures.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{position}: {reason}")]
pub struct ReadError {
    /// Where.
    pub position: Position,
    /// What is wrong there.
    pub reason: String,
}

/// Reads an XML 1.0 document with namespaces, in UTF-8.
///
/// # Errors
/// If the bytes are not UTF-8, the document is not well-formed, nests deeper than [`MAX_DEPTH`], has an element with more
/// than [`MAX_ATTRIBUTES`] attributes, or has a document type declaration.
pub fn read(bytes: &[u8]) -> Result<Infoset, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| ReadError {
        position: Position::at(bytes, error.valid_up_to()),
        reason: "not UTF-8; wirecost reads XML in UTF-8 only (convert it with: iconv -t UTF-8)".into(),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    check(text)?;
    let document = roxmltree::Document::parse(text).map_err(|error| read_error(text, &error))?;
    let mut reading = Reading { infoset: Infoset::default(), lines: Lines { text, offset: 0, line: 1 } };
    let mut current = document.root().first_child();
    let mut depth = 0;
    while let Some(mut node) = current {
        if let Some(reason) = overlooked(node) {
            return Err(ReadError {
                position: Position::at(text.as_bytes(), node.range().start),
                reason: reason.into(),
            });
        }
        reading.open(node);
        depth += usize::from(node.is_element());
        if depth > MAX_DEPTH {
            let position = Position::at(text.as_bytes(), node.range().start);
            return Err(ReadError { position, reason: format!("nested deeper than {MAX_DEPTH} levels") });
        }
        if node.has_children() {
            current = node.first_child();
            continue;
        }
        current = loop {
            reading.close(node);
            depth -= usize::from(node.is_element());
            match (node.next_sibling(), node.parent()) {
                (Some(next), _) => break Some(next),
                (None, Some(parent)) if !parent.is_root() => node = parent,
                _ => break None,
            }
        };
    }
    Ok(reading.infoset)
}

/// The encoding that a document declares, and where.
fn declared_encoding(text: &str) -> Option<(usize, &str)> {
    let declaration = text.trim_start_matches('\u{feff}').strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let name = value[1..].split(quote).next()?;
    Some((name.as_ptr() as usize - text.as_ptr() as usize, name))
}

/// Whether characters of an encoding have two bytes or more.
fn is_wide(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["utf-16", "utf-32", "iso-10646-ucs", "ucs-"].iter().any(|wide| name.starts_with(wide))
}

/// What is wrong with a node that roxmltree takes: an instruction of the reserved name in `<?xml<?>` (XML 1.0, production 17),
/// an element with two default namespaces (XML 1.0, 3.1), and a prefix without a namespace (Namespaces in XML 1.0, section 5).
fn overlooked(node: roxmltree::Node<'_, '_>) -> Option<&'static str> {
    if node.pi().is_some_and(|pi| pi.target.eq_ignore_ascii_case("xml")) {
        return Some("a processing instruction called xml, a reserved name");
    }
    if node.namespaces().any(|namespace| namespace.name().is_some() && namespace.uri().is_empty()) {
        return Some("a namespace prefix that is declared as empty");
    }
    // Those that it inherits and declares anew are there once.
    let defaults = node.namespaces().filter(|namespace| namespace.name().is_none()).count();
    (node.is_element() && defaults > 1).then_some("two declarations of the default namespace on one element")
}

/// Refuses what roxmltree cannot read in little time, or takes for something else.
///
/// # Errors
/// Those of [`check_attributes`], and if a reference stands for no character or an encoding is declared that the text is not in.
pub fn check(text: &str) -> Result<(), ReadError> {
    if let Some((offset, name)) = declared_encoding(text).filter(|(_, name)| is_wide(name)) {
        let reason = format!("it declares {name}, and its bytes are not (XML 1.0, 4.3.3)");
        return Err(ReadError { position: Position::at(text.as_bytes(), offset), reason });
    }
    check_attributes(text)?;
    let Some(at) = references::foreign(text) else { return Ok(()) };
    let reason = "a character reference that stands for no character of XML".into();
    Err(ReadError { position: Position::at(text.as_bytes(), at), reason })
}

/// Refuses a document whose elements have more attributes than roxmltree can compare in little time.
///
/// # Errors
/// If an element has more than [`MAX_ATTRIBUTES`].
pub fn check_attributes(text: &str) -> Result<(), ReadError> {
    let Some(start) = crowded(text.as_bytes()) else { return Ok(()) };
    let reason = format!("an element with more than {MAX_ATTRIBUTES} attributes");
    Err(ReadError { position: Position::at(text.as_bytes(), start), reason })
}

struct Reading<'a> {
    infoset: Infoset,
    lines: Lines<'a>,
}

impl Reading<'_> {
    fn push(&mut self, event: Event, offset: usize) {
        self.infoset.events.push(event);
        self.infoset.lines.push(self.lines.at(offset));
    }

    fn open(&mut self, node: roxmltree::Node<'_, '_>) {
        let offset = node.range().start;
        let text = || node.text().unwrap_or_default().to_owned();
        match node.node_type() {
            roxmltree::NodeType::Root => {}
            roxmltree::NodeType::Element => self.push(Event::Start(start(node)), offset),
            roxmltree::NodeType::Comment => self.push(Event::Comment(line_ends(&text())), offset),
            roxmltree::NodeType::PI => {
                let (target, data) = node.pi().map_or(("", ""), |pi| (pi.target, pi.value.unwrap_or_default()));
                self.push(Event::Instruction { target: target.to_owned(), data: line_ends(data) }, offset);
            }
            roxmltree::NodeType::Text => {
                // A text that starts with the end of a line is looked for on the line of its first word.
                let raw = &self.lines.text[node.range()];
                let leading = raw.len() - raw.trim_start().len();
                self.push(Event::Text(text()), offset + leading);
            }
        }
    }

    fn close(&mut self, node: roxmltree::Node<'_, '_>) {
        if node.is_element() {
            self.push(Event::End, node.range().end);
        }
    }
}

/// Line ends as XML 1.0, section 2.11, has every processor see them; the parser does so in text only.
fn line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn read_error(text: &str, error: &roxmltree::Error) -> ReadError {
    let at = error.pos();
    let reason = match error {
        roxmltree::Error::DtdDetected => "a document type declaration, which wirecost does not measure; \
                                          remove it (xmllint --noent --dropdtd FILE)"
            .to_owned(),
        // The parser's text ends with the place that is given apart.
        _ => error.to_string().trim_end_matches(&format!(" at {at}")).to_owned(),
    };
    let position = match error {
        // What is missing is missing at the end; the parser names no place.
        roxmltree::Error::UnclosedRootNode | roxmltree::Error::NoRootNode => Position::at(text.as_bytes(), text.len()),
        _ => Position { line: at.row as usize, column: at.col as usize },
    };
    ReadError { position, reason }
}

/// Line numbers of ascending offsets in one pass.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, offset: usize) -> usize {
        if offset > self.offset {
            self.line += self.text.as_bytes()[self.offset..offset].iter().filter(|&&byte| byte == b'\n').count();
            self.offset = offset;
        }
        self.line
    }
}

fn start(node: roxmltree::Node<'_, '_>) -> Start {
    let parent = node.parent_element();
    let inherited =
        |prefix: Option<&str>| parent.and_then(|parent| parent.lookup_namespace_uri(prefix)).unwrap_or_default();
    let mut declarations: Vec<Declaration> = node
        .namespaces()
        .filter(|namespace| namespace.name() != Some("xml") && inherited(namespace.name()) != namespace.uri())
        .map(|namespace| Declaration {
            prefix: namespace.name().map(str::to_owned),
            namespace: namespace.uri().to_owned(),
        })
        .collect();
    let tag = node.tag_name();
    let namespace = tag.namespace().filter(|namespace| !namespace.is_empty());
    if namespace.is_none() && !inherited(None).is_empty() && declarations.iter().all(|d| d.prefix.is_some()) {
        declarations.push(Declaration { prefix: None, namespace: String::new() });
    }
    Start {
        namespace: namespace.map(str::to_owned),
        name: tag.name().to_owned(),
        attributes: node.attributes().map(|attribute| read_attribute(node, &attribute)).collect(),
        prefix: namespace.and_then(|namespace| prefix_of(node, namespace, true)),
        declarations,
    }
}

fn read_attribute(node: roxmltree::Node<'_, '_>, attribute: &roxmltree::Attribute<'_, '_>) -> Attribute {
    let namespace = attribute.namespace();
    Attribute {
        namespace: namespace.map(str::to_owned),
        name: attribute.name().to_owned(),
        value: attribute.value().to_owned(),
        prefix: namespace.and_then(|namespace| prefix_of(node, namespace, false)),
    }
}

/// A prefix that stands for `namespace` on `node`, none if the default namespace does.
fn prefix_of(node: roxmltree::Node<'_, '_>, namespace: &str, default: bool) -> Option<String> {
    if namespace == "http://www.w3.org/XML/1998/namespace" {
        return Some("xml".into());
    }
    if default && node.lookup_namespace_uri(None) == Some(namespace) {
        return None;
    }
    node.namespaces().filter(|n| n.uri() == namespace).find_map(|n| n.name()).map(str::to_owned)
}

/// Writes a document as XML 1.0 in UTF-8, without an XML declaration.
///
/// # Errors
/// If a text holds a character that XML 1.0 has no way to write (production 2).
pub fn write(infoset: &Infoset) -> Result<Vec<u8>, ConvertError> {
    let mut out = String::new();
    let mut open: Vec<String> = Vec::new();
    let mut events = infoset.events.iter().peekable();
    while let Some(event) = events.next() {
        match event {
            Event::Start(start) => {
                let name = qualified(start.prefix.as_deref(), &start.name);
                write_start(&name, start, &mut out)?;
                if matches!(events.peek(), Some(Event::End)) {
                    events.next();
                    out.push_str("/>");
                } else {
                    out.push('>');
                    open.push(name);
                }
            }
            Event::End => {
                let name = open.pop().ok_or_else(|| ConvertError("an element ends that did not start".into()))?;
                let _ = write!(out, "</{name}>");
            }
            Event::Text(text) if open.is_empty() && is_whitespace(text) => out.push_str(text),
            Event::Text(text) => escape(text, false, &mut out)?,
            Event::Comment(text) => {
                let _ = write!(out, "<!--{text}-->");
            }
            Event::Instruction { target, data } => {
                let _ = write!(out, "<?{target}{}{data}?>", if data.is_empty() { "" } else { " " });
            }
        }
    }
    Ok(out.into_bytes())
}

fn qualified(prefix: Option<&str>, name: &str) -> String {
    prefix.map_or_else(|| name.to_owned(), |prefix| format!("{prefix}:{name}"))
}

fn write_start(name: &str, start: &Start, out: &mut String) -> Result<(), ConvertError> {
    let _ = write!(out, "<{name}");
    for declaration in &start.declarations {
        out.push_str(" xmlns");
        if let Some(prefix) = &declaration.prefix {
            let _ = write!(out, ":{prefix}");
        }
        out.push_str("=\"");
        escape(&declaration.namespace, true, out)?;
        out.push('"');
    }
    for attribute in &start.attributes {
        let _ = write!(out, " {}=\"", qualified(attribute.prefix.as_deref(), &attribute.name));
        escape(&attribute.value, true, out)?;
        out.push('"');
    }
    Ok(())
}

/// Writes character data so that a reader gets back exactly `text`: what line-end and attribute-value normalisation
/// (XML 1.0, 2.11 and 3.3.3) would change goes as a character reference.
pub(crate) fn escape(text: &str, attribute: bool, out: &mut String) -> Result<(), ConvertError> {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' if attribute => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' | '\t' if attribute => {
                let _ = write!(out, "&#{};", character as u32);
            }
            '\n' | '\t' => out.push(character),
            '\u{fffe}' | '\u{ffff}' | '\0'..='\u{1f}' => {
                return Err(ConvertError(format!("character U+{:04X}, which XML cannot hold", character as u32)));
            }
            _ => out.push(character),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_wrote() {
        let source =
            "<a xmlns='urn:1' xmlns:p='urn:2' p:x='1 &lt;'>t<p:b/><c xmlns=''>&#13;\n</c><!--n--><?do it?></a>";
        let infoset = read(source.as_bytes()).unwrap();
        let again = read(&write(&infoset).unwrap()).unwrap();
        assert_eq!(again.normalised(&[]), infoset.normalised(&[]));
        assert_eq!(infoset.lines, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
    }

    #[test]
    fn line_ends_are_those_of_the_standard_everywhere() {
        let infoset = read(b"<!--a\r\nb\rc--><r x='d\r\ne'>f\r\ng\rh<?p i\r\nj\rk?></r>").unwrap();
        let expected = read(b"<!--a\nb\nc--><r x='d e'>f\ng\nh<?p i\nj\nk?></r>").unwrap();
        assert_eq!(infoset.events, expected.events);
        assert_eq!(read(&write(&infoset).unwrap()).unwrap().events, infoset.events);
    }

    #[test]
    fn says_where_a_document_is_broken() {
        for (text, line, column, says) in [
            ("<a>\n  <b></c>\n</a>", 2, 6, "expected 'b' tag, not 'c'"),
            ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", 1, 1, "document type declaration"),
            ("<a>\n<p:b/></a>", 2, 2, "an unknown namespace prefix 'p'"),
            ("", 1, 1, "root"),
            ("<a>\n&#xD800;</a>", 2, 1, "stands for no character"),
            ("<?xml version='1.0' encoding='UTF-16'?><a/>", 1, 31, "it declares UTF-16, and its bytes are not"),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.reason.contains(says), "{error}");
            assert_eq!((error.position.line, error.position.column), (line, column), "{text}: {error}");
        }
        let error = read(b"<a>\n\xff</a>").unwrap_err();
        assert_eq!(error.position, Position { line: 2, column: 1 });
    }

    #[test]
    fn deep_documents_do_not_exhaust_the_stack() {
        let nested = |depth: usize| format!("\n{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
        assert_eq!(read(nested(MAX_DEPTH).as_bytes()).unwrap().events.len(), 2 * MAX_DEPTH);
        for depth in [MAX_DEPTH + 1, 200_000] {
            let error = read(nested(depth).as_bytes()).unwrap_err();
            assert_eq!(error.position, Position { line: 2, column: 3 * MAX_DEPTH + 1 }, "{depth}");
            assert!(error.reason.contains("1024 levels"), "{error}");
        }
    }

    #[test]
    fn attributes_are_counted_before_they_are_compared() {
        let attributes = |count: usize| (0..count).map(|index| format!(" a{index}='1'")).collect::<String>();
        let with = |count: usize| format!("<r>\n <e{}/></r>", attributes(count));
        assert_eq!(read(with(MAX_ATTRIBUTES).as_bytes()).unwrap().events.len(), 5);
        // The last attribute is there twice: a parser that had compared them would say so.
        let error = read(with(MAX_ATTRIBUTES).replace("/></r>", " b='1' b='1'/></r>").as_bytes()).unwrap_err();
        assert_eq!(error.position, Position { line: 2, column: 2 });
        assert!(error.reason.contains("more than 1024 attributes"), "{error}");
    }

    /// A fuzzer found it: what was read could not be written.
    #[test]
    fn a_prefix_is_resolved_to_its_namespace() {
        let error = read(b"<a>\n<p:b xmlns:p='' p:x='1'/></a>").unwrap_err();
        assert_eq!((error.position.line, &*error.reason), (2, "a namespace prefix that is declared as empty"));
        assert!(read(b"<a xmlns='urn:1'><b xmlns=''/></a>").is_ok(), "the default namespace may be taken back");
    }

    /// A fuzzer found it: the first was what counted, and the last was what was written.
    #[test]
    fn an_element_has_one_default_namespace() {
        let error = read(b"<a xmlns='urn:1'>\n<b xmlns='urn:2' xmlns='urn:3'/></a>").unwrap_err();
        assert_eq!(error.position, Position { line: 2, column: 1 });
        assert!(error.reason.contains("two declarations of the default namespace"), "{error}");
        assert!(read(b"<a xmlns='urn:1' xmlns:p='urn:1'><b xmlns='urn:2'><c xmlns=''/></b></a>").is_ok());
    }

    /// A fuzzer found it: what was read so was written as an XML declaration.
    #[test]
    fn an_instruction_may_not_be_called_xml() {
        for text in ["<?xml<?xml version='1.0'?><a/>", "<a><?xml<b?></a>", "<a/><?XML b?>"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read(b"<?xml version='1.0'?><a><?xml-stylesheet b?></a>").is_ok());
    }

    #[test]
    fn says_which_character_xml_cannot_hold() {
        let infoset = Infoset { events: vec![Event::Start(Start::default()), Event::Text("\0".into())], lines: vec![] };
        assert!(write(&infoset).unwrap_err().to_string().contains("U+0000"));
    }
}
