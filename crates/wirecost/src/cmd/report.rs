//! `wirecost report`

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use wirecost_model::RunDocument;
use wirecost_report::plain;
use wirecost_report::rpc::application;
use wirecost_store::{Store, StoreError};
use wirecost_verdict::history::histories;

use super::run::time::parse_span;
use crate::cli::ReportArgs;
use crate::output;
use crate::paths::Paths;
use crate::screen::Screen;

/// How many runs the history of a case goes back in the HTML report.
const RUNS: usize = 20;

/// Shows the tables of a run, writes its HTML report where asked, and opens it.
pub fn run(args: &ReportArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    let run = super::load(&args.run, paths)?;
    let path = args.html.clone().or_else(|| args.open.then(|| paths.report(&run.run_id)));
    if let Some(path) = path {
        let path = std::path::absolute(path)?;
        output::write(&path, html(&run, paths)?)?;
        screen.note(&format!("report: {}", path.display()));
        if args.open {
            open::that_detached(&path)
                .with_context(|| format!("no program opens {}; open it in a browser", path.display()))?;
        }
    }
    if args.json {
        return super::print(&serde_json::to_string_pretty(&run)?);
    }
    if args.work.is_empty() {
        return super::print(&wirecost_report::terminal::render(&run, screen.of_report()));
    }
    let projections = application::projections(&plain::mapped(&run, plain::line), &work(&args.work)?);
    ensure!(!projections.is_empty(), "run {} contains no round trips; `wirecost run rpc` measures some", run.run_id);
    super::print(&projections.iter().map(|grid| grid.terminal(screen.width)).collect::<String>())
}

/// Work between calls, nanoseconds, with what it stands for.
fn work(spans: &[String]) -> anyhow::Result<Vec<(String, f64)>> {
    let mut work = Vec::new();
    for span in spans {
        if span == "historical" || span == "seed" {
            work.extend(application::historical_work());
        } else {
            let parsed = parse_span(span).with_context(|| format!("--work {span}: not a time such as 30ms"))?;
            work.push(("as asked".to_owned(), parsed.0.as_nanos() as f64));
        }
    }
    Ok(work)
}

/// The HTML report of a run, with what the stored runs before it show of its cases.
pub fn html(run: &RunDocument, paths: &Paths) -> anyhow::Result<String> {
    let mut runs = vec![run.clone()];
    // A run that was never stored may be shown where nothing was.
    let store = match Store::read(&paths.database) {
        Err(StoreError::Missing { .. }) => None,
        store => Some(store?),
    };
    if let Some(store) = store {
        let stored = store.runs()?.into_iter();
        let before = stored.filter(|other| other.started <= run.started && other.run_id != run.run_id);
        for other in before.take(RUNS - 1) {
            runs.push(store.load(&other.run_id)?);
        }
    }
    let keys: std::collections::HashSet<String> = run.cases.iter().map(|case| case.key()).collect();
    Ok(wirecost_report::html::render(run, &histories(&runs, |key| keys.contains(key))))
}
