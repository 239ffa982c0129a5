//! What each byte of a document means.
//!
//! The reader reads and checks the document; its parts are then taken apart once more, for people.

use crate::algorithm::Algorithm;
use crate::error::{Error, Result};
use crate::reader::{Cursor, DocumentInfo, Event, Name, ReadOptions, Reader, StartElement, Value};
use crate::wire::MAGIC;

/// Bytes of a document that mean one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'d> {
    /// Where they stand, counted from 0.
    pub offset: usize,
    /// The bytes; none if the byte before also ends what is said here.
    pub bytes: &'d [u8],
    /// The elements that are open.
    pub depth: usize,
    /// What they mean.
    pub meaning: String,
}

/// Hands every byte of a document to `show`, in order, with its meaning.
///
/// ```
/// let mut meanings = Vec::new();
/// let bytes = b"\xE0\x00\x00\x01\x00\x3C\x03root\xFF";
/// fastinfoset::dump(bytes, &Default::default(), |piece| meanings.push((piece.offset, piece.meaning)))?;
/// assert_eq!(meanings[4], (6, "local name: 4 bytes".to_owned()));
/// assert_eq!(meanings[5], (7, "\"root\", new in its table".to_owned()));
/// # Ok::<(), fastinfoset::Error>(())
/// ```
///
/// # Errors
/// That of the reader, after everything before it was shown.
pub fn dump<'d>(input: &'d [u8], options: &ReadOptions, show: impl FnMut(Piece<'d>)) -> Result<()> {
    let mut reader = Reader::with_options(input, options);
    let mut walk = Walk { input, cursor: Cursor::new(input, 0, 0), shown: 0, depth: 0, half: false, show };
    loop {
        let event = reader.read_event()?;
        walk.event(&event)?;
        if matches!(event, Event::EndDocument) {
            return Ok(());
        }
    }
}

struct Walk<'d, F> {
    input: &'d [u8],
    cursor: Cursor<'d>,
    /// The bytes that were shown.
    shown: usize,
    depth: usize,
    /// The byte before was a double terminator.
    half: bool,
    show: F,
}

