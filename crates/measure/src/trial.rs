//! A trial: from the second operation of a fresh process to its samples.
//!
//! A sample is a series of short batches, since a runner keeps the results of a batch until it has been asked for some of
//! them (METHOD 35). Batches grow until one is long enough for the clocks, warm-up goes on by its rule, the number of
//! samples is then fixed and taken without looking at them. A few samples with batches of twice the operations follow:
//! the doubling control (METHOD 7).

use serde::{Deserialize, Serialize};

use crate::estimate::median;
use crate::warmup::{Ended, Warmup};
use crate::{LEAST_NS, Phase, Sample, Subject, series};

/// The rules of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The longest a batch may be in wall time, in nanoseconds, unless it is a single operation.
    pub batch_ns: u64,
    /// The shortest a sample may be in wall time, in nanoseconds.
    pub sample_ns: u64,
    /// The longest a warm-up may take in wall time, in nanoseconds.
    pub warmup_ns: u64,
    /// What the samples of a trial take together in wall time, in nanoseconds.
    pub window_ns: u64,
    /// The fewest samples, however long each is.
    pub min_samples: usize,
}

/// The longest batch, in nanoseconds: its results lie in the cache as those of single operations would.
pub const BATCH_NS: u64 = 100_000;

/// The most operations in a batch, whatever the clock says of them.
const MOST_OPERATIONS: u64 = 1 << 16;

impl Default for Rules {
    fn default() -> Self {
        Self { batch_ns: BATCH_NS, sample_ns: 1_000_000, warmup_ns: 60_000_000, window_ns: 40_000_000, min_samples: 5 }
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
    /// Operations in each batch of the samples.
    pub batch: u64,
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

    /// How much longer batches of twice the iterations take, in CPU time: 2 where time is in the operations.
    pub fn doubling(&self) -> f64 {
        let cpu = |samples: &[Sample]| median(&samples.iter().map(|s| s.cpu_ns as f64).collect::<Vec<_>>());
        cpu(&self.doubled) / cpu(&self.samples)
    }
}

/// How a sample is taken: so many batches of so many operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    iterations: u64,
    batches: u64,
}

impl Size {
    /// The size for a subject of which a sample of this size took this long; the same where it fits.
    fn fitted(self, span_ns: u64, rules: &Rules) -> Self {
        let batch_ns = span_ns / self.batches;
        let too_short = batch_ns < rules.batch_ns / 2 && self.iterations < MOST_OPERATIONS;
        let too_long = batch_ns > rules.batch_ns && self.iterations > 1;
        if !too_short && !too_long {
            // A sample that is longer than needed does no harm, and the warm-up can go on with it.
            return Self { batches: self.batches.max(rules.sample_ns.div_ceil(batch_ns)), ..self };
        }
        // Four fifths of the longest, so that a slower moment does not go beyond it; at most tenfold at a time, since
        // the first batches of a cold candidate say little about the next.
        let wanted = self.iterations.saturating_mul(rules.batch_ns * 4 / 5) / batch_ns;
        let iterations = wanted.clamp(1, self.iterations.saturating_mul(10).min(MOST_OPERATIONS));
        let batch_ns = (batch_ns * iterations / self.iterations).max(LEAST_NS);
        Self { iterations, batches: rules.sample_ns.div_ceil(batch_ns).max(1) }
    }
}

