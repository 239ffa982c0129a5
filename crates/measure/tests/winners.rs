//! METHOD 37: what is said of equal candidates is false in at most 5 % of groups, and what is true is still found.

mod simulated;

use simulated::{Group, NOISE, Said, first_faster, share, spanning};
use wirecost_measure::compare::{ALPHA, independent};
use wirecost_measure::estimate::median;
use wirecost_measure::fastest;

const RUNS: usize = 400;

/// 35 of 400 is the 99.9 % bound of an exact 5 % test.
const MOST: f64 = 35.0 / RUNS as f64;

#[test]
fn method_37_equal_candidates_seldom_get_a_verdict() {
    for candidates in [2, 3, 4, 7, 12, 25, 40] {
        for trials in [6, 10] {
            holds(&format!("{candidates} equal, {trials} trials"), &Group::of(vec![1.0; candidates], trials));
        }
    }
}

#[test]
fn method_37_equally_fast_candidates_are_not_ranked() {
    for best in [2, 3, 6] {
        let costs = [vec![1.0; best], vec![1.5; 12 - best]].concat();
        holds(&format!("{best} equal best of 12"), &Group::of(costs, 6));
    }
    let pairs = (0..12).map(|place| 1.3f64.powi(place / 2)).collect();
    holds("6 pairs of equals", &Group::of(pairs, 6));
    let close = [vec![1.0; 6], vec![1.03; 6]].concat();
    holds("6 equal best, 6 close behind", &Group::of(close, 6));
}

#[test]
fn method_8_a_drift_makes_no_winner_of_equals() {
    for (candidates, drift) in [(2, 0.03), (3, 0.03), (12, 0.01), (12, -0.01)] {
        let group = Group { drift, ..Group::of(vec![1.0; candidates], 6) };
        holds(&format!("{candidates} equal, drift {drift}"), &group);
    }
}

/// Asserts that at most 5 % of what is said of a group is false, within the sampling error.
fn holds(name: &str, group: &Group) {
    for (noise, draw) in NOISE {
        let wrong = share(group, draw, RUNS, 37, |said| said.is_false(&group.costs));
        assert!(wrong <= MOST, "{name}, {noise}: {:.1} % say something false", wrong * 100.0);
    }
}

#[test]
fn ten_percent_are_found_among_twelve() {
    let mut spanned = spanning(12);
    spanned[1] = 1.1;
    for (name, costs) in [("equals", first_faster(vec![1.0; 12], 0.1)), ("1 to 10x", spanned)] {
        for (noise, draw) in &NOISE[..2] {
            let found = share(&Group::of(costs.clone(), 6), *draw, RUNS / 2, 10, |said| said.winner == Some(0));
            assert!(found >= 0.8, "among {name}, {noise}: {:.1} %", found * 100.0);
        }
    }
}

/// Without the pace of rounds the drift hides all of it.
#[test]
fn thirty_percent_are_found_though_each_process_is_one_percent_slower_than_the_last() {
    let group = Group { drift: 0.01, ..Group::of(first_faster(vec![1.0; 12], 0.3), 6) };
    for (noise, draw) in &NOISE[..2] {
        let found = share(&group, *draw, RUNS / 2, 30, |said| said.winner == Some(0));
        assert!(found >= 0.8, "{noise}: {:.1} %", found * 100.0);
    }
}

#[test]
fn unclear_figures_have_no_winner() {
    let said = |trials: &[Vec<f64>]| Said::of(trials).faster.len();
    assert_eq!(said(&[vec![1.0; 6]]), 0, "nobody to compare with");
    assert_eq!(said(&[vec![1.0], vec![2.0], vec![3.0]]), 0, "one trial each");
    assert_eq!(said(&[vec![1.0; 6], vec![1.0; 6], vec![1.0; 6]]), 0, "a clock that tells nothing");
    assert_eq!(said(&[vec![0.0; 6], vec![1.0; 6], vec![f64::NAN; 6]]), 0, "no time at all");
    let apart = |cost: f64, trials: usize| (0..trials).map(|trial| cost + trial as f64).collect::<Vec<_>>();
    assert_eq!(said(&[apart(100.0, 6), apart(200.0, 6), apart(300.0, 6)]), 2);
    assert_eq!(said(&[apart(100.0, 6), apart(200.0, 5), apart(300.0, 6)]), 2, "one trial less");
}

/// What two alone print as detectable, times [`fastest::reach`], is found of the fastest of many.
#[test]
fn method_13_the_reach_of_a_group_is_what_it_takes_to_find_its_fastest() {
    let mut random = fastrand::Rng::with_seed(13);
    for (noise, draw) in &NOISE[..2] {
        let mut trials = || -> Vec<f64> { (0..6).map(|_| draw(&mut random).exp()).collect() };
        let printed: Vec<f64> =
            (0..400).filter_map(|_| Some(independent(&trials(), &trials(), ALPHA)?.detectable)).collect();
        for candidates in [3, 12, 40] {
            let slowdown = (median(&printed).ln_1p() * fastest::reach(candidates)).exp_m1();
            let group = Group::of(first_faster(vec![1.0; candidates], slowdown), 6);
            let found = share(&group, *draw, RUNS / 2, 13, |said| said.winner == Some(0));
            // 80 % less two standard errors.
            assert!(found >= 0.74, "{candidates}, {noise}: {slowdown:.3} found in {:.0} %", found * 100.0);
        }
    }
}
