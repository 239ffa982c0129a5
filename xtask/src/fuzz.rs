//! Runs fuzz targets for a while. A compiler of the stable channel is enough: these are the flags of cargo-fuzz without a
//! sanitizer.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::command::{root, run};

/// How long each target runs in CI.
pub(crate) const SECONDS: u32 = 5;

/// Which inputs are made.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    /// Other ones in each run.
    New,
    /// From a fixed seed. CI takes these: its failures then come from the change that it checks, and not from a fault that was there
    /// before and that a new input happens to find.
    Same,
}

const FLAGS: [&str; 8] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cdebug-assertions",
    "-Coverflow-checks",
];

/// Below this, optimising a target takes longer than it gains.
const WORTH_OPTIMISING: u32 = 60;

/// The most memory that a target may take, in megabytes.
const MEMORY_MB: u32 = 4096;

/// Where wirecost has been built.
const HOST: &str = "x86_64-unknown-linux-gnu";

/// One fuzz target of a package.
struct Target {
    /// The folder of the package of fuzz targets.
    package: PathBuf,
    /// The crate whose parsers it feeds: `sbw` of `libs/sbw/fuzz`.
    library: String,
    name: String,
}

impl Target {
    /// The name that no other target has, such as `sbw/text`.
    fn label(&self) -> String {
        format!("{}/{}", self.library, self.name)
    }

    /// Whether a word on the command line means this target: `text`, `sbw/text`, or `sbw` for all of its crate.
    fn is_meant_by(&self, word: &str) -> bool {
        word == self.name || word == self.library || word == self.label()
    }

    /// The corpus that the repository keeps.
    fn kept(&self) -> Option<PathBuf> {
        Some(self.package.join("corpus").join(&self.name)).filter(|folder| folder.is_dir())
    }

    /// Runs the built program from its kept corpus. New inputs are stored below `target/fuzz/corpus`. Returns whether there is
    /// no finding.
    fn run(&self, program: &Path, seconds: u32, inputs: Inputs) -> Result<bool> {
        let folder = root().join("target/fuzz");
        let corpus = folder.join("corpus").join(self.label());
        std::fs::create_dir_all(&corpus)?;
        let log = folder.join(format!("{}-{}.log", self.library, self.name));
        let mut fuzz = Command::new(program);
        fuzz.arg(&corpus).args(self.kept());
        fuzz.args([format!("-max_total_time={seconds}"), format!("-rss_limit_mb={MEMORY_MB}")]);
        if matches!(inputs, Inputs::Same) {
            fuzz.arg("-seed=1");
        }
        fuzz.arg("-print_final_stats=1").current_dir(&folder).stderr(std::fs::File::create(&log)?);
        let outcome = run(&mut fuzz);
        let report = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
        let executed = report.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("{}: {} inputs in {seconds} s", self.label(), executed.unwrap_or(" no").trim());
        if outcome.is_err() {
            let last: Vec<&str> = report.lines().rev().take(20).collect();
            println!("{}", last.into_iter().rev().collect::<Vec<_>>().join("\n"));
        }
        Ok(outcome.is_ok())
    }
}

/// Runs the targets that `words` name, or all, one after another.
///
/// # Errors
///
/// If a word names no target, a package does not build, or a target has a finding.
pub(crate) fn run_targets(seconds: u32, words: &[&str], inputs: Inputs) -> Result<()> {
    let mut chosen = targets()?;
    if let Some(word) = words.iter().find(|word| !chosen.iter().any(|target| target.is_meant_by(word))) {
        let labels: Vec<String> = chosen.iter().map(Target::label).collect();
        bail!("no fuzz target is called {word}; there are {}", labels.join(", "));
    }
    chosen.retain(|target| words.is_empty() || words.iter().any(|word| target.is_meant_by(word)));
    let mut failed = Vec::new();
    let programs = &build(&chosen, seconds)?;
    for at_once in chosen.chunks(cores()) {
        let runs = std::thread::scope(|scope| {
            let start =
                |target| scope.spawn(move || Target::run(target, &programs.join(&target.name), seconds, inputs));
            let running: Vec<_> = at_once.iter().map(start).collect();
            running.into_iter().map(|run| run.join().unwrap_or_else(|_| bail!("it panicked"))).collect::<Vec<_>>()
        });
        for (target, run) in at_once.iter().zip(runs) {
            if !run.with_context(|| target.label())? {
                failed.push(target.label());
            }
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        bail!("findings in {}; the inputs and logs are in target/fuzz", failed.join(", "))
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Builds targets. Returns the folder of their programs.
fn build(chosen: &[Target], seconds: u32) -> Result<PathBuf> {
    let target = root().join("target/fuzz/build");
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--release", "--manifest-path"]).arg(root().join("xtask/fuzz/Cargo.toml"));
    build.args(chosen.iter().flat_map(|target| ["--bin", &target.name]));
    // A target of its own triple: build scripts and macros must not be instrumented.
    build.args(["--target", HOST, "--target-dir"]).arg(&target).env("RUSTFLAGS", FLAGS.join(" "));
    let (level, units) = if seconds < WORTH_OPTIMISING { ("0", "16") } else { ("3", "1") };
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level).env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units);
    run(&mut build)?;
    Ok(target.join(HOST).join("release"))
}

/// The name of the folder above a package of targets.
fn library(package: &Path) -> String {
    package.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// The packages of fuzz targets.
pub(crate) fn packages() -> Result<Vec<PathBuf>> {
    let mut packages = Vec::new();
    for folder in ["crates", "libs", "candidates"] {
        let folder = root().join(folder);
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            packages.push(entry?.path().join("fuzz"));
        }
    }
    packages.retain(|package| package.join("Cargo.toml").exists());
    packages.sort();
    Ok(packages)
}

/// All targets, those of a package together.
fn targets() -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for package in packages()? {
        let names = programs(&package)?;
        let target = |name| Target { package: package.clone(), library: library(&package), name };
        targets.extend(names.into_iter().map(target));
    }
    Ok(targets)
}

/// The names of the programs that a package of targets declares.
fn programs(package: &Path) -> Result<Vec<String>> {
    let manifest = package.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let name = |part: &str| {
        part.lines().find_map(|line| Some(line.strip_prefix("name = \"")?.trim_end_matches('"').to_owned()))
    };
    Ok(text.split("[[bin]]").skip(1).filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_a_kept_corpus_of_small_files() {
        for target in targets().unwrap() {
            let folder = target.kept().unwrap_or_else(|| panic!("{} keeps no corpus", target.label()));
            let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()).collect();
            assert!(!files.is_empty(), "{}", target.label());
            for file in files {
                assert!(file.metadata().unwrap().len() <= 4096, "{}", file.path().display());
            }
        }
    }

    #[test]
    fn no_two_targets_have_the_same_name() {
        let mut names: Vec<String> = targets().unwrap().into_iter().map(|target| target.name).collect();
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "their programs would lie in the same place: {twice:?}");
    }

    #[test]
    fn a_word_names_a_target_its_crate_or_both() {
        let labels = |word: &str| -> Vec<String> {
            targets().unwrap().iter().filter(|target| target.is_meant_by(word)).map(Target::label).collect()
        };
        assert_eq!(labels("text"), ["sbw/text"]);
        assert_eq!(labels("sbw/text"), ["sbw/text"]);
        assert_eq!(labels("tap"), ["tap/conversation", "tap/decode"]);
        assert!(run_targets(1, &["nowhere"], Inputs::New).unwrap_err().to_string().contains("tap/decode"));
    }
}
