//! `wirecost import`

use std::process::ExitCode;

use anyhow::Context as _;
use wirecost_store::Store;

use crate::cli::ImportArgs;
use crate::paths::Paths;

/// Stores a run from a JSON file.
pub fn run(args: &ImportArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let run = super::read_document(&args.file)?;
    let mut store = Store::open(&paths.database)?;
    // A run from elsewhere is there to be read; it cannot be resumed.
    store.insert(&run, "").with_context(|| args.file.display().to_string())?;
    super::print(&format!("stored {} with {} cases in {}", run.run_id, run.cases.len(), paths.database.display()))
}