impl<'d, F: FnMut(Piece<'d>)> Walk<'d, F> {
    /// Shows the bytes up to the cursor.
    fn say(&mut self, meaning: impl Into<String>) {
        let (offset, end) = (self.shown, self.cursor.position());
        self.shown = end;
        let bytes = self.input.get(offset..end).unwrap_or_default();
        (self.show)(Piece { offset, bytes, depth: self.depth, meaning: meaning.into() });
    }

    fn byte(&mut self) -> Result<u8> {
        self.cursor.byte("a byte that the reader has read")
    }

    fn take(&mut self, length: u64) -> Result<&'d [u8]> {
        let length = usize::try_from(length).map_err(|_| Error::state("a length past the memory"))?;
        self.cursor.take(length, "bytes that the reader has read")
    }

    fn event(&mut self, event: &Event<'_>) -> Result<()> {
        match *event {
            Event::StartDocument(info) => self.head(info),
            Event::StartDocumentType { system, public } => {
                self.byte()?;
                self.say("document type");
                self.identifiers(system, public)
            }
            Event::EndDocumentType => {
                self.byte()?;
                self.say("end of the document type");
                Ok(())
            }
            Event::StartElement(element) => self.element(element),
            Event::EndElement(name) => {
                self.depth = self.depth.saturating_sub(1);
                self.end(&format!("end of element {}", written(name)))
            }
            Event::Characters(value) => self.characters(value),
            Event::Comment(value) => {
                self.byte()?;
                self.say("comment");
                self.string("comment", value)
            }
            Event::ProcessingInstruction { target, data } => {
                self.byte()?;
                self.say("processing instruction");
                self.identifying("target", target)?;
                self.string("data", data)
            }
            Event::EntityReference { name, system, public } => {
                self.byte()?;
                self.say("unexpanded entity reference");
                self.identifying("name", name)?;
                self.identifiers(system, public)
            }
            Event::EndDocument => self.end("end of the document"),
        }
    }

    /// A terminator: half of the byte before, or a byte of its own.
    fn end(&mut self, meaning: &str) -> Result<()> {
        if self.half {
            self.half = false;
            self.say(format!("{meaning} (the other half of the byte before)"));
            return Ok(());
        }
        self.half = self.byte()? == 0xFF;
        self.say(meaning);
        Ok(())
    }

    fn head(&mut self, info: &DocumentInfo) -> Result<()> {
        if info.xml_declaration {
            while self.byte()? != b'>' {}
            self.say("XML declaration with the encoding finf");
        }
        self.take(MAGIC.len() as u64 - 2)?;
        self.say("magic bytes of a Fast Infoset document");
        self.take(2)?;
        self.say("version 1 of the format");
        let present = self.byte()?;
        const PROPERTIES: [&str; 7] = [
            "additional data",
            "initial vocabulary",
            "notations",
            "unparsed entities",
            "character encoding",
            "standalone",
            "version",
        ];
        let named = |(bit, name): (usize, &'static str)| (present & (0x40 >> bit) != 0).then_some(name);
        let named: Vec<&str> = PROPERTIES.into_iter().enumerate().filter_map(named).collect();
        self.say(format!("document with {}", if named.is_empty() { "no properties".into() } else { named.join(", ") }));
        if present & 0x40 != 0 {
            for _ in 0..self.sequence("additional data")? {
                self.utf8("URI")?;
                self.bytes_second_bit("data")?;
            }
        }
        if present & 0x20 != 0 {
            self.initial_vocabulary()?;
        }
        if present & 0x10 != 0 {
            for notation in &info.notations {
                self.byte()?;
                self.say("notation");
                self.identifying("name", &notation.name)?;
                self.identifiers(notation.system.as_deref(), notation.public.as_deref())?;
            }
            self.byte()?;
            self.say("end of the notations");
        }
        if present & 0x08 != 0 {
            for entity in &info.unparsed_entities {
                self.byte()?;
                self.say("unparsed entity");
                self.identifying("name", &entity.name)?;
                self.identifiers(Some(&entity.system), entity.public.as_deref())?;
                self.identifying("notation", &entity.notation)?;
            }
            self.byte()?;
            self.say("end of the unparsed entities");
        }
        if present & 0x04 != 0 {
            self.utf8("character encoding")?;
        }
        if present & 0x02 != 0 {
            let standalone = self.byte()?;
            self.say(if standalone == 1 { "standalone: yes" } else { "standalone: no" });
        }
        if present & 0x01 != 0 {
            self.string("version", Value::Text(info.version.as_deref().unwrap_or_default()))?;
        }
        Ok(())
    }

    fn initial_vocabulary(&mut self) -> Result<()> {
        const TABLES: [&str; 8] = [
            "prefixes",
            "namespace names",
            "local names",
            "other names",
            "other URIs",
            "attribute values",
            "character chunks",
            "other strings",
        ];
        let present = u16::from(self.byte()?) << 8 | u16::from(self.byte()?);
        self.say("initial vocabulary: which tables follow");
        if present & 0x1000 != 0 {
            self.utf8("external vocabulary")?;
        }
        for (bit, table) in [(0x0800, "restricted alphabets"), (0x0400, "encoding algorithms")] {
            if present & bit != 0 {
                for _ in 0..self.sequence(table)? {
                    self.utf8(table)?;
                }
            }
        }
        for (bit, table) in TABLES.into_iter().enumerate() {
            if present & (0x0200 >> bit) != 0 {
                for _ in 0..self.sequence(table)? {
                    if bit < 5 {
                        self.utf8(table)?;
                    } else {
                        let first = self.byte()?;
                        self.literal(table, first, "")?;
                    }
                }
            }
        }
        for (bit, table) in [(2, "element names"), (1, "attribute names")] {
            if present & bit != 0 {
                for _ in 0..self.sequence(table)? {
                    let first = self.byte()?;
                    let indexes = 1 + (first & 1) + (first >> 1 & 1);
                    for _ in 0..indexes {
                        let first = self.byte()?;
                        self.cursor.index_second_bit(first)?;
                    }
                    self.say(format!("{table}: indexes of its parts"));
                }
            }
        }
        Ok(())
    }

    fn sequence(&mut self, what: &str) -> Result<u32> {
        let items = self.cursor.sequence_length()?;
        self.say(format!("{what}: {items} entries"));
        Ok(items)
    }

    fn element(&mut self, element: StartElement<'_>) -> Result<()> {
        let first = self.byte()?;
        let with = if first & 0x40 != 0 { " with attributes" } else { "" };
        let mut name = first;
        if first & 0x3F == 0x38 {
            self.say(format!("element{with}, namespaces first"));
            for namespace in element.namespaces() {
                let flags = self.byte()?;
                self.say("namespace declaration");
                if flags & 2 != 0 {
                    self.identifying("prefix", namespace.prefix)?;
                }
                if flags & 1 != 0 {
                    self.identifying("namespace name", namespace.uri)?;
                }
            }
            self.byte()?;
            self.say("end of the namespaces");
            name = self.byte()?;
        }
        if name & 0x3C == 0x3C {
            self.say(format!("element{with}, its name in full"));
            self.name_in_full(name, element.name())?;
        } else {
            let index = self.cursor.index_third_bit(name & 0x3F)?;
            self.say(format!("element {}{with}, name {}", written(element.name()), index + 1));
        }
        if first & 0x40 != 0 {
            for attribute in element.attributes() {
                let name = self.byte()?;
                if name >= 0x78 {
                    self.say("attribute, its name in full");
                    self.name_in_full(name, attribute.name)?;
                } else {
                    let index = self.cursor.index_second_bit(name)?;
                    self.say(format!("attribute {}, name {}", written(attribute.name), index + 1));
                }
                self.string("value", attribute.value)?;
            }
            self.end("end of the attributes")?;
        }
        self.depth += 1;
        Ok(())
    }

    fn name_in_full(&mut self, flags: u8, name: Name<'_>) -> Result<()> {
        if flags & 2 != 0 {
            self.identifying("prefix", name.prefix())?;
        }
        if flags & 1 != 0 {
            self.identifying("namespace name", name.namespace())?;
        }
        self.identifying("local name", name.local())
    }

    fn identifiers(&mut self, system: Option<&str>, public: Option<&str>) -> Result<()> {
        if let Some(system) = system {
            self.identifying("system identifier", system)?;
        }
        public.map_or(Ok(()), |public| self.identifying("public identifier", public))
    }

    /// A name or URI, by index or in full (C.13).
    fn identifying(&mut self, what: &str, text: &str) -> Result<()> {
        let first = self.byte()?;
        if first >= 0x80 {
            let index = self.cursor.index_second_bit(first)?;
            self.say(format!("{what} {}: entry {}", quoted(text), index + 1));
            return Ok(());
        }
        let length = self.cursor.length_second_bit(first)?;
        self.text(what, length, ", new in its table")
    }

    fn utf8(&mut self, what: &str) -> Result<()> {
        let first = self.byte()?;
        let length = self.cursor.length_second_bit(first)?;
        self.text(what, length, "")
    }

    fn bytes_second_bit(&mut self, what: &str) -> Result<()> {
        let first = self.byte()?;
        let length = self.cursor.length_second_bit(first)?;
        self.say(format!("{what}: {length} bytes"));
        self.take(length)?;
        self.say(what);
        Ok(())
    }

    fn text(&mut self, what: &str, length: u64, and: &str) -> Result<()> {
        self.say(format!("{what}: {length} bytes"));
        let bytes = self.take(length)?;
        self.say(format!("{}{and}", quoted(&String::from_utf8_lossy(bytes))));
        Ok(())
    }

    /// A value, comment, data or version (C.14).
    fn string(&mut self, what: &str, value: Value<'_>) -> Result<()> {
        let first = self.byte()?;
        if first == 0xFF {
            self.say(format!("{what}: empty"));
            return Ok(());
        }
        if first >= 0x80 {
            let index = self.cursor.index_second_bit(first)?;
            self.say(format!("{what} {}: entry {}", shown(value), index + 1));
            return Ok(());
        }
        self.literal(what, first, &shown(value))
    }

    /// A string in some encoding (C.19), with its text where that is known.
    fn literal(&mut self, what: &str, first: u8, text: &str) -> Result<()> {
        let with_index = first & 0x20 != 0;
        let form = if with_index { self.byte()? } else { first };
        let length = self.cursor.length_fifth_bit(form)?;
        let index = u32::from(first & 0x0F) << 4 | u32::from(form >> 4);
        self.encoded(what, first >> 4 & 3, index, length, first & 0x40 != 0, text)
    }

    /// A chunk of character data (C.15).
    fn characters(&mut self, value: Value<'_>) -> Result<()> {
        let first = self.byte()?;
        if first >= 0xA0 {
            let index = self.cursor.index_fourth_bit(first)?;
            self.say(format!("characters {}: entry {}", shown(value), index + 1));
            return Ok(());
        }
        let with_index = first & 0x08 != 0;
        let form = if with_index { self.byte()? } else { first };
        let length = self.cursor.length_seventh_bit(form)?;
        let index = u32::from(first & 0x03) << 6 | u32::from(form >> 2);
        self.encoded("characters", first >> 2 & 3, index, length, first & 0x10 != 0, &shown(value))
    }

    fn encoded(&mut self, what: &str, form: u8, index: u32, length: u64, added: bool, text: &str) -> Result<()> {
        let form = match form {
            0 => "UTF-8".to_owned(),
            1 => "UTF-16".to_owned(),
            2 => format!("restricted alphabet {}", index + 1),
            _ => format!("encoding algorithm {}", index + 1),
        };
        self.say(format!("{what}: {length} bytes of {form}"));
        let bytes = self.take(length)?;
        let text = if text.is_empty() { quoted(&String::from_utf8_lossy(bytes)) } else { text.to_owned() };
        self.say(format!("{text}{}", if added { ", new in its table" } else { "" }));
        Ok(())
    }
}

