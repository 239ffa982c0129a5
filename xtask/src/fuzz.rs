//! Runs every fuzz target for a while. A compiler of the stable channel is enough: these are the flags of cargo-fuzz without
//! a sanitizer.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::steps::{root, run};

/// How long each target runs in CI.
pub(crate) const SECONDS: u32 = 5;

const FLAGS: [&str; 8] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Cdebug-assertions",
];

/// The most memory that a target may take, in megabytes.
const MEMORY_MB: u32 = 4096;

pub(crate) fn all(seconds: u32) -> Result<()> {
    let mut failed = Vec::new();
    for package in packages()? {
        let target = root().join("target/fuzz");
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--bins", "--manifest-path"]).arg(package.join("Cargo.toml"));
        // A target of its own triple: build scripts and macros must not be instrumented.
        build.args(["--target", HOST, "--target-dir"]).arg(&target).env("RUSTFLAGS", FLAGS.join(" "));
        run(&mut build)?;
        for name in targets(&package)? {
            let corpus = root().join("target/fuzz/corpus").join(&name);
            std::fs::create_dir_all(&corpus)?;
            let log = root().join("target/fuzz").join(format!("{name}.log"));
            let mut fuzz = Command::new(target.join(HOST).join("debug").join(&name));
            fuzz.arg(&corpus).args(kept(&package, &name));
            fuzz.args([format!("-max_total_time={seconds}"), format!("-rss_limit_mb={MEMORY_MB}")]);
            fuzz.arg("-print_final_stats=1").current_dir(root().join("target/fuzz"));
            fuzz.stderr(std::fs::File::create(&log)?);
            let outcome = run(&mut fuzz);
            let told = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
            let inputs = told.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
            println!("{}: {} inputs in {seconds} s", name, inputs.unwrap_or(" no").trim());
            if outcome.is_err() {
                let last: Vec<&str> = told.lines().rev().take(20).collect();
                println!("{}", last.into_iter().rev().collect::<Vec<_>>().join("\n"));
                failed.push(name);
            }
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("findings in {}; the inputs and logs are in target/fuzz", failed.join(", ")),
    }
}

/// Where wirecost has been built.
const HOST: &str = "x86_64-unknown-linux-gnu";

fn packages() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in ["crates", "libs"] {
        let folder = root().join(folder);
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            found.push(entry?.path().join("fuzz"));
        }
    }
    found.retain(|package| package.join("Cargo.toml").exists());
    found.sort();
    Ok(found)
}

/// The names of the programs that a package of targets declares.
fn targets(package: &Path) -> Result<Vec<String>> {
    let manifest = package.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let name = |part: &str| {
        part.lines().find_map(|line| Some(line.strip_prefix("name = \"")?.trim_end_matches('"').to_owned()))
    };
    Ok(text.split("[[bin]]").skip(1).filter_map(name).collect())
}

/// The corpus that the repository keeps for a target, if it keeps one.
fn kept(package: &Path, name: &str) -> Option<PathBuf> {
    Some(package.join("corpus").join(name)).filter(|folder| folder.is_dir())
}
