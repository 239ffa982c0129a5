//! Messages behind their length: four bytes, the most significant first, that count the message only.

use std::io::{self, Read, Write};

/// No message is longer.
pub const LARGEST: usize = 64 << 20;

/// Room for the length before a message is written.
pub fn begin(frame: &mut Vec<u8>) {
    frame.clear();
    frame.extend_from_slice(&[0; 4]);
}

/// Puts the length of what was written since [`begin`], and sends the frame in one piece.
///
/// # Errors
/// A message that is too long; what the stream says.
pub fn send(stream: &mut impl Write, frame: &mut [u8]) -> io::Result<()> {
    let length = frame.len() - 4;
    if length > LARGEST {
        return Err(io::Error::other(format!("a message of {length} bytes, at most {LARGEST} may be sent")));
    }
    frame[..4].copy_from_slice(&(length as u32).to_be_bytes());
    stream.write_all(frame)
}

/// Reads messages from a stream, each with as few system calls as it takes.
#[derive(Debug)]
pub struct Frames<S> {
    stream: S,
    buffer: Vec<u8>,
    /// What of the buffer has been read from the stream, and what of that belongs to messages already given.
    filled: usize,
    taken: usize,
}

impl<S: Read> Frames<S> {
    /// The messages of `stream`.
    pub fn new(stream: S) -> Self {
        Self { stream, buffer: vec![0; 16 << 10], filled: 0, taken: 0 }
    }

    /// The stream.
    pub fn stream(&mut self) -> &mut S {
        &mut self.stream
    }

    /// The next message; `None` where the stream ends between two.
    ///
    /// # Errors
    /// A message that is too long or cut short; what the stream says.
    #[allow(
        clippy::should_implement_trait,
        reason = "what it gives is borrowed from it, which an Iterator's items are not"
    )]
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.buffer.copy_within(self.taken..self.filled, 0);
        (self.filled, self.taken) = (self.filled - self.taken, 0);
        let mut wanted = 4;
        loop {
            while self.filled < wanted {
                if self.buffer.len() == self.filled {
                    // Room follows what has come, not what was promised.
                    self.buffer.resize(wanted.min(self.filled * 2), 0);
                }
                match self.stream.read(&mut self.buffer[self.filled..])? {
                    0 if self.filled == 0 => return Ok(None),
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    count => self.filled += count,
                }
            }
            if wanted == 4 {
                let length = u32::from_be_bytes([self.buffer[0], self.buffer[1], self.buffer[2], self.buffer[3]]);
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                if length > LARGEST {
                    let text = format!("a message of {length} bytes, at most {LARGEST} are taken");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, text));
                }
                wanted += length;
            }
            if self.filled >= wanted {
                self.taken = wanted;
                return Ok(Some(&self.buffer[4..wanted]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives its bytes in pieces of this many.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(self.1).min(into.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn messages_come_back_however_they_arrive() {
        let messages: [&[u8]; 4] = [b"one", b"", &[7; 20_000], b"four"];
        let mut bytes = Vec::new();
        for message in messages {
            let mut frame = Vec::new();
            begin(&mut frame);
            frame.extend_from_slice(message);
            send(&mut bytes, &mut frame).unwrap();
        }
        for piece in [1, 3, 5, 4096, 1 << 20] {
            let mut frames = Frames::new(Pieces(&bytes, piece));
            for message in messages {
                assert_eq!(frames.next().unwrap().unwrap(), message);
            }
            assert!(frames.next().unwrap().is_none());
        }
        let cut = Frames::new(Pieces(&bytes[..5], 9)).next().unwrap_err();
        assert_eq!(cut.kind(), io::ErrorKind::UnexpectedEof);
        let long = Frames::new(Pieces(&[255; 9], 9)).next().unwrap_err();
        assert!(long.to_string().contains("4294967295 bytes"), "{long}");
    }
}
