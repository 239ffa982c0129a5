//! Callers that take turns with those of other servers: they make calls only on request, for some milliseconds.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::calls::{BACKOFF, Caller};
use crate::clock::{now_ns, process_cpu_ns};
use crate::error::Error;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::quantiles::quantile_of;
use crate::run::pin_to_share;
use crate::share::Share;

/// What callers did in one slice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CallSlice {
    /// From its start to the end of its last call, nanoseconds.
    pub wall_ns: u64,
    /// Good replies.
    pub ok: u64,
    /// Calls that ended in any other way.
    pub failed: u64,
    /// Median time of the good ones, nanoseconds.
    pub p50_ns: Option<u64>,
    /// The time below which 90 % of them stayed.
    pub p90_ns: Option<u64>,
    /// CPU time of the process within the slice, nanoseconds; none if it is not known.
    pub cpu_ns: Option<u64>,
}

/// Connects as many callers as `options` have connections, each on a thread of its own but the first, which is on this one.
/// Then, until `next` has no more: each of them makes one call after the other for as long as `next` says, and `told` gets
/// what came of it once the last call has ended. Uses only `connections`, `cores` and `target` of
/// `options`.
///
/// # Errors
/// If the first caller cannot connect or the system refuses threads, and errors of `next` and `told`.
pub fn take_turns<C: Caller>(
    options: &Options,
    connect: impl Fn() -> io::Result<C> + Sync,
    mut next: impl FnMut() -> io::Result<Option<Duration>>,
    mut told: impl FnMut(&CallSlice) -> io::Result<()>,
) -> Result<(), Error> {
    let connect = &connect;
    thread::scope(|scope| {
        let ((ready, readiness), (ended, ends)) = (channel(), channel());
        let mut others = Vec::new();
        for index in 1..options.connections {
            let (begin, begins) = channel();
            let (seat, ready, ended) = (Seat { index, options, connect }, ready.clone(), ended.clone());
            scope.spawn(move || seat.serve(&begins, &ready, &ended));
            others.push(begin);
        }
        // Only the callers hold the other ends: one that panics is missed, not waited for.
        drop((ready, ended));
        let pinned = readiness.iter().take(others.len()).collect::<Result<Vec<()>, Error>>()?;
        if pinned.len() < others.len() {
            return Err(Error::Panicked);
        }
        let share = Share { index: 0, of: options.connections };
        pin_to_share(options, share)?;
        let refused = |error: io::Error| {
            let source = Errno::from_io_error(&error).unwrap_or(Errno::IO).into();
            Error::Connect { target: options.target.name.clone(), source }
        };
        let mut own = Calls::new(connect().map_err(refused)?, connect);
        let system = |what| move |source| Error::System { what, source };
        while let Some(length) = next().map_err(system("the next slice cannot be read"))? {
            let slice = slice(&mut own, &others, &ends, length).ok_or(Error::Panicked)?;
            told(&slice).map_err(system("a slice cannot be told"))?;
        }
        Ok(())
    })
}

/// One slice of all callers; none if one of them has panicked.
fn slice<C: Caller, F: Fn() -> io::Result<C>>(
    own: &mut Calls<'_, C, F>,
    others: &[Sender<u64>],
    ends: &Receiver<Option<Made>>,
    length: Duration,
) -> Option<CallSlice> {
    let (start_ns, cpu_ns) = (now_ns(), process_cpu_ns());
    let end_ns = start_ns + length.as_nanos() as u64;
    others.iter().try_for_each(|other| other.send(end_ns)).ok()?;
    let mut all = own.until(end_ns);
    for _ in others {
        let made = ends.recv().ok()??;
        all.failed += made.failed;
        all.times_ns.extend(made.times_ns);
    }
    let wall_ns = now_ns() - start_ns;
    let times = &mut all.times_ns;
    Some(CallSlice {
        wall_ns,
        ok: times.len() as u64,
        failed: all.failed,
        p50_ns: quantile_of(times, 0.5),
        p90_ns: quantile_of(times, 0.9),
        cpu_ns: Some(process_cpu_ns() - cpu_ns),
    })
}

/// A caller on a thread of its own.
struct Seat<'a, F> {
    index: usize,
    options: &'a Options,
    connect: &'a F,
}

