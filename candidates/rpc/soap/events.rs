//! Namespace-aware events of a document that is there, or of one that arrives.

use std::io::BufRead;

use quick_xml::NsReader;
use quick_xml::events::{BytesEnd, Event};
use quick_xml::name::ResolveResult;

/// A document as events.
pub trait Events {
    /// The next event, with the namespace of its element.
    ///
    /// # Errors
    /// XML that is not well formed; what the stream says.
    fn next(&mut self) -> Result<(ResolveResult<'_>, Event<'_>), quick_xml::Error>;

    /// How many bytes have been read.
    fn position(&self) -> u64;
}

/// A document that is there.
pub struct Slice<'a>(NsReader<&'a [u8]>);

impl<'a> Slice<'a> {
    /// The events of `text`.
    pub fn new(text: &'a str) -> Self {
        Self(NsReader::from_str(text))
    }
}

impl Events for Slice<'_> {
    fn next(&mut self) -> Result<(ResolveResult<'_>, Event<'_>), quick_xml::Error> {
        self.0.read_resolved_event()
    }

    fn position(&self) -> u64 {
        self.0.buffer_position()
    }
}

/// The end of an element without content, for which the parser reports no event of its own.
pub struct Ended<'a> {
    events: &'a mut dyn Events,
    told: bool,
}

impl<'a> Ended<'a> {
    /// An end before the rest of `events`.
    pub fn new(events: &'a mut dyn Events) -> Self {
        Self { events, told: false }
    }
}

impl Events for Ended<'_> {
    fn next(&mut self) -> Result<(ResolveResult<'_>, Event<'_>), quick_xml::Error> {
        if !std::mem::replace(&mut self.told, true) {
            return Ok((ResolveResult::Unbound, Event::End(BytesEnd::new(""))));
        }
        self.events.next()
    }

    fn position(&self) -> u64 {
        self.events.position()
    }
}

/// A document as it arrives.
pub struct Stream<R> {
    reader: NsReader<R>,
    buffer: Vec<u8>,
}

impl<R: BufRead> Stream<R> {
    /// The events of what `reader` gives.
    pub fn new(reader: R) -> Self {
        Self { reader: NsReader::from_reader(reader), buffer: Vec::new() }
    }
}

impl<R: BufRead> Events for Stream<R> {
    fn next(&mut self) -> Result<(ResolveResult<'_>, Event<'_>), quick_xml::Error> {
        self.buffer.clear();
        self.reader.read_resolved_event_into(&mut self.buffer)
    }

    fn position(&self) -> u64 {
        self.reader.buffer_position()
    }
}
