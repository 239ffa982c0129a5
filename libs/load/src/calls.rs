//! Load by clients that are themselves what is measured: each call runs on a thread that waits for its end.
//!
//! A protocol's own client library encodes, sends, waits and decodes; it cannot be taken apart into the bytes that the
//! engine sends. It gets the same schedules, windows, counts and checks: latency from the planned instant, and a schedule
//! that does not move when every caller is busy.

use std::iter::{Peekable, Skip, StepBy};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;

use crate::arrivals::Arrivals;
use crate::clock::now_ns;
use crate::cpu::CpuTimes;
use crate::error::Error;
use crate::feed::{Times, Unsent};
use crate::options::Options;
use crate::outcome::Outcome;
use crate::result::LoadResult;
use crate::run::{Gate, Progress, drive, pin_to_share};
use crate::schedule::Schedule;
use crate::series::Interval;
use crate::share::Share;
use crate::tally::{Flight, Tally};
use crate::worker::Report;

/// How long a caller that could not connect, or lost its connection, waits before it tries again.
pub(crate) const BACKOFF: Duration = Duration::from_millis(1);

/// One client of a server.
pub trait Caller {
    /// Makes a call, waits for its end and checks the answer. Unless the outcome [keeps the
    /// connection](Outcome::keeps_connection), the caller is dropped and another one connects.
    fn call(&mut self) -> Outcome;
}

/// Calls as `options` say, each of their connections on a thread of its own, and tells what came of it. Their `threads`,
/// `pipeline`, `close` and `timeout` are the callers' own business. `progress` sees every tenth of a second, once.
///
/// # Errors
/// As [`run`](crate::run()).
pub fn run_calls<C: Caller>(
    options: &Options,
    connect: impl Fn() -> std::io::Result<C> + Sync,
    progress: impl FnMut(&Progress),
) -> Result<LoadResult, Error> {
    let options = &Options { threads: options.connections, ..options.clone() };
    let arrivals = &SharedArrivals::default();
    let connect = &connect;
    let parts = (0..options.connections).map(|index| {
        let share = Share { index, of: options.connections };
        move |gate: Gate, publish: Sender<Interval>| {
            let first = pin_to_share(options, share).and_then(|()| {
                rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1))
                    .map_err(Error::system("timer slack"))
            });
            if let Err(error) = first {
                return gate.give_up(error);
            }
            let (first, fault) = match connect() {
                Ok(caller) => (Some(caller), None),
                Err(error) => (None, Some(Errno::from_io_error(&error).unwrap_or(Errno::IO).into())),
            };
            let Some(times) = gate.pass(usize::from(first.is_some()), fault) else { return Ok(None) };
            Ok(Some(Loop { options, arrivals, connect, times, caller: first }.run(publish)))
        }
    });
    drive(options, parts.collect(), progress)
}

/// The arrivals of an open loop, which callers take in their order: who is free takes the next one.
#[derive(Debug, Default)]
struct SharedArrivals(Mutex<Option<Peekable<StepBy<Skip<Arrivals>>>>>);

impl SharedArrivals {
    /// The next planned instant before `end_ns`.
    fn next(&self, options: &Options, times: &Times, end_ns: u64) -> Option<u64> {
        let mut arrivals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let warmup_ns = times.window.start_ns - times.start_ns;
        let Options { schedule, share, .. } = options;
        let arrivals = arrivals
            .get_or_insert_with(|| Arrivals::new(schedule, warmup_ns).skip(share.index).step_by(share.of).peekable());
        let planned_ns = arrivals.peek().map(|offset_ns| times.start_ns.saturating_add(*offset_ns))?;
        (planned_ns < end_ns).then(|| {
            arrivals.next();
            planned_ns
        })
    }
}

/// What one caller's thread does.
struct Loop<'a, C, F> {
    options: &'a Options,
    arrivals: &'a SharedArrivals,
    connect: &'a F,
    times: Times,
    caller: Option<C>,
}

