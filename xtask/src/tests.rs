//! Runs the tests of the workspace, three programs at a time. Tests that measure would meet on the machine, so only one of these runs at
//! any time; beside it run one that works and does not measure, and one that mostly waits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::command::{cargo, run};
use crate::prove;
use crate::took::{CpuTime, Took, table};

/// Reads schemas of other people by the tests that do, and shows what these say.
pub fn corpora() -> Result<()> {
    let tests = [
        "-p",
        "wirecost-types",
        "--test",
        "corpora",
        "-p",
        "wirecost-catalog",
        "--test",
        "json_schemas",
        "--test",
        "documents",
    ];
    run(cargo().args(["test", "--quiet"]).args(tests).args(["--", "--nocapture"]))
}

/// Packages whose tests start what is measured, by their folder.
const MEASURE: [&str; 11] = [
    "candidates/http",
    "candidates/kv",
    "candidates/rpc",
    "crates/host",
    "crates/lab-codec",
    "crates/lab-http",
    "crates/lab-kv",
    "crates/lab-rpc",
    "crates/scale",
    "crates/server-lab",
    "libs/load",
];

/// The package whose programs run module by module, so that each of its many subjects says what it takes.
const BY_MODULE: &str = "crates/wirecost";

/// Its subjects that depend on what is measured, or on workers that begin in time. The others start runs too, look at their form, and
/// bear what goes on beside them.
const FIGURES: [&str; 10] = [
    "tests/one_at_a_time",
    "tests/together gate",
    "tests/together http",
    "tests/together kv",
    "tests/together load",
    "tests/together rpc",
    "tests/together run",
    "tests/together spread",
    "tests/together stores",
    "tests/together turns",
];

/// Its subjects that wait for workers, timeouts and signals most of the time, which take little of a core.
const WAIT: [&str; 4] =
    ["tests/together kubernetes", "tests/together many", "tests/together netns", "tests/together slurm"];

/// How many programs the table of the longest has.
const LONGEST: usize = 10;

/// The priority of a program that does not measure: a third of the usual share of a core that both want.
const NICE: &str = "5";

/// The variable that says where the inputs of property tests begin.
const SEED: &str = "PROPTEST_RNG_SEED";

/// A program with tests.
struct Program {
    /// The folder of its package, where it runs.
    package: PathBuf,
    /// What it is called there, such as `tests/spread` or `unit tests of the lib`.
    name: String,
    executable: PathBuf,
    /// Those of its tests that run; all, if none is named.
    tests: Vec<String>,
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
        Some(Self { package, name, executable, tests: Vec::new() })
    }

    /// One for each module of its tests, if it runs module by module.
    fn modules(self) -> Result<Vec<Self>> {
        if !self.package.ends_with(BY_MODULE) || !self.name.starts_with("tests/") {
            return Ok(vec![self]);
        }
        let output = Command::new(&self.executable).args(["--list", "--format=terse"]).output()?;
        if !output.status.success() {
            bail!("{} does not list its tests: {}", self.name, output.status);
        }
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for test in list.lines().filter_map(|line| line.strip_suffix(": test")) {
            modules.entry(test.split("::").next().unwrap_or_default()).or_default().push(test.to_owned());
        }
        let of_module = |(module, tests): (&str, _)| Self {
            package: self.package.clone(),
            name: format!("{} {module}", self.name),
            executable: self.executable.clone(),
            tests,
        };
        Ok(modules.into_iter().map(of_module).collect())
    }

    fn measures(&self) -> bool {
        if self.package.ends_with(BY_MODULE) {
            return FIGURES.iter().any(|subject| self.is_of(subject));
        }
        MEASURE.iter().any(|folder| self.package.ends_with(folder))
    }

    fn waits(&self) -> bool {
        self.package.ends_with(BY_MODULE) && WAIT.iter().any(|subject| self.is_of(subject))
    }

    /// Whether it is this program, or a module of it.
    fn is_of(&self, subject: &str) -> bool {
        self.name.strip_prefix(subject).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// Runs it to its end, in a shell that says what CPU time that took. What measures or waits goes before what works where both
    /// want the same core.
    fn run(&self, due: &str) -> Result<Output> {
        let mut command = Command::new("sh");
        command.args(["-c", "\"$@\"; code=$?; times; exit $code", "sh"]);
        let goes_first = self.measures() || self.waits();
        command.args(["nice", "-n", if goes_first { "0" } else { NICE }]).arg(&self.executable);
        // What passes must be seen, too, to tell what was left out.
        command.args(["--quiet", "--show-output", "--exact"]).args(&self.tests);
        command.current_dir(&self.package).env("CARGO_MANIFEST_DIR", &self.package).env(prove::VARIABLE, due);
        // As fuzz targets have: a fault that new inputs find is no reason to refuse a change that has nothing to do with it.
        if std::env::var_os(SEED).is_none() {
            command.env(SEED, "1");
        }
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {}", self.executable.display()))
    }
}

