//! From trial estimates to a number with its interval.
//!
//! The estimate of a case is the median of its trial estimates. Its interval comes from order statistics: the k-th
//! smallest and k-th largest of n independent values enclose the true median with probability
//! 1 - 2 B(k-1; n, 1/2), B the binomial distribution function, whatever the distribution (David and Nagaraja, Order
//! Statistics, 3rd edition, 7.1). That is 96.9 % for the extremes of 6 trials and 97.9 % for the second of 10.

use serde::{Deserialize, Serialize};

/// The coverage that an interval is to reach.
pub const CONFIDENCE: f64 = 0.95;

/// A number with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The median of the trial estimates.
    pub median: f64,
    /// The lower end of the interval of the median.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The median of at least one value; of an even number the mean of the middle two.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// The estimate of a case from its trial estimates; none if there are none.
///
/// With fewer than six trials no pair of order statistics reaches [`CONFIDENCE`]; the interval is then the range and
/// [`coverage`] tells what it covers.
pub fn estimate(trials: &[f64]) -> Option<Estimate> {
    if trials.is_empty() {
        return None;
    }
    let mut sorted = trials.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = rank(sorted.len());
    Some(Estimate { median: median(&sorted), low: sorted[rank - 1], high: sorted[sorted.len() - rank] })
}

/// The probability with which the interval of `n` trials covers the true median.
pub fn coverage(n: usize) -> f64 {
    if n == 0 { 0.0 } else { coverage_of(rank(n), n) }
}

/// The largest rank from either end whose interval still reaches [`CONFIDENCE`], 1 where none does.
fn rank(n: usize) -> usize {
    (2..=n / 2).take_while(|&rank| coverage_of(rank, n) >= CONFIDENCE).last().unwrap_or(1)
}

fn coverage_of(rank: usize, n: usize) -> f64 {
    let mut term = 0.5f64.powi(i32::try_from(n).unwrap_or(i32::MAX));
    let mut tail = 0.0;
    for k in 0..rank {
        tail += term;
        term *= (n - k) as f64 / (k + 1) as f64;
    }
    1.0 - 2.0 * tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_that_of_the_binomial_distribution() {
        for (n, percent) in [(6, 96.875), (10, 97.85), (5, 93.75), (1, 0.0), (20, 95.86)] {
            assert!((coverage(n) * 100.0 - percent).abs() < 0.01, "{n}: {}", coverage(n));
        }
    }

    #[test]
    fn the_interval_is_made_of_trials_that_were_seen() {
        let trials: Vec<f64> = [5.0, 1.0, 4.0, 2.0, 3.0, 6.0, 9.0, 8.0, 7.0, 10.0].to_vec();
        assert_eq!(estimate(&trials), Some(Estimate { median: 5.5, low: 2.0, high: 9.0 }));
        assert_eq!(estimate(&[]), None);
        assert_eq!(estimate(&[3.0]), Some(Estimate { median: 3.0, low: 3.0, high: 3.0 }));
    }

    /// METHOD 9: each process has an offset of its own; the interval must cover the true median all the same.
    #[test]
    fn method_9_covers_the_true_median_whatever_the_offsets() {
        let mut random = fastrand::Rng::with_seed(9);
        type Draw = fn(&mut fastrand::Rng) -> f64;
        let offsets: [(&str, Draw, f64); 3] = [
            ("normal", |random| (0..12).map(|_| random.f64()).sum::<f64>() - 6.0, 0.0),
            ("skewed", |random| -(1.0 - random.f64()).ln(), std::f64::consts::LN_2),
            ("bimodal", |random| random.f64() + if random.bool() { 5.0 } else { 0.0 }, 3.0),
        ];
        const RUNS: usize = 4_000;
        for (name, draw, truth) in offsets {
            for trials in [6, 10] {
                let covered = (0..RUNS)
                    .filter(|_| {
                        let values: Vec<f64> = (0..trials).map(|_| draw(&mut random)).collect();
                        estimate(&values).is_some_and(|e| e.low <= truth && truth <= e.high)
                    })
                    .count();
                let rate = covered as f64 / RUNS as f64;
                // The bound is that of an exact 96.9 % (97.9 %) less four standard errors.
                assert!(rate >= coverage(trials) - 0.011, "{name}, {trials} trials: {rate}");
            }
        }
    }
}
