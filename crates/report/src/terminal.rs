//! Tables for a terminal or a pipe.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, Table};
use wirecost_model::RunDocument;
use wirecost_verdict::group::{Group, groups};

use crate::plain;
use crate::table::COLUMNS;
use crate::view::{Counts, Section, conditions, heading, sections};
use crate::words;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// The report of a run in lines of at most `width` characters where that can be, with ANSI styles. Whoever prints it
/// takes the styles out where they do not belong (anstream does).
pub fn render(run: &RunDocument, width: usize) -> String {
    let run = &plain::mapped(run, plain::line);
    let mut out = String::new();
    let groups = groups(run);
    for section in sections(run) {
        write_section(&section, &groups, run, width, &mut out);
    }
    out.push_str(&crate::servers::terminal(run, width));
    out.extend(crate::rpc::grids(run).iter().map(crate::rpc::Grid::terminal));
    for line in conditions(run) {
        let style = if line.starts_with("warning") { WARNING } else { DIM };
        let _ = writeln!(out, "{style}{line}{style:#}");
    }
    let _ = writeln!(out, "{}", Counts::of(run));
    out
}

fn write_section(section: &Section<'_>, groups: &[Group<'_>], run: &RunDocument, width: usize, out: &mut String) {
    let _ = writeln!(out, "{BOLD}{} {}{BOLD:#}", section.operation, section.message);
    let columns: Vec<_> = COLUMNS.iter().filter(|column| column.from_width <= width).collect();
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_header(columns.iter().map(|column| if column.heading.is_empty() { heading(run) } else { column.heading }));
    for row in &section.measured {
        table.add_row(columns.iter().map(|column| (column.cell)(row)));
    }
    for (index, column) in columns.iter().enumerate() {
        if let (true, Some(column)) = (column.numeric, table.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if !section.measured.is_empty() {
        for line in table.lines() {
            let _ = writeln!(out, " {}", line.trim_end());
        }
    }
    for group in groups.iter().filter(|g| g.message == section.message && g.operation == section.operation) {
        let Some(sentence) = words::fastest(group) else { continue };
        let options = textwrap::Options::new(width).initial_indent("  ").subsequent_indent("    ");
        let _ = writeln!(out, "{}", textwrap::fill(&sentence, options));
    }
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for row in section.measured.iter().filter(|row| !row.case.labels.is_empty()) {
        let note = row.notes();
        match notes.iter_mut().find(|(known, _)| *known == note) {
            Some((_, candidates)) => candidates.push(&row.case.candidate),
            None => notes.push((note, vec![&row.case.candidate])),
        }
    }
    for (note, candidates) in notes {
        let _ = writeln!(out, "  {DIM}{}: {note}{DIM:#}", candidates.join(", "));
    }
    for case in &section.unmeasured {
        let (style, word) = match case.status {
            wirecost_model::Status::Skipped => (DIM, "skipped"),
            wirecost_model::Status::Invalid => (DIM, "invalid"),
            _ => (BAD, "failed"),
        };
        let reason = case.reason.as_deref().unwrap_or("no reason recorded");
        let _ = writeln!(out, "  {style}{}: {word}: {reason}{style:#}", case.candidate);
    }
    out.push('\n');
}
