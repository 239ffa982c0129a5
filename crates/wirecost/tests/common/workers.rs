//! What tests of workers have in common.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::Home;

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

/// Waits until a process is gone; the harness of the tests ends one that waits in vain.
pub fn await_end(pid: u64) {
    while Path::new(&format!("/proc/{pid}")).exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn told(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
