//! What tests of workers have in common.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Home, Ran};

pub fn spawn(home: &Home, arguments: &[&str]) -> Child {
    home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub fn signal(name: &str, pid: u64) {
    assert!(Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status().unwrap().success());
}

/// The process of a part, as its first sign of life says; it is there once the part has sent a request.
pub fn pid(folder: &Path, rank: u64) -> u64 {
    let path = folder.join(format!("part-{rank}.begun.json"));
    let begun: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    begun["pid"].as_u64().unwrap()
}

/// What a test waits for is there much sooner, also on a busy machine.
const LONGEST: Duration = Duration::from_secs(120);

/// Waits until something is so. A test that waits in vain fails, and says for what.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < LONGEST, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a process is gone.
pub fn await_end(pid: u64) {
    until("the end of a process", || !Path::new(&format!("/proc/{pid}")).exists());
}

/// Waits until each of this many parts says that it is this many seconds into its window: what was measured until then differs by
/// little in length, so that it can be added.
pub fn await_progress(folder: &Path, parts: u64, seconds: f64) {
    let is_there = |rank: u64| {
        let output = std::fs::read_to_string(folder.join(format!("part-{rank}.out"))).unwrap_or_default();
        let going = output.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok()?["at_s"].as_f64());
        going.is_some_and(|at_s| at_s >= seconds)
    };
    until("the progress of all parts", || (0..parts).all(is_there));
}

pub fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn told(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Checks a manifest against the schema of Kubernetes 1.31, where its checker is installed.
pub fn validated(manifest: &Path) {
    let checker = super::workspace().join("target/kubernetes/bin/kubernetes-validate");
    if !checker.exists() {
        eprintln!("skipped: {} is missing; cargo xtask setup installs it", checker.display());
        return;
    }
    let mut command = Command::new(checker);
    let ran = Ran::of({
        command.args(["-k", "1.31", "--strict"]).arg(manifest);
        command
    });
    ran.expect(0);
}
