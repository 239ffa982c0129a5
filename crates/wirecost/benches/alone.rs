//! What changes where a candidate is built alone? Five candidates, each in wirecost's own binary and alone in the same
//! version, interleaved in one run; prints both costs and their ratio, asserts nothing.
//!
//! ```text
//! cargo bench -p wirecost --bench alone -- TRIALS MESSAGE
//! ```
//!
//! 10 trials of `dns-100` where nothing is given. cargo builds the candidates into the user's cache first.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const CANDIDATES: [&str; 5] = ["serde_json", "rmp-serde", "postcard", "prost", "rkyv"];
const OPERATIONS: [&str; 2] = ["decode", "encode"];

fn main() {
    // Cargo adds an option of its own.
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let trials = words.next().unwrap_or_else(|| "10".to_owned());
    let message = words.next().unwrap_or_else(|| "dns-100".to_owned());
    let folder = std::env::temp_dir().join(format!("wirecost-alone-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let versions = versions();
    let run = measured(&folder, &versions, &trials, &message);
    println!(
        "{message}, {trials} trials, time of an operation in nanoseconds with its 95 % interval; {}",
        compiler(&run)
    );
    println!(
        "{:12} {:7} {:>28} {:>28} {:>7}  {:8} alone: bytes of the program, packages",
        "candidate", "", "in the binary", "alone", "ratio", "by"
    );
    for candidate in CANDIDATES {
        let alone = variation(candidate, &versions);
        for operation in OPERATIONS {
            row(&run, candidate, &alone, operation);
        }
    }
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

/// The versions of the candidates in the binary.
fn versions() -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_wirecost")).args(["list", "--json"]).output();
    let listed: Value = serde_json::from_slice(&output.expect("wirecost starts").stdout).expect("it is JSON");
    let text = |candidate: &Value, key: &str| candidate[key].as_str().unwrap_or_default().to_owned();
    let candidates = listed["candidates"].as_array().expect("there are candidates");
    candidates.iter().map(|candidate| (text(candidate, "name"), text(candidate, "version"))).collect()
}

/// The candidate as the command line names it where it is built alone: in the version that the binary has.
fn variation(candidate: &str, versions: &BTreeMap<String, String>) -> String {
    format!("{candidate}@{}", versions[candidate])
}

fn measured(folder: &Path, versions: &BTreeMap<String, String>, trials: &str, message: &str) -> Value {
    let json = folder.join("run.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
    command.args(["run", "full", "--lab", "codec", "--message", message, "--trials", trials]);
    command.args(OPERATIONS.iter().flat_map(|operation| ["--operation", operation]));
    for candidate in CANDIDATES {
        command.args(["--candidate", candidate, "--candidate", &variation(candidate, versions)]);
    }
    // Progress is shown, since building and measuring take minutes.
    let status =
        command.arg("--db").arg(folder.join("runs.db")).arg("--json").arg(&json).stdout(Stdio::null()).status();
    assert!(status.expect("wirecost starts").success(), "the run failed");
    let text = std::fs::read(&json).unwrap_or_else(|error| panic!("{}: {error}", json.display()));
    serde_json::from_slice(&text).expect("it is JSON")
}

fn compiler(run: &Value) -> String {
    let cases = run["cases"].as_array().into_iter().flatten();
    let mut built =
        cases.filter_map(|case| Some((case["build"]["compiler"].as_str()?, case["build"]["flags"].as_str()?)));
    built.next().map_or_else(String::new, |(compiler, flags)| format!("{compiler}, {flags}"))
}

fn row(run: &Value, inside: &str, alone: &str, operation: &str) {
    let case = |name: &str| {
        let mut cases = run["cases"].as_array().into_iter().flatten();
        cases.find(|case| {
            let is_it = case["candidate"] == name && case["operation"] == operation;
            is_it && case["parameters"].get(wirecost_model::TWIN).is_none()
        })
    };
    let (Some(one), Some(other)) = (case(inside), case(alone)) else {
        println!("{inside:12} {operation:7} has no case");
        return;
    };
    // Only times of one kind are compared: the quiet figure where enough parts of both were quiet, else CPU time.
    let both = |estimate: &&str| [one, other].iter().all(|case| case["estimates"][*estimate]["median"].is_number());
    let Some(estimate) = ["quiet_ns", "cpu_ns"].into_iter().find(both) else {
        let reason = |case: &Value| case["reason"].as_str().unwrap_or("no time").to_owned();
        println!("{inside:12} {operation:7} in the binary: {}; alone: {}", reason(one), reason(other));
        return;
    };
    let number = |case: &Value, key: &str| case["estimates"][estimate][key].as_f64().unwrap_or(f64::NAN);
    let told = |case: &Value| {
        format!("{:.0} ({:.0} to {:.0})", number(case, "median"), number(case, "low"), number(case, "high"))
    };
    let ratio = number(other, "median") / number(one, "median");
    println!(
        "{inside:12} {operation:7} {:>28} {:>28} {ratio:7.3}  {estimate:8} {}, {}",
        told(one),
        told(other),
        other["build"]["program_bytes"],
        other["build"]["dependencies"]
    );
}
