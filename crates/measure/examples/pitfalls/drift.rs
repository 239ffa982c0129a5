//! A machine that warms up, throttles or gets a neighbour slows whoever is measured last. Here a mock clock slows by a
//! plan, so that nothing else is seen.

use wirecost_measure::compare::{ALPHA, independent};
use wirecost_measure::schedule::rounds;

use crate::Shown;

/// Trials of either candidate.
const TRIALS: usize = 10;

pub fn show() -> Shown {
    let mut random = fastrand::Rng::with_seed(3);
    // Both candidates take 1,000 ns, give or take 1 %. The machine gets 20 % slower from the first trial to the last.
    let mut trial = |position: usize| {
        let slower = 1.0 + 0.2 * position as f64 / (2 * TRIALS) as f64;
        1_000.0 * slower * (1.0 + 0.02 * (random.f64() - 0.5))
    };
    let one_after_the_other: Vec<f64> = (0..2 * TRIALS).map(&mut trial).collect();
    let (first, second) = one_after_the_other.split_at(TRIALS);
    let mut interleaved = [Vec::new(), Vec::new()];
    for (position, candidate) in rounds(2, TRIALS, 3).concat().into_iter().enumerate() {
        interleaved[candidate].push(trial(position));
    }
    let told = |first: &[f64], second: &[f64]| {
        let comparison = independent(first, second, ALPHA)?;
        let ratio = comparison.ratio;
        let verdict = if comparison.shows_difference(ALPHA) { "a difference" } else { "no difference shown" };
        Some(format!("B over A {:.3} ({:.3}-{:.3}): {verdict}", ratio.median, ratio.low, ratio.high))
    };
    Shown {
        wrong: told(first, second).unwrap_or_default() + ", where A and B cost the same",
        right: told(&interleaved[0], &interleaved[1]).unwrap_or_default() + ", interleaved in random order",
    }
}
