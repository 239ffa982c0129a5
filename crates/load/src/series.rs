//! What happened in each tenth of a second.

use hdrhistogram::Histogram;

use crate::histogram;

/// Length of an interval, nanoseconds.
pub const INTERVAL_NS: u64 = 100_000_000;

/// What one thread saw in one interval. Answers count where they arrive, requests where they are sent.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    /// Number of the interval; 0 begins with the measured window, negative ones are the warm-up's.
    pub index: i64,
    pub sent: u64,
    pub errors: u64,
    /// Latency of the good answers (service time in a closed loop), nanoseconds.
    pub latency: Histogram<u64>,
}

impl Interval {
    pub(crate) fn new(index: i64) -> Self {
        Self { index, sent: 0, errors: 0, latency: histogram::coarse() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sent == 0 && self.errors == 0 && self.latency.is_empty()
    }

    pub(crate) fn add(&mut self, other: &Interval) {
        self.sent = self.sent.saturating_add(other.sent);
        self.errors = self.errors.saturating_add(other.errors);
        histogram::add(&mut self.latency, &other.latency);
    }
}

/// Puts the intervals of several threads together, ascending and without holes.
#[derive(Debug, Default)]
pub(crate) struct Series(std::collections::BTreeMap<i64, Interval>);

impl Series {
    pub(crate) fn add(&mut self, interval: &Interval) {
        self.0.entry(interval.index).or_insert_with(|| Interval::new(interval.index)).add(interval);
    }

    /// Every interval from 0 on, empty ones as well.
    pub(crate) fn into_intervals(mut self) -> Vec<Interval> {
        let end = self.0.last_key_value().map_or(0, |(index, _)| index + 1);
        (0..end).map(|index| self.0.remove(&index).unwrap_or_else(|| Interval::new(index))).collect()
    }
}
