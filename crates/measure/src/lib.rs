//! How wirecost measures, without anything that is measured: no processes, no files, no clock of its own.
//!
//! A [`Subject`] runs a batch and returns what the clocks showed. [`trial::run`] turns a subject into samples by fixed
//! rules; [`estimate`] turns samples into numbers with intervals; [`compare`] says whether two of them differ and
//! [`gate`] whether that matters; [`schedule`] orders trials. All of it is exact on a subject that only pretends.

pub mod clocks;
pub mod compare;
pub mod control;
pub mod control_slices;
pub mod estimate;
pub mod fastest;
pub mod finding;
pub mod gate;
pub mod machine;
pub mod periods;
pub mod power;
pub mod quiet;
pub mod rank;
pub mod rounds;
pub mod rounds_of_slices;
pub mod schedule;
mod speeds;
pub mod survey;
pub mod trial;
pub mod turns;
pub mod warmup;
pub mod witness;

use quiet::Part;
pub use wirecost_reference as reference;

/// What the clocks showed around a batch, or around several that make one sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sample {
    /// Operations.
    pub iterations: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
    /// CPU time of the whole process in nanoseconds.
    pub cpu_ns: u64,
}

impl Sample {
    /// Nanoseconds per operation of one of the clocks.
    pub fn per_operation(&self, clock: impl Fn(&Self) -> u64) -> f64 {
        clock(self) as f64 / self.iterations as f64
    }
}

/// The parts of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The samples that count follow.
    Window,
    /// The window was left for some time, and goes on after the batches that follow.
    Again,
    /// The batches of the doubling control follow.
    Doubling,
}

/// What a batch gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The clocks around all of it, without the marks.
    pub sample: Sample,
    /// Wall time of all that it took, with the marks, in nanoseconds.
    pub took_ns: u64,
    /// The clocks around each part, between its marks; none of a subject that takes no marks.
    pub parts: Vec<Part>,
}

/// Something that runs batches.
pub trait Subject {
    /// Why a batch failed.
    type Error;

    /// Runs a batch of `parts` parts, each of `iterations` operations between two marks of the reference.
    ///
    /// # Errors
    /// The subject's own; a failed batch yields no sample (METHOD 4).
    fn batch(&mut self, iterations: u64, parts: u64) -> Result<Batch, Self::Error>;

    /// Moves to another core or waits, since its core is disturbed. Returns how long that took, in nanoseconds.
    fn step_aside(&mut self) -> u64 {
        0
    }

    /// After how many operations the same inputs come again.
    fn inputs(&self) -> u64 {
        1
    }

    /// Is told which part of the trial follows.
    ///
    /// # Errors
    /// The subject's own.
    fn enter(&mut self, _phase: Phase) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What a batch counts for at least, in nanoseconds: a clock that stands still must not make a trial endless.
pub(crate) const LEAST_NS: u64 = 1_000;
