//! Runs every fuzz target for a while. A compiler of the stable channel is enough: these are the flags of cargo-fuzz without
//! a sanitizer.

use std::path::PathBuf;
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
            println!("fuzz: {} {name}, {seconds} s", package.display());
            let corpus = root().join("target/fuzz/corpus").join(&name);
            std::fs::create_dir_all(&corpus)?;
            let mut fuzz = Command::new(target.join(HOST).join("debug").join(&name));
            fuzz.arg(&corpus).args(kept(&package, &name));
            fuzz.args([format!("-max_total_time={seconds}"), format!("-rss_limit_mb={MEMORY_MB}")]);
            fuzz.args(["-verbosity=0", "-print_final_stats=1"]).current_dir(root().join("target/fuzz"));
            if run(&mut fuzz).is_err() {
                failed.push(format!("{} {name}", package.display()));
            }
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("findings in {}; the input is in target/fuzz", failed.join(", ")),
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

fn targets(package: &std::path::Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(package.join("fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// The corpus that the repository keeps for a target, if it keeps one.
fn kept(package: &std::path::Path, name: &str) -> Option<PathBuf> {
    Some(package.join("corpus").join(name)).filter(|folder| folder.is_dir())
}
