//! Runs of several machines side by side.

use std::process::ExitCode;

use anyhow::bail;
use wirecost_model::RunDocument;
use wirecost_report::hosts::ByHost;
use wirecost_report::{plain, terminal};
use wirecost_store::Store;

use crate::screen::Screen;
use crate::{output, recorded};

/// Prints runs of several machines side by side.
pub fn show(runs: &[RunDocument], screen: Screen) -> anyhow::Result<ExitCode> {
    let runs: Vec<RunDocument> = runs.iter().map(|run| plain::mapped(run, plain::line)).collect();
    let table = ByHost::of(&runs);
    let lines = table.lines().into_iter().map(|line| screen.wrap(&line, 2) + "\n");
    let costs = terminal::sheets::draw(&table.sheets(), terminal::Screen::of(screen.width));
    output::print(&(lines.collect::<String>() + "\n" + &costs))
}

/// The runs that were placed together with this one, in the order in which they were stored.
pub fn together(run: &RunDocument, store: &Store) -> anyhow::Result<Vec<RunDocument>> {
    let Some(name) = &run.together else {
        bail!(
            "run {} was measured on one machine; `wirecost run --on ssh:HOST,HOST` measures on several, and `wirecost compare` \
             shows any two runs",
            run.run_id
        );
    };
    let mut runs = Vec::new();
    for row in store.runs()? {
        let head = store.head(&row.run_id)?;
        if head.together.as_ref() == Some(name) {
            runs.push(recorded::concluded(store.load(&row.run_id)?));
        }
    }
    runs.sort_by(|one, other| {
        one.hosts.first().map(|host| &host.name).cmp(&other.hosts.first().map(|host| &host.name))
    });
    Ok(runs)
}
