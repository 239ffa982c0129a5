//! `wirecost report`

use std::process::ExitCode;

use anyhow::{Context as _, anyhow, ensure};
use wirecost_catalog::{Catalog, did_you_mean};
use wirecost_model::RunDocument;
use wirecost_report::answer::{Answers, By, NoBaseline, document};
use wirecost_report::hosts::{self, ByHost};
use wirecost_report::plain;
use wirecost_report::rpc::application;
use wirecost_report::terminal::{self, Rendering};
use wirecost_store::{Store, StoreError};
use wirecost_verdict::history::histories;

use super::run::many::{show, together};
use super::run::time::parse_span;
use crate::cli::ReportArgs;
use crate::languages;
use crate::output;
use crate::paths::{self, Paths};
use crate::screen::Screen;

/// How many runs the history of a case goes back in the HTML report.
const RUNS: usize = 20;

/// Shows the answers of a run, writes its HTML report where asked, and opens it.
pub fn run(args: &ReportArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let run = super::load(&args.run, paths)?;
    let path = args.html.clone().or_else(|| args.open.then(|| paths.report(&run.run_id)));
    let path = path.map(std::path::absolute).transpose()?;
    if let Some(path) = &path {
        output::write(path, html(&run, paths)?)?;
        screen.note(&format!("report: {}", path.display()));
        if args.open {
            open::that_detached(path)
                .with_context(|| format!("no program opens {}; open it in a browser", path.display()))?;
        }
    }
    let asks_for_answers = args.by.is_some() || args.baseline.is_some() || args.rate.is_some();
    if args.json && !asks_for_answers {
        return super::print(&serde_json::to_string_pretty(&run)?);
    }
    if !args.work.is_empty() {
        let projections = application::projections(&plain::mapped(&run, plain::line), &work(&args.work)?);
        ensure!(
            !projections.is_empty(),
            "run {} contains no round trips; `wirecost run rpc` measures some",
            run.run_id
        );
        return super::print(&terminal::sheets::draw(&projections, terminal::Screen::of(screen.width)));
    }
    let Some(by) = args.by.unwrap_or_default().of_answers() else {
        let runs = together(&run, &Store::read(&paths.database)?)?;
        return match args.json {
            true => super::print_document(hosts::SCHEMA, &ByHost::of(&runs)),
            false => show(&runs, screen),
        };
    };
    let run = plain::mapped(&run, plain::line);
    let answers = answers(&run, by, args.baseline.as_deref())?;
    if args.json {
        return super::print_document(document::SCHEMA, &document::Document::of(&answers, args.rate));
    }
    let details =
        if args.run == "latest" { "wirecost report".to_owned() } else { format!("wirecost report {}", args.run) };
    let page = path.map(|path| paths::shown(&path));
    let others = languages::others(&run, paths, catalog);
    let options = Rendering {
        others: Some(&others),
        all: args.by.is_some(),
        rate_per_s: args.rate,
        details: &details,
        page: page.as_deref(),
        ..screen.of_answers()
    };
    super::print(&terminal::answered(&answers, &options))
}

/// The answers of a run, by the baseline that was asked for.
pub fn answers<'a>(run: &'a RunDocument, by: By, baseline: Option<&str>) -> anyhow::Result<Answers<'a>> {
    let Some(baseline) = baseline else { return Ok(Answers::by_default(run, by)) };
    Answers::against(run, by, baseline).map_err(|NoBaseline { name, known }| match known.as_slice() {
        [] => anyhow!("run {} has no codecs to compare with {name:?}", run.run_id),
        _ => {
            let meant = did_you_mean(&name, known.iter().map(String::as_str));
            let rows = known.join(", ");
            anyhow!("run {} has no row {name:?} to compare with{meant}; its rows: {rows}", run.run_id)
        }
    })
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
            runs.push(super::concluded(store.load(&other.run_id)?));
        }
    }
    let keys: std::collections::HashSet<String> = run.cases.iter().map(|case| case.key()).collect();
    Ok(wirecost_report::html::render(run, &histories(&runs, |key| keys.contains(key))))
}
