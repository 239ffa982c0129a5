//! HTTP/1.1 (RFC 9112), both directions of a connection.

use std::collections::VecDeque;
use std::time::Duration;

use super::http_body::Chunks;
use super::http_head::{self as head, Framing, Method, Status};
use super::{Both, Departure, MAX_WAITING, Protocol};
use crate::message::{MAX_HEAD, Maker};
use crate::{Coding, Direction, Form, Message};

/// HTTP/1.1.
pub(crate) struct Http {
    maker: Maker,
    /// What bodies are, whatever their heads say.
    form: Option<Form>,
    streams: Both<Stream>,
    waiting: VecDeque<Waiting>,
}

/// A request that waits for its reply.
struct Waiting {
    method: Method,
    topic: String,
    last: Duration,
    /// It has not come whole yet.
    is_open: bool,
}

/// One direction.
#[derive(Default)]
struct Stream {
    /// The head so far.
    head: Vec<u8>,
    state: State,
    message: Option<Message>,
    status: Option<Status>,
}

#[derive(Default)]
enum State {
    #[default]
    Head,
    Sized(u64),
    Chunked(Chunks),
    UntilEnd,
}

impl Http {
    pub(crate) fn new(maker: Maker, form: Option<Form>) -> Self {
        Self { maker, form, streams: Both::default(), waiting: VecDeque::new() }
    }

    /// A head is whole.
    fn head(&mut self, direction: Direction, message: &mut Message, bytes: &[u8]) -> Result<Framing, String> {
        match direction {
            Direction::ToTarget => {
                if self.waiting.len() >= MAX_WAITING {
                    return Err(format!("more than {MAX_WAITING} requests wait for a reply"));
                }
                let (method, framing) = head::request(bytes, message)?;
                let topic = message.topic.clone();
                self.waiting.push_back(Waiting { method, topic, last: message.last, is_open: true });
                Ok(framing)
            }
            Direction::ToClient => {
                let request = self.waiting.front();
                let method = request.map_or(Method::Other, |request| request.method);
                let (status, framing) = head::reply(bytes, method, message)?;
                match request {
                    Some(request) => message.topic.clone_from(&request.topic),
                    None => message.note = Some("no request was seen before it".into()),
                }
                self.streams.to_client.status = Some(status);
                Ok(framing)
            }
        }
    }

    /// A message is whole, or ends as it is with the connection.
    fn finish(&mut self, direction: Direction, out: &mut Vec<Message>) -> Option<Status> {
        let stream = self.streams.of(direction);
        stream.state = State::Head;
        let status = stream.status.take();
        let mut message = stream.message.take()?;
        settle_form(&mut message, self.form);
        match direction {
            Direction::ToTarget => {
                if let Some(request) = self.waiting.back_mut().filter(|request| request.is_open) {
                    request.last = message.last;
                    request.is_open = false;
                }
            }
            Direction::ToClient if status == Some(Status::Interim) => {}
            Direction::ToClient => {
                if let Some(request) = self.waiting.pop_front() {
                    // A reply may come before all of its request has.
                    message.answers(request.last);
                }
            }
        }
        out.push(message);
        status
    }
}

/// Says what the body of a message that is whole is: what is `told`, else its media type, else what it looks like.
pub(super) fn settle_form(message: &mut Message, told: Option<Form>) {
    match told {
        // The messages of gRPC are Protocol Buffers, with something around them.
        Some(Form::Protobuf) if message.form == Form::Grpc => {}
        Some(form) => message.form = form,
        None if message.form == Form::Bytes && message.coding == Coding::Identity => {
            message.form = Form::of_bytes(message.body.bytes());
        }
        None => {}
    }
}

impl Protocol for Http {
    fn take(
        &mut self,
        direction: Direction,
        at: Duration,
        mut bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure> {
        while !bytes.is_empty() {
            let maker = &self.maker;
            let stream = self.streams.of(direction);
            let message = stream.message.get_or_insert_with(|| maker.begin(direction, at));
            let is_whole = match &mut stream.state {
                State::Head => {
                    let known = stream.head.len();
                    stream.head.extend_from_slice(bytes);
                    let Some(end) = head::end(&stream.head, known).filter(|end| *end <= MAX_HEAD) else {
                        if stream.head.len() <= MAX_HEAD {
                            return Ok(());
                        }
                        stream.message = None;
                        let reason = format!("no end of a head of HTTP in {MAX_HEAD} bytes");
                        return Err(Departure::new(reason, std::mem::take(&mut stream.head), &[]));
                    };
                    bytes = &bytes[end - known..];
                    let mut head = std::mem::take(&mut stream.head);
                    head.truncate(end);
                    let Some(mut message) = stream.message.take() else { continue };
                    message.frame(at, end);
                    let framing = match self.head(direction, &mut message, &head) {
                        Ok(framing) => framing,
                        Err(reason) => return Err(Departure::new(format!("no HTTP: {reason}"), head, bytes)),
                    };
                    let stream = self.streams.of(direction);
                    stream.message = Some(message);
                    stream.state = match framing {
                        Framing::Sized(size) => State::Sized(size),
                        Framing::Chunked => State::Chunked(Chunks::default()),
                        Framing::UntilEnd => State::UntilEnd,
                    };
                    framing == Framing::Sized(0)
                }
                State::Sized(left) => {
                    let size = bytes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                    message.content(at, &bytes[..size]);
                    bytes = &bytes[size..];
                    *left -= size as u64;
                    *left == 0
                }
                State::Chunked(chunks) => match chunks.take(bytes, at, message) {
                    Ok((taken, is_whole)) => {
                        bytes = &bytes[taken..];
                        is_whole
                    }
                    Err((taken, reason)) => {
                        message.note = Some(reason.clone());
                        self.finish(direction, out);
                        return Err(Departure::new(format!("no HTTP: {reason}"), Vec::new(), &bytes[taken..]));
                    }
                },
                State::UntilEnd => {
                    message.content(at, bytes);
                    bytes = &[];
                    false
                }
            };
            if is_whole && self.finish(direction, out) == Some(Status::Switching) {
                let reason = "from here the connection speaks another protocol";
                return Err(Departure::new(reason, Vec::new(), bytes));
            }
        }
        Ok(())
    }

    fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        let stream = self.streams.of(direction);
        let Some(message) = &mut stream.message else { return };
        let missing = match &stream.state {
            State::Head => {
                let (head, at) = (std::mem::take(&mut stream.head), message.last);
                message.content(at, &head);
                Some("it ends inside its head".to_owned())
            }
            State::Sized(left) => Some(format!("it ends {left} bytes early")),
            State::Chunked(_) => Some("it ends before its last chunk".to_owned()),
            State::UntilEnd => None,
        };
        if missing.is_some() {
            message.note = missing;
        }
        self.finish(direction, out);
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
