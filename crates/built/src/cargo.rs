//! Calls cargo, and reads what it builds from, how far it is, and why it refuses.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;

use crate::NotBuilt;

/// CompilerMessage of a build while it goes on.
pub trait Watch {
    /// Another process builds first.
    fn waits(&self);

    /// So many of the packages that it needs are there.
    fn compiles(&self, done: usize, of: usize);

    /// Whether it is no longer wanted.
    fn is_cancelled(&self) -> bool;
}

/// A build that nobody looks at.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn waits(&self) {}

    fn compiles(&self, _: usize, _: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// How often a build looks whether it is still wanted, and whether another one is over.
pub const LOOK: Duration = Duration::from_millis(50);

/// Cargo in a folder, as if nobody had called it from another package.
pub fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(folder).stdin(Stdio::null()).env("CARGO_TERM_COLOR", "never");
    // What cargo sets for this process, where it was started by cargo, is not meant for another package.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let is_other = ["CARGO_PKG_", "CARGO_BUILD_", "CARGO_PROFILE_"].iter().any(|begin| name.starts_with(begin));
        if name == "CARGO_ENCODED_RUSTFLAGS" || is_other {
            cargo.env_remove(&*name);
        }
    }
    cargo
}

/// What a command of the toolchain says.
pub fn output(command: &mut Command) -> Result<Output, NotBuilt> {
    command.output().map_err(|error| cannot_run(&error))
}

/// Why cargo refuses, by what it says.
pub fn refused(output: &Output) -> NotBuilt {
    refused_by(&String::from_utf8_lossy(&output.stderr))
}

fn refused_by(text: &str) -> NotBuilt {
    if is_of_network(text) { NotBuilt::Network(first_error(text)) } else { NotBuilt::Refused(first_error(text)) }
}

/// Runs `cargo build --message-format=json-diagnostic-short`, and gives the program that it made. `of` is the number of
/// packages that it may have to compile.
pub fn build(cargo: &mut Command, of: usize, watch: &dyn Watch) -> Result<Option<PathBuf>, NotBuilt> {
    // A group of its own, so that no compiler is left where it is stopped.
    let started = cargo.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn();
    let mut child = Running(started.map_err(|error| cannot_run(&error))?);
    let (lines, errors) = (child.lines(), child.errors());
    let mut done = HashSet::new();
    let (mut program, mut refusal) = (None, None);
    loop {
        match lines.recv_timeout(LOOK) {
            Ok(line) => {
                let Ok(message) = serde_json::from_str::<Message>(&line) else { continue };
                if message.reason == "compiler-artifact" && done.insert(message.package_id) {
                    watch.compiles(done.len().min(of), of);
                }
                program = message.executable.or(program);
                let told = message.message.filter(|told| told.level == "error").and_then(|told| told.rendered);
                refusal = refusal.or(told);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if watch.is_cancelled() {
            return Err(NotBuilt::Interrupted);
        }
    }
    let status = child.0.wait().map_err(|error| cannot_run(&error))?;
    let errors = errors.recv().unwrap_or_default();
    match (status.success(), refusal) {
        (true, _) => Ok(program),
        (false, Some(text)) => Err(NotBuilt::Refused(text.lines().next().unwrap_or_default().to_owned())),
        (false, None) => Err(refused_by(&errors)),
    }
}

fn cannot_run(error: &std::io::Error) -> NotBuilt {
    match error.kind() {
        std::io::ErrorKind::NotFound => NotBuilt::NoCargo,
        _ => NotBuilt::Refused(format!("cargo cannot be run: {error}")),
    }
}

/// A cargo that ends, with all that it started, where it is no longer waited for.
struct Running(Child);

impl Running {
    /// The lines that it writes, until it ends.
    fn lines(&mut self) -> Receiver<String> {
        let (sender, lines) = channel();
        if let Some(out) = self.0.stdout.take() {
            let each = move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line));
            std::thread::spawn(each);
        }
        lines
    }

    /// What it says of errors, once it has ended.
    fn errors(&mut self) -> Receiver<String> {
        let (sender, errors) = channel();
        if let Some(mut err) = self.0.stderr.take() {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let read = err.read_to_end(&mut bytes);
                read.is_ok().then(|| sender.send(String::from_utf8_lossy(&bytes).into_owned()))
            });
        }
        errors
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // What cargo has finished is kept, and what it was at is begun anew by the next build.
        let group = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw);
        let killed = group.map(|group| kill_process_group(group, Signal::INT));
        if killed.is_some_and(|killed| killed.is_ok()) {
            let _ = self.0.wait();
        }
    }
}

