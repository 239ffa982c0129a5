//! Options of the verbs that show stored runs and move them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wirecost_report::answer::By;

/// What the rows of a report stand for.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum ByArg {
    /// The best codec of each format, in each language
    #[default]
    Format,
    /// Every library
    Library,
    /// The best codec of each language, for each format
    Language,
    /// Each candidate on each machine, for runs measured with --on
    Host,
}

impl ByArg {
    /// What the rows of answers stand for; none if machines are shown side by side.
    pub fn of_answers(self) -> Option<By> {
        match self {
            Self::Format => Some(By::Format),
            Self::Library => Some(By::Library),
            Self::Language => Some(By::Language),
            Self::Host => None,
        }
    }
}

/// Options of `report`.
#[derive(Args)]
#[command(after_help = REPORT_EXAMPLES)]
pub struct ReportArgs {
    /// Take this run: `latest`, the beginning of an identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// Show all rows, by format, by library or by language, or every candidate on each machine of a run that was measured with
    /// --on. Without it, rows are formats, and as many as fit one screen
    #[arg(long, value_name = "WHAT", conflicts_with = "work")]
    pub by: Option<ByArg>,

    /// Compare sizes and costs with this row: a format, a library or a language [default: json, or else xml; by language
    /// the most frequent]
    #[arg(long, value_name = "NAME", conflicts_with = "work")]
    pub baseline: Option<String>,

    /// Show how many cores and bytes per second each row takes at this many messages per second, such as 500 or 20k/s
    #[arg(long, value_name = "RATE", value_parser = crate::cmd::load::values::rate, conflicts_with = "work")]
    pub rate: Option<f64>,

    /// Write the HTML report to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Open the HTML report in the browser. Without --html, it is written beside the database
    #[arg(long)]
    pub open: bool,

    /// Show what the round trips mean for an application that works this long between two calls, such as 30ms
    /// (repeatable). `historical` stands for the simulations of the historical experiments
    #[arg(long, value_name = "SPAN")]
    pub work: Vec<String>,

    /// Print the run as a JSON document, for programs (docs/JSON.md). With --by, --baseline or --rate, print the answers
    /// that these options show
    #[arg(long, conflicts_with = "work")]
    pub json: bool,
}

const REPORT_EXAMPLES: &str = "\
Examples:
  wirecost report                            the answers of the last run, a screen for each message
  wirecost report -v                         also the tables of all cases, with their notes
  wirecost report --by library               a row for each library
  wirecost report --by host                  each machine of `run --on`, side by side
  wirecost report --baseline protobuf        compare with Protocol Buffers, not with JSON
  wirecost report --rate 20k/s               cores and bytes per second at 20,000 messages per second
  wirecost report --open                     the HTML report in the browser
  wirecost report --work 30ms                what round trips mean for an application (runs of the rpc lab)";

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
    /// Take this run: `latest`, the beginning of an identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// Write this format
    #[arg(long, default_value = "json")]
    pub format: ExportFormat,
}

/// Options of `import`.
#[derive(Args)]
pub struct ImportArgs {
    /// Read this JSON file, written by `run --json` or `export`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
