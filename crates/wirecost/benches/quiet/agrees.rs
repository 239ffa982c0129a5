//! Runs against a program that has nothing of wirecost's ways of measuring.

use std::path::Path;

use wirecost_codec_protocol::OperationKind;
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;
use wirecost_model::EstimateId;

use super::apart::Apart;
use super::{CANDIDATE_CASES, run};

/// The program.
const BRACKETED: &str = concat!(include_str!("../apart/ready.rs"), include_str!("../apart/bracketed.rs"));

/// Fresh quiet processes of that program in each pair, as many as a run has trials of a candidate and its twin, and how many are started
/// for them at the most.
const PROCESSES: usize = 12;
const TRIES: usize = 4 * PROCESSES;

/// The fewest quiet processes of a side that make a figure.
const FEWEST: usize = 6;

/// How much slower than the fastest the clock of a process may be, as a factor: beyond it the core was disturbed throughout.
const SLOWEST: f64 = 1.10;

/// A figure of one process in nanoseconds, and the speed of the clock that it belongs to, as ticks of the reference.
#[derive(Clone, Copy)]
struct Figure {
    ns: f64,
    ticks: f64,
}

impl Figure {
    fn of(told: &str) -> Option<Self> {
        let (ns, ticks) = told.trim().split_once(' ')?;
        Some(Self { ns: ns.parse().ok()?, ticks: ticks.parse().ok()? })
    }
}

/// What processes take on the whole at this speed of the clock, in nanoseconds: the mean of the middle half, since where memory lies makes
/// two kinds of processes of some candidates. None of too few.
fn on_the_whole(figures: &[Figure], ticks: f64) -> Option<f64> {
    let quiet = figures.iter().filter(|figure| figure.ticks <= ticks * SLOWEST);
    let mut costs: Vec<f64> = quiet.map(|figure| figure.ns * ticks / figure.ticks).collect();
    costs.sort_by(f64::total_cmp);
    let middle = &costs[costs.len() / 4..costs.len() - costs.len() / 4];
    (costs.len() >= FEWEST).then(|| middle.iter().sum::<f64>() / middle.len() as f64)
}

/// Pairs of a run and of processes of that program, for each case; whoever goes first changes from pair to pair.
pub fn agrees(folder: &Path, count: usize) {
    for case in &CANDIDATE_CASES {
        let (name, mut ratios) = (case.join(" "), Vec::new());
        for pair in 0..count {
            let theirs = (pair % 2 == 1).then(|| by_itself(case));
            let ours = by_run(folder, case);
            let theirs = theirs.unwrap_or_else(|| by_itself(case));
            let ticks = ours.iter().chain(&theirs).map(|figure| figure.ticks).fold(f64::INFINITY, f64::min);
            match (on_the_whole(&ours, ticks), on_the_whole(&theirs, ticks)) {
                (Some(ours), Some(theirs)) => {
                    let ratio = ours / theirs;
                    println!("pair {pair}: {name}: wirecost {ours:.1} ns, by itself {theirs:.1} ns, ratio {ratio:.4}");
                    ratios.push(ratio);
                }
                _ => println!("pair {pair}: {name}: {} and {} quiet processes are too few", ours.len(), theirs.len()),
            }
        }
        ratios.sort_by(f64::total_cmp);
        match &ratios[..] {
            [least, .., most] => {
                println!(
                    "{name}: median ratio {:.4} ({least:.4} to {most:.4}), {} pairs",
                    median(&ratios),
                    ratios.len()
                );
            }
            _ => println!("{name}: {} pairs", ratios.len()),
        }
    }
}

/// The operation of this name.
pub fn kind(operation: &str) -> OperationKind {
    if operation == "encode" { OperationKind::Encode } else { OperationKind::Decode }
}

/// The quiet trials of a run with the same program as a runner.
fn by_run(folder: &Path, [candidate, message, operation]: &[&str; 3]) -> Vec<Figure> {
    let program = Apart::new(candidate, message).expect("the candidate takes the message").program(Some(BRACKETED));
    let runner = format!("apart={}", program.display());
    let words = ["--runner", &runner, "--candidate", "apart", "--message", message, "--operation", operation];
    let run = run(folder, &words);
    // The run tells all figures at the fastest clock that it met.
    let ticks = run.cases.iter().flat_map(|case| case.trial_values(EstimateId::ReferenceTicks));
    let ticks = ticks.fold(f64::INFINITY, f64::min);
    let cases = run.cases.iter().filter(|case| case.candidate == "apart");
    cases.flat_map(|case| case.trial_values(EstimateId::QuietNs)).map(|ns| Figure { ns, ticks }).collect()
}

/// What quiet processes of `bracketed` tell.
fn by_itself([candidate, message, operation]: &[&str; 3]) -> Vec<Figure> {
    // As in a run: a core has another clock while the others sleep.
    let _awake = KeepAwake::on_virtual_machine();
    let operation = kind(operation);
    let apart = Apart::new(candidate, message).expect("the candidate takes the message");
    assert!(apart.takes(operation), "{candidate} has no {} of {message}", operation.name());
    let told = (0..TRIES).filter_map(|_| Figure::of(&apart.told_by(BRACKETED, operation)));
    told.take(PROCESSES).collect()
}
