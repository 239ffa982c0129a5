//! `wirecost setup python`: installs the libraries of Python candidates with pip, each by itself, so that one which cannot be had holds
//! up no other.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail};
use clap::Args;
use wirecost_catalog::{Catalog, globs};
use wirecost_lab_codec::runners::Places;
use wirecost_server_lab::candidate::find_program;

use crate::paths::Paths;
use crate::screen::say;
use crate::suggestions;

/// Options of `setup python`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PythonArgs {
    /// Install only libraries that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    library: Vec<String>,

    /// Show the libraries without installing them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup python                                     all libraries; half a minute
  wirecost setup python --library 'ms*'                     these only
  wirecost run full --lab codec --test --language python    check every Python candidate

You need python3 with pip: apt-get install python3 python3-pip. Libraries come from where pip's settings say, into wirecost's cache
folder. The packages of your system are not changed.

Exit codes: 0 everything is installed; 1 some libraries could not be installed; 2 python3 or pip is missing.";

/// The folder of the runner in the catalogue.
const LANGUAGE: &str = "python";

/// Installs them, and says what became of each.
pub fn run(args: &PythonArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let places = Places::new(catalog, LANGUAGE, &paths.cache).context("cannot unpack the Python runner")?;
    let listed = std::fs::read_to_string(places.folder.join("requirements.txt")).context("the Python runner")?;
    let pins = listed.lines().filter_map(|line| line.split_once("=="));
    let pins: Vec<(String, &str)> = pins.map(|(name, version)| (name.to_owned(), version)).collect();
    let names: Vec<String> = pins.iter().map(|(name, _)| name.clone()).collect();
    suggestions::check(&args.library, &names)?;
    let chosen = globs(&args.library)?;
    let wanted = pins.iter().filter(|(name, _)| args.library.is_empty() || chosen.is_match(name));
    if args.dry_run {
        for (name, version) in wanted {
            crate::output::print(&format!("{name} {version}"))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if find_program("python3").is_none() {
        bail!("python3 is not installed; try: apt-get install python3 python3-pip");
    }
    if !pip(&["--version"]).output().is_ok_and(|output| output.status.success()) {
        bail!("python3 has no pip; try: apt-get install python3-pip");
    }
    let folder = places.installed.join("packages");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut missing = 0;
    for (name, version) in wanted {
        say!("installing {name}");
        let target = folder.display().to_string();
        let wanted = format!("{name}=={version}");
        let options = ["install", "--quiet", "--disable-pip-version-check", "--no-input", "--upgrade"];
        let output = pip(&options).args(["--target", &target, &wanted]).output().context("cannot start python3")?;
        let said = String::from_utf8_lossy(&output.stderr);
        crate::output::print(&if output.status.success() {
            format!("ok       {name} {version}")
        } else {
            missing += 1;
            format!("missing  {name} {version}: {}", said.lines().last().unwrap_or("pip said nothing of it"))
        })?;
    }
    // What a runner says of itself is kept for as long as this file is the same.
    let ready = places.installed.join("ready");
    let written = std::fs::write(&ready, format!("{:?}\n", std::time::SystemTime::now()));
    written.with_context(|| format!("cannot write {}", ready.display()))?;
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn pip(arguments: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.args(["-m", "pip"]).args(arguments);
    command
}
