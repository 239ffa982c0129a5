//! One request and its answer: a stream (RFC 9113, 5.1).

use super::fields::Fields;
use super::record::{End, Grpc, Head};
use super::violation::Violation;

/// How far the answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Its head has not, or only interim heads.
    Head,
    /// Its head has.
    Content,
    /// The stream is closed.
    Done,
}

/// What the fields of a stream are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// An interim answer (RFC 9110, 15.2): the head is still to come.
    Interim,
    /// The answer goes on.
    Further,
    /// The answer is whole.
    Whole,
    /// The answer is malformed (RFC 9113, 8.1.1).
    Malformed,
}

/// A stream, from its request to its answer.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub phase: Phase,
    pub head: Head,
    /// Content that has come and was not handed on.
    pub content: Vec<u8>,
    /// Content that the head says is still to come, bytes.
    left: Option<u64>,
    /// The answer has no content.
    is_head: bool,
    /// Bytes that came and were not given back to the window of the stream.
    pub unreturned: u32,
    /// Bytes of the request that the server takes on this stream; below 0 after it made its windows smaller
    /// (RFC 9113, 6.9.2).
    pub window: i64,
    pub kind: u32,
    /// Bytes of the request's content that were sent.
    pub sent: usize,
}

impl Exchange {
    pub(crate) fn new(kind: u32, is_head: bool, window: u32) -> Self {
        let (phase, head, content) = (Phase::Head, Head::default(), Vec::new());
        Self { phase, head, content, left: None, is_head, unreturned: 0, window: window.into(), kind, sent: 0 }
    }

    /// Takes the fields of a head or of trailers.
    ///
    /// # Errors
    /// Fields that are none.
    #[inline]
    pub(crate) fn take_fields(&mut self, fields: &Fields, is_end: bool) -> Result<Step, Violation> {
        if self.phase == Phase::Head { self.take_head(fields, is_end) } else { self.take_trailers(fields, is_end) }
    }

    fn take_head(&mut self, fields: &Fields, is_end: bool) -> Result<Step, Violation> {
        let Some(status) = fields.head()? else { return Ok(Step::Malformed) };
        if status < 200 {
            return Ok(if is_end { Step::Malformed } else { Step::Interim });
        }
        self.phase = Phase::Content;
        (self.head.status, self.head.grpc) = (status, fields.grpc_of_head());
        self.left = if self.is_head { Some(0) } else { fields.content_length };
        // 204 and 304 may state the length of a content that they do not have (RFC 9110, 8.6).
        if is_end && matches!(status, 204 | 304) {
            self.left = None;
        }
        Ok(if is_end { self.whole() } else { Step::Further })
    }

    fn take_trailers(&mut self, fields: &Fields, is_end: bool) -> Result<Step, Violation> {
        if !fields.is_trailers()? || !is_end {
            return Ok(Step::Malformed);
        }
        if let Some(status) = fields.grpc_status() {
            self.head.grpc = Grpc::Status(status);
        }
        Ok(self.whole())
    }

    /// Counts content against the length that the head stated.
    #[inline]
    pub(crate) fn take_content(&mut self, length: usize, is_end: bool) -> Step {
        if self.phase == Phase::Head {
            return Step::Malformed;
        }
        if let Some(left) = &mut self.left {
            match left.checked_sub(length as u64) {
                Some(less) => *left = less,
                None => return Step::Malformed,
            }
        }
        if is_end { self.whole() } else { Step::Further }
    }

    /// The stream ends here: whether the content is as long as the head said.
    #[inline]
    fn whole(&self) -> Step {
        if matches!(self.left, None | Some(0)) { Step::Whole } else { Step::Malformed }
    }

    pub(crate) fn close(&mut self, end: End) {
        self.phase = Phase::Done;
        self.head.end = end;
        if end != End::Whole {
            self.content = Vec::new();
        }
    }
}
