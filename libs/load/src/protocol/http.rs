//! HTTP/1.1 (RFC 9112): requests built once, answers parsed where they lie.

mod chunked;
mod head;
mod request;
mod verdict;

pub(crate) use verdict::{Asks, judge};

pub use request::{Body, Request};
pub(crate) use request::{is_token, target};

use super::{Answer, Comparison, MALFORMED, Protocol, Verdict};
use crate::error::Error;
use crate::template::Requests;
use chunked::Chunks;
use head::{Framing, LastHead};

/// HTTP/1.1 with the checks that an answer must pass. A good answer has the expected status and the expected content; where
/// no content is expected, and the request asks for some, one without any is a miss.
#[derive(Clone, Debug)]
pub struct Http {
    requests: Requests,
    kinds: Vec<Kind>,
    status: Option<u16>,
    content: Option<Vec<u8>>,
    last_head: LastHead,
    /// Of the last answer.
    last_status: u16,
}

/// What must be known of a request to read its answer.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// The answer has no content whatever its head says (RFC 9110, 9.3.2).
    head_only: bool,
    asks: Asks,
}

impl Http {
    /// Sends `requests` in turn. [`crate::template::PLACEHOLDER`] in a path, header or body varies below `keyspace`.
    pub fn new(requests: &[Request], keyspace: u64) -> Self {
        Self {
            requests: Requests::new(requests.iter().map(Request::bytes), keyspace),
            kinds: requests.iter().map(|request| Kind::of(&request.method)).collect(),
            status: None,
            content: None,
            last_head: LastHead::default(),
            last_status: 0,
        }
    }

    /// Sends a request that was recorded, and expects the status and the content of the answer that was recorded with it.
    /// Header fields, such as a date, may differ.
    ///
    /// # Errors
    /// [`Error::Recorded`] for an answer that is cut short or no HTTP.
    pub fn recorded(request: Vec<u8>, answer: &[u8]) -> Result<Self, Error> {
        let malformed = || Error::Recorded("its answer is no HTTP");
        let head = LastHead::default().parse(answer).map_err(|_| malformed())?.ok_or_else(malformed)?;
        let body = &answer[head.len..];
        let mut content = Vec::new();
        match head.framing {
            Framing::Sized(size) if size == body.len() as u64 => content.extend_from_slice(body),
            Framing::UntilClose => content.extend_from_slice(body),
            Framing::Chunked => {
                let decoded = Chunks::default().decode(body, |piece| content.extend_from_slice(piece));
                if !decoded.is_ok_and(|progress| progress.complete) {
                    return Err(malformed());
                }
            }
            Framing::Sized(_) => return Err(Error::Recorded("its answer was cut short")),
        }
        let http = Self {
            requests: Requests::new([request], 1 << 32),
            kinds: vec![Kind { head_only: false, asks: Asks::Nothing }],
            status: None,
            content: None,
            last_head: LastHead::default(),
            last_status: 0,
        };
        Ok(http.expect_status(head.status).expect_content(content))
    }

    /// Expects exactly this status. Without it, any status from 200 to 299 is accepted.
    pub fn expect_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Expects exactly this content, after the transfer coding is taken off.
    pub fn expect_content(mut self, content: Vec<u8>) -> Self {
        self.content = Some(content);
        self
    }

    fn verdict(&self, parser: &Parser, request: u64) -> Verdict {
        let asks = self.kinds[self.requests.kind(request)].asks;
        judge(asks, self.status, self.content.as_deref(), parser.status, &parser.content)
    }

    fn complete(&mut self, parser: &mut Parser, request: u64, consumed: usize) -> Answer {
        let verdict = self.verdict(parser, request);
        self.last_status = parser.status;
        let answer = Answer::Complete { consumed, verdict, last: parser.last };
        *parser = Parser::default();
        answer
    }
}

impl Kind {
    fn of(method: &str) -> Kind {
        Kind { head_only: method == "HEAD", asks: Asks::of(method) }
    }
}

/// The answer that a connection is in the middle of.
#[derive(Debug, Default)]
pub struct Parser {
    position: Position,
    status: u16,
    last: bool,
    content: Comparison,
}

#[derive(Debug, Default)]
enum Position {
    #[default]
    Head,
    Sized(u64),
    Chunked(Chunks),
    UntilClose,
}

impl Protocol for Http {
    type Parser = Parser;

    #[inline]
    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.requests.bytes(first, count)
    }

    fn answer(&mut self, parser: &mut Parser, request: u64, input: &[u8]) -> Answer {
        let mut consumed = 0;
        while let Position::Head = parser.position {
            let head = match self.last_head.parse(&input[consumed..]) {
                Ok(Some(head)) => head,
                Ok(None) => return Answer::Partial { consumed },
                Err(head::Malformed) => return MALFORMED,
            };
            consumed += head.len;
            // An interim answer: the final one follows (RFC 9110, 15.2). 101 would leave HTTP, which was not asked for.
            if (100..200).contains(&head.status) {
                if head.status == 101 {
                    return MALFORMED;
                }
                continue;
            }
            parser.status = head.status;
            let no_content = matches!(head.status, 204 | 304) || self.kinds[self.requests.kind(request)].head_only;
            parser.last = head.last || (!no_content && head.framing == Framing::UntilClose);
            parser.position = match head.framing {
                _ if no_content => Position::Sized(0),
                Framing::Sized(size) => Position::Sized(size),
                Framing::Chunked => Position::Chunked(Chunks::default()),
                Framing::UntilClose => Position::UntilClose,
            };
        }
        let expected = self.content.as_deref();
        let rest = &input[consumed..];
        match &mut parser.position {
            Position::Head => unreachable!("the loop above ends only past the head"),
            Position::Sized(remaining) => {
                let here = rest.len().min(usize::try_from(*remaining).unwrap_or(usize::MAX));
                parser.content.take(expected, &rest[..here]);
                *remaining -= here as u64;
                if *remaining == 0 {
                    return self.complete(parser, request, consumed + here);
                }
                Answer::Partial { consumed: consumed + here }
            }
            Position::Chunked(chunks) => match chunks.decode(rest, |piece| parser.content.take(expected, piece)) {
                Ok(chunked::Progress { consumed: here, complete: true }) => {
                    self.complete(parser, request, consumed + here)
                }
                Ok(chunked::Progress { consumed: here, complete: false }) => {
                    Answer::Partial { consumed: consumed + here }
                }
                Err(chunked::Malformed) => MALFORMED,
            },
            Position::UntilClose => {
                parser.content.take(expected, rest);
                Answer::Partial { consumed: input.len() }
            }
        }
    }

    fn end_of_stream(&mut self, parser: &mut Parser, request: u64) -> Option<Verdict> {
        let ends = matches!(parser.position, Position::UntilClose);
        let Answer::Complete { verdict, .. } = ends.then(|| self.complete(parser, request, 0))? else { return None };
        Some(verdict)
    }

    fn status(&self) -> Option<String> {
        Some(self.last_status.to_string())
    }

    #[inline]
    fn code(&self) -> Option<u16> {
        Some(self.last_status)
    }
}

#[cfg(test)]
mod tests;
