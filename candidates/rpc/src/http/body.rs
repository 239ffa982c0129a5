//! Bodies behind their length or in chunks (RFC 9112, 6 and 7.1).

use std::io::{self, BufRead, Read};

use super::{Incoming, LARGEST_BODY, Length, MOST_FIELDS, invalid};

/// Bytes of a chunk's first line.
pub(super) const CHUNK_LINE: usize = 256;

/// A body, as it arrives. What is not read of it is read by [`Body::finish`].
#[derive(Debug)]
pub struct Body<'a, S> {
    incoming: &'a mut Incoming<S>,
    state: State,
    total: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// So many bytes are left.
    Bytes(u64),
    /// So many bytes are left of this chunk.
    Chunk(u64),
    /// The line before a chunk comes next, after the end of the one before unless it is the first.
    ChunkHead {
        first: bool,
    },
    Done,
}

impl<'a, S: Read> Body<'a, S> {
    pub(super) fn new(incoming: &'a mut Incoming<S>, length: Length) -> Self {
        let state = match length {
            Length::Bytes(bytes) => State::Bytes(bytes),
            Length::Chunked => State::ChunkHead { first: true },
        };
        Self { incoming, state, total: 0 }
    }

    /// Makes sure that there are bytes, or that the body is over.
    fn advance(&mut self) -> io::Result<()> {
        while let State::ChunkHead { first } = self.state {
            self.state = self.chunk_head(first)?;
        }
        let left = match self.state {
            State::Bytes(0) => {
                self.state = State::Done;
                0
            }
            State::Bytes(left) | State::Chunk(left) => left,
            _ => 0,
        };
        if left > 0 && self.incoming.available().is_empty() && self.incoming.fill()? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Reads the line before a chunk (RFC 9112, 7.1), and after the last one the trailer.
    fn chunk_head(&mut self, first: bool) -> io::Result<State> {
        let skip = if first { 0 } else { 2 };
        loop {
            let bytes = self.incoming.available();
            if bytes.len() >= skip {
                if !first && &bytes[..2] != b"\r\n" {
                    return Err(invalid("no line end after a chunk"));
                }
                match httparse::parse_chunk_size(&bytes[skip..]) {
                    Ok(httparse::Status::Complete((length, 0))) => {
                        self.incoming.start += skip + length;
                        return self.trailer();
                    }
                    Ok(httparse::Status::Complete((length, size))) => {
                        self.total += size;
                        if self.total > LARGEST_BODY as u64 {
                            return Err(invalid(format!("a body of more than {LARGEST_BODY} bytes")));
                        }
                        self.incoming.start += skip + length;
                        return Ok(State::Chunk(size));
                    }
                    Ok(httparse::Status::Partial) if bytes.len() > CHUNK_LINE => {
                        return Err(invalid("a chunk's first line has no end"));
                    }
                    Ok(httparse::Status::Partial) => {}
                    Err(_) => return Err(invalid("no chunk where one should be")),
                }
            }
            if self.incoming.fill()? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    fn trailer(&mut self) -> io::Result<State> {
        let ended = self.incoming.head(|bytes| {
            if let Some(rest) = bytes.strip_prefix(b"\r\n") {
                return Ok(Some((bytes.len() - rest.len(), ())));
            }
            let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
            match httparse::parse_headers(bytes, &mut fields).map_err(|error| invalid(error.to_string()))? {
                httparse::Status::Partial => Ok(None),
                httparse::Status::Complete((length, _)) => Ok(Some((length, ()))),
            }
        })?;
        ended.map(|()| State::Done).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Reads the rest into nothing.
    ///
    /// # Errors
    /// As reading it.
    pub fn finish(mut self) -> io::Result<()> {
        while let count @ 1.. = self.fill_buf()?.len() {
            self.consume(count);
        }
        Ok(())
    }

    /// Reads the rest behind what `into` holds.
    ///
    /// # Errors
    /// As reading it.
    pub fn read_into(mut self, into: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let piece = self.fill_buf()?;
            let count = piece.len();
            if count == 0 {
                return Ok(());
            }
            into.extend_from_slice(piece);
            self.consume(count);
        }
    }
}

impl<S: Read> BufRead for Body<'_, S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.advance()?;
        let left = match self.state {
            State::Bytes(left) | State::Chunk(left) => usize::try_from(left).unwrap_or(usize::MAX),
            _ => 0,
        };
        let available = self.incoming.available();
        Ok(&available[..available.len().min(left)])
    }

    fn consume(&mut self, count: usize) {
        self.incoming.start += count;
        match &mut self.state {
            State::Bytes(left) => *left -= count as u64,
            State::Chunk(left) => {
                *left -= count as u64;
                if *left == 0 {
                    self.state = State::ChunkHead { first: false };
                }
            }
            _ => {}
        }
    }
}

impl<S: Read> Read for Body<'_, S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let piece = self.fill_buf()?;
        let count = piece.len().min(into.len());
        into[..count].copy_from_slice(&piece[..count]);
        self.consume(count);
        Ok(count)
    }
}
