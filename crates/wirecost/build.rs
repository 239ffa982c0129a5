//! What a result must say of the build it came from: commit, optimisation, alignment of functions.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=../../.git/HEAD");
    println!("cargo::rerun-if-changed=../../.git/refs/heads");
    // "-dirty" where the tree held changes that no commit has.
    let describe = ["describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"];
    let commit = Command::new("git").args(describe).output().ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_COMMIT={}", commit.trim());
    println!("cargo::rustc-env=WIRECOST_OPT_LEVEL={}", env::var("OPT_LEVEL").unwrap_or_default());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_ALIGNED={}", flags.contains("align-all-functions=6"));
}
