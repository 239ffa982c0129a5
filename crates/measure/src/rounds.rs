//! Whether a run was slower in one round than in another, and by how much.
//!
//! A round holds one trial of every case. A machine that gets slower over a run makes all cases of a late round slow
//! alike. Trials that are divided by the pace of their round differ less, and the pace that two cases are divided by
//! comes from all cases but these two, so that it says nothing of their difference.

use statrs::distribution::{ChiSquared, ContinuousCDF as _};

use crate::compare::logarithms;
use crate::estimate::median;
use crate::rank::doubled_ranks;

/// The fewest cases from which the pace of a round follows for two others.
pub const FEWEST: usize = 6;

/// How seldom the rounds of a steady machine are taken for different ones.
const ALPHA: f64 = 0.01;

/// The rounds of a run, as its cases went through them.
#[derive(Debug, Clone)]
pub struct Rounds {
    /// For each round: by how much the trial of each case lies above the case's median, as a logarithm, in ascending
    /// order, with the index of the case.
    above: Vec<Vec<(f64, usize)>>,
    differ: bool,
}

impl Rounds {
    /// The rounds that `cases` went through together: the i-th trial of each is that of round i. A case with other than
    /// the usual number of trials, or with one that is not above zero, tells nothing.
    pub fn of(cases: &[Vec<f64>]) -> Self {
        let lengths: Vec<f64> = cases.iter().map(|trials| trials.len() as f64).filter(|length| *length > 0.0).collect();
        let usual = if lengths.is_empty() { 1.0 } else { median(&lengths) };
        let told: Vec<(usize, Vec<f64>)> = cases
            .iter()
            .enumerate()
            .filter_map(|(index, trials)| Some((index, above_median(trials, usual)?)))
            .collect();
        let rounds = told.first().map_or(0, |(_, trials)| trials.len());
        let above = (0..rounds).map(|round| {
            let mut above: Vec<(f64, usize)> = told.iter().map(|(index, trials)| (trials[round], *index)).collect();
            above.sort_by(|a, b| a.0.total_cmp(&b.0));
            above
        });
        let above = above.collect();
        let differ = told.len() >= FEWEST + 2 && friedman(&told) <= ALPHA;
        Self { above, differ }
    }

    /// Whether some rounds were slower than others. This compares rounds, and never two cases: it is settled before any
    /// two cases are compared.
    pub fn differ(&self) -> bool {
        self.differ
    }

    /// By how much the slowest round exceeds the fastest, as a share.
    pub fn spread(&self) -> f64 {
        let pace = self.pace(&[]);
        let (low, high) = pace.iter().fold((f64::MAX, f64::MIN), |(low, high), pace| (low.min(*pace), high.max(*pace)));
        if pace.is_empty() { 0.0 } else { (high - low).exp_m1() }
    }

    /// `trials` divided by the pace of their rounds, which all cases but `without` tell; unchanged where the rounds do
    /// not [differ](Self::differ). A case with several trials a round has all first ones, then all second ones.
    pub fn level(&self, trials: &[f64], without: &[usize]) -> Vec<f64> {
        if self.differ && trials.len().is_multiple_of(self.above.len()) {
            trials.iter().zip(self.pace(without).iter().cycle()).map(|(trial, pace)| trial / pace.exp()).collect()
        } else {
            trials.to_vec()
        }
    }

    /// The pace of each round as a logarithm: the mean of the middle half of its cases. One trial that an interrupt made
    /// slow does not move it.
    fn pace(&self, without: &[usize]) -> Vec<f64> {
        let middle_half = |round: &Vec<(f64, usize)>| {
            let others = || round.iter().filter(|(_, index)| !without.contains(index)).map(|(above, _)| *above);
            let count = others().count();
            let middle = count - 2 * (count / 4);
            others().skip(count / 4).take(middle).sum::<f64>() / middle.max(1) as f64
        };
        self.above.iter().map(middle_half).collect()
    }
}

