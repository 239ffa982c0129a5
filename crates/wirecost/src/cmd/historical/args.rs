//! The options of `wirecost historical`.

use std::path::PathBuf;

use clap::Args;
use wirecost_catalog::suite::Span;

use crate::cmd::run::time::parse_span;

/// Options of `historical`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HistoricalArgs {
    /// Run these experiments again; without a name, list all with the time that their suites take
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Run all of them
    #[arg(long, conflicts_with = "names")]
    pub all: bool,

    /// Shorten all runs together to about this long, such as 2h; each keeps its share
    #[arg(long, value_name = "SPAN", value_parser = parse_span, conflicts_with = "show")]
    pub time: Option<Span>,

    /// Install what the suites lack without asking
    #[arg(long, conflicts_with = "show")]
    pub yes: bool,

    /// Leave out suites that this build of wirecost has measured already. Use it to go on where you stopped
    #[arg(long, conflicts_with = "show")]
    pub resume: bool,

    /// Measure nothing; judge the claims by the runs that are stored
    #[arg(long)]
    pub show: bool,

    /// Write the runs to this folder too, as SUITE.json.gz; with --show, read them from it, also as SUITE.json
    #[arg(long, value_name = "FOLDER")]
    pub results: Option<PathBuf>,

    /// Write the claims and what holds of them to this file, in Markdown
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost historical                              the experiments of 2001 to 2009, and how long they take
  wirecost historical records                      Thrift or Protocol Buffers: run again, and what holds
  wirecost historical --all --time 3h              all of them, in about three hours
  wirecost historical --all --resume               go on where that was stopped
  wirecost historical sbw --show                   what holds by the runs that you have
  wirecost historical --all --show --page holds.md
  wirecost historical --all --results runs/        keep the runs as documents, for others to check

A run is stored under the name of its suite: `wirecost report historical-records` shows its tables.
A claim holds if today's interval lies within its bounds. Ratios are compared, never times.

Exit codes: 0 measured or shown, whatever holds; 1 a candidate failed; 2 refused; 130 interrupted.";
