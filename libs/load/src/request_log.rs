//! Every request of a window, for who wants to look at each.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::outcome::Outcome;

/// Requests that are passed on together.
pub(crate) const TOGETHER: usize = 4096;

/// Pieces that may wait for who writes them; a thread that finds no room waits too, which the result then tells.
const PIECES: usize = 256;

/// A request of the window. Instants are nanoseconds from the beginning of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedRequest {
    /// When it was due; in a closed loop, when it could be sent.
    pub planned_ns: i64,
    /// When it was sent.
    pub sent_ns: i64,
    /// When its answer was there, or it was given up.
    pub ended_ns: i64,
    /// What became of it.
    pub outcome: Outcome,
    /// The status of its answer, where the protocol has one.
    pub status: Option<u16>,
}

/// Where the threads of a run send what they log.
#[derive(Clone, Debug)]
pub struct RequestLog(SyncSender<Vec<LoggedRequest>>);

impl RequestLog {
    /// A log, and where its requests come out: in the order of each thread, until the log and all its clones are gone.
    pub fn new() -> (Self, Receiver<Vec<LoggedRequest>>) {
        let (sender, receiver) = sync_channel(PIECES);
        (Self(sender), receiver)
    }

    /// Passes requests on, and empties `requests`.
    pub(crate) fn pass_on(&self, requests: &mut Vec<LoggedRequest>) {
        // Who no longer reads wants no more.
        let _ = self.0.send(std::mem::replace(requests, Vec::with_capacity(TOGETHER)));
    }
}
