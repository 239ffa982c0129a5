//! How wirecost measures, without anything that is measured: no processes, no files, no clock of its own.
//!
//! A [`Subject`] runs a batch and tells what the clocks showed. [`trial::run`] turns a subject into samples by fixed
//! rules; [`estimate`] turns samples into numbers with intervals; [`compare`] says whether two of them differ and
//! [`gate`] whether that matters; [`schedule`] orders trials. All of it is exact on a subject that only pretends.

pub mod compare;
pub mod control;
pub mod estimate;
pub mod gate;
pub mod periods;
pub mod rank;
pub mod schedule;
pub mod trial;
pub mod warmup;

/// What the clocks showed around a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sample {
    /// Operations in the batch.
    pub iterations: u64,
    /// Wall time of the batch in nanoseconds.
    pub wall_ns: u64,
    /// CPU time of the whole process in nanoseconds.
    pub cpu_ns: u64,
    /// CPU time of the measuring thread in nanoseconds.
    pub thread_cpu_ns: u64,
}

impl Sample {
    /// Nanoseconds per operation of one of the clocks.
    pub fn per_operation(&self, clock: impl Fn(&Self) -> u64) -> f64 {
        clock(self) as f64 / self.iterations as f64
    }
}

/// Something that runs batches.
pub trait Subject {
    /// Why a batch failed.
    type Error;

    /// Runs a batch of `iterations` operations.
    ///
    /// # Errors
    /// The subject's own; a failed batch yields no sample (METHOD 4).
    fn sample(&mut self, iterations: u64) -> Result<Sample, Self::Error>;
}
