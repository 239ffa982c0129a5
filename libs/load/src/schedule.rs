//! When requests are due, as data.

use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::error::Error;
use crate::share::Share;

/// When requests are due.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Schedule {
    /// A closed loop: each connection sends its next request `think_ns` after the answer to the one before. Nothing is
    /// planned, so that all it can tell of time is service time.
    Closed {
        /// Pause between an answer and the next request, nanoseconds.
        think_ns: u64,
    },
    /// An open loop: requests are due at a rate that changes in time, whatever the server does.
    Rate {
        /// The rate over time. The last segment's final rate goes on to the end of the run.
        segments: Vec<Segment>,
        /// How requests lie within the rate.
        spacing: Spacing,
    },
    /// An open loop that repeats recorded instants.
    Trace {
        /// Nanoseconds from the start of each request, ascending.
        offsets_ns: Vec<u64>,
    },
}

/// A part of a schedule over which the rate changes evenly from one value to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Requests per second at its start.
    pub from_per_s: f64,
    /// Requests per second at its end.
    pub to_per_s: f64,
    /// How long it lasts, nanoseconds.
    pub duration_ns: u64,
}

/// How the requests of an open loop lie within their rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Spacing {
    /// As evenly as the rate allows.
    Even,
    /// As a Poisson process: as many users who know nothing of each other send.
    Poisson {
        /// The same seed gives the same instants.
        seed: u64,
    },
}

impl Schedule {
    /// A closed loop without think time: as fast as the connections go.
    pub fn closed() -> Self {
        Schedule::Closed { think_ns: 0 }
    }

    /// `rate_per_s` requests a second, evenly.
    pub fn constant(rate_per_s: f64) -> Self {
        Self::steps(&[(rate_per_s, Duration::ZERO)], Spacing::Even)
    }

    /// `rate_per_s` requests a second on average, as a Poisson process.
    pub fn poisson(rate_per_s: f64, seed: u64) -> Self {
        Self::steps(&[(rate_per_s, Duration::ZERO)], Spacing::Poisson { seed })
    }

    /// A rate for a time, then the next.
    pub fn steps(steps: &[(f64, Duration)], spacing: Spacing) -> Self {
        let segment = |&(rate, duration): &(f64, Duration)| Segment {
            from_per_s: rate,
            to_per_s: rate,
            duration_ns: duration.as_nanos() as u64,
        };
        Schedule::Rate { segments: steps.iter().map(segment).collect(), spacing }
    }

    /// A rate that grows or falls evenly from one value to another in `duration`.
    pub fn ramp(from_per_s: f64, to_per_s: f64, duration: Duration, spacing: Spacing) -> Self {
        let segment = Segment { from_per_s, to_per_s, duration_ns: duration.as_nanos() as u64 };
        Schedule::Rate { segments: vec![segment], spacing }
    }

    /// Whether requests wait for answers, so that there is no planned instant to measure from.
    pub fn is_closed(&self) -> bool {
        matches!(self, Schedule::Closed { .. })
    }

    /// How long the schedule lasts by itself: steps, ramps and traces do, nanoseconds.
    pub fn span_ns(&self) -> Option<u64> {
        match self {
            Schedule::Closed { .. } => None,
            Schedule::Rate { segments, .. } => {
                let span = segments.iter().map(|segment| segment.duration_ns).sum();
                (span > 0).then_some(span)
            }
            Schedule::Trace { offsets_ns } => offsets_ns.last().map(|last| last + 1),
        }
    }

    /// What one of several generators does that follow it together.
    pub(crate) fn shared(&self, share: Share) -> Schedule {
        let part = |per_s: f64| per_s / share.of as f64;
        match self {
            Schedule::Rate { segments, spacing } => {
                let shared = |segment: &Segment| Segment {
                    from_per_s: part(segment.from_per_s),
                    to_per_s: part(segment.to_per_s),
                    ..*segment
                };
                Schedule::Rate { segments: segments.iter().map(shared).collect(), spacing: *spacing }
            }
            Schedule::Trace { offsets_ns } => {
                let offsets_ns = offsets_ns.iter().skip(share.index).step_by(share.of).copied().collect();
                Schedule::Trace { offsets_ns }
            }
            Schedule::Closed { .. } => self.clone(),
        }
    }

    /// # Errors
    /// [`Error::Schedule`] if a rate is not a finite number from 0 up, there is none at all, or a trace goes backwards.
    pub fn check(&self) -> Result<(), Error> {
        let fault = match self {
            Schedule::Closed { .. } => return Ok(()),
            Schedule::Rate { segments, .. } if segments.is_empty() => "it has no segment",
            Schedule::Rate { segments, .. } => {
                let rates = segments.iter().flat_map(|segment| [segment.from_per_s, segment.to_per_s]);
                if rates.clone().any(|rate| !(0.0..=1e9).contains(&rate)) {
                    "a rate must lie between 0 and 1e9 per second"
                } else if rates.sum::<f64>() == 0.0 {
                    "every rate of it is 0"
                } else {
                    return Ok(());
                }
            }
            Schedule::Trace { offsets_ns } if offsets_ns.is_empty() => "the trace is empty",
            Schedule::Trace { offsets_ns } if !offsets_ns.is_sorted() => "the trace goes backwards in time",
            Schedule::Trace { .. } => return Ok(()),
        };
        Err(Error::Schedule(fault))
    }
}
