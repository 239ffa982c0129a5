//! A trial: from the second operation of a fresh process to its samples.
//!
//! A sample is a series of batches: after each the harness may compare answers (METHOD 35) or go on elsewhere. A batch consists of
//! parts with marks of the reference between them (METHOD 28). Parts grow until they are long enough for the clocks, and warm-up goes on
//! by its rule. The number of samples and of quiet parts is then fixed, and they are taken without looking at them: a window goes on
//! for as long as its marks say that the machine was disturbed, within a bound, at once or later. A few samples with parts of twice the
//! operations follow: the doubling control (METHOD 7).

mod open;

use serde::{Deserialize, Serialize};

pub use open::{Open, Wait, open};

use crate::estimate::median;
use crate::machine::Machine;
use crate::quiet::{self, Need, Part, Quiet, Stay};
use crate::warmup::Ended;
use crate::{LEAST_NS, Sample, Subject};

/// The rules of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The longest a part of a batch may be in wall time, in nanoseconds, unless it is a single operation.
    pub part_ns: u64,
    /// The longest a batch may be in wall time, in nanoseconds, unless it is a single operation.
    pub batch_ns: u64,
    /// The shortest a sample may be in wall time, in nanoseconds.
    pub sample_ns: u64,
    /// The shortest a warm-up may take in wall time, in nanoseconds: a compiler that works beside a candidate has plateaus, on
    /// which it looks steady.
    pub warmup_least_ns: u64,
    /// The longest a warm-up may take in wall time, in nanoseconds.
    pub warmup_ns: u64,
    /// What the samples of a trial take together in wall time, in nanoseconds.
    pub window_ns: u64,
    /// The longest that a window may go on where parts are not quiet, in wall time, in nanoseconds.
    pub patience_ns: u64,
    /// How much longer than that it may go on for the fewest quiet parts that make a figure, in wall time, in nanoseconds.
    pub reserve_ns: u64,
    /// The fewest samples, however long each is.
    pub min_samples: usize,
    /// The fewest operations, within the patience: work that is put off to a later call shows only where there is one.
    pub min_operations: u64,
    /// The quiet parts that make a figure.
    pub need: Need,
}

/// The longest batch, in nanoseconds: between two exchanges, code and data of a candidate come back to the caches and its branches to the
/// predictor, which takes some tens of microseconds.
pub const BATCH_NS: u64 = 1_000_000;

/// The longest part where nothing is known of the machine, in nanoseconds.
pub const PART_NS: u64 = 25_000;

/// How long a batch is while a runner heats up, in nanoseconds.
const HEAT_NS: u64 = 10_000_000;

/// The most operations in a part, whatever the clock says of them.
const MOST_OPERATIONS: u64 = 1 << 16;

/// The most parts in a batch.
const MOST_PARTS: u64 = 64;

impl Default for Rules {
    fn default() -> Self {
        Self {
            part_ns: PART_NS,
            batch_ns: BATCH_NS,
            sample_ns: 1_000_000,
            warmup_least_ns: 0,
            warmup_ns: 60_000_000,
            window_ns: 40_000_000,
            patience_ns: 160_000_000,
            reserve_ns: 0,
            min_samples: 5,
            min_operations: 0,
            need: Need::USUAL,
        }
    }
}

/// Parts in a row that are not quiet before a trial goes on elsewhere: one of a few long ones may be so by chance.
const IN_A_ROW: usize = 4;

/// The time that a machine stays undisturbed, in units of the longest part: it is chosen so.
const STRETCH: u64 = 10;

/// Samples of the doubling control.
const DOUBLED: usize = 3;

/// What a trial gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// How the warm-up ended.
    pub warmup: Ended,
    /// Wall time of the warm-up in nanoseconds.
    pub warmup_ns: u64,
    /// What the window took of its patience and its reserve in wall time, in nanoseconds.
    pub waited_ns: u64,
    /// Operations in each batch of the samples.
    pub batch: u64,
    /// The samples, every one of them (METHOD 14), in order.
    pub samples: Vec<Sample>,
    /// The parts of their batches in order; none of a subject that takes no marks.
    pub parts: Vec<Part>,
    /// The quiet parts that make a figure of it.
    pub need: Need,
    /// Samples with twice the operations in each part.
    pub doubled: Vec<Sample>,
    /// The parts of their batches.
    pub doubled_parts: Vec<Part>,
}

