//! The labs of servers in a run: a section for each message and load, a row for each server.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::{
    CalledBy, CaseDocument, EstimateId, Idle, Lab, Label, Placement, RunDocument, ServerCores, Status, Transfer,
};
use wirecost_verdict::floor::Pairs;

use crate::fitted::{self, wrapped};
use crate::leader::{self, Leader};
use crate::markdown;
use crate::terminal::{BAD, DIM, write_below, write_dim};
use crate::units;
use crate::words::{self, INTERVAL};

const BOLD: Style = Style::new().bold();

/// The servers under one load.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    /// What was asked, and how.
    pub title: String,
    /// Whether requests were planned, so that there is a latency.
    pub open_loop: bool,
    /// Whether one client makes one call after the other, so that there is a round trip.
    pub round_trip: bool,
    /// The cases with figures: in a closed loop the highest rate first, else the least CPU time a request.
    pub measured: Vec<&'a CaseDocument>,
    /// The cases that this machine was too busy to measure: they are last with their figures, and are not ranked.
    pub set_aside: Vec<&'a CaseDocument>,
    /// The cases without figures.
    pub unmeasured: Vec<&'a CaseDocument>,
    /// What shows how much equals differ.
    pub pairs: Pairs<'a>,
}

/// Cases of one server that were left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut<'a> {
    /// The server.
    pub candidate: &'a str,
    /// The reason.
    pub reason: &'a str,
    /// How many cases.
    pub cases: usize,
}

/// A column: its heading, how early a narrow terminal leaves it out, and what is in it.
struct Column {
    heading: &'static str,
    numeric: bool,
    rank: usize,
    cell: fn(&CaseDocument) -> String,
}

const fn number(heading: &'static str, rank: usize, cell: fn(&CaseDocument) -> String) -> Column {
    Column { heading, numeric: true, rank, cell }
}

const NAME: Column = Column { heading: "server", numeric: false, rank: 0, cell: |case| case.candidate.clone() };
const VERSION: Column = Column { heading: "version", numeric: false, rank: 4, cell: |case| case.version.clone() };
const RATE: Column = number("answers/s", 0, |case| shown(case, EstimateId::RatePerS, units::per_s));
const CPU: Column = number("CPU/request", 0, |case| shown(case, EstimateId::ServerCpuNs, units::time));
const CPU_INTERVAL: Column = number(INTERVAL, 3, |case| interval(case, EstimateId::ServerCpuNs, units::time));
const MEMORY: Column = number("memory", 2, |case| shown(case, EstimateId::MemoryBytes, units::size));
const CORES: Column = number("cores busy", 6, |case| shown(case, EstimateId::ServerCoresBusy, units::significant));
const FIRST: Column = number("first", 7, |case| shown(case, EstimateId::ColdNs, units::time));
const START: Column = number("start", 8, |case| shown(case, EstimateId::StartNs, units::time));

