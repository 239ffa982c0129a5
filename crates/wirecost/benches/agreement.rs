//! Does wirecost agree with criterion? Ten interleaved pairs of processes, in CPU time; prints ratios, asserts nothing.
//!
//! ```text
//! cargo bench -p wirecost --bench agreement
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use wirecost_measure::estimate::median;

const PAIRS: usize = 10;
const CANDIDATES: [&str; 2] = ["serde_json", "prost"];

fn main() {
    let folder = std::env::temp_dir().join(format!("wirecost-agreement-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for pair in 0..PAIRS {
        // Whoever goes first changes from pair to pair.
        let (ours, theirs) = if pair % 2 == 0 {
            let ours = wirecost(&folder);
            (ours, criterion(&folder))
        } else {
            let theirs = criterion(&folder);
            (wirecost(&folder), theirs)
        };
        for (candidate, (ours, theirs)) in CANDIDATES.into_iter().zip(ours.into_iter().zip(theirs)) {
            println!(
                "pair {pair}: {candidate:10} wirecost {ours:9.0} ns, criterion {theirs:9.0} ns, ratio {:.3}",
                ours / theirs
            );
            ratios.entry(candidate).or_default().push(ours / theirs);
        }
    }
    for (candidate, mut ratios) in ratios {
        ratios.sort_by(f64::total_cmp);
        println!("{candidate}: median ratio {:.3} ({:.3} to {:.3})", median(&ratios), ratios[0], ratios[PAIRS - 1]);
    }
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

fn wirecost(folder: &Path) -> Vec<f64> {
    let json = folder.join("run.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
    command.args(["run", "--message", "dns-100", "--trials", "1", "--seed", "1", "--db"]).arg(folder.join("runs.db"));
    for candidate in CANDIDATES {
        command.args(["--candidate", candidate]);
    }
    let status = command.arg("--json").arg(&json).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("wirecost starts").success());
    let document: serde_json::Value = read(&json);
    let cases = document["cases"].as_array().expect("a run has cases");
    let cost = |candidate: &str| {
        let case = cases.iter().find(|case| case["candidate"] == candidate && case["operation"] == "decode");
        case.and_then(|case| case["estimates"]["cpu_ns"]["median"].as_f64()).expect("it was measured")
    };
    CANDIDATES.into_iter().map(cost).collect()
}

fn criterion(folder: &Path) -> Vec<f64> {
    let status = Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "-p", "wirecost", "--bench", "decode", "--"])
        .args(["--warm-up-time", "0.5", "--measurement-time", "1", "--sample-size", "20", "--noplot"])
        .env("CRITERION_HOME", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.expect("cargo starts").success());
    let cost = |candidate: &str| {
        let estimates: serde_json::Value = read(&folder.join(candidate).join("new/estimates.json"));
        estimates["median"]["point_estimate"].as_f64().expect("criterion writes its estimate")
    };
    CANDIDATES.into_iter().map(cost).collect()
}

fn read(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("it is JSON")
}