impl<F> Seat<'_, F> {
    /// Calls in each slice, until there are no more.
    fn serve<C: Caller>(self, begins: &Receiver<u64>, ready: &Sender<Result<(), Error>>, ended: &Sender<Option<Made>>)
    where
        F: Fn() -> io::Result<C>,
    {
        let pinned = pin_to_share(self.options, Share { index: self.index, of: self.options.connections });
        let is_pinned = pinned.is_ok();
        // Who listens is gone only when all is over.
        let _ = ready.send(pinned);
        if !is_pinned {
            return;
        }
        let mut calls = Calls { connect: self.connect, caller: (self.connect)().ok() };
        let ended = EndNotice(ended);
        for end_ns in begins {
            if ended.0.send(Some(calls.until(end_ns))).is_err() {
                return;
            }
        }
    }
}

/// Tells when a caller's thread ends by a panic: the others go on, so that the channel stays open.
struct EndNotice<'a>(&'a Sender<Option<Made>>);

impl Drop for EndNotice<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Who listens may be gone as well.
            let _ = self.0.send(None);
        }
    }
}

/// What one caller did in a slice.
#[derive(Default)]
struct Made {
    /// How long each good call took.
    times_ns: Vec<u64>,
    failed: u64,
}

/// One caller, and how it connects again.
struct Calls<'a, C, F> {
    connect: &'a F,
    caller: Option<C>,
}

impl<'a, C: Caller, F: Fn() -> io::Result<C>> Calls<'a, C, F> {
    fn new(caller: C, connect: &'a F) -> Self {
        Self { connect, caller: Some(caller) }
    }

    /// Makes calls until the end of the slice; the last one begins before it.
    fn until(&mut self, end_ns: u64) -> Made {
        let mut made = Made::default();
        loop {
            let sent_ns = now_ns();
            if sent_ns >= end_ns {
                return made;
            }
            if self.caller.is_none() {
                self.caller = (self.connect)().ok();
            }
            let outcome = self.caller.as_mut().map_or(Outcome::Connect, Caller::call);
            match outcome {
                Outcome::Ok => made.times_ns.push(now_ns() - sent_ns),
                _ => made.failed += 1,
            }
            if !outcome.keeps_connection() {
                self.caller = None;
                thread::sleep(BACKOFF);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::address::{Address, Target};
    use crate::schedule::Schedule;

    const SLICE: Duration = Duration::from_millis(3);

    fn options(connections: usize) -> Options {
        let target = Target::plain("a test", Address::Unix("nowhere".into()));
        Options { connections, ..Options::new(target, Schedule::closed()) }
    }

    /// Counts its calls; every third one errs.
    struct Counts<'a>(&'a AtomicU64);

    impl Caller for Counts<'_> {
        fn call(&mut self) -> Outcome {
            thread::sleep(Duration::from_micros(100));
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            if number % 3 == 2 { Outcome::WrongAnswer } else { Outcome::Ok }
        }
    }

    /// The last of three callers panics in its first call.
    struct Panics(u64);

    impl Caller for Panics {
        fn call(&mut self) -> Outcome {
            assert!(self.0 < 2, "as planted");
            thread::sleep(Duration::from_micros(100));
            Outcome::Ok
        }
    }

    #[test]
    fn a_caller_that_panics_is_not_waited_for() {
        let made = AtomicU64::new(0);
        let connect = || Ok(Panics(made.fetch_add(1, Ordering::Relaxed)));
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            take_turns(&options(3), connect, || Ok(Some(SLICE)), |_| Ok(()))
        }));
        // The panic of a caller's thread goes on where its threads are joined.
        assert!(ended.is_err() || matches!(ended, Ok(Err(Error::Panicked))));
    }

    #[test]
    fn method_38_every_call_is_in_a_slice_and_none_between_them() {
        let (calls, made) = (AtomicU64::new(0), AtomicU64::new(0));
        let connect = || {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(Counts(&calls))
        };
        let mut slices: Vec<CallSlice> = Vec::new();
        let ended = AtomicU64::new(0);
        let mut lengths = vec![SLICE; 4].into_iter();
        let next = || {
            thread::sleep(Duration::from_millis(2));
            assert_eq!(calls.load(Ordering::Relaxed), ended.load(Ordering::Relaxed), "nobody calls between slices");
            Ok(lengths.next())
        };
        let result = take_turns(&options(3), connect, next, |slice| {
            ended.fetch_add(slice.ok + slice.failed, Ordering::Relaxed);
            slices.push(slice.clone());
            Ok(())
        });
        result.unwrap();
        assert!(slices.len() == 4 && slices.iter().all(|slice| slice.ok > 0 && slice.wall_ns >= 3_000_000));
        let failed: u64 = slices.iter().map(|slice| slice.failed).sum();
        // Who erred connects anew, unless that was its last call.
        assert!((failed..=3 + failed).contains(&made.load(Ordering::Relaxed)), "{failed} failed");
    }
}
