//! References to characters and entities.

use super::dtd::{DocumentType, Entity};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::xml_names::is_xml_character;

/// The version of XML that a document is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Version {
    #[default]
    V1_0,
    V1_1,
}

impl Version {
    pub(super) fn of(version: Option<&str>) -> Self {
        if version == Some("1.1") { Self::V1_1 } else { Self::V1_0 }
    }

    /// Whether a character may stand in a document, be it as a reference.
    pub(super) fn has(self, c: char) -> bool {
        is_xml_character(c) || (self == Self::V1_1 && ('\u{1}'..' ').contains(&c))
    }

    /// Whether a character that the document may have stands only as a reference (XML 1.1, production 2a), or would be read as
    /// the end of a line (2.11).
    pub(super) fn refers_to(self, c: char) -> bool {
        match self {
            Self::V1_0 => c == '\r',
            Self::V1_1 => c == '\u{85}' || c == '\u{2028}' || c == '\r' || is_restricted(c),
        }
    }

    /// What ends a line as one line feed does (XML 1.0 and 1.1, 2.11).
    fn line_ends(self) -> &'static [char] {
        match self {
            Self::V1_0 => &['\r'],
            Self::V1_1 => &['\r', '\u{85}', '\u{2028}'],
        }
    }

    /// The text after the line end that it begins with.
    fn after_line_end(self, text: &str) -> &str {
        let mut characters = text.chars();
        let first = characters.next();
        let rest = characters.as_str();
        match (first, self) {
            (Some('\r'), Self::V1_0) => rest.strip_prefix('\n').unwrap_or(rest),
            (Some('\r'), Self::V1_1) => rest.strip_prefix(['\n', '\u{85}']).unwrap_or(rest),
            _ => rest,
        }
    }
}

/// Whether XML 1.1 has a character as a reference only.
fn is_restricted(c: char) -> bool {
    matches!(c, '\u{1}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}')
}

/// The entities inside each other at most.
const MAX_NESTING: usize = 40;

/// What a reference stands for.
pub(super) enum Reference {
    Character(char),
    /// The replacement text of an internal entity.
    Replacement(String),
    /// An entity that stays a reference, with its identifiers if they are known.
    Unexpanded {
        system: Option<String>,
        public: Option<String>,
    },
}

/// The entities of a document, and how much they have expanded to.
#[derive(Debug, Default)]
pub(super) struct Entities {
    pub(super) document_type: Option<DocumentType>,
    pub(super) version: Version,
    open: Vec<String>,
    expanded: u64,
    limit: u64,
}

