//! What the tests of all protocols share.

use super::{Answer, Protocol, Verdict};

/// Offers `bytes` in pieces of `piece` bytes, keeping what was not consumed as the engine does; the verdicts on all
/// answers, in order, and what is left.
pub(crate) fn read<P: Protocol>(protocol: &P, bytes: &[u8], piece: usize) -> (Vec<Verdict>, Vec<u8>) {
    let mut protocol = protocol.clone();
    let mut parser = P::Parser::default();
    let mut verdicts = Vec::new();
    let mut carry = Vec::new();
    for piece in bytes.chunks(piece.max(1)) {
        carry.extend_from_slice(piece);
        while !carry.is_empty() {
            match protocol.answer(&mut parser, 0, &carry) {
                Answer::Partial { consumed } => {
                    carry.drain(..consumed);
                    break;
                }
                Answer::Complete { verdict: Verdict::Malformed, .. } => {
                    verdicts.push(Verdict::Malformed);
                    return (verdicts, carry);
                }
                Answer::Complete { consumed, verdict, .. } => {
                    assert!(consumed > 0, "an answer of no bytes would be read for ever");
                    carry.drain(..consumed);
                    verdicts.push(verdict);
                }
            }
        }
    }
    (verdicts, carry)
}

/// Reads `bytes` whole and in pieces of every size up to 7, and checks that it makes no difference.
pub(crate) fn verdicts<P: Protocol>(protocol: &P, bytes: &[u8]) -> Vec<Verdict> {
    let (whole, _) = read(protocol, bytes, bytes.len());
    for piece in 1..=7 {
        assert_eq!(read(protocol, bytes, piece).0, whole, "in pieces of {piece}");
    }
    whole
}
