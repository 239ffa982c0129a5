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

/// What quiet processes take at this speed of the clock, in nanoseconds, in order.
fn costs(figures: &[Figure], ticks: f64) -> Vec<f64> {
    let quiet = figures.iter().filter(|figure| figure.ticks <= ticks * SLOWEST);
    let mut costs: Vec<f64> = quiet.map(|figure| figure.ns * ticks / figure.ticks).collect();
    costs.sort_by(f64::total_cmp);
    costs
}

/// What the processes of one pair take on the whole: the mean of the middle half. None of too few.
fn on_the_whole(figures: &[Figure], ticks: f64) -> Option<f64> {
    let costs = costs(figures, ticks);
    let middle = &costs[costs.len() / 4..costs.len() - costs.len() / 4];
    (costs.len() >= FEWEST).then(|| mean(middle))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What all processes of a side take: the mean, since where memory lies makes two kinds of processes of some candidates, and the middle of
/// two kinds is that of the one that happens to be in the majority. The tenth that is slowest is left out.
fn of_all(figures: &[Figure], ticks: f64) -> f64 {
    let costs = costs(figures, ticks);
    mean(&costs[..costs.len() - costs.len() / 10])
}

/// Pairs of a run and of processes of that program, for each case, or for those of one candidate; whoever goes first changes from pair to
/// pair.
pub fn agrees(folder: &Path, count: usize, candidate: Option<&str>) {
    for case in CANDIDATE_CASES.iter().filter(|case| candidate.is_none_or(|name| name == case[0])) {
        let (name, mut ratios) = (case.join(" "), Vec::new());
        let (mut all_ours, mut all_theirs) = (Vec::new(), Vec::new());
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
            all_ours.extend(ours);
            all_theirs.extend(theirs);
        }
        let ticks = all_ours.iter().chain(&all_theirs).map(|figure| figure.ticks).fold(f64::INFINITY, f64::min);
        println!(
            "{name}: {} and {} quiet processes: ratio {:.4}",
            costs(&all_ours, ticks).len(),
            costs(&all_theirs, ticks).len(),
            of_all(&all_ours, ticks) / of_all(&all_theirs, ticks)
        );
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
