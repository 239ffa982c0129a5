//! How often a slowdown of the size that a run prints as detectable is found, by simulation.

#[path = "../tests/simulated/mod.rs"]
#[allow(dead_code)]
mod simulated;

use simulated::NOISE;
use wirecost_measure::compare::{ALPHA, Comparison, between_runs, independent, paired};
use wirecost_measure::estimate::median;

const RUNS: usize = 4_000;

type Compare = fn(&[f64], &[f64], f64) -> Option<Comparison>;

fn main() {
    println!("Detectable difference: the median of what is printed, and how often a slowdown of that size is found");
    let mut random = fastrand::Rng::with_seed(1);
    for (what, compare) in [("candidates of a run", independent as Compare), ("two builds of a gate", paired)] {
        for (noise, draw) in NOISE {
            for n in [6, 10] {
                let mut trials =
                    |factor: f64| -> Vec<f64> { (0..n).map(|_| factor * draw(&mut random).exp()).collect() };
                line(&format!("{what}, {noise}, {n} trials"), |factor| compare(&trials(1.0), &trials(factor), ALPHA));
            }
        }
    }
    for earlier in [3, 5, 10, 20] {
        let mut runs = |n: usize| -> Vec<f64> { (0..n).map(|_| NOISE[0].1(&mut random).exp()).collect() };
        let compare = |factor: f64| between_runs(&runs(earlier), factor * runs(1)[0], ALPHA);
        line(&format!("a run against {earlier} earlier ones, normal"), compare);
    }
}

/// Prints what `compare` says of a second that is slower by a factor.
fn line(name: &str, mut compare: impl FnMut(f64) -> Option<Comparison>) {
    let printed: Vec<f64> = (0..RUNS).filter_map(|_| Some(compare(1.0)?.detectable)).collect();
    let printed = median(&printed);
    let found = (0..RUNS).filter(|_| compare(1.0 + printed).is_some_and(|c| c.shows_difference(ALPHA)));
    let found = found.count() as f64 / RUNS as f64;
    println!("  {name:<44} {:.1} % printed, found in {:.0} %", printed * 100.0, found * 100.0);
}
