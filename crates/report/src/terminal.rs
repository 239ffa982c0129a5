//! Tables for a terminal or a pipe.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use wirecost_model::{Label, RunDocument, Status};
use wirecost_verdict::group::{Group, groups};

use crate::counted::{self, Common};
use crate::fitted::{self, wrapped};
use crate::plain;
use crate::table::COLUMNS;
use crate::view::{Counts, Section, conditions, heading, sections};
use crate::words;

const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default();

/// What a report is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The characters that a line may have.
    pub width: usize,
    /// Whether each case has its own notes, and not only those that few cases have.
    pub verbose: bool,
}

impl Screen {
    /// A screen that shows what matters.
    pub fn of(width: usize) -> Self {
        Self { width, verbose: false }
    }
}

/// The report of a run in lines that fit the screen where that can be, with ANSI styles. Whoever prints it takes the
/// styles out where they do not belong (anstream does).
pub fn render(run: &RunDocument, screen: Screen) -> String {
    let run = &plain::mapped(run, plain::line);
    let mut out = String::new();
    let groups = groups(run);
    let common = if screen.verbose { Common::default() } else { Common::of(run) };
    let sections = sections(run);
    let columns = columns(run);
    // All tables of a run have the same columns.
    let rows: Vec<Vec<String>> = sections.iter().flat_map(rows).collect();
    let kept = fitted::kept(&columns, &rows, screen.width);
    for section in &sections {
        let table = fitted::within(&columns, &kept, &self::rows(section), screen.width);
        write_section(section, &groups, &table, (&common, screen), &mut out);
    }
    out.push_str(&crate::servers::tables(run, &common, screen));
    out.extend(crate::rpc::grids(run).iter().map(|grid| grid.terminal(screen.width)));
    if !screen.verbose {
        let lines: Vec<String> = counted::skipped(run).into_iter().chain(common.line()).collect();
        for line in &lines {
            write_dim(line, screen.width, &mut out);
        }
    }
    for line in conditions(run) {
        let style = if line.starts_with("warning") { WARNING } else { DIM };
        let _ = writeln!(out, "{style}{}{style:#}", wrapped(&line, screen.width, 0, 2));
    }
    let _ = writeln!(out, "{}", wrapped(&Counts::of(run).to_string(), screen.width, 0, 2));
    out
}

/// The columns of the codec lab's tables.
fn columns(run: &RunDocument) -> Vec<fitted::Column<'static>> {
    let column = |column: &crate::table::Column| fitted::Column {
        heading: if column.heading.is_empty() { heading(run) } else { column.heading },
        numeric: column.numeric,
        rank: column.rank,
    };
    COLUMNS.iter().map(column).collect()
}

fn rows(section: &Section<'_>) -> Vec<Vec<String>> {
    section.measured.iter().map(|row| COLUMNS.iter().map(|column| (column.cell)(row)).collect()).collect()
}

/// A grey line that may be long.
pub(crate) fn write_dim(text: &str, width: usize, out: &mut String) {
    let _ = writeln!(out, "{DIM}{}{DIM:#}", wrapped(text, width, 0, 2));
}

/// A line below a table.
pub(crate) fn write_below(text: &str, style: Style, width: usize, out: &mut String) {
    let _ = writeln!(out, "{style}{}{style:#}", wrapped(text, width, 2, 4));
}

fn write_section(
    section: &Section<'_>,
    groups: &[Group<'_>],
    table: &fitted::Lines,
    (common, screen): (&Common<'_>, Screen),
    out: &mut String,
) {
    let shown = |status: Status| screen.verbose || status != Status::Skipped;
    let unmeasured: Vec<_> = section.unmeasured.iter().filter(|case| shown(case.status)).collect();
    if section.measured.is_empty() && unmeasured.is_empty() {
        return;
    }
    let _ = writeln!(out, "{BOLD}{} {}{BOLD:#}", section.operation, section.message);
    if !section.measured.is_empty() {
        for line in table.all() {
            let _ = writeln!(out, "{line}");
        }
    }
    for group in groups.iter().filter(|g| g.message == section.message && g.operation == section.operation) {
        let Some(sentence) = words::fastest(group) else { continue };
        write_below(&sentence, Style::new(), screen.width, out);
    }
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &section.measured {
        let labels = row.case.labels.iter().filter(|label| !common.holds(label)).map(Label::to_string);
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
        write_below(&format!("{}: {note}", candidates.join(", ")), DIM, screen.width, out);
    }
    for case in unmeasured {
        let (style, word) = match case.status {
            Status::Skipped => (DIM, "skipped"),
            Status::Invalid => (DIM, "invalid"),
            _ => (BAD, "failed"),
        };
        let reason = case.reason.as_deref().unwrap_or("no reason recorded");
        write_below(&format!("{}: {word}: {reason}", case.candidate), style, screen.width, out);
    }
    out.push('\n');
}
