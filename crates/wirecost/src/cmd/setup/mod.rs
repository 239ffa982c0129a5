//! `wirecost setup`: a file for each thing that it installs.

mod servers;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use wirecost_plan::Catalog;

use crate::paths::Paths;

/// Options of `setup`.
#[derive(Args)]
pub struct SetupArgs {
    /// What to install
    #[command(subcommand)]
    target: Target,
}

/// What can be installed.
#[derive(Subcommand)]
enum Target {
    /// The web servers of the http lab that are missing, and what builds them
    Servers(servers::ServersArgs),
}

/// Installs what was asked for.
pub fn run(args: &SetupArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    match &args.target {
        Target::Servers(args) => servers::run(args, paths, catalog),
    }
}