fn written(name: Name<'_>) -> String {
    match name.prefix() {
        "" => name.local().to_owned(),
        prefix => format!("{prefix}:{}", name.local()),
    }
}

fn shown(value: Value<'_>) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::Encoded(encoded) => match encoded.algorithm {
            Algorithm::BuiltIn(algorithm) => format!("bytes of {}", algorithm.name()),
            Algorithm::Application(uri) => format!("bytes of {}", quoted(uri)),
        },
    }
}

/// A text in quotes, cut where it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, WriteOptions, Writer, xml};

    /// Every byte is shown once and in order, whatever the document has.
    #[test]
    fn every_byte_is_shown_once() {
        let xml = "<!DOCTYPE r SYSTEM 's' [<!NOTATION n PUBLIC 'p' 's'><!ENTITY u SYSTEM 'x' NDATA n><?a b?>]>\
                   <!--c--><r xmlns='urn:d' xmlns:p='urn:p' a='1' p:b='' c='1'><?t d?><p:e/><p:e a='1'>text</p:e>text\
                   <p:e>a text that is longer than any that is indexed</p:e></r>";
        for options in [WriteOptions::default(), WriteOptions::without_value_indexes()] {
            let mut writer = Writer::with_options(&options).unwrap();
            xml::from_xml(xml.as_bytes(), &Limits::default(), &mut writer).unwrap();
            let mut end = 0;
            dump(writer.bytes(), &ReadOptions::default(), |piece| {
                assert_eq!(piece.offset, end, "{piece:?}");
                end += piece.bytes.len();
            })
            .unwrap();
            assert_eq!(end, writer.bytes().len());
            for cut in 0..end {
                assert!(dump(&writer.bytes()[..cut], &ReadOptions::default(), |_| {}).is_err(), "cut at {cut}");
            }
        }
    }
}
