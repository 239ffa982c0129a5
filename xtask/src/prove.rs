//! Long proofs: parts of the tests that take minutes in whole, so that they take a sample unless they are asked for. CI asks for a part
//! where its sources changed since it was last proven in whole.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::command::{cargo, root, run};
use crate::fuzz::{self, Inputs};

/// Names the parts that tests prove in whole.
pub(crate) const VARIABLE: &str = "WIRECOST_PROVE";

/// How long each fuzz target runs.
const FUZZ_SECONDS: u32 = 300;

/// The part of all fuzz targets, with new inputs each time. CI has inputs of its own, in a step of its own.
const FUZZ: &str = "fuzz";

/// A part of the tests.
struct Part {
    name: &'static str,
    /// What is proven in whole.
    proves: &'static str,
    /// Programs with tests, each with the beginning of the names of its tests.
    tests: &'static [(&'static str, &'static str)],
    /// What it is about, as git takes paths.
    sources: &'static [&'static str],
    /// Whether CI proves it where it is due. One that grows with the documents has no bound of time.
    in_ci: bool,
}

const PARTS: [Part; 5] = [
    Part {
        name: "types",
        in_ci: true,
        proves: "random types and messages of others pass through every candidate that is built for a message",
        tests: &[("many_types", ""), ("builds", "alone::typed_"), ("builds", "own_messages::a_message_is_borrowed_")],
        sources: &[
            "candidates/codec/rust",
            "crates/built",
            "crates/codec-protocol",
            "crates/encode",
            "crates/lab-codec",
            "crates/types",
            "crates/value",
            "crates/wirecost/tests/builds/alone.rs",
            "crates/wirecost/tests/builds/own_messages.rs",
            "crates/wirecost/tests/own",
        ],
    },
    Part {
        name: "additions",
        in_ci: true,
        proves: "what is added to a copy of the sources is built and runs",
        tests: &[("builds", "additions::")],
        sources: &[
            "Cargo.toml",
            "*/build.rs",
            "candidates/codec",
            "candidates/http",
            "candidates/rpc",
            "crates/built",
            "crates/catalog",
            "crates/lab",
            "crates/server-lab",
            "crates/wirecost/Cargo.toml",
            "crates/wirecost/src/labs.rs",
            "crates/wirecost/tests/builds/additions",
        ],
    },
    Part {
        name: "java",
        in_ci: true,
        proves: "every codec and every stack in Java is set up, answers right, and ends",
        tests: &[
            ("builds", "java::encodings_"),
            ("builds", "java::every_candidate_"),
            ("one_at_a_time", "java_stacks::every_stack_"),
            ("one_at_a_time", "java_stacks::ends_in_"),
        ],
        sources: &[
            "candidates/codec/java",
            "candidates/rpc/java",
            "candidates/rpc/java-*",
            "crates/wirecost/src/cmd/setup/java",
            "crates/wirecost/src/cmd/setup/java.rs",
            "crates/wirecost/tests/builds/java.rs",
            "crates/wirecost/tests/one_at_a_time/java_stacks.rs",
        ],
    },
    Part {
        name: "documents",
        in_ci: false,
        proves: "every run that is shown and takes less than 15 seconds is made, but for counts of instructions",
        tests: &[("together", "documented::")],
        sources: &[
            "crates/catalog",
            "crates/lab",
            "crates/wirecost/src/cli.rs",
            "crates/wirecost/src/cmd/run",
            "crates/wirecost/src/cmd/run.rs",
            "crates/wirecost/src/options.rs",
            "crates/wirecost/tests/together/documented.rs",
            "suites",
        ],
    },
    Part {
        name: "kills",
        in_ci: true,
        proves: "fifty kills at random instants lose no finished trial and leave no process",
        tests: &[("together", "interrupted::kill_9_")],
        sources: &[
            "crates/host",
            "crates/lab",
            "crates/store",
            "crates/wirecost/src/cmd/run",
            "crates/wirecost/src/cmd/run.rs",
            "crates/wirecost/src/recorder.rs",
            "crates/wirecost/tests/together/interrupted.rs",
        ],
    },
];

impl Part {
    /// Proves it, with all that its tests print.
    fn prove(&self) -> Result<()> {
        for (program, tests) in self.tests {
            let mut test = cargo();
            // Of the whole workspace: for one package alone, cargo builds dependencies once more, with other features.
            test.args(["test", "--workspace", "--quiet", "--test", program, "--", "--nocapture", tests]);
            run(test.env(VARIABLE, self.name))?;
        }
        Ok(())
    }

