//! `wirecost setup`: brings what some experiments need and this repository may not hold. A file a target.

mod corpus;
pub mod java;
mod python;
mod rust;
mod servers;
mod shell;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use wirecost_catalog::Catalog;

use crate::paths::Paths;
use crate::screen::Screen;

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
    /// Install and compile the Java candidates of all labs, with Maven
    Java(java::JavaArgs),
    /// Install the libraries of Python candidates, with pip
    Python(python::PythonArgs),
    /// Install the programs that generate code for Rust candidates from a message of yours: capnp and protoc
    Rust(rust::RustArgs),
    /// Install the missing servers of all labs, and the tools that build them
    Servers(servers::ServersArgs),
    /// Install the missing stores of the kv lab, and the libraries of their engines
    Kv(servers::StoresArgs),
    /// Install completions for your shell, and man pages
    Shell(shell::ShellArgs),
}

/// Brings it.
pub fn run(args: &SetupArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    match &args.target {
        Target::Corpus(args) => corpus::run(args, paths),
        Target::Java(args) => java::run(args, paths, catalog, screen),
        Target::Python(args) => python::run(args, paths, catalog),
        Target::Rust(args) => rust::run(args, paths),
        Target::Servers(args) => servers::run(args, paths, catalog),
        Target::Kv(args) => servers::run_of_stores(args, paths, catalog),
        Target::Shell(args) => shell::run(args, &crate::cli::command()),
    }
}
