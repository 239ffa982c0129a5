//! The codec lab in a run: a sheet for each message and operation.

use wirecost_model::{CaseDocument, EstimateId, RunDocument, Status};
use wirecost_verdict::group::{Group, groups};

use crate::sheet::{Part, Sheet, Table, Tone};
use crate::table::Column;
use crate::units;
use crate::view::{Row, Section, binding, heading, sections};
use crate::words::{self, INTERVAL};

/// The heading of the column with the run's cost.
const COST: &str = "cost";

/// The columns, in order.
fn columns<'a>() -> [Column<Row<'a>>; 15] {
    [
        Column::text("candidate", 0, |row| row.name()),
        Column::text("version", 5, |row| row.case.version.clone()),
        Column::text("format", 3, |row| row.case.format.clone()),
        Column::text("binding", 0, |row| binding(row.case).to_owned()),
        Column::number(COST, 0, |row| row.cost().0),
        Column::number(INTERVAL, 4, |row| row.cost().1),
        Column::number("ratio", 0, |row| row.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}x"))),
        Column::number("size", 1, |row| row.shown(EstimateId::SizeBytes, units::size)),
        Column::number("gzip", 7, |row| row.shown(EstimateId::GzipBytes, units::size)),
        Column::number("zstd", 8, |row| row.shown(EstimateId::ZstdBytes, units::size)),
        Column::number("rate", 6, throughput),
        Column::number("per byte", 12, per_byte),
        Column::number("first", 10, |row| row.shown(EstimateId::ColdNs, units::time)),
        Column::number("allocs", 9, |row| row.shown(EstimateId::Allocations, units::count)),
        Column::number("peak", 11, |row| row.shown(EstimateId::PeakRssBytes, units::size)),
    ]
}

/// The time that a byte of the message takes.
fn per_byte(row: &Row<'_>) -> String {
    match (row.case.median(EstimateId::SizeBytes), row.case.estimates.contains_key(&EstimateId::Instructions)) {
        (Some(size), false) if size > 0.0 => units::time(row.verdict.median / size),
        _ => String::new(),
    }
}

fn throughput(row: &Row<'_>) -> String {
    match (row.case.median(EstimateId::SizeBytes), row.case.estimates.contains_key(&EstimateId::Instructions)) {
        (Some(size), false) => units::rate(size, row.verdict.median),
        _ => String::new(),
    }
}

/// The sheets of a run.
pub(crate) fn sheets(run: &RunDocument) -> Vec<Sheet> {
    let (sections, groups) = (sections(run), groups(run));
    // All tables of a run have the same columns.
    let interval = words::interval(sections.iter().flat_map(|section| &section.measured).map(|row| row.case));
    let headed = |it: &'static str| match it {
        COST => heading(run).to_owned(),
        INTERVAL => interval.clone(),
        other => other.to_owned(),
    };
    sections.iter().map(|section| sheet(section, &groups, &headed)).collect()
}

fn sheet(section: &Section<'_>, groups: &[Group<'_>], headed: &dyn Fn(&'static str) -> String) -> Sheet {
    let mut parts = Vec::new();
    if !section.measured.is_empty() {
        let noted = |row: &Row<'_>| (Tone::Plain, row.notes());
        parts.push(Part::Table(Table::by(&columns(), &section.measured, headed, noted)));
    }
    let alike = groups.iter().filter(|it| it.message == section.message && it.operation == section.operation);
    parts.extend(alike.filter_map(words::fastest).map(|sentence| Part::line(sentence, Tone::Plain)));
    parts.extend(section.unmeasured.iter().map(|case| unmeasured(case)));
    Sheet { title: format!("{} {}", section.operation, section.message), parts }
}

fn unmeasured(case: &CaseDocument) -> Part {
    let (tone, word) = match case.status {
        Status::Skipped => (Tone::Aside, "skipped"),
        Status::Invalid => (Tone::Aside, "invalid"),
        _ => (Tone::Bad, "failed"),
    };
    let reason = case.reason.as_deref().unwrap_or("no reason recorded");
    Part::line(format!("{}: {word}: {reason}", case.candidate), tone)
}
