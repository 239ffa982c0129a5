//! What is estimated of a case.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

macro_rules! estimates {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal;)+) => {
        /// A quantity that is estimated of a case, by its name in documents. The unit is part of the name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum EstimateId {
            $($(#[doc = $doc])+ $variant,)+
            /// One that another release of wirecost named.
            Foreign(&'static str),
        }

        impl EstimateId {
            /// Every one that this release knows.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in documents.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                    Self::Foreign(name) => name,
                }
            }

            /// The one of this name, if this release knows it.
            pub fn known(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

estimates! {
    /// Wall time of one operation, in nanoseconds.
    TimeNs "time_ns";
    /// CPU time of one operation, in nanoseconds.
    CpuNs "cpu_ns";
    /// What an operation costs where ranks are given: `quiet_ns` with the rare work that it leaves out, or the nearest
    /// figure there is, in nanoseconds.
    CostNs "cost_ns";
    /// Time of one operation while the machine was undisturbed, in nanoseconds.
    QuietNs "quiet_ns";
    /// The share of parts of batches during which the machine was undisturbed.
    QuietShare "quiet_share";
    /// Ticks of the reference that counted as undisturbed when the trial was measured.
    ReferenceTicks "reference_ticks";
    /// CPU time of one operation beyond `quiet_ns` that the machine does not explain, in nanoseconds.
    BeyondNs "beyond_ns";
    /// The quiet figure with all CPU time beyond it, the machine's too: by this, cases of which one does rare work are compared.
    WholeNs "whole_ns";
    /// By which share rare work adds to the CPU time of a request in slices, more than to that of the other servers of the trial.
    RareShare "rare_share";
    /// CPU time of the client for a call in quiet slices, in nanoseconds.
    QuietClientNs "quiet_client_ns";
    /// CPU time of the client for a call as slices typically show it, in nanoseconds.
    TypicalClientNs "typical_client_ns";
    /// Time of a request in a closed loop in quiet slices, in nanoseconds.
    QuietTimeNs "quiet_time_ns";
    /// Time of a request in a closed loop as slices typically show it, in nanoseconds.
    TypicalTimeNs "typical_time_ns";
    /// By which share rare pauses add to that, more than to that of the other servers of the trial.
    RareTimeShare "rare_time_share";
    /// The share of the time of a server's slices in which the generator worked, in a closed loop.
    GeneratorShare "generator_share";
    /// By which share a request cost more CPU time in the first half of the slices than in the second, beyond the same of the other
    /// servers of the trial.
    WarmingShare "warming_share";
    /// How many times longer the machine made operations take than undisturbed, by the marks that the runner told.
    Explained "explained";
    /// How many times longer than undisturbed the harness's own marks took on the core of the runner.
    SeenSlowness "seen_slowness";
    /// CPU time of one operation, divided by how much longer the reference took beside it, in nanoseconds.
    CorrectedNs "corrected_ns";
    /// CPU time of one operation as the runner reported it, where the system's clock shows something else.
    ToldCpuNs "told_cpu_ns";
    /// Wall time of one operation as the runner reported it, where the harness's clock shows something else.
    ToldTimeNs "told_time_ns";
    /// Instructions of one operation, counted.
    Instructions "instructions";
    /// The first operation of a fresh process, or the first request to a fresh server.
    ColdNs "cold_ns";
    /// An empty operation by the same runner.
    EmptyNs "empty_ns";
    /// What twice the batch takes, as a multiple of the batch's time.
    Doubling "doubling";
    /// What inputs that were never seen take, as a multiple of those seen before.
    Novelty "novelty";
    /// What operations take whose results are all kept, as a multiple of those of the window.
    KeptFactor "kept_factor";
    /// What reading a result for the first time takes beyond reading it again, in nanoseconds.
    LateNs "late_ns";
    /// What reading a result takes, in nanoseconds.
    AnswerNs "answer_ns";
    /// What reading a result takes, as a multiple of what the harness takes.
    AnswerFactor "answer_factor";
    /// The share of wall time in which neither the runner nor what it started works.
    IdleShare "idle_share";
    /// The best mean of several periods: the statistic of some historical experiments.
    HistoricalBestNs "seed_best_ns";
    /// Allocations of one operation.
    Allocations "allocations";
    /// Bytes that one operation allocates.
    AllocatedBytes "allocated_bytes";
    /// The most memory that the process held.
    PeakRssBytes "peak_rss_bytes";
    /// The encoded message.
    SizeBytes "size_bytes";
    /// The encoded message, compressed by gzip.
    GzipBytes "gzip_bytes";
    /// Compressing it by gzip.
    GzipNs "gzip_ns";
    /// Decompressing it again.
    GunzipNs "gunzip_ns";
    /// The encoded message, compressed by zstd.
    ZstdBytes "zstd_bytes";
    /// Compressing it by zstd.
    ZstdNs "zstd_ns";
    /// Decompressing it again.
    UnzstdNs "unzstd_ns";
    /// Good answers a second. Where servers took turns in a closed loop: those of slices.
    RatePerS "rate_per_s";
    /// The same in the window after the slices.
    WindowRatePerS "window_rate_per_s";
    /// The median latency in the window after the slices.
    WindowP50Ns "window_latency_p50_ns";
    /// The share of requests without a good answer.
    FailedShare "failed_share";
    /// Starting a server until it answers.
    StartNs "start_ns";
    /// CPU time of the server for one request. Where servers took turns: that of slices, with what it used between them.
    ServerCpuNs "server_cpu_ns";
    /// The same in the window after the slices.
    WindowCpuNs "window_cpu_ns";
    /// By which share that is more than nearly all slices show; below 0 if it is less.
    WindowBeyondShare "window_beyond_share";
    /// The client's in the window after the slices.
    WindowClientCpuNs "window_client_cpu_ns";
    /// The round trip in the window after the slices.
    WindowTimeNs "window_time_ns";
    /// Cores that the server kept busy.
    ServerCoresBusy "server_cores_busy";
    /// Times that a thread of the server left its core, for one request.
    ServerSwitches "server_switches";
    /// Load average of the machine over one minute, at the end of the window.
    LoadAverage "load_average";
    /// CPU time of the load generator for one request.
    GeneratorCpuNs "generator_cpu_ns";
    /// CPU time of the stack's own client for one call. Where stacks took turns: that of slices.
    ClientCpuNs "client_cpu_ns";
    /// Memory of the server at the end of the window.
    MemoryBytes "memory_bytes";
    /// The most memory of the server.
    PeakMemoryBytes "peak_memory_bytes";
    /// The files of a store.
    DiskBytes "disk_bytes";
    /// Bytes that a server had written to the disk for each operation: a delivery, in the feed lab.
    WrittenBytes "written_bytes";
    /// Writes that a store had answered when it was killed.
    AnsweredWrites "answered_writes";
    /// Those of them that were gone when it was started again.
    LostWrites "lost_writes";
    /// From the answer to the first write that was gone until a store was killed.
    LostNs "lost_ns";
    /// From the first write until a store was killed.
    CutNs "cut_ns";
    /// Writes that a store refused, for want of memory.
    RefusedWrites "refused_writes";
    /// Values that a store threw away to make room.
    Evictions "evictions";
    /// 1 where the processes of a store ended, for want of memory.
    Ended "ended";
    /// The memory that a store may have for its values.
    LimitBytes "limit_bytes";
    /// Values that were there again and were none that anybody wrote.
    DamagedValues "damaged_values";
    /// Syncs of its files that had ended before the power was cut.
    Syncs "syncs";
    /// 1 where a store could not be started, or not be read, after a power cut: all that it had is lost.
    Unreadable "unreadable";
    /// A request on the wire.
    RequestBytes "request_bytes";
    /// A reply on the wire.
    ReplyBytes "reply_bytes";
    /// From the planned instant of a request to the end of its answer: the median. Where servers took turns: that of slices.
    LatencyP50Ns "latency_p50_ns";
    /// The 90th percentile.
    LatencyP90Ns "latency_p90_ns";
    /// The 99th percentile.
    LatencyP99Ns "latency_p99_ns";
    /// The 99.9th percentile.
    LatencyP999Ns "latency_p99_9_ns";
    /// The 99.99th percentile.
    LatencyP9999Ns "latency_p99_99_ns";
    /// The 99.999th percentile.
    LatencyP99999Ns "latency_p99_999_ns";
    /// The longest.
    LatencyMaxNs "latency_max_ns";
    /// The mean.
    LatencyMeanNs "latency_mean_ns";
    /// From the send of a request to the end of its answer, by quantile.
    ServiceP50Ns "service_p50_ns";
    /// The 90th percentile.
    ServiceP90Ns "service_p90_ns";
    /// The 99th percentile.
    ServiceP99Ns "service_p99_ns";
    /// The 99.9th percentile.
    ServiceP999Ns "service_p99_9_ns";
    /// The 99.99th percentile.
    ServiceP9999Ns "service_p99_99_ns";
    /// The 99.999th percentile.
    ServiceP99999Ns "service_p99_999_ns";
    /// The longest.
    ServiceMaxNs "service_max_ns";
    /// The mean.
    ServiceMeanNs "service_mean_ns";
    /// A call whose parts are stamped.
    PhaseTotalNs "phase_total_ns";
    /// The client writes the request.
    PhaseClientEncodeNs "phase_client_encode_ns";
    /// The client sends it.
    PhaseClientSendNs "phase_client_send_ns";
    /// System calls, the transport and wake-ups: what no stamp covers.
    PhaseTransportNs "phase_transport_ns";
    /// The server parses the request.
    PhaseServerParseNs "phase_server_parse_ns";
    /// The server finds the method.
    PhaseServerDispatchNs "phase_server_dispatch_ns";
    /// The method runs.
    PhaseServerHandleNs "phase_server_handle_ns";
    /// The server writes the reply.
    PhaseServerSerialiseNs "phase_server_serialise_ns";
    /// The client reads the reply.
    PhaseClientDecodeNs "phase_client_decode_ns";
}

/// Names of other releases, each kept once for the life of the process: documents repeat a few of them for every case.
static FOREIGN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

impl EstimateId {
    /// The same figure of a server's own window, where slices show it too.
    pub fn in_window(self) -> Option<Self> {
        match self {
            Self::ServerCpuNs => Some(Self::WindowCpuNs),
            Self::ClientCpuNs => Some(Self::WindowClientCpuNs),
            Self::RatePerS => Some(Self::WindowRatePerS),
            Self::TimeNs => Some(Self::WindowTimeNs),
            Self::LatencyP50Ns => Some(Self::WindowP50Ns),
            _ => None,
        }
    }

    /// The one of this name, known or not.
    pub fn named(name: &str) -> Self {
        if let Some(known) = Self::known(name) {
            return known;
        }
        let mut names = FOREIGN.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = names.get(name).copied().unwrap_or_else(|| {
            let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
            names.insert(kept);
            kept
        });
        Self::Foreign(kept)
    }

    /// Whether it says how long users of a server wait.
    pub fn is_wait(self) -> bool {
        ["latency_", "service_"].iter().any(|of| self.name().starts_with(of))
    }

    /// Whether it is in nanoseconds.
    pub fn is_time(self) -> bool {
        self.name().ends_with("_ns")
    }

    /// Whether every trial gives the same figure, or the case has failed (METHOD 14).
    pub fn is_exact(self) -> bool {
        matches!(self, Self::SizeBytes | Self::GzipBytes | Self::ZstdBytes)
    }
}

/// CPU time, which other work on the machine changes least.
impl Default for EstimateId {
    fn default() -> Self {
        Self::CpuNs
    }
}

/// In the order of their names, as documents list them.
impl Ord for EstimateId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl PartialOrd for EstimateId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for EstimateId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl Serialize for EstimateId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for EstimateId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::named(&std::borrow::Cow::<'_, str>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for id in EstimateId::ALL {
            assert_eq!(EstimateId::named(id.name()), *id);
        }
        let foreign = EstimateId::named("later_ns");
        assert_eq!((foreign, foreign.name()), (EstimateId::named("later_ns"), "later_ns"));
        assert_eq!(serde_json::from_str::<EstimateId>("\"later_ns\"").unwrap(), foreign);
    }
}
