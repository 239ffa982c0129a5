//! RESP, the protocol of Redis and its kin, versions 2 and 3: a value is a message.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Both, Departure, MAX_WAITING, Protocol};
use crate::message::{MAX_HEAD, Maker};
use crate::{Direction, Form, Message};

/// Values in one message, and bytes of one string: what Redis itself takes at most.
const MAX_VALUES: u64 = 1 << 20;
const MAX_STRING: u64 = 512 << 20;
/// How many letters of a command's name are shown.
const MAX_NAME: usize = 32;

/// RESP.
pub(crate) struct Resp {
    maker: Maker,
    streams: Both<Stream>,
    waiting: VecDeque<(Duration, String)>,
}

/// One direction.
struct Stream {
    message: Option<Message>,
    /// Values still to come in this message.
    values: u64,
    /// Values that this message has had.
    seen: u64,
    /// The line so far.
    line: Vec<u8>,
    /// Bytes of a string still to come, with its line end.
    string: u64,
    /// The first byte of the message, which says what it is.
    kind: u8,
}

impl Default for Stream {
    fn default() -> Self {
        Self { message: None, values: 1, seen: 0, line: Vec::new(), string: 0, kind: 0 }
    }
}

impl Resp {
    pub(crate) fn new(maker: Maker) -> Self {
        Self { maker, streams: Both::default(), waiting: VecDeque::new() }
    }

    fn finish(&mut self, direction: Direction, out: &mut Vec<Message>) {
        let stream = std::mem::take(self.streams.of(direction));
        let Some(mut message) = stream.message else { return };
        message.form = Form::Resp;
        match direction {
            Direction::ToTarget => {
                message.topic = command(message.body.bytes());
                message.title = message.topic.clone();
                if self.waiting.len() < MAX_WAITING {
                    self.waiting.push_back((message.last, message.topic.clone()));
                }
            }
            // What a server says unasked answers nothing.
            Direction::ToClient if stream.kind == b'>' => message.title = "push".to_owned(),
            Direction::ToClient => match self.waiting.pop_front() {
                Some((asked, topic)) => {
                    message.answers(asked);
                    message.title = format!("reply to {topic}");
                    message.topic = topic;
                }
                None => {
                    message.title = "reply".to_owned();
                    message.note.get_or_insert_with(|| "no request was seen before it".into());
                }
            },
        }
        out.push(message);
    }
}

impl Stream {
    /// Takes a whole line.
    fn line(&mut self, direction: Direction) -> Result<(), String> {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_ascii_end();
        let (&kind, rest) = match line.split_first() {
            Some(split) => split,
            // Redis ignores empty lines between commands.
            None if direction == Direction::ToTarget && self.seen == 0 => (&b'+', line),
            None => return Err("an empty line where a value belongs".into()),
        };
        if self.seen == 0 {
            self.kind = kind;
        }
        self.seen += 1;
        self.values -= 1;
        match kind {
            b'+' | b'-' | b':' | b',' | b'#' | b'_' | b'(' => {}
            // A string is followed by its bytes and a line end; a length of -1 is null.
            b'$' | b'=' | b'!' => self.string = size(rest)?.map_or(0, |size| size + 2),
            b'*' | b'~' | b'>' => self.values += size(rest)?.unwrap_or(0),
            b'%' => self.values += 2 * size(rest)?.unwrap_or(0),
            // Attributes come before the value that they belong to.
            b'|' => self.values += 2 * size(rest)?.unwrap_or(0) + 1,
            _ if direction == Direction::ToTarget && self.seen == 1 => {}
            other => return Err(format!("no value begins with {:?}", char::from(other))),
        }
        if self.seen + self.values > MAX_VALUES {
            return Err(format!("more than {MAX_VALUES} values in one"));
        }
        Ok(())
    }
}

/// A count of bytes or values; `None` for null.
fn size(digits: &[u8]) -> Result<Option<u64>, String> {
    if digits == b"-1" {
        return Ok(None);
    }
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    match text.and_then(|text| text.parse().ok()) {
        Some(size) if size <= MAX_STRING => Ok(Some(size)),
        _ => Err("a length that is not a number, or too large".into()),
    }
}

/// The name of a command: the first word of its body.
fn command(body: &[u8]) -> String {
    let first = match body {
        // An array of strings: its head, the first string's head, the string.
        [b'*', ..] => body.split(|&byte| byte == b'\n').nth(2).unwrap_or_default(),
        line => line.split(|&byte| byte == b' ').next().unwrap_or_default(),
    };
    let name = String::from_utf8_lossy(first.trim_ascii_end());
    name.chars().take(MAX_NAME).collect::<String>().to_uppercase()
}

impl Protocol for Resp {
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
            if stream.string > 0 {
                let size = bytes.len().min(usize::try_from(stream.string).unwrap_or(usize::MAX));
                message.content(at, &bytes[..size]);
                bytes = &bytes[size..];
                stream.string -= size as u64;
            } else {
                let room = &bytes[..bytes.len().min(MAX_HEAD + 1 - stream.line.len())];
                let end = room.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
                let part = &room[..end.unwrap_or(room.len())];
                message.content(at, part);
                stream.line.extend_from_slice(part);
                bytes = &bytes[part.len()..];
                let fault = match end {
                    _ if stream.line.len() > MAX_HEAD => Err(format!("a line over {MAX_HEAD} bytes")),
                    Some(_) => stream.line(direction),
                    None => return Ok(()),
                };
                if let Err(reason) = fault {
                    if let Some(message) = &mut stream.message {
                        message.note = Some(reason.clone());
                    }
                    self.finish(direction, out);
                    return Err(Departure::new(format!("no RESP: {reason}"), Vec::new(), bytes));
                }
            }
            if stream.string == 0 && stream.values == 0 {
                self.finish(direction, out);
            }
        }
        Ok(())
    }

    fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        if let Some(message) = &mut self.streams.of(direction).message {
            message.note = Some("it ends early".into());
            self.finish(direction, out);
        }
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
