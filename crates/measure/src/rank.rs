//! Exact null distributions of the two rank statistics (Hollander, Wolfe and Chicken, Nonparametric Statistical
//! Methods, 3rd edition, 3.1 and 4.1): the share of all labellings that are at least as extreme as the one seen.
//!
//! Beyond [`EXACT`] trials the normal approximation takes their place; at that size the two differ by less than
//! either differs from any use it is put to.

/// The most trials on both sides together for which labellings are counted.
pub const EXACT: usize = 60;

/// Rank sums are kept doubled, so that the ranks of ties, which lie halfway, are whole.
type Doubled = usize;

/// Two-sided p of `a` and `b` having changed nothing: the rank-sum test, exact also with ties.
pub fn sum_p(a: &[f64], b: &[f64]) -> f64 {
    let both: Vec<f64> = a.iter().chain(b).copied().collect();
    let ranks = doubled_ranks(&both);
    let seen: Doubled = ranks[..a.len()].iter().sum();
    let mean = a.len() as f64 * (both.len() + 1) as f64;
    if both.len() > EXACT {
        return approximate(seen as f64 - mean, 4.0 * sum_variance(a.len(), b.len()));
    }
    two_sided(&subsets(&ranks, a.len()), seen, mean)
}

/// Two-sided p of the signs of `differences` being chance: the signed-rank test. Differences of zero say nothing
/// about the sign and stay out.
pub fn signed_p(differences: &[f64]) -> f64 {
    let differences: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    if differences.is_empty() {
        return 1.0;
    }
    let ranks = doubled_ranks(&differences.iter().map(|difference| difference.abs()).collect::<Vec<_>>());
    let seen: Doubled = ranks.iter().zip(&differences).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
    let mean = ranks.iter().sum::<usize>() as f64 / 2.0;
    if differences.len() > EXACT {
        return approximate(seen as f64 - mean, 4.0 * signed_variance(differences.len()));
    }
    two_sided(&signs(&ranks), seen, mean)
}

/// How many of the ordered pairwise differences of `n` and `m` trials lie outside the interval on either side, for
/// an interval that covers with at least `1 - alpha`; none if no interval does.
pub fn sum_outside(n: usize, m: usize, alpha: f64) -> Option<usize> {
    if n + m > EXACT {
        return outside_approximately((n * m) as f64 / 2.0, sum_variance(n, m), alpha);
    }
    let ranks: Vec<Doubled> = (1..=n + m).collect();
    outside(&subsets(&ranks, n)[n * (n + 1) / 2..], alpha)
}

/// The same of the ordered Walsh averages of `n` differences.
pub fn signed_outside(n: usize, alpha: f64) -> Option<usize> {
    if n > EXACT {
        return outside_approximately((n * (n + 1)) as f64 / 4.0, signed_variance(n), alpha);
    }
    outside(&signs(&(1..=n).collect::<Vec<_>>()), alpha)
}

fn sum_variance(n: usize, m: usize) -> f64 {
    (n * m * (n + m + 1)) as f64 / 12.0
}

fn signed_variance(n: usize) -> f64 {
    (n * (n + 1) * (2 * n + 1)) as f64 / 24.0
}

/// The ranks of `values`, doubled; ties share the middle of the ranks they take.
pub(crate) fn doubled_ranks(values: &[f64]) -> Vec<Doubled> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count();
    let equal = |value: f64| values.iter().filter(|other| **other == value).count();
    values.iter().map(|value| 2 * below(*value) + equal(*value) + 1).collect()
}

/// How many subsets of `size` of the ranks have each sum.
fn subsets(ranks: &[usize], size: usize) -> Vec<f64> {
    let most: usize = ranks.iter().sum();
    let mut counts = vec![vec![0.0; most + 1]; size + 1];
    counts[0][0] = 1.0;
    for (taken, rank) in ranks.iter().enumerate() {
        for chosen in (1..=size.min(taken + 1)).rev() {
            let (fewer, more) = counts.split_at_mut(chosen);
            for (sum, count) in fewer[chosen - 1][..=most - rank].iter().enumerate().filter(|(_, count)| **count > 0.0)
            {
                more[0][sum + rank] += count;
            }
        }
    }
    counts.swap_remove(size)
}

