//! HTTP/1.1 (RFC 9112), both directions of a connection.

use std::collections::VecDeque;
use std::time::Duration;

use super::http_body::Chunks;
use super::http_head::{self as head, Framing, Method, Status};
use super::{Both, Departure, MAX_WAITING, Protocol};
use crate::detect::{Guess, Kind, guess};
use crate::message::{MAX_HEAD, Maker};
use crate::{Coding, Direction, Form, Message};

/// HTTP/1.1.
pub(crate) struct Http {
    maker: Maker,
    /// What bodies are, whatever their heads say.
    form: Option<Form>,
    streams: Both<Stream>,
    waiting: VecDeque<Waiting>,
    /// Where the last request had its final reply before its body: what came since, as long as it may be the body or another request.
    refused: Option<Vec<u8>>,
}

/// A request that waits for its reply.
struct Waiting {
    method: Method,
    topic: String,
    last: Duration,
    /// It has not come whole yet.
    is_open: bool,
    /// Its body waits for an interim reply.
    expects: bool,
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
        Self { maker, form, streams: Both::default(), waiting: VecDeque::new(), refused: None }
    }

    /// A head is whole.
    fn head(&mut self, direction: Direction, message: &mut Message, bytes: &[u8]) -> Result<Framing, String> {
        match direction {
            Direction::ToTarget => {
                if self.waiting.len() >= MAX_WAITING {
                    return Err(format!("more than {MAX_WAITING} requests wait for a reply"));
                }
                let head::Request { method, framing, expects } = head::request(bytes, message)?;
                let topic = message.topic.clone();
                self.waiting.push_back(Waiting { method, topic, last: message.last, is_open: true, expects });
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

    /// Ends a request whose body was refused, in whose place another request comes.
    fn leave_out_body(&mut self, out: &mut Vec<Message>) {
        if let Some(message) = &mut self.streams.to_target.message {
            message.note = Some("its body was not sent: the reply came first".into());
        }
        self.finish(Direction::ToTarget, out);
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
                    let request_body = self.streams.to_target.message.as_ref().map(|message| message.body.size());
                    let is_refused = request.is_open && request.expects && request_body == Some(0);
                    self.refused = is_refused.then(Vec::new);
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
        bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure> {
        let held = match direction {
            Direction::ToTarget => self.refused.take(),
            Direction::ToClient => None,
        };
        let held = held.map(|held| [held.as_slice(), bytes].concat());
        if let Some(held) = &held {
            match guess(held) {
                Guess::More => {
                    self.refused = Some(held.clone());
                    return Ok(());
                }
                Guess::Is(Kind::Http, None) => self.leave_out_body(out),
                Guess::Is(..) => {}
            }
        }
        let mut bytes: &[u8] = held.as_deref().unwrap_or(bytes);
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
        let held = if direction == Direction::ToTarget { self.refused.take() } else { None };
        if let (Some(held), Some(message)) = (held, &mut self.streams.to_target.message) {
            message.content(message.last, &held);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction::{ToClient, ToTarget};
    use crate::{Conversation, Format, Limits, Purse, decode};

    /// The messages of a dialogue, which must not depend on where its bytes are cut.
    fn messages(parts: &[(Direction, &[u8])]) -> Vec<Message> {
        let cut = |size: usize| {
            let mut conversation = Conversation::new(Format::Auto, &Limits::default(), Purse::new(1 << 20));
            let mut out = Vec::new();
            for (direction, bytes) in parts {
                bytes.chunks(size).for_each(|piece| conversation.take(*direction, Duration::ZERO, piece, &mut out));
            }
            conversation.end(ToTarget, &mut out);
            conversation.end(ToClient, &mut out);
            out
        };
        let (whole, single) = (cut(usize::MAX), cut(1));
        let seen = |messages: &[Message]| -> Vec<_> {
            messages.iter().map(|it| (it.title.clone(), it.body.bytes().to_vec(), it.note.clone(), it.bytes)).collect()
        };
        assert_eq!(seen(&whole), seen(&single));
        whole
    }

    fn titles(messages: &[Message]) -> Vec<&str> {
        messages.iter().map(|message| message.title.as_str()).collect()
    }

    /// A request whose body is refused before it comes (417 under `Expect`) ends where the next one begins.
    #[test]
    fn a_reply_before_the_body_pairs_with_its_own_request() {
        const PUT: &[u8] = b"PUT /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
        const REFUSED: &[u8] = b"HTTP/1.1 417 No\r\ncontent-length: 0\r\n\r\n";
        const PURGE: &[u8] = b"PURGE /b HTTP/1.1\r\n\r\n";
        const OK: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";
        let seen = messages(&[(ToTarget, PUT), (ToClient, REFUSED), (ToTarget, PURGE), (ToClient, OK)]);
        assert_eq!(titles(&seen), ["HTTP/1.1 417 No", "PUT /a HTTP/1.1", "PURGE /b HTTP/1.1", "HTTP/1.1 200 OK"]);
        assert!(seen[1].note.as_deref().unwrap().contains("its body was not sent"));
        assert!(seen[3].reply.is_some() && seen[3].topic == "b");
        // A client may send it all the same, or break off.
        let sent = [PUT, b"1234"].concat();
        let body = [b"5", PURGE].concat();
        let seen = messages(&[(ToTarget, &sent), (ToClient, REFUSED), (ToTarget, &body), (ToClient, OK)]);
        assert_eq!((seen[1].body.bytes(), titles(&seen)[2]), (&b"12345"[..], "PURGE /b HTTP/1.1"));
        let body = [b"12345", PURGE].concat();
        let seen = messages(&[(ToTarget, PUT), (ToClient, REFUSED), (ToTarget, &body), (ToClient, OK)]);
        assert_eq!((seen[1].body.bytes(), titles(&seen)[2]), (&b"12345"[..], "PURGE /b HTTP/1.1"));
        let seen = messages(&[(ToTarget, PUT), (ToClient, REFUSED), (ToTarget, b"PUR")]);
        assert_eq!((seen[1].body.bytes(), seen[1].note.as_deref()), (&b"PUR"[..], Some("it ends 5 bytes early")));
    }

    #[test]
    fn bodies_are_shown_as_what_they_are() {
        let reply = |head: &str, body: &[u8]| {
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\n{head}\r\ncontent-length: {length}\r\n\r\n");
            let reply = [head.as_bytes(), body].concat();
            let seen = messages(&[(ToTarget, b"GET / HTTP/1.1\r\n\r\n"), (ToClient, &reply)]);
            decode::show(&seen[1], 1000)
        };
        let json = "content-type: application/json";
        let head = messages(&[
            (ToTarget, b"HEAD / HTTP/1.1\r\n\r\n"),
            (ToClient, format!("HTTP/1.1 200 OK\r\n{json}\r\ncontent-length: 9\r\n\r\n").as_bytes()),
        ]);
        assert_eq!(decode::show(&head[1], 1000).notes, [""; 0]);
        let mut raw = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut raw, b"{\"a\": 1}").unwrap();
        let shown = reply(&format!("{json}\r\ncontent-encoding: deflate"), &raw.finish().unwrap());
        assert_eq!((shown.form, shown.notes.len()), (Form::Json, 0), "{shown:?}");
        let shown = reply("content-type: text/plain; charset=iso-8859-1", b"gr\xfcn");
        assert_eq!((shown.form, shown.text.as_str()), (Form::Text, "gr\u{fc}n"));
        assert!(shown.notes[0].contains("Latin-1"), "{shown:?}");
        let shown = reply("content-type: text/plain", b"\x00\x01\xfc");
        assert_eq!(shown.form, Form::Bytes);
    }
}
