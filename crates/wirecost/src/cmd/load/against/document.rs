//! The document of a comparison of servers, `wirecost.against/1`.

use std::process::ExitCode;

use serde::Serialize;
use wirecost_load::{AcknowledgementWait, Schedule, Slice, Total};
use wirecost_measure::gate::Verdict;

use super::evaluation::{Figure, PairFigures, ServerFigure};

/// The name and version of the form of the document.
pub const SCHEMA: &str = "wirecost.against/1";

/// A gate found a server that is slower by more than it may be.
const REGRESSED: u8 = 3;

/// A gate could not decide.
const UNDECIDED: u8 = 4;

/// From which share of its time on a generator may have been the bottleneck.
const BUSY: f64 = 0.95;

/// What a comparison of servers found.
#[derive(Debug, Serialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// When the first connection was opened, nanoseconds since 1970.
    pub started_unix_ns: u64,
    /// How long the servers were compared, without the warm-up.
    pub duration_s: f64,
    /// How long requests are sent within a slice, nanoseconds.
    pub slice_ns: u64,
    /// How far apart slices may start that are compared, nanoseconds; none where the slices of a round take longer than that.
    pub apart_ns: Option<u64>,
    /// When requests are due within a slice.
    pub schedule: Schedule,
    /// Connections to each server.
    pub connections: usize,
    /// Requests under way on each.
    pub pipeline: usize,
    /// Seed of the order of slices, and of the instants of `--poisson`.
    pub seed: u64,
    /// The slowdown that a gate lets pass; none if this is no gate.
    pub max_slowdown: Option<f64>,
    /// Processes that the servers started meanwhile: their CPU time counts from when they were seen.
    pub new_processes: usize,
    /// Share of a slice in which the generator worked: of the server for which it worked the most.
    pub generator_busy: f64,
    /// The servers, in the order of the command.
    pub servers: Vec<ServerDocument>,
    /// The first server beside each of the others.
    pub comparisons: Vec<PairFigures>,
    /// Every slice, in order of time.
    pub slices: Vec<Slice>,
}

/// One of the servers.
#[derive(Debug, Serialize)]
pub struct ServerDocument {
    /// What it is called in sentences and tables.
    pub name: String,
    /// Where it listens.
    pub target: String,
    /// Its processes, where they run on this machine.
    pub processes: Vec<u32>,
    /// Whether another server has one of these processes, too: what they do between slices cannot be charged to one of the two.
    pub shares_processes: bool,
    /// What became of the requests.
    pub total: Total,
    /// Its own figures.
    pub figures: Vec<(Figure, ServerFigure)>,
    /// The share of its slices whose neighbours ran undisturbed.
    pub quiet_share: f64,
    /// That its calls wait for an acknowledgement of the client's system, where that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acknowledgement_wait: Option<AcknowledgementWait>,
}

impl Document {
    /// Whether the generator may have been the bottleneck, so that rates and latencies are its own.
    pub fn generator_was_busy(&self) -> bool {
        self.generator_busy > BUSY
    }

    /// The exit code.
    pub fn exit_code(&self) -> ExitCode {
        let verdicts: Vec<Verdict> =
            self.comparisons.iter().flat_map(|pair| &pair.figures).filter_map(|(_, figure)| figure.verdict).collect();
        let has_compared_nothing = self.comparisons.iter().any(|pair| pair.figures.is_empty());
        if self.servers.iter().any(|server| server.total.failed() > 0) {
            ExitCode::FAILURE
        } else if verdicts.contains(&Verdict::Regressed) {
            REGRESSED.into()
        } else if verdicts.contains(&Verdict::Inconclusive) || self.max_slowdown.is_some() && has_compared_nothing {
            UNDECIDED.into()
        } else {
            ExitCode::SUCCESS
        }
    }
}
