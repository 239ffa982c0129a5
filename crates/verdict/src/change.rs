//! Where the cost of a case changed from one run to the next.
//!
//! The test is that of A. N. Pettitt, "A non-parametric approach to the change-point problem", Applied Statistics 28
//! (1979), with its p by permutation: a series that only varies is divided with a probability of at most [`ALPHA`]. Both
//! sides of a change are searched in the same way.

use wirecost_measure::compare::ALPHA;
use wirecost_measure::estimate::median;

use crate::history::History;

/// Permutations beside the series itself: with it, the least possible p is 1 in 2,000.
const PERMUTATIONS: usize = 1_999;

/// The same series gives the same answer.
const SEED: u64 = 1979;

/// A change of level between two runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The index of the first point after it.
    pub at: usize,
    /// The level after it in units of the level before it. Levels are medians between two changes.
    pub ratio: f64,
    /// How probable a change as clear as this is in a series that only varies.
    pub p: f64,
}

/// The changes in a history, the earliest first. Only those count that are larger than the noise floor of its runs, by
/// their median.
pub fn changes(history: &History) -> Vec<Change> {
    let points = &history.points;
    let costs: Vec<f64> = points.iter().map(|point| point.cost.median).collect();
    let mut found = Vec::new();
    divide(&costs, 0, &mut found);
    found.sort_by_key(|(at, _)| *at);
    let mut ends: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
    ends.push(costs.len());
    let level = |from: usize, to: usize| median(&costs[from..to]);
    let begins = std::iter::once(0).chain(ends.iter().copied());
    let changes = found.iter().zip(begins).zip(ends.iter().skip(1)).map(|(((at, p), from), to)| Change {
        at: *at,
        ratio: level(*at, *to) / level(from, *at),
        p: *p,
    });
    let floors: Vec<f64> = points.iter().filter_map(|point| point.noise_floor).filter(|it| it.is_finite()).collect();
    let floor = if floors.is_empty() { 0.0 } else { median(&floors) };
    changes.filter(|change| change.ratio.max(1.0 / change.ratio) > 1.0 + floor).collect()
}

/// Divides a series that begins at `first` of its history where it changes, and both parts again.
fn divide(costs: &[f64], first: usize, found: &mut Vec<(usize, f64)>) {
    let ranks = ranks(costs);
    let Some((at, strength)) = clearest(&ranks) else { return };
    let mut shuffled = ranks.clone();
    let mut draw = fastrand::Rng::with_seed(SEED);
    let as_clear = (0..PERMUTATIONS).filter(|_| {
        draw.shuffle(&mut shuffled);
        clearest(&shuffled).is_some_and(|(_, other)| other >= strength)
    });
    let p = (1 + as_clear.count()) as f64 / (1 + PERMUTATIONS) as f64;
    if p <= ALPHA {
        found.push((first + at, p));
        divide(&costs[..at], first, found);
        divide(&costs[at..], first + at, found);
    }
}

/// The place that divides a series best, and how well: the largest of Pettitt's U, from ranks.
fn clearest(ranks: &[f64]) -> Option<(usize, f64)> {
    let count = ranks.len() as f64;
    let mut sum = 0.0;
    let strength = |(index, rank): (usize, &f64)| {
        sum += rank;
        (index + 1, (2.0 * sum - (index + 1) as f64 * (count + 1.0)).abs())
    };
    let places = ranks.iter().enumerate().map(strength).take(ranks.len().saturating_sub(1));
    places.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The rank of each value from 1; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Point;
    use wirecost_model::{EstimateDocument, EstimateId};

    fn history(costs: &[f64]) -> History {
        let point = |(number, cost): (usize, &f64)| Point {
            run_id: number.to_string(),
            started: String::new(),
            version: String::new(),
            cost: EstimateDocument { median: *cost, low: *cost, high: *cost },
            trials: 6,
            noise_floor: Some(0.03),
        };
        let points = costs.iter().enumerate().map(point).collect();
        History { key: "case".into(), estimate: EstimateId::CostNs, message: None, points }
    }

    fn noisy(levels: &[f64], seed: u64) -> Vec<f64> {
        let mut draw = fastrand::Rng::with_seed(seed);
        levels.iter().map(|level| level * (1.0 + 0.01 * draw.f64())).collect()
    }

    #[test]
    fn a_step_is_found_where_it_is() {
        let found = changes(&history(&noisy(&[[100.0; 6], [120.0; 6]].concat(), 1)));
        assert_eq!(found.iter().map(|change| change.at).collect::<Vec<_>>(), [6], "{found:?}");
        assert!((found[0].ratio - 1.2).abs() < 0.02 && found[0].p < 0.01, "{found:?}");
    }

    #[test]
    fn two_steps_are_found_with_the_levels_between_them() {
        let found = changes(&history(&noisy(&[[100.0; 8], [150.0; 8], [110.0; 8]].concat(), 2)));
        assert_eq!(found.iter().map(|change| change.at).collect::<Vec<_>>(), [8, 16], "{found:?}");
        assert!((found[0].ratio - 1.5).abs() < 0.03 && (found[1].ratio - 0.733).abs() < 0.03, "{found:?}");
    }

    #[test]
    fn few_runs_and_small_steps_show_nothing() {
        assert_eq!(changes(&history(&[100.0, 100.0, 200.0, 200.0])), [], "four runs are too few");
        assert_eq!(changes(&history(&noisy(&[[100.0; 8], [102.0; 8]].concat(), 3))), [], "below the noise floor");
        assert_eq!(changes(&history(&[])), []);
        assert_eq!(changes(&history(&[5.0; 20])), []);
        assert_eq!(changes(&history(&[f64::NAN; 9])), []);
    }

    #[test]
    fn a_series_that_only_varies_is_seldom_divided() {
        let series = 400;
        let mut draw = fastrand::Rng::with_seed(5);
        let divided = (0..series).filter(|_| {
            let mut found = Vec::new();
            divide(&(0..12).map(|_| draw.f64()).collect::<Vec<_>>(), 0, &mut found);
            !found.is_empty()
        });
        let divided = divided.count();
        // 20 are expected; 34 or more are seen once in a thousand times.
        assert!((1..34).contains(&divided), "{divided} of {series}");
    }
}
