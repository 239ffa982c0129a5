//! What a gate finds.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A gate against an equal build, and in turn against one with 4 % more work, unless `equal` leaves that out.
pub fn gates(folder: &Path, count: usize, equal: bool) {
    let runner = super::built("odd_runner");
    let message = folder.join("message.json");
    let words: Vec<String> = (1000..1020).map(|number| format!("\"{number}\"")).collect();
    std::fs::write(&message, format!("{{\"words\": [{}]}}", words.join(", "))).expect("it can be written");
    let mut counts = [(0, 0), (0, 0)];
    for number in 0..count {
        // An operation is done this many times: 25 or 26.
        for (found, more) in [25, 26].into_iter().take(if equal { 1 } else { 2 }).enumerate() {
            let side = |name: &str, times: u32| {
                let script = folder.join(format!("{name}-{times}"));
                let text = format!("#!/bin/sh\nODD_RUNNER_REPEATS={times} exec {}\n", runner.display());
                std::fs::write(&script, text).expect("it can be written");
                make_executable(&script);
                format!("{name}={}", script.display())
            };
            let start = Instant::now();
            let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost"));
            command.args(["gate", "--candidate", "repeats", "--max-slowdown", "1%", "--message"]).arg(&message);
            command
                .args(["--runner", &side("base", 25), "--runner", &side("new", more), "--db"])
                .arg(folder.join("gate.db"));
            let output = command.output().expect("wirecost starts");
            let code = output.status.code().unwrap_or(-1);
            println!("gate {number}, {} %: exit {code} in {:.0} s", (more - 25) * 4, start.elapsed().as_secs_f64());
            if code == 2 {
                print!("{}", String::from_utf8_lossy(&output.stderr));
            }
            counts[found].0 += 1;
            counts[found].1 += u32::from(code == 3);
        }
    }
    println!("equal builds: exit 3 in {} of {}", counts[0].1, counts[0].0);
    if !equal {
        println!("4 % more work: exit 3 in {} of {}", counts[1].1, counts[1].0);
    }
}

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}
