//! `wirecost historical`: the old experiments, run again, and what holds today of what they said.

pub mod args;
mod claimed;
mod rerun;

use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::ensure;
use wirecost_catalog::Catalog;
use wirecost_catalog::did_you_mean;
use wirecost_report::historical::{Experiment, experiments};

use self::args::HistoricalArgs;
use crate::output;
use crate::paths::Paths;
use crate::screen::Screen;

/// Lists the experiments, or runs them again and says what holds.
pub fn run(args: &HistoricalArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    if let Some(page) = &args.page {
        output::check(page)?;
    }
    let chosen = chosen(args)?;
    if chosen.is_empty() {
        ensure!(
            !args.show && args.page.is_none() && args.results.is_none(),
            "which experiments? --all takes all; `wirecost historical` lists them"
        );
        return rerun::list(paths, catalog, screen);
    }
    let code = if args.show {
        ExitCode::SUCCESS
    } else {
        match rerun::run(args, &chosen, paths, catalog, screen)? {
            ControlFlow::Break(stopped) => return Ok(stopped),
            ControlFlow::Continue(code) => code,
        }
    };
    let runs = claimed::runs(&chosen, args.results.as_deref().filter(|_| args.show), paths)?;
    if let (false, Some(folder)) = (args.show, &args.results) {
        claimed::keep(&runs, folder, paths)?;
    }
    if let Some(page) = &args.page {
        output::write(page, claimed::page(&chosen, &runs))?;
    }
    output::print(&claimed::shown(&chosen, &runs, screen))?;
    Ok(code)
}

/// The experiments that are asked for, the oldest first.
fn chosen(args: &HistoricalArgs) -> anyhow::Result<Vec<&'static Experiment>> {
    let all = experiments();
    for name in &args.names {
        let known = all.iter().any(|experiment| experiment.name == *name);
        let names = all.iter().map(|experiment| experiment.name.as_str());
        let list = names.clone().collect::<Vec<_>>().join(", ");
        ensure!(known, "no historical experiment {name:?}{}; there are {list}", did_you_mean(name, names));
    }
    Ok(all.iter().filter(|experiment| args.all || args.names.contains(&experiment.name)).collect())
}
