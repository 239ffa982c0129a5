//! What neighbours of other kinds do to figures, and which of them the reference sees.

use std::path::Path;
use std::process::{Command, Stdio};

use wirecost_measure::estimate::median;
use wirecost_model::EstimateId;

use super::{Busy, built, run, trials};

/// What each of them does is in the example's own text.
const KINDS: [&str; 4] = ["arithmetic", "vectors", "cache", "bandwidth"];

/// Runs beside each neighbour against runs without, one of each kind in a round: the neighbour on the core that measures,
/// which takes turns with it, or on the other one, which shares the last cache and the memory.
pub fn neighbours(folder: &Path, count: usize) {
    let program = built("neighbour");
    // Whatever is started from here on runs on the first core, where nothing else is said.
    let pinned =
        Command::new("taskset").args(["-cp", "0", &std::process::id().to_string()]).stdout(Stdio::null()).status();
    assert!(pinned.expect("taskset starts").success());
    // Its tree of values does not fit into the caches of a core.
    let large = folder.join("large.json");
    let items: Vec<String> = (0..20_000).map(|n| format!("{{\"id\": {n}, \"name\": \"item {n}\"}}")).collect();
    std::fs::write(&large, format!("{{\"items\": [{}]}}", items.join(", "))).expect("it can be written");
    let large = large.to_str().expect("the folder has a plain name");
    for (candidate, message) in
        [("serde_json", "dns-100"), ("serde_json-value", "dns-100"), ("serde_json-value", large)]
    {
        let words = ["--candidate", candidate, "--message", message, "--operation", "decode", "--trials", "4"];
        let name = if message == large { "20,000 items" } else { message };
        let mut ratios = vec![Vec::new(); 2 * KINDS.len()];
        let mut shares = vec![Vec::new(); 2 * KINDS.len() + 1];
        for _ in 0..count {
            let (alone, share) = figures(folder, &words);
            shares[2 * KINDS.len()].push(share);
            for (index, ratios) in ratios.iter_mut().enumerate() {
                let mut command = Command::new("taskset");
                command.args(["-c", &(index % 2).to_string()]).arg(&program).arg(KINDS[index / 2]);
                let _busy = Busy(vec![command.stdout(Stdio::null()).spawn().expect("taskset starts")]);
                let (beside, share) = figures(folder, &words);
                ratios.push(beside / alone);
                shares[index].push(share);
            }
        }
        println!("{candidate} {name}: alone, {:.0} % of parts quiet", median(&shares[2 * KINDS.len()]) * 100.0);
        for (index, mut ratios) in ratios.into_iter().enumerate() {
            ratios.sort_by(f64::total_cmp);
            println!(
                "  beside {} on {}: {:.3} ({:.3} to {:.3}) of that, {:.0} % quiet",
                KINDS[index / 2],
                ["its core", "the other core"][index % 2],
                median(&ratios),
                ratios[0],
                ratios[ratios.len() - 1],
                median(&shares[index]) * 100.0
            );
        }
    }
}

/// The cost that a run gives its candidate, and the share of parts that were quiet.
fn figures(folder: &Path, words: &[&str]) -> (f64, f64) {
    let run = run(folder, words);
    let mut figures = run.cases.iter().filter(|case| !case.is_control() && !case.is_twin());
    let cost = figures.find_map(|case| case.median(EstimateId::CostNs)).expect("it was measured");
    let shares = trials(&run).filter_map(|trial| trial.estimates.get(&EstimateId::QuietShare).copied());
    (cost, median(&shares.collect::<Vec<_>>()))
}
