//! The same frames without a broker: a server whose clients connect to it alone. What remains of a round trip when the
//! two hops through the broker are taken away.
//!
//! The hello is that of a broker, so a [`Caller`](crate::caller::Caller) or [`Module`](crate::module::Module) connects
//! to either. Whatever module id a request names, the server's services answer it.

use std::io::{Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::block::Block;
use crate::key::read_hello;
use crate::message::{DEFAULT_MAX_MESSAGE, Frame, Incoming, Message, MessageReader};
use crate::module::dispatch::{self, System};
use crate::module::{Answers, Connection, Service};
use crate::socket::acknowledge;
use crate::{Error, Result, SessionKey};

/// Time that a client has to say its key.
const HELLO_WAIT: Duration = Duration::from_secs(5);
/// The most clients at a time; each has a thread.
const MAX_CLIENTS: usize = 256;

/// A server of services to direct clients. It stops when it is dropped.
pub struct Server {
    address: SocketAddr,
    key: SessionKey,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    services: Box<[Box<dyn Service>]>,
    key: SessionKey,
    next_id: AtomicI32,
    stop: AtomicBool,
    clients: Mutex<Vec<Arc<Client>>>,
}

impl Server {
    /// Listens on `address` (loopback, unless the network is trusted: the key goes over it in the clear), at a port of
    /// the system's choice, with a key of its own.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn start(address: IpAddr, services: Vec<Box<dyn Service>>) -> Result<Self> {
        let listener = TcpListener::bind((address, 0)).map_err(Error::io(format!("listen on {address}")))?;
        Self::on(listener, services)
    }

    /// As [`Server::start`], on a socket that listens already.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn on(listener: TcpListener, services: Vec<Box<dyn Service>>) -> Result<Self> {
        let address = listener.local_addr().map_err(Error::io("find the port"))?;
        let key = SessionKey::random()?;
        let shared = Arc::new(Shared {
            services: services.into(),
            key: key.clone(),
            next_id: AtomicI32::new(0),
            stop: AtomicBool::new(false),
            clients: Mutex::default(),
        });
        let accepting = shared.clone();
        let builder = std::thread::Builder::new().name("sbw-direct".to_owned());
        let thread = builder.spawn(move || accepting.accept(&listener)).map_err(Error::io("start a thread"))?;
        Ok(Server { address, key, shared, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The key that clients must know.
    pub fn key(&self) -> &SessionKey {
        &self.key
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Release);
        // A connection wakes the thread that accepts; it closes those of the clients.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn accept(self: Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.stop.load(Ordering::Acquire) {
                break;
            }
            // One that went before it was accepted is no reason to stop.
            let Ok(stream) = stream else { continue };
            let client = Arc::new(Client { stream, writing: Mutex::new(()), welcome: AtomicBool::new(false) });
            if !self.admit(&client) {
                continue;
            }
            let shared = self.clone();
            let builder = std::thread::Builder::new().name("sbw-direct-client".to_owned());
            let served = client.clone();
            let started = builder.spawn(move || {
                // Whatever ends it, the connection is closed and the others are served on.
                let _ = shared.serve(&served);
                shared.leave(&served);
            });
            if started.is_err() {
                self.leave(&client);
            }
        }
        for client in self.clients().drain(..) {
            let _ = client.stream.shutdown(Shutdown::Both);
        }
    }

    fn clients(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Client>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When all places are taken, the oldest client that has not said its key makes room.
    fn admit(&self, client: &Arc<Client>) -> bool {
        let mut clients = self.clients();
        if clients.len() >= MAX_CLIENTS {
            let Some(silent) = clients.iter().position(|other| !other.welcome.load(Ordering::Relaxed)) else {
                return false;
            };
            let _ = clients.remove(silent).stream.shutdown(Shutdown::Both);
        }
        clients.push(client.clone());
        true
    }

    fn leave(&self, client: &Arc<Client>) {
        let _ = client.stream.shutdown(Shutdown::Both);
        self.clients().retain(|other| !Arc::ptr_eq(other, client));
    }

    fn serve(&self, client: &Arc<Client>) -> Result<()> {
        let rest = self.welcome(&client.stream)?;
        client.welcome.store(true, Ordering::Relaxed);
        let answers: Arc<dyn Answers> = client.clone();
        let mut messages = MessageReader::acknowledging(rest.chain(&client.stream), DEFAULT_MAX_MESSAGE, |stream| {
            acknowledge(stream.get_ref().1);
        });
        while let Some(incoming) = messages.read_incoming()? {
            let bytes = match incoming {
                Incoming::Message(bytes) => bytes,
                Incoming::Oversized(oversized) => {
                    oversized.refusal().into_iter().for_each(|refusal| answers.put(refusal));
                    continue;
                }
            };
            let Message::Request(request) = Message::parse(&bytes)? else { continue };
            let (result, shutdown) = match dispatch::system(&self.services, &request) {
                None => {
                    dispatch::run(&self.services, &request, &answers);
                    continue;
                }
                Some(System::Answer(result)) => (result, false),
                Some(System::Shutdown) => (Ok(Block::new()), true),
            };
            if let Some(frame) = Frame::answer(&request, result) {
                answers.put(frame);
            }
            if shutdown {
                break;
            }
        }
        Ok(())
    }

    /// Reads the hello, checks the key and gives an id; returns what came after the hello.
    fn welcome(&self, mut stream: &TcpStream) -> Result<std::io::Cursor<Vec<u8>>> {
        let failed = || Error::io("greet a client");
        stream.set_nodelay(true).map_err(failed())?;
        let deadline = Instant::now() + HELLO_WAIT;
        let mut bytes = Vec::new();
        let mut piece = [0; 8192];
        let taken = loop {
            if let Some(hello) = read_hello(&bytes)? {
                if !self.key.matches(hello.key) {
                    return Err(Error::Refused);
                }
                break hello.bytes;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Error::Timeout(HELLO_WAIT));
            }
            stream.set_read_timeout(Some(left)).map_err(failed())?;
            match stream.read(&mut piece).map_err(failed())? {
                0 => return Err(Error::Disconnected),
                count => bytes.extend_from_slice(&piece[..count]),
            }
        };
        stream.set_read_timeout(None).map_err(failed())?;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        stream.write_all(&id.to_le_bytes()).map_err(failed())?;
        let mut rest = std::io::Cursor::new(bytes);
        rest.set_position(taken as u64);
        Ok(rest)
    }
}

/// One client's connection; one writer at a time.
struct Client {
    stream: TcpStream,
    writing: Mutex<()>,
    /// It has said the key.
    welcome: AtomicBool,
}

impl Answers for Client {
    fn put(&self, frame: Frame) {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if (&self.stream).write_all(frame.bytes()).is_err() {
            // A message may be half written: nothing may follow it.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    fn connection(self: Arc<Self>) -> Option<Connection> {
        None
    }
}
