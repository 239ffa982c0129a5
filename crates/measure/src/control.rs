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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_7_the_floor_is_ten_times_the_empty_candidate() {
        assert!(at_floor(19.9, 2.0));
        assert!(!at_floor(20.0, 2.0));
    }

    #[test]
    fn method_7_doubling_needs_both_a_departure_and_an_interval() {
        assert!(doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 1.9 }));
        assert!(!doubling_fails(&Estimate { median: 1.8, low: 1.7, high: 2.1 }), "the interval holds 2");
        assert!(!doubling_fails(&Estimate { median: 1.95, low: 1.94, high: 1.96 }), "within 5 %");
    }
}
