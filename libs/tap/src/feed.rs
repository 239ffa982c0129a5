//! From the threads that pass bytes on to the one that decodes: a bounded queue that nobody waits for.
//!
//! A thread that passes bytes on holds the lock only while it moves a pointer, and wakes nobody. The thread that
//! decodes looks by itself now and then. A queue with a wake-up would add a system call to each piece that passes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::{Connection, Direction, Ending};

/// Something to look at.
pub(crate) struct Piece {
    pub(crate) connection: Arc<Connection>,
    /// Since the tap started.
    pub(crate) at: Duration,
    pub(crate) what: What,
}

/// What there is to look at.
pub(crate) enum What {
    Opened { connecting: Duration },
    Unreachable(String),
    Refused,
    Bytes { direction: Direction, bytes: Vec<u8>, lost_before: u64 },
    Ended { direction: Direction, ending: Ending, bytes: u64, lost_before: u64 },
}

/// What a piece takes beside its bytes, so that many small ones are bounded too.
const AROUND: usize = 128;

/// The queue.
pub(crate) struct Feed {
    queue: Mutex<Queue>,
    most: usize,
}

#[derive(Default)]
struct Queue {
    pieces: Vec<Piece>,
    bytes: usize,
}

impl Feed {
    /// A queue of at most `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        Self { queue: Mutex::default(), most }
    }

    /// Queues what is rare and small, whatever is queued already.
    pub(crate) fn push(&self, piece: Piece) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pieces.push(piece);
    }

    /// Queues a copy of bytes if there is room; gives how many are lost by now, with the `lost` before.
    pub(crate) fn offer(
        &self,
        connection: &Arc<Connection>,
        at: Duration,
        direction: Direction,
        bytes: &[u8],
        lost: u64,
    ) -> u64 {
        // Copied before the lock is taken: a copy for nothing harms less than a lock that is held for long.
        let what = What::Bytes { direction, bytes: bytes.to_vec(), lost_before: lost };
        let piece = Piece { connection: Arc::clone(connection), at, what };
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let size = bytes.len() + AROUND;
        if queue.bytes + size > self.most {
            return lost + bytes.len() as u64;
        }
        queue.bytes += size;
        queue.pieces.push(piece);
        0
    }

    /// Takes all that is queued, in order.
    pub(crate) fn take(&self) -> Vec<Piece> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *queue).pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_events_are_counted_until_there_is_room() {
        let feed = Feed::new(2 * AROUND + 10);
        let connection = Arc::new(Connection { number: 1, client: ([127, 0, 0, 1], 1).into() });
        let offer = |bytes: &[u8], lost| feed.offer(&connection, Duration::ZERO, Direction::ToTarget, bytes, lost);
        assert_eq!(offer(b"12345", 0), 0);
        assert_eq!(offer(b"123456", 0), 6);
        assert_eq!(offer(b"123456", 6), 12);
        assert_eq!(offer(b"12345", 12), 0);
        let lost = feed.take().into_iter().map(|piece| match piece.what {
            What::Bytes { bytes, lost_before, .. } => (bytes.len(), lost_before),
            _ => unreachable!("only bytes were offered"),
        });
        assert_eq!(lost.collect::<Vec<_>>(), [(5, 0), (5, 12)]);
        assert_eq!(offer(&[0; AROUND + 10], 0), 0, "what was taken makes room");
    }
}
