//! Sheets on the page.

use maud::{Markup, html};

use super::parts;
use crate::sheet::{Heading, Line, Part, Row, Sheet, Table, Tone};

/// A sheet below its title.
pub fn render(sheet: &Sheet) -> Markup {
    html! {
        h3 { (sheet.title) }
        @for lines in sheet.parts.chunk_by(|a, b| line(a).is_some() && line(b).is_some()) {
            @match lines {
                [Part::Table(it)] => @if !it.rows.is_empty() { (table(&sheet.title, it)) },
                [Part::Heading(text) | Part::Note(text)] => p { (text) },
                lines => ul { @for line in lines.iter().filter_map(line) {
                    li class=[(line.tone == Tone::Aside).then_some("quiet")] { (line.text) }
                } }
            }
        }
    }
}

fn line(part: &Part) -> Option<&Line> {
    match part {
        Part::Line(line) => Some(line),
        _ => None,
    }
}

fn table(title: &str, table: &Table) -> Markup {
    let number = |heading: &Heading| heading.numeric.then_some("number");
    parts::scrolled(
        title,
        html! { table class="costs" {
            thead { tr { @for heading in &table.columns { th scope="col" class=[number(heading)] { (heading.text) } } } }
            tbody { @for row in &table.rows { (cells(row, &table.columns)) } }
        } },
    )
}

fn cells(row: &Row, headings: &[Heading]) -> Markup {
    html! { tr { @for (index, (cell, heading)) in row.cells.iter().zip(headings).enumerate() {
        @if index == 0 { th scope="row" { (cell) } }
        @else { td class=[heading.numeric.then_some("number")] data-label=(heading.text) { (cell) } }
    } } }
}
