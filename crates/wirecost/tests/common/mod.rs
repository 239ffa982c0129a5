//! The real binary in a home of its own.

#![allow(dead_code)]

pub mod child;
pub mod counting;
pub mod documented;
pub mod java;
pub mod started;
pub mod stores;
pub mod terminal;
pub mod workers;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A folder that stands for a user's home, and the binary run in it.
pub struct Home {
    folder: tempfile::TempDir,
}

/// Variables that change what the binary does.
const OF_THE_USER: [&str; 10] = [
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "WIRECOST_DB",
    "WIRECOST_OVERLAY",
    "WIRECOST_CONFIG",
    "COLUMNS",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "SHELL",
];

/// Lets one test of a program at a time measure: a runner that waits for a core looks like one that lets others work, and slices of
/// one comparison would wait for those of another.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test of figures up to three times: one of them must pass. Where other programs have the cores all the time, a difference of a half
/// may not be seen in one run; what is never seen fails the test.
pub fn in_some_run(test: impl Fn()) {
    let passes = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(&test)).is_ok();
    if !passes() && !passes() {
        test();
    }
}

/// Waits for what must come. What has not come after ten minutes never does, however busy the machine is: what tests wait for by this
/// does not come by itself.
pub fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(600);
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < deadline, "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a part of `cargo xtask prove` is to be proven in whole; otherwise a sample of it is enough.
pub fn proves(part: &str) -> bool {
    std::env::var("WIRECOST_PROVE").is_ok_and(|parts| parts.split(',').any(|it| it == part))
}

/// What a run of the binary gave.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
    command: String,
}

/// Has cargo optimise nothing of what it builds in a folder.
fn unoptimised(built: &Path) {
    std::fs::create_dir_all(built.join(".cargo")).unwrap();
    let config = built.join(".cargo/config.toml");
    if !config.exists() {
        // In one step: cargo may read it for another test.
        let aside = tempfile::NamedTempFile::new_in(built.join(".cargo")).unwrap();
        std::fs::write(aside.path(), "[profile.release]\nopt-level = 0\ndebug = false\n").unwrap();
        aside.persist(config).unwrap();
    }
}

/// Whether what was printed says that something could not be built for want of packages.
pub fn lacks_packages(printed: &str) -> bool {
    let line = printed.lines().find(|line| line.contains("needs the network"));
    if let Some(line) = line {
        println!("skipped: {line}");
    }
    line.is_some()
}

impl Home {
    /// What cargo builds for a message, and what servers are built of, is kept from test to test. The former is not optimised: tests
    /// look at answers.
    pub fn new() -> Self {
        let home = Self { folder: tempfile::tempdir().unwrap() };
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wirecost/built");
        // `cargo xtask setup` installs it there.
        let protoc = workspace().join("target/protoc");
        let programs = built.with_file_name("programs");
        std::fs::create_dir_all(&programs).unwrap();
        if protoc.is_dir() && !programs.join("protoc").exists() {
            // Another test may do the same.
            let _ = std::os::unix::fs::symlink(protoc, programs.join("protoc"));
        }
        home.keep_built(&built);
        home.keep("servers", &built.with_file_name("servers"));
        home
    }

    /// Has what cargo builds be in this folder.
    pub fn keep_built(&self, built: &Path) {
        unoptimised(built);
        self.keep("built", built);
    }

    /// Has a folder of the cache be one that outlives this home.
    pub fn keep(&self, name: &str, folder: &Path) {
        let link = self.path(".cache/wirecost").join(name);
        std::fs::create_dir_all(folder).unwrap();
        std::fs::create_dir_all(self.path(".cache/wirecost")).unwrap();
        // It may be one of another folder.
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(folder, link).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_wirecost")), arguments)
    }

