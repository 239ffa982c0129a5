//! What candidates that were built alone took to build, and what they bring.

use wirecost_model::RunDocument;

use crate::sheet::{Heading, Part, Sheet, Table};
use crate::units;

/// The heading above the table.
const HEADING: &str = "Candidates built alone";

/// What the figures are.
const NOTE: &str = "the time that cargo took, which is less where another build had compiled the same packages; the program without debug \
                    information, with wirecost's runner library; the packages of the library and of what generates its types";

fn columns() -> Vec<Heading> {
    vec![
        Heading::text("candidate", 0),
        Heading::text("version", 0),
        Heading::text("message", 0),
        Heading::number("build", 0),
        Heading::number("program", 0),
        Heading::number("packages", 0),
        Heading::text("features", 1),
    ]
}

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

/// What the run says of it; nothing if no candidate was built.
pub fn sheet(run: &RunDocument) -> Option<Sheet> {
    let table = Table::of(columns(), rows(run));
    let is_any = !table.rows.is_empty();
    is_any.then(|| Sheet { title: HEADING.to_owned(), parts: vec![Part::Table(table), Part::Note(NOTE.to_owned())] })
}
