//! A connection whose bytes come in pieces, for tests and for fuzzing.

use super::{Http2Requests, Session};
use crate::protocol::http::{Body, Request};

/// Feeds `bytes`, in pieces of `piece`, to an established connection with four requests under way. Returns the answers in the form
/// that [`crate::protocol::http2::Http2`] reads, the bytes that are sent, and what the server broke.
#[doc(hidden)]
pub fn http2_in_pieces(bytes: &[u8], piece: usize) -> (Vec<u8>, Vec<u8>, Option<String>) {
    let get = Request::get("test", "/");
    let post = Request { method: "POST".into(), body: Body::Sized(vec![b'x'; 100_000]), ..get.clone() };
    let Ok(requests) = Http2Requests::new(&[get, post], false) else { return Default::default() };
    let mut session = Session::new(&requests);
    let (mut answers, mut broken) = (Vec::new(), None);
    let kinds = [0_u32, 1, 0, 0].map(u32::to_le_bytes);
    // Without settings.
    let agreed = session.receive(&[0, 0, 0, 4, 0, 0, 0, 0, 0], &mut answers);
    let mut result = agreed.and_then(|()| session.request(kinds.as_flattened()));
    for piece in bytes.chunks(piece.max(1)) {
        result = result.and_then(|()| session.receive(piece, &mut answers));
        broken = result.as_ref().err().cloned().or_else(|| session.take_broken());
        if broken.is_some() {
            break;
        }
    }
    (answers, std::mem::take(session.outgoing()), broken.map(|fault| fault.to_string()))
}
