//! `wirecost compare`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};
use wirecost_model::RunDocument;
use wirecost_report::html::Medium;
use wirecost_report::html::comparison::{self, Compared};
use wirecost_verdict::gate as verdict;

use super::gate;
use crate::output;
use crate::paths::Paths;
use crate::recorded;
use crate::screen::Screen;

/// Options of `compare`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// Compare these runs, the run in question last: `latest`, what they were saved as (`run --save-as`),
    /// beginnings of identifiers, or JSON files
    #[arg(value_name = "RUN", num_args = 2.., required = true)]
    pub runs: Vec<String>,

    /// Mark slowdowns above this percentage
    #[arg(long, value_name = "PERCENT", default_value = "3%", value_parser = gate::parse_share)]
    pub max_slowdown: f64,

    /// Print this format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Write the comparison as one HTML file that opens offline: each case on an axis of ratios with the noise band, the
    /// servers of both runs in the same pictures
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

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
  wirecost compare yesterday.json latest --html changes.html

Cases are compared if they are about the same message, by its digest and that of its type. What is not compared is named, with
the reason.

Stored runs were never interleaved, so a difference may come from the machine. With three or more earlier runs, the
interval is that of one more run like them.";

/// Shows how a run differs from earlier ones.
pub fn run(args: &CompareArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.html {
        output::check(path)?;
    }
    let runs: Vec<RunDocument> =
        args.runs.iter().map(|name| recorded::load(name, paths)).collect::<anyhow::Result<_>>()?;
    let Some((later, earlier)) = runs.split_last() else { bail!("no runs to compare") };
    let outcome = verdict::runs(earlier, later, args.max_slowdown, |_| false);
    if let Some(path) = &args.html {
        let compared = Compared { earlier, later, outcome: &outcome };
        output::write(path, comparison::render(&compared, Medium::File))?;
        screen.note(&format!("comparison: {}", std::path::absolute(path)?.display()));
    }
    output::print(&match if args.json { Format::Json } else { args.format } {
        Format::Text => wirecost_report::outcome::terminal(&outcome, screen.width),
        Format::Md => wirecost_report::outcome::markdown(&outcome),
        Format::Json => output::document(gate::SCHEMA, &outcome)?,
    })
}
