//! The reader of documents that lie in memory.

use super::content::Take;
use super::core::{Borrow, Core, Kind};
use super::cursor::Cursor;
use super::{Event, EventReader, Handler, Name, ReadOptions, StartElement, Value};
use crate::error::Result;

/// Reads a document from a slice, event by event. Text is borrowed from the slice wherever it is UTF-8 there.
///
/// ```
/// use fastinfoset::{Event, Reader};
///
/// // <root>text</root>
/// let bytes = b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF";
/// let mut reader = Reader::new(bytes);
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
        let event = self.core.next::<Borrow, _>(&mut at, TakeEvent);
        self.cursor.follow(&at);
        event
    }

    /// The offset of the byte after the last event.
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// The elements that are open.
    pub fn depth(&self) -> usize {
        self.core.depth()
    }

    /// The bytes that were not read; after [`Event::EndDocument`] those that follow the document.
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
        let mut at = self.cursor;
        let result = self.core.push(&mut at, handler);
        self.cursor.follow(&at);
        result
    }
}

/// Makes an event of an item.
struct TakeEvent;

impl Take for TakeEvent {
    type Taken<'e> = Event<'e>;

    #[inline(always)]
    fn start(self, element: StartElement<'_>) -> Event<'_> {
        Event::StartElement(element)
    }

    #[inline(always)]
    fn end(self, name: Name<'_>) -> Event<'_> {
        Event::EndElement(name)
    }

    #[inline(always)]
    fn characters(self, value: Value<'_>) -> Event<'_> {
        Event::Characters(value)
    }

    #[inline(always)]
    fn rare<'e>(self, kind: Kind, core: &'e Core<'e>) -> Event<'e> {
        core.rare_event(kind)
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
