//! Compiling the runner and its candidates, all in one process of Java.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use wirecost_lab_codec::runners::Places;

use super::table::Candidate;

/// What became of each candidate, by name.
pub type Compiled = BTreeMap<String, Result<(), String>>;

/// Compiles candidates, each with the files of its libraries.
///
/// # Errors
/// If the runner itself does not compile, or there is no compiler.
pub fn compile(candidates: &[(&Candidate, Vec<PathBuf>)], places: &Places) -> anyhow::Result<Compiled> {
    let list = places.installed.join("compile.txt");
    let mut text = String::new();
    for (candidate, path) in candidates {
        let path: Vec<String> = path.iter().map(|file| file.display().to_string()).collect();
        let _ = writeln!(text, "{}\t{}\t{}", candidate.name, candidate.class, path.join(":"));
    }
    std::fs::write(&list, text).with_context(|| format!("cannot write {}", list.display()))?;
    let mut command = Command::new("java");
    command.arg(places.folder.join("Compile.java")).args([&places.folder, &places.installed, &list]);
    let output = command.stdin(Stdio::null()).output().context("cannot run java")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let last = said.lines().last().unwrap_or("it says nothing");
        bail!("cannot compile: {last}; you need a JDK, version 17 or later: apt-get install default-jdk-headless");
    }
    let compiled = read(&String::from_utf8_lossy(&output.stdout));
    match compiled.get("the runner") {
        Some(Ok(())) => Ok(compiled),
        Some(Err(reason)) => bail!("the runner does not compile: {reason}"),
        None => bail!("the compiler said nothing of the runner"),
    }
}

/// What the compiler told: for each, `ok` or `failed`, its name, and the first error.
fn read(told: &str) -> Compiled {
    let of_line = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let (word, name, reason) = (parts.next()?, parts.next()?, parts.next()?);
        let result = if word == "ok" { Ok(()) } else { Err(format!("does not compile: {reason}")) };
        Some((name.to_owned(), result))
    };
    told.lines().filter_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_describes_a_candidate() {
        let compiled = read("ok\tthe runner\t\nfailed\ta\tA.java:1: error: no\n\nnoise\n");
        assert_eq!(compiled.len(), 2);
        assert_eq!(compiled["the runner"], Ok(()));
        assert_eq!(compiled["a"], Err("does not compile: A.java:1: error: no".into()));
    }
}
