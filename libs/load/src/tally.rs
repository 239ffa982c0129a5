//! What one thread counts.

use hdrhistogram::Histogram;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use crate::histogram;
use crate::outcome::Outcome;
use crate::protocol::CODES;
use crate::request_log::{self, LoggedRequest, RequestLog};
use crate::series::{INTERVAL_NS, Interval};

/// A request under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub planned_ns: u64,
    pub sent_ns: u64,
    pub request: u64,
    /// No connection was free when it was planned.
    pub waited: bool,
}

/// How many different statuses are counted apart; a server that makes up new ones without end must not fill the memory.
const MOST_STATUSES: usize = 32;

/// The measured part of a run, on the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub start_ns: u64,
    pub end_ns: u64,
}

/// Distributions of one thread, or of all, over the requests that belong to the window: those that ended after its start,
/// whenever they were planned. A request that the warm-up left under way is one of them, or a stall across the start
/// would be in no figure.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    /// By outcome: from the planned instant to the end.
    pub latency: [Histogram<u64>; Outcome::ALL.len()],
    /// Of good answers: from the send to the end. Empty in a closed loop, where it is the latency.
    pub service: Histogram<u64>,
    /// From the planned instant to the send.
    pub lateness: Histogram<u64>,
    /// The same, of requests for which a connection was free: what the generator itself has to answer for.
    pub own_lateness: Histogram<u64>,
    /// Of the wrong answers, those that are not the protocol.
    pub malformed: u64,
    /// Of the closed ones, those whose stream the server reset.
    pub reset: u64,
    /// Statuses that were not expected, and how often they came.
    pub statuses: BTreeMap<String, u64>,
    /// Answers by their status, expected or not; empty for protocols without.
    pub codes: Vec<u64>,
    /// Those that were planned before the window.
    pub carried: u64,
    /// Those that found no free connection when they were planned.
    pub queued: u64,
    /// Good answers, answers of any kind, and ends of any kind, within the window.
    pub ok_in_window: u64,
    pub answered_in_window: u64,
    pub ended_in_window: u64,
    /// Requests beside the window: they ended before it.
    pub warmup: u64,
    /// Bytes received and sent, over the whole run.
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
            reset: 0,
            statuses: BTreeMap::new(),
            codes: Vec::new(),
            carried: 0,
            queued: 0,
            ok_in_window: 0,
            answered_in_window: 0,
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
        self.reset += other.reset;
        for (status, count) in &other.statuses {
            self.count_status(status.clone(), *count);
        }
        if self.codes.len() < other.codes.len() {
            self.codes.resize(other.codes.len(), 0);
        }
        self.codes.iter_mut().zip(&other.codes).for_each(|(mine, theirs)| *mine += theirs);
        self.carried += other.carried;
        self.queued += other.queued;
        self.ok_in_window += other.ok_in_window;
        self.answered_in_window += other.answered_in_window;
        self.ended_in_window += other.ended_in_window;
        self.warmup += other.warmup;
        self.received_bytes += other.received_bytes;
        self.sent_bytes += other.sent_bytes;
    }

    /// Counts statuses of one kind.
    pub(crate) fn count_status(&mut self, status: String, count: u64) {
        let known = self.statuses.len() < MOST_STATUSES || self.statuses.contains_key(&status);
        *self.statuses.entry(if known { status } else { "others".into() }).or_default() += count;
    }

    /// Counts the status of an answer.
    #[inline]
    pub(crate) fn count_code(&mut self, code: u16) {
        if self.codes.is_empty() {
            self.codes.resize(CODES.into(), 0);
        }
        if let Some(count) = self.codes.get_mut(usize::from(code)) {
            *count += 1;
        }
    }

    /// Answers by their status.
    pub(crate) fn answers(&self) -> BTreeMap<String, u64> {
        let seen = self.codes.iter().enumerate().filter(|(_, count)| **count > 0);
        seen.map(|(code, count)| (code.to_string(), *count)).collect()
    }

    /// How many requests ended.
    pub(crate) fn ended(&self) -> u64 {
        self.latency.iter().map(Histogram::len).sum()
    }

    /// How many requests ended in `outcome`.
    pub(crate) fn of(&self, outcome: Outcome) -> u64 {
        self.latency[outcome as usize].len()
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
    /// Latencies of the good answers of a turn, where there are turns: far fewer than a distribution has places.
    recent: Option<Vec<u64>>,
    /// Where each request of the window is logged, and those that are not passed on yet.
    log: Option<RequestLog>,
    logged: Vec<LoggedRequest>,
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
            recent: None,
            log: None,
            logged: Vec::new(),
        }
    }

    /// The same, and logs each request of the window.
    pub(crate) fn logging_to(self, log: Option<RequestLog>) -> Self {
        Self { log, ..self }
    }

    /// Counts a request that goes out.
    #[inline]
    pub(crate) fn sent(&mut self, sent_ns: u64) {
        self.turn(sent_ns);
        self.interval.sent += 1;
    }

    /// Counts the end of a request.
    #[inline]
    pub(crate) fn ended(&mut self, flight: Flight, outcome: Outcome, now_ns: u64) {
        self.answered(flight, outcome, None, now_ns);
    }

    /// The same, with the status of its answer.
    #[inline]
    pub(crate) fn answered(&mut self, flight: Flight, outcome: Outcome, status: Option<u16>, now_ns: u64) {
        self.turn(now_ns);
        let ok = outcome == Outcome::Ok;
        let latency_ns = now_ns.saturating_sub(flight.planned_ns);
        match outcome {
            Outcome::Ok => histogram::record(&mut self.interval.latency, latency_ns),
            Outcome::Miss => self.interval.misses += 1,
            _ => self.interval.errors += 1,
        }
        if !self.is_counted(flight, now_ns) {
            self.counts.warmup += 1;
            return;
        }
        if self.log.is_some() {
            self.log(flight, outcome, status, now_ns);
        }
        if now_ns < self.window.end_ns {
            self.counts.ok_in_window += u64::from(ok);
            self.counts.answered_in_window += u64::from(outcome.is_answer());
            self.counts.ended_in_window += 1;
        }
        self.counts.carried += u64::from(flight.planned_ns < self.window.start_ns);
        histogram::record(&mut self.counts.latency[outcome as usize], latency_ns);
        if let (Some(recent), true) = (&mut self.recent, ok) {
            recent.push(latency_ns);
        }
        if self.open_loop {
            self.planned_ended(flight, ok, now_ns);
        }
    }

    fn log(&mut self, flight: Flight, outcome: Outcome, status: Option<u16>, now_ns: u64) {
        let Some(log) = &self.log else { return };
        let of = |instant_ns: u64| instant_ns as i64 - self.window.start_ns as i64;
        let (planned_ns, sent_ns, ended_ns) = (of(flight.planned_ns), of(flight.sent_ns), of(now_ns));
        self.logged.push(LoggedRequest { planned_ns, sent_ns, ended_ns, outcome, status });
        if self.logged.len() >= request_log::TOGETHER {
            log.pass_on(&mut self.logged);
        }
    }

    /// Counts what only a planned request has.
    #[inline]
    fn planned_ended(&mut self, flight: Flight, ok: bool, now_ns: u64) {
        let lateness_ns = flight.sent_ns.saturating_sub(flight.planned_ns);
        histogram::record(&mut self.counts.lateness, lateness_ns);
        if flight.waited {
            self.counts.queued += 1;
        } else {
            histogram::record(&mut self.counts.own_lateness, lateness_ns);
        }
        if ok {
            histogram::record(&mut self.counts.service, now_ns.saturating_sub(flight.sent_ns));
        }
    }

    /// Whether a request that ends at an instant belongs to the window: it was planned before its end, and ended after its
    /// start.
    #[inline]
    pub(crate) fn is_counted(&self, flight: Flight, now_ns: u64) -> bool {
        now_ns >= self.window.start_ns && flight.planned_ns < self.window.end_ns
    }

    /// Counts on in another window, and keeps the latencies of its good answers one by one.
    pub(crate) fn take_turn(&mut self, window: Window) {
        self.window = window;
        self.recent.get_or_insert_default().clear();
    }

    /// Latencies of the good answers of the last turn.
    pub(crate) fn recent(&mut self) -> &mut [u64] {
        self.recent.get_or_insert_default()
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
        if let Some(log) = &self.log {
            log.pass_on(&mut self.logged);
        }
        self.counts
    }
}
