//! `wirecost compare`

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::gate;
use crate::paths::Paths;
use crate::screen::Screen;

/// Options of `compare`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// Compare these runs, the run in question last: `latest`, beginnings of identifiers, or JSON files
    #[arg(value_name = "RUN", num_args = 2.., required = true)]
    pub runs: Vec<String>,

    /// Mark slowdowns above this percentage
    #[arg(long, value_name = "PERCENT", default_value = "3%", value_parser = gate::parse_share)]
    pub max_slowdown: f64,

    /// Print this format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Print JSON, for programs; the same as --format json (docs/JSON.md)
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// The formats of `compare`.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// A table for people
    Text,
    /// A table in Markdown
    Md,
    /// Everything, for programs
    Json,
}

const EXAMPLES: &str = "\
Examples:
  wirecost compare yesterday.json latest
  wirecost compare 20260101 20260102 20260103 latest --format md

Stored runs were never interleaved, so a difference may come from the machine. With three or more earlier runs, the
interval is that of one more run like them.";

/// Shows how a run differs from earlier ones.
pub fn run(args: &CompareArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    let outcome = gate::compare(&args.runs, args.max_slowdown, paths)?;
    super::print(&match if args.json { Format::Json } else { args.format } {
        Format::Text => wirecost_report::outcome::terminal(&outcome, screen.width),
        Format::Md => wirecost_report::outcome::markdown(&outcome),
        Format::Json => super::document(gate::SCHEMA, &outcome)?,
    })
}
