//! What a run of the rpc lab tells beyond its tables: where a round trip's time goes, and what it means for an application.

pub mod application;
pub mod phases;
pub mod rungs;

use std::fmt::Write as _;

use anstyle::Style;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// A table of texts: a name a row, and numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// The headings; the first one is that of the names.
    pub headings: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// How to read it.
    pub note: String,
}

impl Grid {
    /// For a terminal.
    pub fn terminal(&self) -> String {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(&self.headings);
        for row in &self.rows {
            table.add_row(row);
        }
        for index in 1..self.headings.len() {
            if let Some(column) = table.column_mut(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut out = format!("{BOLD}{}{BOLD:#}\n", self.title);
        for line in table.lines() {
            let _ = writeln!(out, " {}", line.trim_end());
        }
        let _ = writeln!(out, "  {DIM}{}{DIM:#}\n", self.note);
        out
    }

    /// In Markdown.
    pub fn markdown(&self) -> String {
        let rules = self.headings.iter().enumerate().map(|(index, _)| if index == 0 { "---" } else { "---:" });
        let mut out = format!("## {}\n\n| {} |\n", self.title, self.headings.join(" | "));
        let _ = writeln!(out, "| {} |", rules.collect::<Vec<_>>().join(" | "));
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        let _ = writeln!(out, "\n{}\n", self.note);
        out
    }
}

/// The tables of a run, beyond those of its loads.
pub fn grids(run: &RunDocument) -> Vec<Grid> {
    let phases = phases::splits(run).into_iter().map(|split| split.grid());
    phases.chain(rungs::ladders(run).into_iter().map(|ladder| ladder.grid())).collect()
}

/// The cases of one client that makes one call after the other, by what was called, and under which circumstances.
fn round_trips(run: &RunDocument) -> Vec<(String, Vec<&CaseDocument>)> {
    let mut sections: Vec<(String, Vec<&CaseDocument>)> = Vec::new();
    for case in run.cases.iter().filter(|case| case.lab == Lab::RPC && case.status == Status::Ok) {
        if !case.estimates.contains_key(&EstimateId::TimeNs) {
            continue;
        }
        let title = circumstances(case);
        match sections.iter_mut().find(|(known, _)| *known == title) {
            Some((_, cases)) => cases.push(case),
            None => sections.push((title, vec![case])),
        }
    }
    sections
}

/// What was called, and how, in words.
fn circumstances(case: &CaseDocument) -> String {
    let of = |name: &str| case.parameters.get(name).map_or("", String::as_str);
    let mut title = format!("{} {}", case.operation, case.message);
    title.push_str(match of("placement") {
        "together" => ", client and server on the same core",
        "apart" => ", client and server on cores of their own",
        _ => ", placed by the system",
    });
    if of("close") != "keep-alive" {
        title.push_str(", a new connection for each call");
    }
    match of("transfer") {
        "chunked" => title.push_str(", body in chunks"),
        "streaming" => title.push_str(", body as it comes"),
        _ => {}
    }
    title
}
