//! `wirecost setup`: brings what some experiments need and this repository may not hold. A file a target.

mod corpus;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::paths::Paths;

/// Options of `setup`.
#[derive(Args)]
pub struct SetupArgs {
    #[command(subcommand)]
    target: Target,
}

/// What is brought.
#[derive(Subcommand)]
enum Target {
    /// Documents to measure: the 82 UBL examples of ph-ubl-testfiles
    Corpus(corpus::CorpusArgs),
}

/// Brings it.
pub fn run(args: &SetupArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    match &args.target {
        Target::Corpus(args) => corpus::run(args, paths),
    }
}
