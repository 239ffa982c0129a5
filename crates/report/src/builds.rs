//! What candidates that were built alone took to build, and what they bring.

use std::fmt::Write as _;

use maud::{Markup, html};
use wirecost_model::RunDocument;

use crate::fitted::{Column, fit};
use crate::html::parts::scrolled;
use crate::units;

/// The heading above the table.
const HEADING: &str = "Candidates built alone";

/// What the figures are.
const NOTE: &str = "the time that cargo took, which is less where another build had compiled the same packages; the program without debug \
                    information, with wirecost's runner library; the packages of the library and of what generates its types";

const COLUMNS: [Column<'_>; 7] = [
    Column { heading: "candidate", numeric: false, rank: 0 },
    Column { heading: "version", numeric: false, rank: 0 },
    Column { heading: "message", numeric: false, rank: 0 },
    Column { heading: "build", numeric: true, rank: 0 },
    Column { heading: "program", numeric: true, rank: 0 },
    Column { heading: "packages", numeric: true, rank: 0 },
    Column { heading: "features", numeric: false, rank: 1 },
];

/// A row for each candidate and message, in the order of the run.
fn rows(run: &RunDocument) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for case in &run.cases {
        let Some(build) = &case.build else { continue };
        let row = vec![
            case.candidate.clone(),
            case.version.clone(),
            case.message.clone(),
            format!("{:.1} s", build.build_s),
            units::size(build.program_bytes as f64),
            build.dependencies.to_string(),
            build.features.join(" "),
        ];
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// The table for a terminal; nothing if no candidate was built.
pub fn terminal(run: &RunDocument, width: usize) -> String {
    let rows = rows(run);
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!("{}{HEADING}{:#}\n", crate::terminal::BOLD, crate::terminal::BOLD);
    for line in fit(&COLUMNS, &rows, width).all() {
        let _ = writeln!(out, "{line}");
    }
    crate::terminal::write_below(NOTE, crate::terminal::DIM, width, &mut out);
    out.push('\n');
    out
}

/// The table in Markdown, of a run whose texts are escaped; nothing if no candidate was built.
pub fn markdown(run: &RunDocument) -> String {
    let rows = rows(run);
    if rows.is_empty() {
        return String::new();
    }
    format!("## {HEADING}\n\n{}\n{NOTE}\n\n", crate::markdown::table(&COLUMNS, &rows))
}

/// The table for the page; nothing if no candidate was built.
pub fn html(run: &RunDocument) -> Markup {
    let rows = rows(run);
    html! {
        @if !rows.is_empty() {
            h3 { (HEADING) }
            (scrolled(HEADING, html! { table {
                thead { tr { @for column in &COLUMNS {
                    th scope="col" class=[column.numeric.then_some("number")] { (column.heading) }
                } } }
                tbody { @for row in &rows { tr { @for (cell, column) in row.iter().zip(&COLUMNS) {
                    td class=[column.numeric.then_some("number")] { (cell) }
                } } } }
            } }))
            p { (NOTE) }
        }
    }
}
