//! One connection's state between events.

use std::collections::VecDeque;

use crate::stream::Stream;
use crate::tally::Flight;

/// One of a thread's connections. It lives for the whole run; its stream comes and goes.
#[derive(Debug, Default)]
pub(crate) struct Connection<Parser> {
    /// `None` while it is not open.
    pub stream: Option<Stream>,
    pub parser: Parser,
    /// Requests under way, the oldest first.
    pub flights: VecDeque<Flight>,
    /// Bytes of an answer that is not all there, where the parser needs them again.
    pub carry: Vec<u8>,
    /// Whether room to write is watched for.
    pub watches_write: bool,
}

impl<Parser: Default> Connection<Parser> {
    /// Whether nothing is under way, and no more requests fit on the stream.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.flights.is_empty() && self.stream.as_ref().is_some_and(Stream::is_spent)
    }

    /// Ends the stream and forgets the answer it was in. The flights stay for the caller to account for.
    pub(crate) fn close(&mut self) {
        self.stream = None;
        self.parser = Parser::default();
        self.carry.clear();
        self.watches_write = false;
    }
}
