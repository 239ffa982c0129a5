//! Several runs of one process that begin together, once the connections of all of them are open.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::clock::unix_ns;

/// Time between the agreement and the start, so that every thread is there, nanoseconds.
const HEAD_START_NS: u64 = 2_000_000;

/// Where runs wait for each other. Clones are the same place.
#[derive(Clone, Debug)]
pub struct Rendezvous(Arc<(Mutex<State>, Condvar)>);

#[derive(Debug)]
struct State {
    /// Runs that have not come yet.
    missing: usize,
    /// Runs that take part.
    expected: usize,
    /// When the warm-up begins, nanoseconds since 1970.
    start_unix_ns: Option<u64>,
}

impl Rendezvous {
    /// A place for this many runs.
    pub fn new(runs: usize) -> Self {
        let state = State { missing: runs, expected: runs, start_unix_ns: None };
        Self(Arc::new((Mutex::new(state), Condvar::new())))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole at every moment, whoever panicked.
        self.0.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// One run less is missing; the last one agrees on the start, if anybody takes part.
    fn count_in(&self, takes_part: bool) {
        let mut state = self.state();
        state.missing = state.missing.saturating_sub(1);
        state.expected -= usize::from(!takes_part);
        if state.missing == 0 && state.expected > 0 {
            state.start_unix_ns.get_or_insert(unix_ns() + HEAD_START_NS);
        }
        self.0.1.notify_all();
    }

    /// Waits until every run has come or given up. When the warm-up begins, nanoseconds since 1970; `None` if all of them
    /// gave up.
    pub fn start_unix_ns(&self) -> Option<u64> {
        let mut state = self.state();
        while state.missing > 0 {
            state = self.0.1.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        state.start_unix_ns
    }
}

/// A run's part in it: one that ends before it has come has given up, and the others do not wait for it.
#[derive(Debug)]
pub(crate) struct Part(Option<Rendezvous>);

impl Part {
    pub(crate) fn of(rendezvous: Option<&Rendezvous>) -> Self {
        Self(rendezvous.cloned())
    }

    /// Comes, and waits for the others; when they start together, if they do.
    pub(crate) fn come(&mut self) -> Option<u64> {
        let rendezvous = self.0.take()?;
        rendezvous.count_in(true);
        rendezvous.start_unix_ns()
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(rendezvous) = self.0.take() {
            rendezvous.count_in(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_together_and_wait_for_none_that_gave_up() {
        let rendezvous = Rendezvous::new(3);
        let come = || {
            let mut part = Part::of(Some(&rendezvous));
            std::thread::spawn(move || part.come())
        };
        let (one, two) = (come(), come());
        drop(Part::of(Some(&rendezvous)));
        let start = rendezvous.start_unix_ns();
        assert!(start.is_some() && one.join().unwrap() == start && two.join().unwrap() == start);

        let nobody = Rendezvous::new(1);
        drop(Part::of(Some(&nobody)));
        assert_eq!(nobody.start_unix_ns(), None);
        assert_eq!(Part::of(None).come(), None);
    }
}
