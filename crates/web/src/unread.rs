//! Answers that wait for their reader. Together they take a bounded amount of memory, whoever reads and whoever does not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use futures_util::stream::unfold;

/// What answers may take while they wait, in bytes. One answer alone may take more.
const MOST: usize = 32 << 20;

/// What is given to a connection at once, in bytes: a connection keeps what it was given until it is read.
const PIECE: usize = 16 << 10;

/// The answers that wait.
#[derive(Default)]
pub(crate) struct Unread {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    /// Each with its place in the order in which they were read from last.
    answers: BTreeMap<u64, Bytes>,
    next: u64,
    bytes: usize,
}

impl Unread {
    /// Takes an answer in, and drops those that were not read for longest where there is no room: whoever reads does not
    /// wait for whoever does not.
    fn add(&self, answer: Bytes, most: usize) -> u64 {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting.bytes + answer.len() > most
            && let Some((_, dropped)) = waiting.answers.pop_first()
        {
            waiting.bytes -= dropped.len();
        }
        waiting.put(answer)
    }

    /// The next piece of an answer, with its new place where more follows. None where it was dropped.
    fn piece(&self, place: u64) -> Option<(Bytes, Option<u64>)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answer = waiting.take(place)?;
        // A part of the whole would keep the whole.
        let piece = Bytes::copy_from_slice(&answer.split_to(answer.len().min(PIECE)));
        let more = (!answer.is_empty()).then(|| waiting.put(answer));
        Some((piece, more))
    }

    /// Forgets an answer that nobody reads any more.
    fn forget(&self, place: u64) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take(place);
    }
}

impl Waiting {
    fn put(&mut self, answer: Bytes) -> u64 {
        let place = self.next;
        self.next += 1;
        self.bytes += answer.len();
        self.answers.insert(place, answer);
        place
    }

    fn take(&mut self, place: u64) -> Option<Bytes> {
        let answer = self.answers.remove(&place)?;
        self.bytes -= answer.len();
        Some(answer)
    }
}

/// An answer that is read, which is forgotten when its connection ends.
struct Reading {
    unread: Arc<Unread>,
    place: Option<u64>,
}

impl Reading {
    async fn next(mut self) -> Option<(std::io::Result<Bytes>, Self)> {
        let place = self.place.take()?;
        match self.unread.piece(place) {
            Some((piece, more)) => {
                self.place = more;
                Some((Ok(piece), self))
            }
            None => Some((Err(std::io::Error::other("others waited, and this answer was not read")), self)),
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            self.unread.forget(place);
        }
    }
}

/// The body of an answer, within the bounds.
pub(crate) fn body(unread: &Arc<Unread>, answer: Bytes, headers: &mut HeaderMap) -> Body {
    if answer.len() <= PIECE {
        return answer.into();
    }
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(answer.len()));
    let reading = Reading { unread: Arc::clone(unread), place: Some(unread.add(answer, MOST)) };
    Body::from_stream(unfold(reading, Reading::next))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(length: usize) -> Bytes {
        vec![7; length].into()
    }

    fn bytes(unread: &Unread) -> usize {
        unread.waiting.lock().unwrap().bytes
    }

    #[test]
    fn an_answer_is_read_whole_in_pieces_and_then_forgotten() {
        let unread = Unread::default();
        let mut place = Some(unread.add((0..50_000u32).map(|at| at as u8).collect(), 100_000));
        let mut read = Vec::new();
        while let Some(now) = place {
            let (piece, more) = unread.piece(now).unwrap();
            read.extend_from_slice(&piece);
            place = more;
        }
        assert!(read.len() == 50_000 && read.iter().enumerate().all(|(at, byte)| at as u8 == *byte));
        assert_eq!(bytes(&unread), 0);
    }

    #[test]
    fn who_reads_keeps_its_answer_and_who_does_not_loses_it() {
        let unread = Unread::default();
        let first = unread.add(answer(40_000), 100_000);
        let second = unread.add(answer(40_000), 100_000);
        let (_, first) = unread.piece(first).unwrap();
        let third = unread.add(answer(40_000), 100_000);
        assert!(unread.piece(second).is_none(), "the first was read from meanwhile");
        assert!(unread.piece(first.unwrap()).is_some() && unread.piece(third).is_some());
        let large = unread.add(answer(200_000), 100_000);
        assert_eq!(bytes(&unread), 200_000, "a large answer is given alone");
        unread.forget(large);
        assert_eq!(bytes(&unread), 0);
    }
}
