//! `wirecost history`

use std::process::ExitCode;

use clap::Args;
use wirecost_catalog::glob;
use wirecost_store::Store;
use wirecost_verdict::history::histories;

use crate::paths::Paths;

/// Options of `history`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HistoryArgs {
    /// Show these cases: lab/candidate/message/operation, or a glob
    #[arg(value_name = "CASE")]
    pub case: String,

    /// Look at this many of the latest runs
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub runs: usize,
}

const EXAMPLES: &str = "\
Examples:
  wirecost history codec/serde_json/dns-100/decode
  wirecost history '*/prost/*'
  wirecost history '*' --runs 5";

/// Shows what a case cost over the stored runs.
pub fn run(args: &HistoryArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let wanted = glob(&args.case)?;
    let store = Store::read(&paths.database)?;
    let ids: Vec<String> = store.runs()?.into_iter().take(args.runs).map(|run| run.run_id).collect();
    let runs = ids.iter().map(|id| store.load(id).map(super::concluded)).collect::<Result<Vec<_>, _>>()?;
    let histories = histories(&runs, |key| wanted.is_match(key));
    anyhow::ensure!(
        !histories.is_empty(),
        "no case {:?} in the latest {} runs of {}; `wirecost export --format csv` lists those of a run",
        args.case,
        runs.len(),
        paths.database.display()
    );
    super::print(&wirecost_report::history::terminal(&histories))
}
