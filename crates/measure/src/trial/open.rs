//! A trial between its warm-up and its end, which may be left for some time while the machine is disturbed.

use super::{DOUBLED, IN_A_ROW, Rules, STRETCH, Series, Size, Trial, heat, series};
use crate::machine::Machine;
use crate::quiet::{self, Count, Need, Part, Stay};
use crate::warmup::{Bounds, Ended, Warmup};
use crate::{LEAST_NS, Phase, Sample, Subject};

/// What a trial does while its machine is disturbed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It goes on until the bounds of its rules.
    Here,
    /// It stops after some milliseconds, and goes on another time: a machine that was disturbed for some milliseconds most often is so for
    /// tenths of a second, and one that was not stays so.
    Later,
}

/// How long a machine is disturbed before a trial leaves it for later, in nanoseconds.
const AT_ONCE_NS: u64 = 3_000_000;

/// A trial after its warm-up.
#[derive(Debug)]
pub struct Open {
    warmup: Ended,
    warmup_ns: u64,
    rules: Rules,
    size: Size,
    /// The fewest samples.
    count: usize,
    /// Wall time of a part in nanoseconds.
    part_ns: u64,
    samples: Vec<Sample>,
    parts: Vec<Part>,
    seen: Count,
    stay: Stay,
    /// What the window has taken in wall time so far, in nanoseconds.
    elapsed_ns: u64,
    operations: u64,
}

/// Warms a subject up, and opens the window.
///
/// # Errors
/// The subject's, from whichever batch failed.
pub fn open<S: Subject>(subject: &mut S, rules: &Rules, machine: &mut Machine) -> Result<Open, S::Error> {
    let mut warmup = Warmup::after(heat(subject, rules.warmup_least_ns)?);
    let mut size = Size { iterations: 1, parts: 1, batches: 1 };
    let (mut rules, mut stay) = (*rules, Stay::default());
    let (ended, span_ns) = loop {
        let series = series(subject, size, machine, &mut stay)?;
        if series.parts.is_empty() {
            // Without marks there is nothing to part a batch for.
            rules.part_ns = rules.batch_ns;
        }
        let fitted = size.fitted(series.span_ns, &rules, subject.inputs());
        let cost_ns = series.cost_ns(machine);
        if cost_ns.is_none() {
            subject.step_aside();
        }
        let bounds = Bounds { least_ns: rules.warmup_least_ns, most_ns: rules.warmup_ns };
        let ended = warmup.note(cost_ns, series.sample, series.took_ns, bounds);
        // The speed of a candidate may swing so much that no size ever fits.
        let swings = warmup.elapsed_ns() >= 3 * rules.warmup_ns && series.span_ns >= rules.sample_ns;
        match ended {
            Some(ended) if fitted == size || swings => break (ended, series.span_ns),
            _ => size = fitted,
        }
    };
    let count = usize::try_from(rules.window_ns / span_ns).unwrap_or(usize::MAX).max(rules.min_samples);
    let part_ns = (span_ns / (size.batches * size.parts)).max(LEAST_NS);
    rules.need = rules.need.within(rules.patience_ns / 2 / part_ns);
    // A part longer than the machine stays undisturbed is seldom quiet, however long one waits.
    rules.reserve_ns = if part_ns > STRETCH * rules.part_ns { 0 } else { rules.reserve_ns };
    subject.enter(Phase::Window)?;
    Ok(Open {
        warmup: ended,
        warmup_ns: warmup.elapsed_ns(),
        rules,
        size,
        count,
        part_ns,
        samples: Vec::new(),
        parts: Vec::new(),
        seen: Count::default(),
        stay,
        elapsed_ns: 0,
        operations: 0,
    })
}

impl Open {
    /// Whether it has all the quiet parts that it needs. One without marks needs none.
    pub fn is_quiet(&self) -> bool {
        self.parts.is_empty() || self.seen.suffices(self.rules.need)
    }

    /// Takes the samples that are due, and more until enough of their parts are quiet. Returns whether that is the end of the window: there
    /// are enough, or its bounds are reached.
    ///
    /// # Errors
    /// The subject's, from whichever batch failed.
    pub fn resume<S: Subject>(&mut self, subject: &mut S, machine: &mut Machine, wait: Wait) -> Result<bool, S::Error> {
        if !self.samples.is_empty() {
            // Others have worked meanwhile on every core.
            self.stay = Stay::default();
            subject.enter(Phase::Again)?;
            self.elapsed_ns += series(subject, self.size, machine, &mut self.stay)?.took_ns;
            subject.enter(Phase::Window)?;
        }
        let (mut in_a_row, mut disturbed_ns) = (0, 0);
        let leaves_after_ns = AT_ONCE_NS.max(IN_A_ROW as u64 * self.part_ns);
        loop {
            let series = series(subject, self.size, machine, &mut self.stay)?;
            series.parts.iter().for_each(|part| self.seen.note(part, machine));
            let is_disturbed = !series.parts.is_empty() && quiet::share(&series.parts, machine) == 0.0;
            in_a_row = if is_disturbed { in_a_row + series.parts.len() } else { 0 };
            disturbed_ns = if is_disturbed { disturbed_ns + series.took_ns } else { 0 };
            self.parts.extend(series.parts);
            self.take(series.sample, series.took_ns);
            if in_a_row >= IN_A_ROW && !self.is_quiet() {
                self.elapsed_ns += subject.step_aside();
                in_a_row = 0;
            }
            if self.samples.len() < self.count {
                continue;
            }
            if !self.waits() {
                return Ok(true);
            }
            if wait == Wait::Later && !self.is_quiet() && disturbed_ns >= leaves_after_ns {
                return Ok(false);
            }
        }
    }

    fn take(&mut self, sample: Sample, took_ns: u64) {
        self.samples.push(sample);
        self.operations += sample.iterations;
        self.elapsed_ns += took_ns;
    }

    /// Whether something is missing that its bounds leave time for.
    fn waits(&self) -> bool {
        let rules = &self.rules;
        if self.elapsed_ns < rules.patience_ns {
            !self.is_quiet() || self.operations < rules.min_operations
        } else {
            let lacks = !self.is_quiet() && !self.seen.suffices(Need::LEAST);
            lacks && self.elapsed_ns < rules.patience_ns + rules.reserve_ns
        }
    }

    /// Adds the doubling control.
    ///
    /// # Errors
    /// The subject's, from whichever batch failed.
    pub fn close<S: Subject>(self, subject: &mut S, machine: &mut Machine) -> Result<Trial, S::Error> {
        let Self { rules, size, mut stay, .. } = self;
        subject.enter(Phase::Doubling)?;
        let doubled = size.iterations.saturating_mul(2);
        let twice = match size.batches {
            1 => Size { iterations: doubled, parts: size.parts.div_ceil(2), ..size },
            batches => Size { iterations: doubled, batches: batches.div_ceil(2), ..size },
        };
        let doubled = (0..DOUBLED).map(|_| series(subject, twice, machine, &mut stay));
        let doubled: Vec<Series> = doubled.collect::<Result<_, _>>()?;
        Ok(Trial {
            warmup: self.warmup,
            warmup_ns: self.warmup_ns,
            waited_ns: self.elapsed_ns.min(rules.patience_ns + rules.reserve_ns),
            batch: size.iterations * size.parts,
            samples: self.samples,
            parts: self.parts,
            need: rules.need,
            doubled: doubled.iter().map(|series| series.sample).collect(),
            doubled_parts: doubled.into_iter().flat_map(|series| series.parts).collect(),
        })
    }
}