fn above_median(trials: &[f64], usual: f64) -> Option<Vec<f64>> {
    let trials = logarithms(trials).filter(|trials| trials.len() as f64 == usual)?;
    let middle = median(&trials);
    Some(trials.iter().map(|trial| trial - middle).collect())
}

/// The share of runs on a steady machine whose rounds look at least this different (Friedman, Journal of the American
/// Statistical Association 32, 1937): the test of the ranks that each case gives its rounds.
fn friedman(cases: &[(usize, Vec<f64>)]) -> f64 {
    let rounds = cases.first().map_or(0, |(_, trials)| trials.len());
    let mut sums = vec![0.0; rounds];
    for (_, trials) in cases {
        for (sum, rank) in sums.iter_mut().zip(doubled_ranks(trials)) {
            *sum += rank as f64 / 2.0;
        }
    }
    let (n, m) = (rounds as f64, cases.len() as f64);
    let expected = m * (n + 1.0) / 2.0;
    let statistic = 12.0 / (m * n * (n + 1.0)) * sums.iter().map(|sum| (sum - expected).powi(2)).sum::<f64>();
    ChiSquared::new(n - 1.0).map_or(1.0, |chi| chi.sf(statistic))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases of six rounds, the last round `slow` times as slow as the others.
    fn cases(slow: f64) -> Vec<Vec<f64>> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut trial = |case: usize, round: usize| {
            10f64.powi(case as i32) * (0.02 * random.f64()).exp() * if round == 5 { slow } else { 1.0 }
        };
        (0..15).map(|case| (0..6).map(|round| trial(case, round)).collect()).collect()
    }

    #[test]
    fn a_slow_round_is_seen_and_divided_out() {
        let steady = Rounds::of(&cases(1.0));
        assert!(!steady.differ() && steady.spread() < 0.02, "{}", steady.spread());
        assert_eq!(steady.level(&[1.0; 6], &[0, 1]), [1.0; 6], "nothing to divide out");
        let rounds = Rounds::of(&cases(1.5));
        assert!(rounds.differ() && (0.45..0.55).contains(&rounds.spread()), "{}", rounds.spread());
        let level = rounds.level(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.5], &[0, 1]);
        assert!(level.iter().all(|trial| (trial / level[0] - 1.0).abs() < 0.02), "{level:?}");
        let twice = rounds.level(&[[1.0, 1.0, 1.0, 1.0, 1.0, 1.5], [2.0, 2.0, 2.0, 2.0, 2.0, 3.0]].concat(), &[0, 1]);
        assert!(twice[6..].iter().all(|trial| (trial / twice[6] - 1.0).abs() < 0.02), "{twice:?}");
        assert_eq!(rounds.level(&[1.5; 7], &[0, 1]), [1.5; 7], "nobody knows which trial is missing");
    }

    #[test]
    fn two_cases_say_nothing_of_the_pace_they_are_divided_by() {
        let (mut one, mut other) = (cases(1.5), cases(1.5));
        one[0] = vec![1.0, 9.0, 1.0, 9.0, 1.0, 9.0];
        other[0] = vec![9.0, 1.0, 9.0, 1.0, 9.0, 1.0];
        let level = |cases: &[Vec<f64>]| Rounds::of(cases).level(&[1.0; 6], &[0, 3]);
        assert_eq!(level(&one), level(&other));
    }

    #[test]
    fn few_cases_and_odd_ones_tell_nothing() {
        assert!(!Rounds::of(&[]).differ() && Rounds::of(&[]).spread() == 0.0);
        assert!(!Rounds::of(&cases(1.5)[..FEWEST + 1]).differ());
        let mut odd = cases(1.5)[..FEWEST + 3].to_vec();
        (odd[0], odd[1]) = (vec![1.0; 5], vec![0.0; 6]);
        assert!(!Rounds::of(&odd).differ(), "one sound case too few");
        let one_round: Vec<Vec<f64>> = cases(1.5).iter().map(|trials| trials[..1].to_vec()).collect();
        assert!(!Rounds::of(&one_round).differ());
    }
}
