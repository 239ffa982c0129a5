//! The figures that wirecost promises of itself: how long `quick` and `list` take, how soon a run says
//! what it does, and what an empty operation costs.
//! Prints them with the bars, asserts nothing.
//!
//! ```text
//! cargo bench -p wirecost --bench bars
//! ```

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use wirecost_measure::estimate::median;

const LISTINGS: usize = 20;

fn main() {
    let folder = std::env::temp_dir().join(format!("wirecost-bars-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let json = folder.join("run.json");
    let wirecost = |arguments: &[&str]| {
        let start = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_wirecost"))
            .args(arguments)
            .arg("--db")
            .arg(folder.join("runs.db"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // 1: a case was invalid, as those of the http lab are on a busy machine.
        assert!(status.expect("wirecost starts").code().is_some_and(|code| code <= 1), "{arguments:?}");
        start.elapsed()
    };
    wirecost(&["list"]);
    let listings: Vec<f64> = (0..LISTINGS).map(|_| wirecost(&["list"]).as_secs_f64() * 1e3).collect();
    println!("list, versions cached: {:.1} ms, median of {LISTINGS} (bar: 50 ms)", median(&listings));
    let first: Vec<f64> = (0..LISTINGS).map(|_| first_progress_ms(&folder)).collect();
    println!("run, until its first progress: {:.1} ms, median of {LISTINGS} (bar: 300 ms)", median(&first));
    let http = wirecost(&["run", "--lab", "http"]);
    println!("quick, http lab with its A/A pair: {:.1} s (bar: 20 s)", http.as_secs_f64());
    let quick = wirecost(&["run", "--lab", "codec", "--json", json.to_str().expect("a path of ours")]);
    println!("quick, codec lab: {:.1} s (bar: 45 s)", quick.as_secs_f64());
    let text = std::fs::read_to_string(&json).expect("the run wrote it");
    let document: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let cases = document["cases"].as_array().expect("a run has cases");
    let empty = cases.iter().find(|case| case["candidate"] == "empty").expect("the control is always measured");
    let cost = empty["estimates"]["cpu_ns"]["median"].as_f64().expect("it has a figure");
    println!("an empty operation: {cost:.2} ns of CPU (bar: 3 ns)");
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

/// From the start of a run to the first that a user sees of it, in milliseconds.
fn first_progress_ms(folder: &Path) -> f64 {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wirecost"))
        .args(["run", "--dry-run", "--db"])
        .arg(folder.join("runs.db"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wirecost starts");
    let mut said = child.stderr.take().expect("it is a pipe");
    said.read_exact(&mut [0]).expect("a run says what it does");
    let elapsed = start.elapsed();
    // What it says besides is of no interest, but it must not wait for a reader.
    let _ = std::io::copy(&mut said, &mut std::io::sink());
    child.wait().expect("it ends");
    elapsed.as_secs_f64() * 1e3
}
