//! Readers: from a slice, from a stream, and pushing to a handler.

mod content;
mod core;
mod cursor;
mod element;
mod encoded;
mod event;
mod head;
mod info;
mod options;
mod push;
mod scope;
mod slice;
mod stream;
mod strings;
pub(crate) mod tables;

pub(crate) use cursor::Cursor;
pub use event::{Attribute, Attributes, Event, Name, Namespace, StartElement, Value};
pub use info::{AdditionalDatum, DocumentInfo, Notation, UnparsedEntity};
pub use options::ReadOptions;
pub use push::{Handler, push};
pub use slice::{Decoder, Reader};
pub use stream::StreamReader;

use crate::error::Result;

/// A reader of any kind.
pub trait EventReader {
    /// Reads the next event.
    ///
    /// # Errors
    /// When the document is not one, ends too early, or reaches a limit; the error has the byte offset. A reader that
    /// gave an error gives no more events.
    fn read_event(&mut self) -> Result<Event<'_>>;

    /// Reads to the end of the document and hands every event to `handler`. See [`push`].
    ///
    /// # Errors
    /// The first error of the reader or of the handler.
    fn push<H: Handler>(&mut self, handler: &mut H) -> std::result::Result<(), H::Error>
    where
        Self: Sized,
    {
        while !push::hand_over(self.read_event()?, handler)? {}
        Ok(())
    }
}
