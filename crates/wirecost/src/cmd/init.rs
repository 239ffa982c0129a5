//! `wirecost init`: writes what a codec of one's own begins with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand, ValueEnum};
use wirecost_catalog::Catalog;

use crate::screen::Screen;

/// Options of `init`.
#[derive(Args)]
pub struct InitArgs {
    /// Write this
    #[command(subcommand)]
    what: What,
}

/// What can be written.
#[derive(Subcommand)]
enum What {
    /// Write a runner for a codec of yours: a folder that builds, and that `run --test --runner` accepts as it is
    #[command(after_help = EXAMPLES)]
    Runner(RunnerArgs),
}

/// Options of `init runner`.
#[derive(Args)]
struct RunnerArgs {
    /// Call the runner and its candidate this, and write it to a new folder of this name: small letters, digits and hyphens
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,

    /// Write it in this language
    #[arg(long, value_name = "LANGUAGE")]
    language: Language,
}

/// The languages of runners that can be written.
#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// A crate, with the runner library in a folder of it
    Rust,
    /// A program without a library
    Python,
    /// A module without a library
    Go,
}

const EXAMPLES: &str = "\
Examples:
  wirecost init runner my-codec --language rust
  cd my-codec && cargo build --release
  wirecost run full --test --runner my-codec=target/release/my-codec --candidate my-codec

  wirecost init runner my-codec --language python
  wirecost run full --test --runner my-codec=my-codec/run --candidate my-codec

  wirecost init runner my-codec --language go
  cd my-codec && go build
  wirecost run full --test --runner my-codec=./my-codec --candidate my-codec";

/// What stands for the name in templates.
const PLACEHOLDER: &str = "NAME";

/// How functions are aligned, as in wirecost's own build (docs/BIAS.md).
const CARGO_CONFIG: &str = include_str!("../../templates/runner/rust/config.toml");

/// Starts the runner in Python, from whatever folder.
const RUN: &str = "#!/bin/sh\nexec python3 \"$(dirname \"$0\")/runner.py\"\n";

/// Writes it.
pub fn run(args: &InitArgs, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let What::Runner(RunnerArgs { name, language }) = &args.what;
    let folder = Path::new(name);
    ensure!(!folder.exists(), "{name} is there already; choose another name, or remove it");
    let files = match language {
        Language::Rust => rust(name),
        Language::Python => python(name, catalog)?,
        Language::Go => go(name),
    };
    write_all(folder, &files)?;
    screen.note(&format!("{name}/ written; {name}/README.md says how to build and run it"));
    Ok(ExitCode::SUCCESS)
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn rust(name: &str) -> Files {
    let named = |text: &str| text.replace(PLACEHOLDER, name).into_bytes();
    let library = wirecost_built::runner_library();
    let mut files: Files = library.into_iter().map(|(path, bytes)| (Path::new("wirecost").join(path), bytes)).collect();
    files.extend([
        ("Cargo.toml".into(), named(include_str!("../../templates/runner/rust/Cargo.toml.txt"))),
        ("README.md".into(), named(include_str!("../../templates/runner/rust/README.md"))),
        ("src/main.rs".into(), named(include_str!("../../templates/runner/rust/main.rs"))),
        (".cargo/config.toml".into(), CARGO_CONFIG.into()),
    ]);
    files
}

fn python(name: &str, catalog: &Catalog) -> anyhow::Result<Files> {
    let named = |text: &str| text.replace(PLACEHOLDER, name).into_bytes();
    let values = catalog.read("candidates/codec/python/values.py").context("values.py of the Python runner is gone")?;
    Ok(Files::from([
        ("README.md".into(), named(include_str!("../../templates/runner/python/README.md"))),
        ("runner.py".into(), named(include_str!("../../templates/runner/python/runner.py"))),
        ("values.py".into(), values.into()),
        ("run".into(), RUN.into()),
    ]))
}

fn go(name: &str) -> Files {
    let named = |text: &str| text.replace(PLACEHOLDER, name).into_bytes();
    Files::from([
        ("README.md".into(), named(include_str!("../../templates/runner/go/README.md"))),
        ("go.mod".into(), named(include_str!("../../templates/runner/go/go.mod.txt"))),
        ("main.go".into(), named(include_str!("../../templates/runner/go/main.go"))),
        ("codec.go".into(), include_str!("../../templates/runner/go/codec.go").into()),
        ("values.go".into(), include_str!("../../templates/runner/go/values.go").into()),
    ])
}

/// A name that is one of a folder, a crate and a candidate.
fn name(text: &str) -> anyhow::Result<String> {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name =
        text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.ends_with('-') && text.chars().all(is_letter);
    ensure!(is_name, "a name has small letters, digits and hyphens, and begins with a letter");
    Ok(text.to_owned())
}

/// Writes all files to a new folder, or leaves none: half of a runner would be in the way of the next try.
fn write_all(folder: &Path, files: &Files) -> anyhow::Result<()> {
    let written = files.iter().try_for_each(|(path, bytes)| write(&folder.join(path), bytes));
    written.map_err(|error| match std::fs::remove_dir_all(folder) {
        Err(_) if folder.exists() => error.context(format!("remove {} before you try again", folder.display())),
        _ => error,
    })
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let parent = file.parent().unwrap_or(file);
    std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
    if bytes.starts_with(b"#!/bin/sh") { make_program(file) } else { Ok(()) }
}

fn make_program(file: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(file, permissions).with_context(|| format!("cannot change {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_whole_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("new");
        // A file cannot be a folder as well.
        let files = ["a", "b", "b/c"].map(|path| (path.into(), b"content".to_vec()));
        let said = format!("{:#}", write_all(&folder, &files.into()).unwrap_err());
        assert!(said.contains("b"), "{said}");
        assert!(!folder.exists());
    }
}
