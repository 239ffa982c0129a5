//! `wirecost historical`: the old experiments, run again, and what holds today of what they said.

mod claimed;
mod rerun;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use wirecost_catalog::Catalog;
use wirecost_catalog::did_you_mean;
use wirecost_catalog::suite::Span;
use wirecost_report::historical::{Experiment, experiments};

use super::run::time::parse_span;
use crate::output;
use crate::paths::Paths;
use crate::screen::Screen;

/// Options of `historical`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HistoricalArgs {
    /// Run these experiments again; without a name, list all with the time that their suites take
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Run all of them
    #[arg(long, conflicts_with = "names")]
    all: bool,

    /// Shorten all runs together to about this long, such as 2h; each keeps its share
    #[arg(long, value_name = "SPAN", value_parser = parse_span, conflicts_with = "show")]
    time: Option<Span>,

    /// Install what the suites lack without asking
    #[arg(long, conflicts_with = "show")]
    yes: bool,

    /// Leave out suites that this build of wirecost has measured already. Use it to go on where you stopped
    #[arg(long, conflicts_with = "show")]
    resume: bool,

    /// Measure nothing; judge the claims by the runs that are stored
    #[arg(long)]
    show: bool,

    /// With --show, read runs from this folder: SUITE.json or SUITE.json.gz, as `wirecost export` writes them
    #[arg(long, value_name = "FOLDER", requires = "show")]
    results: Option<PathBuf>,

    /// Write the claims and what holds of them to this file, in Markdown
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost historical                              the experiments of 2001 to 2009, and how long they take
  wirecost historical records                      Thrift or Protocol Buffers: run again, and what holds
  wirecost historical --all --time 3h              all of them, in about three hours
  wirecost historical --all --resume               go on where that was stopped
  wirecost historical sbw --show                   what holds by the runs that you have
  wirecost historical --all --show --page holds.md

A run is stored under the name of its suite: `wirecost report historical-records` shows its tables.
A claim holds if today's interval lies within its bounds. Ratios are compared, never times.

Exit codes: 0 measured or shown, whatever holds; 1 a candidate failed; 2 refused; 130 interrupted.";

/// Lists the experiments, or runs them again and says what holds.
pub fn run(args: &HistoricalArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    if let Some(page) = &args.page {
        output::check(page)?;
    }
    let chosen = chosen(args)?;
    if chosen.is_empty() {
        ensure!(
            !args.show && args.page.is_none(),
            "which experiments? --all takes all; `wirecost historical` lists them"
        );
        return rerun::list(paths, catalog, screen);
    }
    let code = if args.show {
        ExitCode::SUCCESS
    } else {
        match rerun::run(args, &chosen, paths, catalog, screen)? {
            ControlFlow::Break(stopped) => return Ok(stopped),
            ControlFlow::Continue(code) => code,
        }
    };
    let runs = claimed::runs(&chosen, args.results.as_deref(), paths)?;
    if let Some(page) = &args.page {
        output::write(page, claimed::page(&chosen, &runs))?;
    }
    output::print(&claimed::shown(&chosen, &runs, screen))?;
    Ok(code)
}

/// The experiments that are asked for, the oldest first.
fn chosen(args: &HistoricalArgs) -> anyhow::Result<Vec<&'static Experiment>> {
    let all = experiments();
    for name in &args.names {
        let known = all.iter().any(|experiment| experiment.name == *name);
        let names = all.iter().map(|experiment| experiment.name.as_str());
        let list = names.clone().collect::<Vec<_>>().join(", ");
        ensure!(known, "no historical experiment {name:?}{}; there are {list}", did_you_mean(name, names));
    }
    Ok(all.iter().filter(|experiment| args.all || args.names.contains(&experiment.name)).collect())
}
