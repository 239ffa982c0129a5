//! Stores under one load, in groups of one durability.

use wirecost_model::{CaseDocument, Durability, EstimateId, Lab, Placement, RunDocument, Status, StoreLoad};
use wirecost_verdict::floor::Pairs;

use super::crash::Event;
use crate::leader::{self, By, Leader};
use crate::section::Section;
use crate::servers::{self, interval, shown};
use crate::table::Column;
use crate::units;
use crate::words::{self, INTERVAL};

/// The stores under one load.
#[derive(Debug, Clone)]
pub(crate) struct LoadedStores<'a> {
    /// What was asked, and how.
    pub title: String,
    /// The same in a word or two: the operation, and the planned rate if there is one.
    short: String,
    /// Stores that keep writes equally safe, the least safe first.
    pub peers: Vec<Peers<'a>>,
    /// Cases without figures.
    pub unmeasured: Vec<&'a CaseDocument>,
}

/// Stores of one durability under one load, with a server or without.
#[derive(Debug, Clone)]
pub(crate) struct Peers<'a> {
    /// Its name.
    pub durability: &'a str,
    /// How they are called, where the load generator does not call them.
    pub binding: Option<&'a str>,
    /// Its cases, the least CPU time for an operation first.
    pub section: Section<'a>,
}

/// The columns of every load.
pub(crate) const COLUMNS: &[Column<CaseDocument>] = &[
    Column::text("store", 0, |case| case.candidate.clone()),
    Column::text("version", 6, |case| case.version.clone()),
    Column::number("ops/CPU s", 0, |case| {
        case.median(EstimateId::ServerCpuNs).map_or(String::new(), |ns| units::grouped(1e9 / ns))
    }),
    Column::number("ops/s", 0, |case| shown(case, EstimateId::RatePerS, units::grouped)),
    Column::number("CPU/op", 1, |case| shown(case, EstimateId::ServerCpuNs, units::time)),
    Column::number(INTERVAL, 5, |case| interval(case, EstimateId::ServerCpuNs, units::time)),
    // Where a client library calls the store, its own; else the load generator's.
    Column::number("client CPU", 6, |case| wait(case, EstimateId::ClientCpuNs, EstimateId::GeneratorCpuNs)),
    Column::number("p50", 2, |case| wait(case, EstimateId::LatencyP50Ns, EstimateId::ServiceP50Ns)),
    Column::number("p99", 0, |case| wait(case, EstimateId::LatencyP99Ns, EstimateId::ServiceP99Ns)),
    Column::number("memory", 3, |case| shown(case, EstimateId::MemoryBytes, units::size)),
    Column::number("disk", 4, |case| shown(case, EstimateId::DiskBytes, units::size)),
    Column::number("cores busy", 7, |case| shown(case, EstimateId::ServerCoresBusy, units::significant)),
];

/// A time of one kind, or of another: a latency at a planned rate; in a closed loop, which plans nothing, the time from the send.
fn wait(case: &CaseDocument, first: EstimateId, second: EstimateId) -> String {
    case.median(first).or_else(|| case.median(second)).map_or(String::new(), units::time)
}

/// What a durability means.
fn meaning(durability: &str) -> &'static str {
    Durability::named(durability).map_or("unknown to this release", Durability::meaning)
}

/// How safe a durability is; unknown ones are last.
fn rank(durability: &str) -> usize {
    Durability::ALL.iter().position(|known| known.name() == durability).unwrap_or(Durability::ALL.len())
}

impl<'a> Peers<'a> {
    /// Who does most for its CPU time, who waits least at a planned rate, and who needs least memory; nobody where
    /// there is nobody to compare with.
    pub fn leaders(&self) -> Vec<Leader<'a>> {
        let by: &[By] = if self.section.open_loop {
            &[leader::WAIT, leader::PER_CPU, leader::MEMORY]
        } else {
            &[leader::PER_CPU, leader::MOST, leader::MEMORY]
        };
        by.iter().filter_map(|by| self.section.leader(*by)).collect()
    }

    /// A line above its table.
    pub fn heading(&self) -> String {
        let what = match self.binding {
            Some("in-process") => "; no server and no connection, and no rank among servers",
            Some("client-library") => "; the client library is what differs, and no rank among servers",
            _ => "",
        };
        format!("durability {}: {}{what}", self.name(), meaning(self.durability))
    }

    /// Its name among the answers.
    pub fn name(&self) -> String {
        match self.binding {
            Some("in-process") => format!("{}, in process", self.durability),
            Some("client-library") => format!("{}, by client libraries", self.durability),
            Some(other) => format!("{}, {other}", self.durability),
            None => self.durability.to_owned(),
        }
    }
}

