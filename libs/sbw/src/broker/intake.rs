//! Reading: what came from a connection is cut into hello and messages.
//!
//! Work in one turn of the event loop is bounded in bytes. A connection with little to read is read at once. One that
//! streams, because it is inside a message or has filled its first read, waits behind all those, and the connections
//! that stream share [`STREAMED_PER_TURN`] between them.

use super::connection::Input;
use super::cutter::Next;
use super::engine::Engine;
use crate::key::read_hello;
use crate::message::{Frame, Kind, ModuleId};
use crate::stream::Oversized;
use crate::{Error, Exception, ExceptionCode, Result, Text};

/// Bytes that one read takes at most.
pub(super) const READ: usize = 256 * 1024;
/// Bytes that are read in a turn from a connection that does not stream.
pub(super) const FIRST_READ: usize = 64 * 1024;
/// Bytes that are read in a turn from all connections that stream, where several do. One alone is read up to [`READ`]: large
/// messages pass faster so, and what others wait for is a single read.
pub(super) const STREAMED_PER_TURN: usize = 64 * 1024;

impl Engine {
    /// There is something to read. `ends` says that the stream may have ended behind its last bytes, of which no
    /// further event would tell. Returns how many bytes were read, or held by a connection that was closed.
    pub(super) fn readable(&mut self, id: i32, ends: bool, scratch: &mut [u8]) -> usize {
        let Some(connection) = self.connections.get_mut(&id) else { return 0 };
        connection.ends |= ends;
        if connection.streams {
            return 0;
        }
        if connection.dead || connection.cutter.is_inside_message() {
            connection.streams = true;
            self.streaming.push_back(id);
            return 0;
        }
        let (read, more) = self.read(id, &mut scratch[..FIRST_READ]);
        if more && let Some(connection) = self.connections.get_mut(&id) {
            connection.streams = true;
            self.streaming.push_back(id);
        }
        read
    }

    /// Reads from the connections that stream, in turn. Returns how many bytes were read, or held by those closed.
    pub(super) fn read_streaming(&mut self, scratch: &mut [u8]) -> usize {
        let budget = if self.streaming.len() > 1 { STREAMED_PER_TURN } else { READ };
        let mut total = 0;
        while total < budget
            && let Some(id) = self.streaming.pop_front()
        {
            let room = scratch.len().min(budget - total);
            let (read, more) = self.read(id, &mut scratch[..room]);
            total += read;
            if more {
                self.streaming.push_back(id);
            } else if let Some(connection) = self.connections.get_mut(&id) {
                connection.streams = false;
            }
        }
        total
    }

    /// Reads once. Returns how many bytes came or were given back, and whether there may be more to read.
    fn read(&mut self, id: i32, scratch: &mut [u8]) -> (usize, bool) {
        let Some(connection) = self.connections.get_mut(&id) else { return (0, false) };
        if connection.dead {
            return (self.close_charged(id), false);
        }
        let ends = connection.ends;
        match connection.read(scratch) {
            Input::Some(count) => {
                let Ok(unanswered) = self.received(id, &scratch[..count]) else {
                    return (count + self.close_charged(id), false);
                };
                self.close_doomed();
                // Less than was asked for: the socket is empty, and what comes next is a new event.
                let empty = cfg!(unix) && count < scratch.len();
                if empty
                    && unanswered
                    && let Some(connection) = self.connections.get(&id)
                {
                    connection.acknowledge();
                }
                (count, !empty || ends)
            }
            Input::Blocked => (0, false),
            Input::Closed => (self.close_charged(id), false),
        }
    }

    /// Closes a connection. To give memory back takes time too: returns how many bytes were held.
    fn close_charged(&mut self, id: i32) -> usize {
        let held = self.connections.get(&id).map_or(0, |connection| connection.held());
        self.close(id);
        held
    }

