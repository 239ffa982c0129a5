//! What a trial of a server under load recorded beside its estimates: all that a chart of it needs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Label;

/// One window of load on one server process.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LoadDocument {
    /// Whether the figures of this trial can be believed.
    pub valid: bool,
    /// Why not.
    pub reason: Option<String>,
    /// How the figures must be read, e.g. `service time`, `connections ran out` (docs/load.md).
    #[schemars(with = "Vec<String>")]
    pub labels: Vec<Label>,
    /// Length of the window in seconds.
    pub duration_s: f64,
    /// Requests that belong to the window: `ok`, `misses` and all `errors`.
    pub sent: u64,
    /// Good answers.
    pub ok: u64,
    /// Answers without a value: keys that are not there, empty replies.
    pub misses: u64,
    /// Requests without a good answer by kind: `status`, `wrong_answer`, `timeout`, `connect`, `closed`. Kinds that did
    /// not occur are left out.
    pub errors: BTreeMap<String, u64>,
    /// Requests that waited because every connection was busy; their wait is in their latency.
    pub queued: u64,
    /// Requests planned in the window that were never sent.
    pub unsent: u64,
    /// Connections open at the start; none if each request opens its own.
    pub connections_opened: u64,
    /// From the planned instant to the end of a good answer, by quantile (`p50`, `p90`, `p99`, `p99_9`, `p99_99`,
    /// `p99_999`, `max`, `mean`); null in a closed loop, which plans nothing. A quantile that too few requests reached is
    /// left out.
    pub latency_ns: Option<BTreeMap<String, f64>>,
    /// From the send to the end of a good answer, by quantile.
    pub service_time_ns: BTreeMap<String, f64>,
    /// From the planned instant to the send, by quantile; null in a closed loop.
    pub send_lateness_ns: Option<BTreeMap<String, f64>>,
    /// The distribution of `latency_ns`, in a closed loop of `service_time_ns`: an HDR histogram, compressed, in base64.
    pub histogram: String,
    /// In an open loop, that of `service_time_ns`.
    pub service_time_histogram: Option<String>,
    /// Every tenth of a second from the start of the window to the last answer.
    pub series: Vec<TenthDocument>,
    /// Memory and disk of a store through the time of the load, where they were read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<ResourceDocument>,
    /// The generator.
    pub generator: GeneratorDocument,
    /// The server.
    pub server: ServerDocument,
}

/// A tenth of a second. Answers count where they arrive.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TenthDocument {
    /// Its beginning in seconds from the start of the window.
    pub at_s: f64,
    /// Requests sent.
    pub sent: u64,
    /// Good answers.
    pub ok: u64,
    /// Requests that failed.
    pub errors: u64,
    /// Median latency of the good answers (service time in a closed loop).
    pub p50_ns: Option<u64>,
    /// Their 99th percentile, where there are 100.
    pub p99_ns: Option<u64>,
    /// Their longest.
    pub max_ns: Option<u64>,
}

/// What a store takes at an instant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ResourceDocument {
    /// The instant in seconds from the start of the load.
    pub at_s: f64,
    /// Memory: what each process has for itself, and the largest part that one of them shares.
    pub memory_bytes: u64,
    /// Files, beyond those that it was started with.
    pub disk_bytes: u64,
}

/// What the generator took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GeneratorDocument {
    /// Cores that it was pinned to; empty where the operating system placed it.
    pub cores: Vec<usize>,
    /// CPU time a request, of user and system.
    pub cpu_ns_per_request: Option<f64>,
    /// Share of a core that its busiest thread used or waited for.
    pub core_wanted: f64,
    /// Share of the time that its unluckiest thread waited for a core.
    pub core_denied: f64,
}

/// What the server took in the window.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ServerDocument {
    /// Cores that it was pinned to; empty where the operating system placed it.
    pub cores: Vec<usize>,
    /// CPU time of all its processes, of user and system.
    pub cpu_ns: u64,
    /// Cores that it kept busy: CPU time by wall time.
    pub cores_busy: f64,
    /// Memory at the end of the window: proportional set size.
    pub memory_bytes: u64,
    /// Sum of the peaks of its processes' resident memory.
    pub peak_memory_bytes: u64,
    /// Times that one of its threads gave up its core to wait.
    pub voluntary_switches: u64,
    /// Times that one of its threads had its core taken away.
    pub involuntary_switches: u64,
    /// Processes.
    pub processes: u64,
    /// Threads of them.
    pub threads: u64,
    /// The load average of the machine over one minute, at the end of the window.
    pub load_average: Option<f64>,
}
