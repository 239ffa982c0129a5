//! Whoever compares after every trial and stops at the first difference finds one sooner or later between equals.

use wirecost_measure::compare::{ALPHA, independent};

use crate::Shown;

/// Pairs of equal candidates.
const PAIRS: usize = 400;

/// The most trials of either.
const TRIALS: usize = 25;

pub fn show() -> Shown {
    let mut random = fastrand::Rng::with_seed(6);
    let (mut stopped, mut fixed) = (0, 0);
    for _ in 0..PAIRS {
        let mut trials = || (0..TRIALS).map(|_| 1000.0 + 20.0 * random.f64() + 20.0 * random.f64()).collect::<Vec<_>>();
        let (first, second) = (trials(), trials());
        let differ = |n: usize| {
            independent(&first[..n], &second[..n], ALPHA).is_some_and(|comparison| comparison.shows_difference(ALPHA))
        };
        stopped += usize::from((4..=TRIALS).any(differ));
        fixed += usize::from(differ(TRIALS));
    }
    let percent = |count: usize| count as f64 * 100.0 / PAIRS as f64;
    Shown {
        wrong: format!(
            "looking after each of {TRIALS} trials, {:.1} % of equal pairs show a difference",
            percent(stopped)
        ),
        right: format!("looking once, after the number fixed before: {:.1} %", percent(fixed)),
    }
}
