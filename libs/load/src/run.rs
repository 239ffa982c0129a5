//! A run: threads that start together, and what they bring home put into one result.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crate::checks::{self, Evidence};
use crate::clock::{now_ns, unix_ns};
use crate::cpu;
use crate::error::Error;
use crate::fault::Fault;
use crate::feed::Times;
use crate::label::Label;
use crate::options::Options;
use crate::protocol::Protocol;
use crate::rendezvous::Part;
use crate::result::LoadResult;
use crate::series::{INTERVAL_NS, Interval, Series};
use crate::server;
use crate::setup::open_all;
use crate::share::Share;
use crate::tally::{Counts, Window};
use crate::worker::{Report, Worker};

/// Time between the agreement on a start and the start, so that every thread is there, nanoseconds.
const HEAD_START_NS: u64 = 1_000_000;

/// One interval of a run that is going on, for a live line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Seconds from the beginning of the measured window; negative in the warm-up.
    pub at_s: f64,
    /// Requests sent in it, per second.
    pub sent_per_s: f64,
    /// Good answers in it, per second.
    pub ok_per_s: f64,
    /// Answers in it that carried no value.
    pub misses: u64,
    /// Requests that failed in it.
    pub errors: u64,
    /// Median and 99th percentile of the latency of its good answers (service time in a closed loop), nanoseconds.
    pub p50_ns: u64,
    /// See `p50_ns`.
    pub p99_ns: u64,
}

impl Progress {
    fn of(interval: &Interval) -> Progress {
        let per_s = 1e9 / INTERVAL_NS as f64;
        Progress {
            at_s: interval.index as f64 / per_s,
            sent_per_s: interval.sent as f64 * per_s,
            ok_per_s: interval.latency.len() as f64 * per_s,
            misses: interval.misses,
            errors: interval.errors,
            p50_ns: interval.latency.value_at_quantile(0.5),
            p99_ns: interval.latency.value_at_quantile(0.99),
        }
    }
}

/// A thread's part in agreeing on the start: it reports that it is ready, and learns when to begin.
pub(crate) struct Gate {
    ready: Sender<Result<Ready, Error>>,
    times: Receiver<Times>,
}

impl Gate {
    /// Says how many connections are open, and why not all, and waits for the start; `None` if the run was called off.
    pub(crate) fn pass(self, opened: usize, fault: Option<Fault>) -> Option<Times> {
        // Nobody listens any more only when the run is called off.
        let _ = self.ready.send(Ok(Ready { opened, fault }));
        self.times.recv().ok()
    }

    /// Says why the thread cannot take part.
    pub(crate) fn give_up(self, error: Error) -> Result<Option<Report>, Error> {
        let _ = self.ready.send(Err(error));
        Ok(None)
    }
}

/// How many connections a thread opened, and why not all.
struct Ready {
    opened: usize,
    fault: Option<Fault>,
}

/// Sends requests as `options` say, and tells what came of it. `progress` sees every tenth of a second, once.
///
/// # Errors
/// What keeps a run from starting: options that contradict each other, limits of the machine, no connection at all.
/// What goes wrong later is in the result.
pub fn run<P: Protocol>(options: &Options, protocol: P, progress: impl FnMut(&Progress)) -> Result<LoadResult, Error> {
    let parts = (0..options.threads).map(|index| {
        let (share, protocol) = (Share { index, of: options.threads }, protocol.clone());
        move |gate: Gate, publish: Sender<Interval>| work(options, protocol, share, gate, publish)
    });
    drive(options, parts.collect(), progress)
}

