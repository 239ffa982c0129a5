//! When a candidate is warm (METHOD 10).
//!
//! The rule: warm-up ends when the medians of the last two windows of [`WINDOW`] samples differ by at most
//! [`TOLERANCE`], or when its time is up, which is then shown. The quiet parts of samples decide, since a neighbour who comes
//! or goes makes a warm candidate look cold; samples without one are left out. What other threads of the process take beside
//! them counts, so that a compiler that still works in one is not yet warm. Without marks, CPU time decides.
//!
//! A compiler that works in a thread of its own for seconds makes a plateau. So the warm-up of a runner with a
//! [least](Bounds::least_ns) time goes on until its other threads are nearly idle: they may take [`OTHERS`] of a quarter of that time.

use serde::{Deserialize, Serialize};

use crate::Sample;
use crate::estimate::median;

/// Samples in a window.
pub const WINDOW: usize = 5;

/// The largest difference between two windows that counts as steady, as a share.
pub const TOLERANCE: f64 = 0.02;

/// What other threads of a warm process may take at most, as a share of the time that passes.
pub const OTHERS: f64 = 0.10;

/// How long a warm-up may last, in wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The shortest, in nanoseconds. 0 for a runner without a compiler of its own.
    pub least_ns: u64,
    /// The longest, in nanoseconds.
    pub most_ns: u64,
}

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
    samples: Vec<Sample>,
    elapsed_ns: u64,
}

impl Warmup {
    /// One that has run for so long, in nanoseconds, with batches that decide nothing.
    pub fn after(elapsed_ns: u64) -> Self {
        Self { elapsed_ns, ..Self::default() }
    }

    /// Takes note of a sample that lasted `span_ns`, and says whether the warm-up is over. `cost_ns` is what an operation cost,
    /// where the sample shows it.
    pub fn note(&mut self, cost_ns: Option<f64>, sample: Sample, span_ns: u64, bounds: Bounds) -> Option<Ended> {
        self.costs_ns.extend(cost_ns);
        self.samples.push(sample);
        self.elapsed_ns += span_ns;
        let is_steady = self.is_steady();
        if is_steady && self.elapsed_ns >= bounds.least_ns && self.is_alone(bounds.least_ns / 4) {
            return Some(Ended::Steady);
        }
        // A candidate may have work done by other threads for as long as it runs.
        let at_last = if is_steady { Ended::Steady } else { Ended::TimeBound };
        (self.elapsed_ns >= bounds.most_ns).then_some(at_last)
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

    /// Whether the last samples, of `span_ns` together, leave hardly any time to other threads of the process.
    fn is_alone(&self, span_ns: u64) -> bool {
        let (mut wall_ns, mut cpu_ns) = (0, 0);
        for sample in self.samples.iter().rev() {
            if wall_ns >= span_ns {
                break;
            }
            wall_ns += sample.wall_ns;
            cpu_ns += sample.cpu_ns;
        }
        wall_ns >= span_ns && cpu_ns as f64 <= (1.0 + OTHERS) * wall_ns as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of a thousand nanoseconds, and CPU time of so many threads.
    fn threads(count: f64) -> Sample {
        Sample { iterations: 1, wall_ns: 1_000, cpu_ns: (count * 1_000.0) as u64 }
    }

    const ALONE: Bounds = Bounds { least_ns: 0, most_ns: u64::MAX };

    #[test]
    fn ends_when_two_windows_agree() {
        let mut warmup = Warmup::default();
        let falling = (0..20).map(|sample| 2_000.0 - 50.0 * f64::from(sample));
        let mut note = |cost| warmup.note(Some(cost), threads(1.0), 1_000, ALONE);
        assert!(falling.clone().all(|cost| note(cost).is_none()), "still getting faster");
        let ended: Vec<_> = (0..9).map(|_| note(1_000.0)).collect();
        assert_eq!(ended.iter().position(Option::is_some), Some(7), "{ended:?}");
        assert_eq!(ended[7], Some(Ended::Steady));
    }

    #[test]
    fn ends_when_its_time_is_up() {
        let mut warmup = Warmup::default();
        let mut cost = 1.0;
        let batches = std::iter::repeat_with(|| {
            cost *= 2.0;
            warmup.note(Some(cost), threads(1.0), 1_000, Bounds { most_ns: 7_500, ..ALONE })
        });
        assert_eq!(batches.take_while(Option::is_none).count(), 7);
        assert_eq!(warmup.elapsed_ns(), 8_000);
    }

    #[test]
    fn samples_that_tell_no_cost_take_time_and_decide_nothing() {
        let mut warmup = Warmup::default();
        let costs = [None, Some(1_000.0)].into_iter().cycle();
        let ended: Vec<_> = costs.take(20).map(|cost| warmup.note(cost, threads(1.0), 1_000, ALONE)).collect();
        assert_eq!(ended.iter().position(Option::is_some), Some(19), "{ended:?}");
    }

    /// A compiler works in a second thread for 50 samples, through which the cost is the same.
    #[test]
    fn method_10_goes_on_while_a_compiler_works_in_another_thread() {
        let bounds = Bounds { least_ns: 20_000, most_ns: 100_000 };
        let mut warmup = Warmup::default();
        let used = |sample: usize| threads(if sample < 50 { 2.0 } else { 1.0 });
        let ended = (0..100).map(|sample| warmup.note(Some(1_000.0), used(sample), 1_000, bounds));
        let ended: Vec<_> = ended.take_while(Option::is_none).collect();
        assert!((52..56).contains(&ended.len()), "a quarter of the least time after the compiler: {}", ended.len());
    }

    #[test]
    fn work_in_other_threads_that_never_ends_is_steady_at_the_longest_time() {
        let bounds = Bounds { least_ns: 20_000, most_ns: 100_000 };
        let mut warmup = Warmup::default();
        let ended = (0..200).find_map(|_| warmup.note(Some(1_000.0), threads(2.0), 1_000, bounds));
        assert_eq!((ended, warmup.elapsed_ns()), (Some(Ended::Steady), 100_000));
    }
}
