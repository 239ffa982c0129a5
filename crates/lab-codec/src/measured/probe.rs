//! Batches after the window that show what the window may have left out (METHOD 35, 36).
//!
//! A runner sees how many operations a batch has, and which of its results are to be kept. So one batch keeps all results, and the harness
//! draws some of them only afterwards. The operations of that batch must take as long as those of the window, and its results must be there
//! when they are told. Another batch has more operations: what the system's clock sees must grow with them as the reported time does.

use std::time::Instant;

use wirecost_catalog::Message;
use wirecost_codec_protocol::{Answer, Batch, Binding};
use wirecost_measure::clocks::BatchTimes;
use wirecost_measure::machine::Machine;
use wirecost_measure::quiet::{self, Part};
use wirecost_measure::trial::Trial;
use wirecost_measure::{clocks, control};
use wirecost_model::EstimateId;
use wirecost_value::encoding;

use super::Measured;
use crate::error::TrialError;

/// What an operation takes longer whose result is kept, in nanoseconds for each byte of the message as text: the next one writes to memory that
/// is further away than that of a result just dropped. The largest seen is half of it.
const FURTHER_NS_PER_BYTE: f64 = 0.06;

/// How long a batch takes whose results are all kept, in nanoseconds, since results take memory. It is one operation at least.
const SPAN_NS: f64 = 100_000.0;

/// How many times as many operations others have.
const LONGER: u64 = 3;

/// How long it takes the runner to tell the answers that are asked for twice, in nanoseconds, and how many these are at most. There are a few
/// as long as that does not take much longer, since report_time takes another time whenever it is done.
const TELLING_NS: u64 = 150_000;
const MOST_TOLD: u64 = 64;
const FEW_TOLD: u64 = 6;
const LONGEST_TELLING_NS: u64 = 1_000_000;

/// Of how many of them, beside the first, the answers are compared.
const COMPARED: usize = 2;

/// How many of them the harness writes and reads itself.
const TRANSFERRED: usize = 4;

/// What batches of one size differ by in the system's clock, by chance and by what their exchanges take, as a factor.
const COARSE: f64 = 1.2;

/// What such a batch takes at least, in nanoseconds: a clock that counts in steps shows less.
const LEAST_NS: u64 = 20_000;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Probed {
    /// The parts of batches that keep all results.
    kept: Vec<Part>,
    /// What such a batch took, in units of one of the same size that keeps no result.
    beside: Vec<f64>,
    report_time: Option<ReportTime>,
    /// The answer to the message itself.
    pub itself: Option<Answer>,
}

/// What it takes to tell an answer.
#[derive(Debug)]
struct ReportTime {
    /// In nanoseconds of CPU time.
    answer_ns: f64,
    /// How much longer it took the first time, beyond chance.
    late_ns: f64,
    /// In units of what it takes the harness to write and to read the answer.
    factor: f64,
}

impl Probed {
    /// What operations took whose results are all kept: beside the window, and beside batches of the same size.
    fn kept_factor(&self, trial: &Trial, machine: &Machine) -> Option<f64> {
        let by_parts = quiet::beside(&self.kept, &trial.parts, machine);
        let by_batches = self.beside.iter().copied().min_by(f64::total_cmp);
        by_parts.into_iter().chain(by_batches).max_by(f64::total_cmp)
    }

    /// By name, in a trial whose window is `trial`.
    pub fn estimates(&self, trial: &Trial, machine: &Machine, interpreted: bool) -> Vec<(EstimateId, f64)> {
        let kept = self.kept_factor(trial, machine);
        let mut found: Vec<(EstimateId, f64)> = kept.map(|kept| (EstimateId::KeptFactor, kept)).into_iter().collect();
        if let Some(report_time) = &self.report_time {
            found.push((EstimateId::LateNs, report_time.late_ns));
            found.push((EstimateId::AnswerNs, report_time.answer_ns));
            if !interpreted {
                found.push((EstimateId::AnswerFactor, report_time.factor));
            }
        }
        found
    }
}

