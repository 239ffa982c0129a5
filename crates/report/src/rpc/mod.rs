//! What a run of the rpc lab shows beyond its tables: where a round trip's time goes, and what it means for an application.

pub mod application;
pub mod phases;
pub mod rungs;

use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::{CaseDocument, Closing, EstimateId, Lab, Placement, RunDocument, Status, Transfer};

use crate::fitted::{self, Column, Lines, width_of, wrapped};
use crate::markdown;
use crate::words;

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
    /// For a terminal of `width` characters. Headings that are too wide take several lines, and columns that have no
    /// room come below in a table of their own.
    pub fn terminal(&self, width: usize) -> String {
        let mut out = format!("{BOLD}{}{BOLD:#}\n", wrapped(&self.title, width, 0, 2));
        for part in self.parts(width) {
            for line in part.all() {
                let _ = writeln!(out, "{line}");
            }
        }
        let _ = writeln!(out, "{DIM}{}{DIM:#}\n", wrapped(&self.note, width, 2, 2));
        out
    }

    /// Tables that have all columns together, each with the names.
    fn parts(&self, width: usize) -> Vec<Lines> {
        let whole: Vec<usize> = (0..self.headings.len()).collect();
        let narrow: Vec<String> = self.headings.iter().map(|heading| heading.replace(' ', "\n")).collect();
        let fits = |lines: &Lines| lines.all().all(|line| width_of(line) <= width);
        let wide = self.draw(&self.headings, &whole);
        if fits(&wide) {
            return vec![wide];
        }
        let (mut parts, mut taken) = (Vec::new(), 1);
        while taken < self.headings.len() {
            let of = |end: usize| [0].into_iter().chain(taken..end).collect::<Vec<_>>();
            let most = (taken + 2..=self.headings.len()).rev().find(|end| fits(&self.draw(&narrow, &of(*end))));
            let end = most.unwrap_or(taken + 1);
            parts.push(self.draw(&narrow, &of(end)));
            taken = end;
        }
        parts
    }

    fn draw(&self, headings: &[String], kept: &[usize]) -> Lines {
        fitted::within(&columns(headings), kept, &self.rows, usize::MAX)
    }

    /// In Markdown.
    pub fn markdown(&self) -> String {
        format!("## {}\n\n{}\n{}\n\n", self.title, markdown::table(&columns(&self.headings), &self.rows), self.note)
    }
}

/// The names, and numbers beside them.
fn columns(headings: &[String]) -> Vec<Column<'_>> {
    let column = |(index, heading)| Column { heading: String::as_str(heading), numeric: index > 0, rank: 0 };
    headings.iter().enumerate().map(column).collect()
}

/// The tables of a run, beyond those of its loads.
pub fn grids(run: &RunDocument) -> Vec<Grid> {
    let phases = phases::splits(run).into_iter().map(|split| split.grid());
    phases.chain(rungs::ladders(run).into_iter().map(|ladder| ladder.grid())).collect()
}

/// The cases of one client that makes one call after the other, by what was called, and under which circumstances.
fn round_trips(run: &RunDocument) -> Vec<(String, Vec<&CaseDocument>)> {
    let mut sections: Vec<(String, Vec<&CaseDocument>)> = Vec::new();
    let measured = |case: &&CaseDocument| case.lab == Lab::RPC && case.status == Status::Ok && !case.is_twin();
    for case in run.cases.iter().filter(measured) {
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
    let called = format!("{} {}", case.operation, case.message);
    let Some(load) = case.server_load() else { return format!("{called}, {}", words::parameters(case)) };
    let placement = match load.placement {
        Placement::Together => ", client and server on the same core",
        Placement::Apart => ", client and server on cores of their own",
        Placement::Free => ", placed by the system",
    };
    let close = if load.close == Closing::KeepAlive { "" } else { ", a new connection for each call" };
    let transfer = match load.transfer {
        Transfer::Whole => "",
        Transfer::Chunked => ", body in chunks",
        Transfer::Streaming => ", body as it comes",
    };
    format!("{called}{placement}{close}{transfer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_fits_its_screen_and_loses_no_column() {
        let headings =
            ["stack", "whole", "client encode", "system calls, transport, wake-ups", "server parse", "dispatch"];
        let row = |name: &str| std::iter::once(name).chain(["12.5 us"; 5]).map(str::to_owned).collect();
        let grid = Grid {
            title: "Where a call's time goes, by stamps: echo a message that has a rather long name".into(),
            headings: headings.map(str::to_owned).to_vec(),
            rows: vec![row("json-http"), row("python-xmlrpc-base64")],
            note: "means of a separate window, in which each stamp takes some 25 ns, and more words than fit".into(),
        };
        for width in [40, 60, 80, 120] {
            let text = grid.terminal(width);
            let plain = text.replace("\u{1b}[1m", "").replace("\u{1b}[2m", "").replace("\u{1b}[0m", "");
            assert!(plain.lines().all(|line| line.chars().count() <= width), "{width}\n{plain}");
            assert_eq!(plain.matches("12.5 us").count(), 10, "{width}\n{plain}");
        }
        assert_eq!(grid.terminal(200).matches("python-xmlrpc-base64").count(), 1, "one table where all have room");
        assert!(grid.terminal(40).matches("python-xmlrpc-base64").count() > 1, "each part has the names");
    }
}
