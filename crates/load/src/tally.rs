//! What one thread counts.

use hdrhistogram::Histogram;
use std::sync::mpsc::Sender;

use crate::histogram;
use crate::outcome::Outcome;
use crate::series::{INTERVAL_NS, Interval};

/// A request under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub planned_ns: u64,
    pub sent_ns: u64,
    pub request: u64,
}

/// The measured part of a run, on the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub start_ns: u64,
    pub end_ns: u64,
}

impl Window {
    #[inline]
    pub(crate) fn contains(&self, instant_ns: u64) -> bool {
        self.start_ns <= instant_ns && instant_ns < self.end_ns
    }
}

/// Distributions of one thread, or of all, over the requests planned within the window.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    /// By outcome: from the planned instant to the end.
    pub latency: [Histogram<u64>; 6],
    /// Of good answers: from the send to the end. Empty in a closed loop, where it is the latency.
    pub service: Histogram<u64>,
    /// From the planned instant to the send.
    pub lateness: Histogram<u64>,
    /// The same, of requests for which a connection was free: what the generator itself has to answer for.
    pub own_lateness: Histogram<u64>,
    /// Of the wrong answers, those that are not the protocol.
    pub malformed: u64,
    /// Good answers, and answers and failures of any kind, that arrived within the window.
    pub ok_in_window: u64,
    pub ended_in_window: u64,
    /// Requests of the warm-up.
    pub warmup: u64,
    /// Octets received and sent, over the whole run.
    pub received_bytes: u64,
    pub sent_bytes: u64,
}

impl Counts {
    pub(crate) fn new() -> Self {
        Self {
            latency: std::array::from_fn(|_| histogram::precise()),
            service: histogram::precise(),
            lateness: histogram::precise(),
            own_lateness: histogram::precise(),
            malformed: 0,
            ok_in_window: 0,
            ended_in_window: 0,
            warmup: 0,
            received_bytes: 0,
            sent_bytes: 0,
        }
    }

    /// Adds another thread's.
    pub(crate) fn add(&mut self, other: &Counts) {
        for (mine, theirs) in self.latency.iter_mut().zip(&other.latency) {
            histogram::add(mine, theirs);
        }
        histogram::add(&mut self.service, &other.service);
        histogram::add(&mut self.lateness, &other.lateness);
        histogram::add(&mut self.own_lateness, &other.own_lateness);
        self.malformed += other.malformed;
        self.ok_in_window += other.ok_in_window;
        self.ended_in_window += other.ended_in_window;
        self.warmup += other.warmup;
        self.received_bytes += other.received_bytes;
        self.sent_bytes += other.sent_bytes;
    }
}

/// Counts of one thread, and its current interval, which is passed on when it is over.
#[derive(Debug)]
pub(crate) struct Tally {
    pub counts: Counts,
    window: Window,
    /// Whether requests are planned: else all that there is is service time.
    open_loop: bool,
    interval: Interval,
    interval_end_ns: u64,
    publish: Sender<Interval>,
}

impl Tally {
    pub(crate) fn new(window: Window, open_loop: bool, publish: Sender<Interval>) -> Self {
        Self {
            counts: Counts::new(),
            window,
            open_loop,
            interval: Interval::new(i64::MIN),
            interval_end_ns: 0,
            publish,
        }
    }

    /// Counts a request that goes out; `waited` if no connection was free when it was planned.
    #[inline]
    pub(crate) fn sent(&mut self, flight: Flight, waited: bool) {
        self.turn(flight.sent_ns);
        self.interval.sent += 1;
        if !self.window.contains(flight.planned_ns) {
            self.counts.warmup += 1;
        } else if self.open_loop {
            let lateness_ns = flight.sent_ns.saturating_sub(flight.planned_ns);
            histogram::record(&mut self.counts.lateness, lateness_ns);
            if !waited {
                histogram::record(&mut self.counts.own_lateness, lateness_ns);
            }
        }
    }

    /// Counts the end of a request.
    #[inline]
    pub(crate) fn ended(&mut self, flight: Flight, outcome: Outcome, now_ns: u64) {
        self.turn(now_ns);
        let ok = outcome == Outcome::Ok;
        let latency_ns = now_ns.saturating_sub(flight.planned_ns);
        if ok {
            histogram::record(&mut self.interval.latency, latency_ns);
        } else {
            self.interval.errors += 1;
        }
        if self.window.contains(now_ns) {
            self.counts.ok_in_window += u64::from(ok);
            self.counts.ended_in_window += 1;
        }
        if self.window.contains(flight.planned_ns) {
            histogram::record(&mut self.counts.latency[outcome as usize], latency_ns);
            if ok && self.open_loop {
                histogram::record(&mut self.counts.service, now_ns.saturating_sub(flight.sent_ns));
            }
        }
    }

    /// Ends the window at `end_ns`.
    pub(crate) fn shorten(&mut self, end_ns: u64) {
        self.window.end_ns = end_ns;
    }

    /// Passes the interval on if it is over.
    #[inline]
    pub(crate) fn turn(&mut self, now_ns: u64) {
        if now_ns >= self.interval_end_ns {
            self.begin_interval(now_ns);
        }
    }

    #[cold]
    fn begin_interval(&mut self, now_ns: u64) {
        let since_ns = now_ns as i64 - self.window.start_ns as i64;
        let index = since_ns.div_euclid(INTERVAL_NS as i64);
        self.interval_end_ns = (self.window.start_ns as i64 + (index + 1) * INTERVAL_NS as i64) as u64;
        self.publish(Interval::new(index));
    }

    fn publish(&mut self, next: Interval) {
        let done = std::mem::replace(&mut self.interval, next);
        if !done.is_empty() {
            // Nobody listens any more only when the run is given up.
            let _ = self.publish.send(done);
        }
    }

    /// Passes the last interval on.
    pub(crate) fn finish(mut self) -> Counts {
        self.publish(Interval::new(i64::MAX));
        self.counts
    }
}
