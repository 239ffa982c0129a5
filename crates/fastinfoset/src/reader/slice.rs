//! The reader of documents that lie in memory.

use super::core::{Borrow, Core};
use super::cursor::Cursor;
use super::push::hand_over;
use super::{Event, EventReader, Handler, ReadOptions};
use crate::error::Result;

/// Reads a document from a slice, event by event. Text is borrowed from the slice wherever it stands there as UTF-8.
///
/// ```
/// use fastinfoset::{Event, Reader};
///
/// // <root>text</root>
/// let octets = b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF";
/// let mut reader = Reader::new(octets);
/// loop {
///     match reader.read_event()? {
///         Event::StartElement(element) => assert_eq!(element.name().local(), "root"),
///         Event::Characters(text) => assert_eq!(text.as_text(), Some("text")),
///         Event::EndDocument => break,
///         _ => {}
///     }
/// }
/// # Ok::<(), fastinfoset::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    core: Core<'a>,
    cursor: Cursor<'a>,
}

impl<'a> Reader<'a> {
    /// A reader with the default options.
    pub fn new(input: &'a [u8]) -> Self {
        Decoder::default().reader(input)
    }

    /// A reader with these options.
    pub fn with_options(input: &'a [u8], options: &ReadOptions) -> Self {
        Decoder::new(options).reader(input)
    }

    /// Reads the next event.
    ///
    /// # Errors
    /// See [`EventReader::read_event`].
    #[inline]
    pub fn read_event(&mut self) -> Result<Event<'_>> {
        let mut at = self.cursor;
        let next = self.core.next::<Borrow>(&mut at);
        self.cursor = at;
        match next {
            Ok(kind) => self.core.event(kind),
            Err(error) => Err(self.core.failed(error, at.offset())),
        }
    }

    /// The offset of the octet after the last event.
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// The elements that are open.
    pub fn depth(&self) -> usize {
        self.core.depth()
    }

    /// The octets that were not read; after [`Event::EndDocument`] those that follow the document.
    pub fn rest(&self) -> &'a [u8] {
        self.cursor.rest()
    }

    /// The tables as they are now, without values of encoding algorithms.
    pub(crate) fn vocabulary(&self) -> Result<crate::Vocabulary> {
        self.core.tables.vocabulary(&self.core.stores)
    }

    /// Gives back the memory of this reader, for the next document.
    pub fn into_decoder(self) -> Decoder {
        Decoder { core: self.core.recycle() }
    }
}

impl EventReader for Reader<'_> {
    #[inline]
    fn read_event(&mut self) -> Result<Event<'_>> {
        Reader::read_event(self)
    }

    fn push<H: Handler>(&mut self, handler: &mut H) -> std::result::Result<(), H::Error> {
        loop {
            let mut at = self.cursor;
            let pushed = self.core.push_content(&mut at, handler);
            self.cursor = at;
            pushed?;
            if hand_over(self.read_event()?, handler)? {
                return Ok(());
            }
        }
    }
}

/// The memory of a [`Reader`] between documents: who reads many pays for its tables once.
///
/// ```
/// use fastinfoset::{Decoder, Event};
///
/// let document = b"\xE0\x00\x00\x01\x00\x3C\x03root\xFF";
/// let mut decoder = Decoder::default();
/// for _ in 0..3 {
///     let mut reader = decoder.reader(document);
///     while !matches!(reader.read_event()?, Event::EndDocument) {}
///     decoder = reader.into_decoder();
/// }
/// # Ok::<(), fastinfoset::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    core: Core<'static>,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new(&ReadOptions::default())
    }
}

impl Decoder {
    /// A decoder with these options.
    pub fn new(options: &ReadOptions) -> Self {
        Self { core: Core::new(options.clone()) }
    }

    /// A reader of a document.
    pub fn reader(self, input: &[u8]) -> Reader<'_> {
        Reader { core: self.core, cursor: Cursor::new(input, 0, 0) }
    }
}
