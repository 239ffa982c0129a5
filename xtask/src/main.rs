//! The development loop of wirecost. `cargo xtask` prints the commands.

mod fuzz;
mod setup;
mod steps;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

  check           Format, lint and run unit tests: what to run before each commit
  ci              Run everything that CI runs, cheap steps first
  setup           Install what tests need beyond Rust (apt, pip, cargo); nothing else installs anything
  fuzz [SECONDS]  Run every fuzz target for this long (default: 5)

Examples:
  cargo xtask setup && cargo xtask ci    what .ci/run does
  cargo xtask fuzz 300                   five minutes for each target
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["check"] => steps::check(),
        ["ci"] => steps::ci(),
        ["setup"] => setup::setup(),
        ["fuzz"] => fuzz::all(fuzz::SECONDS),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::all(seconds.parse().unwrap_or(fuzz::SECONDS)),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("error: unknown command: {}\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
