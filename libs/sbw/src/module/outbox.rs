//! One writer at a time: frames leave whole and in order, however many threads have some.
//!
//! Whoever finds nobody writing writes, his own frames and those that others add meanwhile; the others go on at once.
//! For callers that must not wait for the network, as an async task, a thread is started that writes for them.

use std::collections::VecDeque;
use std::io::Write;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::message::Frame;
use crate::{Error, Result};

/// Small frames are joined up to this many bytes, so that many go out in one write.
const JOIN: usize = 64 * 1024;

/// How long a peer that takes nothing may hold up a goodbye.
pub(crate) const GOODBYE_WAIT: Duration = Duration::from_secs(1);

pub(super) struct Outbox {
    stream: TcpStream,
    state: Mutex<State>,
    /// Signalled when bytes have left, and when there is work for the flusher.
    changed: Condvar,
    max: usize,
}

#[derive(Default)]
struct State {
    frames: VecDeque<Frame>,
    bytes: usize,
    writing: bool,
    flusher: bool,
    closed: bool,
}

impl Outbox {
    /// Writes to `stream` and lets at most `max` bytes wait, or one frame of any size.
    pub(super) fn new(stream: TcpStream, max: usize) -> Self {
        Outbox { stream, state: Mutex::default(), changed: Condvar::new(), max }
    }

    /// No state is ever left half changed, so a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a frame; waits while too much waits already.
    pub(super) fn send(&self, frame: Frame) -> Result<()> {
        let mut state = self.lock();
        while self.is_full(&state, &frame) && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.add(&mut state, frame)?;
        if state.writing { Ok(()) } else { self.drain(state) }
    }

    /// Sends a frame without ever waiting.
    pub(super) fn post(self: &Arc<Self>, frame: Frame) -> Result<()> {
        let mut state = self.lock();
        if self.is_full(&state, &frame) {
            return Err(Error::QueueFull("queue of outgoing messages"));
        }
        if !state.flusher {
            let outbox = self.clone();
            let builder = std::thread::Builder::new().name("sbw-writer".to_owned());
            builder.spawn(move || outbox.flush_for_others()).map_err(Error::io("start a thread"))?;
            state.flusher = true;
        }
        self.add(&mut state, frame)?;
        self.changed.notify_all();
        Ok(())
    }

    fn is_full(&self, state: &State, frame: &Frame) -> bool {
        state.bytes > 0 && state.bytes + frame.bytes().len() > self.max
    }

    fn add(&self, state: &mut State, frame: Frame) -> Result<()> {
        if state.closed {
            return Err(Error::Disconnected);
        }
        state.bytes += frame.bytes().len();
        state.frames.push_back(frame);
        Ok(())
    }

    fn flush_for_others(&self) {
        let mut state = self.lock();
        while !state.closed {
            if !state.writing && !state.frames.is_empty() {
                // A failure closes the outbox, which ends the loop.
                let _ = self.drain(state);
                state = self.lock();
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Writes until nothing is left. Nobody else writes meanwhile.
    fn drain<'a>(&'a self, mut state: MutexGuard<'a, State>) -> Result<()> {
        state.writing = true;
        while !state.frames.is_empty() {
            let frames = std::mem::take(&mut state.frames);
            drop(state);
            let written = write(&self.stream, &frames);
            state = self.lock();
            state.bytes -= frames.iter().map(|frame| frame.bytes().len()).sum::<usize>();
            if let Err(error) = written {
                self.close_locked(&mut state);
                state.writing = false;
                return Err(Error::io("write a message")(error));
            }
            self.changed.notify_all();
        }
        state.writing = false;
        Ok(())
    }

    /// Takes no more frames. Says goodbye if nobody is in the middle of a message.
    pub(super) fn goodbye(&self, word: &[u8]) {
        let mut state = self.lock();
        if !state.writing && !state.closed {
            // Closing without the word means the same, so it is not worth a long wait.
            let _ = self.stream.set_write_timeout(Some(GOODBYE_WAIT));
            let _ = (&self.stream).write_all(word);
        }
        self.close_locked(&mut state);
    }

    fn close_locked(&self, state: &mut State) {
        state.closed = true;
        self.changed.notify_all();
    }
}

fn write(mut stream: &TcpStream, frames: &VecDeque<Frame>) -> std::io::Result<()> {
    if let [frame] = frames.as_slices().0
        && frames.len() == 1
    {
        return stream.write_all(frame.bytes());
    }
    let mut joined = Vec::new();
    for frame in frames {
        if joined.len() + frame.bytes().len() > JOIN {
            stream.write_all(&joined)?;
            joined.clear();
        }
        if frame.bytes().len() > JOIN {
            stream.write_all(frame.bytes())?;
        } else {
            joined.extend_from_slice(frame.bytes());
        }
    }
    stream.write_all(&joined)
}
