//! The event loop: connections come, say their key, are read, written and closed.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mio::net::TcpListener;
use mio::{Events, Interest, Poll, Token, Waker};

use super::ask::Ask;
use super::connection::{Connection, Input, Next};
use super::options::Options;
use super::registration::Start;
use super::registry::Registry;
use crate::key::read_hello;
use crate::message::ModuleId;
use crate::{Error, Result, SessionKey};

const LISTENER: Token = Token(usize::MAX);
const WAKER: Token = Token(usize::MAX - 1);

/// Octets that one read takes at most.
const READ: usize = 256 * 1024;
/// Reads from one connection before the others get their turn.
const READS_PER_TURN: usize = 4;
/// How long to leave new connections waiting when the process can take no more of them.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How often to see whether a program that was started has ended again.
const START_CHECK: Duration = Duration::from_millis(100);

/// All that the broker knows. Modules are kept under their id, which is also their token.
pub(super) struct Engine {
    pub(super) options: Options,
    pub(super) key: SessionKey,
    pub(super) address: SocketAddr,
    poll: Poll,
    listener: TcpListener,
    stop: Arc<AtomicBool>,
    pub(super) connections: HashMap<i32, Connection>,
    pub(super) names: HashMap<String, BTreeSet<i32>>,
    next_id: i32,
    /// Connections that have not said their key, oldest first, with the time they have until.
    handshakes: VecDeque<(Instant, i32)>,
    accept_again: Option<Instant>,
    /// Connections with unread octets that had their turn.
    unread: Vec<i32>,
    /// Connections with something to write.
    pub(super) unwritten: Vec<i32>,
    /// Connections to close once the message at hand is dealt with.
    pub(super) doomed: Vec<i32>,
    held: usize,
    pub(super) asks: HashMap<i32, Ask>,
    pub(super) ask_deadlines: VecDeque<(Instant, i32)>,
    pub(super) next_ask: i32,
    pub(super) registry: Option<Registry>,
    pub(super) starts: Vec<Start>,
    /// Programs that were started and may still run.
    pub(super) children: Vec<Child>,
}

impl Engine {
    pub(super) fn bind(options: Options, key: SessionKey) -> Result<(Self, SocketAddr, Waker)> {
        let registry = match options.registry {
            true => Some(Registry::load(options.directory.as_ref().map(|directory| directory.path()))?),
            false => None,
        };
        let poll = Poll::new().map_err(Error::io("create an event queue"))?;
        let mut listener = listen(&options)?;
        let address = listener.local_addr().map_err(Error::io("find the port"))?;
        poll.registry()
            .register(&mut listener, LISTENER, Interest::READABLE)
            .map_err(Error::io("watch the listening socket"))?;
        let waker = Waker::new(poll.registry(), WAKER).map_err(Error::io("create a waker"))?;
        if let Some(directory) = &options.directory {
            directory.publish(address.port(), &key)?;
        }
        let engine = Engine {
            options,
            key,
            address,
            poll,
            listener,
            stop: Arc::default(),
            connections: HashMap::new(),
            names: HashMap::new(),
            next_id: 0,
            handshakes: VecDeque::new(),
            accept_again: None,
            unread: Vec::new(),
            unwritten: Vec::new(),
            doomed: Vec::new(),
            held: 0,
            asks: HashMap::new(),
            ask_deadlines: VecDeque::new(),
            next_ask: 0,
            registry,
            starts: Vec::new(),
            children: Vec::new(),
        };
        Ok((engine, address, waker))
    }

    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    pub(super) fn request_stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    pub(super) fn withdraw(&self) -> Result<()> {
        self.options.directory.as_ref().map_or(Ok(()), |directory| directory.withdraw(self.address.port()))
    }

    pub(super) fn run(&mut self) -> Result<()> {
        let mut events = Events::with_capacity(1024);
        let mut scratch = vec![0; READ];
        while !self.stop.load(Ordering::Acquire) {
            match self.poll.poll(&mut events, self.wait()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                result => result.map_err(Error::io("wait for events"))?,
            }
            let readable = std::mem::take(&mut self.unread);
            for event in &events {
                match event.token() {
                    LISTENER => self.accept(),
                    WAKER => {}
                    Token(id) => {
                        let id = id as i32;
                        if event.is_writable() {
                            self.unwritten.push(id);
                        }
                        let ends = event.is_read_closed() || event.is_error();
                        if event.is_readable() || ends {
                            self.readable(id, ends, &mut scratch);
                        }
                    }
                }
            }
            readable.into_iter().for_each(|id| self.readable(id, true, &mut scratch));
            self.expire(Instant::now());
            self.write_all();
        }
        Ok(())
    }

