//! A request and the bytes of its answer, whatever they mean: what was recorded of a protocol whose requests can be sent
//! again as they are.

use std::sync::Arc;

use super::{Answer, Comparison, Protocol, Verdict};
use crate::template::Requests;

/// One request, again and again, and one answer.
#[derive(Clone, Debug)]
pub struct Exact {
    requests: Requests,
    answer: Arc<[u8]>,
}

impl Exact {
    /// Sends `request` and expects `answer`, which has at least one byte.
    pub fn new(request: Vec<u8>, answer: Vec<u8>) -> Self {
        Self { requests: Requests::new([request], 1 << 32), answer: answer.into() }
    }
}

/// The answer that a connection is in the middle of.
#[derive(Debug, Default)]
pub struct Parser {
    content: Comparison,
    seen: usize,
}

impl Protocol for Exact {
    type Parser = Parser;

    #[inline]
    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.requests.bytes(first, count)
    }

    fn answer(&mut self, parser: &mut Parser, _request: u64, input: &[u8]) -> Answer {
        let consumed = input.len().min(self.answer.len() - parser.seen);
        parser.content.take(Some(&self.answer), &input[..consumed]);
        parser.seen += consumed;
        if parser.seen < self.answer.len() {
            return Answer::Partial { consumed };
        }
        let matches = parser.content.matches(Some(&self.answer));
        *parser = Parser::default();
        // Where the bytes differ, no one knows where the answer ends.
        Answer::Complete { consumed, verdict: if matches { Verdict::Ok } else { Verdict::Wrong }, last: !matches }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::testing::verdicts;

    #[test]
    fn answers_are_compared_byte_for_byte() {
        let exact = Exact::new(b"ping".to_vec(), b"pong".to_vec());
        assert_eq!(exact.clone().requests(0, 2), b"pingping");
        assert_eq!(verdicts(&exact, b"pongpong"), [Verdict::Ok, Verdict::Ok]);
        assert_eq!(verdicts(&exact, b"pon"), []);
        assert_eq!(verdicts(&exact, b"pang"), [Verdict::Wrong]);
    }
}
