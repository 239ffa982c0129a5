//! `wirecost setup servers`

use std::collections::BTreeSet;
use std::process::{Command, ExitCode};

use clap::Args;
use wirecost_catalog::{Catalog, globs};
use wirecost_lab::Folders;
use wirecost_server_lab::candidate::find_program;
use wirecost_server_lab::{Candidate, Reason};

use crate::labs::LABS;
use crate::paths::Paths;
use crate::screen::say;
use crate::suggestions;

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

Exit codes: 0 everything that can be installed is, and after --dry-run; 1 something is still missing.";

/// Options of `setup kv`.
#[derive(Args)]
#[command(after_help = EXAMPLES_OF_STORES)]
pub struct StoresArgs {
    /// Install only stores that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    candidate: Vec<String>,

    /// Show the commands without running them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES_OF_STORES: &str = "\
Examples:
  wirecost setup kv --dry-run                      show what is missing, and the commands that install it
  wirecost setup kv --candidate 'tokyo-cabinet*'   only matching stores

Stores that come with wirecost (map, lmdb, redb, fjall, sqlite) need nothing. Tokyo Cabinet, Berkeley DB and RocksDB are libraries
of the system: what is built of them is in wirecost's cache folder. Debian's PostgreSQL makes and starts a cluster of its own when
it is installed; wirecost does not use that one.

Exit codes: 0 everything that can be installed is, and after --dry-run; 1 something is still missing.";

/// Installs what candidates of the labs of servers lack, and builds those that are built.
pub fn run(args: &ServersArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    install(|_| true, args, paths, catalog)
}

/// The same for the kv lab alone.
pub fn run_of_stores(args: &StoresArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let StoresArgs { candidate, dry_run } = args;
    let args = ServersArgs { candidate: candidate.clone(), dry_run: *dry_run };
    install(|lab| lab == wirecost_model::Lab::KV.name(), &args, paths, catalog)
}

fn install(
    is_of: impl Fn(&str) -> bool,
    args: &ServersArgs,
    paths: &Paths,
    catalog: &Catalog,
) -> anyhow::Result<ExitCode> {
    let folders = Folders { cache: paths.cache.clone() };
    let chosen = globs(&args.candidate)?;
    let found = LABS
        .of_servers()
        .filter(|lab| is_of(lab.name()))
        .flat_map(|lab| Candidate::find(catalog, lab.name(), &folders));
    let found = found.filter_map(Result::ok);
    let found: Vec<Candidate> = found.collect();
    let names: Vec<String> = found.iter().map(|candidate| candidate.name.clone()).collect();
    suggestions::check(&args.candidate, &names)?;
    let candidates: Vec<Candidate> =
        found.into_iter().filter(|candidate| args.candidate.is_empty() || chosen.is_match(&candidate.name)).collect();
    // What a dry run does not build may lack more than is seen.
    let is_ready = |candidate: &Candidate| {
        candidate.version().is_ok_and(|version| args.dry_run || candidate.set_up(&version).is_ok())
    };
    let lacking: Vec<&Candidate> = candidates.iter().filter(|candidate| !is_ready(candidate)).collect();
    for command in commands(&lacking) {
        crate::output::print(&command.join(" "))?;
        if !args.dry_run {
            execute(&command);
        }
    }
    let mut missing = 0;
    for candidate in &candidates {
        let ready = candidate
            .version()
            .and_then(|version| if args.dry_run { Ok(version) } else { candidate.set_up(&version).map(|_| version) });
        crate::output::print(&match ready {
            Ok(version) => format!("ok       {} {}", candidate.name, version.version),
            Err(reason @ Reason::NotInstalled(_)) => {
                format!("absent   {}: {reason}, and wirecost knows no package of it", candidate.name)
            }
            Err(reason) => {
                missing += 1;
                format!("missing  {}: {reason}", candidate.name)
            }
        })?;
    }
    // Who only looks has not failed.
    Ok(if missing == 0 || args.dry_run { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The commands that bring what candidates lack.
fn commands(lacking: &[&Candidate]) -> Vec<Vec<String>> {
    let packages: BTreeSet<&String> = lacking.iter().flat_map(|candidate| &candidate.file.install.apt).collect();
    let mut commands = Vec::new();
    if !packages.is_empty() {
        commands.push(apt_get(packages.into_iter().cloned()));
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

/// The command that installs packages of the system.
pub(super) fn apt_get(packages: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut words = vec!["apt-get", "install", "--yes", "--no-install-recommends"];
    if !rustix::process::geteuid().is_root() {
        words.insert(0, "sudo");
    }
    words.into_iter().map(str::to_owned).chain(packages).collect()
}

/// Runs a command on this terminal. Whether it worked is seen by what is there afterwards.
pub(super) fn execute(command: &[String]) {
    let Some((program, arguments)) = command.split_first() else { return };
    let Some(path) = find_program(program) else {
        say!("{program} is not on this system: install the packages above with your own package manager");
        return;
    };
    match Command::new(path).args(arguments).status() {
        Ok(status) if status.success() => {}
        Ok(status) => say!("{program} ended with {status}"),
        Err(error) => say!("{program}: {error}"),
    }
}
