//! HTTP/1.1 (RFC 9112): requests built once, answers parsed where they lie.

mod chunked;
mod head;
mod request;

pub use request::{Body, Request};

use super::{Answer, Comparison, MALFORMED, Protocol, Verdict};
use crate::template::Requests;
use chunked::Chunks;
use head::{Framing, LastHead};

/// HTTP/1.1 with the checks that an answer must pass.
#[derive(Clone, Debug)]
pub struct Http {
    requests: Requests,
    /// By kind of request: its answer has no content whatever its head says (RFC 9110, 9.3.2).
    head_only: Vec<bool>,
    status: Option<u16>,
    content: Option<Vec<u8>>,
    last_head: LastHead,
}

impl Http {
    /// Sends `requests` in turn. [`crate::template::PLACEHOLDER`] in a path, header or body varies below `keyspace`.
    pub fn new(requests: &[Request], keyspace: u64) -> Self {
        Self {
            requests: Requests::new(requests.iter().map(Request::octets), keyspace),
            head_only: requests.iter().map(|request| request.method == "HEAD").collect(),
            status: None,
            content: None,
            last_head: LastHead::default(),
        }
    }

    /// Sends a request that was recorded, and expects the status and the content of the answer that was recorded with it.
    /// Header fields, such as a date, may differ.
    ///
    /// # Errors
    /// An answer that is cut short or no HTTP.
    pub fn recorded(request: Vec<u8>, answer: &[u8]) -> Result<Self, String> {
        let malformed = || "its answer is no HTTP".to_owned();
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
            Framing::Sized(_) => return Err("its answer was cut short".to_owned()),
        }
        let http = Self {
            requests: Requests::new([request], 1 << 32),
            head_only: vec![false],
            status: None,
            content: None,
            last_head: LastHead::default(),
        };
        Ok(http.expect_status(head.status).expect_content(content))
    }

    /// Expects exactly this status. Without it, any status from 200 to 399 is accepted.
    pub fn expect_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Expects exactly this content, after the transfer coding is taken off.
    pub fn expect_content(mut self, content: Vec<u8>) -> Self {
        self.content = Some(content);
        self
    }

    fn accepts(&self, status: u16) -> bool {
        match self.status {
            Some(expected) => status == expected,
            None => (200..400).contains(&status),
        }
    }

    fn verdict(&self, parser: &Parser) -> Verdict {
        if !self.accepts(parser.status) {
            Verdict::Status
        } else if !parser.content.matches(self.content.as_deref()) {
            Verdict::Wrong
        } else {
            Verdict::Ok
        }
    }

    fn complete(&self, parser: &mut Parser, consumed: usize) -> Answer {
        let answer = Answer::Complete { consumed, verdict: self.verdict(parser), last: parser.last };
        *parser = Parser::default();
        answer
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
        self.requests.octets(first, count)
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
            let no_content = matches!(head.status, 204 | 304) || self.head_only[self.requests.kind(request)];
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
                    return self.complete(parser, consumed + here);
                }
                Answer::Partial { consumed: consumed + here }
            }
            Position::Chunked(chunks) => match chunks.decode(rest, |piece| parser.content.take(expected, piece)) {
                Ok(chunked::Progress { consumed: here, complete: true }) => self.complete(parser, consumed + here),
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

    fn end_of_stream(&self, parser: &mut Parser, _request: u64) -> Option<Verdict> {
        matches!(parser.position, Position::UntilClose).then(|| self.verdict(parser))
    }
}

#[cfg(test)]
mod tests;
