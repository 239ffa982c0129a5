//! Messages from a blocking stream, however it is cut. A message over the limit is thrown away while it comes, so that
//! the stream stays good for the next one.

use std::io::{BufRead, BufReader, ErrorKind, Read};

use crate::message::{
    Frame, HEAD, Kind, MethodId, ModuleId, Peek, REQUEST_HEAD, Request, SEND_ID, head, integer, peek,
};
use crate::{Error, Exception, ExceptionCode, Result};

/// Up to this size a message is read through the buffer; above it straight into its own memory.
const SMALL: usize = 32 * 1024;

/// What a stream gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incoming {
    /// A whole message, its length included.
    Message(Vec<u8>),
    /// A message over the limit, which has been thrown away.
    Oversized(Oversized),
}

/// What is left of a message that was thrown away because it is over the limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oversized {
    head: Vec<u8>,
    size: usize,
    limit: usize,
}

impl Oversized {
    /// The beginning of the message is still to come, see [`Oversized::keep`].
    pub(crate) fn new(size: usize, limit: usize) -> Self {
        Oversized { head: Vec::with_capacity(REQUEST_HEAD), size, limit }
    }

    /// Keeps what belongs to the head. `bytes` are the next of the message.
    pub(crate) fn keep(&mut self, bytes: &[u8]) {
        let missing = REQUEST_HEAD - self.head.len();
        self.head.extend_from_slice(&bytes[..missing.min(bytes.len())]);
    }

    /// Length of the whole message in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Type, destination and message id.
    pub(crate) fn head(&self) -> (Kind, ModuleId, i32) {
        head(&self.head)
    }

    /// The call or send that it was, without its arguments; `None` for a reply or exception.
    pub(crate) fn request(&self) -> Option<Request<'static>> {
        let (kind, destination, message_id) = self.head();
        let word = |at| integer(&self.head, at);
        matches!(kind, Kind::Call | Kind::Send).then_some(())?;
        Some(Request {
            is_call: kind == Kind::Call,
            method: MethodId::new(destination, word(17)?, word(21)?),
            source: ModuleId(word(13)?),
            message_id: if kind == Kind::Call { message_id } else { SEND_ID },
            items: &[],
        })
    }

    /// Why it was thrown away.
    pub(crate) fn error(&self) -> Error {
        Error::TooLarge { what: "message", size: self.size as u64, limit: self.limit as u64 }
    }

    /// The same as an exception.
    pub(crate) fn exception(&self) -> Exception {
        Exception::new(ExceptionCode::Communication, self.error().to_string())
    }

    /// The answer of whom it was for, if it was a call.
    pub(crate) fn refusal(&self) -> Option<Frame> {
        Frame::answer(&self.request()?, Err(self.exception()))
    }
}

/// Reads whole messages from a blocking stream, however it is cut.
#[derive(Debug)]
pub struct MessageReader<R> {
    stream: BufReader<R>,
    max: usize,
    acknowledge: fn(&R),
}

/// Sets memory aside for a message that has come in part: for much at once, since growing copies, but never for more
/// than 1 MiB or 16 times what has come, whatever length was announced.
pub(crate) fn make_room(message: &mut Vec<u8>, size: usize) {
    let wanted = size.min((16 * message.len()).max(1 << 20));
    message.reserve_exact(wanted.saturating_sub(message.len()));
}

impl<R: Read> MessageReader<R> {
    /// Reads from `stream`. Messages over `max` bytes are thrown away.
    pub fn new(stream: R, max: usize) -> Self {
        Self::acknowledging(stream, max, |_| ())
    }

    /// As [`MessageReader::new`]. `acknowledge` is called where the peer may hold back its next bytes until what it
    /// sent is acknowledged: inside a message, and after a send, which gets no answer.
    pub(crate) fn acknowledging(stream: R, max: usize, acknowledge: fn(&R)) -> Self {
        MessageReader { stream: BufReader::with_capacity(SMALL, stream), max, acknowledge }
    }

    pub(crate) fn set_max(&mut self, max: usize) {
        self.max = max;
    }

