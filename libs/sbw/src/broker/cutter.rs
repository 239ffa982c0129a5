//! Splits the bytes of a connection into messages, in whatever pieces they arrive.

use crate::Result;
use crate::message::{HEAD, Oversized, Peek, peek};
use crate::stream::make_room;

/// The part of an incomplete message that has arrived.
#[derive(Debug, Default)]
pub(crate) struct Cutter {
    /// The beginning of a message, or of the hello.
    partial: Vec<u8>,
    /// A message over the limit, and how many of its bytes are still to be thrown away.
    discarded: Option<(Oversized, usize)>,
}

/// What lies at the beginning of the bytes that came.
#[derive(Debug)]
pub(crate) enum Next {
    /// A whole message in pieces joined; this many of the new bytes belong to it.
    Joined(Vec<u8>, usize),
    /// A whole message of this many bytes, all among the new ones.
    Whole(usize),
    /// A message over the limit has ended; this many of the new bytes belong to it.
    Discarded(Oversized, usize),
    /// Everything was taken into the partial message.
    Kept,
    /// The peer says goodbye.
    Disconnect,
}

impl Cutter {
    /// Bytes that are kept.
    pub(crate) fn held(&self) -> usize {
        self.partial.len()
    }

    /// True if the end of a hello or message is still to come.
    pub(crate) fn is_inside_message(&self) -> bool {
        !self.partial.is_empty() || self.discarded.is_some()
    }

    /// The hello so far, `new` bytes added to it.
    pub(crate) fn hello(&mut self, new: &[u8]) -> &mut Vec<u8> {
        self.partial.extend_from_slice(new);
        &mut self.partial
    }

    /// Cuts the next message off the bytes that came. A message over `max` is thrown away as it comes.
    pub(crate) fn next(&mut self, new: &[u8], max: usize) -> Result<Next> {
        if self.discarded.is_some() {
            return Ok(self.throw_away(new));
        }
        if self.partial.is_empty() {
            return self.begin(new, max);
        }
        // First enough of the head to know the length, then up to the length.
        let head = HEAD.saturating_sub(self.partial.len()).min(new.len());
        let (head, rest) = new.split_at(head);
        self.partial.extend_from_slice(head);
        match peek(&self.partial, max)? {
            Peek::Message(size) => {
                let body = (size - self.partial.len()).min(rest.len());
                if self.partial.len() + body > self.partial.capacity() {
                    make_room(&mut self.partial, size);
                }
                self.partial.extend_from_slice(&rest[..body]);
                if self.partial.len() < size {
                    return Ok(Next::Kept);
                }
                Ok(Next::Joined(std::mem::take(&mut self.partial), head.len() + body))
            }
            Peek::TooLarge(size) => {
                let mut oversized = Oversized::new(size, max);
                oversized.keep(&self.partial);
                self.discarded = Some((oversized, size - self.partial.len()));
                self.partial = Vec::new();
                Ok(match self.throw_away(rest) {
                    Next::Discarded(oversized, body) => Next::Discarded(oversized, head.len() + body),
                    other => other,
                })
            }
            Peek::More => Ok(Next::Kept),
            Peek::Disconnect => Ok(Next::Disconnect),
        }
    }

    /// The same, where nothing has come before.
    fn begin(&mut self, new: &[u8], max: usize) -> Result<Next> {
        match peek(new, max)? {
            Peek::Message(size) if size <= new.len() => return Ok(Next::Whole(size)),
            Peek::Message(size) => make_room(&mut self.partial, size),
            Peek::TooLarge(size) => {
                self.discarded = Some((Oversized::new(size, max), size));
                return Ok(self.throw_away(new));
            }
            Peek::More => {}
            Peek::Disconnect => return Ok(Next::Disconnect),
        }
        self.partial.extend_from_slice(new);
        Ok(Next::Kept)
    }

    fn throw_away(&mut self, new: &[u8]) -> Next {
        let Some((mut oversized, left)) = self.discarded.take() else { return Next::Kept };
        let taken = left.min(new.len());
        oversized.keep(&new[..taken]);
        if taken == left {
            return Next::Discarded(oversized, taken);
        }
        self.discarded = Some((oversized, left - taken));
        Next::Kept
    }
}