/// One client that makes one call after the other.
const ROUND_TRIP: &[Column] = &[
    Column { heading: "stack", ..NAME },
    VERSION,
    number("round trip", 0, |case| shown(case, EstimateId::TimeNs, units::time)),
    number(INTERVAL, 3, |case| interval(case, EstimateId::TimeNs, units::time)),
    number("p99", 2, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
    number("client CPU", 1, |case| shown(case, EstimateId::ClientCpuNs, units::time)),
    number("server CPU", 1, |case| shown(case, EstimateId::ServerCpuNs, units::time)),
    number("cores busy", 6, |case| shown(case, EstimateId::ServerCoresBusy, units::significant)),
    number("request", 1, |case| shown(case, EstimateId::RequestBytes, units::count)),
    number("reply", 1, |case| shown(case, EstimateId::ReplyBytes, units::count)),
    number("memory", 5, |case| shown(case, EstimateId::MemoryBytes, units::size)),
    FIRST,
];

const CLOSED: &[Column] = &[
    NAME,
    VERSION,
    RATE,
    number(INTERVAL, 3, |case| interval(case, EstimateId::RatePerS, units::per_s)),
    CPU,
    number("service p50", 1, |case| shown(case, EstimateId::ServiceP50Ns, units::time)),
    number("service p99", 0, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
    MEMORY,
    CORES,
    FIRST,
    START,
];

const OPEN: &[Column] = &[
    NAME,
    VERSION,
    RATE,
    CPU,
    CPU_INTERVAL,
    number("latency p50", 0, |case| shown(case, EstimateId::LatencyP50Ns, units::time)),
    number("latency p99", 0, |case| shown(case, EstimateId::LatencyP99Ns, units::time)),
    number("service p99", 5, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
    MEMORY,
    CORES,
    FIRST,
    START,
];

fn shown(case: &CaseDocument, id: EstimateId, unit: fn(f64) -> String) -> String {
    case.median(id).map_or(String::new(), unit)
}

/// The interval of an estimate; one trial has none.
fn interval(case: &CaseDocument, id: EstimateId, unit: fn(f64) -> String) -> String {
    let estimate = case.estimates.get(&id).filter(|_| case.trials.len() > 1);
    estimate.map_or(String::new(), |estimate| format!("{} - {}", unit(estimate.low), unit(estimate.high)))
}

/// The sections of a run in its order, and what was left out of it.
pub fn sections(run: &RunDocument) -> (Vec<Section<'_>>, Vec<LeftOut<'_>>) {
    let (mut sections, mut left_out): (Vec<Section<'_>>, Vec<LeftOut<'_>>) = Default::default();
    let pairs = Pairs::of(run);
    let is_shown = |case: &&CaseDocument| [Lab::HTTP, Lab::RPC].contains(&case.lab) && !is_aside(case);
    for case in run.cases.iter().filter(is_shown) {
        if case.status == Status::Skipped {
            let reason = case.reason.as_deref().unwrap_or("no reason recorded");
            match left_out.iter_mut().find(|it| it.candidate == case.candidate && it.reason == reason) {
                Some(known) => known.cases += 1,
                None => left_out.push(LeftOut { candidate: &case.candidate, reason, cases: 1 }),
            }
            continue;
        }
        let title = title(case);
        let found = sections.iter().position(|section| section.title == title);
        let index = found.unwrap_or_else(|| {
            let load = case.server_load();
            let open_loop = load.is_some_and(|load| load.rate_per_s.is_some());
            let alone = load.is_some_and(|load| load.connections == 1);
            let round_trip = case.lab == Lab::RPC && alone && !open_loop;
            let (measured, set_aside, unmeasured) = Default::default();
            let pairs = pairs.clone();
            sections.push(Section { title, open_loop, round_trip, measured, set_aside, unmeasured, pairs });
            sections.len() - 1
        });
        let section = &mut sections[index];
        let group = match case.status {
            _ if !case.estimates.contains_key(&EstimateId::RatePerS) => &mut section.unmeasured,
            Status::Ok => &mut section.measured,
            Status::Invalid => &mut section.set_aside,
            _ => &mut section.unmeasured,
        };
        group.push(case);
    }
    for section in &mut sections {
        let (id, sign) = match (section.round_trip, section.open_loop) {
            (true, _) => (EstimateId::TimeNs, 1.0),
            (_, true) => (EstimateId::ServerCpuNs, 1.0),
            _ => (EstimateId::RatePerS, -1.0),
        };
        let cost = |case: &CaseDocument| sign * case.median(id).unwrap_or(f64::INFINITY);
        for group in [&mut section.measured, &mut section.set_aside] {
            group.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        }
    }
    (sections, left_out)
}

/// Whether a case is the second of an A/A pair and so no row of its own. One that failed is shown all the same.
pub(crate) fn is_aside(case: &CaseDocument) -> bool {
    case.is_twin() && matches!(case.status, Status::Ok | Status::Invalid)
}

/// The load of a case in words; what goes without saying is left out.
pub(crate) fn title(case: &CaseDocument) -> String {
    let asked = format!("{} {}", case.operation, case.message);
    let Some(load) = case.server_load() else { return format!("{asked}: {}", words::parameters(case)) };
    let plural = if load.connections == 1 { "" } else { "s" };
    let connections = format!("{} connection{plural}, {}", load.connections, load.close.name());
    let mut title = format!("{asked}: {connections}, {}", load.pace());
    if case.lab == Lab::RPC {
        title.push_str(match load.client {
            CalledBy::Generator => ", by the load generator",
            CalledBy::Own => ", by the stack's own client",
        });
    }
    title.push_str(match load.transfer {
        Transfer::Whole => "",
        Transfer::Chunked => ", bodies in chunks",
        Transfer::Streaming => ", bodies as they come",
    });
    let plural = if load.server_cores == ServerCores::Count(1) { "" } else { "s" };
    let _ = write!(title, "; server on {} core{plural}", load.server_cores);
    let other = if case.lab == Lab::RPC && load.client == CalledBy::Own { "client" } else { "generator" };
    let _ = match load.placement {
        Placement::Apart => write!(title, ", {other} on others"),
        Placement::Together => write!(title, ", {other} on the same"),
        Placement::Free => write!(title, ", placed by the system with the {other}"),
    };
    if load.generators != 1 {
        let _ = write!(title, ", {} generators", load.generators);
    }
    if load.idle == Idle::KeptAwake {
        title.push_str(", idle cores kept awake");
    }
    title
}

fn columns(section: &Section<'_>) -> &'static [Column] {
    match (section.round_trip, section.open_loop) {
        (true, _) => ROUND_TRIP,
        (_, true) => OPEN,
        _ => CLOSED,
    }
}

/// The columns of a section, each with its heading.
fn headed<'a>(section: &Section<'_>) -> Vec<(&'a Column, Cow<'a, str>)> {
    let cases = || section.measured.iter().chain(&section.set_aside).copied();
    columns(section).iter().map(|column| (column, words::heading(column.heading, cases()))).collect()
}

fn column<'a>((column, heading): &'a (&'a Column, Cow<'a, str>)) -> fitted::Column<'a> {
    fitted::Column { heading, numeric: column.numeric, rank: column.rank }
}

/// Labels of a section's cases, those of one text together.
fn notes<'a>(section: &Section<'a>) -> Vec<(String, Vec<&'a str>)> {
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for case in &section.measured {
        let note = remarks(case);
        if note.is_empty() {
            continue;
        }
        match notes.iter_mut().find(|(known, _)| *known == note) {
            Some((_, candidates)) => candidates.push(&case.candidate),
            None => notes.push((note, vec![&case.candidate])),
        }
    }
    notes
}

