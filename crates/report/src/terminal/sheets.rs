//! Draws sheets.

use std::fmt::Write as _;

use anstyle::Style;

use super::{BAD, BOLD, DIM, Screen, write_below};
use crate::fitted::{self, Column, Lines, width_of, wrapped};
use crate::sheet::{Heading, Line, Overflow, Part, Row, Sheet, Table, Tone};

/// Sheets in lines that fit the screen where that can be, with ANSI styles. Tables of the same columns keep the same of them.
pub fn draw(sheets: &[Sheet], screen: Screen) -> String {
    let tables: Vec<&Table> = sheets.iter().flat_map(|sheet| &sheet.parts).filter_map(table).collect();
    let kept = kept(&tables, screen.width);
    let mut out = String::new();
    for sheet in sheets {
        let before = out.len();
        if !sheet.title.is_empty() {
            let _ = writeln!(out, "{BOLD}{}{BOLD:#}", wrapped(&sheet.title, screen.width, 0, 2));
        }
        for part in &sheet.parts {
            match part {
                Part::Heading(text) => drop(writeln!(out, "{}", wrapped(text, screen.width, 0, 2))),
                Part::Line(Line { is_detail: true, .. }) if !screen.verbose => {}
                Part::Line(line) => write_below(&line.text, style(line.tone), screen.width, &mut out),
                Part::Note(text) => write_below(text, DIM, screen.width, &mut out),
                Part::Table(table) => write_table(table, &kept, screen, &mut out),
            }
        }
        // All of it may be details that this screen does not show.
        if out.len() > before {
            out.push('\n');
        }
    }
    out
}

/// Which of its columns a table keeps, by its columns.
type Kept<'a> = Vec<(&'a [Heading], Vec<usize>)>;

/// The columns that tables of the same columns keep, so that they fit the screen.
fn kept<'a>(tables: &[&'a Table], width: usize) -> Kept<'a> {
    let mut kept: Kept<'_> = Vec::new();
    for table in tables.iter().filter(|table| table.overflow == Overflow::LeaveOut) {
        if !kept.iter().any(|(known, _)| *known == table.columns) {
            let alike = tables.iter().filter(|other| other.columns == table.columns);
            let rows = cells(alike.flat_map(|table| &table.rows));
            kept.push((&table.columns, fitted::kept(&columns(&table.columns), &rows, width)));
        }
    }
    kept
}

fn table(part: &Part) -> Option<&Table> {
    match part {
        Part::Table(table) => Some(table),
        _ => None,
    }
}

fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Aside => DIM,
        Tone::Bad => BAD,
    }
}

fn write_table(table: &Table, kept: &Kept<'_>, screen: Screen, out: &mut String) {
    if table.rows.is_empty() {
        return;
    }
    let rows = cells(&table.rows);
    let parts = match table.overflow {
        Overflow::LeaveOut => {
            let of_columns = kept.iter().find(|(known, _)| *known == table.columns);
            let of_columns = of_columns.map_or(&[][..], |(_, kept)| kept);
            vec![fitted::within(&columns(&table.columns), of_columns, &rows, screen.width)]
        }
        Overflow::Below => split(table, &rows, screen.width),
    };
    for lines in parts {
        for line in &lines.head {
            let _ = writeln!(out, "{line}");
        }
        for (line, row) in lines.rows.iter().zip(&table.rows) {
            let style = style(row.tone);
            let _ = writeln!(out, "{style}{line}{style:#}");
        }
    }
    if table.rows.iter().any(|row| row.tone == Tone::Aside) {
        write_below(
            &format!("{NOT_RANKED}: not ranked, since it is not valid or has no figures"),
            DIM,
            screen.width,
            out,
        );
    }
    if screen.verbose {
        write_notes(&table.rows, screen.width, out);
    }
}

/// What is said of rows, once for all rows of which the same is said.
fn write_notes(rows: &[Row], width: usize, out: &mut String) {
    let mut notes: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows.iter().filter(|row| !row.notes.is_empty()) {
        match notes.iter_mut().find(|(known, ..)| *known == row.notes) {
            Some((.., names)) => names.push(&row.cells[0]),
            None => notes.push((&row.notes, vec![&row.cells[0]])),
        }
    }
    for (note, names) in notes {
        write_below(&format!("{}: {note}", names.join(", ")), DIM, width, out);
    }
}

/// Tables that have all columns together, each with the names. Headings that are too wide take several lines.
fn split(table: &Table, rows: &[Vec<String>], width: usize) -> Vec<Lines> {
    let draw = |headings: &[Heading], kept: &[usize]| fitted::within(&columns(headings), kept, rows, usize::MAX);
    let fits = |lines: &Lines| lines.all().all(|line| width_of(line) <= width);
    let count = table.columns.len();
    let wide = draw(&table.columns, &(0..count).collect::<Vec<_>>());
    if fits(&wide) {
        return vec![wide];
    }
    let narrow = |it: &Heading| Heading { text: it.text.replace(' ', "\n"), ..it.clone() };
    let narrow: Vec<Heading> = table.columns.iter().map(narrow).collect();
    let (mut parts, mut taken) = (Vec::new(), 1);
    while taken < count {
        let of = |end: usize| [0].into_iter().chain(taken..end).collect::<Vec<_>>();
        let most = (taken + 2..=count).rev().find(|end| fits(&draw(&narrow, &of(*end))));
        let end = most.unwrap_or(taken + 1);
        parts.push(draw(&narrow, &of(end)));
        taken = end;
    }
    parts
}

/// What stands behind the name of a row whose figures are not ranked: a style is lost in a file.
const NOT_RANKED: &str = "*";

fn cells<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Vec<String>> {
    let marked = |row: &Row| {
        let mut cells = row.cells.clone();
        if let (Tone::Aside, Some(name)) = (row.tone, cells.first_mut()) {
            name.push_str(NOT_RANKED);
        }
        cells
    };
    rows.into_iter().map(marked).collect()
}

fn columns(headings: &[Heading]) -> Vec<Column<'_>> {
    headings.iter().map(Heading::column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_all_columns_fits_its_screen() {
        let headings =
            ["stack", "whole", "client encode", "system calls, transport, wake-ups", "server parse", "dispatch"];
        let row = |name: &str| std::iter::once(name).chain(["12.5 us"; 5]).map(str::to_owned).collect();
        let rows = vec![row("json-http"), row("python-xmlrpc-base64")];
        let table = Table::of_numbers(headings.map(str::to_owned).to_vec(), rows);
        let title = "Where a call's time goes, by stamps: echo a message that has a rather long name".to_owned();
        let note =
            "means of a separate window, in which each stamp takes some 25 ns, and more words than fit".to_owned();
        let sheets = [Sheet { title, parts: vec![Part::Table(table), Part::Note(note)] }];
        let drawn = |width| {
            let text = draw(&sheets, Screen::of(width));
            text.replace("\u{1b}[1m", "").replace("\u{1b}[2m", "").replace("\u{1b}[0m", "")
        };
        for width in [40, 60, 80, 120] {
            let plain = drawn(width);
            assert!(plain.lines().all(|line| line.chars().count() <= width), "{width}\n{plain}");
            assert_eq!(plain.matches("12.5 us").count(), 10, "{width}\n{plain}");
        }
        assert_eq!(drawn(200).matches("python-xmlrpc-base64").count(), 1, "one table where all have room");
        assert!(drawn(40).matches("python-xmlrpc-base64").count() > 1, "each part has the names");
    }
}