/// Runs a trial.
///
/// # Errors
/// The subject's, from whichever batch failed.
pub fn run<S: Subject>(subject: &mut S, rules: &Rules) -> Result<Trial, S::Error> {
    let mut warmup = Warmup::default();
    let mut size = Size { iterations: 1, batches: 1 };
    let (ended, span_ns) = loop {
        let (sample, span_ns) = series(subject, size.iterations, size.batches)?;
        let fitted = size.fitted(span_ns, rules);
        let ended = warmup.note(&sample, span_ns, rules.warmup_ns);
        // The speed of a candidate may swing so much that no size ever fits.
        let swings = warmup.elapsed_ns() >= 3 * rules.warmup_ns && span_ns >= rules.sample_ns;
        match ended {
            Some(ended) if fitted == size || swings => break (ended, span_ns),
            _ => size = fitted,
        }
    };
    let count = usize::try_from(rules.window_ns / span_ns).unwrap_or(usize::MAX).max(rules.min_samples);
    subject.enter(Phase::Window)?;
    let samples = take(subject, size, count)?;
    subject.enter(Phase::Doubling)?;
    let doubled = take(subject, Size { iterations: size.iterations.saturating_mul(2), ..size }, DOUBLED)?;
    Ok(Trial { warmup: ended, warmup_ns: warmup.elapsed_ns(), batch: size.iterations, samples, doubled })
}

fn take<S: Subject>(subject: &mut S, size: Size, count: usize) -> Result<Vec<Sample>, S::Error> {
    (0..count).map(|_| series(subject, size.iterations, size.batches).map(|(sample, _)| sample)).collect()
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

        fn batch(&mut self, iterations: u64) -> Result<Sample, String> {
            self.asked.push(iterations);
            let cold = iterations.min(self.cold_operations);
            self.cold_operations -= cold;
            let time = cold * self.cold_ns + (iterations - cold) * self.warm_ns + self.overhead_ns;
            Ok(Sample { iterations, wall_ns: time, cpu_ns: time })
        }
    }

    const RULES: Rules = Rules {
        batch_ns: BATCH_NS,
        sample_ns: 1_000_000,
        warmup_ns: 50_000_000,
        window_ns: 30_000_000,
        min_samples: 5,
    };

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
        let twice = *subject.asked.last().unwrap();
        let (batches, doubled) = (twice / 2, subject.asked.iter().filter(|asked| **asked == twice).count());
        let each = doubled / trial.doubled.len();
        let taken = &subject.asked[subject.asked.len() - doubled - each * trial.samples.len()..];
        assert!(taken[..each * trial.samples.len()].iter().all(|iterations| *iterations == batches));
        assert_eq!(trial.samples[0].iterations, batches * each as u64);
    }

    /// METHOD 35: the results of a batch are kept, so that a batch must stay short.
    #[test]
    fn method_35_a_batch_holds_a_tenth_of_a_millisecond_or_one_operation() {
        for warm_ns in [1, 40, 900, 60_000, 5_000_000] {
            let mut subject = mock(warm_ns);
            run(&mut subject, &RULES).unwrap();
            let longest = subject.asked.iter().max().unwrap() * warm_ns;
            assert!(longest <= 2 * BATCH_NS.max(warm_ns), "{warm_ns} ns: {longest}");
        }
    }

    #[test]
    fn a_clock_that_stands_still_ends_the_trial_all_the_same() {
        let trial = run(&mut mock(0), &RULES).unwrap();
        assert_eq!(trial.median_ns(|sample| sample.wall_ns), 0.0);
    }

    #[test]
    fn method_14_outliers_are_counted_and_kept() {
        let sample = |cpu_ns| Sample { iterations: 1, wall_ns: cpu_ns, cpu_ns };
        let samples: Vec<Sample> = [100, 101, 102, 103, 104, 105, 900].map(sample).into();
        let trial = Trial { warmup: Ended::Steady, warmup_ns: 0, batch: 1, samples, doubled: vec![sample(206)] };
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
            fn batch(&mut self, iterations: u64) -> Result<Sample, String> {
                self.0 += 1;
                if self.0 > 30 {
                    return Err("it threw".into());
                }
                Ok(Sample { iterations, wall_ns: 2_000_000, cpu_ns: 2_000_000 })
            }
        }
        let rules = Rules { window_ns: 100_000_000, ..RULES };
        assert_eq!(run(&mut Failing(0), &rules).unwrap_err(), "it threw");
    }
}
