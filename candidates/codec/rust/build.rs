//! Finds the candidates and their versions: a file in `src/candidates` is a candidate, and no list names it.
//!
//! Versions come from Cargo.lock, which is what was compiled. Each direct dependency `some-crate` is handed to the
//! source as the environment variable `VERSION_SOME_CRATE`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    write_candidates(&Path::new(&root).join("src/candidates"), &Path::new(&out).join("candidates.rs"));
    let rustc = Command::new(env::var("RUSTC").expect("cargo sets it")).arg("--version").output();
    let version = rustc.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());
    write_versions(&Path::new(&root).join("../../../Cargo.lock"));
}

fn write_candidates(folder: &Path, out: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("src/candidates can be read")
        .map(|entry| entry.expect("src/candidates can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let mut source = String::new();
    let mut lists = String::new();
    for file in files {
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a candidate's file name is a module name");
        source.push_str(&format!("#[path = {:?}]\npub mod {name};\n", file.display().to_string()));
        lists.push_str(&format!("    {name}::CANDIDATES,\n"));
    }
    source.push_str(&format!("\nconst LISTS: &[&[wirecost_codec_protocol::Candidate]] = &[\n{lists}];\n"));
    fs::write(out, source).expect("OUT_DIR can be written");
}

fn write_versions(lock: &Path) {
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = fs::read_to_string(lock).expect("Cargo.lock stands at the root of the workspace");
    let lock: toml::Table = text.parse().expect("Cargo.lock is TOML");
    let packages = lock["package"].as_array().expect("Cargo.lock lists packages");
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let this = packages.iter().find(|package| text(package, "name") == env!("CARGO_PKG_NAME"));
    let dependencies = this.and_then(|package| package.get("dependencies")?.as_array()).expect("this crate is locked");
    for dependency in dependencies.iter().filter_map(toml::Value::as_str) {
        // Where a name stands for one package it comes alone, else with its version.
        let (name, version) = match dependency.split_once(' ') {
            Some((name, rest)) => (name, rest.split(' ').next().unwrap_or_default().to_owned()),
            None => {
                let package = packages.iter().find(|package| text(package, "name") == dependency);
                (dependency, package.map(|package| text(package, "version")).unwrap_or_default())
            }
        };
        println!("cargo::rustc-env=VERSION_{}={version}", name.replace('-', "_").to_uppercase());
    }
}
