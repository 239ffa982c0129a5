//! `wirecost report`

use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail, ensure};
use wirecost_catalog::{Catalog, did_you_mean};
use wirecost_model::RunDocument;
use wirecost_report::answer::{Answers, By, NoBaseline, document};
use wirecost_report::hosts::{self, ByHost};
use wirecost_report::plain;
use wirecost_report::rpc::application;
use wirecost_report::terminal::{self, Rendering};
use wirecost_store::{Store, StoreError};
use wirecost_verdict::history::histories;

use super::run::side_by_side::{show, together};
use super::run::time::parse_span;
use crate::languages;
use crate::output;
use crate::paths::{self, Paths};
use crate::recorded;
use crate::screen::Screen;

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
    /// Take this run: `latest`, what it was saved as, the beginning of its identifier, or a JSON file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// Show all rows, by format, by library or by language, or every candidate on each machine of a run that was measured with
    /// --on. Without it, rows are formats, and as many as fit one screen
    #[arg(long, value_name = "WHAT", conflicts_with = "work")]
    pub by: Option<ByArg>,

    /// Compare sizes and costs with this row: a format, a library, a language, or `best` for the one that costs the least
    /// [default: json, of XML documents xml; by language the most frequent]
    #[arg(long, value_name = "NAME", conflicts_with = "work")]
    pub baseline: Option<String>,

    /// Show how many cores and bytes per second each row takes at this many messages per second, such as 500 or 20k/s
    #[arg(long, value_name = "RATE", value_parser = crate::cmd::load::values::rate, conflicts_with = "work")]
    pub rate: Option<f64>,

    /// With --rate, show how long a message is on a link of this speed, such as 100mbit or 10gbit (bits per second)
    #[arg(long, value_name = "SPEED", requires = "rate", value_parser = link)]
    pub link: Option<f64>,

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
  wirecost report --by library --baseline best
                                             all against the best
  wirecost report --rate 20k/s               cores and bytes per second at 20,000 messages per second
  wirecost report --rate 20k/s --link 100mbit    and how long a message is on that link
  wirecost report --open                     the HTML report in the browser
  wirecost report --work 30ms                what round trips mean for an application (runs of the rpc lab)";

/// How many runs the history of a case goes back in the HTML report.
const RUNS: usize = 20;

/// Shows the answers of a run, writes its HTML report where asked, and opens it.
pub fn run(args: &ReportArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let run = recorded::load(&args.run, paths)?;
    let path = args.html.clone().or_else(|| args.open.then(|| paths.report(&run.run_id)));
    let path = path.map(std::path::absolute).transpose()?;
    if let Some(path) = &path {
        output::write(path, html(&run, paths)?)?;
        screen.note(&format!("report: {}", path.display()));
        if args.open {
            // Where there is no browser, such as over ssh, the page is there all the same.
            if let Err(error) = open::that_detached(path) {
                screen.note(&format!("no program opens {} ({error}); open it in a browser", path.display()));
            }
        }
    }
    let asks_for_answers = args.by.is_some() || args.baseline.is_some() || args.rate.is_some();
    if args.json && !asks_for_answers {
        return output::print(&serde_json::to_string_pretty(&run)?);
    }
    if !args.work.is_empty() {
        let projections = application::projections(&plain::mapped(&run, plain::line), &work(&args.work)?);
        ensure!(
            !projections.is_empty(),
            "run {} contains no round trips; `wirecost run rpc` measures some",
            run.run_id
        );
        return output::print(&terminal::sheets::draw(&projections, terminal::Screen::of(screen.width)));
    }
    let Some(by) = args.by.unwrap_or_default().of_answers() else {
        let runs = together(&run, &Store::read(&paths.database)?)?;
        return if args.json { output::print_document(hosts::SCHEMA, &ByHost::of(&runs)) } else { show(&runs, screen) };
    };
    let run = plain::mapped(&run, plain::line);
    let answers = answers(&run, by, args.baseline.as_deref())?;
    if args.json {
        return output::print_document(document::SCHEMA, &document::Document::of(&answers, args.rate));
    }
    let details =
        if args.run == "latest" { "wirecost report".to_owned() } else { format!("wirecost report {}", args.run) };
    let page = path.map(|path| paths::shown(&path));
    let others = languages::others(&run, paths, catalog);
    let options = Rendering {
        others: Some(&others),
        all: args.by.is_some(),
        rate_per_s: args.rate,
        link_bits_per_s: args.link,
        details: &details,
        page: page.as_deref(),
        // Who reads a file has not seen the run.
        is_told: !screen.verbose && !Path::new(&args.run).is_file(),
        ..screen.of_answers()
    };
    output::print(&terminal::answered(&answers, &options))
}

/// The speed of a link, bits a second.
fn link(text: &str) -> anyhow::Result<f64> {
    let text = text.trim().to_ascii_lowercase();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let factor = match unit {
        "kbit" => 1e3,
        "mbit" => 1e6,
        "gbit" => 1e9,
        _ => bail!("write a speed as 100mbit or 10gbit"),
    };
    let speed = number.trim().parse::<f64>().context("write a speed as 100mbit or 10gbit")? * factor;
    ensure!(speed.is_finite() && speed > 0.0, "a link has a speed above nothing");
    Ok(speed)
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
        let stored = store.latest(Some(&run.started), RUNS)?.into_iter();
        for other in stored.filter(|other| *other != run.run_id).take(RUNS - 1) {
            runs.push(recorded::concluded(store.load(&other)?));
        }
    }
    let keys: std::collections::HashSet<String> = run.cases.iter().map(|case| case.key()).collect();
    Ok(wirecost_report::html::render(run, &histories(&runs, |key| keys.contains(key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_of_a_link_has_a_unit() {
        assert_eq!((link("100mbit").unwrap(), link("2.5 Gbit").unwrap(), link("64kbit").unwrap()), (1e8, 2.5e9, 64e3));
        for text in ["", "100", "mbit", "0mbit", "-1mbit", "infmbit", "100MB"] {
            assert!(link(text).is_err(), "{text}");
        }
    }
}
