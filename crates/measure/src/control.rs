//! What must hold for a figure to be worth anything (METHOD 7).

use crate::estimate::{Estimate, median};

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

/// Whether reading a result for the first time takes so much longer than reading it again that part of the operation was
/// put off until then (METHOD 5, 35). Memory that is read for the first time costs some, by far less; telling the same once
/// more may take twice as long, or half, and some microseconds more or less; on a busy machine `control_ns` more, the most
/// that it took longer for the empty candidate, which puts nothing off.
pub fn is_late(late_ns: f64, answer_ns: f64, cpu_ns: f64, control_ns: f64) -> bool {
    late_ns > 2.0 * cpu_ns + answer_ns + CHANCE_NS + control_ns
}

/// What the CPU time of an exchange differs by from one time to the next, in nanoseconds an answer.
const CHANCE_NS: f64 = 20_000.0;

/// Whether telling a result takes so much longer than the operation that much of it could be hidden there.
pub fn outweighs(answer_ns: f64, cpu_ns: f64) -> bool {
    answer_ns > 2.0 * cpu_ns + CHANCE_NS
}

/// Whether telling a result takes a runner so long that it may have worked it out only then.
///
/// `factor` is that time in units of what the harness takes to write and read the same value, `others` the same of other
/// candidates of the language that hold the message in the same way: they have as much to tell.
pub fn is_slow_to_tell(factor: f64, others: &[f64]) -> bool {
    /// What tells the same value differs by less between honest candidates of one language ...
    const OF_OTHERS: f64 = 3.0;
    const AT_LEAST: f64 = 1.0;
    /// ... and a compiled one that stands alone takes less than this many times what the harness takes.
    const ALONE: f64 = 8.0;
    match others {
        [] => factor > ALONE,
        others => factor > AT_LEAST && factor > OF_OTHERS * median(others),
    }
}

/// Bytes that no processor of today moves faster through than in this many a nanosecond: two stores of 64 bytes a
/// cycle at 5 GHz are 640, and memory bandwidth is far below; a factor of five is left for honesty of the fastest.
const BYTES_PER_NS: f64 = 128.0;

/// The least that reading or writing `bytes` takes, in nanoseconds. An "encode" that returns what lay ready, or a
/// "decode" that looks at nothing, is below it (METHOD 5).
pub fn least_ns(bytes: f64) -> f64 {
    bytes / BYTES_PER_NS
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
    fn method_5_6_bounds() {
        assert!(remembers(2.1) && !remembers(1.5));
        assert_eq!(least_ns(12_800.0), 100.0);
    }

    #[test]
    fn method_35_work_done_when_an_answer_is_read_is_late() {
        assert!(is_late(150_000.0, 40_000.0, 500.0, 3_000.0));
        assert!(!is_late(9_000.0, 40_000.0, 200_000.0, 0.0), "results were read into the cache");
        assert!(!is_late(2_500.0, 100.0, 20.0, 0.0), "so little may be chance");
        assert!(!is_late(1_600_000.0, 8_000_000.0, 500_000.0, 0.0), "telling takes another time whenever it is done");
        assert!(!is_late(30_000.0, 100.0, 50.0, 25_000.0), "a busy machine makes the first reading slow");
        assert!(outweighs(200_000.0, 500.0) && !outweighs(6_000.0, 200.0) && !outweighs(200_000.0, 150_000.0));
        assert!(is_slow_to_tell(9.0, &[]) && !is_slow_to_tell(2.0, &[]));
        assert!(is_slow_to_tell(2.0, &[0.4, 0.5]) && !is_slow_to_tell(2.0, &[0.9]));
        assert!(!is_slow_to_tell(0.9, &[0.1]), "telling bytes takes next to nothing");
    }

    #[test]
    fn method_7_doubling_needs_both_a_departure_and_an_interval() {
        assert!(doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 1.9 }));
        assert!(!doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 2.1 }), "the interval holds 2");
        assert!(!doubling_fails(&Estimate { median: 1.95, low: 1.94, high: 1.96 }), "within 5 %");
    }
}
