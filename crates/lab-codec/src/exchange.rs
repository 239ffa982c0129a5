//! What it takes to ask a runner for nothing, which is in the time of every batch.

use wirecost_codec_protocol::{Batch, Process, ProcessError};
use wirecost_measure::estimate::median;

/// The most CPU time that reading the clocks of a part may be said to take, in nanoseconds.
const LONGEST_READING_NS: f64 = 2_000.0;

/// The most that a part may be said to take, with its mark, in nanoseconds.
const LONGEST_PART_NS: f64 = 25_000.0;

/// Parts of the exchanges that tell what a part takes.
const PARTS: u64 = 8;

/// What an exchange takes that runs no operation, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    pub wall_ns: f64,
    pub cpu_ns: f64,
    /// What of it the runner counts as CPU time of each part: reading the clocks.
    pub part_cpu_ns: f64,
}

/// What exchanges with a runner take.
#[derive(Debug, Clone, Copy)]
pub struct Exchanges {
    /// Without parts.
    pub plain: Exchange,
    /// What each part adds.
    part: Exchange,
}

impl Exchanges {
    /// A measurement of a runner that is ready.
    pub(crate) fn of(process: &mut Process) -> Result<Self, ProcessError> {
        let [plain, parted] = [Exchange::of(process, 0)?, Exchange::of(process, PARTS)?];
        let each = |parted: f64, plain: f64| ((parted - plain) / PARTS as f64).clamp(0.0, LONGEST_PART_NS);
        let part = Exchange {
            wall_ns: each(parted.wall_ns, plain.wall_ns),
            cpu_ns: each(parted.cpu_ns, plain.cpu_ns),
            part_cpu_ns: parted.part_cpu_ns,
        };
        Ok(Self { plain, part })
    }

    /// Of a runner that cannot be asked.
    pub(crate) const MOST: Self =
        Self { plain: Exchange::MOST, part: Exchange { wall_ns: 0.0, cpu_ns: 0.0, part_cpu_ns: 0.0 } };

    /// An exchange of this many parts.
    pub(crate) fn with(&self, parts: u64) -> Exchange {
        Exchange {
            wall_ns: self.plain.wall_ns + self.part.wall_ns * parts as f64,
            cpu_ns: self.plain.cpu_ns + self.part.cpu_ns * parts as f64,
            part_cpu_ns: self.part.part_cpu_ns,
        }
    }
}

impl Exchange {
    /// The most that any without parts may claim.
    const MOST: Self = Self { wall_ns: 250_000.0, cpu_ns: 250_000.0, part_cpu_ns: 0.0 };

    /// A measurement with the marks of this many parts; without marks for none.
    fn of(process: &mut Process, parts: u64) -> Result<Self, ProcessError> {
        const TIMES: usize = 9;
        let batch = |_| if parts == 0 { process.sample(0, &[]) } else { process.sample_parts(0, parts, &[]) };
        let batches: Vec<Batch> = (0..TIMES).map(batch).collect::<Result<_, _>>()?;
        // The first drops what is left of an earlier batch.
        let middle = |each: &dyn Fn(&Batch) -> f64| median(&batches[1..].iter().map(each).collect::<Vec<_>>());
        let most = |plain: f64| plain + LONGEST_PART_NS * parts as f64;
        Ok(Self {
            wall_ns: middle(&|batch| batch.seen_wall_ns as f64).min(most(Self::MOST.wall_ns)),
            cpu_ns: middle(&|batch| batch.seen_cpu_ns.unwrap_or(0) as f64).min(most(Self::MOST.cpu_ns)),
            part_cpu_ns: middle(&|batch| batch.told.cpu_ns as f64 / batch.parts.len().max(1) as f64)
                .min(LONGEST_READING_NS),
        })
    }
}