/// The loads of a run in its order. Crashes have a table of their own.
pub(crate) fn loads(run: &RunDocument) -> Vec<LoadedStores<'_>> {
    let mut loads: Vec<LoadedStores<'_>> = Vec::new();
    let pairs = Pairs::of(run);
    let is_load = |case: &&CaseDocument| {
        case.lab == Lab::KV && !Event::is_of(case) && case.status != Status::Skipped && !servers::is_aside(case)
    };
    for case in run.cases.iter().filter(is_load) {
        let title = title(case);
        let index = loads.iter().position(|load| load.title == title).unwrap_or_else(|| {
            loads.push(LoadedStores { title, short: short(case), peers: Vec::new(), unmeasured: Vec::new() });
            loads.len() - 1
        });
        loads[index].add(case, &pairs);
    }
    for peers in loads.iter_mut().flat_map(|load| &mut load.peers) {
        let cost = |case: &CaseDocument| case.median(EstimateId::ServerCpuNs).unwrap_or(f64::INFINITY);
        for group in [&mut peers.section.measured, &mut peers.section.set_aside] {
            group.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        }
    }
    loads
}

impl<'a> LoadedStores<'a> {
    /// What was asked in a word or two.
    pub fn short(&self) -> String {
        self.short.clone()
    }

    fn add(&mut self, case: &'a CaseDocument, pairs: &Pairs<'a>) {
        if case.status == Status::Failed || !case.estimates.contains_key(&EstimateId::RatePerS) {
            return self.unmeasured.push(case);
        }
        let durability = case.parameters.get("durability").map_or("unknown", String::as_str);
        let binding = case.parameters.get("binding").map(String::as_str);
        let of = |peers: &Peers<'_>| (peers.binding.map(str::to_owned), rank(peers.durability));
        let is_like = |peers: &Peers<'_>| (peers.binding, peers.durability) == (binding, durability);
        let index = self.peers.iter().position(is_like).unwrap_or_else(|| {
            let open_loop = rate(case).is_some();
            let (measured, set_aside, unmeasured) = Default::default();
            let (title, round_trip, pairs) = (self.title.clone(), false, pairs.clone());
            let section = Section { title, open_loop, round_trip, measured, set_aside, unmeasured, pairs };
            let own = (binding.map(str::to_owned), rank(durability));
            let at = self.peers.iter().take_while(|peers| of(peers) <= own).count();
            self.peers.insert(at, Peers { durability, binding, section });
            at
        });
        let section = &mut self.peers[index].section;
        if case.status == Status::Ok { section.measured.push(case) } else { section.set_aside.push(case) }
    }
}

/// What was asked of a store, in a word or two.
fn short(case: &CaseDocument) -> String {
    match rate(case) {
        Some(rate) => format!("{} at {rate}/s", case.operation),
        None => case.operation.clone(),
    }
}

/// Requests due a second; none in a closed loop.
fn rate(case: &CaseDocument) -> Option<f64> {
    case.store_load()?.window?.rate_per_s
}

/// What was asked of a store, in words.
fn title(case: &CaseDocument) -> String {
    let Some(StoreLoad { keys, value_bytes, connections, window: Some(window), .. }) = case.store_load() else {
        return format!("{} {}", case.operation, words::parameters(case));
    };
    let plural = if connections == 1 { "" } else { "s" };
    let pipeline = match window.pipeline {
        1 => String::new(),
        requests => format!(", {requests} requests at once"),
    };
    let schedule = window.rate_per_s.map_or_else(|| "as fast as they go".to_owned(), |rate| format!("at {rate}/s"));
    let placement = match window.placement {
        Placement::Apart => "server on 1 core, generator on another",
        Placement::Together => "server and generator on one core",
        Placement::Free => "placed by the system",
    };
    let (keys, value_bytes) = (units::grouped(keys as f64), units::grouped(value_bytes as f64));
    let what = format!("{} {keys} keys of {value_bytes} bytes, {}", case.operation, window.order);
    format!("{what}: {connections} connection{plural}{pipeline}, {schedule}; {placement}")
}
