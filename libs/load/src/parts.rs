//! The generators of a merged result, one by one: which of them count, and why others do not.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is known of one generator of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartReport {
    /// Which one, from 0 on.
    pub rank: u64,
    /// The machine that it ran on, where that is known.
    pub host: Option<String>,
    /// Whether it counts.
    pub state: PartState,
    /// Why it does not, in words.
    pub reason: Option<String>,
    /// Requests of its window, also where it does not count; `None` without a result.
    pub sent: Option<u64>,
    /// How long after the agreed instant its window began, nanoseconds, by the reference clock if there is one; negative
    /// where it began before. `None` if nothing was agreed, or it has no result.
    pub start_lateness_ns: Option<i64>,
    /// The clock of its machine, where a reference was given.
    pub clocks: Option<Clocks>,
}

/// Whether a generator counts in a merged result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// It is in the sum.
    Counted,
    /// It left no result.
    Missing,
    /// It says itself why it measured nothing, or it was cut off from the network.
    Failed,
    /// Something ended it before its time.
    Cut,
    /// Its window began too long after the agreed instant, or before it.
    Late,
    /// It is unknown when it ran, because of its clock.
    Clock,
    /// Its result cannot be read, or is not what was written.
    Damaged,
}

impl fmt::Display for PartState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(out)
    }
}

/// The clock of a machine beside a reference, before and after a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// The reference that was asked.
    pub reference: String,
    /// Before the run.
    pub before: ClockOffset,
    /// After it; `None` if the reference did not answer any more.
    pub after: Option<ClockOffset>,
}

/// How far a clock is from a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockOffset {
    /// The reference less the clock: what must be added to the clock, nanoseconds.
    pub offset_ns: i64,
    /// The offset is known to plus or minus this, nanoseconds.
    pub uncertainty_ns: u64,
}
