//! Messages: a data block with a head that says who it is for and what it is.
//!
//! Every message begins with its length (itself included), the module it goes to, its type and its id:
//!
//! ```text
//! call, send   i32 length, i32 destination, u8 2|1, i32 id, i32 source, i32 service, i32 method, items, ff
//! reply        i32 length, i32 destination, u8 0,   i32 id, items, ff
//! exception    i32 length, i32 destination, u8 3,   i32 id, u8 code, string message, string detail
//! disconnect   ff ff ff ff
//! ```

use std::fmt;

use crate::block::{Block, BlockReader};
pub use crate::stream::{Incoming, MessageReader, Oversized};
use crate::{Error, Exception, ExceptionCode, Result};

/// A module's number, given by the broker, never used twice in a broker's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub i32);

impl ModuleId {
    /// The broker itself.
    pub const BROKER: ModuleId = ModuleId(-1);
}

impl fmt::Display for ModuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The service that every module and the broker have, beside those they list.
pub const SYSTEM_SERVICE: i32 = -1;

/// Methods of the system service.
pub(crate) mod system {
    pub(crate) const GET_SERVICES: i32 = 0;
    pub(crate) const GET_METHODS: i32 = 1;
    pub(crate) const MODULE_SHUTDOWN: i32 = 2;
    pub(crate) const SHUTDOWN: i32 = 3;
    pub(crate) const METHOD_HELP: i32 = 4;
    pub(crate) const MODULE_STARTUP: i32 = 5;
    pub(crate) const REGISTRATION_CHANGE: i32 = 6;
}

/// The message id of every send.
pub const SEND_ID: i32 = -1;

/// The bytes of the word that ends a connection.
pub const DISCONNECT: [u8; 4] = [0xff; 4];

/// The largest message that is accepted where no other limit is set, in bytes.
pub const DEFAULT_MAX_MESSAGE: usize = 64 << 20;

/// One method of one service of one module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodId {
    /// The module.
    pub module: ModuleId,
    /// The service's place in the module's list, or [`SYSTEM_SERVICE`].
    pub service: i32,
    /// The method's place in the service's list.
    pub method: i32,
}

impl MethodId {
    /// A method by its three numbers.
    pub fn new(module: ModuleId, service: i32, method: i32) -> Self {
        MethodId { module, service, method }
    }
}

/// The type of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The result of a call.
    Reply = 0,
    /// A request that gets no answer.
    Send = 1,
    /// A request that gets one reply or exception.
    Call = 2,
    /// The answer to a call that failed.
    Exception = 3,
}

impl Kind {
    fn from_byte(byte: u8) -> Result<Self> {
        Ok(match byte {
            0 => Self::Reply,
            1 => Self::Send,
            2 => Self::Call,
            3 => Self::Exception,
            other => return Err(Error::MessageKind(other)),
        })
    }

    /// Bytes of the smallest message of this type. The terminator may be missing, as the original allows.
    fn least_bytes(self) -> usize {
        match self {
            Self::Reply => HEAD,
            Self::Call | Self::Send => REQUEST_HEAD,
            Self::Exception => HEAD + 11,
        }
    }
}

/// Bytes of the part that all messages have.
pub(crate) const HEAD: usize = 13;
/// Bytes before the items of a call or send.
pub(crate) const REQUEST_HEAD: usize = 25;

/// What the first bytes of a stream say about the message that begins there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peek {
    /// Too few bytes to say.
    More,
    /// The peer says goodbye.
    Disconnect,
    /// A message of this many bytes.
    Message(usize),
    /// A message of this many bytes, which is over the limit.
    TooLarge(usize),
}

/// Looks at the beginning of a message, before anything is allocated for it.
pub(crate) fn peek(bytes: &[u8], max: usize) -> Result<Peek> {
    let Some(length) = integer(bytes, 0) else { return Ok(Peek::More) };
    if length == -1 {
        return Ok(Peek::Disconnect);
    }
    let Some(size) = usize::try_from(length).ok().filter(|&size| size >= HEAD) else {
        return Err(Error::MessageLength(length));
    };
    match bytes.get(8) {
        None => Ok(Peek::More),
        Some(&kind) if size < Kind::from_byte(kind)?.least_bytes() => Err(Error::MessageLength(length)),
        Some(_) if size > max => Ok(Peek::TooLarge(size)),
        Some(_) => Ok(Peek::Message(size)),
    }
}

/// Type, destination and message id of a message whose length [`peek`] has accepted.
pub(crate) fn head(bytes: &[u8]) -> (Kind, ModuleId, i32) {
    let word = |at| integer(bytes, at).unwrap_or_default();
    let kind = bytes.get(8).and_then(|byte| Kind::from_byte(*byte).ok()).unwrap_or(Kind::Exception);
    (kind, ModuleId(word(4)), word(9))
}

pub(crate) fn integer(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk().map(|four| i32::from_le_bytes(*four))
}

/// A call or a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'a> {
    /// True for a call, which must be answered; false for a send, which must not.
    pub is_call: bool,
    /// What is called.
    pub method: MethodId,
    /// The caller.
    pub source: ModuleId,
    /// The caller's number for the call; [`SEND_ID`] in a send.
    pub message_id: i32,
    /// The arguments, with the terminator.
    pub items: &'a [u8],
}

