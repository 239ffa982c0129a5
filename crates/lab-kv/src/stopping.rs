//! Ending a step before its time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use wirecost_load::protocol::store::Store;
use wirecost_load::{Error, LoadResult, Options, Stop};

/// How often the flag is looked at: so late is it heard, and so seldom does it wake a core.
const LOOK: Duration = Duration::from_millis(50);

/// Ends the load when the run is to stop: storing all keys may take minutes, which nobody waits for.
#[derive(Debug)]
pub(crate) struct Stopping<'a> {
    cancelled: &'a AtomicBool,
    stop: Stop,
}

impl<'a> Stopping<'a> {
    /// Looks at a flag.
    pub fn new(cancelled: &'a AtomicBool) -> Self {
        Self { cancelled, stop: Stop::default() }
    }

    /// Loads a store until that is done, the flag is set, or nobody is there any more who could answer.
    pub fn run(
        &self,
        options: Options,
        store: Store,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<LoadResult, Error> {
        let ends = Stop::default();
        let options = Options { stop: ends.clone(), ..options };
        self.watch(ends, is_over, || wirecost_load::run(&options, store, |_| {}))
    }

    /// Does some work, and stops it when the flag is set or nobody is there any more.
    pub fn watch<T>(&self, ends: Stop, is_over: &(dyn Fn() -> bool + Sync), work: impl FnOnce() -> T) -> T {
        let (done, ended) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    let is_cancelled = self.cancelled.load(Ordering::Relaxed);
                    if is_cancelled {
                        self.stop.stop();
                    }
                    if is_cancelled || is_over() {
                        return ends.stop();
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Whether a load was ended before its time.
    pub fn has_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::time::Instant;

    use wirecost_load::protocol::store::{Dialect, Order, Workload};
    use wirecost_load::{Address, Schedule, Target};

    use super::*;

    /// Loads a store where nobody answers: by itself that lasts an hour. Whether the load had stopped, where it ended early.
    fn stopped_early(flag: bool, is_over: bool) -> Option<bool> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let hour = Duration::from_secs(3600);
        let target = Target::plain(address.to_string(), Address::Tcp(address));
        let options = Options { duration: hour, timeout: hour, ..Options::new(target, Schedule::closed()) };
        let workload = Workload { keys: 9, value_bytes: 24, order: Order::InOrder, writes: 1.0, seed: 0 };
        let (flag, start) = (AtomicBool::new(flag), Instant::now());
        let stopping = Stopping::new(&flag);
        // What it counted until then is of no interest.
        let _ = stopping.run(options, Store::new(Dialect::Memcached, workload), &|| is_over);
        (start.elapsed() < hour / 60).then_some(stopping.has_stopped())
    }

    #[test]
    fn a_load_ends_when_the_flag_is_set() {
        assert_eq!(stopped_early(true, false), Some(true));
    }

    #[test]
    fn a_load_ends_when_no_server_answers() {
        assert_eq!(stopped_early(false, true), Some(false), "the run goes on");
    }
}
