//! What is checked, in which order. A fault that a formatter or a linter finds need not wait for the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::command::{cargo, found, root, run};
use crate::took::{CpuTime, Took, table};
use crate::{fuzz, prove, tests};

type Step = (&'static str, fn() -> Result<()>);

const CHECK: [Step; 3] = [("formatting", format), ("clippy", clippy), ("unit tests", unit_tests)];

const CI: [Step; 10] = [
    ("formatting", format),
    ("licences and sources of dependencies", deny),
    ("clippy", clippy),
    ("documentation", document),
    ("generated source is current", generated),
    ("tests, and proofs that are due in whole", proven_tests),
    ("libraries can be packaged", package),
    ("every fuzz target, 5 s each", || fuzz::run_targets(fuzz::SECONDS, &[], fuzz::Inputs::Same)),
    ("a run of the tiny suite, against the published schema", tiny_run),
    ("the HTML report in a browser", browser),
];

/// The libraries that stand alone.
const LIBRARIES: [&str; 5] = ["fastinfoset", "sbw", "wirecost-hpack", "wirecost-load", "wirecost-tap"];

pub(crate) fn check() -> Result<()> {
    all(&CHECK)
}

pub(crate) fn ci() -> Result<()> {
    all(&CI)
}

fn all(steps: &[Step]) -> Result<()> {
    let mut all = Vec::new();
    for (name, step) in steps {
        println!("\n== {name}");
        let (start, before) = (Instant::now(), CpuTime::of_children());
        step().with_context(|| format!("step failed: {name}"))?;
        let cpu = CpuTime::of_children() - before;
        let took = Took { name: (*name).to_owned(), time: start.elapsed(), cpu };
        println!("   ({} s, {} s of CPU)", took.time.as_secs(), took.cpu);
        all.push(took);
    }
    println!("\n== done\n\n{}", table("step", &all));
    Ok(())
}

fn format() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    // Build scripts find these candidates, and packages for fuzzing are outside of the workspace: cargo fmt sees neither.
    let candidates = ["codec/rust", "codec/rust/shared", "http", "rpc"];
    let candidates = candidates.iter().flat_map(|folder| sources(&root().join("candidates").join(folder)));
    // Codecs have modules that are generated for them, which rustfmt would look for.
    let leads = |path: &PathBuf| path.ends_with("mod.rs") || path.ends_with("lent.rs");
    let candidates = candidates.filter(|path| !(leads(path) && path.iter().any(|part| part == "codec")));
    let targets = fuzz::packages()?.into_iter().flat_map(|package| sources(&package.join("fuzz_targets")));
    run(Command::new("rustfmt").args(["--check", "--edition", "2024"]).args(candidates.chain(targets)))
}

/// The sources in a folder and in the folders right below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let below = list(folder).into_iter().filter(|path| path.is_dir()).flat_map(|path| list(&path));
    let mut all: Vec<PathBuf> = list(folder).into_iter().chain(below).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    all.sort();
    all
}

fn clippy() -> Result<()> {
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

fn unit_tests() -> Result<()> {
    run(cargo().args(["test", "--workspace", "--lib", "--bins", "--quiet"]))
}

/// On top of what clippy has checked. With examples, as without what these need the crates of others would have other features, and by
/// the compiler of `cargo clippy`, as by another one all would be checked once more.
fn document() -> Result<()> {
    let mut cargo = cargo();
    let driver = Path::new(cargo.get_program()).with_file_name("clippy-driver");
    cargo.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", ["-D", "warnings", ""].join("__CLIPPY_HACKERY__"));
    cargo.args(["doc", "--workspace", "--no-deps", "--lib", "--bins", "--examples", "--quiet"]);
    run(cargo.env("RUSTDOCFLAGS", "-D warnings"))
}

fn deny() -> Result<()> {
    if !found("cargo-deny") {
        return skip("cargo-deny is not installed");
    }
    // It reads every package of the lock file, those of other systems too.
    run(cargo().args(["fetch", "--locked", "--quiet"]))?;
    run(cargo().args(["deny", "--offline", "check", "bans", "licenses", "sources"]))?;
    // The codecs are a workspace of their own.
    let codecs = root().join("candidates/codec/rust/Cargo.toml");
    run(cargo().args(["fetch", "--locked", "--quiet", "--manifest-path"]).arg(&codecs))?;
    let deny = ["deny", "--offline", "--manifest-path"];
    run(cargo().args(deny).arg(codecs).args(["check", "bans", "licenses", "sources"]))
}

fn generated() -> Result<()> {
    run(Command::new(root().join("candidates/rpc/capnp/generate/run")).arg("check"))
}

fn proven_tests() -> Result<()> {
    let due = prove::due()?;
    if !due.is_empty() {
        println!("in whole, since their sources changed after the commit of xtask/proven.json: {due}");
    }
    tests::tests(&due)
}

fn package() -> Result<()> {
    let chosen = LIBRARIES.iter().flat_map(|library| ["--package", library]);
    run(cargo().args(["package", "--quiet", "--allow-dirty", "--no-verify"]).args(chosen))
}

fn tiny_run() -> Result<()> {
    let folder = root().join("target/ci");
    std::fs::create_dir_all(&folder)?;
    let file = |name: &str| folder.join(name).into_os_string();
    // As the tests have built them: for one package alone, cargo builds dependencies once more, with other features.
    let built = std::env::current_exe()?;
    let mut tiny = Command::new(built.with_file_name("wirecost"));
    tiny.args(["run", "tiny", "--trials", "1"]).env("XDG_CACHE_HOME", root().join("target/tmp"));
    run(tiny.arg("--db").arg(file("runs.db")).arg("--json").arg(file("run.json")).arg("--html").arg(file("run.html")))?;
    let mut validate = Command::new(built.with_file_name("examples").join("validate"));
    run(validate.arg(root().join("docs/schema/run.schema.json")).arg(file("run.json")))
}

fn browser() -> Result<()> {
    run(Command::new(root().join(".ci/browser")).arg(root().join("target/ci/run.json")))
}

/// Leaves a step out because of what this machine lacks. CI may leave out nothing.
fn skip(lack: &str) -> Result<()> {
    if std::env::var_os("CI").is_some() {
        bail!("{lack}; cargo xtask setup");
    }
    println!("skipped: {lack}; cargo xtask setup");
    Ok(())
}
