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
use super::connection::Connection;
use super::intake::READ;
use super::options::Options;
use super::registration::Start;
use super::registry::Registry;
use crate::message::ModuleId;
use crate::{Error, Result, SessionKey, Text};

const LISTENER: Token = Token(usize::MAX);
const WAKER: Token = Token(usize::MAX - 1);

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
    pub(super) names: HashMap<Text, BTreeSet<i32>>,
    next_id: i32,
    /// Connections that have not said their key, oldest first, with the time they have until.
    pub(super) handshakes: VecDeque<(Instant, i32)>,
    accept_again: Option<Instant>,
    /// Connections that stream, in the order in which they are read next.
    pub(super) streaming: VecDeque<i32>,
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
        let registry = if options.registry {
            Some(Registry::load(options.directory.as_ref().map(|directory| directory.path()))?)
        } else {
            None
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
            streaming: VecDeque::new(),
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

    /// Writes what has not been written of the registry.
    pub(super) fn save(&mut self) -> Result<()> {
        self.registry.as_mut().map_or(Ok(()), Registry::finish)
    }

    pub(super) fn withdraw(&self) -> Result<()> {
        self.options.directory.as_ref().map_or(Ok(()), |directory| directory.withdraw(self.address.port()))
    }

    pub(super) fn run(&mut self) -> Result<()> {
        let mut events = Events::with_capacity(1024);
        let mut scratch = vec![0; READ];
        while !self.stop.load(Ordering::Acquire) {
            self.turn(&mut events, &mut scratch)?;
        }
        Ok(())
    }

    /// Waits for events and deals with them. Returns how many bytes were read, or held by connections that were closed.
    fn turn(&mut self, events: &mut Events, scratch: &mut [u8]) -> Result<usize> {
        match self.poll.poll(events, self.wait()) {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(0),
            result => result.map_err(Error::io("wait for events"))?,
        }
        let mut read = 0;
        for event in &*events {
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
                        read += self.readable(id, ends, scratch);
                    }
                }
            }
        }
        read += self.read_streaming(scratch);
        self.expire(Instant::now());
        self.write_all();
        Ok(read)
    }

    /// How long nothing needs to be done.
    fn wait(&self) -> Option<Duration> {
        if !self.streaming.is_empty() || !self.unwritten.is_empty() {
            return Some(Duration::ZERO);
        }
        let fronts = [self.handshakes.front().map(|(at, _)| *at), self.ask_deadlines.front().map(|(at, _)| *at)];
        let check = (!self.starts.is_empty()).then(|| Instant::now() + START_CHECK);
        let save = self.registry.as_ref().and_then(Registry::due);
        let next = fronts.into_iter().chain([self.accept_again, check, save]).flatten().min()?;
        // A millisecond more, so that the time has come when the loop wakes up.
        Some(next.saturating_duration_since(Instant::now()) + Duration::from_millis(1))
    }

    fn expire(&mut self, now: Instant) {
        if !self.starts.is_empty() || !self.children.is_empty() {
            self.check_starts(now);
        }
        if let Some(registry) = &mut self.registry {
            registry.save_if_due(now);
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

    pub(super) fn accept(&mut self) {
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

    pub(super) fn close_doomed(&mut self) {
        while let Some(id) = self.doomed.pop() {
            self.close(id);
        }
    }

    fn write_all(&mut self) {
        self.close_doomed();
        let mut later = Vec::new();
        // Closing tells the others, who then have something to write.
        while let Some(id) = self.unwritten.pop() {
            let Some(connection) = self.connections.get_mut(&id).filter(|connection| !connection.dead) else {
                continue;
            };
            match connection.write() {
                Ok(more) => {
                    later.extend(more.then_some(id));
                    self.count(id);
                }
                Err(_) => {
                    connection.dead = true;
                    self.readable(id, true, &mut []);
                }
            }
            self.close_doomed();
        }
        self.unwritten = later;
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
    use std::io::{Read, Write};

    use super::super::intake::{FIRST_READ, STREAMED_PER_TURN};
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

    /// Whether the kernel was asked to acknowledge at once, after the broker has dealt with a message of one module.
    #[cfg(target_os = "linux")]
    fn acknowledged_at_once(rounds: usize, message: impl Fn(ModuleId) -> Vec<u8>) -> Vec<bool> {
        use rustix::net::sockopt::{set_tcp_quickack, tcp_quickack};
        let key = SessionKey::random().unwrap();
        let (mut engine, address, _waker) = Engine::bind(Options::private(), key.clone()).unwrap();
        let (mut events, mut scratch) = (Events::with_capacity(1024), vec![0; READ]);
        let mut peer = std::net::TcpStream::connect(address).unwrap();
        peer.set_nodelay(true).unwrap();
        peer.write_all(&crate::key::hello(&key, b"peer").unwrap()).unwrap();
        let round = |_| {
            while engine.connections.is_empty() || engine.name_of(0).is_none() {
                engine.turn(&mut events, &mut scratch).unwrap();
            }
            set_tcp_quickack(engine.connections.get_mut(&0).unwrap().stream(), false).unwrap();
            peer.write_all(&message(ModuleId(0))).unwrap();
            while engine.turn(&mut events, &mut scratch).unwrap() == 0 {}
            tcp_quickack(engine.connections.get_mut(&0).unwrap().stream()).unwrap()
        };
        (0..rounds).map(round).collect()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn messages_without_an_answer_are_acknowledged_at_once() {
        use crate::message::{Frame, MethodId};
        let version = MethodId::new(ModuleId::BROKER, 0, 0);
        let block = crate::block::Block::new;
        let send = |id| Frame::send(version, id, block()).unwrap().bytes().to_vec();
        assert!(acknowledged_at_once(20, send).iter().all(|at_once| *at_once));
        let call = |id| Frame::call(version, id, 1, block()).unwrap().bytes().to_vec();
        assert!(acknowledged_at_once(1, |id| call(id)[..10].to_vec())[0], "half of a message");
    }

    /// Says key and name, begins a message of 60 MB and writes as much of it as the system takes.
    fn stream_without_end(address: SocketAddr, key: &SessionKey) -> std::net::TcpStream {
        let mut peer = std::net::TcpStream::connect(address).unwrap();
        peer.write_all(&crate::key::hello(key, b"streams").unwrap()).unwrap();
        peer.write_all(&60_000_000i32.to_le_bytes()).unwrap();
        peer.set_nonblocking(true).unwrap();
        while peer.write(&[2; 65_536]).is_ok() {}
        peer
    }

    #[test]
    fn peers_that_stream_unfinished_messages_share_a_bounded_part_of_each_turn() {
        const PEERS: usize = 40;
        let key = SessionKey::random().unwrap();
        let (mut engine, address, _waker) = Engine::bind(Options::private(), key.clone()).unwrap();
        let (mut events, mut scratch) = (Events::with_capacity(1024), vec![0; READ]);
        let mut turn = |engine: &mut Engine| engine.turn(&mut events, &mut scratch).unwrap();
        let peers: Vec<_> = (0..PEERS).map(|_| stream_without_end(address, &key)).collect();
        let mut light = std::net::TcpStream::connect(address).unwrap();
        light.write_all(&crate::key::hello(&key, b"light").unwrap()).unwrap();
        light.set_nonblocking(true).unwrap();
        let light_id = ModuleId(PEERS as i32);
        let inside = |engine: &Engine| engine.connections.values().filter(|one| one.cutter.is_inside_message()).count();
        while inside(&engine) < PEERS || engine.name_of(light_id.0).is_none() {
            turn(&mut engine);
        }

        let version = crate::message::MethodId::new(ModuleId::BROKER, 0, 0);
        let call = crate::message::Frame::call(version, light_id, 7, crate::block::Block::new()).unwrap();
        let mut answer = [0; 1000];
        // The id and the notices that came before.
        while light.read(&mut answer).is_ok() {}
        for _ in 0..3 * PEERS {
            light.write_all(call.bytes()).unwrap();
            let read = turn(&mut engine);
            assert!(read <= STREAMED_PER_TURN + call.bytes().len(), "{read} bytes in one turn");
            assert!(light.read(&mut answer).unwrap() > 14, "the call is answered in the turn that follows it");
        }
        let least = engine.connections.iter().filter(|(id, _)| **id < light_id.0).map(|(_, one)| one.held()).min();
        assert!(least > Some(FIRST_READ), "each of those that stream had its turns: {least:?}");

        // All of them go at once. To give their memory back is spread over the turns too.
        drop(peers);
        let mut closed = Vec::new();
        while engine.connections.len() > 1 {
            let before = engine.connections.len();
            turn(&mut engine);
            closed.push(before - engine.connections.len());
        }
        assert!(closed.iter().all(|count| *count <= 2), "{closed:?}");
    }
}
