//! Tables in Markdown.

use std::fmt::Write as _;

use wirecost_model::RunDocument;
use wirecost_verdict::group::{Group, groups};

use crate::fitted::Column;
use crate::plain;
use crate::table::COLUMNS;
use crate::terminal::tables::columns;
use crate::view::{Counts, Row, conditions, sections};
use crate::words;

/// The report of a run in Markdown.
pub fn render(run: &RunDocument) -> String {
    let command = plain::line(&run.command);
    // Its texts are escaped here, and nowhere below.
    let run = &plain::mapped(run, escape);
    let mut out = format!("# {}\n\n{}\n\n", run.run_id, code(&command));
    let groups = groups(run);
    for section in sections(run) {
        let _ = writeln!(out, "## {} {}\n", section.operation, section.message);
        let alike = |g: &&Group<'_>| g.message == section.message && g.operation == section.operation;
        let sentences: Vec<String> = groups.iter().filter(alike).filter_map(words::fastest).collect();
        let interval = words::interval(section.measured.iter().map(|row| row.case));
        let columns: Vec<Column<'_>> = columns(run, &interval).into_iter().chain([NOTES]).collect();
        let cells = |row: &Row<'_>| COLUMNS.iter().map(|column| (column.cell)(row)).chain([row.notes()]).collect();
        out.push_str(&table(&columns, &section.measured.iter().map(cells).collect::<Vec<_>>()));
        out.push('\n');
        if !sentences.is_empty() {
            let _ = writeln!(out, "- {}\n", sentences.join("\n- "));
        }
        for case in &section.unmeasured {
            let word = format!("{:?}", case.status).to_lowercase();
            let _ = writeln!(out, "- {}: {word}: {}", case.candidate, case.reason.as_deref().unwrap_or_default());
        }
        if !section.unmeasured.is_empty() {
            out.push('\n');
        }
    }
    out.push_str(&crate::builds::markdown(run));
    out.push_str(&crate::servers::markdown(run));
    out.push_str(&crate::kv::markdown(run));
    out.extend(crate::rpc::grids(run).iter().map(crate::rpc::Grid::markdown));
    for line in conditions(run) {
        let _ = writeln!(out, "{line}  ");
    }
    let _ = writeln!(out, "{}", Counts::of(run));
    out
}

/// The last column of tables of cases.
pub(crate) const NOTES: Column<'_> = Column { heading: "notes", numeric: false, rank: 0 };

/// A table of rows whose texts are escaped, without the columns that say nothing in any row; nothing without rows.
pub(crate) fn table(columns: &[Column<'_>], rows: &[Vec<String>]) -> String {
    let says = |index: &usize| rows.iter().any(|row| !matches!(row[*index].trim(), "" | "-"));
    let kept: Vec<usize> = (0..columns.len()).filter(says).collect();
    let line = |cell: &dyn Fn(usize) -> String| {
        format!("| {} |\n", kept.iter().map(|index| cell(*index)).collect::<Vec<_>>().join(" | "))
    };
    if kept.is_empty() {
        return String::new();
    }
    let rule = |index: usize| if columns[index].numeric { "---:" } else { "---" }.to_owned();
    let head = [line(&|index| columns[index].heading.to_owned()), line(&rule)];
    head.into_iter().chain(rows.iter().map(|row| line(&|index| row[index].clone()))).collect()
}

/// A text as Markdown shows it: on one line, without mark-up.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain::line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '`' | '*' | '[' | ']' | '\\' => out.extend(['\\', c]),
            '#' if out.is_empty() => out.push_str("\\#"),
            _ => out.push(c),
        }
    }
    out
}

/// A text as code, between more backticks than it holds in a row (CommonMark 0.31.2, 6.1).
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}
