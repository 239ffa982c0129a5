//! Runs against a program that has nothing of wirecost's ways of measuring.

use std::path::Path;

use wirecost_codec_protocol::OperationKind;
use wirecost_host::KeepAwake;
use wirecost_measure::estimate::median;
use wirecost_model::EstimateId;

use super::apart::Apart;
use super::{CANDIDATE_CASES, run};

/// What becomes of results: dropped at once, or kept for a batch, as a runner keeps them.
const WAYS: [&str; 2] = ["dropped", "kept"];

/// Pairs of a run and of that program, for each case; whoever goes first changes from pair to pair.
pub fn agrees(folder: &Path, count: usize) {
    let mut ratios = vec![Vec::new(); CANDIDATE_CASES.len() * WAYS.len()];
    for pair in 0..count {
        let theirs = (pair % 2 == 1).then(by_itself);
        let ours: Vec<f64> = CANDIDATE_CASES.iter().map(|case| by_run(folder, case)).collect();
        let theirs = theirs.unwrap_or_else(by_itself);
        for (index, theirs) in theirs.into_iter().enumerate() {
            let (Some(theirs), ours) = (theirs, ours[index / WAYS.len()]) else { continue };
            let name = name(index);
            println!(
                "pair {pair}: {name}: wirecost {ours:.1} ns, by itself {theirs:.1} ns, ratio {:.4}",
                ours / theirs
            );
            ratios[index].push(ours / theirs);
        }
    }
    for (index, mut ratios) in ratios.into_iter().enumerate() {
        ratios.sort_by(f64::total_cmp);
        match &ratios[..] {
            [least, .., most] => {
                println!("{}: median ratio {:.4} ({least:.4} to {most:.4})", name(index), median(&ratios));
            }
            _ => println!("{}: {} pairs", name(index), ratios.len()),
        }
    }
}

/// A case and a way, as `bracketed` names them.
fn name(index: usize) -> String {
    format!("{} {}", CANDIDATE_CASES[index / WAYS.len()].join(" "), WAYS[index % WAYS.len()])
}

fn by_run(folder: &Path, [candidate, message, operation]: &[&str; 3]) -> f64 {
    let run = run(folder, &["--candidate", candidate, "--message", message, "--operation", operation]);
    let case = run.cases.iter().find(|case| case.candidate == *candidate && !case.is_twin());
    case.and_then(|case| case.median(EstimateId::CostNs)).expect("it was measured")
}

/// What `bracketed` finds of each case, in each of the [`WAYS`]; none if it found no quiet sample.
fn by_itself() -> Vec<Option<f64>> {
    // As in a run: a core has another clock while the others sleep.
    let _awake = KeepAwake::on_virtual_machine();
    let main = concat!(include_str!("../apart/ready.rs"), include_str!("../apart/bracketed.rs"));
    let mut all = Vec::with_capacity(CANDIDATE_CASES.len() * WAYS.len());
    for [candidate, message, operation] in CANDIDATE_CASES {
        let operation = if operation == "encode" { OperationKind::Encode } else { OperationKind::Decode };
        let apart = Apart::new(candidate, message).expect("the candidate takes the message");
        assert!(apart.takes(operation), "{candidate} has no {} of {message}", operation.name());
        let text = apart.told_by(main, operation);
        let cost = |way: &str| -> Option<f64> {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{way} ")))?;
            line.split(' ').next()?.parse().ok()
        };
        all.extend(WAYS.map(cost));
    }
    all
}
