//! What is each layer's share of a SOAP call, and how sure is it? Runs the suite `ladder`: servers that do less and less, in slices.
//! Prints figures, asserts nothing.
//!
//! ```text
//! cargo bench -p wirecost --bench ladder                 the suite as it is
//! cargo bench -p wirecost --bench ladder -- 5 400ms 6    five runs of six trials with longer slices
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use wirecost_measure::estimate::estimate;
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, RunDocument, TrialDocument};
use wirecost_report::rpc::rungs::{Figure, SOAP, share};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let runs = words.first().and_then(|word| word.parse().ok()).unwrap_or(1);
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/ladder.toml"));
    let mut suite: toml::Table = text.expect("it is there").parse().expect("it is TOML");
    let rpc = suite["rpc"].as_table_mut().expect("it has an rpc lab");
    rpc.extend(words.get(1).map(|slices| ("slices".to_owned(), slices.as_str().into())));
    rpc.extend(words.get(2).map(|trials| {
        ("trials".to_owned(), trials.parse::<i64>().expect("the number of trials is a whole number").into())
    }));
    let folder = std::env::temp_dir().join(format!("wirecost-ladder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let path = folder.join("ladder.toml");
    std::fs::write(&path, suite.to_string()).expect("it can be written");
    for run in 0..runs {
        let json = folder.join("run.json");
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
        command.arg("run").arg(&path).arg("--db").arg(folder.join("runs.db")).arg("--json").arg(&json);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it starts");
        println!("run {run}: {status}, {:.1} s", start.elapsed().as_secs_f64());
        let text = std::fs::read_to_string(&json).expect("it was written");
        print(&serde_json::from_str(&text).expect("it is a run"));
    }
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

/// Prints each step as a share of the highest rung: of its round trip, then of the CPU time of both ends.
fn print(run: &RunDocument) {
    let cases: Vec<&CaseDocument> =
        SOAP.iter().filter_map(|rung| run.cases.iter().find(|case| case.candidate == *rung)).collect();
    let of = |case: &CaseDocument, ids: &[EstimateId]| {
        let sum = |trial: &TrialDocument| ids.iter().map(|id| trial.estimates.get(id)).sum::<Option<f64>>();
        let in_turn: BTreeMap<usize, f64> =
            case.trials.iter().filter_map(|trial| Some((trial.position, sum(trial)?))).collect();
        let whole = estimate(&in_turn.values().copied().collect::<Vec<_>>())?;
        let whole = EstimateDocument { median: whole.median, low: whole.low, high: whole.high };
        Some(Figure { whole, in_turn })
    };
    let both = [EstimateId::ServerCpuNs, EstimateId::ClientCpuNs];
    for (what, ids) in [("round trip", &[EstimateId::TimeNs][..]), ("CPU of both ends", &both)] {
        let Some(figures) = cases.iter().map(|case| of(case, ids)).collect::<Option<Vec<_>>>() else {
            println!("  {what}: not every rung has figures");
            continue;
        };
        if let Some(Figure { whole, .. }) = figures.last() {
            println!("  {what}: whole {:.0} ns ({:.0} to {:.0})", whole.median, whole.low, whole.high);
        }
        for (below, upper) in cases.iter().skip(1).enumerate() {
            let share = share(&figures, below + 1);
            let [median, low, high] = [share.median, share.low, share.high].map(|share| share * 100.0);
            let name = &upper.candidate;
            println!("    {name:22} {median:6.1} %  ({low:5.1} to {high:5.1}, {:.1} wide)", high - low);
        }
    }
}
