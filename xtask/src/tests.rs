//! Runs the tests of the workspace, two programs at a time. Tests that measure would meet on the machine, so only one of these runs at
//! any time; beside it runs one that does not measure.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::steps::{cargo, run};

/// Packages whose tests start what is measured, by their folder.
const MEASURE: [&str; 12] = [
    "candidates/http",
    "candidates/kv",
    "candidates/rpc",
    "crates/host",
    "crates/lab-codec",
    "crates/lab-http",
    "crates/lab-kv",
    "crates/lab-rpc",
    "crates/scale",
    "crates/served",
    "crates/wirecost",
    "libs/load",
];

/// Programs of these packages that build or verify, and bear another program that measures.
const ONLY_COMPUTE: [&str; 5] = ["additions", "alone", "documents", "java", "own_messages"];

/// The priority of a program that does not measure: a third of the usual share of a core that both want.
const NICE: &str = "5";

/// A program with tests.
struct Program {
    /// The folder of its package, where it runs.
    package: PathBuf,
    /// What it is called there, such as `tests/lies` or `unit tests of the lib`.
    name: String,
    executable: PathBuf,
}

impl Program {
    /// From what cargo says of a file that it made; nothing for what is no program with tests.
    fn of(message: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let executable = PathBuf::from(text(&message["executable"]).filter(|_| message["profile"]["test"] == true)?);
        let package = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
        let target = &message["target"];
        let name = match target["kind"][0].as_str()? {
            "test" => format!("tests/{}", text(&target["name"])?),
            kind => format!("unit tests of the {kind}"),
        };
        Some(Self { package, name, executable })
    }

    fn measures(&self) -> bool {
        let computes = ONLY_COMPUTE.iter().any(|name| self.name == format!("tests/{name}"));
        !computes && MEASURE.iter().any(|folder| self.package.ends_with(folder))
    }

    /// Runs it to its end. What measures goes first where both want the same core.
    fn run(&self) -> Result<Output> {
        let mut command = Command::new("nice");
        command.args(["-n", if self.measures() { "0" } else { NICE }]).arg(&self.executable);
        command.arg("--quiet").current_dir(&self.package).env("CARGO_MANIFEST_DIR", &self.package);
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {}", self.executable.display()))
    }
}

/// Builds all tests and runs them.
pub(crate) fn tests() -> Result<()> {
    let (measuring, others): (Vec<Program>, Vec<Program>) = programs()?.into_iter().partition(Program::measures);
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for queue in [measuring, others] {
            scope.spawn(|| run_all(queue, &failed));
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    run(cargo().args(["test", "--workspace", "--quiet", "--doc"]))
}

/// Runs these one after the other, and notes those that fail.
fn run_all(queue: Vec<Program>, failed: &Mutex<Vec<String>>) {
    for program in queue {
        let package = program.package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let label = format!("{package}, {}", program.name);
        let start = Instant::now();
        let ran = program.run();
        let seconds = start.elapsed().as_secs();
        let (passed, said) = match &ran {
            Ok(output) => (output.status.success(), shown(output)),
            Err(error) => (false, format!("{error:#}\n")),
        };
        if passed {
            println!("{seconds:>5} s  {label}");
        } else {
            println!("{seconds:>5} s  {label} FAILED\n{said}");
            failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(label);
        }
    }
}

/// What a program said.
fn shown(output: &Output) -> String {
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    format!("{}{}({})\n", text[0], text[1], output.status)
}

/// The programs with tests, built.
fn programs() -> Result<Vec<Program>> {
    let mut build = cargo();
    build.args(["test", "--workspace", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]);
    let output = build.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("tests do not build: {}", output.status);
    }
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let messages = lines.map(|line| serde_json::from_slice::<Value>(line).context("a message of cargo"));
    let messages: Vec<Value> = messages.collect::<Result<_>>()?;
    Ok(messages.iter().filter_map(Program::of).collect())
}