/// Builds all tests and runs them; those of the parts that are `due` in whole.
pub(crate) fn tests(due: &str) -> Result<()> {
    let modules: Vec<Vec<Program>> = programs()?.into_iter().map(Program::modules).collect::<Result<_>>()?;
    let (measuring, others): (Vec<Program>, Vec<Program>) = modules.into_iter().flatten().partition(Program::measures);
    let (waiting, working): (Vec<Program>, Vec<Program>) = others.into_iter().partition(Program::waits);
    let outcome = Mutex::new(Outcome::default());
    std::thread::scope(|scope| {
        for queue in [measuring, working, waiting] {
            scope.spawn(|| run_all(queue, due, &outcome));
        }
    });
    let Outcome { failed, skipped, mut took } = outcome.into_inner().unwrap_or_default();
    took.sort_by_key(|took| std::cmp::Reverse(took.time));
    took.truncate(LONGEST);
    println!("\n{}", table("the longest tests", &took));
    if !skipped.is_empty() {
        let lines: Vec<String> = skipped.iter().map(|why| format!("  {why}\n")).collect();
        println!("left out here; cargo xtask setup installs what it can:\n{}", lines.concat());
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    run(cargo().args(["test", "--workspace", "--quiet", "--doc"]))
}

/// What came of the programs.
#[derive(Default)]
struct Outcome {
    failed: Vec<String>,
    /// Why tests were left out, each reason once.
    skipped: BTreeSet<String>,
    took: Vec<Took>,
}

/// Runs these one after the other.
fn run_all(queue: Vec<Program>, due: &str, outcome: &Mutex<Outcome>) {
    for program in queue {
        let package = program.package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let label = format!("{package}, {}", program.name);
        let start = Instant::now();
        let ran = program.run(due);
        let time = start.elapsed();
        let (passed, said, cpu) = match &ran {
            Ok(output) => shown(output),
            Err(error) => (false, format!("{error:#}\n"), None),
        };
        let told = cpu.map(|cpu| format!("{cpu:>5} s of CPU")).unwrap_or_default();
        let failed = if passed { String::new() } else { format!(" FAILED\n{said}") };
        println!("{:>5} s {told}  {label}{failed}", time.as_secs());
        let mut outcome = outcome.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        outcome.skipped.extend(skipped(&said));
        outcome.failed.extend((!passed).then(|| label.clone()));
        outcome.took.extend(cpu.map(|cpu| Took { name: label, time, cpu }));
    }
}

/// Why tests of a program were left out, as they say it.
fn skipped(said: &str) -> impl Iterator<Item = String> {
    said.lines().filter_map(|line| line.strip_prefix("skipped: ")).map(str::to_owned)
}

/// Whether a program passed, what it said, and the CPU time that it took.
fn shown(output: &Output) -> (bool, String, Option<CpuTime>) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (out, cpu) = CpuTime::from_shell(&out).map_or((out.as_str(), None), |(out, cpu)| (out, Some(cpu)));
    (output.status.success(), format!("{out}\n{err}({})\n", output.status), cpu)
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

#[cfg(test)]
mod of_programs {
    use super::*;
    use crate::command::root;

    /// A program that stands for one with tests, and what came of it.
    fn outcome(script: &str) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        let executable = folder.path().join("program");
        std::fs::write(&executable, format!("#!/bin/sh\n{script}\n")).unwrap();
        let executes = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&executable, executes).unwrap();
        let program = Program { package: folder.path().into(), name: "tests/a".into(), executable, tests: Vec::new() };
        let outcome = Mutex::new(Outcome::default());
        run_all(vec![program], "types", &outcome);
        outcome.into_inner().unwrap()
    }

    #[test]
    fn what_a_program_leaves_out_takes_and_fails_is_kept() {
        let passes = outcome("echo 'skipped: no nginx'; echo 'skipped: no nginx'; test $WIRECOST_PROVE = types");
        assert!(passes.failed.is_empty() && passes.took.len() == 1);
        assert_eq!(passes.skipped.into_iter().collect::<Vec<_>>(), ["no nginx"]);
        let fails = outcome("echo 'test a ... FAILED'; exit 101");
        assert!(fails.failed.len() == 1 && fails.failed[0].ends_with("tests/a"), "{:?}", fails.failed);
        assert!(fails.took.len() == 1 && fails.skipped.is_empty());
    }

    #[test]
    fn one_program_measures_at_a_time_and_what_builds_may_run_beside_it() {
        let program = |package: &str, name: &str| Program {
            package: root().join(package),
            name: name.to_owned(),
            executable: PathBuf::new(),
            tests: Vec::new(),
        };
        assert!(program(BY_MODULE, "tests/together run").measures());
        assert!(program(BY_MODULE, "tests/one_at_a_time lies").measures());
        assert!(!program(BY_MODULE, "tests/builds alone").measures());
        assert!(!program(BY_MODULE, "tests/together screens").measures());
        let slurm = program(BY_MODULE, "tests/together slurm");
        assert!(slurm.waits() && !slurm.measures());
        assert!(program("libs/load", "unit tests of the lib").measures());
        assert!(!program("crates/types", "tests/hostile").measures());
        for program in ["together", "one_at_a_time", "builds"] {
            assert!(root().join(BY_MODULE).join("tests").join(program).join("main.rs").is_file(), "{program}");
        }
    }
}
