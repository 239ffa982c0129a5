//! The content of requests, sent within the windows of the server (RFC 9113, 5.2 and 6.9).

use std::collections::VecDeque;

use super::exchange::Exchange;
use super::frame::{self, DATA, END_STREAM};
use super::settings::MOST_WINDOW;
use super::violation::{Code, Violation};

/// The window of the connection, and the streams whose content is not all sent.
#[derive(Debug)]
pub(crate) struct Uploads {
    window: i64,
    /// The oldest first.
    streams: VecDeque<u32>,
}

impl Uploads {
    pub(crate) fn new(window: u32) -> Self {
        Self { window: window.into(), streams: VecDeque::new() }
    }

    /// How many streams wait.
    #[inline]
    pub(crate) fn waiting(&self) -> usize {
        self.streams.len()
    }

    /// Takes the stream that has waited for longest, for [`Uploads::send`].
    pub(crate) fn next(&mut self) -> Option<u32> {
        self.streams.pop_front()
    }

    /// Sends content in frames of at most `most` bytes, as much as the windows allow; the rest waits.
    pub(crate) fn send(
        &mut self,
        exchange: &mut Exchange,
        stream: u32,
        content: &[u8],
        most: usize,
        out: &mut Vec<u8>,
    ) {
        while exchange.sent < content.len() {
            let allowed = self.window.min(exchange.window).max(0) as usize;
            let length = (content.len() - exchange.sent).min(most).min(allowed);
            if length == 0 {
                return self.streams.push_back(stream);
            }
            let end = exchange.sent + length;
            let flags = if end == content.len() { END_STREAM } else { 0 };
            frame::put(out, DATA, flags, stream, &content[exchange.sent..end]);
            exchange.sent = end;
            exchange.window -= length as i64;
            self.window -= length as i64;
        }
    }

    /// Forgets a stream; whether its content was not all sent.
    pub(crate) fn remove(&mut self, stream: u32) -> bool {
        let place = self.streams.iter().position(|&other| other == stream);
        place.is_some_and(|place| self.streams.remove(place).is_some())
    }

    /// The server takes this many bytes more on the connection.
    ///
    /// # Errors
    /// A window that is too large.
    pub(crate) fn widen(&mut self, increment: u32) -> Result<(), Violation> {
        self.window += i64::from(increment);
        check_window(self.window)
    }
}

/// # Errors
/// A window that is too large (RFC 9113, 6.9.1).
pub(crate) fn check_window(window: i64) -> Result<(), Violation> {
    if window > MOST_WINDOW {
        return Err(Violation::new(Code::FlowControl, "a window above 2^31 - 1"));
    }
    Ok(())
}
