//! HTTP/2: what is expected of the answers that [`crate::Http2Requests`] bring.

use super::{Answer, Comparison, Protocol, Verdict};

/// Octets before the content of an answer: status and length.
const HEAD: usize = 6;

/// HTTP/2 with the checks that an answer must pass. The target's `http2` says what is sent, this how many kinds there are.
///
/// Answers count in the order of the requests of their connection: with several under way, one that overtook another counts
/// when the other has come.
#[derive(Clone, Debug)]
pub struct Http2 {
    kinds: u64,
    status: Option<u16>,
    content: Option<Vec<u8>>,
    octets: Vec<u8>,
}

impl Http2 {
    /// Sends so many kinds of requests in turn.
    pub fn new(kinds: usize) -> Self {
        Self { kinds: kinds.max(1) as u64, status: None, content: None, octets: Vec::new() }
    }

    /// Expects exactly this status. Without it, any status from 200 to 399 is accepted.
    pub fn expect_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Expects exactly this content.
    pub fn expect_content(mut self, content: Vec<u8>) -> Self {
        self.content = Some(content);
        self
    }
}

impl Protocol for Http2 {
    type Parser = ();

    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.octets.clear();
        for request in first..first + count as u64 {
            self.octets.extend_from_slice(&((request % self.kinds) as u32).to_le_bytes());
        }
        &self.octets
    }

    fn answer(&mut self, _parser: &mut (), _request: u64, input: &[u8]) -> Answer {
        let Some((head, rest)) = input.split_at_checked(HEAD) else { return Answer::Partial { consumed: 0 } };
        let status = u16::from_le_bytes([head[0], head[1]]);
        let length = u32::from_le_bytes([head[2], head[3], head[4], head[5]]) as usize;
        let Some(content) = rest.get(..length) else { return Answer::Partial { consumed: 0 } };
        let expected = self.content.as_deref();
        let mut comparison = Comparison::default();
        comparison.take(expected, content);
        let verdict = if !self.status.map_or((200..400).contains(&status), |expected| status == expected) {
            Verdict::Status
        } else if !comparison.matches(expected) {
            Verdict::Wrong
        } else {
            Verdict::Ok
        };
        Answer::Complete { consumed: HEAD + length, verdict, last: false }
    }
}
