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

/// How much longer operations may take whose results are all kept than those of the window, of whose results hardly any is. An allocator
/// takes longer where many results lie about, by less.
const KEPT_BOUND: f64 = 1.25;

/// Whether a runner works less where no result is kept (METHOD 35): `factor` is the time of operations whose results are all kept, in units
/// of the window's.
pub fn works_for_kept(factor: f64) -> bool {
    factor > KEPT_BOUND
}

/// Whether reading results for the first time takes so much longer than reading them again that part of the operation was put off until
/// then (METHOD 5, 35): a figure without that part would be less than four fifths of the whole. Telling the same once more takes another time
/// whenever it is done.
pub fn is_late(late_ns: f64, answer_ns: f64, cpu_ns: f64) -> bool {
    const SHARE: f64 = 0.25;
    late_ns > SHARE * (cpu_ns + answer_ns)
}

/// How much longer one of so many answers took the first time than again, beyond chance, where all took this long, in nanoseconds.
pub fn late_ns(first_ns: f64, again_ns: f64, answers: f64) -> f64 {
    (first_ns - again_ns - CHANCE_NS).max(0.0) / answers
}

/// What the CPU time of an exchange differs by from one time to the next, in nanoseconds.
const CHANCE_NS: f64 = 20_000.0;

/// Whether telling a result takes so much longer than the operation that much of it could be hidden there.
pub fn outweighs(answer_ns: f64, cpu_ns: f64) -> bool {
    answer_ns > 2.0 * cpu_ns + CHANCE_NS
}

/// Whether telling a result takes a runner so long that it may have worked it out only then.
///
/// `factor` is that time in units of what the harness takes to write and read the same value, and `beside_others` in units of that of other
/// candidates of the language that hold the message in the same way, if there are any: they have as much to tell.
pub fn is_slow_to_tell(factor: f64, beside_others: Option<f64>) -> bool {
    /// What tells the same value differs by less between honest candidates of one language ...
    const OF_OTHERS: f64 = 2.0;
    /// ... and where that is less than this, it takes next to nothing, such as to tell bytes ...
    const AT_LEAST: f64 = 0.5;
    /// ... and a compiled one that stands alone takes less than this many times what the harness takes.
    const ALONE: f64 = 8.0;
    match beside_others {
        None => factor > ALONE,
        Some(times) => factor > AT_LEAST && times > OF_OTHERS,
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
        assert!(is_late(15_000.0, 40_000.0, 500.0));
        assert!(!is_late(9_000.0, 40_000.0, 500.0), "telling takes another time whenever it is done");
        assert!(!is_late(40_000.0, 40_000.0, 200_000.0), "little beside the operation");
        // Thirty answers that take 6 us to tell, of operations of 5 us: an exchange takes 12 us, and a tenth more or less.
        let mut random = fastrand::Rng::with_seed(35);
        let mut asked = |each_ns: f64| (12_000.0 + 30.0 * each_ns) * (0.9 + 0.2 * random.f64());
        for _ in 0..100 {
            let (honest, again) = (asked(6_000.0), asked(6_000.0));
            assert!(!is_late(late_ns(honest, again, 30.0), again / 30.0, 5_000.0));
            let (finished_when_read, again) = (asked(11_000.0), asked(6_000.0));
            assert!(is_late(late_ns(finished_when_read, again, 30.0), again / 30.0, 200.0));
        }
        assert!(outweighs(200_000.0, 500.0) && !outweighs(6_000.0, 200.0) && !outweighs(200_000.0, 150_000.0));
        assert!(is_slow_to_tell(9.0, None) && !is_slow_to_tell(2.0, None));
        assert!(is_slow_to_tell(1.0, Some(2.2)) && !is_slow_to_tell(2.0, Some(1.8)));
        assert!(!is_slow_to_tell(0.4, Some(9.0)), "telling bytes takes next to nothing");
    }

    #[test]
    fn method_35_work_that_is_left_out_where_nothing_is_kept() {
        assert!(works_for_kept(1.3) && works_for_kept(10.0) && !works_for_kept(1.2) && !works_for_kept(0.8));
    }

    #[test]
    fn method_7_doubling_needs_both_a_departure_and_an_interval() {
        assert!(doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 1.9 }));
        assert!(!doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 2.1 }), "the interval holds 2");
        assert!(!doubling_fails(&Estimate { median: 1.95, low: 1.94, high: 1.96 }), "within 5 %");
    }
}
