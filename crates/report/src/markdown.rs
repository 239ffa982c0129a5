//! Tables in Markdown.

use std::fmt::Write as _;

use wirecost_model::RunDocument;

use crate::fitted::Column;
use crate::plain;
use crate::sheet::{Heading, Part, Row, Sheet, Table};
use crate::view::{Counts, conditions};

/// The report of a run in Markdown.
pub fn render(run: &RunDocument) -> String {
    let command = plain::line(&run.command);
    // Its texts are escaped here, and nowhere below.
    let run = &plain::mapped(run, escape);
    let mut out = format!("# {}\n\n{}\n\n", run.run_id, code(&command));
    let sheets = crate::codecs::sheets(run).into_iter().chain(crate::builds::sheet(run));
    let sheets = sheets.chain(crate::servers::sheets(run)).chain(crate::kv::sheets(run)).chain(crate::rpc::sheets(run));
    let sheets = sheets.chain(crate::feed::sheets(run));
    out.push_str(&self::sheets(&sheets.collect::<Vec<_>>()));
    for line in conditions(run) {
        let _ = writeln!(out, "{line}  ");
    }
    let _ = writeln!(out, "{}", Counts::of(run));
    out
}

/// Sheets of a document whose texts are escaped.
pub fn sheets(sheets: &[Sheet]) -> String {
    let mut out = String::new();
    for sheet in sheets {
        if !sheet.title.is_empty() {
            let _ = writeln!(out, "## {}\n", sheet.title);
        }
        for (index, part) in sheet.parts.iter().enumerate() {
            match part {
                Part::Heading(text) | Part::Note(text) => drop(writeln!(out, "{text}\n")),
                Part::Line(line) => {
                    let _ = writeln!(out, "- {}", line.text);
                    if !matches!(sheet.parts.get(index + 1), Some(Part::Line(_))) {
                        out.push('\n');
                    }
                }
                Part::Table(table) if table.rows.is_empty() => {}
                Part::Table(table) => drop(writeln!(out, "{}", drawn(table))),
            }
        }
    }
    out
}

/// A table with what is said of its rows in the last column.
fn drawn(sheet: &Table) -> String {
    let columns = sheet.columns.iter().map(Heading::column).chain([NOTES]);
    let cells = |row: &Row| row.cells.iter().chain([&row.notes]).cloned().collect();
    table(&columns.collect::<Vec<_>>(), &sheet.rows.iter().map(cells).collect::<Vec<_>>())
}

const NOTES: Column<'_> = Column { heading: "notes", numeric: false, rank: 0 };

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
pub fn escape(text: &str) -> String {
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
