//! Every case in tables: a table for each message and operation, each case with its notes.

use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::{Label, RunDocument, Status};
use wirecost_verdict::group::{Group, groups};

use super::{BAD, BOLD, DIM, WARNING, write_below};
use crate::fitted::{self, wrapped};
use crate::table::COLUMNS;
use crate::view::{Section, conditions, heading, sections};
use crate::words;

/// The tables of a run whose texts are lines, and the conditions that it was made under.
pub fn render(run: &RunDocument, width: usize) -> String {
    let mut out = String::new();
    let groups = groups(run);
    let sections = sections(run);
    let interval = words::interval(sections.iter().flat_map(|section| &section.measured).map(|row| row.case));
    let columns = columns(run, &interval);
    // All tables of a run have the same columns.
    let rows: Vec<Vec<String>> = sections.iter().flat_map(rows).collect();
    let kept = fitted::kept(&columns, &rows, width);
    for section in &sections {
        let table = fitted::within(&columns, &kept, &self::rows(section), width);
        write_section(section, &groups, &table, width, &mut out);
    }
    out.push_str(&crate::builds::terminal(run, width));
    out.push_str(&crate::servers::terminal(run, width));
    out.extend(crate::rpc::grids(run).iter().map(|grid| grid.terminal(width)));
    for line in conditions(run) {
        let style = if line.starts_with("warning") { WARNING } else { DIM };
        let _ = writeln!(out, "{style}{}{style:#}", wrapped(&line, width, 0, 2));
    }
    out
}

/// The columns of the codec lab's tables.
pub(crate) fn columns<'a>(run: &RunDocument, interval: &'a str) -> Vec<fitted::Column<'a>> {
    let column = |column: &crate::table::Column| fitted::Column {
        heading: match column.heading {
            "" => heading(run),
            words::INTERVAL => interval,
            other => other,
        },
        numeric: column.numeric,
        rank: column.rank,
    };
    COLUMNS.iter().map(column).collect()
}

fn rows(section: &Section<'_>) -> Vec<Vec<String>> {
    section.measured.iter().map(|row| COLUMNS.iter().map(|column| (column.cell)(row)).collect()).collect()
}

fn write_section(section: &Section<'_>, groups: &[Group<'_>], table: &fitted::Lines, width: usize, out: &mut String) {
    let _ = writeln!(out, "{BOLD}{} {}{BOLD:#}", section.operation, section.message);
    if !section.measured.is_empty() {
        for line in table.all() {
            let _ = writeln!(out, "{line}");
        }
    }
    for group in groups.iter().filter(|g| g.message == section.message && g.operation == section.operation) {
        let Some(sentence) = words::fastest(group) else { continue };
        write_below(&sentence, Style::new(), width, out);
    }
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &section.measured {
        let labels = row.case.all_labels().map(Label::to_string);
        let note = labels.collect::<Vec<_>>().join("; ");
        if note.is_empty() {
            continue;
        }
        match notes.iter_mut().find(|(known, _)| *known == note) {
            Some((_, candidates)) => candidates.push(&row.case.candidate),
            None => notes.push((note, vec![&row.case.candidate])),
        }
    }
    for (note, candidates) in notes {
        write_below(&format!("{}: {note}", candidates.join(", ")), DIM, width, out);
    }
    for case in &section.unmeasured {
        let (style, word) = match case.status {
            Status::Skipped => (DIM, "skipped"),
            Status::Invalid => (DIM, "invalid"),
            _ => (BAD, "failed"),
        };
        let reason = case.reason.as_deref().unwrap_or("no reason recorded");
        write_below(&format!("{}: {word}: {reason}", case.candidate), style, width, out);
    }
    out.push('\n');
}
