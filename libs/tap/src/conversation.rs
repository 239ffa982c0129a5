//! One connection as messages.

use std::time::Duration;

use crate::detect::{Guess, Kind, guess, guess_of_server};
use crate::message::Maker;
use crate::protocol::http::Http;
use crate::protocol::http2::Http2;
use crate::protocol::raw::Raw;
use crate::protocol::resp::Resp;
use crate::protocol::sbw::Sbw;
use crate::protocol::{Departure, Protocol};
use crate::{Direction, Form, Limits, Message, Purse};

/// How connections are decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// By what they look like.
    #[default]
    Auto,
    /// HTTP/1.1 or HTTP/2; bodies by their media type, else by what they look like.
    Http,
    /// The Systems Biology Workbench protocol.
    Sbw,
    /// RESP, versions 2 and 3.
    Resp,
    /// Bodies of HTTP, and of connections without a known protocol, are of this form, whatever is said of them.
    Body(Form),
    /// Bytes alone.
    Raw,
}

/// Bytes that wait for more before the protocol is known: a few dozen at most.
#[derive(Default)]
struct Undecided {
    pieces: Vec<(Direction, Duration, Vec<u8>)>,
}

impl Undecided {
    /// What a direction has said.
    fn said(&self, direction: Direction) -> Vec<u8> {
        let pieces = self.pieces.iter().filter(|(way, ..)| *way == direction);
        pieces.flat_map(|(.., bytes)| bytes.iter().copied()).collect()
    }
}

/// Both directions of one connection, cut into messages. Pure: time comes in with the bytes.
///
/// ```
/// use std::time::Duration;
/// use wirecost_tap::{Conversation, Direction, Format, Limits, Purse};
///
/// let limits = Limits::default();
/// let mut conversation = Conversation::new(Format::Auto, &limits, Purse::new(limits.max_kept_in_all));
/// let mut messages = Vec::new();
/// let at = Duration::from_millis;
/// conversation.take(Direction::ToTarget, at(1), b"GET /order HTTP/1.1\r\n\r\n", &mut messages);
/// conversation.take(Direction::ToClient, at(3), b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", &mut messages);
/// assert_eq!(messages[1].title, "HTTP/1.1 200 OK");
/// assert_eq!(messages[1].body.bytes(), b"hi");
/// assert_eq!(messages[1].reply.unwrap().whole_after, at(2));
/// ```
pub struct Conversation {
    format: Format,
    maker: Maker,
    undecided: Option<Undecided>,
    protocol: Option<Box<dyn Protocol>>,
    /// Bytes were lost, and no protocol was found again since.
    is_lost: bool,
}

impl Conversation {
    /// A connection that begins. What bodies keep comes out of `purse`.
    pub fn new(format: Format, limits: &Limits, purse: Purse) -> Self {
        let mut conversation = Self {
            format,
            maker: Maker { max_kept: limits.max_kept.max(1), purse },
            undecided: None,
            protocol: None,
            is_lost: false,
        };
        match format {
            Format::Sbw => conversation.speak(Kind::Sbw, None),
            Format::Resp => conversation.speak(Kind::Resp, None),
            Format::Raw => conversation.speak(Kind::Raw, None),
            // HTTP has two looks.
            Format::Auto | Format::Body(_) | Format::Http => {}
        }
        conversation
    }

    /// Bytes were read at `at`, since the tap started; gives the messages that they complete.
    pub fn take(&mut self, direction: Direction, at: Duration, bytes: &[u8], out: &mut Vec<Message>) {
        if bytes.is_empty() {
            return;
        }
        if self.is_lost && direction == Direction::ToTarget {
            self.find_again(bytes, out);
        }
        if self.protocol.is_some() {
            return self.pass(direction, at, bytes, out);
        }
        let undecided = self.undecided.get_or_insert_default();
        undecided.pieces.push((direction, at, bytes.to_vec()));
        let said = undecided.said(direction);
        let guess = if direction == Direction::ToTarget { guess(&said) } else { guess_of_server(&said) };
        let Guess::Is(kind, note) = guess else { return };
        let kind = match (self.format, kind) {
            (Format::Body(_), Kind::Sbw | Kind::Resp) => Kind::Raw,
            (Format::Http, Kind::Sbw | Kind::Resp | Kind::Raw) => Kind::Http,
            (_, kind) => kind,
        };
        self.decide(kind, note, out);
    }

