//! `wirecost runs`

use std::fmt::Write as _;
use std::process::ExitCode;

use serde::Serialize;
use wirecost_report::fitted::wrapped;
use wirecost_report::plain::line;
use wirecost_store::{Store, StoreError};

use crate::options::JsonArgs;
use crate::output;
use crate::paths::Paths;
use crate::screen::Screen;

/// The form of the document.
const SCHEMA: &str = "wirecost.runs/1";

/// What comes before the command on a line, in characters.
const BEFORE: usize = 57;

#[derive(Serialize)]
struct Runs {
    database: String,
    runs: Vec<StoredRun>,
}

#[derive(Serialize)]
struct StoredRun {
    run_id: String,
    command: String,
    started: String,
    /// None where it was cut short.
    ended: Option<String>,
    cases: u64,
    trials: u64,
    /// Whether it is a first look, made while candidates were still to be built.
    provisional: bool,
    /// What it was saved as.
    names: Vec<String>,
}

/// Lists the stored runs, the latest first.
pub fn run(args: &JsonArgs, paths: &Paths, screen: Screen) -> anyhow::Result<ExitCode> {
    let (runs, mut names) = match Store::read(&paths.database) {
        Err(StoreError::Missing { .. }) => Default::default(),
        store => {
            let store = store?;
            (store.all_runs()?, store.names()?)
        }
    };
    if args.json {
        let run = |run: wirecost_store::RunRow| StoredRun {
            names: names.remove(&run.run_id).unwrap_or_default(),
            run_id: run.run_id,
            command: run.command,
            started: run.started,
            ended: run.ended,
            cases: run.cases,
            trials: run.trials,
            provisional: run.provisional,
        };
        let (database, runs) = (paths.database.display().to_string(), runs.into_iter().map(run).collect());
        return output::print_document(SCHEMA, &Runs { database, runs });
    }
    if runs.is_empty() {
        return output::print(&format!("no run yet in {}; `wirecost run` makes one", paths.database.display()));
    }
    let mut out = String::new();
    for run in runs {
        let state = match run.ended {
            Some(_) if run.provisional => "preview",
            Some(_) => "done",
            None => "cut short",
        };
        let saved_as = names.remove(&run.run_id).map_or(String::new(), |names| format!("[{}] ", names.join(", ")));
        let (id, command) = (line(&run.run_id), saved_as + &line(&run.command));
        let before = format!("{id}  {state:9}  {:4} cases {:5} trials  ", run.cases, run.trials);
        let narrow = screen.width < BEFORE + 20;
        let (first, rest) = if narrow { (screen.width, 4) } else { (screen.width - BEFORE, 0) };
        let command = wrapped(&command, first, rest, rest);
        let _ = if narrow {
            writeln!(out, "{}\n{command}", before.trim_end())
        } else {
            writeln!(out, "{before}{}", command.replace('\n', &format!("\n{}", " ".repeat(BEFORE))))
        };
    }
    output::print(&out)
}
