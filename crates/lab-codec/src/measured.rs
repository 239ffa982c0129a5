//! A runner as the subject of a trial: what its batches gave is checked while they are timed, and its clocks are checked
//! against the system's (METHOD 35, 36).

mod checks;
mod probe;

use std::rc::Rc;
use std::time::{Duration, Instant};

use wirecost_codec_protocol::{Answer, Batch, Process, ProcessError};
use wirecost_measure::clocks::{self, BatchTimes, CpuAccount};
use wirecost_measure::machine::Machine;
use wirecost_measure::quiet::{self, Part};
use wirecost_measure::reference::Mark;
use wirecost_measure::trial::Trial;
use wirecost_measure::{Phase, Sample, Subject, witness};
use wirecost_model::EstimateId;

use crate::cores::{SpareCores, is_on};
use crate::error::TrialError;
use crate::exchange::{Exchange, Exchanges};
use crate::witness::Witness;
pub use checks::Checks;
use probe::Probed;

/// How often the answers of a batch are checked.
struct Often {
    /// How many batches, on average, in a time as long as the window, or as the least warm-up of a runner that has one.
    due: f64,
    /// How many at most: a few answers of a large message take longer to compare than a trial takes.
    most: usize,
}

/// While the window is open. A runner does not know which batch is the last that is checked.
const IN_WINDOW: Often = Often { due: 2.0, most: 4 };

/// During the warm-up, which looks to a runner as the window does.
const IN_WARMUP: Often = Often { due: 3.0, most: 1 };

/// During the warm-up of a runner that compiles meanwhile. The code that answers gets compiled too, and that must not wait for the
/// window: so more iterations are asked for, while all checks together take at most a quarter of the least warm-up.
const WHILE_COMPILING: Often = Often { due: 3.0, most: 24 };
const ASKED_WHILE_COMPILING: u64 = 8;

/// So many batches of a warm-up may pass before exchanges are timed again, for the same reason.
const BETWEEN_EXCHANGES: u64 = 64;

/// How long the window goes on before the harness looks at the runner's core again.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// What an honest runner may spend on each operation outside of what it times, in nanoseconds: compiled, and interpreted.
const BESIDE_NS: [f64; 2] = [50.0, 200.0];

/// The time of all batches, in nanoseconds.
#[derive(Debug, Default)]
struct Spent {
    /// CPU time, as observed.
    seen_ns: u64,
    /// The most of it in one batch: a machine that stands still is counted there.
    dearest_ns: u64,
    /// As reported.
    told_ns: u64,
}

impl Spent {
    fn add(&mut self, batch: &Batch, exchange_ns: u64) {
        let seen_ns = batch.seen_cpu_ns.unwrap_or(0).saturating_sub(exchange_ns);
        self.seen_ns += seen_ns;
        self.dearest_ns = self.dearest_ns.max(seen_ns);
        self.told_ns += batch.told.wall_ns;
    }
}

/// What became of the batches of the window.
#[derive(Debug, Default)]
struct Window {
    open: bool,
    /// Whether it was open, and goes on after some batches.
    again: bool,
    account: CpuAccount,
    /// Wall time of each batch as reported and as observed, in nanoseconds.
    walls: Vec<(u64, u64)>,
    /// Reported wall time and observed CPU time of each batch, in nanoseconds.
    worked: Vec<(u64, u64)>,
}

/// A runner with everything that is known of its batches so far.
pub struct Measured<'a> {
    pub process: Process,
    pub checks: Checks<'a>,
    /// Drawn anew in each process: what a runner could guess would check nothing.
    random: fastrand::Rng,
    /// Why results are not kept; none if they are.
    unchecked: Option<String>,
    /// What exchanges take, once it is known.
    exchanges: Option<Exchanges>,
    /// The same of the last batch.
    exchange: Exchange,
    /// The same without any marks.
    plain: Exchange,
    /// Whether the runner puts marks of the reference between the parts of a batch.
    takes_marks: bool,
    /// Which of the timed inputs is next.
    turn: usize,
    /// What an operation of the last batch took, in nanoseconds.
    operation_ns: f64,
    /// Batches of the warm-up, or of what followed it.
    batches: u64,
    /// Whether the window is still to come.
    is_warming_up: bool,
    checked: usize,
    /// Checks of the warm-up, or of what followed it.
    checked_here: usize,
    /// How long all checks have taken, and of how many answers.
    checking: Duration,
    answers: u32,
    window: Window,
    spent: Spent,
    /// Where it goes on while its core is disturbed.
    aside: SpareCores,
    /// Operations in each part of a batch of the window, and parts.
    size: (u64, u64),
    /// Both clocks of the batches of the window and of what followed it.
    told: Vec<BatchTimes>,
    probed: Probed,
    witness: Rc<Witness>,
    /// The harness's own marks on the runner's core, and when it last made some.
    looks: Vec<Mark>,
    looked: Option<Instant>,
}

