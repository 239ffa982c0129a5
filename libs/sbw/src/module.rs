//! Modules: processes that offer services through a broker and call those of others, any number at once, both ways
//! over one connection.
//!
//! A call blocks ([`Connection::call`]) or is a future for any executor ([`Connection::call_async`]). A method runs on
//! a thread of a bounded pool and may [`defer`](Call::defer) its answer, so that it too may be async.

mod calls;
pub(crate) mod dispatch;
mod notice;
pub(crate) mod outbox;
mod pool;
mod service;

use std::net::{Shutdown, SocketAddr, TcpStream};
use std::ops::Deref;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

pub use calls::Pending;
pub use notice::Notice;
pub(crate) use service::Answers;
pub use service::{Call, Deferred, Method, Methods, Service};

use crate::block::{Block, ToBlock};
use crate::directory::Invoke;
use crate::greeting::greet;
use crate::message::{
    DEFAULT_MAX_MESSAGE, DISCONNECT, Frame, HEAD, Incoming, Message, MessageReader, MethodId, ModuleId, Oversized,
    Request, head,
};
use crate::socket::acknowledge;
use crate::{Error, Exception, ExceptionCode, Result, SessionKey, Text, UserDirectory};
use calls::Calls;
use dispatch::System;
use outbox::Outbox;
use pool::Pool;

type Listener = Box<dyn Fn(&Notice) + Send + Sync>;

/// How a module is made.
pub struct Builder {
    name: Text,
    services: Vec<Box<dyn Service>>,
    listener: Option<Listener>,
    workers: usize,
    max_waiting: usize,
    max_bytes: usize,
    max_message: usize,
    timeout: Option<Duration>,
}

impl Builder {
    /// Adds a service.
    pub fn service(mut self, service: impl Service + 'static) -> Self {
        self.services.push(Box::new(service));
        self
    }

    /// Runs at each notice of the broker, on the thread that reads; it must not call others or wait.
    pub fn on_notice(mut self, listener: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// How many methods may run at once; 16 if nothing is said. With 0 they run on the thread that reads, which saves
    /// the hand-over; they must not call others then.
    ///
    /// Methods that call back and forth hold a thread each while they wait: two modules that do so deeper than their
    /// workers wait for each other until a timeout.
    pub fn workers(mut self, workers: usize) -> Self {
        self.workers = workers;
        self
    }

    /// How many calls may wait for a worker, 1024 if nothing is said, and how many bytes they may have together,
    /// 64 MiB. Calls beyond are answered with a communication exception, sends are dropped.
    pub fn max_waiting(mut self, calls: usize, bytes: usize) -> Self {
        (self.max_waiting, self.max_bytes) = (calls, bytes);
        self
    }

    /// The largest message that is accepted or sent, in bytes; 64 MiB if nothing is said. A larger one that comes is
    /// thrown away: a call is answered with an exception, and a call whose reply it was fails with
    /// [`Error::TooLarge`]. The broker has a limit of its own.
    pub fn max_message(mut self, bytes: usize) -> Self {
        self.max_message = bytes;
        self
    }

    /// The longest time that [`Connection::call`] waits; for ever if nothing is said.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Connects to a broker.
    ///
    /// # Errors
    /// [`Error::Refused`] for a wrong key; [`Error::Io`].
    pub fn connect(self, address: SocketAddr, key: &SessionKey) -> Result<Module> {
        let (stream, id) = greet(address, key, self.name.bytes())?;
        self.start(stream, id)
    }

    /// Connects to the broker of the user of this process.
    ///
    /// # Errors
    /// [`Error::NoBroker`], and as [`Builder::connect`].
    pub fn connect_to_users_broker(self) -> Result<Module> {
        let (address, key) = UserDirectory::from_environment()?.broker()?;
        self.connect(address, &key)
    }

    fn start(self, stream: TcpStream, id: ModuleId) -> Result<Module> {
        let failed = || Error::io("share a socket");
        let writer = stream.try_clone().map_err(failed())?;
        let inner = Arc::new(Inner {
            id,
            outbox: Arc::new(Outbox::new(writer, self.max_bytes.max(self.max_message))),
            stream: stream.try_clone().map_err(failed())?,
            calls: Arc::default(),
            timeout: self.timeout,
            max_message: self.max_message,
            closed: Mutex::new(false),
            closing: Condvar::new(),
        });
        let reader = Reader {
            inner: inner.clone(),
            answers: inner.clone(),
            services: self.services.into(),
            listener: self.listener,
            pool: None,
        };
        let messages = MessageReader::acknowledging(stream, self.max_message, |stream| acknowledge(stream));
        let limits = (self.workers, self.max_waiting, self.max_bytes);
        let builder = std::thread::Builder::new().name("sbw-reader".to_owned());
        builder.spawn(move || reader.run(messages, limits)).map_err(Error::io("start a thread"))?;
        Ok(Module { connection: Connection { inner } })
    }
}

/// A module that is connected. Dropping it disconnects.
pub struct Module {
    connection: Connection,
}

impl Module {
    /// Begins to describe a module. The name is text or any other bytes; an empty one becomes `anonymous-<id>`.
    pub fn builder(name: impl Into<Text>) -> Builder {
        Builder {
            name: name.into(),
            services: Vec::new(),
            listener: None,
            workers: 16,
            max_waiting: 1024,
            max_bytes: DEFAULT_MAX_MESSAGE,
            max_message: DEFAULT_MAX_MESSAGE,
            timeout: None,
        }
    }