impl Trial {
    /// The median over the samples of nanoseconds per operation by one of the clocks.
    pub fn median_ns(&self, clock: impl Fn(&Sample) -> u64) -> f64 {
        median(&self.samples.iter().map(|sample| sample.per_operation(&clock)).collect::<Vec<_>>())
    }

    /// Samples beyond three interquartile ranges from the quartiles, by one of the clocks: "far out" (Tukey,
    /// Exploratory Data Analysis, 2C). They are counted and kept (METHOD 14).
    pub fn outliers(&self, clock: impl Fn(&Sample) -> u64) -> usize {
        let mut times: Vec<f64> = self.samples.iter().map(|sample| sample.per_operation(&clock)).collect();
        times.sort_by(f64::total_cmp);
        let quartile = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let (low, high) = (quartile(0.25), quartile(0.75));
        let fence = 3.0 * (high - low);
        times.iter().filter(|time| **time < low - fence || **time > high + fence).count()
    }

    /// What its quiet parts say; none if there are too few.
    pub fn quiet(&self, machine: &Machine) -> Option<Quiet> {
        let figure = |need| quiet::quiet(&self.parts, need, machine);
        figure(self.need).or_else(|| figure(Need::LEAST))
    }

    /// How much longer twice the operations take: 2 where time is in the operations. Quiet parts decide, and CPU time
    /// where there are too few.
    pub fn doubling(&self, machine: &Machine) -> f64 {
        let figure = |parts| quiet::quiet(parts, Need { parts: self.need.parts / 3, of_each: 1 }, machine);
        if let (Some(doubled), Some(single)) = (figure(&self.doubled_parts), figure(&self.parts)) {
            return 2.0 * doubled.operation_ns / single.operation_ns;
        }
        let cpu =
            |samples: &[Sample]| median(&samples.iter().map(|s| s.per_operation(|s| s.cpu_ns)).collect::<Vec<_>>());
        2.0 * cpu(&self.doubled) / cpu(&self.samples)
    }
}

/// How a sample is taken: this many batches of this many parts of this many operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    iterations: u64,
    parts: u64,
    batches: u64,
}

impl Size {
    /// The size for a subject of which a sample of this size took this long; the same where it fits.
    ///
    /// A part holds each of `inputs` equally often, or as many of them as divide their number, so that parts that begin alike
    /// hold the same work.
    fn fitted(self, span_ns: u64, rules: &Rules, inputs: u64) -> Self {
        let part_ns = (span_ns / (self.batches * self.parts)).max(1);
        let iterations = match fits(self.iterations, part_ns, rules.part_ns, MOST_OPERATIONS) {
            true if aligned(self.iterations, inputs) == self.iterations => self.iterations,
            // At most tenfold at a time, since the first batches of a cold candidate say little about the next.
            _ => aligned(wanted(self.iterations, part_ns, rules.part_ns).min(10 * self.iterations), inputs),
        };
        let part_ns = (u128::from(part_ns) * u128::from(iterations) / u128::from(self.iterations)).max(1) as u64;
        let most = MOST_PARTS.min(rules.batch_ns / rules.part_ns).max(1);
        let parts = if fits(self.parts, part_ns * self.parts, rules.batch_ns, most) {
            self.parts.min(most)
        } else {
            wanted(self.parts, part_ns * self.parts, rules.batch_ns).min(most)
        };
        let parts = turning(parts, (inputs / iterations).max(1));
        // A sample that is longer than needed does no harm, and the warm-up can go on with it.
        let batches = rules.sample_ns.div_ceil((part_ns * parts).max(LEAST_NS)).max(1);
        if iterations == self.iterations && parts == self.parts {
            Self { batches: self.batches.max(batches), ..self }
        } else {
            Self { iterations, parts, batches }
        }
    }
}

/// Whether this many of something, which together took `span_ns`, are right for `longest_ns`. A size that is a little short is
/// kept: none would fit a machine of two speeds.
fn fits(count: u64, span_ns: u64, longest_ns: u64, most: u64) -> bool {
    (span_ns <= longest_ns || count == 1) && (span_ns > longest_ns / 3 || count >= most)
}

