//! One connection: requests and bytes in, frames and answers out.

use rustix::io::Errno;
use std::collections::VecDeque;

use super::blocks::Blocks;
use super::exchange::{Exchange, Phase};
use super::frame::{self, END_STREAM, FrameHead, MOST_PAYLOAD};
use super::frames::HeadBlock;
use super::record::{End, Head};
use super::requests::Http2Requests;
use super::settings::{self, FIRST_WINDOW, Settings};
use super::upload::Uploads;
use super::violation::{Code, Violation};
use crate::fault::Fault;

/// The last stream that a connection can have (RFC 9113, 5.1.1).
const LAST_STREAM: u32 = 0x7fff_ffff;
/// A connection without requests under way is given up when fewer streams are left, so that no request meets the end.
const RESERVED_STREAMS: u32 = 1 << 20;
/// Streams that this side reset are remembered up to this many: what the server sent before it knew is no violation.
const MOST_RESET: usize = 128;

/// One connection's HTTP/2.
#[derive(Debug)]
pub(crate) struct Session {
    requests: Http2Requests,
    /// Bytes that are to go over the wire.
    pub(super) out: Vec<u8>,
    /// The part of a frame that has come.
    partial: Vec<u8>,
    pub(super) blocks: Blocks,
    /// A header block that goes on in the next frame.
    pub(super) continued: Option<HeadBlock>,
    /// What the server said it takes; nothing is sent before it did, for it would refuse streams beyond its limit.
    pub(super) settings: Settings,
    pub(super) is_settled: bool,
    /// Whether requests use the dynamic table of the server. `None` before the first.
    uses_table: Option<bool>,
    /// Kinds of requests that wait until the server allows another stream.
    waiting: VecDeque<u32>,
    /// Requests under way, the oldest first. Their streams are odd and without a gap (RFC 9113, 5.1.1).
    pub(super) exchanges: VecDeque<Exchange>,
    /// The stream of the oldest.
    pub(super) first_stream: u32,
    pub(super) next_stream: u32,
    /// How many of `exchanges` are open.
    pub(super) open: u32,
    pub(super) uploads: Uploads,
    /// Bytes that came and were not given back to the window of the connection.
    pub(super) unreturned: u32,
    /// Streams that this side reset.
    reset: VecDeque<u32>,
    /// The last stream that the server answers, once it has said so (RFC 9113, 6.8).
    pub(super) last_answered: Option<u32>,
    /// Frames in a row that brought no answer forward.
    pub(super) idle_frames: u32,
    /// What broke the connection behind answers that are not counted yet.
    broken: Option<Fault>,
}

impl Session {
    /// Begins a connection: its preface waits in [`Session::outgoing`].
    pub(crate) fn new(requests: &Http2Requests) -> Self {
        let mut out = Vec::new();
        settings::put_preface(&mut out);
        Self {
            requests: requests.clone(),
            out,
            partial: Vec::new(),
            blocks: Blocks::default(),
            continued: None,
            settings: Settings::default(),
            is_settled: false,
            uses_table: None,
            waiting: VecDeque::new(),
            exchanges: VecDeque::new(),
            first_stream: 1,
            next_stream: 1,
            open: 0,
            uploads: Uploads::new(FIRST_WINDOW),
            unreturned: 0,
            reset: VecDeque::new(),
            last_answered: None,
            idle_frames: 0,
            broken: None,
        }
    }

    /// Sends requests, given by their kinds, as far as the server allows; the others wait.
    ///
    /// # Errors
    /// The server has ended the connection, or its streams are used up.
    #[inline]
    pub(crate) fn request(&mut self, kinds: &[u8]) -> Result<(), Fault> {
        self.waiting.extend(kinds.as_chunks().0.iter().map(|kind| u32::from_le_bytes(*kind)));
        self.send_waiting()
    }

    /// Takes bytes from the wire; the answers that are whole now go to the end of `answers`. They count also where what
    /// comes after them breaks the protocol: [`Session::take_broken`] says so then.
    ///
    /// # Errors
    /// The server broke the protocol or ended the connection. GOAWAY tells it why.
    pub(crate) fn receive(&mut self, bytes: &[u8], answers: &mut Vec<u8>) -> Result<(), Fault> {
        let before = answers.len();
        let read = self.read(bytes, answers);
        let read = read.map_err(|violation| {
            frame::put_goaway(&mut self.out, violation.code);
            Fault::from(violation)
        });
        match read.and_then(|()| self.send_waiting()) {
            Err(fault) if answers.len() > before => {
                self.broken = Some(fault);
                Ok(())
            }
            result => result,
        }
    }

