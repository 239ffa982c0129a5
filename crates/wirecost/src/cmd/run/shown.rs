//! What a run shows when it is done.

use std::process::ExitCode;

use wirecost_catalog::Catalog;
use wirecost_model::{Label, RunDocument, Status};
use wirecost_report::answer::{Answers, By};
use wirecost_report::{plain, terminal};
use wirecost_store::Store;

use super::args::RunArgs;
use super::measure::UNFIT;
use crate::cmd::report;
use crate::languages;
use crate::output;
use crate::paths::{self, Paths};
use crate::screen::Screen;

/// A candidate failed.
pub const CASE_FAILED: u8 = 1;

/// Writes the page of a run, prints its answers, and gives the exit code.
pub fn show(
    args: &RunArgs,
    run: &RunDocument,
    (paths, catalog): (&Paths, &Catalog),
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    if let Some(name) = &args.save_as {
        Store::open(&paths.database)?.save_as(&run.run_id, name)?;
    }
    let html = args.html.clone().unwrap_or_else(|| paths.report(&run.run_id));
    // A page that cannot be written is no reason to keep the answers back.
    let written = report::html(run, paths).and_then(|page| output::write(&html, page));
    let page = written.is_ok().then(|| paths::shown(&html));
    let lines = plain::mapped(run, plain::line);
    let answers = report::answers(&lines, By::Format, args.baseline.as_deref());
    // The run is done and stored: what the screen lacks is no reason to lose it.
    if let Err(error) = &answers {
        screen.warn(&error.to_string());
    }
    let answers = answers.unwrap_or_else(|_| Answers::by_default(&lines, By::Format));
    let others = languages::others(run, paths, catalog);
    let options = terminal::Rendering { page: page.as_deref(), others: Some(&others), ..screen.of_answers() };
    output::print(&terminal::answered(&answers, &options))?;
    if let Some(path) = &args.json {
        output::write(path, serde_json::to_string_pretty(run)?)?;
        screen.note(&format!("JSON:   {}", path.display()));
    }
    let named = args.save_as.as_ref().map_or(String::new(), |name| format!(", named {name}"));
    screen.note(&format!("stored: {}{named} in {}", run.run_id, paths::shown(&paths.database)));
    written?;
    let failed = run.cases.iter().any(|case| case.status == Status::Failed);
    let unfit = || run.cases.iter().any(|case| case.status == Status::Invalid || case.all_labels().any(lacks_windows));
    Ok(ExitCode::from(match () {
        () if failed => CASE_FAILED,
        () if args.strict && unfit() => UNFIT,
        () => 0,
    }))
}

/// Whether half of the windows of a case or more were not valid.
fn lacks_windows(label: &Label) -> bool {
    matches!(label, Label::WindowsNotValid { count, trials, .. } if count * 2 >= *trials)
}
