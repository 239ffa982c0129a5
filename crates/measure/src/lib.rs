//! How wirecost measures, without anything that is measured: no processes, no files, no clock of its own.
//!
//! A [`Subject`] runs a batch and tells what the clocks showed. [`trial::run`] turns a subject into samples by fixed
//! rules; [`estimate`] turns samples into numbers with intervals; [`compare`] says whether two of them differ and
//! [`gate`] whether that matters; [`schedule`] orders trials. All of it is exact on a subject that only pretends.

pub mod clocks;
pub mod compare;
pub mod control;
pub mod estimate;
pub mod fastest;
pub mod gate;
pub mod periods;
pub mod rank;
pub mod rounds;
pub mod schedule;
pub mod trial;
pub mod warmup;

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
    /// The batches of the doubling control follow.
    Doubling,
}

/// Something that runs batches.
pub trait Subject {
    /// Why a batch failed.
    type Error;

    /// Runs a batch of `iterations` operations.
    ///
    /// # Errors
    /// The subject's own; a failed batch yields no sample (METHOD 4).
    fn batch(&mut self, iterations: u64) -> Result<Sample, Self::Error>;

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

/// Runs `batches` batches of `iterations` operations each, as one sample, and tells how long they took for planning.
pub(crate) fn series<S: Subject>(subject: &mut S, iterations: u64, batches: u64) -> Result<(Sample, u64), S::Error> {
    let mut sample = Sample { iterations: 0, wall_ns: 0, cpu_ns: 0 };
    let mut span_ns = 0;
    for _ in 0..batches {
        let batch = subject.batch(iterations)?;
        sample.iterations += batch.iterations;
        sample.wall_ns += batch.wall_ns;
        sample.cpu_ns += batch.cpu_ns;
        span_ns += batch.wall_ns.max(LEAST_NS);
    }
    Ok((sample, span_ns))
}
