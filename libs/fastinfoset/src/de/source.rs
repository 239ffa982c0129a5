//! The items of a document one after another, with one that was looked at and not yet taken.

use std::rc::Rc;

use super::error::DeError;
use super::keys::Keys;
use crate::{Algorithms, Decoder, Event, Reader};

/// A start tag.
#[derive(Debug)]
pub struct Start {
    pub key: Rc<str>,
    pub attributes: Vec<(Rc<str>, String)>,
}

/// What is in an element. Texts that are adjacent are one.
#[derive(Debug)]
pub enum Item {
    Start(Start),
    Text(String),
    End,
}

/// The items of a document.
#[derive(Debug)]
pub struct Source<'a, 'k> {
    reader: Reader<'a>,
    keys: &'k mut Keys,
    algorithms: Algorithms,
    /// What was looked at.
    next: Option<Item>,
    /// What ended the last text.
    after_text: Option<Item>,
}

impl<'a, 'k> Source<'a, 'k> {
    pub fn new(reader: Reader<'a>, keys: &'k mut Keys) -> Self {
        Self { reader, keys, algorithms: Algorithms::default(), next: None, after_text: None }
    }

    pub fn into_decoder(self) -> Decoder {
        self.reader.into_decoder()
    }

    /// The start of the root element.
    pub fn root(&mut self) -> Result<Start, DeError> {
        loop {
            if let Item::Start(start) = self.next()? {
                return Ok(start);
            }
        }
    }

    /// Reads what comes after the root element.
    pub fn end(&mut self) -> Result<(), DeError> {
        while !matches!(self.reader.read_event()?, Event::EndDocument) {}
        Ok(())
    }

    pub fn peek(&mut self) -> Result<&Item, DeError> {
        let next = match self.next.take() {
            Some(next) => next,
            None => self.read()?,
        };
        Ok(self.next.insert(next))
    }

    pub fn next(&mut self) -> Result<Item, DeError> {
        match self.next.take() {
            Some(next) => Ok(next),
            None => self.read(),
        }
    }

    /// Reads to the end of the element that was opened last.
    pub fn skip_element(&mut self) -> Result<(), DeError> {
        let mut open = 1;
        while open > 0 {
            match self.next()? {
                Item::Start(_) => open += 1,
                Item::End => open -= 1,
                Item::Text(_) => {}
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<Item, DeError> {
        if let Some(item) = self.after_text.take() {
            return Ok(item);
        }
        let mut text = String::new();
        let item = loop {
            match self.reader.read_event()? {
                Event::StartElement(element) => {
                    let key = self.keys.element(element.name());
                    let mut attributes = Vec::new();
                    for attribute in element.attributes() {
                        let mut value = String::new();
                        attribute.value.write_text(&self.algorithms, &mut value)?;
                        attributes.push((self.keys.attribute(attribute.name), value));
                    }
                    break Item::Start(Start { key, attributes });
                }
                Event::EndElement(_) => break Item::End,
                Event::Characters(value) => value.write_text(&self.algorithms, &mut text)?,
                Event::EndDocument => return Err(DeError::Type("the document has ended".to_owned())),
                Event::EntityReference { name, .. } => {
                    return Err(DeError::Type(format!("a reference to the entity {name:?}, which is not expanded")));
                }
                _ => {}
            }
        };
        if text.is_empty() {
            return Ok(item);
        }
        self.after_text = Some(item);
        Ok(Item::Text(text))
    }
}
