//! `wirecost setup servers`

use std::collections::BTreeSet;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, ensure};
use clap::Args;
use wirecost_catalog::{Catalog, globs};
use wirecost_lab::Rooms;
use wirecost_served::Candidate;
use wirecost_served::candidate::find_program;

use crate::labs::LABS;
use crate::paths::Paths;

/// Options of `setup servers`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ServersArgs {
    /// Install only candidates that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    candidate: Vec<String>,

    /// Show the commands without running them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup servers --dry-run                 show what is missing, and the commands that install it
  wirecost setup servers --candidate 'erlang-*'    only matching servers

apt-get installs packages of the system and needs root or sudo. What only one candidate needs, such as Python packages,
goes into wirecost's cache folder. Servers are installed, and started only in a run.

Exit codes: 0 everything is installed; 1 something is still missing.";

/// Installs what candidates of the labs of servers lack, and builds those that are built.
pub fn run(args: &ServersArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let rooms = Rooms { own, cache: paths.cache.clone() };
    let chosen = globs(&args.candidate)?;
    let found = LABS.of_servers().flat_map(|lab| Candidate::find(catalog, lab.name(), &rooms));
    let found = found.filter_map(Result::ok);
    let candidates: Vec<Candidate> =
        found.filter(|candidate| args.candidate.is_empty() || chosen.is_match(&candidate.name)).collect();
    ensure!(!candidates.is_empty(), "no candidate matches {}; `wirecost list` shows them", args.candidate.join(", "));
    // What a dry run does not build may lack more than is seen.
    let is_ready = |candidate: &Candidate| {
        candidate.version().is_ok_and(|version| args.dry_run || candidate.build(&version).is_ok())
    };
    let lacking: Vec<&Candidate> = candidates.iter().filter(|candidate| !is_ready(candidate)).collect();
    for command in commands(&lacking) {
        println!("{}", command.join(" "));
        if !args.dry_run {
            execute(&command);
        }
    }
    let missing = candidates.iter().map(|candidate| {
        let ready = candidate.version().and_then(|version| match args.dry_run {
            true => Ok(version),
            false => candidate.build(&version).map(|_| version),
        });
        match ready {
            Ok(version) => println!("ok       {} {}", candidate.name, version.version),
            Err(reason) => {
                println!("missing  {}: {reason}", candidate.name);
                return 1;
            }
        }
        0
    });
    Ok(if missing.sum::<u32>() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The commands that bring what candidates lack.
fn commands(lacking: &[&Candidate]) -> Vec<Vec<String>> {
    let words = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let packages: BTreeSet<&String> = lacking.iter().flat_map(|candidate| &candidate.file.install.apt).collect();
    let mut commands = Vec::new();
    if !packages.is_empty() {
        let mut apt = words(&["apt-get", "install", "--yes", "--no-install-recommends"]);
        if !rustix::process::geteuid().is_root() {
            apt.insert(0, "sudo".into());
        }
        apt.extend(packages.into_iter().cloned());
        commands.push(apt);
    }
    for candidate in lacking.iter().filter(|candidate| !candidate.file.install.pip.is_empty()) {
        let room = candidate.installed().display().to_string();
        commands.push(vec!["python3".into(), "-m".into(), "venv".into(), room.clone()]);
        let mut pip = vec![format!("{room}/bin/python"), "-m".into(), "pip".into(), "install".into()];
        pip.extend(candidate.file.install.pip.iter().cloned());
        commands.push(pip);
    }
    commands
}

/// Runs a command on this terminal. Whether it worked is seen by what is there afterwards.
fn execute(command: &[String]) {
    let Some((program, arguments)) = command.split_first() else { return };
    let Some(path) = find_program(program) else {
        eprintln!("{program} is not on this system: install the packages above with your own package manager");
        return;
    };
    match Command::new(path).args(arguments).status() {
        Ok(status) if status.success() => {}
        Ok(status) => eprintln!("{program} ended with {status}"),
        Err(error) => eprintln!("{program}: {error}"),
    }
}
