//! What a result must say of the build it came from: commit, alignment of functions. And the labs: a dependency
//! whose name begins with `wirecost-lab-` is one, and no other list names it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let sources = sources();
    watch(&sources);
    write_labs();
    let commit = commit(&sources);
    println!("cargo::rustc-env=WIRECOST_COMMIT={}", commit.as_deref().unwrap_or_default());
    let from = commit.map_or_else(String::new, |commit| format!("commit {commit}, "));
    let profile = env::var("PROFILE").unwrap_or_default();
    if profile == "release" {
        // Names of functions would be a third of the program. The profile cannot say so: cargo ignores `strip` for a package with an
        // optimisation level of its own.
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
    println!("cargo::rustc-env=WIRECOST_BUILD={} ({from}{profile})", env!("CARGO_PKG_VERSION"));
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

/// What the binary is made of.
fn sources() -> Vec<PathBuf> {
    let root = Path::new("../..");
    let mut sources: Vec<PathBuf> =
        [".cargo", "Cargo.lock", "Cargo.toml", "candidates", "messages", "suites"].map(|path| root.join(path)).into();
    for packages in ["crates", "libs"] {
        for package in fs::read_dir(root.join(packages)).into_iter().flatten().flatten() {
            let parts =
                ["Cargo.toml", "build.rs", "historical", "src", "templates"].map(|part| package.path().join(part));
            sources.extend(parts.into_iter().filter(|path| path.exists()));
        }
    }
    sources.sort();
    sources
}

/// The commit, with "-dirty" if a source has changes that no commit has.
fn commit(sources: &[PathBuf]) -> Option<String> {
    let commit = git(&["rev-parse", "HEAD"], &[])?;
    let changes = git(&["status", "--porcelain", "--"], sources)?;
    Some(if changes.is_empty() { commit } else { commit + "-dirty" })
}

/// What git says; `None` outside of its trees.
fn git(words: &[&str], paths: &[PathBuf]) -> Option<String> {
    let output = Command::new("git").args(words).args(paths).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Asks to be run again if the commit changes, or a source: a changed tree is "-dirty" at once, and no longer once it is
/// committed or the change is taken back.
fn watch(sources: &[PathBuf]) {
    let states = ["HEAD", "refs/heads"].iter().filter_map(|state| git(&["rev-parse", "--git-path", state], &[]));
    for path in states.map(PathBuf::from).chain(sources.iter().cloned()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
