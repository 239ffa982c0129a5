//! `wirecost runs`

use std::fmt::Write as _;
use std::process::ExitCode;

use wirecost_store::Store;

use crate::paths::Paths;

/// Lists the stored runs, the latest first.
pub fn run(paths: &Paths) -> anyhow::Result<ExitCode> {
    let runs = Store::open(&paths.database)?.runs()?;
    if runs.is_empty() {
        return super::print(&format!("no run yet in {}; `wirecost run` makes one", paths.database.display()));
    }
    let mut out = String::new();
    for run in runs {
        let state = if run.ended.is_some() { "done" } else { "cut short" };
        let _ =
            writeln!(out, "{}  {state:9}  {:4} cases {:5} trials  {}", run.run_id, run.cases, run.trials, run.command);
    }
    super::print(&out)
}
