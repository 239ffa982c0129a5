//! HTTP/2 (RFC 9113), both directions of a connection: a message is what a stream carries one way.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::http2_fields::Fields;
use super::{Both, Departure, Protocol};
use crate::message::{MAX_HEAD, Maker};
use crate::{Direction, Form, Message};

/// What a client says first (3.4).
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Bytes of the head of a frame (4.1).
const FRAME_HEAD: usize = 9;
/// Streams that may be open in one direction.
const MAX_STREAMS: usize = 1024;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const PUSH_PROMISE: u8 = 5;
const CONTINUATION: u8 = 9;
/// The names of frames by their types (6).
const NAMES: [&str; 10] = [
    "DATA",
    "HEADERS",
    "PRIORITY",
    "RST_STREAM",
    "SETTINGS",
    "PUSH_PROMISE",
    "PING",
    "GOAWAY",
    "WINDOW_UPDATE",
    "CONTINUATION",
];

const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;
const PADDED: u8 = 0x8;
const PRIORITY: u8 = 0x20;

/// HTTP/2.
pub(crate) struct Http2 {
    maker: Maker,
    /// What bodies are, whatever their heads say.
    form: Option<Form>,
    sides: Both<Side>,
    /// Requests without a reply, by stream: when their last byte came, and what they are about.
    waiting: HashMap<u32, (Duration, String)>,
}

/// One direction.
#[derive(Default)]
struct Side {
    /// Bytes of the preface that have come.
    preface: usize,
    /// The head of a frame so far.
    head: Vec<u8>,
    frame: Option<Frame>,
    /// The payload of a frame that is no DATA.
    payload: Vec<u8>,
    /// The fields of a stream that continue in the next frame.
    block: Option<Block>,
    fields: Fields,
    /// What belongs to no stream: the preface, a frame of the connection.
    control: Option<Message>,
    open: BTreeMap<u32, Message>,
}

/// A frame whose payload comes.
#[derive(Clone, Copy)]
struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
    /// Bytes of the payload that are still to come.
    left: usize,
    /// Of a DATA frame: bytes of padding at its end, once they are known.
    padding: Option<usize>,
}

/// A field block that is not whole.
struct Block {
    stream: u32,
    bytes: Vec<u8>,
    ends_stream: bool,
    is_promise: bool,
}

impl Frame {
    fn read(head: &[u8]) -> Self {
        let byte = |at: usize| head.get(at).copied().unwrap_or_default();
        let left = usize::from(byte(0)) << 16 | usize::from(byte(1)) << 8 | usize::from(byte(2));
        let stream = u32::from_be_bytes([byte(5) & 0x7f, byte(6), byte(7), byte(8)]);
        Self { kind: byte(3), flags: byte(4), stream, left, padding: None }
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether it is part of a message.
    fn is_of_message(&self) -> bool {
        matches!(self.kind, DATA | HEADERS | CONTINUATION)
    }

    fn title(&self) -> String {
        let name = NAMES.get(usize::from(self.kind)).copied().unwrap_or("unknown frame");
        match self.stream {
            0 => name.to_owned(),
            stream => format!("{name} of stream {stream}"),
        }
    }
}

impl Http2 {
    pub(crate) fn new(maker: Maker, form: Option<Form>) -> Self {
        Self { maker, form, sides: Both::default(), waiting: HashMap::new() }
    }

    /// A stream has ended in one direction.
    fn finish(&mut self, direction: Direction, stream: u32, note: Option<&str>, out: &mut Vec<Message>) {
        let Some(mut message) = self.sides.of(direction).open.remove(&stream) else { return };
        super::http::settle_form(&mut message, self.form);
        match direction {
            Direction::ToTarget => {
                if let Some(request) = self.waiting.get_mut(&stream) {
                    request.0 = message.last;
                }
            }
            Direction::ToClient => match self.waiting.remove(&stream) {
                // A reply may come before all of its request has.
                Some((asked, topic)) => {
                    message.answers(asked);
                    message.topic = topic;
                }
                None => {
                    message.note.get_or_insert_with(|| "no request was seen before it".into());
                }
            },
        }
        if let Some(note) = note {
            message.note = Some(note.to_owned());
        }
        out.push(message);
    }

