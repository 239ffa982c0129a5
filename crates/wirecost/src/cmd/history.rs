//! `wirecost history`

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use wirecost_catalog::glob;
use wirecost_model::{EstimateDocument, MessageDigest};
use wirecost_store::Store;
use wirecost_verdict::history::{History, Point, histories};

use crate::output;
use crate::paths::Paths;
use crate::recorded;
use crate::screen::Screen;

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

    /// Print JSON, for programs (docs/JSON.md)
    #[arg(long)]
    pub json: bool,
}

/// The form of the document.
const SCHEMA: &str = "wirecost.history/1";

#[derive(Serialize)]
struct Histories<'a> {
    cases: Vec<CaseHistory<'a>>,
}

/// A case, with its figure in each run, the earliest first.
#[derive(Serialize)]
struct CaseHistory<'a> {
    case: &'a str,
    /// What the message is, where the runs tell: a case with another message, or another figure, is another entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    message_digest: Option<&'a MessageDigest>,
    points: Vec<PointDocument<'a>>,
}

#[derive(Serialize)]
struct PointDocument<'a> {
    run_id: &'a str,
    started: &'a str,
    version: &'a str,
    /// What was measured, with its unit.
    estimate: &'a str,
    #[serde(flatten)]
    cost: EstimateDocument,
}

impl<'a> CaseHistory<'a> {
    fn of(history: &'a History) -> Self {
        let point = |point: &'a Point| PointDocument {
            run_id: &point.run_id,
            started: &point.started,
            version: &point.version,
            estimate: history.estimate.name(),
            cost: point.cost,
        };
        Self {
            case: &history.key,
            message_digest: history.message.as_ref(),
            points: history.points.iter().map(point).collect(),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  wirecost history codec/serde_json/dns-100/decode
  wirecost history '*/prost/*'
  wirecost history '*' --runs 5

Each message of a name and each kind of figure has a line of its own: times and instructions are never joined.";

/// Shows what a case cost over the stored runs.
pub fn run(args: &HistoryArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    let wanted = glob(&args.case)?;
    let store = Store::read(&paths.database)?;
    let ids = store.latest(None, args.runs)?;
    let runs = ids.iter().map(|id| store.load(id).map(recorded::concluded)).collect::<Result<Vec<_>, _>>()?;
    let histories = histories(&runs, |key| wanted.is_match(key));
    anyhow::ensure!(
        !histories.is_empty(),
        "no case {:?} in the latest {} runs of {}; `wirecost export --format csv` lists those of a run",
        args.case,
        runs.len(),
        paths.database.display()
    );
    if args.json {
        return output::print_document(SCHEMA, &Histories { cases: histories.iter().map(CaseHistory::of).collect() });
    }
    output::print(&wirecost_report::history::terminal(&histories, screen.width))
}
