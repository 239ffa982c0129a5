//! What `wirecost size` takes on large messages: peak memory over the size of the message, and time.
//!
//! `cargo bench -p wirecost --bench size` prints a row for each kind at 1, 16 and 64 MB; `-- 1` only those of 1 MB.

#[path = "../tests/common/child.rs"]
mod child;

use std::process::Command;
use std::time::Instant;

fn main() {
    let chosen: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let megabytes = if chosen.is_empty() { vec![1, 16, 64] } else { chosen };
    let folder = tempfile::tempdir().expect("a folder for messages");
    println!("{:<16}{:>10}{:>12}{:>10}{:>10}", "message", "MB", "peak MB", "factor", "seconds");
    for size in megabytes {
        for (name, text) in child::messages(size * 1_000_000) {
            let path = folder.path().join(name);
            std::fs::write(&path, &text).expect("a message");
            let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
            command.arg("size").arg(&path).env("HOME", folder.path());
            let start = Instant::now();
            let (status, peak) = child::peak(command);
            let seconds = start.elapsed().as_secs_f64();
            let (bytes, peak) = (text.len() as f64 / 1e6, peak as f64 / 1e6);
            let ended = if status.success() { "" } else { "  it failed" };
            println!("{name:<16}{bytes:>10.1}{peak:>12.1}{:>10.1}{seconds:>10.2}{ended}", peak / bytes);
        }
    }
}
