//! Threads that run a module's methods: as many as are needed, up to a bound.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A pool whose threads all run the same function over messages.
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
    max_waiting: usize,
    max_bytes: usize,
    run: Box<dyn Fn(Vec<u8>) + Send + Sync>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    threads: usize,
    idle: usize,
    closed: bool,
}

impl Pool {
    /// At most `workers` threads, and `max_waiting` messages of `max_bytes` together that wait for one.
    pub(super) fn new(
        workers: usize,
        max_waiting: usize,
        max_bytes: usize,
        run: impl Fn(Vec<u8>) + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Pool {
            state: Mutex::default(),
            changed: Condvar::new(),
            workers,
            max_waiting,
            max_bytes,
            run: Box::new(run),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over a message; gives it back if there is no room.
    pub(super) fn submit(self: &Arc<Self>, message: Vec<u8>) -> Result<(), Vec<u8>> {
        let mut state = self.lock();
        let full = state.waiting.len() >= self.max_waiting
            || !state.waiting.is_empty() && state.bytes + message.len() > self.max_bytes;
        if state.closed || full {
            return Err(message);
        }
        if state.idle <= state.waiting.len() && state.threads < self.workers {
            let pool = self.clone();
            let builder = std::thread::Builder::new().name("sbw-worker".to_owned());
            match builder.spawn(move || pool.work()) {
                Ok(_) => state.threads += 1,
                // Those that run will get to it.
                Err(_) if state.threads > 0 => {}
                Err(_) => return Err(message),
            }
        }
        state.bytes += message.len();
        state.waiting.push_back(message);
        self.changed.notify_one();
        Ok(())
    }

    fn work(&self) {
        let mut state = self.lock();
        loop {
            if let Some(message) = state.waiting.pop_front() {
                state.bytes -= message.len();
                drop(state);
                (self.run)(message);
                state = self.lock();
            } else if state.closed {
                return;
            } else {
                state.idle += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }

    /// Takes no more messages; the threads end when they have run those that wait.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