    /// Deals with bytes that came; an error means that the connection is of no use any more. True if they end inside a
    /// message or with a send: no answer to them will carry their acknowledgement.
    fn received(&mut self, id: i32, bytes: &[u8]) -> Result<bool> {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(false) };
        let rest;
        let mut new = bytes;
        if connection.name.is_none() {
            let hello = connection.cutter.hello(new);
            let Some(read) = read_hello(hello)? else { return Ok(true) };
            if !self.key.matches(read.key) {
                return Err(Error::Refused);
            }
            let name = match read.name {
                [] => format!("anonymous-{id}").into(),
                name => Text::from(name),
            };
            rest = hello.split_off(read.bytes);
            hello.clear();
            new = &rest;
            self.welcome(id, name);
        }
        let mut sent = false;
        while !new.is_empty() {
            let max = self.options.max_message;
            let Some(connection) = self.connections.get_mut(&id) else { return Ok(false) };
            let taken = match connection.cutter.next(new, max)? {
                Next::Whole(size) => {
                    sent = is_send(new);
                    self.route(id, new[..size].into());
                    size
                }
                Next::Joined(message, taken) => {
                    sent = is_send(&message);
                    self.route(id, message.into());
                    taken
                }
                Next::Discarded(oversized, taken) => {
                    sent = oversized.head().0 == Kind::Send;
                    self.oversized(id, &oversized);
                    taken
                }
                Next::Kept => new.len(),
                Next::Disconnect => return Err(Error::Disconnected),
            };
            new = &new[taken..];
        }
        self.count(id);
        Ok(sent || self.connections.get(&id).is_some_and(|connection| connection.cutter.is_inside_message()))
    }

    /// A message was thrown away because it is over the limit. Whoever waits for an answer gets an exception: the
    /// caller of a call, and the caller whom a reply was for.
    fn oversized(&mut self, from: i32, oversized: &Oversized) {
        let (kind, to, message_id) = oversized.head();
        let frame = match kind {
            Kind::Send => None,
            // To the connection itself, whatever source it claims.
            Kind::Call => Frame::exception(ModuleId(from), message_id, &oversized.exception()).ok(),
            Kind::Reply | Kind::Exception if to == ModuleId::BROKER => {
                if self.asks.get(&message_id).is_some_and(|ask| ask.module == from) {
                    self.ask_failed(message_id, &oversized.exception().message);
                }
                None
            }
            Kind::Reply | Kind::Exception => {
                let why = format!("the answer of module {from} was thrown away: {}", oversized.error());
                let exception = Exception::new(ExceptionCode::Communication, why);
                let frame = Frame::exception(to, message_id, &exception).ok();
                return self.forward_answer(from, to, message_id, frame);
            }
        };
        if let Some(frame) = frame {
            self.enqueue(from, frame.bytes().into());
        }
    }

    /// Passes an answer on if it is the module's to a call that the broker saw.
    fn forward_answer(&mut self, from: i32, to: ModuleId, message_id: i32, frame: Option<Frame>) {
        if let Some(frame) = frame
            && let Some(to) = self.answered(from, to, message_id, frame.bytes())
        {
            self.enqueue(to, frame.bytes().into());
        }
    }

    /// The key is right: the module gets its id, the others get to know it.
    fn welcome(&mut self, id: i32, name: Text) {
        self.names.entry(name.clone()).or_default().insert(id);
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.name = Some(name.clone());
        }
        self.handshakes.retain(|(_, pending)| *pending != id);
        self.enqueue(id, id.to_le_bytes().as_slice().into());
        self.announce_startup(id, &name);
        self.started(id, &name);
    }
}

fn is_send(message: &[u8]) -> bool {
    message.get(8) == Some(&(Kind::Send as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SessionKey;
    use crate::block::Block;
    use crate::broker::Options;
    use crate::message::MethodId;

    /// An acknowledgement that a reply carries anyway would be a system call and a packet for nothing.
    #[test]
    fn only_what_gets_no_answer_is_to_be_acknowledged() {
        let key = SessionKey::random().unwrap();
        let (mut engine, address, _waker) = Engine::bind(Options::private(), key.clone()).unwrap();
        let _peer = std::net::TcpStream::connect(address).unwrap();
        while engine.connections.is_empty() {
            engine.accept();
        }
        let mut hello = crate::key::hello(&key, b"peer").unwrap();
        let version = MethodId::new(ModuleId::BROKER, 0, 0);
        let call = Frame::call(version, ModuleId(0), 1, Block::new()).unwrap().bytes().to_vec();
        let send = Frame::send(version, ModuleId(0), Block::new()).unwrap().bytes().to_vec();
        let rest = hello.split_off(100);
        let mut to_be_acknowledged = |bytes: &[&[u8]]| engine.received(0, &bytes.concat()).unwrap();
        assert!(to_be_acknowledged(&[&hello]), "half of a hello");
        assert!(!to_be_acknowledged(&[&rest]), "the id answers the rest of it");
        assert!(!to_be_acknowledged(&[&call]));
        assert!(to_be_acknowledged(&[&send]));
        assert!(to_be_acknowledged(&[&call, &send]));
        assert!(!to_be_acknowledged(&[&send, &call]));
        assert!(to_be_acknowledged(&[&call, &call[..10]]));
        assert!(!to_be_acknowledged(&[&call[10..]]));
    }
}
