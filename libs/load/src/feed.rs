//! Which connection sends next, and for which planned instant.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::iter::{Peekable, Skip, StepBy};

use crate::arrivals::Arrivals;
use crate::schedule::Schedule;
use crate::share::Share;
use crate::tally::Window;

/// A closed loop waits this long before it tries a connection again that failed, nanoseconds: a server that refuses
/// would else be asked a million times a second.
const BACKOFF_NS: u64 = 1_000_000;

/// A thread's share of a schedule, with the connections that are free to carry it.
#[derive(Debug)]
pub(crate) struct Feed {
    source: Source,
    /// No request is planned from this instant on.
    end_ns: u64,
    /// From this instant on, what was planned and not sent stays so.
    give_up_ns: u64,
    /// Requests that a connection may have under way.
    depth: usize,
    /// Requests planned from this instant on are counted ...
    counted_from_ns: u64,
    /// ... and this many of them may still be.
    left: u64,
}

#[derive(Debug)]
enum Source {
    /// Every connection sends when its pause is over.
    Closed { think_ns: u64, waiting: BinaryHeap<Reverse<(u64, u32)>> },
    /// Free slots of connections wait for arrivals, or arrivals for slots: those not taken yet are the queue.
    Open { arrivals: Peekable<StepBy<Skip<Arrivals>>>, start_ns: u64, idle: VecDeque<u32> },
}

/// When a run starts, what of it counts, and when it gives up on what is planned, on the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub start_ns: u64,
    pub window: Window,
    pub give_up_ns: u64,
}

/// Planned requests that were never sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unsent {
    pub all: u64,
    /// Those of `all` that were planned before the window.
    pub carried: u64,
}

impl Feed {
    /// The share of a schedule, with at most `requests` in the window.
    pub(crate) fn new(schedule: &Schedule, share: Share, times: Times, depth: usize, requests: Option<u64>) -> Self {
        let start_ns = times.start_ns;
        let warmup_ns = times.window.start_ns - start_ns;
        let source = match schedule {
            Schedule::Closed { think_ns } => Source::Closed { think_ns: *think_ns, waiting: BinaryHeap::new() },
            _ => Source::Open {
                arrivals: Arrivals::new(schedule, warmup_ns).skip(share.index).step_by(share.of).peekable(),
                start_ns,
                idle: VecDeque::new(),
            },
        };
        Self {
            source,
            end_ns: times.window.end_ns,
            give_up_ns: times.give_up_ns,
            depth,
            counted_from_ns: times.window.start_ns,
            left: requests.unwrap_or(u64::MAX),
        }
    }

    /// Counts requests that are due at `planned_ns`, as many of `count` as may still be.
    #[inline]
    fn permit(&mut self, planned_ns: u64, count: usize) -> usize {
        if planned_ns < self.counted_from_ns || self.left == u64::MAX {
            return count;
        }
        let permitted = self.left.min(count as u64);
        self.left -= permitted;
        permitted as usize
    }

    /// A new connection takes part from `now_ns` on.
    pub(crate) fn join(&mut self, connection: u32, now_ns: u64) {
        match &mut self.source {
            Source::Closed { waiting, .. } => waiting.push(Reverse((now_ns, connection))),
            Source::Open { idle, .. } => idle.extend(std::iter::repeat_n(connection, self.depth)),
        }
    }

    /// The instant before which [`Feed::take`] gives nothing, as far as the clock decides; `u64::MAX` if only a free
    /// connection can change that, or nothing.
    #[inline]
    pub(crate) fn due_ns(&mut self) -> u64 {
        if self.left == 0 {
            return u64::MAX;
        }
        match &self.source {
            Source::Closed { waiting, .. } => match waiting.peek() {
                Some(Reverse((due_ns, _))) if *due_ns < self.end_ns => *due_ns,
                _ => u64::MAX,
            },
            Source::Open { idle, .. } if idle.is_empty() => u64::MAX,
            Source::Open { .. } => self.planned_ns(),
        }
    }

