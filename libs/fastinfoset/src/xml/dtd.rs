//! The internal subset of a document type declaration.

use std::collections::HashMap;

use super::entities::{Version, character, push_text};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{Notation, UnparsedEntity};

/// A general entity that is not predefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    /// Its replacement text, character references expanded.
    Internal(String),
    External {
        system: String,
        public: Option<String>,
    },
    Unparsed,
}

/// What is declared of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttributeDeclaration {
    pub(super) name: String,
    /// Whether the type is any but CDATA.
    pub(super) tokenized: bool,
    /// The default as it is written, references not expanded.
    pub(super) default: Option<String>,
}

/// What a converter needs of a document type declaration.
#[derive(Debug, Default)]
pub(super) struct DocumentType {
    pub(super) system: Option<String>,
    pub(super) public: Option<String>,
    pub(super) entities: HashMap<String, Entity>,
    /// By the qualified name of the element.
    pub(super) attributes: HashMap<String, Vec<AttributeDeclaration>>,
    pub(super) notations: Vec<Notation>,
    pub(super) unparsed_entities: Vec<UnparsedEntity>,
    pub(super) processing_instructions: Vec<(String, String)>,
    /// Declarations may appear in what was not read.
    pub(super) is_incomplete: bool,
}

impl DocumentType {
    /// Parses what is between `<!DOCTYPE` and its `>`.
    pub(super) fn parse(text: &str, version: Version) -> Result<Self> {
        let mut scanner = Scanner { rest: text, version };
        let mut found = Self::default();
        scanner.space();
        scanner.name()?;
        scanner.space();
        (found.system, found.public) = scanner.external_id()?;
        found.is_incomplete = found.system.is_some();
        scanner.space();
        if scanner.eat("[") {
            found.subset(&mut scanner)?;
            scanner.space();
        }
        if scanner.rest.is_empty() { Ok(found) } else { Err(wrong("something stands after the internal subset")) }
    }

    fn subset(&mut self, scanner: &mut Scanner<'_>) -> Result<()> {
        // After a reference to a parameter entity, entities and attributes are no longer taken (XML 1.0, 5.1).
        let mut takes = true;
        loop {
            scanner.space();
            if scanner.eat("]") {
                return Ok(());
            } else if scanner.eat("%") {
                scanner.until(";")?;
                takes = false;
                self.is_incomplete = true;
            } else if scanner.eat("<!--") {
                scanner.until("-->")?;
            } else if scanner.eat("<?") {
                let content = scanner.until("?>")?;
                let (target, data) = content.split_once([' ', '\t', '\r', '\n']).unwrap_or((content, ""));
                self.processing_instructions.push((target.to_owned(), data.trim_start().to_owned()));
            } else if scanner.eat("<!ENTITY") {
                self.entity(scanner, takes)?;
            } else if scanner.eat("<!ATTLIST") {
                self.attribute_list(scanner, takes)?;
            } else if scanner.eat("<!NOTATION") {
                self.notation(scanner)?;
            } else if scanner.eat("<!ELEMENT") {
                scanner.until(">")?;
            } else {
                return Err(wrong("a declaration is expected"));
            }
        }
    }

    fn entity(&mut self, scanner: &mut Scanner<'_>, takes: bool) -> Result<()> {
        scanner.space();
        let is_parameter = scanner.eat("%");
        scanner.space();
        let name = scanner.name()?.to_owned();
        scanner.space();
        let entity = match scanner.quoted()? {
            Some(literal) => Entity::Internal(expand_character_references(literal, scanner.version)?),
            None => {
                let (system, public) = scanner.external_id()?;
                let Some(system) = system else {
                    return Err(wrong("an entity has neither a value nor a system identifier"));
                };
                scanner.space();
                if scanner.eat("NDATA") {
                    scanner.space();
                    let notation = scanner.name()?.to_owned();
                    if takes && !self.entities.contains_key(&name) {
                        self.unparsed_entities.push(UnparsedEntity { name: name.clone(), system, public, notation });
                    }
                    Entity::Unparsed
                } else {
                    Entity::External { system, public }
                }
            }
        };
        scanner.close()?;
        // The first declaration of an entity counts.
        if takes && !is_parameter {
            self.entities.entry(name).or_insert(entity);
        }
        Ok(())
    }

    fn attribute_list(&mut self, scanner: &mut Scanner<'_>, takes: bool) -> Result<()> {
        scanner.space();
        let element = scanner.name()?.to_owned();
        let mut declarations = Vec::new();
        loop {
            scanner.space();
            if scanner.eat(">") {
                break;
            }
            let name = scanner.name()?.to_owned();
            scanner.space();
            let tokenized = if scanner.eat("(") {
                scanner.until(")")?;
                true
            } else {
                let kind = scanner.name()?;
                scanner.space();
                if kind == "NOTATION" && scanner.eat("(") {
                    scanner.until(")")?;
                }
                kind != "CDATA"
            };
            scanner.space();
            let default = if scanner.eat("#REQUIRED") || scanner.eat("#IMPLIED") {
                None
            } else {
                scanner.eat("#FIXED");
                scanner.space();
                Some(scanner.quoted()?.ok_or_else(|| wrong("a default value is expected"))?.to_owned())
            };
            declarations.push(AttributeDeclaration { name, tokenized, default });
        }
        if takes {
            let known = self.attributes.entry(element).or_default();
            for declaration in declarations {
                if known.iter().all(|known| known.name != declaration.name) {
                    known.push(declaration);
                }
            }
        }
        Ok(())
    }

