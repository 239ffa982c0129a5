//! `wirecost report`

use std::process::ExitCode;

use crate::cli::ReportArgs;
use crate::paths::{self, Paths};

/// Shows the tables of a run and writes its HTML report where asked.
pub fn run(args: &ReportArgs, paths: &Paths) -> anyhow::Result<ExitCode> {
    let run = super::load(&args.run, paths)?;
    if let Some(path) = &args.html {
        paths::write(path, wirecost_report::html::render(&run, &[]))?;
        eprintln!("report: {}", path.display());
    }
    super::print(&wirecost_report::terminal::render(&run, super::width()))
}
