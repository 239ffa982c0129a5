//! How often a group of candidates gets a false verdict, and how often a true one, by simulation.

#[path = "../../tests/simulated/mod.rs"]
mod simulated;

use simulated::{Group, NOISE, first_faster, share, spanning};
use wirecost_measure::compare::{ALPHA, independent};
use wirecost_measure::estimate::median;

const RUNS: usize = 2_000;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("reach") {
        return reach();
    }
    println!("False verdicts: groups of equal candidates that get a winner / any \"slower\", of {RUNS}");
    for trials in [6, 10] {
        for candidates in [2, 3, 4, 6, 12, 25, 40] {
            let group = Group::of(vec![1.0; candidates], trials);
            row(&format!("{candidates} equal, {trials} trials"), &group);
        }
    }
    println!("\nThe same where not all are equal, or the machine drifts");
    for (name, group) in unequal() {
        row(name, &group);
    }
    println!("\nPower: the first is faster than all others; how often it is named the winner");
    for trials in [6, 10] {
        for (name, costs) in [
            ("5 % of 2", first_faster(vec![1.0; 2], 0.05)),
            ("10 % of 2", first_faster(vec![1.0; 2], 0.1)),
            ("5 % of 12", first_faster(vec![1.0; 12], 0.05)),
            ("10 % of 12", first_faster(vec![1.0; 12], 0.1)),
            ("10 % of 40", first_faster(vec![1.0; 40], 0.1)),
            ("10 % of 12 that span 1 to 10x", near(spanning(12), 0.1)),
        ] {
            power(&format!("{name}, {trials} trials"), &Group::of(costs, trials));
        }
    }
    let drifting = Group { drift: 0.01, ..Group::of(first_faster(vec![1.0; 12], 0.3), 6) };
    power("30 % of 12, 6 trials, 1 % drift a process", &drifting);
}

/// Costs whose second is `share` above the first.
fn near(mut costs: Vec<f64>, share: f64) -> Vec<f64> {
    costs[1] = costs[0] * (1.0 + share);
    costs
}

fn unequal() -> Vec<(&'static str, Group)> {
    let costs = |of: &[(usize, f64)]| of.iter().flat_map(|(n, cost)| vec![*cost; *n]).collect::<Vec<_>>();
    let of = |of: &[(usize, f64)]| Group::of(costs(of), 6);
    let noisy = |group: Group, first: usize| {
        let noise = (0..group.costs.len()).map(|place| if place < first { 4.0 } else { 1.0 }).collect();
        Group { noise, ..group }
    };
    vec![
        ("2 equal best of 12", of(&[(2, 1.0), (10, 1.5)])),
        ("3 equal best of 12", of(&[(3, 1.0), (9, 1.5)])),
        ("6 equal best of 12", of(&[(6, 1.0), (6, 1.5)])),
        ("6 pairs of equals", of(&[(2, 1.0), (2, 1.3), (2, 1.7), (2, 2.2), (2, 2.9), (2, 3.7)])),
        ("6 equal best, 6 at 3 % more", of(&[(6, 1.0), (6, 1.03)])),
        ("2 equal of 4x the noise, 10 at 5 % more", noisy(of(&[(2, 1.0), (10, 1.05)]), 2)),
        ("4 equal of 4x the noise, 8 at 5 % more", noisy(of(&[(4, 1.0), (8, 1.05)]), 4)),
        ("12 equal, 4 of 4x the noise", noisy(of(&[(12, 1.0)]), 4)),
        ("12 equal, 1 % drift a process", Group { drift: 0.01, ..of(&[(12, 1.0)]) }),
        ("2 equal best of 12, 1 % drift a process", Group { drift: 0.01, ..of(&[(2, 1.0), (10, 1.5)]) }),
        ("3 equal, 3 % drift a process", Group { drift: 0.03, ..of(&[(3, 1.0)]) }),
        ("2 equal, 3 % drift a process", Group { drift: 0.03, ..of(&[(2, 1.0)]) }),
    ]
}

fn row(name: &str, group: &Group) {
    let shares = NOISE.map(|(noise, draw)| {
        let winner = share(group, draw, RUNS, 1, |said| said.winner.is_some() && said.is_false(&group.costs));
        let any = share(group, draw, RUNS, 1, |said| said.is_false(&group.costs));
        format!("{noise} {:.1} / {:.1} %", winner * 100.0, any * 100.0)
    });
    println!("  {name:<44} {}", shares.join(", "));
}

fn power(name: &str, group: &Group) {
    let shares = NOISE.map(|(noise, draw)| {
        let found = share(group, draw, RUNS, 2, |said| said.winner == Some(0));
        format!("{noise} {:.0} %", found * 100.0)
    });
    println!("  {name:<44} {}", shares.join(", "));
}

/// Prints the slowdown that 80 % of groups show of their fastest among equals, in units of what two alone print as detectable.
fn reach() {
    const GROUPS: usize = 300;
    for (noise, draw) in NOISE {
        let mut random = fastrand::Rng::with_seed(1);
        let mut trials = || -> Vec<f64> { (0..6).map(|_| draw(&mut random).exp()).collect() };
        let printed: Vec<f64> =
            (0..1_000).filter_map(|_| Some(independent(&trials(), &trials(), ALPHA)?.detectable)).collect();
        let alone = median(&printed).ln_1p();
        let shares = [2, 3, 4, 6, 12, 24, 40].map(|candidates| {
            let is_found = |shift: f64| {
                let group = Group::of(first_faster(vec![1.0; candidates], shift.exp_m1()), 6);
                share(&group, draw, GROUPS, 7, |said| said.winner == Some(0)) >= 0.8
            };
            let (mut low, mut high) = (0.0, 0.4);
            for _ in 0..8 {
                let middle = f64::midpoint(low, high);
                if is_found(middle) { high = middle } else { low = middle }
            }
            format!("{candidates}: {:.2}", high / alone)
        });
        println!("  {noise:<10} {}", shares.join(", "));
    }
}
