//! A trial: from the second operation of a fresh process to its samples.
//!
//! Batches grow until one lasts long enough, warm-up goes on by its rule, the number of samples is then fixed and
//! taken without looking at them. A few batches of twice the length follow: the doubling control (METHOD 7).

use serde::{Deserialize, Serialize};

use crate::estimate::median;
use crate::warmup::{Ended, Warmup};
use crate::{Sample, Subject};

/// The rules of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The shortest a sample may be in wall time, in nanoseconds.
    pub sample_ns: u64,
    /// The longest a warm-up may take in wall time, in nanoseconds.
    pub warmup_ns: u64,
    /// What the samples of a trial take together in wall time, in nanoseconds.
    pub window_ns: u64,
    /// The fewest samples, however long each is.
    pub min_samples: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { sample_ns: 1_000_000, warmup_ns: 60_000_000, window_ns: 40_000_000, min_samples: 5 }
    }
}

/// Batches of the doubling control.
const DOUBLED: usize = 3;

/// What a trial gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// How the warm-up ended.
    pub warmup: Ended,
    /// Wall time of the warm-up in nanoseconds.
    pub warmup_ns: u64,
    /// The samples, every one of them (METHOD 14), in order.
    pub samples: Vec<Sample>,
    /// Batches of twice the iterations.
    pub doubled: Vec<Sample>,
}

impl Trial {
    /// The median over the samples of nanoseconds per operation by one of the clocks.
    pub fn median_ns(&self, clock: impl Fn(&Sample) -> u64) -> f64 {
        median(&self.samples.iter().map(|sample| sample.per_operation(&clock)).collect::<Vec<_>>())
    }

    /// Samples beyond three interquartile ranges from the quartiles, by one of the clocks: "far out" (Tukey,
    /// Exploratory Data Analysis, 2C). They are counted and kept (METHOD 14).
    pub fn outliers(&self, clock: impl Fn(&Sample) -> u64) -> usize {
        let mut times: Vec<f64> = self.samples.iter().map(|sample| sample.per_operation(&clock)).collect();
        times.sort_by(f64::total_cmp);
        let quartile = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let (low, high) = (quartile(0.25), quartile(0.75));
        let fence = 3.0 * (high - low);
        times.iter().filter(|time| **time < low - fence || **time > high + fence).count()
    }

    /// How much longer a batch of twice the iterations takes, in CPU time: 2 where time is in the operations.
    pub fn doubling(&self) -> f64 {
        let cpu = |samples: &[Sample]| median(&samples.iter().map(|s| s.cpu_ns as f64).collect::<Vec<_>>());
        cpu(&self.doubled) / cpu(&self.samples)
    }
}

/// Runs a trial.
///
/// # Errors
/// The subject's, from whichever batch failed.
pub fn run<S: Subject>(subject: &mut S, rules: &Rules) -> Result<Trial, S::Error> {
    let mut warmup = Warmup::default();
    let mut iterations = 1;
    let mut last;
    let ended = loop {
        last = subject.sample(iterations)?;
        let long_enough = last.wall_ns >= rules.sample_ns;
        match warmup.note(&last, rules.warmup_ns) {
            Some(ended) if long_enough => break ended,
            _ => {}
        }
        if !long_enough {
            iterations = grown(&last, rules.sample_ns);
        }
    };
    let expected_ns = last.wall_ns.max(1);
    let count = usize::try_from(rules.window_ns / expected_ns).unwrap_or(usize::MAX).max(rules.min_samples);
    let mut take = |iterations, count: usize| (0..count).map(|_| subject.sample(iterations)).collect::<Result<_, _>>();
    let samples = take(iterations, count)?;
    let doubled = take(iterations.saturating_mul(2), DOUBLED)?;
    Ok(Trial { warmup: ended, warmup_ns: warmup.elapsed_ns(), samples, doubled })
}