/// What `cargo build` says in a line.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    reason: String,
    #[serde(default)]
    package_id: String,
    message: Option<CompilerMessage>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct CompilerMessage {
    level: String,
    rendered: Option<String>,
}

/// The packages that a crate is built from.
pub struct Packages {
    packages: Vec<Package>,
    /// What each needs, by identifiers.
    needs: HashMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    dependencies: Vec<String>,
}

impl Packages {
    /// From what `cargo metadata` writes.
    pub fn read(text: &[u8]) -> Result<Self, NotBuilt> {
        let metadata: Metadata =
            serde_json::from_slice(text).map_err(|error| NotBuilt::Refused(format!("cargo metadata: {error}")))?;
        let needs = metadata.resolve.nodes.into_iter().map(|node| (node.id, node.dependencies)).collect();
        Ok(Self { packages: metadata.packages, needs })
    }

    /// Names and versions of all.
    pub fn versions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.packages.iter().map(|package| (package.name.as_str(), package.version.as_str()))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.packages.len()
    }

    /// The version of a package that is there once.
    pub fn version_of(&self, name: &str) -> Result<String, NotBuilt> {
        let found: Vec<&str> = self.versions().filter(|(it, _)| *it == name).map(|(_, version)| version).collect();
        match found[..] {
            [version] => Ok(version.to_owned()),
            [] => Err(NotBuilt::Choice(format!("there is no package {name}"))),
            _ => Err(NotBuilt::Choice(format!("its crate holds {name} in several versions: {}", found.join(", ")))),
        }
    }

    /// How many packages these need, themselves included.
    pub fn needed_by(&self, names: &[String]) -> usize {
        let is_named = |package: &&Package| names.contains(&package.name);
        let mut open: Vec<&str> = self.packages.iter().filter(is_named).map(|package| package.id.as_str()).collect();
        let mut needed: HashSet<&str> = HashSet::new();
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                open.extend(self.needs.get(id).into_iter().flatten().map(String::as_str));
            }
        }
        needed.len()
    }
}

/// Whether cargo fails for want of a network. Warnings of a download that worked at last come before the error.
fn is_of_network(text: &str) -> bool {
    const SAYS: [&str; 6] = [
        "failed to download",
        "download of config.json failed",
        "Could not resolve host",
        "Could not connect to server",
        "network failure",
        "spurious network error",
    ];
    let error = if text.starts_with("error") { 0 } else { text.find("\nerror").unwrap_or(0) };
    SAYS.iter().any(|says| text[error..].contains(says))
}

/// The first line of what cargo says that is an error; of a build script that fails, what the script says.
fn first_error(text: &str) -> String {
    let error = text.lines().find(|line| line.starts_with("error")).or_else(|| text.lines().last());
    let error = error.unwrap_or("cargo says nothing").trim_start_matches("error: ");
    let script = error.strip_prefix("failed to run custom build command for ");
    match script.and_then(|script| Some((script, said_by_script(text)?))) {
        Some((script, said)) => {
            let package = script.trim_matches('`').split(' ').next().unwrap_or_default();
            format!("the build script of {package} fails: {said}")
        }
        None => error.to_owned(),
    }
}

