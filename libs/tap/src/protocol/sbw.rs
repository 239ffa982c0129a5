//! The Systems Biology Workbench protocol between a module and its broker: a hello each, then messages both ways.

use std::collections::HashMap;
use std::time::Duration;

use sbw::block::BlockReader;
use sbw::broker::METHODS;
use sbw::message::{DEFAULT_MAX_MESSAGE, ModuleId, SYSTEM_SERVICE};
use sbw::{Exception, ExceptionCode};

use super::{Both, Departure, MAX_WAITING, Protocol};
use crate::message::Maker;
use crate::{Direction, Form, Message};

/// Bytes of a session key and of a module name, as brokers accept them.
const MAX_KEY: usize = 4 << 10;
const MAX_NAME: usize = 1 << 10;
/// Bytes of the head of a reply or an exception, and of a call or a send.
const HEAD: usize = 13;
const REQUEST_HEAD: usize = 25;

/// SBW.
pub(crate) struct Sbw {
    maker: Maker,
    streams: Both<Stream>,
    /// Calls without an answer: by the way they went, their caller and its number for them.
    waiting: HashMap<(Direction, i32, i32), (Duration, String)>,
}

/// One direction.
#[derive(Default)]
struct Stream {
    state: State,
    /// The bytes of a hello or a head so far.
    head: Vec<u8>,
    message: Option<Message>,
}

#[derive(Default)]
enum State {
    #[default]
    Hello,
    Head,
    Body {
        left: usize,
    },
}

/// What the bytes so far say.
enum Read {
    /// At least this many are needed.
    Needs(usize),
    /// The hello is whole.
    Hello(String),
    Disconnect,
    /// A message begins, of this many bytes in all.
    Message(usize),
}

impl Sbw {
    pub(crate) fn new(maker: Maker) -> Self {
        Self { maker, streams: Both::default(), waiting: HashMap::new() }
    }

    fn finish(&mut self, direction: Direction, out: &mut Vec<Message>) {
        let stream = self.streams.of(direction);
        stream.state = State::Head;
        let head = std::mem::take(&mut stream.head);
        let Some(mut message) = stream.message.take() else { return };
        if head.len() >= HEAD {
            self.understand(direction, &head, &mut message);
        }
        out.push(message);
    }

    /// Says what a message with a head is, and which call it answers.
    fn understand(&mut self, direction: Direction, head: &[u8], message: &mut Message) {
        message.form = Form::Sbw;
        let (destination, id) = (word(head, 4), word(head, 9));
        let is_request = matches!(head[8], 1 | 2);
        if is_request && head.len() == REQUEST_HEAD {
            let (source, service, method) = (word(head, 13), word(head, 17), word(head, 21));
            let what = method_name(destination, service, method);
            message.topic = topic(&what);
            let source = module(source);
            message.title = match head[8] {
                1 => format!("send of {source} to {what}"),
                _ => format!("call {id} of {source} to {what}"),
            };
            if head[8] == 2 && self.waiting.len() < MAX_WAITING {
                let key = (direction, word(head, 13), id);
                self.waiting.insert(key, (message.last, message.topic.clone()));
            }
            return;
        }
        let asked = self.waiting.remove(&(direction.other(), destination, id));
        if let Some((asked, topic)) = asked {
            message.answers(asked);
            message.topic = topic;
        } else {
            message.note.get_or_insert_with(|| "no call was seen that it answers".into());
        }
        let destination = module(destination);
        message.title = format!("reply to call {id} of {destination}");
        if head[8] == 3 {
            let exception = exception(message.body.bytes()).unwrap_or_else(|| "which cannot be read".into());
            message.title = format!("exception to call {id} of {destination}: {exception}");
            message.form = Form::Bytes;
        }
    }
}

impl Stream {
    /// What the hello or head so far says.
    fn read(&self, direction: Direction) -> Result<Read, String> {
        let head = &self.head;
        if head.len() < 4 {
            return Ok(Read::Needs(4));
        }
        match (&self.state, direction) {
            (State::Hello, Direction::ToClient) => {
                Ok(Read::Hello(format!("hello of the broker: the module is {}", module(word(head, 0)))))
            }
            (State::Hello, Direction::ToTarget) => {
                let key = length(word(head, 0), MAX_KEY).ok_or("no length of a session key")?;
                let at = 4 + key;
                if head.len() < at + 4 {
                    return Ok(Read::Needs(at + 4));
                }
                let name = length(word(head, at), MAX_NAME).ok_or("no length of a module name")?;
                let end = at + 4 + name;
                if head.len() < end {
                    return Ok(Read::Needs(end));
                }
                let name = String::from_utf8_lossy(&head[at + 4..end]);
                Ok(Read::Hello(format!("hello of a module {name:?}, with a session key of {key} bytes")))
            }
            _ => {
                if word(head, 0) == -1 {
                    return Ok(Read::Disconnect);
                }
                let size = length(word(head, 0), DEFAULT_MAX_MESSAGE).filter(|size| *size >= HEAD);
                let size = size.ok_or_else(|| format!("a message of {} bytes", word(head, 0)))?;
                let needed = match head.get(8) {
                    None => return Ok(Read::Needs(9)),
                    Some(0 | 3) => HEAD,
                    Some(1 | 2) => REQUEST_HEAD,
                    Some(other) => return Err(format!("a message of type {other}")),
                };
                if size < needed {
                    return Err(format!("a message of {size} bytes, too few for its type"));
                }
                Ok(if head.len() < needed { Read::Needs(needed) } else { Read::Message(size) })
            }
        }
    }
}