    /// A command of another build of the binary.
    pub fn command_of(&self, binary: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary);
        command.args(arguments).current_dir(self.folder.path()).env("HOME", self.folder.path());
        // What the machine of the test says of its user, of its terminal and of the job that it runs in.
        for variable in OF_THE_USER {
            command.env_remove(variable);
        }
        // Cargo and rustup stay where they are: packages are downloaded once.
        for (variable, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if let (None, Some(home)) = (std::env::var_os(variable), std::env::var_os("HOME")) {
                command.env(variable, Path::new(&home).join(folder));
            }
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments))
    }

    /// Runs and reads the JSON document that the run wrote.
    pub fn run_json(&self, arguments: &[&str]) -> (Ran, serde_json::Value) {
        let path = self.path("run.json");
        let ran = self.run(&[arguments, &["--json", path.to_str().unwrap()]].concat());
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", ran.transcript()));
        (ran, serde_json::from_str(&text).unwrap())
    }
}

impl Ran {
    /// What a command of [`Home::command`] gave.
    pub fn of(mut command: Command) -> Self {
        let Output { status, stdout, stderr } = command.output().unwrap();
        Ran {
            code: status.code().unwrap_or(-1),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
            command: command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "),
        }
    }

    /// Whether something could not be built for want of packages, which is said for people who read what tests print.
    pub fn lacks_packages(&self) -> bool {
        lacks_packages(&self.out) || lacks_packages(&self.err)
    }

    /// Everything there is to know, for a failing assertion.
    pub fn transcript(&self) -> String {
        format!("wirecost {}\nexit {}\n--- out\n{}\n--- err\n{}", self.command, self.code, self.out, self.err)
    }

    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}", self.transcript());
        self
    }

    pub fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text) || self.err.contains(text), "{text:?} is missing\n{}", self.transcript());
        self
    }
}

/// An example program of this package, which cargo builds with the tests.
pub fn example(name: &str) -> String {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    let path = path.join("examples").join(name);
    assert!(path.is_file(), "{} is not built; cargo build --examples builds it", path.display());
    path.display().to_string()
}

/// Writes an http candidate of the user's own that plays `fault`, an option of the example `faulty_server`.
pub fn faulty(home: &Home, fault: &str) {
    let program = example("faulty_server");
    home.write(
        &format!("mine/candidates/http/{fault}/candidate.toml"),
        &format!(
            "summary = \"s\"\nlanguage = \"rust\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1.0\"]\n[start]\n\
             command = [\"{program}\", \"{fault}\"]\n"
        ),
    );
}

/// The cases of a document for which `keep` holds.
pub fn cases(document: &serde_json::Value, keep: impl Fn(&serde_json::Value) -> bool) -> Vec<&serde_json::Value> {
    document["cases"].as_array().unwrap().iter().filter(|case| keep(case)).collect()
}

/// All labels of a case.
pub fn labels(case: &serde_json::Value) -> Vec<&str> {
    let of = |name: &str| case[name].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
    of("labels").chain(of("concluded")).collect()
}

/// The label that keeps a case out of every ranking, where it has one.
pub fn unranked(case: &serde_json::Value) -> Option<&str> {
    let is_unranked = |label: &&str| wirecost_verdict::group::is_unranked(&wirecost_model::Label::read(label));
    labels(case).into_iter().find(is_unranked)
}

/// How many rounds of a run have trials of a case: the A/A pair has two in each.
pub fn rounds(document: &serde_json::Value, case: &serde_json::Value) -> usize {
    let of = |case: &serde_json::Value| ["candidate", "message", "operation"].map(|key| case[key].clone());
    let twin = cases(document, |case| !case["parameters"]["twin"].is_null());
    let is_of_pair = twin.iter().any(|twin| of(twin) == of(case));
    case["trials"].as_array().unwrap().len().div_ceil(if is_of_pair { 2 } else { 1 })
}

/// The only case of a candidate, the second of an A/A pair aside.
pub fn case<'a>(document: &'a serde_json::Value, candidate: &str) -> &'a serde_json::Value {
    let found = cases(document, |case| case["candidate"] == candidate && case["parameters"]["twin"].is_null());
    assert_eq!(found.len(), 1, "{candidate}: {document:#}");
    found[0]
}

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A suite of very short trials.
pub const SHORT: &str = r#"
budget = "2m"
trials = 2
messages = ["echo-float", "doubles-1000"]
operations = ["decode", "encode"]
answer_timeout = "3s"
[rules]
sample = "1ms"
warmup = "2ms"
window = "3ms"
min_samples = 3
"#;