/// How many choices of signs give each sum of positive ranks.
fn signs(ranks: &[usize]) -> Vec<f64> {
    let most: usize = ranks.iter().sum();
    let mut counts = vec![0.0; most + 1];
    counts[0] = 1.0;
    for rank in ranks {
        for sum in (*rank..=most).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    counts
}

/// The share of labellings whose sum is at least as far from the mean as the one seen.
fn two_sided(counts: &[f64], seen: usize, mean: f64) -> f64 {
    let distance = (seen as f64 - mean).abs();
    let extreme = counts.iter().enumerate().filter(|(sum, _)| (*sum as f64 - mean).abs() >= distance - 1e-9);
    extreme.map(|(_, count)| count).sum::<f64>() / counts.iter().sum::<f64>()
}

/// The most values that may be left outside on either side while the tails hold at most `alpha` together.
fn outside(counts: &[f64], alpha: f64) -> Option<usize> {
    let total: f64 = counts.iter().sum();
    let mut tail = 0.0;
    let within = counts.iter().take_while(|count| {
        tail += **count;
        2.0 * tail / total <= alpha
    });
    within.count().checked_sub(1)
}

fn outside_approximately(mean: f64, variance: f64, alpha: f64) -> Option<usize> {
    let outside = mean - 0.5 - normal_quantile(1.0 - alpha / 2.0) * variance.sqrt();
    (outside >= 0.0).then_some(outside as usize)
}

fn approximate(distance: f64, variance: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF as _, Normal};
    // A doubled rank sum moves in steps of two.
    let z = (distance.abs() - 1.0).max(0.0) / variance.sqrt();
    2.0 * Normal::standard().sf(z)
}

fn normal_quantile(p: f64) -> f64 {
    use statrs::distribution::{ContinuousCDF as _, Normal};
    Normal::standard().inverse_cdf(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables A.3 and A.6 of the book above: P(W <= w), one-sided.
    #[test]
    fn distributions_agree_with_published_tables() {
        // Six and six trials leave five differences out on either side at 5 %, ten and ten leave 23.
        assert_eq!((sum_outside(6, 6, 0.05), sum_outside(10, 10, 0.05)), (Some(5), Some(23)));
        assert_eq!((signed_outside(6, 0.05), signed_outside(10, 0.05)), (Some(0), Some(8)));
        assert_eq!((sum_outside(3, 3, 0.05), signed_outside(5, 0.05)), (None, None), "too few for any");
        let (low, high) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
        assert!((sum_p(&low, &high) - 2.0 / 924.0).abs() < 1e-12);
        assert!((signed_p(&low) - 2.0 / 64.0).abs() < 1e-12);
    }

    #[test]
    fn ties_are_counted_and_not_approximated() {
        // Of the six ways to choose two of {1, 2, 2, 3}, the sum of ranks 1 + 2.5 comes up twice at each end.
        assert!((sum_p(&[1.0, 2.0], &[2.0, 3.0]) - 4.0 / 6.0).abs() < 1e-12);
        assert_eq!(sum_p(&[1.0, 1.0], &[1.0, 1.0]), 1.0);
        assert_eq!(signed_p(&[0.0, 0.0]), 1.0);
    }

    #[test]
    fn the_approximation_takes_over_without_a_step() {
        let first: Vec<f64> = (0..EXACT / 2).map(|i| i as f64).collect();
        let second: Vec<f64> = first.iter().map(|value| value + 5.5).collect();
        let ranks = doubled_ranks(&[first.as_slice(), &second].concat());
        let seen: usize = ranks[..first.len()].iter().sum();
        let mean = (first.len() * (EXACT + 1)) as f64;
        let approximated = approximate(seen as f64 - mean, 4.0 * sum_variance(first.len(), second.len()));
        let exact = sum_p(&first, &second);
        assert!((exact / approximated - 1.0).abs() < 0.05, "{exact} {approximated}");
        let outside_of = outside_approximately(450.0, sum_variance(30, 30), 0.05);
        assert_eq!((sum_outside(30, 30, 0.05), outside_of), (Some(317), Some(316)));
    }
}