    /// Waits until the module is disconnected: by the broker, by another module's shutdown, or by
    /// [`Connection::disconnect`].
    pub fn wait(&self) {
        let inner = &self.connection.inner;
        let mut closed = inner.closed.lock().unwrap_or_else(PoisonError::into_inner);
        while !*closed {
            closed = inner.closing.wait(closed).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Deref for Module {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        self.connection.disconnect();
    }
}

/// A module's connection, to call others over. Clones are the same connection; it lives as long as its [`Module`].
#[derive(Clone)]
pub struct Connection {
    inner: Arc<Inner>,
}

struct Inner {
    id: ModuleId,
    outbox: Arc<Outbox>,
    stream: TcpStream,
    calls: Arc<Calls>,
    timeout: Option<Duration>,
    max_message: usize,
    closed: Mutex<bool>,
    closing: Condvar,
}

impl Connection {
    /// The id that the broker gave.
    pub fn id(&self) -> ModuleId {
        self.inner.id
    }

    /// Calls a method and waits for its result, as long as [`Builder::timeout`] says.
    ///
    /// # Errors
    /// [`Error::Exception`] with what the method, the module or the broker answered; [`Error::Timeout`];
    /// [`Error::Disconnected`].
    pub fn call(&self, method: MethodId, arguments: &impl ToBlock) -> Result<Block> {
        self.start(method, encode(arguments)?, |outbox, frame| outbox.send(frame))?.wait(self.inner.timeout)
    }

    /// As [`Connection::call`], with a time limit of its own.
    ///
    /// # Errors
    /// As [`Connection::call`].
    pub fn call_within(&self, timeout: Duration, method: MethodId, arguments: &impl ToBlock) -> Result<Block> {
        self.start(method, encode(arguments)?, |outbox, frame| outbox.send(frame))?.wait(Some(timeout))
    }

    /// Calls a method; the result is a future, which needs no particular executor. Never waits for the network. A time
    /// limit is the executor's: drop the future, and the call is given up.
    ///
    /// # Errors
    /// [`Error::QueueFull`] if too much waits to be sent; [`Error::Disconnected`].
    pub fn call_async(&self, method: MethodId, arguments: &impl ToBlock) -> Result<Pending> {
        self.start(method, encode(arguments)?, Outbox::post)
    }

    /// Sends without waiting for anything; nothing comes back, not even a failure.
    ///
    /// # Errors
    /// [`Error::Disconnected`], [`Error::Io`].
    pub fn send(&self, method: MethodId, arguments: &impl ToBlock) -> Result<()> {
        let frame = Frame::send(method, self.inner.id, encode(arguments)?)?;
        frame.check_size(self.inner.max_message)?;
        self.inner.outbox.send(frame)
    }

    /// Says goodbye to the broker. Open calls fail with [`Error::Disconnected`].
    pub fn disconnect(&self) {
        self.inner.close();
    }

    fn start(
        &self,
        method: MethodId,
        arguments: Block,
        send: impl FnOnce(&Arc<Outbox>, Frame) -> Result<()>,
    ) -> Result<Pending> {
        let pending = self.inner.calls.open(method.module)?;
        let frame = Frame::call(method, self.inner.id, pending.message_id(), arguments)?;
        frame.check_size(self.inner.max_message)?;
        send(&self.inner.outbox, frame)?;
        Ok(pending)
    }
}

fn encode(arguments: &impl ToBlock) -> Result<Block> {
    let mut block = Block::new();
    arguments.to_block(&mut block)?;
    Ok(block)
}

impl Invoke for Connection {
    fn invoke(&mut self, method: MethodId, arguments: Block) -> Result<Block> {
        self.start(method, arguments, |outbox, frame| outbox.send(frame))?.wait(self.inner.timeout)
    }
}

impl Invoke for Module {
    fn invoke(&mut self, method: MethodId, arguments: Block) -> Result<Block> {
        self.connection.invoke(method, arguments)
    }
}

impl Inner {
    fn close(&self) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *closed, true) {
            return;
        }
        self.outbox.goodbye(&DISCONNECT);
        // The peer may have closed it already.
        let _ = self.stream.shutdown(Shutdown::Both);
        self.calls.close();
        self.closing.notify_all();
    }
}

impl Answers for Inner {
    fn put(&self, frame: Frame) {
        let frame = match frame.check_size(self.max_message) {
            Ok(()) => frame,
            Err(error) => {
                let (_, caller, message_id) = head(frame.bytes());
                let Ok(frame) = Frame::exception(caller, message_id, &error.into()) else { return };
                frame
            }
        };
        // A failure closes the connection, and nobody waits for this answer any more.
        let _ = self.outbox.send(frame);
    }

