//! What a maintainer touches to add each kind of thing: one folder, or one file, and for a lab one crate and one line.
//!
//! The test copies the sources, adds one thing of each kind, builds the binary, and runs what was added. It builds into the
//! target folder of the tests, so that only the crates of this repository are compiled again, and it keeps its copy, so that
//! a second run compiles little. In the copy they have another version: cargo names what it builds by package and version,
//! and would take crates of the copy for those of the repository, and the other way round.

mod copy;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Home, Ran, proves, workspace};
use copy::mirror;

/// The package of the binary in the copy. Its name is another, so that it does not take the place of the binary under test.
const PACKAGE: &str = "wirecost-scratch";

/// A test in the copy that does nothing: the binary is built for it.
const TEST: &str = "scratch";

/// What somebody adds.
struct Addition {
    /// The file or folder that holds all of it.
    place: &'static str,
    /// Files below that place with their contents.
    files: Vec<(&'static str, String)>,
    /// A line that goes into a file that is there: the file, and the line.
    line: Option<(&'static str, &'static str)>,
}

/// A file of the repository, with `own` in place of `name`.
fn like(path: &str, name: &str, own: &str) -> String {
    let text = std::fs::read_to_string(workspace().join(path)).unwrap();
    assert!(text.contains(name), "{path} does not say {name:?}");
    text.replace(name, own)
}

fn rust_codec() -> Addition {
    let of =
        |file: &str| std::fs::read_to_string(workspace().join("candidates/codec/rust/postcard").join(file)).unwrap();
    let manifest = of("Cargo.toml").replace("wirecost-codec-postcard", "wirecost-codec-scratch");
    let manifest = manifest.replace("name = \"postcard\"", "name = \"scratch-rust\"").replace("reference = true\n", "");
    let files = vec![("Cargo.toml", manifest), ("candidate.rs", of("candidate.rs")), ("README.md", of("README.md"))];
    Addition { place: "candidates/codec/rust/scratch", files, line: None }
}

fn python_codec() -> Addition {
    let text = like("candidates/codec/python/candidates/pickle_stdlib.py", "\"python-pickle\"", "\"scratch-python\"");
    let text = text.replace("reference = True", "reference = False");
    let place = "candidates/codec/python/candidates/scratch.py";
    Addition { place, files: vec![("", text)], line: None }
}

fn http_server() -> Addition {
    let candidate =
        like("candidates/http/hyper/candidate.toml", "\"http-server\", \"hyper\"", "\"http-server\", \"scratch\"");
    let server = like("candidates/http/hyper/server.rs", "The hyper candidate", "The scratch candidate");
    let files = vec![("candidate.toml", candidate), ("server.rs", server)];
    Addition { place: "candidates/http/scratch", files, line: None }
}

fn rpc_stack() -> Addition {
    let of = |file: &str| std::fs::read_to_string(workspace().join("candidates/rpc/json-http").join(file)).unwrap();
    let candidate = like("candidates/rpc/json-http/candidate.toml", "\"json-http\"", "\"scratch\"");
    let files = vec![("candidate.toml", candidate), ("stack.rs", of("stack.rs")), ("abilities.rs", of("abilities.rs"))];
    Addition { place: "candidates/rpc/scratch", files, line: None }
}

fn message() -> Addition {
    let files = vec![
        ("message.toml", like("messages/hello/message.toml", "hello, world", "a scratch")),
        ("value.json", "{\"value\": \"from scratch\"}\n".to_owned()),
    ];
    Addition { place: "messages/scratch", files, line: None }
}

fn lab() -> Addition {
    const MANIFEST: &str = r#"[package]
name = "wirecost-lab-scratch"
version.workspace = true
edition.workspace = true

[dependencies]
serde = { version = "1", features = ["derive"] }
wirecost-lab = { path = "../lab" }
wirecost-model = { path = "../model", features = ["documents"] }
wirecost-catalog = { path = "../catalog" }
"#;
    let files = vec![("Cargo.toml", MANIFEST.to_owned()), ("src/lib.rs", include_str!("lab.rs").to_owned())];
    let line = ("crates/wirecost/Cargo.toml", "wirecost-lab-scratch = { path = \"../lab-scratch\" }");
    Addition { place: "crates/lab-scratch", files, line: Some(line) }
}

/// A suite of what was added, and of nothing else.
const SUITE: &str = r#"
summary = "what was added"
budget = "1m"
trials = 1
messages = ["scratch"]
candidates = ["scratch-*"]
operations = ["decode", "encode"]
[rules]
sample = "1ms"
warmup = "1ms"
window = "1ms"
min_samples = 1

[http]
budget = "1m"
trials = 1
messages = ["scratch"]
candidates = ["scratch"]
warmup = "10ms"
window = "50ms"
[[http.load]]
connections = [1]
placement = ["free"]

[rpc]
budget = "1m"
trials = 1
messages = ["scratch"]
candidates = ["scratch"]
warmup = "10ms"
window = "50ms"
[[rpc.load]]
connections = [1]
placement = ["free"]

[scratch]
words = ["one"]
trials = 1
"#;

/// The target folder of the tests: what cargo made there can be used again.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Adds everything to a copy of the sources.
fn add_everything(copy: &Path) {
    let additions = [rust_codec(), python_codec(), http_server(), rpc_stack(), message(), lab()];
    let mut changed: Vec<(PathBuf, String)> = Vec::new();
    for Addition { place, files, line } in additions {
        assert!(!workspace().join(place).exists(), "{place} is nothing new");
        changed.extend(files.into_iter().map(|(name, text)| match name {
            "" => (place.into(), text),
            name => (Path::new(place).join(name), text),
        }));
        if let Some((file, line)) = line {
            let text = std::fs::read_to_string(workspace().join(file)).unwrap();
            assert!(!line.contains('\n'), "a line");
            changed.push((file.into(), text.replacen("[dependencies]\n", &format!("[dependencies]\n{line}\n"), 1)));
        }
    }
    let text = std::fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let (before, after) = text.split_once("[workspace.package]\nversion = \"").unwrap();
    let (version, after) = after.split_once('"').unwrap();
    let text = format!("{before}[workspace.package]\nversion = \"{version}+{TEST}\"{after}");
    changed.push(("Cargo.toml".into(), text));
    let manifest = changed.iter_mut().find(|(path, _)| path == Path::new("crates/wirecost/Cargo.toml")).unwrap();
    manifest.1 = manifest.1.replace("name = \"wirecost\"\n", &format!("name = \"{PACKAGE}\"\n"));
    manifest.1 = manifest.1.replace("default-run = \"wirecost\"\n", "");
    changed.push((format!("crates/wirecost/tests/{TEST}.rs").into(), "//! The binary is built for it.\n".to_owned()));
    mirror(&workspace(), copy, &changed);
}

/// Cargo in the copy. Build scripts that look at what cargo says of the package of this test would run again.
fn cargo(copy: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in
        std::env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
    {
        cargo.env_remove(name);
    }
    cargo.current_dir(copy);
    cargo
}

/// Cargo finds what was added and resolves it with the packages that are there. `cargo xtask prove additions` also builds and runs it.
#[test]
fn each_kind_of_thing_is_added_by_one_folder_and_a_lab_by_a_line_more() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("additions");
    add_everything(&copy);
    // Packages of other systems need not be on this machine.
    let here = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let words = ["metadata", "--offline", "--format-version=1", "--filter-platform", &here];
    let metadata = cargo(&copy).args(words).output().unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let of =
        |name: &str| metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == name).cloned();
    let binary = of(PACKAGE).unwrap();
    let needs = binary["dependencies"].as_array().unwrap().iter().any(|it| it["name"] == "wirecost-lab-scratch");
    assert!(needs && of("wirecost-lab-scratch").is_some(), "{binary:#}");
    if proves("additions") {
        build_and_run(&copy);
    }
}

