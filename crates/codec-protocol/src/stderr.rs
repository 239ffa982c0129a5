//! The end of what a process wrote to standard error.

use std::collections::VecDeque;
use std::io::PipeReader;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Reads standard error as it comes, so that the process never blocks on it, and keeps the last [`KEPT`] bytes.
pub(crate) struct Stderr {
    tail: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

const KEPT: usize = 4 << 10;

impl Stderr {
    pub(crate) fn new(mut stderr: PipeReader) -> Self {
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&tail);
        let (end, ended) = channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 1 << 10];
            while let Ok(length @ 1..) = stderr.read(&mut chunk) {
                let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend(&chunk[..length]);
                let excess = tail.len().saturating_sub(KEPT);
                tail.drain(..excess);
            }
            // Nobody may be waiting any more.
            let _ = end.send(());
        });
        Self { tail, ended }
    }

    /// What was kept. Called once the process has ended: waits until all of it has arrived, but not for a grandchild
    /// that keeps the pipe open.
    pub(crate) fn tail(&mut self) -> String {
        let _ = self.ended.recv_timeout(Duration::from_millis(500));
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(tail.make_contiguous()).into_owned()
    }

    /// The last line with anything on it.
    pub(crate) fn last_line(&mut self) -> Option<String> {
        self.tail().lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
    }
}