/// A message taken apart; the items stay where they are.
#[derive(Debug, Clone, PartialEq)]
pub enum Message<'a> {
    /// A call or a send.
    Request(Request<'a>),
    /// The result of a call.
    Reply {
        /// The caller.
        destination: ModuleId,
        /// The number that the caller gave the call.
        message_id: i32,
        /// The result, with the terminator.
        items: &'a [u8],
    },
    /// The failure of a call.
    Exception {
        /// The caller.
        destination: ModuleId,
        /// The number that the caller gave the call.
        message_id: i32,
        /// What went wrong.
        exception: Exception,
    },
}

impl<'a> Message<'a> {
    /// Takes apart one whole message, its length included.
    ///
    /// # Errors
    /// [`Error::MessageLength`] if the length is not that of `bytes` or below the least of the type,
    /// [`Error::MessageKind`], and what reading the strings of an exception can give.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let word = |at| integer(bytes, at).ok_or(Error::Truncated { needed: 4, left: bytes.len().saturating_sub(at) });
        if peek(bytes, bytes.len())? != Peek::Message(bytes.len()) {
            return Err(Error::MessageLength(word(0)?));
        }
        let destination = ModuleId(word(4)?);
        let message_id = word(9)?;
        Ok(match Kind::from_byte(bytes[8])? {
            Kind::Reply => Message::Reply { destination, message_id, items: &bytes[HEAD..] },
            Kind::Exception => {
                let mut reader = BlockReader::new(&bytes[HEAD + 1..]);
                let mut text = || Ok::<_, Error>(String::from_utf8_lossy(reader.string()?).into_owned());
                let code = ExceptionCode::from_byte(bytes[HEAD]);
                let exception = Exception { code, message: text()?, detail: text()? };
                Message::Exception { destination, message_id, exception }
            }
            kind => Message::Request(Request {
                is_call: kind == Kind::Call,
                method: MethodId::new(destination, word(17)?, word(21)?),
                source: ModuleId(word(13)?),
                message_id,
                items: &bytes[REQUEST_HEAD..],
            }),
        })
    }
}

/// A message as it goes on the wire.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    buffer: Vec<u8>,
    start: usize,
}

impl Frame {
    /// A call.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the message would be over 2 GiB; so for the others.
    pub fn call(method: MethodId, source: ModuleId, message_id: i32, arguments: Block) -> Result<Self> {
        Self::request(Kind::Call, method, source, message_id, arguments)
    }

    /// A send.
    ///
    /// # Errors
    /// As [`Frame::call`].
    pub fn send(method: MethodId, source: ModuleId, arguments: Block) -> Result<Self> {
        Self::request(Kind::Send, method, source, SEND_ID, arguments)
    }

    fn request(kind: Kind, method: MethodId, source: ModuleId, message_id: i32, arguments: Block) -> Result<Self> {
        let mut head = [0; REQUEST_HEAD];
        put_head(&mut head, arguments.items().len() + 1, method.module, kind, message_id)?;
        for (at, word) in [(13, source.0), (17, method.service), (21, method.method)] {
            head[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        let (buffer, start) = arguments.into_message(&head);
        Ok(Frame { buffer, start })
    }

    /// The result of a call.
    ///
    /// # Errors
    /// As [`Frame::call`].
    pub fn reply(destination: ModuleId, message_id: i32, result: Block) -> Result<Self> {
        let mut head = [0; HEAD];
        put_head(&mut head, result.items().len() + 1, destination, Kind::Reply, message_id)?;
        let (buffer, start) = result.into_message(&head);
        Ok(Frame { buffer, start })
    }

    /// The failure of a call. Like the original's it has no terminator.
    ///
    /// # Errors
    /// As [`Frame::call`].
    pub fn exception(destination: ModuleId, message_id: i32, exception: &Exception) -> Result<Self> {
        let mut head = [0; HEAD];
        let mut body = Block::new();
        body.string(&exception.message)?;
        body.string(&exception.detail)?;
        put_head(&mut head, body.items().len() + 1, destination, Kind::Exception, message_id)?;
        let mut buffer = head.to_vec();
        buffer.push(exception.code.byte());
        buffer.extend_from_slice(body.items());
        Ok(Frame { buffer, start: 0 })
    }

    /// Refuses a frame that the other side would throw away.
    pub(crate) fn check_size(&self, limit: usize) -> Result<()> {
        match self.bytes().len() {
            size if size > limit => Err(Error::TooLarge { what: "message", size: size as u64, limit: limit as u64 }),
            _ => Ok(()),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// The answer to a request, where it gets one; an answer too large to send becomes the exception that says so.
    pub(crate) fn answer(request: &Request<'_>, result: Result<Block, Exception>) -> Option<Self> {
        if !request.is_call {
            return None;
        }
        let (to, id) = (request.source, request.message_id);
        let exception = match result.map(|block| Self::reply(to, id, block)) {
            Ok(Ok(frame)) => return Some(frame),
            Ok(Err(error)) => error.into(),
            Err(exception) => exception,
        };
        Self::exception(to, id, &exception).ok()
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frame({} bytes)", self.bytes().len())
    }
}

/// `head` is written but for what only a request has; `body` bytes follow it.
fn put_head(head: &mut [u8], body: usize, destination: ModuleId, kind: Kind, message_id: i32) -> Result<()> {
    let size = head.len() + body;
    let limit = i32::MAX as u64;
    let length = i32::try_from(size).map_err(|_| Error::TooLarge { what: "message", size: size as u64, limit })?;
    head[..4].copy_from_slice(&length.to_le_bytes());
    head[4..8].copy_from_slice(&destination.0.to_le_bytes());
    head[8] = kind as u8;
    head[9..13].copy_from_slice(&message_id.to_le_bytes());
    Ok(())
}
