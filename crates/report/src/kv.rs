//! The kv lab in a run: what a crash loses, then a section for each load, with stores of one durability side by side.
//!
//! Stores that keep writes more or less safe do different work, so that no figure compares them.

mod course;
mod crash;
mod formats;
mod section;

use wirecost_model::{CaseDocument, Lab, RunDocument, Status};

use crate::servers::{self, remarks, why};
use crate::sheet::{Part, Sheet, Table, Tone};
pub(crate) use course::{course, told as course_told};
pub(crate) use crash::{Crash, Event, crashes, summary as crash_summary};
pub(crate) use formats::by_format;
pub(crate) use section::{COLUMNS, LoadedStores, Peers, loads};

/// The sheets of a run: what a crash loses, a sheet for each load, stores by the format of their values, and what was left out.
pub(crate) fn sheets(run: &RunDocument) -> Vec<Sheet> {
    let lost = Event::ALL.into_iter().filter_map(|event| lost(run, event));
    let loads = loads(run);
    let loaded = loads.iter().map(loaded);
    lost.chain(loaded).chain(by_format(run)).chain(left_out(run)).collect()
}

/// What an event loses; none if the run has no such event.
pub(crate) fn lost(run: &RunDocument, event: Event) -> Option<Sheet> {
    let crashes = crashes(run, event);
    if crashes.is_empty() {
        return None;
    }
    let mut parts: Vec<Part> = crash_summary(&crashes).into_iter().map(|it| Part::line(it, Tone::Plain)).collect();
    let rows: Vec<Vec<String>> = crashes.iter().filter_map(Crash::cells).collect();
    parts.push(Part::Table(Table::of(event.columns(), rows)));
    let failed = crashes.iter().map(|crash| crash.case).filter(|case| case.status == Status::Failed);
    parts.extend(failed.map(|case| Part::line(named(case), Tone::Bad)));
    Some(Sheet { title: event.title().to_owned(), parts })
}

fn loaded(load: &LoadedStores<'_>) -> Sheet {
    let mut parts = Vec::new();
    for peers in &load.peers {
        parts.push(Part::Heading(peers.heading()));
        // The answer comes first.
        parts.extend(servers::said(&peers.leaders()));
        let mut table = servers::table(COLUMNS, &peers.section);
        for (row, case) in table.rows.iter_mut().zip(&peers.section.measured) {
            row.notes = [remarks(case)]
                .into_iter()
                .chain(course_told(case))
                .filter(|it| !it.is_empty())
                .collect::<Vec<_>>()
                .join("; ");
        }
        parts.push(Part::Table(table));
    }
    parts.extend(load.unmeasured.iter().map(|case| Part::line(named(case), Tone::Bad)));
    Sheet { title: load.title.clone(), parts }
}

fn named(case: &CaseDocument) -> String {
    format!("{}: {}", case.candidate, why(case))
}

/// The cases that were skipped, each reason once for each store.
fn left_out(run: &RunDocument) -> Option<Sheet> {
    let skipped = run.cases.iter().filter(|case| case.lab == Lab::KV && case.status == Status::Skipped);
    let reason = |case: &CaseDocument| case.reason.clone().unwrap_or_else(|| "no reason recorded".to_owned());
    let mut lines: Vec<String> = Vec::new();
    for case in skipped {
        let line = format!("{}: skipped: {}", case.candidate, reason(case));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let parts: Vec<Part> = lines.into_iter().map(|line| Part::detail(line, Tone::Aside)).collect();
    (!parts.is_empty()).then(|| Sheet { title: String::new(), parts })
}
