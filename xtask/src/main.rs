//! The development loop of wirecost. `cargo xtask` prints the commands.

#[cfg(test)]
mod circles;
mod command;
mod dist;
mod fuzz;
#[cfg(test)]
mod invariants;
mod prove;
mod setup;
mod steps;
mod tests;
#[cfg(test)]
mod tidy;
mod took;

use std::process::ExitCode;

use fuzz::Inputs;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

  check           Format, lint and run unit tests: what to run before each commit
  test            Run all tests, two programs at a time, and say what each takes
  prove [PART]... Run long proofs in whole, of which tests take samples, and record the commit: types, additions,
                  java, documents, kills, and fuzz (not recorded; default: all)
  ci              Run everything that CI runs, cheap steps first
  corpora         Read the schemas of other people that lie beside the project, and say of each kind how many are read
  dist            Make the release archive in target/dist, with programs for a first run without Rust, and try it
  setup           Install what tests need beyond Rust (apt, pip, npm, cargo); nothing else installs anything
  fuzz [SECONDS] [TARGET]...
                  Run fuzz targets for this long each (default: 5 seconds, every target). A target is
                  called http2, load/http2, or load for all of that crate

Examples:
  cargo xtask setup && cargo xtask ci    what .ci/run does
  cargo xtask prove types                every candidate with random types
  cargo xtask fuzz 300                   five minutes for each target
  cargo xtask fuzz 300 http2 sbw         five minutes for each of these
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["check"] => steps::check(),
        ["test"] => tests::tests(""),
        ["prove", parts @ ..] => prove::prove(parts),
        ["ci"] => steps::ci(),
        ["corpora"] => tests::corpora(),
        ["dist"] => dist::dist(),
        ["setup"] => setup::setup(),
        ["fuzz", rest @ ..] => match rest.split_first().map(|(first, names)| (first.parse(), names)) {
            Some((Ok(seconds), names)) => fuzz::run_targets(seconds, names, Inputs::New),
            _ => fuzz::run_targets(fuzz::SECONDS, rest, Inputs::New),
        },
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
