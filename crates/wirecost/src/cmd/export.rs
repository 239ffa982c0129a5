//! `wirecost export`

use clap::{Args, ValueEnum};
use std::process::ExitCode;

use crate::output;
use crate::paths::Paths;
use crate::recorded;

/// The formats of `export`.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExportFormat {
    /// The result document
    Json,
    /// A row for each case
    Csv,
    /// Tables
    Md,
}

/// Options of `export`.
#[derive(Args)]
pub struct ExportArgs {
    /// Take this run: `latest`, what it was saved as, the beginning of its identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// Write this format
    #[arg(long, default_value = "json")]
    pub format: ExportFormat,
}

/// Writes a run to standard output.
pub fn run(args: &ExportArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let run = recorded::load(&args.run, paths)?;
    output::print(&match args.format {
        ExportFormat::Json => serde_json::to_string_pretty(&run)?,
        ExportFormat::Csv => wirecost_report::csv::render(&run)?,
        ExportFormat::Md => wirecost_report::markdown::render(&run),
    })
}
