//! When a candidate is warm (METHOD 10).
//!
//! The rule: warm-up ends when the medians of the last two windows of [`WINDOW`] samples differ by at most
//! [`TOLERANCE`], or when its time is up, which is then shown. The quiet parts of samples decide, since a neighbour who comes
//! or goes makes a warm candidate look cold; samples without one are left out. What other threads of the process take beside
//! them counts, so that a compiler that still works in one is not yet warm. Without marks, CPU time decides.

use serde::{Deserialize, Serialize};

use crate::estimate::median;

/// Samples in a window.
pub const WINDOW: usize = 5;

/// The largest difference between two windows that counts as steady, as a share.
pub const TOLERANCE: f64 = 0.02;

/// How a warm-up ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The rule was met.
    Steady,
    /// The time was up first.
    TimeBound,
}

/// The state of a warm-up.
#[derive(Debug, Default)]
pub struct Warmup {
    costs_ns: Vec<f64>,
    elapsed_ns: u64,
}

impl Warmup {
    /// Takes note of a sample that lasted `span_ns`, and says whether the warm-up is over, given the most it may last. `cost_ns`
    /// is what an operation cost, where the sample tells.
    pub fn note(&mut self, cost_ns: Option<f64>, span_ns: u64, bound_ns: u64) -> Option<Ended> {
        self.costs_ns.extend(cost_ns);
        self.elapsed_ns += span_ns;
        if self.is_steady() {
            return Some(Ended::Steady);
        }
        (self.elapsed_ns >= bound_ns).then_some(Ended::TimeBound)
    }

    /// Wall time of all samples so far in nanoseconds.
    pub fn elapsed_ns(&self) -> u64 {
        self.elapsed_ns
    }

    fn is_steady(&self) -> bool {
        let Some(last) = self.costs_ns.len().checked_sub(2 * WINDOW) else { return false };
        let (before, after) = self.costs_ns[last..].split_at(WINDOW);
        let (before, after) = (median(before), median(after));
        (before - after).abs() <= TOLERANCE * before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_when_two_windows_agree() {
        let mut warmup = Warmup::default();
        let falling = (0..20).map(|sample| 2_000.0 - 50.0 * f64::from(sample));
        assert!(falling.clone().all(|cost| warmup.note(Some(cost), 1_000, u64::MAX).is_none()), "still getting faster");
        let ended: Vec<_> = (0..9).map(|_| warmup.note(Some(1_000.0), 1_000, u64::MAX)).collect();
        assert_eq!(ended.iter().position(Option::is_some), Some(7), "{ended:?}");
        assert_eq!(ended[7], Some(Ended::Steady));
    }

    #[test]
    fn ends_when_its_time_is_up() {
        let mut warmup = Warmup::default();
        let mut cost = 1.0;
        let batches = std::iter::repeat_with(|| {
            cost *= 2.0;
            warmup.note(Some(cost), 1_000, 7_500)
        });
        assert_eq!(batches.take_while(Option::is_none).count(), 7);
        assert_eq!(warmup.elapsed_ns(), 8_000);
    }

    #[test]
    fn samples_that_tell_no_cost_take_time_and_decide_nothing() {
        let mut warmup = Warmup::default();
        let told = [None, Some(1_000.0)].into_iter().cycle();
        let ended: Vec<_> = told.take(20).map(|cost| warmup.note(cost, 1_000, u64::MAX)).collect();
        assert_eq!(ended.iter().position(Option::is_some), Some(19), "{ended:?}");
    }
}
