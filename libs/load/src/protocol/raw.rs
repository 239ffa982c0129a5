//! Messages behind their length: what many RPC protocols frame with.

use super::{Answer, Comparison, MALFORMED, Protocol, Verdict};
use crate::template::Requests;

/// The length before a message. It counts the message only, not itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Bytes of the length, 1 to 8.
    pub bytes: usize,
    /// The least significant byte comes first.
    pub little_endian: bool,
}

impl Prefix {
    /// Four bytes, the most significant first.
    pub const BIG_32: Prefix = Prefix { bytes: 4, little_endian: false };

    /// `message` behind its length. A length that does not fit is cut, as the bytes of it are.
    pub fn frame(self, message: &[u8]) -> Vec<u8> {
        let length = (message.len() as u64).to_be_bytes();
        let mut bytes = length[8 - self.bytes.clamp(1, 8)..].to_vec();
        if self.little_endian {
            bytes.reverse();
        }
        bytes.extend_from_slice(message);
        bytes
    }

    fn length(self, bytes: &[u8]) -> u64 {
        let join = |length: u64, byte: &u8| length << 8 | u64::from(*byte);
        if self.little_endian { bytes.iter().rev().fold(0, join) } else { bytes.iter().fold(0, join) }
    }
}

/// Length-prefixed messages, one answer for each request.
#[derive(Clone, Debug)]
pub struct Raw {
    requests: Requests,
    prefix: Prefix,
    largest: u64,
    message: Option<Vec<u8>>,
}

impl Raw {
    /// Sends `messages` in turn, each behind its length. An answer larger than `largest` bytes is malformed.
    pub fn new(messages: &[Vec<u8>], prefix: Prefix, largest: u64) -> Self {
        let prefix = Prefix { bytes: prefix.bytes.clamp(1, 8), ..prefix };
        let requests = Requests::new(messages.iter().map(|message| prefix.frame(message)), 1 << 32);
        Self { requests, prefix, largest, message: None }
    }

    /// Expects every answer to be this message.
    pub fn expect_message(mut self, message: Vec<u8>) -> Self {
        self.message = Some(message);
        self
    }
}

/// The answer that a connection is in the middle of.
#[derive(Debug, Default)]
pub struct Parser {
    remaining: Option<u64>,
    content: Comparison,
}

impl Protocol for Raw {
    type Parser = Parser;

    #[inline]
    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.requests.bytes(first, count)
    }

    fn answer(&mut self, parser: &mut Parser, _request: u64, input: &[u8]) -> Answer {
        let expected = self.message.as_deref();
        let mut consumed = 0;
        let remaining = match parser.remaining {
            Some(remaining) => remaining,
            None => {
                let Some(length) = input.get(..self.prefix.bytes) else { return Answer::Partial { consumed } };
                consumed = length.len();
                self.prefix.length(length)
            }
        };
        if remaining > self.largest {
            return MALFORMED;
        }
        let here = (input.len() - consumed).min(usize::try_from(remaining).unwrap_or(usize::MAX));
        parser.content.take(expected, &input[consumed..consumed + here]);
        consumed += here;
        if here as u64 == remaining {
            let verdict = match () {
                () if !parser.content.matches(expected) => Verdict::Wrong,
                () if parser.content.is_empty() && expected.is_none() => Verdict::Miss,
                () => Verdict::Ok,
            };
            *parser = Parser::default();
            Answer::Complete { consumed, verdict, last: false }
        } else {
            parser.remaining = Some(remaining - here as u64);
            Answer::Partial { consumed }
        }
    }
}

#[cfg(test)]
mod tests;
