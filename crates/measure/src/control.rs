//! What must hold for a figure to be worth anything (METHOD 7).

use crate::estimate::Estimate;

/// How many times the empty candidate's cost a case must cost to be ranked.
pub const FLOOR_FACTOR: f64 = 10.0;

/// The largest departure from "twice the work, twice the time" that passes, as a share.
pub const DOUBLING_TOLERANCE: f64 = 0.05;

/// Whether a case costs so little that its figure is mostly that of the harness.
pub fn at_floor(case_ns: f64, empty_ns: f64) -> bool {
    case_ns < FLOOR_FACTOR * empty_ns
}

/// Whether doubling the work did not double the time: beyond [`DOUBLING_TOLERANCE`], and 2 outside the interval.
pub fn doubling_fails(doubling: &Estimate) -> bool {
    (doubling.median / 2.0 - 1.0).abs() > DOUBLING_TOLERANCE && !(doubling.low..=doubling.high).contains(&2.0)
}

/// How much longer inputs that were never seen may take than inputs that were, before a candidate counts as one that
/// remembers answers. Caches of the processor make honest candidates differ too, by much less.
pub const NOVELTY_BOUND: f64 = 2.0;

/// Whether a candidate answers from memory (METHOD 6): `novelty` is the time of unseen inputs in units of the same
/// inputs' time once seen.
pub fn remembers(novelty: f64) -> bool {
    novelty > NOVELTY_BOUND
}

/// Octets that no processor of today moves faster through than in this many a nanosecond: two stores of 64 octets a
/// cycle at 5 GHz are 640, and memory bandwidth is far below; a factor of five is left for honesty of the fastest.
const OCTETS_PER_NS: f64 = 128.0;

/// The least that reading or writing `octets` takes, in nanoseconds. An "encode" that returns what lay ready, or a
/// "decode" that looks at nothing, is below it (METHOD 5).
pub fn least_ns(octets: f64) -> f64 {
    octets / OCTETS_PER_NS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_7_the_floor_is_ten_times_the_empty_candidate() {
        assert!(at_floor(19.9, 2.0));
        assert!(!at_floor(20.0, 2.0));
    }

    #[test]
    fn method_5_and_6_bounds() {
        assert!(remembers(2.1) && !remembers(1.5));
        assert_eq!(least_ns(12_800.0), 100.0);
    }

    #[test]
    fn method_7_doubling_needs_both_a_departure_and_an_interval() {
        assert!(doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 1.9 }));
        assert!(!doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 2.1 }), "the interval holds 2");
        assert!(!doubling_fails(&Estimate { median: 1.95, low: 1.94, high: 1.96 }), "within 5 %");
    }
}