    /// So many bytes passed and were not copied. What comes next may be anything, until a request seems to begin.
    pub fn lose(&mut self, bytes: u64, out: &mut Vec<Message>) {
        self.finish(out);
        let note = format!("{bytes} bytes before it are not shown");
        self.speak(Kind::Raw, Some(note));
        self.is_lost = true;
    }

    /// Goes on with the protocol of a request that begins with these bytes, if one does.
    fn find_again(&mut self, bytes: &[u8], out: &mut Vec<Message>) {
        let found = match (guess(bytes), self.format) {
            (Guess::Is(Kind::Http, _), Format::Auto | Format::Http | Format::Body(_)) => Kind::Http,
            (Guess::Is(Kind::Resp, _), Format::Auto | Format::Resp) => Kind::Resp,
            _ => return,
        };
        self.finish(out);
        self.speak(found, None);
        self.is_lost = false;
    }

    /// A direction has ended.
    pub fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        if self.undecided.as_ref().is_some_and(|undecided| !undecided.said(direction).is_empty()) {
            self.decide(self.otherwise(), None, out);
        }
        if let Some(protocol) = &mut self.protocol {
            protocol.end(direction, out);
        }
    }

    /// Nothing came for a while: what has no end of its own is taken as whole.
    pub fn idle(&mut self, out: &mut Vec<Message>) {
        if self.undecided.is_some() {
            self.decide(self.otherwise(), None, out);
        }
        if let Some(protocol) = &mut self.protocol {
            protocol.idle(out);
        }
    }

    /// The requests that wait for a reply.
    pub fn waiting(&self) -> usize {
        self.protocol.as_ref().map_or(0, |protocol| protocol.waiting())
    }

    /// Both directions have ended, or are of no use.
    fn finish(&mut self, out: &mut Vec<Message>) {
        self.end(Direction::ToTarget, out);
        self.end(Direction::ToClient, out);
    }

    fn pass(&mut self, direction: Direction, at: Duration, bytes: &[u8], out: &mut Vec<Message>) {
        let Some(protocol) = &mut self.protocol else { return };
        if let Err(Departure { reason, rest }) = protocol.take(direction, at, bytes, out) {
            self.finish(out);
            self.speak(Kind::Raw, Some(reason));
            // Bytes without a protocol are never refused.
            self.pass(direction, at, &rest, out);
        }
    }

    /// The protocol of a connection whose first bytes do not show it.
    fn otherwise(&self) -> Kind {
        if self.format == Format::Http { Kind::Http } else { Kind::Raw }
    }

    /// The protocol is known: what waited is of it.
    fn decide(&mut self, kind: Kind, note: Option<&str>, out: &mut Vec<Message>) {
        self.speak(kind, note.map(str::to_owned));
        for (direction, at, bytes) in self.undecided.take().unwrap_or_default().pieces {
            self.pass(direction, at, &bytes, out);
        }
    }

    fn speak(&mut self, kind: Kind, note: Option<String>) {
        let maker = self.maker.clone();
        let form = match self.format {
            Format::Body(form) => Some(form),
            Format::Raw => Some(Form::Bytes),
            _ => None,
        };
        self.protocol = Some(match kind {
            Kind::Http => Box::new(Http::new(maker, form)),
            Kind::Http2 => Box::new(Http2::new(maker, form)),
            Kind::Sbw => Box::new(Sbw::new(maker)),
            Kind::Resp => Box::new(Resp::new(maker)),
            Kind::Raw => Box::new(Raw::new(maker, form, note)),
        });
    }
}