/// How a case must be read.
pub(crate) fn remarks(case: &CaseDocument) -> String {
    let floor = (case.is_floor()).then_some("a floor: less than the work");
    let twin = case.is_twin().then_some("measured a second time (A/A pair)");
    let labels = case.all_labels().map(Label::to_string);
    floor.into_iter().chain(twin).map(str::to_owned).chain(labels).collect::<Vec<_>>().join("; ")
}

fn why(case: &CaseDocument) -> (&'static str, &str) {
    let word = if case.status == Status::Invalid { "invalid, machine busy" } else { "failed" };
    let reason = match case.status {
        Status::Ok => "it has no figure",
        _ => case.reason.as_deref().unwrap_or("no reason recorded"),
    };
    (word, reason)
}

fn plural(left_out: &LeftOut<'_>) -> String {
    if left_out.cases == 1 { String::new() } else { format!(" ({} cases)", left_out.cases) }
}

/// The tables for a terminal of `width` characters, with ANSI styles.
pub fn terminal(run: &RunDocument, width: usize) -> String {
    let (sections, left_out) = sections(run);
    let mut out = String::new();
    for section in &sections {
        let _ = writeln!(out, "{BOLD}{}{BOLD:#}", wrapped(&section.title, width, 0, 2));
        write_table(section, width, &mut out);
        let leaders = section.leaders();
        for leader in &leaders {
            write_below(&leader.told(), Style::new(), width, &mut out);
        }
        leader::noise(&leaders).iter().for_each(|noise| write_below(noise, DIM, width, &mut out));
        for (note, candidates) in notes(section) {
            write_below(&format!("{}: {note}", candidates.join(", ")), DIM, width, &mut out);
        }
        for case in section.set_aside.iter().chain(&section.unmeasured) {
            let (word, reason) = why(case);
            let style = if case.status == Status::Invalid { DIM } else { BAD };
            write_below(&format!("{}: {word}: {reason}", case.candidate), style, width, &mut out);
        }
        out.push('\n');
    }
    for it in &left_out {
        write_dim(&format!("{}: skipped{}: {}", it.candidate, plural(it), it.reason), width, &mut out);
    }
    if !left_out.is_empty() {
        out.push('\n');
    }
    out
}

/// The rows of a section that have figures; those that were set aside are grey.
fn write_table(section: &Section<'_>, width: usize, out: &mut String) {
    if section.measured.is_empty() && section.set_aside.is_empty() {
        return;
    }
    let columns = headed(section);
    let cells = |case: &&CaseDocument| columns.iter().map(|(column, _)| (column.cell)(case)).collect();
    let rows: Vec<Vec<String>> = section.measured.iter().chain(&section.set_aside).map(cells).collect();
    let lines = fitted::fit(&columns.iter().map(column).collect::<Vec<_>>(), &rows, width);
    for line in &lines.head {
        let _ = writeln!(out, "{line}");
    }
    for (row, text) in lines.rows.iter().enumerate() {
        let _ =
            if row < section.measured.len() { writeln!(out, "{text}") } else { writeln!(out, "{DIM}{text}{DIM:#}") };
    }
}

/// The tables in Markdown, of a document whose texts are escaped.
pub fn markdown(run: &RunDocument) -> String {
    let (sections, left_out) = sections(run);
    let mut out = String::new();
    for section in &sections {
        let _ = writeln!(out, "## {}\n", section.title);
        let columns = headed(section);
        let cells = |case: &CaseDocument, note: String| -> Vec<String> {
            columns.iter().map(|(column, _)| (column.cell)(case)).chain([note]).collect()
        };
        let set_aside = |case: &CaseDocument| {
            let (word, reason) = why(case);
            cells(case, format!("{word}: {reason}"))
        };
        let measured = section.measured.iter().map(|case| cells(case, remarks(case)));
        let rows: Vec<Vec<String>> = measured.chain(section.set_aside.iter().map(|case| set_aside(case))).collect();
        let headed: Vec<fitted::Column<'_>> = columns.iter().map(column).chain([markdown::NOTES]).collect();
        out.push_str(&markdown::table(&headed, &rows));
        out.push('\n');
        let leaders = section.leaders();
        let said = leaders.iter().map(Leader::told).chain(leader::noise(&leaders));
        said.for_each(|line| out.extend(["- ", line.as_str(), "\n"]));
        for case in &section.unmeasured {
            let (word, reason) = why(case);
            let _ = writeln!(out, "- {}: {word}: {reason}", case.candidate);
        }
        if !(section.unmeasured.is_empty() && leaders.is_empty()) {
            out.push('\n');
        }
    }
    for it in &left_out {
        let _ = writeln!(out, "- {}: skipped{}: {}", it.candidate, plural(it), it.reason);
    }
    if !left_out.is_empty() {
        out.push('\n');
    }
    out
}
