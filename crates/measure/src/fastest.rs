//! Who is certainly slower than the fastest of a group of candidates (METHOD 37).
//!
//! The fastest is found by looking, so that one comparison after the other says too much: of twelve equal candidates one
//! is always the fastest and one the slowest. A candidate counts as slower than the fastest only where both of these
//! hold:
//!
//! - the rank-sum test of the two shows a difference;
//! - every leading part of the order that holds both, three candidates or more, differs by the range of its means: the
//!   trials of a round are exchanged among the candidates of the part at random, and at most [`ALPHA`] of these
//!   exchanges give a range as wide (Fisher's randomization test; the steps are those of Newman and Keuls).
//!
//! Where all are equal, any claim needs the test of the whole group to fail, which it does in at most [`ALPHA`] of runs
//! whatever the noise, also where the machine drifts from round to round. Where several are equally fast and the others
//! clearly slower, the same holds of the part that these make up. All claims are of the fastest, so that there is one
//! such part and not several. What is not held: equal candidates among others of nearly their cost and of much less
//! noise.

use crate::compare::{ALPHA, logarithms};
use crate::estimate::median;
use crate::rank;
use crate::rounds::Rounds;

/// Exchanges that are drawn. With the one that was seen they are 400, of which 20 are [`ALPHA`]: the test is exact with
/// any number for which that is whole (Dwass, Annals of Mathematical Statistics 28, 1957).
const DRAWN: usize = 399;

/// How many mean distances from the middle of its round a trial counts at most: one trial that an interrupt made slow is
/// not to decide alone.
const REACH: f64 = 3.0;

/// How many times as large as between two alone a difference must be, as a logarithm, for four of five runs to show it of the fastest
/// of so many `candidates`. Found by simulation of equals, of which one is faster, with 6 trials of normal and skewed noise: 1.1 for
/// three, 1.3 for twelve, and 1.5 for forty (`tests/winners.rs`).
pub fn reach(candidates: usize) -> f64 {
    1.0 + 0.15 * (candidates.max(2) as f64 - 1.0).ln()
}

/// For each but the first of `candidates`, whether it is certainly slower than the first. They come in the order of
/// their medians, each with its index in `rounds` and its trials in order of rounds.
pub fn slower(candidates: &[(usize, &[f64])], rounds: &Rounds) -> Vec<bool> {
    let trials: Vec<&[f64]> = candidates.iter().map(|(_, trials)| *trials).collect();
    let apart = set_apart(&trials);
    let Some(((first, base), others)) = candidates.split_first() else { return Vec::new() };
    let others = others.iter().enumerate().map(|(place, (other, trials))| {
        place + 1 >= apart && {
            let without = [*first, *other];
            let (base, trials) = (rounds.level(base, &without), rounds.level(trials, &without));
            median(&trials) > median(&base) && rank::sum_p(&base, &trials) <= ALPHA
        }
    });
    others.collect()
}

/// The first place, counted from 0, whose candidate and all after it are set apart from the first by every leading part
/// of the order that holds them. Pairs are for a test of their own.
fn set_apart(candidates: &[&[f64]]) -> usize {
    let rounds = candidates.iter().map(|trials| trials.len()).min().unwrap_or_default();
    let logarithms: Option<Vec<Vec<f64>>> = candidates.iter().map(|trials| logarithms(&trials[..rounds])).collect();
    let Some(logarithms) = logarithms else { return candidates.len() };
    let mut random = fastrand::Rng::with_seed(0);
    let parts = (3..=candidates.len()).rev();
    let differing = parts.take_while(|size| ranges_differ(&logarithms[..*size], rounds, &mut random)).count();
    // With all parts down to the first three set apart, the second is left to the test of pairs.
    if differing + 2 >= candidates.len() { 1 } else { candidates.len() - differing }
}

/// Whether candidates differ by the range of their means, at [`ALPHA`]. `trials` are logarithms.
fn ranges_differ(trials: &[Vec<f64>], rounds: usize, random: &mut fastrand::Rng) -> bool {
    let mut by_round = middled(trials, rounds);
    let mut sums = vec![0.0; trials.len()];
    let mut range = |by_round: &[Vec<f64>]| {
        sums.fill(0.0);
        for round in by_round {
            sums.iter_mut().zip(round).for_each(|(sum, trial)| *sum += trial);
        }
        let (low, high) = sums.iter().fold((f64::MAX, f64::MIN), |(low, high), sum| (low.min(*sum), high.max(*sum)));
        high - low
    };
    // Sums of the same numbers in another order differ in their last digits.
    let seen = range(&by_round) * (1.0 - 1e-9);
    let most = (ALPHA * (DRAWN + 1) as f64) as usize;
    let mut as_wide = 1;
    for _ in 0..DRAWN {
        by_round.iter_mut().for_each(|round| random.shuffle(round));
        as_wide += usize::from(range(&by_round) >= seen);
        if as_wide > most {
            return false;
        }
    }
    true
}

/// The trials of each round as distances from its middle, none farther than [`REACH`] times what is usual. An exchange
/// within a round changes neither.
fn middled(trials: &[Vec<f64>], rounds: usize) -> Vec<Vec<f64>> {
    let mut by_round: Vec<Vec<f64>> =
        (0..rounds).map(|round| trials.iter().map(|candidate| candidate[round]).collect()).collect();
    for round in &mut by_round {
        let middle = median(round);
        round.iter_mut().for_each(|trial| *trial -= middle);
    }
    let all = by_round.iter().flatten();
    let farthest = REACH * all.map(|trial| trial.abs()).sum::<f64>() / (rounds * trials.len()).max(1) as f64;
    by_round.iter_mut().flatten().for_each(|trial| *trial = trial.clamp(-farthest, farthest));
    by_round
}
