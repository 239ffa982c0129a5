//! The kv lab in a run: what a crash loses, then a section for each load, with stores of one durability side by side.
//!
//! Stores that keep writes more or less safe do different work, so that no figure compares them.

mod course;
mod crash;
mod formats;
mod section;

use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::{CaseDocument, Lab, RunDocument, Status};

use crate::fitted::{self, wrapped};
use crate::leader::{self, Leader};
use crate::terminal::{BAD, DIM, Screen, write_below};
use crate::words;
pub(crate) use course::{course, told as course_told};
pub(crate) use crash::{Crash, Event, crashes, summary as crash_summary};
pub(crate) use formats::{by_format, columns as format_columns};
pub(crate) use section::{COLUMNS, LoadedStores, Peers, loads};

const BOLD: Style = Style::new().bold();

/// The tables for a terminal, with ANSI styles; nothing if the run has no stores.
pub(crate) fn tables(run: &RunDocument, screen: Screen) -> String {
    let mut out = String::new();
    for event in Event::ALL {
        write_crashes(run, event, screen, &mut out);
    }
    for load in loads(run) {
        let _ = writeln!(out, "{BOLD}{}{BOLD:#}", wrapped(&load.title, screen.width, 0, 2));
        for peers in &load.peers {
            write_peers(peers, screen, &mut out);
        }
        for case in &load.unmeasured {
            write_below(&why(case), BAD, screen.width, &mut out);
        }
        out.push('\n');
    }
    for table in by_format(run) {
        let _ = writeln!(out, "{BOLD}{}{BOLD:#}", wrapped(&table.title, screen.width, 0, 2));
        for line in fitted::fit(&format_columns(), &table.rows, screen.width).all() {
            let _ = writeln!(out, "{line}");
        }
        out.push('\n');
    }
    out
}

fn write_crashes(run: &RunDocument, event: Event, screen: Screen, out: &mut String) {
    let crashes = crashes(run, event);
    if crashes.is_empty() {
        return;
    }
    let _ = writeln!(out, "{BOLD}{}{BOLD:#}", event.title());
    for line in crash_summary(&crashes) {
        write_below(&line, Style::new(), screen.width, out);
    }
    let rows: Vec<Vec<String>> = crashes.iter().filter_map(Crash::cells).collect();
    if !rows.is_empty() {
        for line in fitted::fit(&event.columns(), &rows, screen.width).all() {
            let _ = writeln!(out, "{line}");
        }
    }
    for case in crashes.iter().map(|crash| crash.case).filter(|case| case.status == Status::Failed) {
        write_below(&why(case), BAD, screen.width, out);
    }
    out.push('\n');
}

fn write_peers(peers: &Peers<'_>, screen: Screen, out: &mut String) {
    let width = screen.width;
    let _ = writeln!(out, "{}", wrapped(&peers.heading(), width, 0, 2));
    // The answer comes first.
    let leaders = peers.leaders();
    for leader in &leaders {
        write_below(&leader.told(), Style::new(), width, out);
    }
    leader::noise(&leaders).iter().for_each(|noise| write_below(noise, DIM, width, out));
    let section = &peers.section;
    let lines = fitted::fit(&columns(&interval(section)), &rows(section), width);
    for line in &lines.head {
        let _ = writeln!(out, "{line}");
    }
    for (row, text) in lines.rows.iter().enumerate() {
        let style = if row < section.measured.len() { Style::new() } else { DIM };
        let _ = writeln!(out, "{style}{text}{style:#}");
    }
    // The remarks below all tables say the most frequent reasons.
    for case in section.set_aside.iter().filter(|_| screen.verbose) {
        write_below(&why(case), DIM, width, out);
    }
    for case in section.measured.iter().filter(|_| screen.verbose) {
        let remarks = crate::servers::remarks(case);
        if !remarks.is_empty() {
            write_below(&format!("{}: {remarks}", case.candidate), DIM, width, out);
        }
        if let Some(told) = course_told(case) {
            write_below(&format!("{}: {told}", case.candidate), DIM, width, out);
        }
    }
}

fn columns(interval: &str) -> Vec<fitted::Column<'_>> {
    let column = |it: &'static section::Column| fitted::Column {
        heading: if it.heading == words::INTERVAL { interval } else { it.heading },
        numeric: it.numeric,
        rank: it.rank,
    };
    COLUMNS.iter().map(column).collect()
}

/// What the intervals of a section cover.
fn interval(section: &crate::servers::Section<'_>) -> String {
    words::interval(section.measured.iter().chain(&section.set_aside).copied())
}

/// A row for each store that has figures.
fn rows(section: &crate::servers::Section<'_>) -> Vec<Vec<String>> {
    let cells = |case: &&CaseDocument| COLUMNS.iter().map(|column| (column.cell)(case)).collect();
    section.measured.iter().chain(&section.set_aside).map(cells).collect()
}

/// Why a case has no figure, or one that counts for nothing.
fn why(case: &CaseDocument) -> String {
    let word = if case.status == Status::Invalid { "invalid, machine busy" } else { "failed" };
    format!("{}: {word}: {}", case.candidate, case.reason.as_deref().unwrap_or("no reason recorded"))
}

/// The tables in Markdown, of a document whose texts are escaped.
pub(crate) fn markdown(run: &RunDocument) -> String {
    let mut out = String::new();
    for event in Event::ALL {
        let crashes = crashes(run, event);
        if crashes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "## {}\n", event.title());
        for line in crash_summary(&crashes) {
            let _ = writeln!(out, "- {line}");
        }
        let rows: Vec<Vec<String>> = crashes.iter().filter_map(Crash::cells).collect();
        write_markdown(&event.columns(), &rows, &mut out);
    }
    for load in loads(run) {
        let _ = writeln!(out, "## {}\n", load.title);
        for peers in &load.peers {
            let _ = writeln!(out, "{}", peers.heading());
            write_markdown(&columns(&interval(&peers.section)), &rows(&peers.section), &mut out);
            let leaders = peers.leaders();
            let said = leaders.iter().map(Leader::told).chain(leader::noise(&leaders));
            said.for_each(|line| out.extend(["- ", line.as_str(), "\n"]));
            if !leaders.is_empty() {
                out.push('\n');
            }
        }
        for case in &load.unmeasured {
            let _ = writeln!(out, "- {}", why(case));
        }
        out.push('\n');
    }
    for table in by_format(run) {
        let _ = writeln!(out, "## {}", table.title);
        write_markdown(&format_columns(), &table.rows, &mut out);
    }
    let skipped = run.cases.iter().filter(|case| case.lab == Lab::KV && case.status == Status::Skipped);
    let mut lines: Vec<String> = skipped
        .map(|case| {
            format!("- {}: skipped: {}", case.candidate, case.reason.as_deref().unwrap_or("no reason recorded"))
        })
        .collect();
    lines.dedup();
    lines.iter().for_each(|line| out.extend([line.as_str(), "\n"]));
    out
}

fn write_markdown(columns: &[fitted::Column<'_>], rows: &[Vec<String>], out: &mut String) {
    let _ = writeln!(out, "\n{}", crate::markdown::table(columns, rows));
}
