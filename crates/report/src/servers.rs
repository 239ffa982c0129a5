//! The labs of servers in a run: a section for each message and load, a row for each server.

use std::fmt::Write as _;

use wirecost_model::{
    CalledBy, CaseDocument, EstimateId, Idle, Lab, Label, Placement, RunDocument, ServerCores, Status, Transfer,
};
use wirecost_verdict::floor::Pairs;

use crate::leader::{self, Leader};
use crate::section::Section;
use crate::sheet::{Part, Sheet, Table, Tone};
use crate::words::{self, INTERVAL};
use crate::{table, units};

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

type Column = table::Column<CaseDocument>;

const NAME: Column = Column::text("server", 0, |case| case.candidate.clone());
const VERSION: Column = Column::text("version", 4, |case| case.version.clone());
const RATE: Column = Column::number("answers/s", 0, |case| shown(case, EstimateId::RatePerS, units::per_s));
const CPU: Column = Column::number("CPU/request", 0, |case| shown(case, EstimateId::ServerCpuNs, units::time));
const CPU_INTERVAL: Column = Column::number(INTERVAL, 3, |case| interval(case, EstimateId::ServerCpuNs, units::time));
const MEMORY: Column = Column::number("memory", 2, |case| shown(case, EstimateId::MemoryBytes, units::size));
const CORES: Column =
    Column::number("cores busy", 6, |case| shown(case, EstimateId::ServerCoresBusy, units::significant));
const FIRST: Column = Column::number("first", 7, |case| shown(case, EstimateId::ColdNs, units::time));
const START: Column = Column::number("start", 8, |case| shown(case, EstimateId::StartNs, units::time));

/// One client that makes one call after the other.
const ROUND_TRIP: &[Column] = &[
    Column::text("stack", 0, |case| case.candidate.clone()),
    VERSION,
    Column::number("round trip", 0, |case| shown(case, EstimateId::TimeNs, units::time)),
    Column::number(INTERVAL, 3, |case| interval(case, EstimateId::TimeNs, units::time)),
    Column::number("p99", 2, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
    Column::number("client CPU", 1, |case| shown(case, EstimateId::ClientCpuNs, units::time)),
    Column::number("server CPU", 1, |case| shown(case, EstimateId::ServerCpuNs, units::time)),
    Column::number("cores busy", 6, |case| shown(case, EstimateId::ServerCoresBusy, units::significant)),
    Column::number("request", 1, |case| shown(case, EstimateId::RequestBytes, units::count)),
    Column::number("reply", 1, |case| shown(case, EstimateId::ReplyBytes, units::count)),
    Column::number("memory", 5, |case| shown(case, EstimateId::MemoryBytes, units::size)),
    FIRST,
];

const CLOSED: &[Column] = &[
    NAME,
    VERSION,
    RATE,
    Column::number(INTERVAL, 3, |case| interval(case, EstimateId::RatePerS, units::per_s)),
    CPU,
    Column::number("service p50", 1, |case| shown(case, EstimateId::ServiceP50Ns, units::time)),
    Column::number("service p99", 0, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
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
    Column::number("latency p50", 0, |case| shown(case, EstimateId::LatencyP50Ns, units::time)),
    Column::number("latency p99", 0, |case| shown(case, EstimateId::LatencyP99Ns, units::time)),
    Column::number("service p99", 5, |case| shown(case, EstimateId::ServiceP99Ns, units::time)),
    MEMORY,
    CORES,
    FIRST,
    START,
];

pub(crate) fn shown(case: &CaseDocument, id: EstimateId, unit: fn(f64) -> String) -> String {
    case.median(id).map_or(String::new(), unit)
}

/// The interval of an estimate; one trial has none.
pub(crate) fn interval(case: &CaseDocument, id: EstimateId, unit: fn(f64) -> String) -> String {
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

/// How a case must be read.
pub(crate) fn remarks(case: &CaseDocument) -> String {
    let floor = (case.is_floor()).then_some("a floor: less than the work");
    let twin = case.is_twin().then_some("measured a second time (A/A pair)");
    let labels = case.all_labels().map(Label::to_string);
    floor.into_iter().chain(twin).map(str::to_owned).chain(labels).collect::<Vec<_>>().join("; ")
}

/// Why a case has no figure, or one that counts for nothing.
pub(crate) fn why(case: &CaseDocument) -> String {
    let word = if case.status == Status::Invalid { "invalid, machine busy" } else { "failed" };
    let reason = match case.status {
        Status::Ok => "it has no figure",
        _ => case.reason.as_deref().unwrap_or("no reason recorded"),
    };
    format!("{word}: {reason}")
}

/// A row for each case with figures; those that were set aside are last.
pub(crate) fn table(columns: &[Column], section: &Section<'_>) -> Table {
    let cases: Vec<&CaseDocument> = section.measured.iter().chain(&section.set_aside).copied().collect();
    let noted = |case: &CaseDocument| match case.status {
        Status::Invalid => (Tone::Aside, why(case)),
        _ => (Tone::Plain, remarks(case)),
    };
    let headed = |heading| words::heading(heading, cases.iter().copied()).into_owned();
    Table::by(columns, cases.iter().copied(), headed, noted)
}

/// Who leads, and what equals differ by.
pub(crate) fn said(leaders: &[Leader<'_>]) -> impl Iterator<Item = Part> {
    let led = leaders.iter().map(|leader| Part::line(leader.sentence(), Tone::Plain));
    led.chain(leader::noise(leaders).map(|noise| Part::line(noise, Tone::Aside)))
}

/// The sheets of a run: one for each load, then what was left out.
pub fn sheets(run: &RunDocument) -> Vec<Sheet> {
    let (sections, left_out) = sections(run);
    let mut sheets: Vec<Sheet> = sections.iter().map(sheet).collect();
    if !left_out.is_empty() {
        let line = |it: &LeftOut<'_>| {
            let cases = if it.cases == 1 { String::new() } else { format!(" ({} cases)", it.cases) };
            Part::line(format!("{}: skipped{cases}: {}", it.candidate, it.reason), Tone::Aside)
        };
        sheets.push(Sheet { title: String::new(), parts: left_out.iter().map(line).collect() });
    }
    sheets
}

fn sheet(section: &Section<'_>) -> Sheet {
    let mut parts = vec![Part::Table(table(columns(section), section))];
    parts.extend(said(&section.leaders()));
    let failed = section.unmeasured.iter();
    parts.extend(failed.map(|case| Part::line(format!("{}: {}", case.candidate, why(case)), Tone::Bad)));
    Sheet { title: section.title.clone(), parts }
}
