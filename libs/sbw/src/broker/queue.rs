//! What waits to be written to one module.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{ErrorKind, Write};

/// Small messages share pieces of this many bytes, so that many go out in one write.
const PIECE: usize = 64 * 1024;

/// Bytes that are written to one connection in a turn of the event loop.
const WRITTEN_PER_TURN: usize = 1 << 20;

/// Bytes on their way to a connection, in order.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pieces: VecDeque<Vec<u8>>,
    /// Bytes of the first piece that are written already.
    written: usize,
    bytes: usize,
}

impl Queue {
    /// Bytes that wait.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn push(&mut self, message: Cow<'_, [u8]>) {
        if self.bytes == 0 && message.len() > PIECE / 2 {
            self.pieces.clear();
        }
        self.bytes += message.len();
        match (self.pieces.back_mut(), message) {
            (_, Cow::Owned(large)) if large.len() >= PIECE / 2 => self.pieces.push_back(large),
            (Some(last), small) if last.len() + small.len() <= PIECE => last.extend_from_slice(&small),
            (_, other) => self.pieces.push_back(other.into_owned()),
        }
    }

    /// Writes as much as the stream takes now, within the bound of a turn. True if it may take more at once.
    ///
    /// # Errors
    /// What the stream says, except that it would block.
    pub(super) fn write_to(&mut self, stream: &mut impl Write) -> std::io::Result<bool> {
        let before = self.bytes;
        while self.bytes > 0 {
            if before - self.bytes >= WRITTEN_PER_TURN {
                return Ok(true);
            }
            let Some(first) = self.pieces.front_mut() else { break };
            let end = first.len().min(self.written + WRITTEN_PER_TURN);
            match stream.write(&first[self.written..end]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => {
                    self.written += count;
                    self.bytes -= count;
                    if self.written < first.len() {
                        continue;
                    }
                    self.written = 0;
                    // The memory of the last small piece is kept for the next message.
                    if self.bytes == 0 && first.capacity() <= PIECE {
                        first.clear();
                    } else {
                        self.pieces.pop_front();
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes three bytes at a time, then blocks every second time.
    struct Slow(Vec<u8>, bool);
    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if !self.1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            let count = bytes.len().min(3);
            self.0.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn everything_goes_out_in_order_however_it_is_taken() {
        let (mut queue, mut slow, mut expected) = (Queue::default(), Slow(Vec::new(), false), Vec::new());
        for round in 0..50u8 {
            let message = vec![round; if round % 10 == 3 { PIECE } else { usize::from(round) + 1 }];
            expected.extend_from_slice(&message);
            queue.push(if round % 2 == 0 { Cow::Borrowed(&message) } else { Cow::Owned(message.clone()) });
            queue.write_to(&mut slow).unwrap();
        }
        while queue.bytes() > 0 {
            queue.write_to(&mut slow).unwrap();
        }
        assert!(slow.0 == expected);
        queue.push(Cow::Borrowed(b"again"));
        assert_eq!(queue.bytes(), 5);
    }
}
