//! What it takes to ask a runner for nothing, which is in the time of every batch.

use wirecost_codec_protocol::{Batch, Process, ProcessError};
use wirecost_measure::estimate::median;

/// The most CPU time that reading the clocks of a part may be said to take, in nanoseconds.
const LONGEST_READING_NS: f64 = 2_000.0;

/// What an exchange takes that runs no operation, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    pub wall_ns: f64,
    pub cpu_ns: f64,
    /// What of it the runner counts as CPU time of each part: reading the clocks.
    pub part_cpu_ns: f64,
}

impl Exchange {
    /// Of a runner that cannot be asked, and the most that any may claim.
    pub(crate) const MOST: Self = Self { wall_ns: 250_000.0, cpu_ns: 250_000.0, part_cpu_ns: 0.0 };

    /// A measurement of a runner that is ready, with the marks of this many parts; without marks for none.
    pub(crate) fn of(process: &mut Process, parts: u64) -> Result<Self, ProcessError> {
        const TIMES: usize = 9;
        let batch = |_| if parts == 0 { process.sample(0, None) } else { process.sample_parts(0, parts) };
        let batches: Vec<Batch> = (0..TIMES).map(batch).collect::<Result<_, _>>()?;
        // The first drops what is left of an earlier batch.
        let middle = |each: &dyn Fn(&Batch) -> f64| median(&batches[1..].iter().map(each).collect::<Vec<_>>());
        Ok(Self {
            wall_ns: middle(&|batch| batch.seen_wall_ns as f64).min(Self::MOST.wall_ns),
            cpu_ns: middle(&|batch| batch.seen_cpu_ns.unwrap_or(0) as f64).min(Self::MOST.cpu_ns),
            part_cpu_ns: middle(&|batch| batch.told.cpu_ns as f64 / batch.parts.len().max(1) as f64)
                .min(LONGEST_READING_NS),
        })
    }
}
