//! Calls that another program made and wrote down.
//!
//! A client in another language cannot well write a result document, whose distributions are HDR histograms. It writes down
//! its calls one by one; what they come to is found here, by the same counts and checks as for the engine's own. What can be
//! derived from the calls is not asked for: which of them waited, and which planned ones were never sent.

use std::sync::mpsc;

use serde::{Deserialize, Serialize};

use crate::arrivals::Arrivals;
use crate::checks::{self, Evidence};
use crate::error::Error;
use crate::feed::Unsent;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::result::LoadResult;
use crate::series::Series;
use crate::tally::{Counts, Flight, Tally, Window};

/// How far a planned instant may be from the schedule's, nanoseconds: room for another way to round.
const ROUNDING_NS: u64 = 1_000;
/// How long after the last end that the options allow a call may have ended, nanoseconds.
const GRACE_NS: u64 = 60_000_000_000;

/// The calls of a client, each from the start of the warm-up on. Instants are nanoseconds from that start, on a clock that
/// does not jump.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallLog {
    /// When the warm-up began, by the client's clock, nanoseconds since 1970.
    pub start_unix_ns: u64,
    /// The callers: one for each connection, which makes one call after the other.
    pub callers: Vec<CallerLog>,
}

/// The calls of one caller, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallerLog {
    /// Whether it was ready at the start: connected, unless each call has a connection of its own.
    pub connected: bool,
    /// Its calls. After one whose outcome does not [keep the connection](Outcome::keeps_connection), it connects anew.
    pub calls: Vec<LoggedCall>,
}

/// A call; in a document `[planned_ns, sent_ns, ended_ns, "outcome"]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64, u64, Outcome)", into = "(u64, u64, u64, Outcome)")]
pub struct LoggedCall {
    /// When it was due by the schedule; in a closed loop, when it was sent.
    pub planned_ns: u64,
    /// When the client began with it.
    pub sent_ns: u64,
    /// When its reply had been checked, or it had failed.
    pub ended_ns: u64,
    /// How it ended.
    pub outcome: Outcome,
}

impl From<(u64, u64, u64, Outcome)> for LoggedCall {
    fn from((planned_ns, sent_ns, ended_ns, outcome): (u64, u64, u64, Outcome)) -> Self {
        Self { planned_ns, sent_ns, ended_ns, outcome }
    }
}

impl From<LoggedCall> for (u64, u64, u64, Outcome) {
    fn from(call: LoggedCall) -> Self {
        (call.planned_ns, call.sent_ns, call.ended_ns, call.outcome)
    }
}

/// What the processors gave a client within its window, as somebody else saw it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClientCpu {
    /// CPU time of its process, nanoseconds.
    pub cpu_ns: u64,
    /// Share of a core that its busiest thread used or waited for.
    pub wanted: f64,
    /// Share of the time that its unluckiest thread waited for a core.
    pub denied: f64,
}

impl CallLog {
    /// What the calls come to, of a client that did what `options` say.
    ///
    /// # Errors
    /// [`Error::Document`] where the log contradicts itself or the options, with the call: another number of callers, a call
    /// that ended before it was sent or long after the window, two calls of a caller at a time, an instant that the schedule
    /// does not have. As [`run`](crate::run()) for options that contradict each other.
    pub fn result(&self, options: &Options, cpu: ClientCpu) -> Result<LoadResult, Error> {
        options.check()?;
        let warmup_ns = options.warmup.as_nanos() as u64;
        let window = Window { start_ns: warmup_ns, end_ns: warmup_ns + options.duration.as_nanos() as u64 };
        self.check(options, window)?;
        let open_loop = !options.schedule.is_closed();
        let unsent = if open_loop { self.unsent(options, window)? } else { Unsent::default() };
        let mut evidence =
            Evidence { unsent, cpu_ns: cpu.cpu_ns, wanted: cpu.wanted, denied: cpu.denied, ..<_>::default() };
        let (mut counts, mut series) = (Counts::new(), Series::default());
        for caller in &self.callers {
            let (publish, intervals) = mpsc::channel();
            let mut tally = Tally::new(window, open_loop, publish);
            // As it goes, so that a log of a day does not keep a distribution for each tenth of a second.
            caller.count(&mut tally, || intervals.try_iter().for_each(|interval| series.add(&interval)));
            evidence.opened += usize::from(caller.connected);
            evidence.most_open += 1;
            evidence.made += caller.connections_made();
            counts.add(&tally.finish());
            intervals.iter().for_each(|interval| series.add(&interval));
        }
        let verdict = checks::judge(options, &counts, &evidence);
        let started_unix_ns = self.start_unix_ns.saturating_add(warmup_ns);
        LoadResult::assemble(options, counts, evidence, series, started_unix_ns, verdict)
    }