/// How many of something fit into `longest_ns` where `count` of them took `span_ns`; a fifth less, so that a slower moment does
/// not go beyond it.
fn wanted(count: u64, span_ns: u64, longest_ns: u64) -> u64 {
    let wanted = u128::from(count) * u128::from(longest_ns) * 4 / 5 / u128::from(span_ns.max(1));
    u64::try_from(wanted).unwrap_or(u64::MAX).clamp(1, MOST_OPERATIONS)
}

/// The largest number up to `most` that is a multiple of `inputs`, or else divides it.
fn aligned(most: u64, inputs: u64) -> u64 {
    if most >= inputs {
        most - most % inputs.max(1)
    } else {
        (1..=most).rev().find(|count| inputs.is_multiple_of(*count)).unwrap_or(1)
    }
}

/// The largest number up to `most` without a factor in common with `groups`: this many parts in each batch let every group of inputs
/// come first as often as last.
fn turning(most: u64, groups: u64) -> u64 {
    fn common(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { common(b, a % b) }
    }
    (1..=most).rev().find(|parts| common(*parts, groups) == 1).unwrap_or(1)
}

/// A series of batches that make one sample.
struct Series {
    sample: Sample,
    parts: Vec<Part>,
    /// How long they took for planning.
    span_ns: u64,
    /// How long they took with the marks.
    took_ns: u64,
}

impl Series {
    /// What an operation cost, for the warm-up: the median of the quiet parts, with what other threads of the process took
    /// beside them. None where no part was quiet; CPU time where there are no marks.
    fn cost_ns(&self, machine: &Machine) -> Option<f64> {
        if self.parts.is_empty() {
            return Some(self.sample.per_operation(|sample| sample.cpu_ns));
        }
        let threads = (self.sample.cpu_ns as f64 / self.sample.wall_ns.max(1) as f64).max(1.0);
        quiet::median_ns(&self.parts, machine).map(|median_ns| median_ns * threads)
    }
}

/// Runs the batches of a sample.
fn series<S: Subject>(subject: &mut S, size: Size, machine: &mut Machine, stay: &mut Stay) -> Result<Series, S::Error> {
    let inputs = subject.inputs();
    let mut sample = Sample { iterations: 0, wall_ns: 0, cpu_ns: 0 };
    let (mut span_ns, mut took_ns, mut parts) = (0, 0, Vec::new());
    for _ in 0..size.batches {
        let mut batch = subject.batch(size.iterations, size.parts)?;
        sample.iterations += batch.sample.iterations;
        sample.wall_ns += batch.sample.wall_ns;
        sample.cpu_ns += batch.sample.cpu_ns;
        span_ns += batch.sample.wall_ns.max(LEAST_NS);
        took_ns += batch.took_ns.max(LEAST_NS);
        for part in &mut batch.parts {
            machine.note(part.before);
            machine.note(part.after);
            stay.note(part, inputs);
        }
        parts.extend(batch.parts);
    }
    Ok(Series { sample, parts, span_ns, took_ns })
}

/// Runs long batches for so long: hardly anything but the candidate runs, so that its compiler sees soon what is hot. Returns how
/// long that was.
fn heat<S: Subject>(subject: &mut S, least_ns: u64) -> Result<u64, S::Error> {
    let (mut iterations, mut elapsed_ns) = (1, 0);
    while elapsed_ns < least_ns {
        let sample = subject.batch(iterations, 1)?.sample;
        elapsed_ns += sample.wall_ns.max(LEAST_NS);
        let fitting = HEAT_NS as f64 / (sample.wall_ns.max(LEAST_NS) as f64 / iterations as f64);
        iterations = (fitting as u64).clamp(1, MOST_OPERATIONS);
    }
    Ok(elapsed_ns)
}

/// Runs a trial on a machine of which `machine` knows the speed so far.
///
/// # Errors
/// The subject's, from whichever batch failed.
pub fn run<S: Subject>(subject: &mut S, rules: &Rules, machine: &mut Machine) -> Result<Trial, S::Error> {
    let mut open = open(subject, rules, machine)?;
    open.resume(subject, machine, Wait::Here)?;
    open.close(subject, machine)
}

#[cfg(test)]
mod tests;
