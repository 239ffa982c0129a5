//! What a result must say of the build it came from: commit, optimisation, alignment of functions.

use std::env;
use std::process::Command;

fn main() {
    watch();
    // "-dirty" where the tree held changes that no commit has.
    let describe = ["describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"];
    let commit = Command::new("git").args(describe).output().ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_COMMIT={}", commit.trim());
    println!("cargo::rustc-env=WIRECOST_OPT_LEVEL={}", env::var("OPT_LEVEL").unwrap_or_default());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_ALIGNED={}", flags.contains("align-all-functions=6"));
}

/// Asks to be run again where the commit changes, or a source that the binary is made of: a changed tree is "-dirty" at
/// once, and no longer once it is committed.
fn watch() {
    for state in ["HEAD", "refs/heads"] {
        println!("cargo::rerun-if-changed=../../.git/{state}");
    }
    for made_of in ["Cargo.lock", "Cargo.toml", "candidates", "messages", "suites"] {
        println!("cargo::rerun-if-changed=../../{made_of}");
    }
    for packages in ["../../crates", "../../libs"] {
        for package in std::fs::read_dir(packages).into_iter().flatten().flatten() {
            println!("cargo::rerun-if-changed={}", package.path().join("src").display());
            println!("cargo::rerun-if-changed={}", package.path().join("Cargo.toml").display());
        }
    }
}
