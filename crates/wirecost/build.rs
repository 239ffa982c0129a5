//! What a result must say of the build it came from: commit, optimisation, alignment of functions. And the labs: a dependency
//! whose name begins with `wirecost-lab-` is one, and no other list names it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    watch();
    write_labs();
    // "-dirty" where the tree held changes that no commit has.
    let describe = ["describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"];
    let commit = Command::new("git").args(describe).output().ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_COMMIT={}", commit.trim());
    println!("cargo::rustc-env=WIRECOST_OPT_LEVEL={}", env::var("OPT_LEVEL").unwrap_or_default());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=WIRECOST_ALIGNED={}", flags.contains("align-all-functions=6"));
}

/// Writes the list of labs: what each of these crates exports as `LAB`, by name.
fn write_labs() {
    let manifest = fs::read_to_string("Cargo.toml").expect("the manifest of this crate can be read");
    let mut labs: Vec<&str> = manifest
        .lines()
        .filter(|line| line.starts_with("wirecost-lab-"))
        .filter_map(|line| line.split(['=', ' ', '.']).next())
        .collect();
    labs.sort_unstable();
    let list: String = labs.iter().map(|lab| format!("    &{}::LAB,\n", lab.replace('-', "_"))).collect();
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("labs.rs"), format!("&[\n{list}]\n")).expect("OUT_DIR can be written");
}

/// Asks to be run again where the commit changes, or a source that the binary is made of: a changed tree is "-dirty" at
/// once, and no longer once it is committed.
fn watch() {
    println!("cargo::rerun-if-changed=Cargo.toml");
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