/// Starts a thread for each of `parts` together, and puts what they bring home into one result.
pub(crate) fn drive<W>(
    options: &Options,
    parts: Vec<W>,
    mut progress: impl FnMut(&Progress),
) -> Result<LoadResult, Error>
where
    W: FnOnce(Gate, Sender<Interval>) -> Result<Option<Report>, Error> + Send,
{
    let mut part = Part::of(options.rendezvous.as_ref());
    options.check()?;
    thread::scope(|scope| {
        let (publish, intervals) = mpsc::channel();
        let (ready, readiness) = mpsc::channel();
        let mut starts = Vec::new();
        let mut threads = Vec::new();
        for work in parts {
            let (start, times) = mpsc::channel();
            starts.push(start);
            let gate = Gate { ready: ready.clone(), times };
            let publish = publish.clone();
            threads.push(scope.spawn(move || work(gate, publish)));
        }
        drop((ready, publish));
        let opened = await_threads(options, &readiness)?;
        let start_at_unix_ns = part.come().or(options.start_at_unix_ns);
        let start_ns = now_ns() + until_start_ns(start_at_unix_ns);
        let window_start_ns = start_ns + options.warmup.as_nanos() as u64;
        let window = Window { start_ns: window_start_ns, end_ns: window_start_ns + options.duration.as_nanos() as u64 };
        let started_unix_ns = unix_ns().saturating_add_signed(window_start_ns as i64 - now_ns() as i64);
        let give_up_ns = window.end_ns.saturating_add(options.drain.as_nanos() as u64);
        for start in &starts {
            // A thread that is gone says why when it is joined.
            let _ = start.send(Times { start_ns, window, give_up_ns });
        }
        let (running, ended) = mpsc::channel::<()>();
        let watches = !options.server_pids.is_empty();
        let watch = watches.then(|| scope.spawn(move || server::watch(&options.server_pids, window, &ended)));
        let series = follow(&intervals, &mut progress);
        drop(running);
        let server = watch.and_then(|watch| watch.join().ok().flatten());
        let mut counts = Counts::new();
        let mut evidence = Evidence { opened, server, ..Evidence::default() };
        let mut last_ns = 0;
        for thread in threads {
            let Ok(report) = thread.join() else { return Err(Error::Panicked) };
            let Some(report) = report? else { continue };
            counts.add(&report.counts);
            evidence.add(&report);
            last_ns = last_ns.max(report.ended_ns);
        }
        let stopped = options.stop.at_ns() < window.end_ns.min(last_ns);
        let end_ns = window.end_ns.min(options.stop.at_ns());
        let end_ns = if options.requests.is_some() { end_ns.min(last_ns) } else { end_ns };
        let elapsed_ns = end_ns.checked_sub(window.start_ns).filter(|&elapsed_ns| elapsed_ns > 0);
        let duration = Duration::from_nanos(elapsed_ns.ok_or(Error::Stopped)?);
        let measured = Options { duration, ..options.clone() };
        let verdict = checks::judge(&measured, &counts, &evidence);
        let mut result = LoadResult::assemble(&measured, counts, evidence, series, started_unix_ns, verdict)?;
        if stopped {
            result.labels.push(Label::EndedEarly);
        }
        Ok(result)
    })
}

/// A thread, from its connections to its report; `None` if the run was called off.
fn work<P: Protocol>(
    options: &Options,
    protocol: P,
    share: Share,
    gate: Gate,
    publish: Sender<Interval>,
) -> Result<Option<Report>, Error> {
    let connected = pin_to_share(options, share).and_then(|()| open_all(options, share.part_of(options.connections)));
    let (setup, fault) = match connected {
        Ok(connected) => connected,
        Err(error) => return gate.give_up(error),
    };
    let opened = setup.connections.iter().filter(|connection| connection.stream.is_some()).count();
    let Some(times) = gate.pass(opened, fault) else { return Ok(None) };
    Worker::new(options, protocol, share, times, publish, setup).run().map(Some)
}

/// Keeps a thread on the core that its turn gives it.
pub(crate) fn pin_to_share(options: &Options, share: Share) -> Result<(), Error> {
    match options.cores.get(share.index % options.cores.len().max(1)) {
        Some(&core) => cpu::pin(core),
        None => Ok(()),
    }
}

/// Waits until every thread is ready; the number of connections that are open.
fn await_threads(options: &Options, readiness: &Receiver<Result<Ready, Error>>) -> Result<usize, Error> {
    let mut opened = 0;
    let mut first_fault = None;
    for ready in readiness.iter().take(options.threads) {
        let Ready { opened: more, fault } = ready?;
        opened += more;
        first_fault = first_fault.or(fault);
    }
    match first_fault {
        Some(_) if opened == 0 && options.stop.is_stopped() => Err(Error::Stopped),
        Some(fault) if opened == 0 => Err(Error::Connect { target: options.target.name.clone(), source: fault.into() }),
        _ => Ok(opened),
    }
}

fn until_start_ns(start_at_unix_ns: Option<u64>) -> u64 {
    start_at_unix_ns.map_or(0, |start_ns| start_ns.saturating_sub(unix_ns())).max(HEAD_START_NS)
}

/// Collects the intervals of all threads until the last thread is done, showing each when a later one begins.
fn follow(intervals: &Receiver<Interval>, progress: &mut impl FnMut(&Progress)) -> Series {
    let mut series = Series::default();
    let mut latest: Option<Interval> = None;
    for interval in intervals {
        series.add(&interval);
        match &mut latest {
            Some(current) if current.index == interval.index => current.add(&interval),
            Some(current) if current.index > interval.index => {}
            _ => {
                if let Some(done) = latest.replace(interval) {
                    progress(&Progress::of(&done));
                }
            }
        }
    }
    if let Some(done) = latest {
        progress(&Progress::of(&done));
    }
    series
}
