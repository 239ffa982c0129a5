//! The smallest client: one connection, one call at a time, read and written on the caller's own thread. A lone
//! caller gets its replies soonest this way, since no other thread has to wake it.

use std::io::{ErrorKind, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::block::{Block, ToBlock};
use crate::directory::Invoke;
use crate::greeting::greet;
use crate::message::{
    DEFAULT_MAX_MESSAGE, DISCONNECT, Frame, HEAD, Incoming, Message, MessageReader, MethodId, ModuleId,
};
use crate::module::Notice;
use crate::module::dispatch::{self, System};
use crate::module::outbox::GOODBYE_WAIT;
use crate::socket::acknowledge;
use crate::{Error, Result, SessionKey, UserDirectory};

/// A client that offers no services.
#[derive(Debug)]
pub struct Caller {
    reader: MessageReader<TcpStream>,
    id: ModuleId,
    next_message: i32,
    max_message: usize,
    timeout: Option<Duration>,
}

impl Caller {
    /// Connects to a broker, or to a [`direct`](crate::direct) server. The name is text or any other bytes; an empty one
    /// becomes `anonymous-<id>`.
    ///
    /// # Errors
    /// [`Error::Refused`] for a wrong key; [`Error::Io`].
    pub fn connect(address: SocketAddr, key: &SessionKey, name: impl AsRef<[u8]>) -> Result<Self> {
        let (stream, id) = greet(address, key, name.as_ref())?;
        let reader = MessageReader::acknowledging(stream, DEFAULT_MAX_MESSAGE, |stream| acknowledge(stream));
        Ok(Caller { reader, id, next_message: 0, max_message: DEFAULT_MAX_MESSAGE, timeout: None })
    }

    /// Connects to the broker of the user of this process.
    ///
    /// # Errors
    /// [`Error::NoBroker`], and as [`Caller::connect`].
    pub fn connect_to_users_broker(name: impl AsRef<[u8]>) -> Result<Self> {
        let (address, key) = UserDirectory::from_environment()?.broker()?;
        Self::connect(address, &key, name)
    }

    /// The id that the broker gave.
    pub fn id(&self) -> ModuleId {
        self.id
    }

    /// The longest time to wait for a reply; `None` waits for ever. A reply that comes later is ignored.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout.filter(|timeout| !timeout.is_zero());
    }

    /// The largest message that is accepted or sent, in bytes; 64 MiB if nothing is said. The broker has a limit of its
    /// own.
    pub fn set_max_message(&mut self, bytes: usize) {
        self.max_message = bytes;
        self.reader.set_max(bytes);
    }

    /// Calls a method and waits for its result.
    ///
    /// # Errors
    /// [`Error::Exception`] with what the method, the module or the broker answered; [`Error::Timeout`];
    /// [`Error::Disconnected`]; [`Error::TooLarge`] for a call or reply over the limit; [`Error::Io`].
    pub fn call(&mut self, method: MethodId, arguments: &impl ToBlock) -> Result<Block> {
        let mut block = Block::new();
        arguments.to_block(&mut block)?;
        self.invoke(method, block)
    }

    /// Sends without waiting for anything; nothing comes back, not even a failure.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn send(&mut self, method: MethodId, arguments: &impl ToBlock) -> Result<()> {
        let mut block = Block::new();
        arguments.to_block(&mut block)?;
        self.write(&Frame::send(method, self.id, block)?)
    }

    fn write(&mut self, frame: &Frame) -> Result<()> {
        frame.check_size(self.max_message)?;
        let mut stream = self.reader.stream();
        stream.write_all(frame.bytes()).map_err(Error::io("write a message"))
    }

    fn answer_to(&mut self, callee: ModuleId, message_id: i32) -> Result<Block> {
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        loop {
            let bytes = match self.next(deadline)? {
                None => return Err(Error::Disconnected),
                Some(Incoming::Message(bytes)) => bytes,
                Some(Incoming::Oversized(oversized)) => {
                    if oversized.request().is_none() && oversized.head().2 == message_id {
                        return Err(oversized.error());
                    }
                    if let Some(refusal) = oversized.refusal() {
                        self.write(&refusal)?;
                    }
                    continue;
                }
            };
            match Message::parse(&bytes)? {
                Message::Reply { message_id: id, .. } if id == message_id => {
                    return Ok(Block::from_message(bytes, HEAD));
                }
                Message::Exception { message_id: id, exception, .. } if id == message_id => {
                    return Err(exception.into());
                }
                Message::Request(request) => {
                    if Notice::of(&request) == Some(Notice::Shutdown(callee)) {
                        return Err(Notice::gone(callee).into());
                    }
                    let asked = dispatch::system(&[], &request);
                    let shutdown = matches!(asked, Some(System::Shutdown));
                    let result = match asked {
                        Some(System::Answer(result)) => result,
                        Some(System::Shutdown) => Ok(Block::new()),
                        None => dispatch::no_service(),
                    };
                    if let Some(answer) = Frame::answer(&request, result) {
                        self.write(&answer)?;
                    }
                    if shutdown {
                        return Err(Error::Disconnected);
                    }
                }
                // To a call that timed out.
                Message::Reply { .. } | Message::Exception { .. } => {}
            }
        }
    }

    /// Only the wait for a message's first byte has an end: the broker sends messages whole.
    fn next(&mut self, deadline: Option<Instant>) -> Result<Option<Incoming>> {
        if let Some(deadline) = deadline {
            let timed_out = Error::Timeout(self.timeout.unwrap_or_default());
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(timed_out);
            }
            self.read_timeout(Some(left))?;
            let waited = self.reader.wait();
            self.read_timeout(None)?;
            match waited {
                // What the systems call a timeout differs.
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Err(timed_out);
                }
                result => result.map_err(Error::io("read a message"))?,
            }
        }
        self.reader.read_incoming()
    }

    fn read_timeout(&self, wait: Option<Duration>) -> Result<()> {
        self.reader.stream().set_read_timeout(wait).map_err(Error::io("set a timeout"))
    }
}

impl Invoke for Caller {
    fn invoke(&mut self, method: MethodId, arguments: Block) -> Result<Block> {
        let message_id = self.next_message;
        self.next_message = message_id.checked_add(1).unwrap_or(0);
        self.write(&Frame::call(method, self.id, message_id, arguments)?)?;
        self.answer_to(method.module, message_id)
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        // The broker treats a plain close alike, so it is not worth a long wait.
        let _ = self.reader.stream().set_write_timeout(Some(GOODBYE_WAIT));
        let _ = self.reader.stream().write_all(&DISCONNECT);
    }
}