/// The first line that matters of what a build script wrote to its stderr, which cargo repeats.
fn said_by_script(text: &str) -> Option<&str> {
    let (_, stderr) = text.split_once("--- stderr")?;
    let is_remark = |line: &str| line.starts_with("note:") || line.contains("warning:");
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty() && !is_remark(line));
    let line = lines.next()?;
    match line.split_once("panicked at ") {
        // Up to Rust 1.72 the message is in the same line, before the place.
        Some((_, told)) if told.starts_with('\'') => {
            let message = told.rsplit_once("', ").map_or(told, |(message, _)| message);
            Some(message.trim_matches('\''))
        }
        Some(_) => lines.next().or(Some(line)),
        None => Some(line.trim_start_matches("Error: ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_counted_by_what_needs_them() {
        let node = |id: &str, needs: &[&str]| serde_json::json!({"id": id, "dependencies": needs});
        let packages =
            ["runner", "lib", "shared", "own"].map(|it| serde_json::json!({"id": it, "name": it, "version": "1.0.0"}));
        let nodes =
            [node("runner", &["lib", "own"]), node("lib", &["shared"]), node("shared", &[]), node("own", &["shared"])];
        let text = serde_json::json!({"packages": packages, "resolve": {"nodes": nodes}}).to_string();
        let packages = Packages::read(text.as_bytes()).unwrap();
        assert_eq!((packages.count(), packages.needed_by(&["lib".to_owned()])), (4, 2));
        assert_eq!(packages.version_of("lib").unwrap(), "1.0.0");
        assert!(packages.version_of("gone").is_err());
    }

    #[test]
    fn a_missing_network_differs_from_a_missing_version() {
        let spurious =
            "warning: spurious network error (3 tries remaining): [6] Could not resolve host: index.crates.io";
        let host = "Caused by:\n  [6] Could not resolve host: index.crates.io";
        let of_network = format!("{spurious}\nerror: failed to get `prost` as a dependency of package `a`\n\n{host}\n");
        assert!(is_of_network(&of_network));
        assert_eq!(first_error(&of_network), "failed to get `prost` as a dependency of package `a`");
        let version = "error: failed to select a version for the requirement `postcard = \"=0.0.7\"`";
        assert!(!is_of_network(&format!("{spurious}\n{version}\n")));
        assert!(!is_of_network(version));
    }

    #[test]
    fn a_build_script_that_fails_says_why() {
        let failed = |stderr: &str| {
            format!(
                "   Compiling wirecost-codec-capnp v0.0.0 (/cache/capnp)\n\
                 error: failed to run custom build command for `wirecost-codec-capnp v0.0.0 (/cache/capnp)`\n\n\
                 Caused by:\n  process didn't exit successfully: `/cache/build-script-build` (exit status: 1)\n  \
                 --- stdout\n  cargo::rerun-if-changed=messages\n\n  --- stderr\n{stderr}\
                 warning: build failed, waiting for other jobs to finish...\n"
            )
        };
        for (stderr, said) in [
            (
                "  messages/m0/schema.capnp:4:3: error: Parse error.\n  Error: Error { kind: Failed, extra: \"exit 1\" }\n",
                "messages/m0/schema.capnp:4:3: error: Parse error.",
            ),
            ("  Error: \"the schema is not valid\"\n", "\"the schema is not valid\""),
            (
                "\n  thread 'main' (4711) panicked at build.rs:10:5:\n  `E` is already defined in file \"m.proto\".\n  \
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                "`E` is already defined in file \"m.proto\".",
            ),
            (
                "  clang diag: a.h:1:9: warning: 'A' macro redefined\n  \
                 thread 'main' panicked at 'no cmake, it's needed', build.rs:4:66\n",
                "no cmake, it's needed",
            ),
        ] {
            let due = format!("the build script of wirecost-codec-capnp fails: {said}");
            assert_eq!(refused_by(&failed(stderr)).to_string(), format!("does not build: {due}"));
        }
        let silent = failed("").replace("  --- stderr\n", "");
        assert!(first_error(&silent).starts_with("failed to run custom build command for `wirecost-codec-capnp"));
    }
}
