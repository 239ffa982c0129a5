//! Feeds a parser as the engine does.

use wirecost_load::Protocol;
use wirecost_load::protocol::{Answer, Verdict};

/// Reads `bytes` in pieces of `piece`; the verdicts.
fn read<P: Protocol>(protocol: &P, bytes: &[u8], piece: usize) -> Vec<Verdict> {
    let mut protocol = protocol.clone();
    let mut parser = P::Parser::default();
    let (mut verdicts, mut carry) = (Vec::new(), Vec::new());
    for piece in bytes.chunks(piece) {
        carry.extend_from_slice(piece);
        while !carry.is_empty() {
            match protocol.answer(&mut parser, 0, &carry) {
                Answer::Partial { consumed } => {
                    carry.drain(..consumed);
                    break;
                }
                Answer::Complete { consumed, verdict, .. } => {
                    verdicts.push(verdict);
                    if verdict == Verdict::Malformed {
                        return verdicts;
                    }
                    assert!(consumed > 0, "an answer of no bytes");
                    carry.drain(..consumed);
                }
            }
        }
    }
    verdicts
}

/// The first byte is the size of the pieces; what they are cut into must make no difference.
pub fn check<P: Protocol>(protocol: &P, data: &[u8]) {
    if let Some((&piece, bytes)) = data.split_first() {
        let whole = read(protocol, bytes, bytes.len().max(1));
        assert_eq!(read(protocol, bytes, usize::from(piece).max(1)), whole);
    }
}
