//! One accepted connection: what has come from it, what waits for it.

use std::collections::HashMap;
use std::io::{ErrorKind, Read};

use mio::net::TcpStream;

use super::queue::Queue;
use crate::Result;
use crate::message::{HEAD, Peek, make_room, peek};

/// What an open call is counted as, in octets: its entry with the room that a table keeps free.
const OPEN_CALL: usize = 32;

pub(super) struct Connection {
    stream: TcpStream,
    /// The module's name; `None` until it has said its key.
    pub(super) name: Option<String>,
    /// The beginning of a message, or of the hello, whose end has not come yet.
    partial: Vec<u8>,
    queue: Queue,
    /// The calls it waits for: by its own message id, the module called.
    pub(super) open_calls: HashMap<i32, i32>,
    /// Octets held for it that the engine has counted.
    pub(super) counted: usize,
}

/// What a read gave.
pub(super) enum Input {
    /// This many octets.
    Some(usize),
    /// Nothing now.
    Blocked,
    /// The end, or a failure, which is the same to a broker.
    Closed,
}

/// What lies at the beginning of the octets that came.
pub(super) enum Next {
    /// A whole message in pieces joined; this many of the new octets belong to it.
    Joined(Vec<u8>, usize),
    /// A whole message of this many octets, all among the new ones.
    Whole(usize),
    /// Everything was taken into the partial message.
    Kept,
    /// The peer says goodbye.
    Disconnect,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Self {
        Connection {
            stream,
            name: None,
            partial: Vec::new(),
            queue: Queue::default(),
            open_calls: HashMap::new(),
            counted: 0,
        }
    }

    pub(super) fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// Octets held for it.
    pub(super) fn held(&self) -> usize {
        self.partial.len() + self.queue.octets() + OPEN_CALL * self.open_calls.len()
    }

    pub(super) fn queue(&mut self) -> &mut Queue {
        &mut self.queue
    }

    pub(super) fn read(&mut self, scratch: &mut [u8]) -> Input {
        loop {
            match self.stream.read(scratch) {
                Ok(0) => return Input::Closed,
                Ok(count) => return Input::Some(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Input::Blocked,
                Err(_) => return Input::Closed,
            }
        }
    }

    pub(super) fn write(&mut self) -> std::io::Result<()> {
        self.queue.write_to(&mut self.stream)
    }

    /// The hello so far, `new` octets added to it.
    pub(super) fn hello(&mut self, new: &[u8]) -> &mut Vec<u8> {
        self.partial.extend_from_slice(new);
        &mut self.partial
    }

    /// Cuts the next message off the octets that came.
    pub(super) fn next(&mut self, new: &[u8], max: usize) -> Result<Next> {
        if self.partial.is_empty() {
            return Ok(match peek(new, max)? {
                Peek::Message(size) if size <= new.len() => Next::Whole(size),
                Peek::Message(size) => {
                    make_room(&mut self.partial, size);
                    self.partial.extend_from_slice(new);
                    Next::Kept
                }
                Peek::More => {
                    self.partial.extend_from_slice(new);
                    Next::Kept
                }
                Peek::Disconnect => Next::Disconnect,
            });
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
            Peek::More => Ok(Next::Kept),
            Peek::Disconnect => Ok(Next::Disconnect),
        }
    }
}