    /// The head of a frame is whole.
    fn begin(&mut self, direction: Direction, at: Duration, frame: Frame) -> Result<(), String> {
        let side = self.sides.of(direction);
        match (&side.block, frame.kind) {
            (Some(block), CONTINUATION) if block.stream == frame.stream => {}
            (None, kind) if kind != CONTINUATION => {}
            _ => return Err("a frame in the middle of header fields".into()),
        }
        let held = side.block.as_ref().map_or(0, |block| block.bytes.len());
        if frame.kind != DATA && frame.left + held > MAX_HEAD {
            return Err(format!("a head over {MAX_HEAD} bytes"));
        }
        if frame.is_of_message() {
            let is_new = !side.open.contains_key(&frame.stream);
            if is_new && side.open.len() >= MAX_STREAMS {
                return Err(format!("more than {MAX_STREAMS} streams are open"));
            }
            let maker = &self.maker;
            side.open.entry(frame.stream).or_insert_with(|| maker.begin(direction, at)).frame(at, FRAME_HEAD);
        } else {
            let mut message = self.maker.begin(direction, at);
            message.frame(at, FRAME_HEAD);
            message.title = frame.title();
            side.control = Some(message);
        }
        side.frame = Some(frame);
        Ok(())
    }

    /// The payload of a frame is whole.
    fn complete(&mut self, direction: Direction, frame: Frame, out: &mut Vec<Message>) -> Result<(), String> {
        let side = self.sides.of(direction);
        let payload = std::mem::take(&mut side.payload);
        if let Some(control) = side.control.take() {
            out.push(control);
        }
        match frame.kind {
            DATA if frame.has(END_STREAM) => self.finish(direction, frame.stream, None, out),
            HEADERS | PUSH_PROMISE => {
                let bytes = fragment(&payload, frame).ok_or("a frame shorter than what it must hold")?.to_vec();
                let is_promise = frame.kind == PUSH_PROMISE;
                let ends_stream = !is_promise && frame.has(END_STREAM);
                side.block = Some(Block { stream: frame.stream, bytes, ends_stream, is_promise });
            }
            CONTINUATION => {
                if let Some(block) = &mut side.block {
                    block.bytes.extend_from_slice(&payload);
                }
            }
            RST_STREAM => {
                for direction in [direction, direction.other()] {
                    self.finish(direction, frame.stream, Some("the stream was reset"), out);
                }
                self.waiting.remove(&frame.stream);
            }
            _ => {}
        }
        if matches!(frame.kind, HEADERS | PUSH_PROMISE | CONTINUATION) && frame.has(END_HEADERS) {
            self.fields(direction, out)?;
        }
        Ok(())
    }

    /// The fields of a message are whole.
    fn fields(&mut self, direction: Direction, out: &mut Vec<Message>) -> Result<(), String> {
        let side = self.sides.of(direction);
        let Some(block) = side.block.take() else { return Ok(()) };
        // What a server promises is read for the tables that later fields refer to.
        let target = side.open.get_mut(&block.stream).filter(|_| !block.is_promise);
        side.fields.read(&block.bytes, target)?;
        if direction == Direction::ToTarget
            && let Some(message) = side.open.get(&block.stream)
            && self.waiting.len() < super::MAX_WAITING
        {
            self.waiting.entry(block.stream).or_insert_with(|| (message.last, message.topic.clone()));
        }
        if block.ends_stream {
            self.finish(direction, block.stream, None, out);
        }
        Ok(())
    }