    /// The stream below.
    pub fn stream(&self) -> &R {
        self.stream.get_ref()
    }

    /// Waits until the next message begins or the stream ends, as long as the stream's read timeout allows; takes
    /// nothing away.
    pub(crate) fn wait(&mut self) -> std::io::Result<()> {
        self.stream.fill_buf().map(|_| ())
    }

    /// The next message, whole; `None` when the peer said goodbye or closed the stream between messages. Memory grows
    /// with the bytes that come, not with the length that is announced.
    ///
    /// # Errors
    /// [`Error::TooLarge`]: the message was thrown away, and the next one can be read. [`Error::MessageLength`],
    /// [`Error::MessageKind`], [`Error::Io`]: the stream is of no use afterwards.
    pub fn read_message(&mut self) -> Result<Option<Vec<u8>>> {
        match self.read_incoming()? {
            None => Ok(None),
            Some(Incoming::Message(message)) => Ok(Some(message)),
            Some(Incoming::Oversized(oversized)) => Err(oversized.error()),
        }
    }

    /// As [`MessageReader::read_message`], but a message over the limit is no error.
    ///
    /// # Errors
    /// [`Error::MessageLength`], [`Error::MessageKind`], [`Error::Io`]: the stream is of no use afterwards.
    pub fn read_incoming(&mut self) -> Result<Option<Incoming>> {
        // The word first: the disconnect word is all that comes.
        if self.stream.fill_buf().map_err(failed)?.is_empty() {
            return Ok(None);
        }
        let mut head = [0; HEAD];
        self.fill(&mut head[..4])?;
        if peek(&head[..4], self.max)? == Peek::Disconnect {
            return Ok(None);
        }
        self.fill(&mut head[4..])?;
        let incoming = match peek(&head, self.max)? {
            Peek::Message(size) => Incoming::Message(self.rest(&head, size)?),
            Peek::TooLarge(size) => Incoming::Oversized(self.throw_away(&head, size)?),
            Peek::More | Peek::Disconnect => return Ok(None),
        };
        if head[8] == Kind::Send as u8 && self.stream.buffer().is_empty() {
            (self.acknowledge)(self.stream.get_ref());
        }
        Ok(Some(incoming))
    }

    fn rest(&mut self, head: &[u8], size: usize) -> Result<Vec<u8>> {
        let mut message = Vec::with_capacity(size.min(SMALL));
        message.extend_from_slice(head);
        if size <= SMALL {
            message.resize(size, 0);
            self.fill(&mut message[HEAD..])?;
            return Ok(message);
        }
        while message.len() < size {
            make_room(&mut message, size);
            let room = size.min(message.capacity()) - message.len();
            self.acknowledge_if_dry();
            let count = (&mut self.stream).take(room as u64).read_to_end(&mut message).map_err(failed)?;
            if count == 0 {
                return Err(failed(ErrorKind::UnexpectedEof.into()));
            }
        }
        Ok(message)
    }

    fn throw_away(&mut self, head: &[u8], size: usize) -> Result<Oversized> {
        let mut oversized = Oversized::new(size, self.max);
        oversized.keep(head);
        let mut left = size - head.len();
        while left > 0 {
            self.acknowledge_if_dry();
            let bytes = self.stream.fill_buf().map_err(failed)?;
            if bytes.is_empty() {
                return Err(failed(ErrorKind::UnexpectedEof.into()));
            }
            let taken = bytes.len().min(left);
            oversized.keep(&bytes[..taken]);
            self.stream.consume(taken);
            left -= taken;
        }
        Ok(oversized)
    }

    /// Fills `bytes` from inside a message.
    fn fill(&mut self, mut bytes: &mut [u8]) -> Result<()> {
        while !bytes.is_empty() {
            self.acknowledge_if_dry();
            match self.stream.read(bytes) {
                Ok(0) => return Err(failed(ErrorKind::UnexpectedEof.into())),
                Ok(count) => bytes = &mut bytes[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(())
    }

    fn acknowledge_if_dry(&self) {
        if self.stream.buffer().is_empty() {
            (self.acknowledge)(self.stream.get_ref());
        }
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::io("read a message")(error)
}
