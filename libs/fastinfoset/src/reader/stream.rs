//! The reader of documents that come from an [`io::Read`].

use std::io::{self, Read};

use super::content::TakeKind;
use super::core::{Copy, Core};
use super::cursor::Cursor;
use super::{Event, EventReader, ReadOptions};
use crate::error::{Error, LimitKind, Result};

/// The window that a reader starts with, in bytes.
const WINDOW: usize = 64 << 10;

/// Reads a document from a stream, event by event, in a window of bounded size.
///
/// Its memory is the window (64 KiB, or twice the largest event), the vocabulary tables and the open elements. It
/// may read past the end of the document, never past the end of the stream.
#[derive(Debug)]
pub struct StreamReader<R> {
    core: Core<'static>,
    source: R,
    window: Vec<u8>,
    /// The part of the window that is filled and not yet used.
    start: usize,
    end: usize,
    /// The bytes of the document before the window.
    before: u64,
    source_ended: bool,
}

impl<R: Read> StreamReader<R> {
    /// A reader with the default options.
    pub fn new(source: R) -> Self {
        Self::with_options(source, &ReadOptions::default())
    }

    /// A reader with these options.
    pub fn with_options(source: R, options: &ReadOptions) -> Self {
        Self {
            core: Core::new(options.clone()),
            source,
            window: vec![0; WINDOW],
            start: 0,
            end: 0,
            before: 0,
            source_ended: false,
        }
    }

    /// Reads the next event.
    ///
    /// # Errors
    /// See [`EventReader::read_event`]; and [`ErrorKind::Io`](crate::ErrorKind::Io) when the source fails.
    pub fn read_event(&mut self) -> Result<Event<'_>> {
        loop {
            let state = self.core.state();
            let filled = self.window.get(..self.end).unwrap_or_default();
            let mut cursor = Cursor::new(filled, self.start, self.before);
            match self.core.next::<Copy, _>(&mut cursor, TakeKind) {
                Ok(kind) => {
                    self.start = cursor.position();
                    return Ok(self.core.event(kind));
                }
                Err(error) if error.is_truncated() && !self.source_ended => {
                    self.core.restore(state);
                    if let Err(error) = self.fill() {
                        self.core.fail();
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The offset of the byte after the last event.
    pub fn position(&self) -> u64 {
        self.before + self.start as u64
    }

    /// The elements that are open.
    pub fn depth(&self) -> usize {
        self.core.depth()
    }

    /// Whether the document has ended.
    pub fn is_at_end(&self) -> bool {
        self.core.is_at_end()
    }

    /// Gives back the source, and the bytes that were read from it and not used.
    pub fn into_parts(self) -> (R, Vec<u8>) {
        let mut rest = self.window;
        rest.truncate(self.end);
        rest.drain(..self.start);
        (self.source, rest)
    }

    /// Moves the unused bytes to the front and reads more. The window grows where one event fills all of it.
    fn fill(&mut self) -> Result<()> {
        self.window.copy_within(self.start..self.end, 0);
        self.before += self.start as u64;
        self.end -= self.start;
        self.start = 0;
        if self.end == self.window.len() {
            // An event of the allowed size may have mark-up of five bytes for each of its parts.
            let limit = self.core.max_event_bytes();
            if self.window.len() as u64 > 2 * u64::from(limit) {
                return Err(Error::limit(LimitKind::EventBytes, u64::from(limit)).or_at(self.before));
            }
            self.window.resize(2 * self.window.len(), 0);
        }
        loop {
            let free = self.window.get_mut(self.end..).unwrap_or_default();
            match self.source.read(free) {
                Ok(0) => {
                    self.source_ended = true;
                    return Ok(());
                }
                Ok(read) => {
                    self.end += read.min(free.len());
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl<R: Read> EventReader for StreamReader<R> {
    fn read_event(&mut self) -> Result<Event<'_>> {
        StreamReader::read_event(self)
    }
}