    fn notation(&mut self, scanner: &mut Scanner<'_>) -> Result<()> {
        scanner.space();
        let name = scanner.name()?.to_owned();
        scanner.space();
        let (system, public) = scanner.external_id()?;
        scanner.close()?;
        self.notations.push(Notation { name, system, public });
        Ok(())
    }
}

struct Scanner<'t> {
    rest: &'t str,
    version: Version,
}

impl<'t> Scanner<'t> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn until(&mut self, token: &str) -> Result<&'t str> {
        let (before, after) = self.rest.split_once(token).ok_or_else(|| wrong("a declaration does not end"))?;
        self.rest = after;
        Ok(before)
    }

    fn name(&mut self) -> Result<&'t str> {
        let ends = |c: char| {
            matches!(c, ' ' | '\t' | '\r' | '\n' | '>' | '[' | '(' | ')' | '"' | '\'' | '<' | '%' | ';' | '|')
        };
        let (name, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        if name.is_empty() {
            return Err(wrong("a name is expected"));
        }
        self.rest = rest;
        Ok(name)
    }

    fn quoted(&mut self) -> Result<Option<&'t str>> {
        let quote = if self.eat("\"") {
            "\""
        } else if self.eat("'") {
            "'"
        } else {
            return Ok(None);
        };
        self.until(quote).map(Some)
    }

    /// System and public identifier, if there are any.
    fn external_id(&mut self) -> Result<(Option<String>, Option<String>)> {
        let has_public = self.eat("PUBLIC");
        if !has_public && !self.eat("SYSTEM") {
            return Ok((None, None));
        }
        self.space();
        let first = self.quoted()?.ok_or_else(|| wrong("an identifier is expected"))?.to_owned();
        if !has_public {
            return Ok((Some(first), None));
        }
        self.space();
        let system = self.quoted()?.map(str::to_owned);
        let public: Vec<&str> = first.split_ascii_whitespace().collect();
        Ok((system, Some(public.join(" "))))
    }

    fn close(&mut self) -> Result<()> {
        self.space();
        if self.eat(">") { Ok(()) } else { Err(wrong("a declaration does not end")) }
    }
}

/// Expands the character references of an entity's value, which XML does where it is declared, as it does line ends.
fn expand_character_references(literal: &str, version: Version) -> Result<String> {
    let mut text = String::with_capacity(literal.len());
    let mut rest = literal;
    while let Some(at) = rest.find("&#") {
        push_text(&rest[..at], version, &mut text)?;
        let (reference, after) = rest[at + 2..].split_once(';').ok_or_else(|| wrong("a reference does not end"))?;
        text.push(character(reference, version)?);
        rest = after;
    }
    push_text(rest, version, &mut text)?;
    Ok(text)
}

fn wrong(message: &str) -> Error {
    Error::new(ErrorKind::Xml { message: format!("document type: {message}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_declaration() {
        let found = DocumentType::parse(
            " doc PUBLIC \"-//X//Y\" 'y.dtd' [
              <!ELEMENT doc (#PCDATA)> <!-- a > comment -->
              <!ENTITY e \"a&#38;b<c/>\"> <!ENTITY e 'second'>
              <!ENTITY ext SYSTEM 'e.xml'> <!ENTITY pic SYSTEM 'p.gif' NDATA gif>
              <!NOTATION gif PUBLIC 'gif viewer'>
              <!ATTLIST doc a CDATA 'x>y' b (one|two) \"one\" c NMTOKENS #IMPLIED d NOTATION (gif) #FIXED 'gif'>
              <?pi some data?> %pe; <!ENTITY late 'x'> ] ",
            Version::V1_0,
        )
        .unwrap();
        assert_eq!((found.system.as_deref(), found.public.as_deref()), (Some("y.dtd"), Some("-//X//Y")));
        assert_eq!(found.entities["e"], Entity::Internal("a&b<c/>".into()));
        assert_eq!(found.entities["ext"], Entity::External { system: "e.xml".into(), public: None });
        assert_eq!(found.entities["pic"], Entity::Unparsed);
        assert_eq!(found.unparsed_entities[0].notation, "gif");
        assert_eq!(found.notations[0].public.as_deref(), Some("gif viewer"));
        assert_eq!(found.processing_instructions, [("pi".to_owned(), "some data".to_owned())]);
        let defaults: Vec<_> = found.attributes["doc"].iter().map(|d| (d.tokenized, d.default.as_deref())).collect();
        assert_eq!(defaults, [(false, Some("x>y")), (true, Some("one")), (true, None), (true, Some("gif"))]);
        assert!(found.is_incomplete && !found.entities.contains_key("late"));
    }

    #[test]
    fn every_cut_is_an_error_or_a_declaration() {
        let text = "doc SYSTEM 'x' [<!ENTITY e 'v'><!ATTLIST d a CDATA 'x'><!NOTATION n SYSTEM 'y'><?p q?>]";
        for end in 0..text.len() {
            let _ = DocumentType::parse(&text[..end], Version::V1_0);
        }
    }
}