    fn connection(self: Arc<Self>) -> Option<Connection> {
        Some(Connection { inner: self })
    }
}

/// The thread that reads a module's connection.
struct Reader {
    inner: Arc<Inner>,
    answers: Arc<dyn Answers>,
    services: Arc<[Box<dyn Service>]>,
    listener: Option<Listener>,
    pool: Option<Arc<Pool>>,
}

impl Reader {
    fn run(mut self, mut messages: MessageReader<TcpStream>, (workers, waiting, bytes): (usize, usize, usize)) {
        if workers > 0 {
            let (services, answers) = (self.services.clone(), self.answers.clone());
            self.pool = Some(Pool::new(workers, waiting, bytes, move |message| {
                if let Ok(Message::Request(request)) = Message::parse(&message) {
                    dispatch::run(&services, &request, &answers);
                }
            }));
        }
        // Whatever ends it, the connection is of no use any more, and open calls fail.
        while let Ok(Some(incoming)) = messages.read_incoming() {
            let done = match incoming {
                Incoming::Message(message) => self.message(message),
                Incoming::Oversized(oversized) => {
                    self.oversized(&oversized);
                    Ok(())
                }
            };
            if done.is_err() {
                break;
            }
        }
        self.inner.close();
        if let Some(pool) = self.pool {
            pool.close();
        }
    }

    fn message(&self, bytes: Vec<u8>) -> Result<()> {
        match Message::parse(&bytes)? {
            Message::Reply { message_id, .. } => {
                self.inner.calls.finish(message_id, Ok(Block::from_message(bytes, HEAD)));
            }
            Message::Exception { message_id, exception, .. } => {
                self.inner.calls.finish(message_id, Err(exception.into()));
            }
            Message::Request(request) => {
                if let Some(notice) = Notice::of(&request) {
                    self.notice(&notice);
                } else if let Some(asked) = dispatch::system(&self.services, &request) {
                    return self.system(&request, asked);
                } else if let Some(pool) = &self.pool {
                    if let Err(bytes) = pool.submit(bytes) {
                        self.refuse(&bytes);
                    }
                } else {
                    dispatch::run(&self.services, &request, &self.answers);
                }
            }
        }
        Ok(())
    }

    fn oversized(&self, oversized: &Oversized) {
        if oversized.request().is_none() {
            let (_, _, message_id) = oversized.head();
            self.inner.calls.finish(message_id, Err(oversized.error()));
        } else if let Some(frame) = oversized.refusal() {
            self.answers.put(frame);
        }
    }

    fn notice(&self, notice: &Notice) {
        if let Notice::Shutdown(module) = notice {
            self.inner.calls.fail(*module);
        }
        if let Some(listener) = &self.listener {
            listener(notice);
        }
    }

    fn system(&self, request: &Request<'_>, asked: System) -> Result<()> {
        let (result, shutdown) = match asked {
            System::Answer(result) => (result, false),
            System::Shutdown => (Ok(Block::new()), true),
        };
        if let Some(frame) = Frame::answer(request, result) {
            self.answers.put(frame);
        }
        if shutdown { Err(Error::Disconnected) } else { Ok(()) }
    }

    /// The pool is full.
    fn refuse(&self, bytes: &[u8]) {
        let busy = Exception::new(ExceptionCode::Communication, "too many calls wait in this module");
        if let Ok(Message::Request(request)) = Message::parse(bytes)
            && let Some(frame) = Frame::answer(&request, Err(busy))
        {
            self.answers.put(frame);
        }
    }
}
