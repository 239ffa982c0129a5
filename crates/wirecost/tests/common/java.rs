//! What tests of Java need of the machine.

use std::path::PathBuf;
use std::process::Command;

use super::{Home, Ran};

/// Why a test is skipped; in CI, where `cargo xtask setup` has installed what it needs, it fails.
pub fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    eprintln!("skipped: {why}");
}

/// Whether Java, its compiler and Maven are there.
pub fn has_java() -> bool {
    let runs = |program: &str| Command::new(program).arg("-version").output().is_ok_and(|it| it.status.success());
    let missing = ["java", "javac", "mvn"].into_iter().find(|program| !runs(program));
    if let Some(program) = missing {
        skipped(&format!("{program} is not installed; apt-get install default-jdk-headless maven"));
    }
    missing.is_none()
}

/// A home in which what is built for stacks of Java outlives it, and is not seen by tests of other files.
pub fn home() -> Home {
    let home = Home::new();
    let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wirecost-java");
    for folder in ["servers", "maven"] {
        home.keep(folder, &kept.join(folder));
    }
    home
}

/// Sets candidates up; none if Maven has no repository to ask.
pub fn set_up(home: &Home, candidates: &[String]) -> Option<Ran> {
    let chosen: Vec<&str> = candidates.iter().flat_map(|candidate| ["--candidate", candidate]).collect();
    let ran = home.run(&[&["setup", "java"], &chosen[..]].concat());
    if ran.code != 0 && ran.transcript().contains("Could not transfer") {
        skipped(&format!("Maven cannot resolve what the stacks need\n{}", ran.transcript()));
        return None;
    }
    Some(ran)
}
