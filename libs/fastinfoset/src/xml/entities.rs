//! References to characters and entities.

use super::dtd::{DocumentType, Entity};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::xml_names::is_xml_character;

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
            return character(number).map(Reference::Character);
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
        let mut rest = raw;
        while let Some(at) = rest.find(['&', '\t', '\n', '\r', '<']) {
            let (plain, special) = rest.split_at(at);
            push_characters(plain, out)?;
            rest = &special[1..];
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
                b'\r' => {
                    rest = rest.strip_prefix('\n').unwrap_or(rest);
                    out.push(' ');
                }
                _ => out.push(' '),
            }
        }
        push_characters(rest, out)
    }
}

/// The character that a reference is to: `60`, `x3C`.
pub(super) fn character(number: &str) -> Result<char> {
    let value = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let found = value.ok().and_then(char::from_u32).filter(|c| is_xml_character(*c) && !number.contains('+'));
    found.ok_or_else(|| wrong(format!("&#{number}; is not a character")))
}

/// Appends character data with its line ends as one line feed each (XML 1.0, 2.11).
pub(super) fn push_text(text: &str, out: &mut String) -> Result<()> {
    let mut rest = text;
    while let Some(at) = rest.find('\r') {
        push_characters(&rest[..at], out)?;
        out.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    push_characters(rest, out)
}

fn push_characters(text: &str, out: &mut String) -> Result<()> {
    check_characters(text)?;
    out.push_str(text);
    Ok(())
}

/// Refuses what XML does not allow.
pub(super) fn check_characters(text: &str) -> Result<()> {
    // Outside ASCII only U+FFFE and U+FFFF are not allowed, and both begin with this byte.
    let suspicious = text.bytes().any(|byte| (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0xEF);
    match suspicious && !text.chars().all(is_xml_character) {
        true => Err(wrong("a character is not allowed in XML".into())),
        false => Ok(()),
    }
}

pub(super) fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Xml { message })
}
