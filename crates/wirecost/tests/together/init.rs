//! `init runner`: what it writes compiles, and passes the checks of a run.

use std::path::Path;
use std::process::Command;

use crate::common::{self, Home};

/// That the runner answers right, in each operation.
fn is_accepted(home: &Home, program: &Path) {
    let runner = format!("my-codec={}", program.display());
    let order =
        home.write("order.json", r#"{"id": 7, "tags": ["a", null], "note": "", "price": -12.5, "deep": {"x": {}}}"#);
    let arguments = ["run", "full", "--test", "--runner", &runner, "--candidate", "my-codec", "--message", &order];
    let ran = home.run(&[&arguments[..], &["--message", "dns-100"]].concat()).expect(0).says("0 failed");
    for message in ["order", "dns-100"] {
        for operation in ["decode", "encode", "round-trip"] {
            let case = format!("ok      codec/my-codec/{message}/{operation}");
            assert!(ran.out.contains(&case), "{case}: {}", ran.transcript());
        }
    }
}

#[test]
fn a_runner_in_python_passes_as_it_is_written() {
    let home = Home::new();
    home.run(&["init", "runner", "my-codec", "--language", "python"]).expect(0).says("my-codec/ written");
    is_accepted(&home, &home.path("my-codec/run"));
    home.run(&["init", "runner", "my-codec", "--language", "python"]).expect(2).says("is there already");
}

#[test]
fn a_runner_in_go_compiles_and_passes_as_it_is_written() {
    let home = Home::new();
    home.run(&["init", "runner", "my-codec", "--language", "go"]).expect(0).says("my-codec/ written");
    let mut go = Command::new("go");
    go.arg("build").current_dir(home.path("my-codec")).env("GOCACHE", home.path("go-cache")).env("GOFLAGS", "-mod=mod");
    match go.output() {
        Ok(built) => assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr)),
        Err(_) => return println!("skipped: go is not installed"),
    }
    is_accepted(&home, &home.path("my-codec/my-codec"));
}

#[test]
fn a_runner_in_rust_compiles_and_passes_as_it_is_written() {
    let home = Home::new();
    home.run(&["init", "runner", "my-codec", "--language", "rust"]).expect(0).says("my-codec/ written");
    // The versions that this workspace is locked to are on this machine.
    std::fs::copy(common::workspace().join("Cargo.lock"), home.path("my-codec/Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wirecost/built/target");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--offline"]).current_dir(home.path("my-codec")).env("CARGO_TARGET_DIR", &target);
    // What cargo sets for this test is not meant for another package.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PKG_")) {
        cargo.env_remove(name);
    }
    let built = cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    is_accepted(&home, &target.join("debug/my-codec"));
}

#[test]
fn a_name_that_is_none_and_a_language_that_is_none_are_refused() {
    let home = Home::new();
    for name in ["My-codec", "1st", "a b", "../up", "end-", ""] {
        home.run(&["init", "runner", name, "--language", "rust"]).expect(2).says("a name has small letters");
    }
    home.run(&["init", "runner", "it", "--language", "cobol"]).expect(2).says("rust, python");
    home.run(&["init", "runner", "it"]).expect(2).says("--language");
    assert!(!home.path("it").exists());
}