    /// How long nothing needs to be done.
    fn wait(&self) -> Option<Duration> {
        if !self.unread.is_empty() {
            return Some(Duration::ZERO);
        }
        let fronts = [self.handshakes.front().map(|(at, _)| *at), self.ask_deadlines.front().map(|(at, _)| *at)];
        let check = (!self.starts.is_empty()).then(|| Instant::now() + START_CHECK);
        let next = fronts.into_iter().chain([self.accept_again, check]).flatten().min()?;
        // A millisecond more, so that the time has come when the loop wakes up.
        Some(next.saturating_duration_since(Instant::now()) + Duration::from_millis(1))
    }

    fn expire(&mut self, now: Instant) {
        if !self.starts.is_empty() || !self.children.is_empty() {
            self.check_starts(now);
        }
        if self.accept_again.is_some_and(|at| at <= now) {
            self.accept();
        }
        while let Some(&(at, id)) = self.handshakes.front() {
            let pending = self.connections.get(&id).is_some_and(|connection| connection.name.is_none());
            if pending && at > now {
                break;
            }
            self.handshakes.pop_front();
            if pending {
                self.close(id);
            }
        }
        while let Some(&(at, ask)) = self.ask_deadlines.front() {
            if self.asks.contains_key(&ask) && at > now {
                break;
            }
            self.ask_deadlines.pop_front();
            self.ask_failed(ask, "the module did not answer the broker in time");
        }
    }