    /// Whether nothing that it is about changed since this commit.
    fn is_proven(&self, commit: &str) -> bool {
        let same = git(&["diff", "--quiet", commit, "--"], self.sources).is_ok();
        same && self.is_committed()
    }

    /// Whether the commit has all that it is about.
    fn is_committed(&self) -> bool {
        git(&["status", "--porcelain", "--"], self.sources).is_ok_and(|changes| changes.is_empty())
    }
}

/// The commits at which parts were last proven in whole, by their names.
type Record = BTreeMap<String, String>;

fn file() -> PathBuf {
    root().join("xtask/proven.json")
}

/// None, where nothing has been proven yet.
fn record() -> Result<Record> {
    match std::fs::read(file()) {
        Ok(text) => serde_json::from_slice(&text).with_context(|| file().display().to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Record::new()),
        Err(error) => Err(error).with_context(|| file().display().to_string()),
    }
}

/// The parts that are due: their sources changed since the recorded commit, or git does not know it. As tests take them.
pub(crate) fn due() -> Result<String> {
    let record = record()?;
    let is_due = |part: &&Part| part.in_ci && !record.get(part.name).is_some_and(|commit| part.is_proven(commit));
    let due: Vec<&str> = PARTS.iter().filter(is_due).map(|part| part.name).collect();
    Ok(due.join(","))
}

/// Proves the parts that `words` name, or all, and records which commit has each.
///
/// # Errors
///
/// If a word names no part, or a part fails; those before it are recorded.
pub(crate) fn prove(words: &[&str]) -> Result<()> {
    let known: Vec<&str> = PARTS.iter().map(|part| part.name).chain([FUZZ]).collect();
    if let Some(word) = words.iter().find(|word| !known.contains(word)) {
        bail!("no part is called {word}; there are {}", known.join(", "));
    }
    let is_meant = |name: &str| words.is_empty() || words.contains(&name);
    for part in PARTS.iter().filter(|part| is_meant(part.name)) {
        println!("\n== {}: {}", part.name, part.proves);
        part.prove().with_context(|| format!("not proven: {}", part.name))?;
        if !part.is_committed() {
            println!("not recorded: no commit has these sources");
            continue;
        }
        let mut record = record()?;
        record.insert(part.name.to_owned(), git(&["rev-parse", "HEAD"], &[])?);
        std::fs::write(file(), serde_json::to_string_pretty(&record)? + "\n")?;
    }
    if is_meant(FUZZ) {
        println!("\n== {FUZZ}: every target for {FUZZ_SECONDS} s, with new inputs");
        fuzz::run_targets(FUZZ_SECONDS, &[], Inputs::New)?;
    }
    Ok(())
}

/// What git says; an error if it ends with another code than 0.
pub(crate) fn git(words: &[&str], paths: &[&str]) -> Result<String> {
    let output =
        Command::new("git").args(words).args(paths).current_dir(root()).output().context("cannot start git")?;
    if !output.status.success() {
        bail!("git {}: {}", words.join(" "), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_about_files_that_git_knows() {
        for part in &PARTS {
            for source in part.sources {
                let files = git(&["ls-files", "--"], &[source]).unwrap();
                assert!(!files.is_empty(), "{}: {source}", part.name);
            }
        }
    }

    #[test]
    fn every_part_names_tests_that_there_are_and_that_ask_for_it() {
        let sources = git(&["grep", "-lE", "WIRECOST_PROVE|proves\\(", "--"], &["crates/*/tests/*"]).unwrap();
        let sources: Vec<String> =
            sources.lines().map(|file| std::fs::read_to_string(root().join(file)).unwrap()).collect();
        for part in &PARTS {
            let asked = sources.iter().any(|text| text.contains(&format!("\"{}\"", part.name)));
            assert!(asked, "no test asks for {}", part.name);
            for (program, tests) in part.tests {
                let beginning = tests.rsplit("::").next().unwrap_or_default();
                let named = sources.iter().any(|text| text.contains(&format!("fn {beginning}")));
                assert!(named, "{program} has no test {tests}");
            }
        }
    }

    #[test]
    fn a_part_is_due_where_its_sources_changed_or_the_commit_is_unknown() {
        let part = Part { name: "p", proves: "", tests: &[], sources: &["LICENSE-MIT"], in_ci: true };
        let head = git(&["rev-parse", "HEAD"], &[]).unwrap();
        assert!(part.is_proven(&head) && !part.is_proven("0123456789012345678901234567890123456789"));
        // It was not there before the first commit.
        let empty = git(&["hash-object", "-t", "tree", "/dev/null"], &[]).unwrap();
        assert!(!part.is_proven(&empty));
    }
}