    /// The next planned instant of an open loop, whether a connection is free for it or not; `u64::MAX` if none is left.
    #[inline]
    pub(crate) fn planned_ns(&mut self) -> u64 {
        if self.left == 0 {
            return u64::MAX;
        }
        let Source::Open { arrivals, start_ns, .. } = &mut self.source else { return u64::MAX };
        match arrivals.peek().map(|offset_ns| start_ns.saturating_add(*offset_ns)) {
            Some(planned_ns) if planned_ns < self.end_ns => planned_ns,
            _ => u64::MAX,
        }
    }

    /// Takes the connection that is to send now, and puts the planned instants of its requests into `planned`.
    pub(crate) fn take(&mut self, now_ns: u64, planned: &mut Vec<u64>) -> Option<u32> {
        if self.due_ns() > now_ns || now_ns >= self.last_send_ns() {
            return None;
        }
        let planned_ns = self.planned_ns();
        match &mut self.source {
            Source::Closed { waiting, .. } => {
                let Reverse((_, connection)) = waiting.pop()?;
                let count = self.permit(now_ns, self.depth);
                planned.extend(std::iter::repeat_n(now_ns, count));
                Some(connection)
            }
            Source::Open { arrivals, idle, .. } => {
                arrivals.next();
                let connection = idle.pop_front();
                planned.push(planned_ns);
                self.permit(planned_ns, 1);
                connection
            }
        }
    }

    /// `slots` of a connection became free, and `in_flight` requests of it are still under way. What it is to send at
    /// once goes into `planned`. A pipelined closed loop sends again when all its answers are there.
    #[inline]
    pub(crate) fn free(
        &mut self,
        connection: u32,
        slots: usize,
        in_flight: usize,
        now_ns: u64,
        planned: &mut Vec<u64>,
    ) {
        if let Source::Closed { think_ns, waiting } = &mut self.source {
            if in_flight == 0 && *think_ns == 0 && now_ns < self.end_ns {
                let count = self.permit(now_ns, self.depth);
                planned.extend(std::iter::repeat_n(now_ns, count));
            } else if in_flight == 0 {
                waiting.push(Reverse((now_ns.saturating_add(*think_ns), connection)));
            }
            return;
        }
        for _ in 0..slots {
            let planned_ns = self.planned_ns();
            let Source::Open { arrivals, idle, .. } = &mut self.source else { return };
            if idle.is_empty() && planned_ns <= now_ns && now_ns < self.give_up_ns {
                arrivals.next();
                planned.push(planned_ns);
                self.permit(planned_ns, 1);
            } else {
                idle.push_back(connection);
            }
        }
    }

    /// `slots` of a connection became free because it failed; it does not send within this call.
    pub(crate) fn failed(&mut self, connection: u32, slots: usize, now_ns: u64) {
        match &mut self.source {
            Source::Closed { waiting, .. } => waiting.push(Reverse((now_ns + BACKOFF_NS, connection))),
            Source::Open { idle, .. } => idle.extend(std::iter::repeat_n(connection, slots)),
        }
    }

    /// Plans no request from `end_ns` on, which is earlier than before, and sends none from `give_up_ns` on.
    pub(crate) fn shorten(&mut self, end_ns: u64, give_up_ns: u64) {
        self.give_up_ns = self.give_up_ns.min(give_up_ns);
        self.end_ns = end_ns;
    }

    /// The instant from which nothing is sent.
    fn last_send_ns(&self) -> u64 {
        match self.source {
            Source::Closed { .. } => self.end_ns,
            Source::Open { .. } => self.give_up_ns,
        }
    }

    /// Whether all is sent that will be.
    pub(crate) fn is_over(&mut self, now_ns: u64) -> bool {
        self.left == 0 || now_ns >= self.end_ns && (self.planned_ns() == u64::MAX || now_ns >= self.last_send_ns())
    }

    /// Counts the planned requests that were never taken, and those of them that were planned before the window.
    pub(crate) fn give_up(&mut self) -> Unsent {
        let mut unsent = Unsent::default();
        while self.planned_ns() < u64::MAX {
            let planned_ns = self.planned_ns();
            if let Source::Open { arrivals, .. } = &mut self.source {
                arrivals.next();
            }
            self.permit(planned_ns, 1);
            unsent.all += 1;
            unsent.carried += u64::from(planned_ns < self.counted_from_ns);
        }
        unsent
    }
}
