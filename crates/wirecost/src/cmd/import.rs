//! `wirecost import`

use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use wirecost_store::Store;

use crate::output;
use crate::paths::Paths;
use crate::recorded;

/// Options of `import`.
#[derive(Args)]
pub struct ImportArgs {
    /// Read this JSON file, written by `run --json` or `export`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Stores a run from a JSON file.
pub fn run(args: &ImportArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let run = recorded::read_document(&args.file)?;
    let mut store = Store::open(&paths.database)?;
    // A run from elsewhere is there to be read; it cannot be resumed.
    store.insert(&run, "").with_context(|| args.file.display().to_string())?;
    output::print(&format!("stored {} with {} cases in {}", run.run_id, run.cases.len(), paths.database.display()))
}
