//! `wirecost setup`: brings what some experiments need and this repository may not hold. A file a target.

mod corpus;
mod servers;
mod shell;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use wirecost_catalog::Catalog;

use crate::paths::Paths;

/// Options of `setup`.
#[derive(Args)]
pub struct SetupArgs {
    /// Install this
    #[command(subcommand)]
    target: Target,
}

/// What can be brought.
#[derive(Subcommand)]
enum Target {
    /// Fetch documents to measure: the 82 UBL examples of ph-ubl-testfiles
    Corpus(corpus::CorpusArgs),
    /// Install the missing web servers of the http lab, and the tools that build them
    Servers(servers::ServersArgs),
    /// Install completions for your shell, and man pages
    Shell(shell::ShellArgs),
}

/// Brings it.
pub fn run(args: &SetupArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    match &args.target {
        Target::Corpus(args) => corpus::run(args, paths),
        Target::Servers(args) => servers::run(args, paths, catalog),
        Target::Shell(args) => shell::run(args),
    }
}