    fn accept(&mut self) {
        self.accept_again = None;
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => self.accepted(stream),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Out of descriptors, or the peer is gone already: the listener stays good, others may get in later.
                Err(_) => {
                    self.accept_again = Some(Instant::now() + ACCEPT_PAUSE);
                    return;
                }
            }
        }
    }

    fn accepted(&mut self, mut stream: mio::net::TcpStream) {
        let id = self.next_id;
        // Ids are never used twice, so a broker has 2^31 of them in its life.
        let Some(next) = id.checked_add(1) else { return };
        self.next_id = next;
        if self.connections.len() >= self.options.max_modules || stream.set_nodelay(true).is_err() {
            return;
        }
        let interest = Interest::READABLE | Interest::WRITABLE;
        if self.poll.registry().register(&mut stream, Token(id as usize), interest).is_err() {
            return;
        }
        self.connections.insert(id, Connection::new(stream));
        self.handshakes.push_back((Instant::now() + self.options.handshake_wait, id));
        self.make_room_for_handshakes();
    }

    /// The deque also holds connections that have finished or gone; they fall out at the front.
    fn make_room_for_handshakes(&mut self) {
        while self.handshakes.len() > self.options.max_handshakes {
            let Some((_, id)) = self.handshakes.pop_front() else { return };
            if self.connections.get(&id).is_some_and(|connection| connection.name.is_none()) {
                self.close(id);
            }
        }
    }

    /// Reads what there is. `to_the_end` says that the stream may have ended behind its last octets, of which no further
    /// event would tell.
    fn readable(&mut self, id: i32, to_the_end: bool, scratch: &mut [u8]) {
        for _ in 0..READS_PER_TURN {
            let Some(connection) = self.connections.get_mut(&id) else { return };
            match connection.read(scratch) {
                Input::Some(count) => {
                    if self.received(id, &scratch[..count]).is_err() {
                        return self.close(id);
                    }
                    self.close_doomed();
                    // Less than was asked for: the socket is empty, and what comes next is a new event.
                    if cfg!(unix) && !to_the_end && count < scratch.len() {
                        return;
                    }
                }
                Input::Blocked => return,
                Input::Closed => return self.close(id),
            }
        }
        self.unread.push(id);
    }

    /// Deals with octets that came; an error means that the connection is of no use any more.
    fn received(&mut self, id: i32, octets: &[u8]) -> Result<()> {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let rest;
        let mut new = octets;
        if connection.name.is_none() {
            let hello = connection.hello(new);
            let Some(read) = read_hello(hello)? else { return Ok(()) };
            if !self.key.matches(read.key) {
                return Err(Error::Refused);
            }
            let name = match read.name {
                [] => format!("anonymous-{id}"),
                name => String::from_utf8_lossy(name).into_owned(),
            };
            rest = hello.split_off(read.octets);
            hello.clear();
            new = &rest;
            self.welcome(id, name);
        }
        while !new.is_empty() {
            let max = self.options.max_message;
            let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
            match connection.next(new, max)? {
                Next::Whole(size) => {
                    let (message, left) = new.split_at(size);
                    self.route(id, message.into());
                    new = left;
                }
                Next::Joined(message, taken) => {
                    self.route(id, message.into());
                    new = &new[taken..];
                }
                Next::Kept => new = &[],
                Next::Disconnect => return Err(Error::Disconnected),
            }
        }
        self.count(id);
        Ok(())
    }

    /// The key is right: the module gets its id, the others get to know it.
    fn welcome(&mut self, id: i32, name: String) {
        self.names.entry(name.clone()).or_default().insert(id);
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.name = Some(name.clone());
        }
        self.handshakes.retain(|(_, pending)| *pending != id);
        self.enqueue(id, id.to_le_bytes().as_slice().into());
        self.announce_startup(id, &name);
        self.started(id, &name);
    }

    /// Counts what is held for a connection. Over the limit for all of them the largest holder goes.
    pub(super) fn count(&mut self, id: i32) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        self.held = self.held - connection.counted + connection.held();
        connection.counted = connection.held();
        if self.held > self.options.max_memory {
            let largest = self.connections.iter().max_by_key(|(_, connection)| connection.counted);
            self.doomed.extend(largest.map(|(id, _)| *id));
        }
    }

    fn close_doomed(&mut self) {
        while let Some(id) = self.doomed.pop() {
            self.close(id);
        }
    }

    fn write_all(&mut self) {
        self.close_doomed();
        // Closing tells the others, who then have something to write.
        while let Some(id) = self.unwritten.pop() {
            let Some(connection) = self.connections.get_mut(&id) else { continue };
            match connection.write() {
                Ok(()) => self.count(id),
                Err(_) => self.close(id),
            }
            self.close_doomed();
        }
    }

    /// Forgets a connection, tells the others if it was a module, and fails what the broker asked it.
    pub(super) fn close(&mut self, id: i32) {
        let Some(mut connection) = self.connections.remove(&id) else { return };
        self.held -= connection.counted;
        // What is written already reaches the peer; the rest is tried once. Failing matters to nobody now.
        let _ = connection.write();
        let _ = self.poll.registry().deregister(connection.stream());
        let Some(name) = connection.name.take() else { return };
        if let Some(ids) = self.names.get_mut(&name) {
            ids.remove(&id);
            if ids.is_empty() {
                self.names.remove(&name);
            }
        }
        // Callers learn from the notice that no reply comes; an answer after it would crash libSBW.
        self.connections.values_mut().for_each(|other| other.open_calls.retain(|_, callee| *callee != id));
        self.announce_shutdown(id);
        self.module_gone(ModuleId(id));
    }
}

fn listen(options: &Options) -> Result<TcpListener> {
    let mut last = None;
    for port in options.ports.clone() {
        match TcpListener::bind(SocketAddr::new(options.listen, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
    }
    let error = last.unwrap_or_else(|| ErrorKind::InvalidInput.into());
    Err(Error::io(format!("listen on {} in ports {:?}", options.listen, options.ports))(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a send followed by a call takes 44 ms without it.
    #[test]
    fn the_broker_does_not_hold_back_small_messages_either() {
        let (mut engine, address, _waker) = Engine::bind(Options::private(), SessionKey::random().unwrap()).unwrap();
        let _client = std::net::TcpStream::connect(address).unwrap();
        while engine.connections.is_empty() {
            engine.accept();
        }
        assert!(engine.connections.values_mut().all(|connection| connection.stream().nodelay().unwrap()));
    }
}
