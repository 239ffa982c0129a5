//! Every case of the run in one table, to sort and to filter.

use std::collections::BTreeSet;

use maud::{Markup, html};
use wirecost_model::{CaseDocument, EstimateId, Label, Status};
use wirecost_verdict::group::is_ranked;
use wirecost_verdict::{binding, cost_estimate};

use super::model::{Page, name};
use super::{Medium, anchor, served};
use crate::units;
use crate::words::INTERVAL;

/// A column: its heading, what is in it, and the number that it is sorted by, where it holds numbers.
struct Column {
    heading: &'static str,
    filter: bool,
    cell: fn(&Page<'_>, &CaseDocument) -> String,
    number: Option<fn(&Page<'_>, &CaseDocument) -> Option<f64>>,
}

const TEXT: Column = Column { heading: "", filter: false, cell: |_, _| String::new(), number: None };

const COLUMNS: &[Column] = &[
    Column { heading: "Candidate", cell: |_, case| name(case), ..TEXT },
    Column { heading: "Version", cell: |_, case| case.version.clone(), ..TEXT },
    Column { heading: "Message", filter: true, cell: |_, case| case.message.clone(), ..TEXT },
    Column { heading: "Operation", filter: true, cell: |_, case| case.operation.clone(), ..TEXT },
    Column { heading: "Language", filter: true, cell: |_, case| case.language.clone(), ..TEXT },
    Column { heading: "Format", filter: true, cell: |_, case| case.format.clone(), ..TEXT },
    Column { heading: "Binding", filter: true, cell: |_, case| binding(case).to_owned(), ..TEXT },
    Column { heading: "Status", filter: true, cell: |_, case| status(case).to_owned(), ..TEXT },
    Column {
        heading: "",
        cell: |page, case| cost(page, case).map_or(String::new(), |cost| page.amount(case, cost)),
        number: Some(cost),
        ..TEXT
    },
    Column { heading: INTERVAL, cell: interval, number: Some(width), ..TEXT },
    Column {
        heading: "Size",
        cell: |_, case| size(case, EstimateId::SizeBytes),
        number: Some(|_, c| c.median(EstimateId::SizeBytes)),
        ..TEXT
    },
    Column {
        heading: "gzip",
        cell: |_, case| size(case, EstimateId::GzipBytes),
        number: Some(|_, c| c.median(EstimateId::GzipBytes)),
        ..TEXT
    },
    Column {
        heading: "zstd",
        cell: |_, case| size(case, EstimateId::ZstdBytes),
        number: Some(|_, c| c.median(EstimateId::ZstdBytes)),
        ..TEXT
    },
    Column {
        heading: "First",
        cell: |_, case| case.median(EstimateId::ColdNs).map_or(String::new(), units::time),
        number: Some(|_, case| case.median(EstimateId::ColdNs)),
        ..TEXT
    },
    Column {
        heading: "Allocations",
        cell: |_, case| case.median(EstimateId::Allocations).map_or(String::new(), units::count),
        number: Some(|_, case| case.median(EstimateId::Allocations)),
        ..TEXT
    },
    Column {
        heading: "Peak memory",
        cell: |_, case| size(case, EstimateId::PeakRssBytes),
        number: Some(|_, case| case.median(EstimateId::PeakRssBytes)),
        ..TEXT
    },
    Column { heading: "Notes", cell: |_, case| notes(case), ..TEXT },
];

/// The table with its filters. These come to life with the script, and are hidden without.
pub fn render(page: &Page<'_>) -> Markup {
    let total = page.run.cases.len();
    // A file of others may hold a case twice; a name is given once.
    let mut given = BTreeSet::new();
    let anchored: Vec<(&CaseDocument, String, bool)> = page
        .run
        .cases
        .iter()
        .map(|case| {
            let anchor = anchor::case(case);
            let is_new = given.insert(anchor.clone());
            (case, anchor, is_new)
        })
        .collect();
    let columns = columns(page);
    let measured = || page.run.cases.iter().filter(|case| cost(page, case).is_some());
    html! {
        section id="cases" aria-labelledby="cases-heading" {
            h2 id="cases-heading" { "All " (total) " cases" }
            form class="filters" id="filters" hidden {
                label { "Search " input type="search" name="search" autocomplete="off"; }
                @for (index, column) in columns.iter().enumerate().filter(|(_, column)| column.filter) {
                    label { (column.heading) " "
                        select data-column=(index) {
                            option value="" { "all" }
                            @for value in values(page, column) { option { (value) } }
                        }
                    }
                }
                button type="reset" { "Show all" }
                output aria-live="polite" { (total) " of " (total) " cases" }
            }
            div class="scroll tall" tabindex="0" role="region" aria-label="All cases" {
            table class="cases" id="all-cases" data-filters="filters" {
                thead { tr { @for column in &columns {
                    th scope="col" class=[column.number.map(|_| "number")] data-number=[column.number.map(|_| "")] {
                        @if column.heading.is_empty() { (crate::view::heading(page.run)) }
                        @else { (crate::words::heading(column.heading, measured())) }
                    }
                } } }
                tbody { @for (case, anchor, is_new) in &anchored { (row(page, &columns, (case, anchor), *is_new)) } }
            } }
        }
    }
}

/// The columns that say something of a case.
fn columns(page: &Page<'_>) -> Vec<&'static Column> {
    let says = |column: &&Column| page.run.cases.iter().any(|case| !(column.cell)(page, case).is_empty());
    COLUMNS.iter().enumerate().filter(|(index, column)| *index == 0 || says(column)).map(|(_, column)| column).collect()
}

fn row(page: &Page<'_>, columns: &[&Column], (case, anchor): (&CaseDocument, &str), is_new: bool) -> Markup {
    let quiet = case.status == Status::Ok && !is_ranked(case);
    html! {
        tr data-key=(case.key()) id=[is_new.then_some(anchor)] class=[quiet.then_some("unranked")] {
            @for (index, column) in columns.iter().enumerate() {
                @let text = (column.cell)(page, case);
                @if index == 0 {
                    th scope="row" {
                        a href=(anchor::link(anchor)) { (text) }
                        @if page.place == Medium::Served {
                            " " a class="quiet" href=(served::history(&case.key())) aria-label={ "History of " (case.key()) } { "history" }
                        }
                    }
                }
                @else if let Some(number) = column.number {
                    td class="number" data-value=[number(page, case)] { (text) }
                }
                @else if column.heading == "Status" { td class=[bad(case).then_some("bad")] { (text) } }
                @else { td { (text) } }
            }
        }
    }
}

fn values(page: &Page<'_>, column: &Column) -> BTreeSet<String> {
    page.run.cases.iter().map(|case| (column.cell)(page, case)).collect()
}

/// What became of a case, in a word.
pub fn status(case: &CaseDocument) -> &'static str {
    word(case.status)
}

/// A status in a word.
pub fn word(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Failed => "failed",
        Status::Skipped => "skipped",
        Status::Invalid => "invalid",
    }
}

fn bad(case: &CaseDocument) -> bool {
    case.status == Status::Failed
}

fn cost(page: &Page<'_>, case: &CaseDocument) -> Option<f64> {
    case.median(cost_estimate(page.run, case))
}

fn interval(page: &Page<'_>, case: &CaseDocument) -> String {
    let cost = case.estimates.get(&cost_estimate(page.run, case));
    cost.and_then(|cost| page.interval(case, cost)).unwrap_or_default()
}

/// How wide the interval is, as a share: the noise of a case.
fn width(page: &Page<'_>, case: &CaseDocument) -> Option<f64> {
    let cost = case.estimates.get(&cost_estimate(page.run, case))?;
    Some(cost.high / cost.low - 1.0).filter(|width| width.is_finite())
}

fn size(case: &CaseDocument, estimate: EstimateId) -> String {
    case.median(estimate).map_or(String::new(), units::size)
}

/// What a case is for, its labels, and why it has no figure.
fn notes(case: &CaseDocument) -> String {
    let control = case.is_control().then_some("control: what measuring itself costs");
    let twin = case.is_twin().then_some("the second of the A/A pair");
    let reason = case.reason.as_deref().or((case.status != Status::Ok).then_some("no reason recorded"));
    let notes = control.into_iter().chain(twin).chain(reason).map(str::to_owned);
    notes.chain(case.all_labels().map(Label::to_string)).collect::<Vec<_>>().join("; ")
}