impl Measured<'_> {
    /// Runs these batches after the window of `trial`.
    pub fn probe(&mut self, trial: &Trial, machine: &Machine) -> Result<(), TrialError> {
        // The control does nothing that could be left out.
        if self.unchecked.is_some() || self.checks.case.candidate.binding == Binding::Nothing {
            return Ok(());
        }
        let (iterations, parts) = self.probe_size();
        let whole = iterations * parts;
        let is_short = whole < self.size.0 * self.size.1;
        if is_short {
            // It pays for the memory of so many results.
            self.run(iterations, parts, None)?;
        }
        self.probe_once((iterations, parts), is_short)?;
        // An interruption is suspicious once.
        if is_short && self.is_suspicious(trial, machine) {
            self.probe_once((iterations, parts), is_short)?;
        }
        if self.checks.case.operation.writes() && self.probed.itself.is_none() {
            let inputs = self.checks.inputs.timed.len();
            let (_, _, first) = self.run(inputs as u64, 1, None)?;
            self.tell(inputs as u64, first)?;
        }
        Ok(())
    }

    fn is_suspicious(&self, trial: &Trial, machine: &Machine) -> bool {
        let cpu_ns = trial.median_ns(|sample| sample.cpu_ns);
        let is_late = |told: &ReportTime| control::is_late(told.late_ns, told.answer_ns, cpu_ns);
        self.probed.report_time.as_ref().is_some_and(is_late)
            || self.probed.kept_factor(trial, machine).is_some_and(control::works_for_kept)
            || clocks::slope(&self.told, self.beside_ns()).is_some()
    }

    /// Runs each kind of batch with so many operations in each part and so many parts; one that keeps results alone where it is not
    /// shorter than those of the window.
    fn probe_once(&mut self, (iterations, parts): (u64, u64), is_short: bool) -> Result<(), TrialError> {
        let whole = iterations * parts;
        // To put a result aside takes time too.
        let beside_ns = self.beside_ns() + FURTHER_NS_PER_BYTE * self.checks.message.map_or(0, Message::size) as f64;
        let (kept, kept_parts, first) = self.run(iterations, parts, None)?;
        // The first part of a batch pays for what the batch before left behind, and the window has more parts to a batch.
        let first_ones = usize::from(parts > 1);
        self.probed.kept.extend(kept_parts.into_iter().skip(first_ones).map(|part| {
            let aside_ns = (beside_ns * part.iterations as f64) as u64;
            let [wall_ns, cpu_ns] = [part.wall_ns, part.cpu_ns].map(|ns| ns.saturating_sub(aside_ns));
            Part { wall_ns, cpu_ns, ..part }
        }));
        self.tell(whole, first)?;
        if !is_short {
            return Ok(());
        }
        // No batch that keeps results comes after a longer one, of which it would have more to drop.
        self.run(LONGER * iterations, parts, Some(&[]))?;
        let (none, ..) = self.run(iterations, parts, Some(&[]))?;
        let ratio = |clock: fn(&Batch) -> u64| {
            (clock(&kept) as f64 - beside_ns * whole as f64) / clock(&none).max(LEAST_NS) as f64
        };
        let told = ratio(|batch| batch.told.cpu_ns).min(ratio(|batch| batch.told.wall_ns));
        let seen = ratio(|batch| batch.seen_cpu_ns.unwrap_or(0)).min(ratio(|batch| batch.seen_wall_ns));
        self.probed.beside.push(told.max(seen / COARSE));
        Ok(())
    }

    /// Operations in each part, and parts: as many whole parts of the window as take long enough, and two if a batch of the window has two.
    fn probe_size(&self) -> (u64, u64) {
        let (iterations, parts) = self.size;
        let wanted = (SPAN_NS / self.operation_ns.max(1.0)).ceil() as u64;
        let least = parts.min(2);
        match wanted.clamp(1, iterations * parts) {
            whole if whole < iterations => (whole, least),
            whole => (iterations, whole.div_ceil(iterations).max(least)),
        }
    }

    /// Asks for answers of a batch of so many operations that keeps all results, and whose first input was the timed input `first`.
    fn tell(&mut self, operations: u64, first: usize) -> Result<(), TrialError> {
        let inputs = self.checks.inputs.timed.len() as u64;
        // The message itself, where the batch has it. ReportTime one answer shows how many can be asked for.
        let itself = (inputs - first as u64) % inputs;
        let drawn = if itself < operations { itself } else { self.random.u64(..operations) };
        let (answers, one_ns) = self.process.answers(vec![drawn])?;
        let Some(one_ns) = one_ns else { return Ok(()) };
        self.check_kept(drawn, &answers, operations, first)?;
        if drawn == itself {
            self.probed.itself = answers.first().cloned();
        }
        let fit = |span_ns: u64| span_ns / one_ns.max(1);
        let count = fit(TELLING_NS).max(fit(LONGEST_TELLING_NS).min(FEW_TOLD)).clamp(1, MOST_TOLD);
        let mut others: Vec<u64> = (0..operations).filter(|iteration| *iteration != drawn).collect();
        self.random.shuffle(&mut others);
        // Some pay for the memory of as many answers.
        let mut paying = others.split_off(others.len().div_ceil(2));
        others.truncate(usize::try_from(count).unwrap_or(1));
        paying.truncate(others.len());
        if !paying.is_empty() {
            self.process.answers(paying)?;
        }
        let (answers, first_ns) =
            if others.is_empty() { (answers, Some(one_ns)) } else { self.process.answers(others.clone())? };
        for (iteration, answer) in others.iter().zip(&answers).take(COMPARED) {
            self.check_kept(*iteration, std::slice::from_ref(answer), operations, first)?;
        }
        let asked = if others.is_empty() { vec![drawn] } else { others };
        let (_, again_ns) = self.process.answers(asked)?;
        if let (Some(first_ns), Some(again_ns)) = (first_ns, again_ns) {
            let (count, first_ns, again_ns) = (answers.len() as f64, first_ns as f64, again_ns as f64);
            let few = &answers[..answers.len().min(TRANSFERRED)];
            let told = ReportTime {
                answer_ns: again_ns / count,
                late_ns: control::late_ns(first_ns, again_ns, count),
                factor: again_ns / count / (transfer_ns(few) / few.len() as f64).max(1.0),
            };
            // An interruption makes report_time longer once. What was put off is so each time.
            let before = self.probed.report_time.take();
            self.probed.report_time = before.filter(|before| before.late_ns < told.late_ns).or(Some(told));
        }
        Ok(())
    }

    fn check_kept(&self, iteration: u64, answers: &[Answer], operations: u64, first: usize) -> Result<(), TrialError> {
        let input = (first + iteration as usize) % self.checks.inputs.timed.len();
        let variant = self.checks.inputs.of_timed(input);
        answers.iter().try_for_each(|answer| self.checks.check(variant, answer, (iteration, operations)))
    }

    /// What is known of a batch of so many parts by the runner's clock and by the system's.
    pub(super) fn note(&mut self, batch: &Batch, parts: u64) {
        let Some(seen_ns) = batch.seen_cpu_ns else { return };
        self.told.push(BatchTimes {
            parts: if batch.parts.is_empty() { 1 } else { parts },
            operations: batch.told.iterations,
            told_ns: batch.told.cpu_ns as f64,
            seen_ns: seen_ns as f64,
        });
    }
}

/// What it takes the harness to write these answers and to read them again, in nanoseconds: the least of a few times.
fn transfer_ns(answers: &[Answer]) -> f64 {
    const TIMES: usize = 3;
    (0..TIMES).map(|_| transfer_once_ns(answers)).fold(f64::INFINITY, f64::min)
}

fn transfer_once_ns(answers: &[Answer]) -> f64 {
    let start = Instant::now();
    for answer in answers {
        let mut bytes = Vec::new();
        if encoding::encode(answer, &mut bytes).is_ok() {
            let _ = std::hint::black_box(encoding::decode(&bytes));
        }
    }
    start.elapsed().as_nanos() as f64
}
