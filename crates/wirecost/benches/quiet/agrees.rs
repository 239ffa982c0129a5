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

/// Fresh quiet processes of that program for each case, as many as a run has trials.
const PROCESSES: usize = 12;

/// The fewest of them that make a figure, and how many are started for them at the most.
const FEWEST: usize = 4;
const TRIES: usize = 3 * PROCESSES;

/// Runs at the most, until one is quiet enough.
const RUNS: usize = 3;

/// How much slower than the fastest the clock of a process may be, as a factor: beyond it the core was disturbed throughout.
const SLOWEST: f64 = 1.15;

/// A figure in nanoseconds, and the speed of the clock that it belongs to, as ticks of the reference.
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

    /// The same at another speed of the clock.
    fn at(self, ticks: f64) -> f64 {
        self.ns * ticks / self.ticks
    }
}

/// Pairs of a run and of that program, for each case; whoever goes first changes from pair to pair.
pub fn agrees(folder: &Path, count: usize) {
    let mut ratios = vec![Vec::new(); CANDIDATE_CASES.len()];
    for pair in 0..count {
        let theirs = (pair % 2 == 1).then(by_itself);
        let ours: Vec<Option<Figure>> =
            CANDIDATE_CASES.iter().map(|case| (0..RUNS).find_map(|_| by_run(folder, case))).collect();
        let theirs = theirs.unwrap_or_else(by_itself);
        for ((case, ratios), (ours, theirs)) in CANDIDATE_CASES.iter().zip(&mut ratios).zip(ours.iter().zip(theirs)) {
            let name = case.join(" ");
            match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    let (ours, theirs) = (ours.ns, theirs.at(ours.ticks));
                    let ratio = ours / theirs;
                    println!("pair {pair}: {name}: wirecost {ours:.1} ns, by itself {theirs:.1} ns, ratio {ratio:.4}");
                    ratios.push(ratio);
                }
                (None, _) => println!("pair {pair}: {name}: too few quiet trials"),
                (_, None) => println!("pair {pair}: {name}: by itself too few quiet processes"),
            }
        }
    }
    for (case, mut ratios) in CANDIDATE_CASES.iter().zip(ratios) {
        let name = case.join(" ");
        ratios.sort_by(f64::total_cmp);
        match &ratios[..] {
            [least, .., most] => {
                println!("{name}: median ratio {:.4} ({least:.4} to {most:.4})", median(&ratios));
            }
            _ => println!("{name}: {} pairs", ratios.len()),
        }
    }
}

/// The operation of this name.
pub fn kind(operation: &str) -> OperationKind {
    if operation == "encode" { OperationKind::Encode } else { OperationKind::Decode }
}

/// The same program as a runner; none if fewer than two thirds of the trials were quiet, so that a less exact figure had to do.
fn by_run(folder: &Path, [candidate, message, operation]: &[&str; 3]) -> Option<Figure> {
    let program = Apart::new(candidate, message).expect("the candidate takes the message").program(Some(BRACKETED));
    let runner = format!("apart={}", program.display());
    let words = ["--runner", &runner, "--candidate", "apart", "--message", message, "--operation", operation];
    let run = run(folder, &words);
    let case = run.cases.iter().find(|case| case.candidate == "apart" && !case.is_twin()).expect("it is there");
    // The run tells all figures at the fastest clock that it met.
    let ticks = run.cases.iter().flat_map(|case| case.trial_values(EstimateId::ReferenceTicks));
    let figure = Figure {
        ns: case.median(EstimateId::CostNs).expect("it was measured"),
        ticks: ticks.fold(f64::INFINITY, f64::min),
    };
    (3 * case.trial_values(EstimateId::QuietNs).len() >= 2 * case.trials.len()).then_some(figure)
}

/// What `bracketed` finds of each case; none if it found too little quiet time.
fn by_itself() -> Vec<Option<Figure>> {
    // As in a run: a core has another clock while the others sleep.
    let _awake = KeepAwake::on_virtual_machine();
    let figures = CANDIDATE_CASES.map(|[candidate, message, operation]| {
        let operation = kind(operation);
        let apart = Apart::new(candidate, message).expect("the candidate takes the message");
        assert!(apart.takes(operation), "{candidate} has no {} of {message}", operation.name());
        let told = (0..TRIES).filter_map(|_| Figure::of(&apart.told_by(BRACKETED, operation)));
        told.take(PROCESSES).collect::<Vec<_>>()
    });
    let fastest = figures.iter().flatten().map(|figure| figure.ticks).fold(f64::INFINITY, f64::min);
    let of_case = |figures: &Vec<Figure>| {
        let quiet = figures.iter().filter(|figure| figure.ticks < fastest * SLOWEST);
        let costs: Vec<f64> = quiet.map(|figure| figure.at(fastest)).collect();
        (costs.len() >= FEWEST).then(|| Figure { ns: median(&costs), ticks: fastest })
    };
    figures.iter().map(of_case).collect()
}
