//! What happened in each tenth of a second.

use hdrhistogram::Histogram;
use std::collections::BTreeMap;

use crate::histogram::{self, Addend};

/// Length of an interval, nanoseconds.
pub const INTERVAL_NS: u64 = 100_000_000;

/// What one thread saw in one interval. Answers count where they arrive, requests where they are sent.
#[derive(Clone, Debug)]
pub(crate) struct Interval<D = Histogram<u64>> {
    /// Number of the interval; 0 begins with the measured window, negative ones are the warm-up's.
    pub index: i64,
    pub sent: u64,
    pub misses: u64,
    pub errors: u64,
    /// Latency of the good answers (service time in a closed loop), nanoseconds.
    pub latency: D,
}

impl Interval {
    pub(crate) fn new(index: i64) -> Self {
        Self { index, sent: 0, misses: 0, errors: 0, latency: histogram::coarse() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sent == 0 && self.misses == 0 && self.errors == 0 && self.latency.is_empty()
    }

    pub(crate) fn add<D: Addend>(&mut self, other: &Interval<D>) {
        self.sent = self.sent.saturating_add(other.sent);
        self.misses = self.misses.saturating_add(other.misses);
        self.errors = self.errors.saturating_add(other.errors);
        other.latency.add_to(&mut self.latency);
    }
}

/// Intervals that a series holds at most: a minute of tenths. A run that lasts longer has wider ones, so that its memory
/// does not grow with its length.
const MOST_INTERVALS: i64 = 600;

/// Puts the intervals of several threads together, ascending and without holes. Neighbours are merged two by two, all over
/// the series, whenever there are too many of them.
#[derive(Debug)]
pub(crate) struct Series {
    intervals: BTreeMap<i64, Interval>,
    /// Length of an interval, tenths of a second: a power of 2.
    tenths: i64,
}

impl Default for Series {
    fn default() -> Self {
        Self { intervals: BTreeMap::new(), tenths: 1 }
    }
}

impl Series {
    /// Adds a tenth of a second. The warm-up has no part in a series.
    pub(crate) fn add<D: Addend>(&mut self, interval: &Interval<D>) {
        if interval.index < 0 {
            return;
        }
        while interval.index / self.tenths >= MOST_INTERVALS {
            self.widen();
        }
        self.put(interval.index / self.tenths, interval);
    }

    /// Adds an interval of `tenths`, whose index still counts tenths.
    pub(crate) fn add_wide<D: Addend>(&mut self, interval: &Interval<D>, tenths: i64) {
        while self.tenths < tenths {
            self.widen();
        }
        self.add(interval);
    }

    /// Length of an interval, seconds.
    pub(crate) fn interval_s(&self) -> f64 {
        self.tenths as f64 * (INTERVAL_NS as f64 / 1e9)
    }

    fn put<D: Addend>(&mut self, index: i64, interval: &Interval<D>) {
        self.intervals.entry(index).or_insert_with(|| Interval::new(index)).add(interval);
    }

    /// Makes every interval twice as long.
    fn widen(&mut self) {
        self.tenths *= 2;
        for (index, interval) in std::mem::take(&mut self.intervals) {
            self.put(index / 2, &interval);
        }
    }

    /// Every interval from 0 on, empty ones as well.
    pub(crate) fn into_intervals(mut self) -> Vec<Interval> {
        let end = self.intervals.last_key_value().map_or(0, |(index, _)| index + 1);
        (0..end).map(|index| self.intervals.remove(&index).unwrap_or_else(|| Interval::new(index))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenth(index: i64) -> Interval {
        let mut interval = Interval { sent: 1, ..Interval::new(index) };
        histogram::record(&mut interval.latency, index as u64 + 1);
        interval
    }

    #[test]
    fn a_long_run_has_wide_intervals_and_loses_nothing() {
        for (tenths, width, intervals) in [(600, 1, 600), (601, 2, 301), (864_000, 2048, 422)] {
            let mut series = Series::default();
            (0..tenths).for_each(|index| series.add(&tenth(index)));
            assert_eq!(series.interval_s(), width as f64 / 10.0);
            let all = series.into_intervals();
            assert_eq!(all.len(), intervals);
            assert_eq!(all.iter().map(|interval| interval.sent).sum::<u64>(), tenths as u64);
            assert_eq!(all.iter().map(|interval| interval.latency.len()).sum::<u64>(), tenths as u64);
            assert_eq!((all[1].index, all[1].sent), (1, width), "{tenths}");
        }
    }

    #[test]
    fn the_warm_up_has_no_part_and_holes_are_filled() {
        let mut series = Series::default();
        [-3, 2].into_iter().for_each(|index| series.add(&Interval { sent: 1, ..Interval::new(index) }));
        assert_eq!(series.into_intervals().iter().map(|interval| interval.sent).collect::<Vec<_>>(), [0, 0, 1]);
    }
}