impl<'a> Measured<'a> {
    /// The runner of `process`.
    pub fn new(process: Process, checks: Checks<'a>, aside: SpareCores, witness: Rc<Witness>) -> Self {
        Self {
            process,
            checks,
            random: fastrand::Rng::new(),
            unchecked: None,
            exchanges: None,
            exchange: Exchanges::MOST.plain,
            plain: Exchanges::MOST.plain,
            takes_marks: true,
            turn: 0,
            operation_ns: 0.0,
            batches: 0,
            is_warming_up: true,
            checked: 0,
            checked_here: 0,
            checking: Duration::ZERO,
            answers: 0,
            window: Window::default(),
            spent: Spent::default(),
            aside,
            size: (1, 1),
            told: Vec::new(),
            probed: Probed::default(),
            witness,
            looks: Vec::new(),
            looked: None,
        }
    }

    /// Asks for the answers of the `drawn` iterations of the last batch, whose first input was the timed input `first`.
    fn check(&mut self, drawn: &[u64], iterations: u64, first: usize) -> Result<(), TrialError> {
        let start = Instant::now();
        let answers = match self.process.answers(drawn.to_vec()) {
            Err(ProcessError::Unsupported(reason)) => {
                self.unchecked = Some(reason);
                return Ok(());
            }
            other => other?.0,
        };
        self.checked += 1;
        self.checked_here += 1;
        self.answers += answers.len() as u32;
        for (iteration, answer) in drawn.iter().zip(&answers) {
            let input = (first + *iteration as usize) % self.checks.inputs.timed.len();
            self.checks.check(self.checks.inputs.of_timed(input), answer, (*iteration, iterations))?;
        }
        self.checking += start.elapsed();
        Ok(())
    }

    /// The iterations of the next batch whose answers are to be asked for: most often none.
    fn draw(&mut self, iterations: u64) -> Vec<u64> {
        // Those that a compiler waits for have a bound of their own.
        let seldom = if self.is_compiling() { 1.0 } else { self.checks.comparable().min(1.0) };
        let (often, within_ns) = match self.is_compiling() {
            true if self.checking > Duration::from_nanos(self.checks.compiles_ns / 4) => return Vec::new(),
            true => (WHILE_COMPILING, self.checks.compiles_ns),
            false if self.window.open => (IN_WINDOW, self.checks.window_ns),
            false => (IN_WARMUP, self.checks.window_ns),
        };
        let expected_ns = (self.operation_ns * iterations as f64).max(1_000.0);
        let due = often.due * seldom * expected_ns / within_ns.max(1) as f64;
        let draws = self.unchecked.is_none() && self.checked_here < often.most && self.random.f64() < due;
        if draws { self.drawn(iterations) } else { Vec::new() }
    }

