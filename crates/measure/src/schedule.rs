//! The order of trials (METHOD 8).
//!
//! Trials go in rounds: each round holds one trial of every unit, in an order drawn anew. A drift of the machine over
//! the run then falls on all alike. The order follows from the seed alone, which the run records.

/// The order in which `units` are measured, round by round: indices from 0 to `units - 1`, once each a round.
pub fn rounds(units: usize, rounds: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..rounds)
        .map(|_| {
            let mut round: Vec<usize> = (0..units).collect();
            random.shuffle(&mut round);
            round
        })
        .collect()
}

/// The order in which groups of units are measured, each group side by side and there and back: A B, then B A in the
/// next round. What changes evenly over two rounds falls on both alike, and what changes slowly on neither.
pub fn groups(groups: &[Vec<usize>], rounds: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let first_back: Vec<bool> = groups.iter().map(|_| random.bool()).collect();
    (0..rounds)
        .map(|round| {
            let mut order: Vec<usize> = (0..groups.len()).collect();
            random.shuffle(&mut order);
            let group = |index: usize| {
                let mut group = groups[index].clone();
                if first_back[index] ^ (round % 2 == 1) {
                    group.reverse();
                }
                group
            };
            order.into_iter().flat_map(group).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::median;

    #[test]
    fn every_round_holds_every_unit_once_and_follows_from_the_seed() {
        let order = rounds(7, 6, 42);
        assert_eq!(order, rounds(7, 6, 42));
        assert_ne!(order, rounds(7, 6, 43));
        for mut round in order {
            round.sort_unstable();
            assert_eq!(round, (0..7).collect::<Vec<_>>());
        }
    }

    #[test]
    fn groups_stay_together_and_turn_round_by_round() {
        let order = groups(&[vec![0, 1], vec![2], vec![3, 4, 5]], 4, 7);
        for pair in order.windows(2) {
            let place = |round: &[usize], unit| round.iter().position(|other| *other == unit).unwrap();
            assert_eq!(place(&pair[0], 0).abs_diff(place(&pair[0], 1)), 1, "{order:?}");
            assert_eq!(place(&pair[0], 3).abs_diff(place(&pair[0], 5)), 2, "{order:?}");
            let first = |round: &[usize]| place(round, 0) < place(round, 1);
            assert_ne!(first(&pair[0]), first(&pair[1]), "{order:?}");
        }
    }

    /// METHOD 8: a machine that gets 30 % slower over the run does not rank two equal candidates.
    #[test]
    fn method_8_drift_favours_no_candidate() {
        let mut ahead = [0, 0];
        const RUNS: u64 = 400;
        for seed in 0..RUNS {
            let order: Vec<usize> = rounds(2, 10, seed).concat();
            let mut times = [Vec::new(), Vec::new()];
            for (position, unit) in order.iter().enumerate() {
                times[*unit].push(1.0 + 0.3 * position as f64 / order.len() as f64);
            }
            let (a, b) = (median(&times[0]), median(&times[1]));
            assert!((a / b - 1.0).abs() < 0.05, "seed {seed}: {a} {b}");
            ahead[0] += u64::from(a < b);
            ahead[1] += u64::from(b < a);
        }
        // Two equal candidates: each is ahead as often as the other, within four standard errors.
        assert!(ahead[0].abs_diff(ahead[1]) < 60, "{ahead:?} of {RUNS}");
    }
}