impl Protocol for Sbw {
    fn take(
        &mut self,
        direction: Direction,
        at: Duration,
        mut bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure> {
        loop {
            let maker = &self.maker;
            let stream = self.streams.of(direction);
            if let State::Body { left } = &mut stream.state {
                let size = bytes.len().min(*left);
                *left -= size;
                let is_whole = *left == 0;
                if let Some(message) = &mut stream.message {
                    message.content(at, &bytes[..size]);
                }
                bytes = &bytes[size..];
                if is_whole {
                    self.finish(direction, out)
                } else {
                    return Ok(());
                }
                continue;
            }
            let title = match stream.read(direction) {
                Ok(Read::Needs(_)) if bytes.is_empty() => return Ok(()),
                Ok(Read::Needs(needed)) => {
                    let size = bytes.len().min(needed - stream.head.len());
                    stream.head.extend_from_slice(&bytes[..size]);
                    bytes = &bytes[size..];
                    stream.message.get_or_insert_with(|| maker.begin(direction, at)).last = at;
                    continue;
                }
                Ok(Read::Message(size)) => {
                    stream.state = State::Body { left: size - stream.head.len() };
                    if let Some(message) = &mut stream.message {
                        message.frame(message.last, stream.head.len());
                    }
                    continue;
                }
                Ok(Read::Hello(title)) => title,
                Ok(Read::Disconnect) => "disconnect".to_owned(),
                Err(reason) => {
                    stream.message = None;
                    let head = std::mem::take(&mut stream.head);
                    return Err(Departure::new(format!("no SBW: {reason}"), head, bytes));
                }
            };
            if let Some(message) = &mut stream.message {
                message.title = title;
                message.frame(message.last, stream.head.len());
            }
            // Not kept: a hello holds the session key.
            stream.head.clear();
            self.finish(direction, out);
        }
    }

    fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        let stream = self.streams.of(direction);
        let Some(message) = &mut stream.message else { return };
        message.note = Some("it ends early".into());
        if !matches!(stream.state, State::Body { .. }) {
            let head = std::mem::take(&mut stream.head);
            let at = message.last;
            // The beginning of a hello holds the session key.
            match stream.state {
                State::Hello => message.frame(at, head.len()),
                _ => message.content(at, &head),
            }
        }
        self.finish(direction, out);
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// The little-endian word at `at`, which is there.
fn word(bytes: &[u8], at: usize) -> i32 {
    let four = bytes.get(at..).and_then(<[u8]>::first_chunk);
    four.map_or(0, |four| i32::from_le_bytes(*four))
}

fn length(word: i32, most: usize) -> Option<usize> {
    usize::try_from(word).ok().filter(|length| *length <= most)
}

fn module(id: i32) -> String {
    if ModuleId(id) == ModuleId::BROKER { "the broker".to_owned() } else { format!("module {id}") }
}

/// The methods of the system service that every module has.
const SYSTEM_METHODS: [&str; 7] = [
    "getServices",
    "getMethods",
    "onOtherModuleShutdown",
    "shutdown",
    "getMethodHelp",
    "onOtherModuleStartup",
    "onRegistrationChange",
];

/// A method as people know it: by name where the protocol itself gives it one, else by its numbers.
fn method_name(destination: i32, service: i32, method: i32) -> String {
    let known = usize::try_from(method).ok().and_then(|method| match service {
        SYSTEM_SERVICE => SYSTEM_METHODS.get(method).copied(),
        0 if ModuleId(destination) == ModuleId::BROKER => METHODS.get(method).map(|(signature, _)| *signature),
        _ => None,
    });
    // The name is between the result's type and the arguments.
    let known = known.map(|text| text.split('(').next().and_then(|text| text.rsplit(' ').next()).unwrap_or(text));
    match known {
        Some(name) => format!("{}, {name}", module(destination)),
        None => format!("{}, service {service}, method {method}", module(destination)),
    }
}

fn topic(method: &str) -> String {
    let after = method.split_once(", ").map_or(method, |(_, after)| after);
    after.replace(", ", "-").replace(' ', "")
}

/// What an exception says: a code, a message, a detail.
fn exception(body: &[u8]) -> Option<String> {
    let (code, items) = body.split_first()?;
    let mut reader = BlockReader::new(items);
    let mut text = || Some(String::from_utf8_lossy(reader.string().ok()?).into_owned());
    Some(Exception { code: ExceptionCode::from_byte(*code), message: text()?, detail: text()? }.to_string())
}
