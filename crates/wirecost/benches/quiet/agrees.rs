//! Runs against a program that has nothing of wirecost's ways of measuring.

use std::path::Path;
use std::process::Command;

use wirecost_measure::estimate::median;
use wirecost_model::EstimateId;

use super::{CANDIDATE_CASES, run};

/// Pairs of a run and of that program, for each case; whoever goes first changes from pair to pair.
pub fn agrees(folder: &Path, count: usize) {
    let mut ratios = vec![Vec::new(); CANDIDATE_CASES.len()];
    for pair in 0..count {
        let theirs = (pair % 2 == 1).then(by_itself);
        let ours: Vec<f64> = CANDIDATE_CASES.iter().map(|case| by_run(folder, case)).collect();
        let theirs = theirs.unwrap_or_else(by_itself);
        for (index, (ours, theirs)) in ours.into_iter().zip(theirs).enumerate() {
            let Some(theirs) = theirs else { continue };
            let name = CANDIDATE_CASES[index].join(" ");
            println!(
                "pair {pair}: {name}: wirecost {ours:.1} ns, by itself {theirs:.1} ns, ratio {:.4}",
                ours / theirs
            );
            ratios[index].push(ours / theirs);
        }
    }
    for (case, mut ratios) in CANDIDATE_CASES.iter().zip(ratios) {
        ratios.sort_by(f64::total_cmp);
        match &ratios[..] {
            [least, .., most] => {
                println!("{}: median ratio {:.4} ({least:.4} to {most:.4})", case.join(" "), median(&ratios));
            }
            _ => println!("{}: {} pairs", case.join(" "), ratios.len()),
        }
    }
}

fn by_run(folder: &Path, [candidate, message, operation]: &[&str; 3]) -> f64 {
    let run = run(folder, &["--candidate", candidate, "--message", message, "--operation", operation]);
    let case = run.cases.iter().find(|case| case.candidate == *candidate && !case.is_twin());
    case.and_then(|case| case.median(EstimateId::CostNs)).expect("it was measured")
}

/// What `bracketed` finds of each case; none where it found no quiet sample.
fn by_itself() -> Vec<Option<f64>> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["bench", "--quiet", "--workspace", "--bench", "bracketed", "--"]);
    let output = command.args(CANDIDATE_CASES.iter().flatten()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let cost = |case: &[&str; 3]| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{} ", case.join(" "))))?;
        line.split(' ').next()?.parse().ok()
    };
    CANDIDATE_CASES.iter().map(cost).collect()
}
