//! `wirecost export`

use std::process::ExitCode;

use crate::cli::{ExportArgs, ExportFormat};
use crate::paths::Paths;

/// Writes a run to standard output.
pub fn run(args: &ExportArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let run = super::load(&args.run, paths)?;
    super::print(&match args.format {
        ExportFormat::Json => serde_json::to_string_pretty(&run)?,
        ExportFormat::Csv => wirecost_report::csv::render(&run)?,
        ExportFormat::Md => wirecost_report::markdown::render(&run),
    })
}
