//! Pushing a document to a handler, as SAX does.

use super::content::Take;
use super::core::{Borrow, Core, Kind, Outside, State, apart};
use super::cursor::Cursor;
use super::{DocumentInfo, Event, EventReader, Name, StartElement, Value};
use crate::error::Error;

/// Receives a document. Every method does nothing unless it is implemented.
///
/// `Self::Error` may be any type that [`Error`] converts into; the first error ends the reading.
#[expect(unused_variables, reason = "the methods that do nothing name what they are given")]
pub trait Handler {
    /// What a method may fail with.
    type Error: From<Error>;

    /// The document begins.
    fn start_document(&mut self, info: &DocumentInfo) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A document type declaration begins; its processing instructions follow.
    fn start_document_type(&mut self, system: Option<&str>, public: Option<&str>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The document type declaration ends.
    fn end_document_type(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// An element begins.
    fn start_element(&mut self, element: StartElement<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// An element ends.
    fn end_element(&mut self, name: Name<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Character data: one chunk of it.
    fn characters(&mut self, value: Value<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A comment.
    fn comment(&mut self, value: Value<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A processing instruction.
    fn processing_instruction(&mut self, target: &str, data: Value<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A reference to an entity that was not expanded.
    fn entity_reference(&mut self, name: &str, system: Option<&str>, public: Option<&str>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The document ended.
    fn end_document(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Reads a document to its end and hands everything to `handler`.
///
/// ```
/// use fastinfoset::{Error, Handler, Reader, StartElement, push};
///
/// struct Count(usize);
/// impl Handler for Count {
///     type Error = Error;
///     fn start_element(&mut self, _: StartElement<'_>) -> Result<(), Error> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
///
/// let mut count = Count(0);
/// push(&mut Reader::new(b"\xE0\x00\x00\x01\x00\x3C\x03root\xFF"), &mut count)?;
/// assert_eq!(count.0, 1);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// The first error of the reader or of the handler.
#[inline]
pub fn push<R: EventReader, H: Handler>(reader: &mut R, handler: &mut H) -> Result<(), H::Error> {
    reader.push(handler)
}

/// Hands an event to its method. Whether it was the last.
#[inline]
pub(super) fn hand_over<H: Handler>(event: Event<'_>, handler: &mut H) -> Result<bool, H::Error> {
    match event {
        Event::StartElement(element) => handler.start_element(element)?,
        Event::EndElement(name) => handler.end_element(name)?,
        other => return hand_over_rare(other, handler),
    }
    Ok(false)
}

/// The same for what is not the start or end of an element.
#[inline(never)]
pub(super) fn hand_over_rare<H: Handler>(event: Event<'_>, handler: &mut H) -> Result<bool, H::Error> {
    match event {
        Event::StartElement(_) | Event::EndElement(_) => {}
        Event::Characters(value) => handler.characters(value)?,
        Event::Comment(value) => handler.comment(value)?,
        Event::ProcessingInstruction { target, data } => handler.processing_instruction(target, data)?,
        Event::EntityReference { name, system, public } => handler.entity_reference(name, system, public)?,
        Event::StartDocument(info) => handler.start_document(info)?,
        Event::StartDocumentType { system, public } => handler.start_document_type(system, public)?,
        Event::EndDocumentType => handler.end_document_type()?,
        Event::EndDocument => {
            handler.end_document()?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Hands items of the content to a handler as they are read.
pub(super) struct TakeTo<'h, H>(pub(super) &'h mut H);

impl<H: Handler> Take for TakeTo<'_, H> {
    type Taken<'e> = Result<(), H::Error>;

    #[inline(always)]
    fn start(self, element: StartElement<'_>) -> Result<(), H::Error> {
        self.0.start_element(element)
    }

    #[inline(always)]
    fn end(self, name: Name<'_>) -> Result<(), H::Error> {
        self.0.end_element(name)
    }

    #[inline(always)]
    fn characters(self, value: Value<'_>) -> Result<(), H::Error> {
        self.0.characters(value)
    }

    #[inline(always)]
    fn rare(self, kind: Kind, core: &Core<'_>) -> Result<(), H::Error> {
        // The last item of a document is not content.
        hand_over_rare(core.rare_event(kind), self.0).map(|_| ())
    }
}

impl<'a> Core<'a> {
    /// Hands every item of a document in memory to `handler`.
    #[inline(always)]
    pub(super) fn push<H: Handler>(&mut self, cursor: &mut Cursor<'a>, handler: &mut H) -> Result<(), H::Error> {
        loop {
            if self.state != State::InRoot {
                match apart(cursor, |cursor| self.outside_content::<Borrow>(cursor))? {
                    Outside::Content => {}
                    Outside::End(name) => {
                        handler.end_element(self.name_of(name))?;
                        continue;
                    }
                    Outside::Item(kind) => {
                        if hand_over_rare(self.rare_event(kind), handler)? {
                            return Ok(());
                        } else {
                            continue;
                        }
                    }
                }
            }
            self.content::<Borrow, _>(cursor, TakeTo(handler))??;
        }
    }
}
