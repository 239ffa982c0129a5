//! Writing what a reader read.

use super::{Output, Writer};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{Event, EventReader, Name, StartElement, Value};

impl<O: Output> Writer<O> {
    /// Writes an event.
    ///
    /// # Errors
    /// Those of the call that the event stands for; [`ErrorKind::NotRepresentable`] for a comment or processing
    /// instruction that is not text, or an attribute that has a namespace and no prefix.
    pub fn event(&mut self, event: &Event<'_>) -> Result<()> {
        match *event {
            Event::StartDocument(info) => self.start_document(info),
            Event::StartDocumentType { system, public } => self.start_document_type(system, public),
            Event::EndDocumentType => self.end_document_type(),
            Event::StartElement(element) => self.element_event(element),
            Event::EndElement(_) => self.end_element(),
            Event::Characters(Value::Text(text)) => self.characters(text),
            Event::Characters(Value::Encoded(value)) => self.characters_typed(value.into()),
            Event::Comment(text) => self.comment(plain_text(text)?),
            Event::ProcessingInstruction { target, data } => self.processing_instruction(target, plain_text(data)?),
            Event::EntityReference { name, system, public } => self.entity_reference(name, system, public),
            Event::EndDocument => self.end_document(),
        }
    }

    /// Writes all that a reader has, to the end of its document.
    ///
    /// # Errors
    /// The first error of the reader or of [`event`](Self::event).
    pub fn copy<R: EventReader>(&mut self, reader: &mut R) -> Result<()> {
        loop {
            let event = reader.read_event()?;
            self.event(&event)?;
            if matches!(event, Event::EndDocument) {
                return Ok(());
            }
        }
    }

    fn element_event(&mut self, element: StartElement<'_>) -> Result<()> {
        let mut qname = String::new();
        for namespace in element.namespaces() {
            self.namespace(namespace.prefix, namespace.uri)?;
        }
        self.start_element(written(element.name(), &mut qname))?;
        for attribute in element.attributes() {
            if attribute.name.prefix().is_empty() && !attribute.name.namespace().is_empty() {
                let what = "an attribute that has a namespace and no prefix, from events";
                return Err(Error::new(ErrorKind::NotRepresentable { what }));
            }
            let name = written(attribute.name, &mut qname);
            match attribute.value {
                Value::Text(text) => self.attribute(name, text)?,
                Value::Encoded(value) => self.attribute_typed(name, value.into())?,
            }
        }
        Ok(())
    }
}

/// A name as XML writes it.
fn written<'n>(name: Name<'n>, scratch: &'n mut String) -> &'n str {
    if name.prefix().is_empty() {
        return name.local();
    }
    scratch.clear();
    scratch.push_str(name.prefix());
    scratch.push(':');
    scratch.push_str(name.local());
    scratch
}

fn plain_text(value: Value<'_>) -> Result<&str> {
    let what = "a comment or processing instruction of an encoding algorithm, from events";
    value.as_text().ok_or_else(|| Error::new(ErrorKind::NotRepresentable { what }))
}