    /// What broke the connection behind the answers that were received last.
    #[inline]
    pub(crate) fn take_broken(&mut self) -> Option<Fault> {
        self.broken.take()
    }

    /// Whether the connection can carry no more requests and none is under way on it.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        let is_ending = self.last_answered.is_some() || self.next_stream > LAST_STREAM - RESERVED_STREAMS;
        is_ending && self.exchanges.is_empty() && self.waiting.is_empty()
    }

    /// The bytes that are to go over the wire; the taker empties them.
    #[inline]
    pub(crate) fn outgoing(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// Cuts bytes into frames, and hands on the answers that they end.
    fn read(&mut self, bytes: &[u8], answers: &mut Vec<u8>) -> Result<(), Violation> {
        let result = self.cut(bytes, answers);
        self.collect(answers);
        result
    }

    fn cut(&mut self, mut bytes: &[u8], answers: &mut Vec<u8>) -> Result<(), Violation> {
        if !self.partial.is_empty() {
            let mut partial = std::mem::take(&mut self.partial);
            let is_whole = self.complete(&mut partial, &mut bytes)?;
            if is_whole {
                self.frames(&partial, answers)?;
                partial.clear();
            }
            self.partial = partial;
        }
        let taken = self.frames(bytes, answers)?;
        self.partial.extend_from_slice(&bytes[taken..]);
        Ok(())
    }

    /// Moves what is missing of a frame from `bytes` to `partial`; whether it is whole now.
    fn complete(&self, partial: &mut Vec<u8>, bytes: &mut &[u8]) -> Result<bool, Violation> {
        loop {
            let wanted = match partial.first_chunk().map(FrameHead::from_bytes) {
                Some(head) => {
                    self.check_size(&head)?;
                    FrameHead::LENGTH + head.length
                }
                None => FrameHead::LENGTH,
            };
            if partial.len() == wanted {
                return Ok(true);
            }
            let (taken, rest) = bytes.split_at(bytes.len().min(wanted - partial.len()));
            if taken.is_empty() {
                return Ok(false);
            }
            partial.extend_from_slice(taken);
            *bytes = rest;
        }
    }

    /// Takes the whole frames in `bytes`; how many bytes they are.
    #[inline]
    fn frames(&mut self, bytes: &[u8], answers: &mut Vec<u8>) -> Result<usize, Violation> {
        let mut rest = bytes;
        while let Some((head, behind)) = rest.split_first_chunk() {
            let head = FrameHead::from_bytes(head);
            self.check_size(&head)?;
            let Some((payload, behind)) = behind.split_at_checked(head.length) else { break };
            self.on_frame(&head, payload, answers)?;
            rest = behind;
        }
        Ok(bytes.len() - rest.len())
    }

    #[inline]
    fn check_size(&self, head: &FrameHead) -> Result<(), Violation> {
        if head.length <= MOST_PAYLOAD {
            return Ok(());
        }
        // Such as the first bytes of an answer of HTTP/1.1.
        let what = if self.is_settled { "a frame beyond 16,384 bytes" } else { "the server does not speak HTTP/2" };
        Err(Violation::size(what))
    }

    /// Sends the requests that wait, as far as the server allows.
    fn send_waiting(&mut self) -> Result<(), Fault> {
        while let Some(&kind) = self.waiting.front() {
            if self.last_answered.is_some() || self.next_stream > LAST_STREAM {
                return Err(Errno::CONNRESET.into());
            }
            if !self.is_settled || self.open >= self.settings.max_streams {
                break;
            }
            self.waiting.pop_front();
            self.send(kind)?;
        }
        Ok(())
    }

    #[inline]
    fn send(&mut self, kind: u32) -> Result<(), Fault> {
        let request = self.requests.get(kind).ok_or(Errno::INVAL)?;
        let has_room = self.settings.least_header_table >= self.requests.table();
        let (prefix, block): (&[u8], _) = match self.uses_table {
            Some(true) if has_room => (&[], &request.later),
            None if has_room => (&[], &request.first),
            // The table becomes empty, which is less than any limit (RFC 7541, 4.2 and 6.3).
            None | Some(true) => (&[0x20], &request.bare),
            Some(false) => (&[], &request.bare),
        };
        self.uses_table = Some(has_room && self.uses_table != Some(false));
        let end_stream = if request.content.is_empty() { END_STREAM } else { 0 };
        frame::put_headers(&mut self.out, self.next_stream, end_stream, prefix, block);
        let mut exchange = Exchange::new(kind, request.is_head, self.settings.initial_window);
        if !request.content.is_empty() {
            let (stream, most) = (self.next_stream, self.settings.max_frame);
            self.uploads.send(&mut exchange, stream, &request.content, most, &mut self.out);
        }
        self.exchanges.push_back(exchange);
        self.next_stream += 2;
        self.open += 1;
        Ok(())
    }

    /// Sends content that the server takes now.
    pub(super) fn upload(&mut self) {
        let most = self.settings.max_frame;
        for _ in 0..self.uploads.waiting() {
            let Some(stream) = self.uploads.next() else { break };
            let Some(exchange) = self.exchanges.get_mut(((stream - self.first_stream) / 2) as usize) else { continue };
            let Some(request) = self.requests.get(exchange.kind) else { continue };
            self.uploads.send(exchange, stream, &request.content, most, &mut self.out);
        }
    }

    /// Closes an open stream, and resets it for `reason` or where its request is not all sent.
    pub(super) fn close(&mut self, index: usize, end: End, reason: Option<Code>) {
        let stream = self.first_stream + 2 * index as u32;
        self.exchanges[index].close(end);
        self.open -= 1;
        self.idle_frames = 0;
        let was_uploading = self.uploads.remove(stream);
        if let Some(code) = reason.or(was_uploading.then_some(Code::Cancel)) {
            frame::put_reset(&mut self.out, stream, code);
            self.reset.truncate(MOST_RESET - 1);
            self.reset.push_front(stream);
        }
    }

    /// The server reset a stream, or does not answer it any more.
    pub(super) fn lose(&mut self, index: usize) {
        self.exchanges[index].close(End::Reset);
        self.open -= 1;
        self.idle_frames = 0;
        self.uploads.remove(self.first_stream + 2 * index as u32);
    }

    /// Gives up the requests that were not sent, for the server takes no more.
    pub(super) fn refuse_waiting(&mut self) {
        for kind in self.waiting.drain(..) {
            let mut exchange = Exchange::new(kind, false, 0);
            exchange.close(End::Reset);
            self.exchanges.push_back(exchange);
        }
    }

    /// Hands on the answers whose streams are closed, as far as all before them are.
    fn collect(&mut self, answers: &mut Vec<u8>) {
        while let Some(Exchange { phase: Phase::Done, head, content, .. }) = self.exchanges.front() {
            put_answer(answers, *head, content);
            self.exchanges.pop_front();
            self.first_stream += 2;
        }
    }

    /// Hands on the answer of the oldest exchange, whose content has come in one piece.
    #[inline]
    pub(super) fn hand_on(&mut self, content: &[u8], answers: &mut Vec<u8>) {
        if let Some(exchange) = self.exchanges.pop_front() {
            put_answer(answers, exchange.head, content);
            self.first_stream += 2;
            self.collect(answers);
        }
    }

    /// Where the exchange of a stream stands; `None` if it is closed.
    ///
    /// # Errors
    /// A stream that this side has not opened (RFC 9113, 5.1).
    #[inline]
    pub(super) fn find(&self, stream: u32) -> Result<Option<usize>, Violation> {
        if stream.is_multiple_of(2) || stream >= self.next_stream {
            return Err(Violation::protocol("a frame of a stream that is not open"));
        }
        let index = stream.checked_sub(self.first_stream).map(|offset| (offset / 2) as usize);
        Ok(index.filter(|&index| self.exchanges.get(index).is_some_and(|exchange| exchange.phase != Phase::Done)))
    }

    /// Frames of a closed stream are ignored if this side closed it, or the server with the connection.
    ///
    /// # Errors
    /// The server had ended the stream (RFC 9113, 5.1).
    pub(super) fn check_closed(&self, stream: u32) -> Result<(), Violation> {
        if self.reset.contains(&stream) || self.last_answered.is_some_and(|last| stream > last) {
            return Ok(());
        }
        Err(Violation::new(Code::StreamClosed, "a frame behind the end of its stream"))
    }

    /// Leaves this many streams.
    #[cfg(test)]
    pub(super) fn leave_streams(&mut self, streams: u32) {
        self.next_stream = LAST_STREAM - 2 * (streams - 1);
        self.first_stream = self.next_stream;
    }
}

#[inline]
fn put_answer(answers: &mut Vec<u8>, head: Head, content: &[u8]) {
    answers.extend_from_slice(&Head { length: content.len() as u32, ..head }.to_bytes());
    answers.extend_from_slice(content);
}