    /// Some iterations of a batch, none of them twice.
    fn drawn(&mut self, iterations: u64) -> Vec<u64> {
        let asked = if self.is_compiling() { ASKED_WHILE_COMPILING } else { self.checks.asked() };
        let mut drawn: Vec<u64> = (0..asked.min(iterations)).map(|_| self.random.u64(..iterations)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }

    /// Whether this is the warm-up of a runner that compiles meanwhile.
    fn is_compiling(&self) -> bool {
        self.checks.compiles_ns > 0 && self.is_warming_up
    }

    /// Refuses clocks so wrong that batches cannot be planned by them.
    fn plausible(&mut self, batch: &Batch) -> Result<(), TrialError> {
        const SPENT_NS: u64 = 20_000_000;
        self.spent.add(batch, self.exchange.cpu_ns as u64);
        let (seen, told) = (self.spent.seen_ns - self.spent.dearest_ns, self.spent.told_ns);
        if seen < SPENT_NS || told >= seen / u64::from(wirecost_codec_protocol::cores()) / 200 {
            return Ok(());
        }
        let reason = format!("its batches took {told} ns by its clock and {seen} ns of CPU time by the system's");
        Err(TrialError::Failed(format!("impossible times: {reason}")))
    }

    /// What a batch takes beside its operations.
    fn exchanges(&mut self) -> Result<Exchanges, ProcessError> {
        let known = match (&self.unchecked, self.exchanges) {
            (Some(_), _) => Exchanges::MOST,
            (None, Some(known)) => known,
            (None, None) => Exchanges::of(&mut self.process)?,
        };
        self.exchanges = Some(known);
        Ok(known)
    }

    /// The parts of a batch that began with the timed input `first`.
    fn parts(&self, batch: &Batch, iterations: u64, first: usize) -> Vec<Part> {
        let inputs = self.checks.inputs.timed.len() as u64;
        // Each input as often as any other, whichever is the first.
        let as_often = iterations.is_multiple_of(inputs);
        let input = |part: u64| if as_often { 0 } else { (first as u64 + part * iterations) % inputs };
        let told = batch.parts.iter().zip(0..);
        told.map(|(&(wall_ns, cpu_ns, before, after), part)| Part {
            iterations,
            input: input(part),
            wall_ns,
            cpu_ns,
            before,
            after,
            is_cold: false,
        })
        .collect()
    }

    /// What the runner may spend on each operation outside of what it times.
    fn beside_ns(&self) -> f64 {
        BESIDE_NS[usize::from(self.checks.interpreted || self.checks.compiles_ns > 0)]
    }

    /// What the trial showed besides its samples, by name.
    pub fn conclude(&self, trial: &Trial, machine: &Machine) -> Vec<(EstimateId, f64)> {
        let (told_cpu, told_time) = (trial.median_ns(|sample| sample.cpu_ns), trial.median_ns(|sample| sample.wall_ns));
        let by_slope = clocks::slope(&self.told, self.beside_ns()).map(|slope| told_cpu * slope);
        let slow = slowness(trial, machine, &self.looks);
        let by_account = self.window.account.corrected_ns(told_cpu, slow.unwrap_or(1.0));
        let corrected = by_account.into_iter().chain(by_slope).max_by(f64::total_cmp);
        let factor = clocks::wall_factor(&self.window.walls, self.exchange.wall_ns);
        let cpu = corrected.unwrap_or(told_cpu);
        let time = told_time * factor.unwrap_or(1.0);
        let mut found = vec![(EstimateId::CpuNs, cpu), (EstimateId::TimeNs, time)];
        found.extend(corrected.map(|_| (EstimateId::ToldCpuNs, told_cpu)));
        found.extend(factor.map(|_| (EstimateId::ToldTimeNs, told_time)));
        let mean_ns = corrected.unwrap_or(self.window.account.mean_ns());
        found.extend(beside_quiet(trial, machine, mean_ns, (slow, &self.looks)));
        found.extend(clocks::idle_share(&self.window.worked).map(|share| (EstimateId::IdleShare, share)));
        found.extend(self.probed.estimates(trial, machine, self.checks.interpreted));
        found
    }

    /// What it answered to the message itself in a timed batch, where that was asked for.
    pub fn answer_to_itself(&mut self) -> Option<Answer> {
        self.probed.itself.take()
    }

    /// Why results are not kept; none if they are.
    pub fn unchecked(&self) -> Option<&str> {
        self.unchecked.as_deref()
    }

    /// How long it takes to ask for an answer and to compare it; none where none was.
    pub fn answer(&self) -> Option<Duration> {
        self.checking.checked_div(self.answers)
    }

    /// Asks for the answers of one batch more, where chance asked for fewer than two.
    fn check_at_last(&mut self) -> Result<(), TrialError> {
        while self.checked < 2 && self.unchecked.is_none() {
            let first = self.turn;
            let iterations = 1 + self.random.u64(..self.checks.inputs.timed.len() as u64);
            let drawn = self.drawn(iterations);
            self.process.sample(iterations, &drawn)?;
            self.advance(iterations);
            self.check(&drawn, iterations, first)?;
        }
        Ok(())
    }

    /// Runs a batch that keeps these results; all for none. Gives its clocks, its parts, and the timed input that it began with.
    fn run(
        &mut self,
        iterations: u64,
        parts: u64,
        keep: Option<&[u64]>,
    ) -> Result<(Batch, Vec<Part>, usize), TrialError> {
        let whole = iterations * parts;
        let exchanges = self.exchanges()?;
        (self.exchange, self.plain) = (exchanges.with(parts), exchanges.plain);
        let first = self.turn;
        let batch = match (keep, self.takes_marks) {
            (Some(keep), true) => self.process.sample_parts(whole, parts, keep),
            (Some(keep), false) => self.process.sample(whole, keep),
            (None, marks) => self.process.sample_kept(whole, marks.then_some(parts)),
        };
        self.aside.settle();
        let mut batch = batch?;
        self.takes_marks = !batch.parts.is_empty();
        self.advance(whole);
        self.operation_ns = batch.told.wall_ns as f64 / whole.max(1) as f64;
        self.plausible(&batch)?;
        let reading_ns = (self.exchange.part_cpu_ns * batch.parts.len() as f64) as u64;
        batch.told.cpu_ns = batch.told.cpu_ns.saturating_sub(reading_ns);
        // One that goes on also shows what the runner did while it waited.
        if !self.is_warming_up && !self.window.again {
            self.note(&batch, parts);
        }
        let parted = self.parts(&batch, iterations, first);
        Ok((batch, parted, first))
    }

    /// Makes marks on the core where these parts of the window ended, now and then.
    fn look(&mut self, parts: &[Part]) {
        let is_due = self.looked.is_none_or(|looked| looked.elapsed() >= BETWEEN_LOOKS);
        let Some(core) = parts.last().map(|part| part.after.core() as usize).filter(|_| is_due) else { return };
        // A runner could tell another core than the one that it runs on.
        if is_on(self.process.id(), core) {
            self.looks.extend(self.witness.look(core));
        }
        self.looked = Some(Instant::now());
    }

    fn advance(&mut self, iterations: u64) {
        let inputs = self.checks.inputs.timed.len() as u64;
        self.turn = ((self.turn as u64 + iterations) % inputs) as usize;
    }
}

/// CPU time that a runner used before this batch, when nobody asked it for anything, in nanoseconds: what is clearly more than the batch
/// explains.
fn unasked_ns(batch: &Batch, exchange_ns: f64) -> u64 {
    const SHARE: f64 = 0.25;
    const BESIDES_NS: f64 = 100_000.0;
    let asked_ns = batch.told.cpu_ns as f64 * (1.0 + SHARE) + exchange_ns + BESIDES_NS;
    let unasked_ns = batch.seen_cpu_ns.unwrap_or(0) as f64 - asked_ns;
    if unasked_ns > 0.0 { unasked_ns as u64 } else { 0 }
}

impl Subject for Measured<'_> {
    type Error = TrialError;

