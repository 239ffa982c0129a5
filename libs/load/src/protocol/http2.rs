//! HTTP/2: what is expected of the answers that [`crate::Http2Requests`] bring.

use super::http::{Asks, Request, judge};
use super::{Answer, Comparison, Protocol, Verdict};
use crate::http2::{End, Grpc, Head};

/// HTTP/2 with the checks that an answer must pass. The target's `http2` says what is sent, this what it asks for.
///
/// An answer that states a status of gRPC other than 0 is counted by it, and one of gRPC that states none is wrong.
///
/// Answers count in the order of the requests of their connection: with several under way, one that overtook another counts
/// when the other has come.
#[derive(Clone, Debug)]
pub struct Http2 {
    kinds: Vec<Asks>,
    status: Option<u16>,
    content: Option<Vec<u8>>,
    bytes: Vec<u8>,
    /// What the last answer said.
    last: Head,
}

impl Http2 {
    /// Sends these requests in turn.
    pub fn new(requests: &[Request]) -> Self {
        let mut kinds: Vec<Asks> = requests.iter().map(|request| Asks::of(&request.method)).collect();
        if kinds.is_empty() {
            kinds.push(Asks::Content);
        }
        Self { kinds, status: None, content: None, bytes: Vec::new(), last: Head::default() }
    }

    fn verdict(&self, head: Head, request: u64, content: &Comparison) -> Verdict {
        match (head.end, head.grpc) {
            (End::Reset, _) => return Verdict::Reset,
            (End::TooLong, _) | (_, Grpc::Missing) => return Verdict::Wrong,
            (_, Grpc::Status(status)) if status != 0 => return Verdict::Status,
            _ => {}
        }
        let asks = self.kinds[(request % self.kinds.len() as u64) as usize];
        judge(asks, self.status, self.content.as_deref(), head.status, content)
    }

    /// Expects exactly this status. Without it, any status from 200 to 299 is accepted.
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
        self.bytes.clear();
        for request in first..first + count as u64 {
            self.bytes.extend_from_slice(&((request % self.kinds.len() as u64) as u32).to_le_bytes());
        }
        &self.bytes
    }

    fn answer(&mut self, _parser: &mut (), request: u64, input: &[u8]) -> Answer {
        let Some((head, rest)) = input.split_first_chunk() else { return Answer::Partial { consumed: 0 } };
        let head = Head::from_bytes(head);
        let Some(content) = rest.get(..head.length as usize) else { return Answer::Partial { consumed: 0 } };
        let mut comparison = Comparison::default();
        comparison.take(self.content.as_deref(), content);
        let verdict = self.verdict(head, request, &comparison);
        self.last = head;
        Answer::Complete { consumed: Head::LENGTH + content.len(), verdict, last: false }
    }

    fn status(&self) -> Option<String> {
        Some(match self.last.grpc {
            Grpc::Status(status @ 1..) => format!("grpc-status {status}"),
            _ => self.last.status.to_string(),
        })
    }

    #[inline]
    fn code(&self) -> Option<u16> {
        Some(self.last.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::testing::verdicts;

    fn judged(head: Head, content: &[u8]) -> (Vec<Verdict>, String) {
        let bytes = [&Head { length: content.len() as u32, ..head }.to_bytes(), content].concat();
        let mut http2 = Http2::new(&[Request::post("h", "/", Vec::new())]);
        http2.answer(&mut (), 0, &bytes);
        (verdicts(&http2, &bytes), http2.status().unwrap())
    }

    /// METHOD 34: a call of gRPC that failed, or brought no message, is no success whatever the status of HTTP says.
    #[test]
    fn method_34_the_status_of_grpc_counts() {
        let head = |grpc| Head { status: 200, grpc, ..Head::default() };
        assert_eq!(judged(head(Grpc::Status(0)), b"\0\0\0\0\x01x").0, [Verdict::Ok]);
        assert_eq!(judged(head(Grpc::Status(0)), b"").0, [Verdict::Miss]);
        let (verdict, status) = judged(head(Grpc::Status(12)), b"");
        assert_eq!((verdict, status.as_str()), (vec![Verdict::Status], "grpc-status 12"));
        assert_eq!(judged(head(Grpc::Missing), b"\0\0\0\0\0").0, [Verdict::Wrong]);
    }

    #[test]
    fn a_reset_is_no_status() {
        let head = Head { end: End::Reset, ..Head::default() };
        assert_eq!(judged(head, b"").0, [Verdict::Reset]);
        assert_eq!(judged(Head { status: 200, end: End::TooLong, ..Head::default() }, b"x").0, [Verdict::Wrong]);
    }

    #[test]
    fn a_head_survives_its_form() {
        for end in [End::Whole, End::Reset, End::TooLong] {
            for grpc in [Grpc::None, Grpc::Missing, Grpc::Status(16)] {
                let head = Head { status: 404, end, grpc, length: 70_000 };
                assert_eq!(Head::from_bytes(&head.to_bytes()), head);
            }
        }
    }
}