/// The next batch, where this one was too short: a quarter above what would do, at most tenfold at a time, since the
/// first batches of a cold candidate say little about the next.
fn grown(sample: &Sample, sample_ns: u64) -> u64 {
    let wanted = sample.iterations.saturating_mul(sample_ns + sample_ns / 4) / sample.wall_ns.max(1);
    wanted.clamp(sample.iterations + 1, sample.iterations.saturating_mul(10).max(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A candidate on a mock clock: `cold_ns` an operation at first, `warm_ns` after `cold_operations`.
    struct Mock {
        cold_ns: u64,
        cold_operations: u64,
        warm_ns: u64,
        overhead_ns: u64,
        asked: Vec<u64>,
    }

    impl Subject for Mock {
        type Error = String;

        fn sample(&mut self, iterations: u64) -> Result<Sample, String> {
            self.asked.push(iterations);
            let cold = iterations.min(self.cold_operations);
            self.cold_operations -= cold;
            let time = cold * self.cold_ns + (iterations - cold) * self.warm_ns + self.overhead_ns;
            Ok(Sample { iterations, wall_ns: time, cpu_ns: time, thread_cpu_ns: time })
        }
    }

    const RULES: Rules = Rules { sample_ns: 1_000_000, warmup_ns: 50_000_000, window_ns: 30_000_000, min_samples: 5 };

    fn mock(warm_ns: u64) -> Mock {
        Mock { cold_ns: warm_ns, cold_operations: 0, warm_ns, overhead_ns: 0, asked: Vec::new() }
    }

    #[test]
    fn samples_last_at_least_the_shortest_time() {
        for warm_ns in [1, 37, 900, 90_000, 5_000_000] {
            let trial = run(&mut mock(warm_ns), &RULES).unwrap();
            assert!(trial.samples.iter().all(|sample| sample.wall_ns >= RULES.sample_ns), "{warm_ns} ns");
            assert_eq!(trial.median_ns(|sample| sample.cpu_ns), warm_ns as f64);
            assert_eq!(trial.warmup, Ended::Steady);
        }
    }

    #[test]
    fn a_slow_operation_still_gets_its_fewest_samples() {
        let trial = run(&mut mock(40_000_000), &RULES).unwrap();
        assert_eq!((trial.samples.len(), trial.samples[0].iterations), (5, 1));
    }

    #[test]
    fn method_10_a_candidate_that_warms_up_is_sampled_warm() {
        let mut subject = Mock { cold_ns: 10_000, cold_operations: 500, ..mock(1_000) };
        let trial = run(&mut subject, &RULES).unwrap();
        assert!(trial.samples.iter().all(|sample| sample.per_operation(|sample| sample.cpu_ns) == 1_000.0));
        assert!(trial.samples.iter().all(|sample| sample.wall_ns >= RULES.sample_ns), "the batch grew with the speed");
    }

    #[test]
    fn method_11_the_number_of_samples_is_fixed_before_they_are_taken() {
        let mut subject = mock(1_000);
        let trial = run(&mut subject, &RULES).unwrap();
        let taken = &subject.asked[subject.asked.len() - trial.samples.len() - trial.doubled.len()..];
        assert!(taken[..trial.samples.len()].iter().all(|iterations| *iterations == taken[0]));
        assert_eq!(taken.last(), Some(&(taken[0] * 2)));
    }

    #[test]
    fn method_14_outliers_are_counted_and_kept() {
        let sample = |cpu_ns| Sample { iterations: 1, wall_ns: cpu_ns, cpu_ns, thread_cpu_ns: cpu_ns };
        let samples: Vec<Sample> = [100, 101, 102, 103, 104, 105, 900].map(sample).into();
        let trial = Trial { warmup: Ended::Steady, warmup_ns: 0, samples, doubled: vec![sample(206)] };
        assert_eq!(trial.outliers(|sample| sample.cpu_ns), 1);
        assert_eq!((trial.samples.len(), trial.median_ns(|sample| sample.cpu_ns)), (7, 103.0));
    }

    #[test]
    fn method_7_doubling_shows_time_that_is_not_in_the_operations() {
        let honest = run(&mut mock(1_000), &RULES).unwrap();
        assert_eq!(honest.doubling(), 2.0);
        let mut fixed_cost = Mock { overhead_ns: 500_000, ..mock(1_000) };
        assert!(run(&mut fixed_cost, &RULES).unwrap().doubling() < 1.8);
    }

    #[test]
    fn method_4_a_failing_batch_ends_the_trial_without_samples() {
        struct Failing(u32);
        impl Subject for Failing {
            type Error = String;
            fn sample(&mut self, iterations: u64) -> Result<Sample, String> {
                self.0 += 1;
                if self.0 > 30 {
                    return Err("it threw".into());
                }
                Ok(Sample { iterations, wall_ns: 2_000_000, cpu_ns: 2_000_000, thread_cpu_ns: 2_000_000 })
            }
        }
        let rules = Rules { window_ns: 100_000_000, ..RULES };
        assert_eq!(run(&mut Failing(0), &rules).unwrap_err(), "it threw");
    }
}