impl<C: Caller, F: Fn() -> std::io::Result<C>> Loop<'_, C, F> {
    fn run(mut self, publish: Sender<Interval>) -> Report {
        let window = self.times.window;
        let mut tally = Tally::new(window, !self.options.schedule.is_closed(), publish);
        let (mut unsent, mut made) = (Unsent::default(), usize::from(self.caller.is_some()));
        let (mut cpu_start, mut cpu) = (None, None);
        let mut request = 0;
        wait_until(self.times.start_ns);
        loop {
            let now = now_ns();
            if cpu_start.is_none() && now >= window.start_ns {
                cpu_start = Some(CpuTimes::of_thread());
            }
            if let (Some(start), None) = (cpu_start, cpu)
                && now >= window.end_ns
            {
                cpu = Some(CpuTimes::of_thread().since(start));
            }
            let end_ns = window.end_ns.min(self.options.stop.at_ns());
            let Some((planned_ns, waited)) = self.next(now, end_ns) else { break };
            if waited && now >= self.times.give_up_ns {
                unsent.all += 1;
                unsent.carried += u64::from(planned_ns < window.start_ns);
                continue;
            }
            wait_until(planned_ns);
            if self.caller.is_none() {
                self.caller = (self.connect)().ok();
                made += usize::from(self.caller.is_some());
            }
            let sent_ns = now_ns();
            // A closed loop plans nothing: its calls are due when they are made.
            let planned_ns = if self.options.schedule.is_closed() { sent_ns } else { planned_ns };
            let flight = Flight { planned_ns, sent_ns, request, waited };
            request += 1;
            tally.sent(sent_ns);
            let outcome = self.caller.as_mut().map_or(Outcome::Connect, Caller::call);
            tally.ended(flight, outcome, now_ns());
            if !outcome.keeps_connection() {
                self.caller = None;
                thread::sleep(BACKOFF);
            }
        }
        let cpu = cpu.or_else(|| Some(CpuTimes::of_thread().since(cpu_start?)));
        Report {
            counts: tally.finish(),
            cpu: cpu.unwrap_or_default(),
            unsent,
            most_open: 1,
            made,
            fault: None,
            ended_ns: now_ns(),
        }
    }

    /// When the next call is due, and whether that instant has passed because every caller was busy.
    fn next(&self, now: u64, end_ns: u64) -> Option<(u64, bool)> {
        match self.options.schedule {
            Schedule::Closed { think_ns } => {
                let due_ns = now.saturating_add(think_ns);
                (due_ns < end_ns).then_some((due_ns, false))
            }
            _ => self.arrivals.next(self.options, &self.times, end_ns).map(|planned| (planned, planned < now)),
        }
    }
}

/// Sleeps until an instant on the monotonic clock.
fn wait_until(instant_ns: u64) {
    loop {
        let left_ns = instant_ns.saturating_sub(now_ns());
        if left_ns == 0 {
            return;
        }
        thread::sleep(Duration::from_nanos(left_ns));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::address::{Address, Target};

    fn options(schedule: Schedule, connections: usize) -> Options {
        let target = Target::plain("a test", Address::Unix("nowhere".into()));
        let (duration, warmup) = (Duration::from_millis(400), Duration::from_millis(50));
        Options { connections, duration, warmup, shares_cores: true, ..Options::new(target, schedule) }
    }

    /// Answers, except that one call takes `stall`.
    struct Stalls<'a> {
        calls: &'a AtomicU64,
        stall: Duration,
    }

    impl Caller for Stalls<'_> {
        fn call(&mut self) -> Outcome {
            if self.calls.fetch_add(1, Ordering::Relaxed) == 100 {
                thread::sleep(self.stall);
            }
            Outcome::Ok
        }
    }

    /// METHOD 18: what a stall keeps from being sent is in the latency, by its planned instant.
    #[test]
    fn method_18_a_stall_does_not_move_the_schedule() {
        let (calls, stall) = (AtomicU64::new(0), Duration::from_millis(100));
        let options = options(Schedule::constant(1000.0), 1);
        let result = run_calls(&options, || Ok(Stalls { calls: &calls, stall }), |_| {}).unwrap();
        assert_eq!((result.sent - result.carried, result.sent), (400, result.ok));
        // A quarter of all calls was due in the stall.
        assert!(result.queued >= 90, "{}", result.queued);
        let p90 = result.latency_ns.unwrap().p90.unwrap();
        assert!(p90 >= 40_000_000, "{p90}");
        let service = result.service_time_ns.p90.unwrap();
        assert!(service < p90, "{service}");
    }

    #[test]
    fn a_closed_loop_counts_every_outcome() {
        struct Fails(u64);
        impl Caller for Fails {
            fn call(&mut self) -> Outcome {
                self.0 += 1;
                thread::sleep(Duration::from_millis(1));
                if self.0.is_multiple_of(10) { Outcome::WrongAnswer } else { Outcome::Ok }
            }
        }
        let made = AtomicU64::new(0);
        let connect = || {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(Fails(0))
        };
        let result = run_calls(&options(Schedule::closed(), 3), connect, |_| {}).unwrap();
        assert!(result.errors.wrong_answer > 0 && result.latency_ns.is_none());
        assert_eq!(result.connections.made, made.load(Ordering::Relaxed), "a caller that erred is replaced");
        assert_eq!(result.errors.total(), result.errors.wrong_answer);
    }

    #[test]
    fn no_caller_at_all_is_an_error() {
        let refused = || Err::<Stalls<'_>, _>(Errno::CONNREFUSED.into());
        let error = run_calls(&options(Schedule::closed(), 2), refused, |_| {}).unwrap_err();
        assert!(matches!(error, Error::Connect { .. }), "{error}");
    }
}
