//! One accepted connection: what has come from it, what waits for it.

use std::collections::HashMap;
use std::io::{ErrorKind, Read};

use mio::net::TcpStream;

use super::cutter::Cutter;
use super::queue::Queue;
use crate::Text;
use crate::socket::acknowledge;

/// What an open call is counted as, in bytes: its entry with the room that a table keeps free.
const OPEN_CALL: usize = 32;

pub(super) struct Connection {
    stream: TcpStream,
    /// The module's name; `None` until it has said its key.
    pub(super) name: Option<Text>,
    pub(super) cutter: Cutter,
    queue: Queue,
    /// The calls it waits for: by its own message id, the module called.
    pub(super) open_calls: HashMap<i32, i32>,
    /// Bytes held for it that the engine has counted.
    pub(super) counted: usize,
    /// It waits in [`Engine::streaming`](super::engine::Engine) for its turn to be read.
    pub(super) streams: bool,
    /// The peer has closed its side: it is read until it says so.
    pub(super) ends: bool,
    /// Writing has failed: it is closed when its turn comes.
    pub(super) dead: bool,
}

/// What a read gave.
pub(super) enum Input {
    /// This many bytes.
    Some(usize),
    /// Nothing now.
    Blocked,
    /// The end, or a failure, which is the same to a broker.
    Closed,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Self {
        Connection {
            stream,
            name: None,
            cutter: Cutter::default(),
            queue: Queue::default(),
            open_calls: HashMap::new(),
            counted: 0,
            streams: false,
            ends: false,
            dead: false,
        }
    }

    pub(super) fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// Bytes held for it.
    pub(super) fn held(&self) -> usize {
        self.cutter.held() + self.queue.bytes() + OPEN_CALL * self.open_calls.len()
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

    /// Tells a peer that waits for it that its bytes have come, where no answer will do so soon.
    pub(super) fn acknowledge(&self) {
        acknowledge(&self.stream);
    }

    /// Writes what waits. True if the stream may take more at once.
    pub(super) fn write(&mut self) -> std::io::Result<bool> {
        self.queue.write_to(&mut self.stream)
    }
}
