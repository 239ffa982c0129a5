//! `wirecost runs`

use std::fmt::Write as _;
use std::process::ExitCode;

use wirecost_report::plain::line;
use wirecost_store::{Store, StoreError};

use crate::paths::Paths;

/// Lists the stored runs, the latest first.
pub fn run(paths: &Paths) -> anyhow::Result<ExitCode> {
    let runs = match Store::read(&paths.database) {
        Err(StoreError::Missing { .. }) => Vec::new(),
        store => store?.runs()?,
    };
    if runs.is_empty() {
        return super::print(&format!("no run yet in {}; `wirecost run` makes one", paths.database.display()));
    }
    let mut out = String::new();
    for run in runs {
        let state = if run.ended.is_some() { "done" } else { "cut short" };
        let (id, command) = (line(&run.run_id), line(&run.command));
        let _ = writeln!(out, "{id}  {state:9}  {:4} cases {:5} trials  {command}", run.cases, run.trials);
    }
    super::print(&out)
}
