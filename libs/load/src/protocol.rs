//! What a protocol must tell the engine: the bytes of requests, and where an answer ends.

pub mod exact;
pub mod http;
pub mod http2;
pub mod memcached;
pub mod postgresql;
pub mod raw;
pub mod resp;
pub mod store;

/// A protocol on a connection: requests go out in order, answers come back in the same order.
///
/// The engine owns sockets, time and counting; an implementation knows bytes only. Each thread works on its own clone.
pub trait Protocol: Clone + Send {
    /// What is known about the answer that a connection is in the middle of. `Default` is "between answers".
    type Parser: Default;

    /// The bytes of the `count` requests numbered from `first`, ready to be sent in one piece.
    fn requests(&mut self, first: u64, count: usize) -> &[u8];

    /// Reads at most one answer, the one to request number `request`, from the front of `input`.
    ///
    /// Bytes that were not consumed are offered again with more behind them. Must leave `parser` between answers when
    /// it returns [`Answer::Complete`].
    fn answer(&mut self, parser: &mut Self::Parser, request: u64, input: &[u8]) -> Answer;

    /// The peer ended the stream in the middle of the answer to `request`: what that means, where the end of the stream
    /// is the end of the answer. `None` is an answer cut short.
    fn end_of_stream(&mut self, _parser: &mut Self::Parser, _request: u64) -> Option<Verdict> {
        None
    }

    /// The answer to `request` will never come, or was [`Verdict::Malformed`]: what was kept for it can go. It may never have
    /// been asked for the bytes of that request.
    fn lost(&mut self, _request: u64) {}

    /// What the answer that was just found to be [`Verdict::Status`] said, in a word: `500`, `ERR`.
    fn status(&self) -> Option<String> {
        None
    }

    /// The status of the answer that was just found to be complete, where every answer has one below [`CODES`].
    fn code(&self) -> Option<u16> {
        None
    }
}

/// Statuses are below this.
pub const CODES: u16 = 1000;

/// How far [`Protocol::answer`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The answer goes on beyond the input.
    Partial {
        /// Bytes that need not be offered again.
        consumed: usize,
    },
    /// The answer is complete.
    Complete {
        /// Bytes that belong to it.
        consumed: usize,
        /// What it is worth.
        verdict: Verdict,
        /// The server ends the connection after it.
        last: bool,
    },
}

/// What a complete answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Ok,
    /// A status that was not expected, or a stated error.
    Status,
    /// Well formed, but it carries no value: the key is not there, or the reply is empty.
    Miss,
    /// Well formed, but not the expected content.
    Wrong,
    /// The server gave up the answer and kept the connection: a reset stream of HTTP/2.
    Reset,
    /// Not the protocol. The connection is given up, for nothing behind it can be trusted.
    Malformed,
}

/// A [`Answer::Complete`] for bytes that are not the protocol.
pub(crate) const MALFORMED: Answer = Answer::Complete { consumed: 0, verdict: Verdict::Malformed, last: true };

/// Compares an answer that arrives in pieces with the content that is expected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparison {
    seen: usize,
    differs: bool,
}

impl Comparison {
    /// Takes the next piece of the content.
    #[inline]
    pub(crate) fn take(&mut self, expected: Option<&[u8]>, piece: &[u8]) {
        let end = self.seen.saturating_add(piece.len());
        if let Some(expected) = expected {
            self.differs |= expected.get(self.seen..end) != Some(piece);
        }
        self.seen = end;
    }

    /// Whether no content has come.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.seen == 0
    }

    /// Takes what is there of content that ends with CR LF; `remaining` counts both, and what was taken is subtracted.
    /// `None` when the line end is not one.
    pub(crate) fn take_line(&mut self, remaining: &mut usize, expected: Option<&[u8]>, input: &[u8]) -> Option<usize> {
        let here = input.len().min(*remaining);
        let content = here.min(remaining.saturating_sub(2));
        self.take(expected, &input[..content]);
        let tail_at = 2 - (*remaining - content).min(2);
        let tail = &input[content..here];
        (b"\r\n".get(tail_at..tail_at + tail.len()) == Some(tail)).then_some(())?;
        *remaining -= here;
        Some(here)
    }

    /// Whether all the content was as expected, now that it is complete.
    #[inline]
    pub(crate) fn matches(&self, expected: Option<&[u8]>) -> bool {
        expected.is_none_or(|expected| !self.differs && self.seen == expected.len())
    }
}

#[cfg(test)]
pub(crate) mod testing;