impl Entities {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Looks a reference up: what is between `&` and `;`.
    pub(super) fn resolve(&self, name: &str) -> Result<Reference> {
        if let Some(number) = name.strip_prefix('#') {
            return character(number, self.version).map(Reference::Character);
        }
        let predefined = match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "apos" => '\'',
            "quot" => '"',
            _ => return self.declared(name),
        };
        Ok(Reference::Character(predefined))
    }

    fn declared(&self, name: &str) -> Result<Reference> {
        let known = self.document_type.as_ref().and_then(|declared| declared.entities.get(name));
        match known {
            Some(Entity::Internal(text)) => Ok(Reference::Replacement(text.clone())),
            Some(Entity::External { system, public }) => {
                Ok(Reference::Unexpanded { system: Some(system.clone()), public: public.clone() })
            }
            Some(Entity::Unparsed) => Err(wrong(format!("entity {name:?} is unparsed"))),
            None if self.document_type.as_ref().is_some_and(|declared| declared.is_incomplete) => {
                Ok(Reference::Unexpanded { system: None, public: None })
            }
            None => Err(wrong(format!("entity {name:?} is not declared"))),
        }
    }

    /// Enters the replacement text of an entity.
    pub(super) fn enter(&mut self, name: &str, text: &str) -> Result<()> {
        if self.open.len() >= MAX_NESTING || self.open.iter().any(|open| open == name) {
            return Err(wrong(format!("entity {name:?} is inside itself, or too deep in others")));
        }
        // An empty entity is work too.
        self.expanded += text.len() as u64 + 16;
        if self.expanded > self.limit {
            return Err(Error::limit(LimitKind::Expansion, self.limit));
        }
        self.open.push(name.to_owned());
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// How many entities are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Appends the value of an attribute, normalized (XML 1.0, 3.3.3), from what is written.
    pub(super) fn attribute_value(&mut self, raw: &str, out: &mut String) -> Result<()> {
        let version = self.version;
        let is_special = |c| matches!(c, '&' | '\t' | '\n' | '<') || version.line_ends().contains(&c);
        let mut rest = raw;
        while let Some(at) = rest.find(is_special) {
            let (plain, special) = rest.split_at(at);
            self.push_characters(plain, out)?;
            rest = version.after_line_end(special);
            match special.as_bytes()[0] {
                b'&' => {
                    let (name, after) = rest.split_once(';').ok_or_else(|| wrong("a reference does not end".into()))?;
                    rest = after;
                    match self.resolve(name)? {
                        Reference::Character(c) => out.push(c),
                        Reference::Replacement(text) => {
                            self.enter(name, &text)?;
                            self.attribute_value(&text, out)?;
                            self.leave();
                        }
                        Reference::Unexpanded { .. } => {
                            return Err(wrong(format!(
                                "the value of an attribute refers to the external entity {name:?}"
                            )));
                        }
                    }
                }
                b'<' => return Err(wrong("the value of an attribute has a <".into())),
                _ => out.push(' '),
            }
        }
        self.push_characters(rest, out)
    }

    /// Appends character data with its line ends as one line feed each. Those of an entity are line feeds since it was declared.
    pub(super) fn push_text(&self, text: &str, out: &mut String) -> Result<()> {
        if self.open.is_empty() { push_text(text, self.version, out) } else { self.push_characters(text, out) }
    }

    /// Appends characters. In an entity all that a document may have may stand as they are: references became them.
    fn push_characters(&self, text: &str, out: &mut String) -> Result<()> {
        let is_allowed = |c| self.version.has(c);
        if self.open.is_empty() || !text.chars().all(is_allowed) {
            check_characters(text, self.version)?;
        }
        out.push_str(text);
        Ok(())
    }
}

/// The character that a reference is to: `60`, `x3C`.
pub(super) fn character(number: &str, version: Version) -> Result<char> {
    let value = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let found = value.ok().and_then(char::from_u32).filter(|c| version.has(*c) && !number.contains('+'));
    found.ok_or_else(|| wrong(format!("&#{number}; is not a character")))
}

/// Appends character data of a document with its line ends as one line feed each (XML 1.0 and 1.1, 2.11).
pub(super) fn push_text(text: &str, version: Version, out: &mut String) -> Result<()> {
    check_characters(text, version)?;
    let mut rest = text;
    while let Some(at) = rest.find(version.line_ends()) {
        out.push_str(&rest[..at]);
        out.push('\n');
        rest = version.after_line_end(&rest[at..]);
    }
    out.push_str(rest);
    Ok(())
}

/// Refuses what a document does not allow to stand there as it is.
pub(super) fn check_characters(text: &str, version: Version) -> Result<()> {
    let is_suspicious = |byte: u8| match byte {
        b'\t' | b'\n' | b'\r' => false,
        // Outside ASCII only U+FFFE and U+FFFF are not allowed, and both begin with this byte.
        0xEF => true,
        // Of XML 1.1 also U+007F to U+009F.
        0x7F | 0xC2 => version == Version::V1_1,
        byte => byte < b' ',
    };
    let is_allowed = |c| is_xml_character(c) && (version == Version::V1_0 || !is_restricted(c));
    if text.bytes().any(is_suspicious) && !text.chars().all(is_allowed) {
        Err(wrong("a character is not allowed in XML".into()))
    } else {
        Ok(())
    }
}

pub(super) fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Xml { message })
}