    /// Takes bytes of the payload of a frame; gives how many.
    fn payload(&mut self, direction: Direction, at: Duration, frame: &mut Frame, bytes: &[u8]) -> usize {
        let side = self.sides.of(direction);
        let mut part = &bytes[..bytes.len().min(frame.left)];
        if !frame.is_of_message() {
            side.payload.extend_from_slice(part);
            if let Some(control) = &mut side.control {
                control.frame(at, part.len());
            }
            frame.left -= part.len();
            return part.len();
        }
        // The other direction can reset a stream in the middle of a frame, whose rest comes all the same.
        let message = side.open.entry(frame.stream).or_insert_with(|| {
            let mut rest = self.maker.begin(direction, at);
            rest.note = Some("its stream was reset in the middle of a frame".into());
            rest
        });
        if frame.kind != DATA {
            side.payload.extend_from_slice(part);
            message.frame(at, part.len());
        } else {
            match frame.padding {
                Some(padding) if frame.left > padding => {
                    part = &part[..part.len().min(frame.left - padding)];
                    message.content(at, part);
                }
                Some(_) => message.frame(at, part.len()),
                // The first byte of a padded frame is the length of the padding, which has to fit what follows.
                None => {
                    part = &part[..1];
                    message.frame(at, 1);
                    frame.padding = Some(usize::from(part[0]).min(frame.left - 1));
                }
            }
        }
        frame.left -= part.len();
        part.len()
    }
}

/// The part of the payload that holds fields (6.2, 6.6); `None` where the frame is too short for what it says it has.
fn fragment(payload: &[u8], frame: Frame) -> Option<&[u8]> {
    let (mut rest, mut padding) = (payload, 0);
    if frame.has(PADDED) {
        let (length, after) = rest.split_first()?;
        (rest, padding) = (after, usize::from(*length));
    }
    if frame.kind == HEADERS && frame.has(PRIORITY) {
        rest = rest.get(5..)?;
    }
    if frame.kind == PUSH_PROMISE {
        rest = rest.get(4..)?;
    }
    rest.get(..rest.len().checked_sub(padding)?)
}

impl Protocol for Http2 {
    fn take(
        &mut self,
        direction: Direction,
        at: Duration,
        mut bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure> {
        let depart = |reason: String, bytes: &[u8]| Departure::new(format!("no HTTP/2: {reason}"), Vec::new(), bytes);
        loop {
            let side = self.sides.of(direction);
            if let Some(mut frame) = side.frame {
                if frame.left > 0 && bytes.is_empty() {
                    return Ok(());
                }
                let taken = if frame.left > 0 { self.payload(direction, at, &mut frame, bytes) } else { 0 };
                bytes = &bytes[taken..];
                let is_whole = frame.left == 0;
                self.sides.of(direction).frame = Some(frame).filter(|_| !is_whole);
                if is_whole {
                    self.complete(direction, frame, out).map_err(|reason| depart(reason, bytes))?;
                }
                continue;
            }
            if bytes.is_empty() {
                return Ok(());
            }
            if direction == Direction::ToTarget && side.preface < PREFACE.len() {
                let control = side.control.get_or_insert_with(|| self.maker.begin(direction, at));
                if bytes[0] != PREFACE[side.preface] {
                    control.note = Some("it ends early".into());
                    out.extend(side.control.take());
                    return Err(depart("another preface".into(), bytes));
                }
                control.frame(at, 1);
                bytes = &bytes[1..];
                side.preface += 1;
                if side.preface == PREFACE.len() {
                    control.title = "preface of HTTP/2".into();
                    out.extend(side.control.take());
                }
                continue;
            }
            let taken = bytes.len().min(FRAME_HEAD - side.head.len());
            side.head.extend_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
            if side.head.len() == FRAME_HEAD {
                let head = std::mem::take(&mut side.head);
                let mut frame = Frame::read(&head);
                if frame.kind == DATA && (!frame.has(PADDED) || frame.left == 0) {
                    frame.padding = Some(0);
                }
                if let Err(reason) = self.begin(direction, at, frame) {
                    return Err(Departure::new(format!("no HTTP/2: {reason}"), head, bytes));
                }
            }
        }
    }

    fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        let side = self.sides.of(direction);
        side.block = None;
        side.frame = None;
        side.payload.clear();
        let head = std::mem::take(&mut side.head);
        let mut control = side.control.take();
        if !head.is_empty() {
            // Time is that of the end, which nobody says: that of the last message is near enough.
            let at = side.open.values().map(|message| message.last).max().unwrap_or_default();
            control.get_or_insert_with(|| self.maker.begin(direction, at)).content(at, &head);
        }
        if let Some(mut control) = control {
            control.note = Some("it ends early".into());
            out.push(control);
        }
        let open: Vec<u32> = side.open.keys().copied().collect();
        for stream in open {
            self.finish(direction, stream, Some("it ends early"), out);
        }
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
