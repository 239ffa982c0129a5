//! What the kv lab answers, for programs: the field `stores` of the form `wirecost.answers/1`.

use schemars::JsonSchema;
use serde::Serialize;
use wirecost_model::{CaseDocument, EstimateId, RunDocument, Status};

use super::leader_document::LeaderDocument;
use super::stores;
use crate::kv::{Crash, Event, LoadedStores, Peers};
use crate::leader;

/// What the kv lab answers.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct StoresDocument<'a> {
    /// The stores under each load, those of one durability together: only these are compared.
    loads: Vec<PeersDocument<'a>>,
    /// What stores lose when they are killed, and when the power goes.
    accidents: Vec<AccidentDocument<'a>>,
}

/// Stores of one durability under one load.
#[derive(Debug, Serialize, JsonSchema)]
struct PeersDocument<'a> {
    /// What is asked: `set`, `get`, `ycsb-a`.
    operation: String,
    /// The load in words.
    load: String,
    /// How safe an answered write is: `memory`, `periodic`, `process` or `machine`.
    durability: &'a str,
    /// How it is called, where that is not through a server by the generator: `in-process` or `client-library`.
    #[serde(skip_serializing_if = "Option::is_none")]
    binding: Option<&'a str>,
    /// Who does the most operations for a second of CPU time.
    most_per_cpu: Option<LeaderDocument>,
    /// Who has the lowest p99 of latency; null in a closed loop, which plans nothing.
    waits_least: Option<LeaderDocument>,
    /// Who answers most; null at a planned rate.
    most: Option<LeaderDocument>,
    least_memory: Option<LeaderDocument>,
    /// The least CPU time for an operation first; those that the machine was too busy for last.
    stores: Vec<StoreDocument<'a>>,
}

/// A store.
#[derive(Debug, Serialize, JsonSchema)]
struct StoreDocument<'a> {
    candidate: &'a str,
    version: &'a str,
    operations_per_cpu_s: Option<f64>,
    rate_per_s: Option<f64>,
    server_cpu_ns: Option<f64>,
    /// From the planned instant; null in a closed loop.
    latency_p99_ns: Option<f64>,
    service_p99_ns: Option<f64>,
    memory_bytes: Option<f64>,
    disk_bytes: Option<f64>,
    /// Whether the machine was too busy for it, so that it is not ranked.
    set_aside: bool,
}

/// What a store lost, in all trials together.
#[derive(Debug, Serialize, JsonSchema)]
struct AccidentDocument<'a> {
    /// `crash`: the process is killed; `power-cut`: what was not synced is gone; `full-memory`: more is stored than there is
    /// memory for.
    accident: &'static str,
    candidate: &'a str,
    version: &'a str,
    durability: &'a str,
    trials: usize,
    answered_writes: f64,
    lost_writes: f64,
    /// From the answer to the first write that was gone until the cut, in the trial that lost most of it; null where nothing was
    /// lost, and where the run did not tell.
    lost_ns: Option<f64>,
    /// Values that nobody wrote.
    damaged_values: f64,
}

/// The document of what the kv lab's part of a run answers.
pub fn document(run: &RunDocument) -> StoresDocument<'_> {
    let Some(stores) = stores::of(run) else { return StoresDocument::default() };
    fn of_load<'a>(load: &LoadedStores<'a>) -> Vec<PeersDocument<'a>> {
        load.peers.iter().map(|of| peers(load, of)).collect()
    }
    fn of_accident<'a>((event, crashes): &(Event, Vec<Crash<'a>>)) -> Vec<AccidentDocument<'a>> {
        crashes.iter().filter(|crash| crash.is_told()).map(|crash| accident(*event, crash)).collect()
    }
    StoresDocument {
        loads: stores.loads.iter().flat_map(of_load).collect(),
        accidents: stores.accidents.iter().flat_map(of_accident).collect(),
    }
}

fn peers<'a>(load: &LoadedStores<'a>, peers: &Peers<'a>) -> PeersDocument<'a> {
    let section = &peers.section;
    let leader = |by: leader::By, is_asked: bool| {
        let leader = is_asked.then(|| section.leader(by)).flatten();
        leader.map(|leader| LeaderDocument::of(&leader))
    };
    PeersDocument {
        operation: load.short(),
        load: load.title.clone(),
        durability: peers.durability,
        binding: peers.binding,
        most_per_cpu: leader(leader::PER_CPU, true),
        waits_least: leader(leader::WAIT, section.open_loop),
        most: leader(leader::MOST, !section.open_loop),
        least_memory: leader(leader::MEMORY, true),
        stores: section.measured.iter().chain(&section.set_aside).map(|case| store(case)).collect(),
    }
}

fn store(case: &CaseDocument) -> StoreDocument<'_> {
    let cpu_ns = case.median(EstimateId::ServerCpuNs);
    StoreDocument {
        candidate: &case.candidate,
        version: &case.version,
        operations_per_cpu_s: cpu_ns.filter(|ns| *ns > 0.0).map(|ns| 1e9 / ns),
        rate_per_s: case.median(EstimateId::RatePerS),
        server_cpu_ns: cpu_ns,
        latency_p99_ns: case.median(EstimateId::LatencyP99Ns),
        service_p99_ns: case.median(EstimateId::ServiceP99Ns),
        memory_bytes: case.median(EstimateId::MemoryBytes),
        disk_bytes: case.median(EstimateId::DiskBytes),
        set_aside: case.status == Status::Invalid,
    }
}

fn accident<'a>(event: Event, crash: &Crash<'a>) -> AccidentDocument<'a> {
    AccidentDocument {
        accident: event.operation(),
        candidate: &crash.case.candidate,
        version: &crash.case.version,
        durability: crash.durability(),
        trials: crash.case.trials.len(),
        answered_writes: crash.answered,
        lost_writes: crash.lost,
        lost_ns: crash.lost_ns,
        damaged_values: crash.damaged,
    }
}