    fn step_aside(&mut self) -> u64 {
        let start = Instant::now();
        if self.window.open {
            self.aside.step(self.process.id());
        } else {
            // What a warm-up lacks, the window can still find.
            self.aside.go(self.process.id());
        }
        u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn inputs(&self) -> u64 {
        self.checks.inputs.timed.len() as u64
    }

    fn batch(&mut self, iterations: u64, parts: u64) -> Result<wirecost_measure::Batch, TrialError> {
        let whole = iterations * parts;
        self.batches += 1;
        if self.is_compiling() && self.batches.is_multiple_of(BETWEEN_EXCHANGES) {
            self.exchanges = None;
        }
        let drawn = self.draw(whole);
        let (batch, parted, first) = self.run(iterations, parts, Some(&drawn))?;
        if self.window.open {
            self.size = (iterations, parts);
            let account = &mut self.window.account;
            account.operations += whole;
            account.batches += 1;
            account.told_ns += batch.told.cpu_ns;
            account.exchange_ns = self.plain.cpu_ns;
            // Marks take the same time whenever they are made. Where the system has no such clock, the runner's word is all
            // there is.
            let marks_ns = (self.exchange.cpu_ns - self.plain.cpu_ns).max(0.0) as u64;
            let seen_cpu_ns = batch.seen_cpu_ns.map_or(batch.told.cpu_ns, |seen_ns| seen_ns.saturating_sub(marks_ns));
            account.seen_ns += batch.seen_cpu_ns.unwrap_or(batch.told.cpu_ns);
            account.marks_ns += batch.seen_cpu_ns.map_or(0, |_| marks_ns);
            self.window.walls.push((batch.told.wall_ns, batch.seen_wall_ns));
            self.window.worked.push((batch.told.wall_ns, seen_cpu_ns));
            self.look(&parted);
        } else if self.window.again {
            self.window.account.seen_ns += unasked_ns(&batch, self.exchange.cpu_ns);
        }
        if !drawn.is_empty() {
            self.check(&drawn, whole, first)?;
        }
        let sample = Sample { iterations: whole, wall_ns: batch.told.wall_ns, cpu_ns: batch.told.cpu_ns };
        Ok(wirecost_measure::Batch { sample, took_ns: batch.seen_wall_ns, parts: parted })
    }

    fn enter(&mut self, phase: Phase) -> Result<(), TrialError> {
        match phase {
            Phase::Again => (self.window.open, self.window.again) = (false, true),
            Phase::Window if self.window.again => (self.window.open, self.window.again) = (true, false),
            Phase::Window => {
                self.window.open = true;
                self.is_warming_up = false;
                self.checked_here = 0;
                if self.checks.interpreted && (self.checks.compiles_ns == 0 || self.batches < BETWEEN_EXCHANGES) {
                    // Exchanges that were timed while its code was cold would hide what its operations take.
                    self.exchanges = None;
                }
                self.window.account.descendants_ns = self.process.descendants_cpu_ns()?;
            }
            Phase::Doubling => {
                let descendants_ns = self.process.descendants_cpu_ns()?;
                let window = &mut self.window;
                window.open = false;
                // One that has ended meanwhile is no longer seen, and counts for nothing.
                window.account.descendants_ns = descendants_ns.saturating_sub(window.account.descendants_ns);
                self.check_at_last()?;
            }
        }
        Ok(())
    }
}

/// How many times longer than undisturbed everything took in a trial, as the runner's marks say and `looks`, the harness's own, bear out.
fn slowness(trial: &Trial, machine: &Machine, looks: &[Mark]) -> Option<f64> {
    let told = witness::slowness(trial.parts.iter().flat_map(|part| [part.before, part.after]), machine)?;
    Some(witness::believed(told, witness::slowness(looks.iter().copied(), machine)))
}

/// What the quiet parts of a trial say beside the CPU time of an operation over all of it, which was this slow. `looks` are the harness's own
/// marks.
fn beside_quiet(
    trial: &Trial,
    machine: &Machine,
    mean_ns: f64,
    (slow, looks): (Option<f64>, &[Mark]),
) -> Vec<(EstimateId, f64)> {
    if trial.parts.is_empty() {
        return Vec::new();
    }
    let mut found = vec![(EstimateId::QuietShare, quiet::share(&trial.parts, machine))];
    found.extend(machine.base().map(|ticks| (EstimateId::ReferenceTicks, ticks)));
    let seen = witness::slowness(looks.iter().copied(), machine);
    found.extend(seen.map(|seen| (EstimateId::SeenSlowness, seen)));
    found.extend(slow.map(|slow| (EstimateId::CorrectedNs, mean_ns / slow)));
    if let Some(quiet) = trial.quiet(machine) {
        found.push((EstimateId::QuietNs, quiet.operation_ns));
        found.push((EstimateId::Explained, quiet.explained));
        found.push((EstimateId::BeyondNs, mean_ns - quiet.explained * quiet.operation_ns));
    }
    found
}