fn build_and_run(copy: &Path) {
    let mut build = cargo(copy);
    // Like the tests, of all packages: for one of them, cargo would build dependencies once more, with other features.
    build.args(["test", "--quiet", "--offline", "--workspace", "--test", TEST, "--no-run"]);
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    build.args((profile == "release").then_some("--release"));
    let status = build.env("CARGO_TARGET_DIR", target()).status().unwrap();
    assert!(status.success(), "{build:?} in {}: {status}", copy.display());
    let home = Home::new();
    let suite = home.write("added.toml", SUITE);
    let binary = target().join(profile).join(PACKAGE);
    let ran = Ran::of(home.command_of(&binary, &["run", &suite, "--test"])).expect(0);
    let python = Command::new("python3").arg("--version").output().is_ok();
    let mut expected = vec![
        "codec/scratch-rust/scratch/decode",
        "codec/scratch-rust/scratch/encode",
        "http/scratch/scratch/get?",
        "rpc/scratch/scratch/echo?",
        "scratch/echo/one/echo",
    ];
    expected.extend(python.then_some("codec/scratch-python/scratch/decode"));
    for case in expected {
        assert!(ran.out.contains(&format!("ok      {case}")), "{case} is missing\n{}", ran.transcript());
    }
    Ran::of(home.command_of(&binary, &["run", "--help"])).expect(0).says("scratch");
    println!("a codec in Rust and one in Python, a server, a stack, a message and a lab were added and ran");
}