    fn check(&self, options: &Options, window: Window) -> Result<(), Error> {
        let (callers, asked) = (self.callers.len(), options.connections);
        if callers != asked {
            return Err(Error::Document(format!("calls of {callers} callers, {asked} were asked for")));
        }
        let allowed_ns = (options.drain + options.timeout).as_nanos() as u64;
        let latest_ns = window.end_ns.saturating_add(allowed_ns).saturating_add(GRACE_NS);
        for (caller, log) in self.callers.iter().enumerate() {
            let mut free_ns = 0;
            for (index, call) in log.calls.iter().enumerate() {
                let fault = call.fault(options.schedule.is_closed(), free_ns, latest_ns);
                if let Some(fault) = fault {
                    return Err(Error::Document(format!("caller {caller}, call {index} {call:?}: {fault}")));
                }
                free_ns = call.ended_ns;
            }
        }
        Ok(())
    }

    /// The calls that were due before the end of the window and were never sent. Each planned instant must be one of the schedule's, so
    /// that no client can plan by when it woke up.
    fn unsent(&self, options: &Options, window: Window) -> Result<Unsent, Error> {
        let calls = self.callers.iter().flat_map(|caller| &caller.calls);
        let mut planned: Vec<u64> = calls.map(|call| call.planned_ns).collect();
        planned.sort_unstable();
        let mut unsent = Unsent::default();
        let mut never_sent = |due_ns: u64| {
            unsent.all += 1;
            unsent.carried += u64::from(due_ns < window.start_ns);
        };
        let mut arrivals =
            Arrivals::new(&options.schedule, window.start_ns).take_while(|&due_ns| due_ns < window.end_ns);
        for planned_ns in planned {
            let due = arrivals.by_ref().find(|&due_ns| {
                let passed = due_ns.saturating_add(ROUNDING_NS) < planned_ns;
                if passed {
                    never_sent(due_ns);
                }
                !passed
            });
            if due.is_none_or(|due_ns| due_ns > planned_ns.saturating_add(ROUNDING_NS)) {
                return Err(Error::Document(format!(
                    "a call planned at {planned_ns} ns, which the schedule does not have, or not once more"
                )));
            }
        }
        arrivals.for_each(never_sent);
        Ok(unsent)
    }
}

impl LoggedCall {
    /// What cannot be, of a caller that was free from `free_ns` on.
    fn fault(&self, closed: bool, free_ns: u64, latest_ns: u64) -> Option<&'static str> {
        let Self { planned_ns, sent_ns, ended_ns, .. } = *self;
        let faults = [
            (sent_ns < free_ns, "it was sent while the call before was under way"),
            (sent_ns < planned_ns, "it was sent before it was planned"),
            (closed && sent_ns != planned_ns, "a closed loop plans nothing"),
            (ended_ns < sent_ns, "it ended before it was sent"),
            (ended_ns > latest_ns, "it ended long after the window"),
        ];
        faults.into_iter().find_map(|(holds, fault)| holds.then_some(fault))
    }
}

impl CallerLog {
    /// Counts every call, and calls `after` it. A call has waited if the caller was busy when it was due.
    fn count(&self, tally: &mut Tally, mut after: impl FnMut()) {
        let mut free_ns = 0;
        for (request, call) in (0..).zip(&self.calls) {
            let waited = call.planned_ns < free_ns;
            let flight = Flight { planned_ns: call.planned_ns, sent_ns: call.sent_ns, request, waited };
            tally.sent(call.sent_ns);
            tally.ended(flight, call.outcome, call.ended_ns);
            free_ns = call.ended_ns;
            after();
        }
    }

    /// Connections over the whole run: the first one, and one after each call that ended another one.
    fn connections_made(&self) -> usize {
        let mut connected = self.connected;
        let mut made = usize::from(connected);
        for call in &self.calls {
            made += usize::from(!connected && call.outcome != Outcome::Connect);
            connected = call.outcome.keeps_connection();
        }
        made
    }
}

#[cfg(test)]
mod tests;
