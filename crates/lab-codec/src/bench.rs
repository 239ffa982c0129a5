//! Measures the processes of a plan, one at a time.

mod chance;
mod document;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

use wirecost_catalog::suite::Span;
use wirecost_catalog::{Measure, PlanError};
use wirecost_codec_protocol::{Binding, First, Prepare, Process, ProcessError};
use wirecost_host::KeepAwake;
use wirecost_lab::{Outcome, Slot};
use wirecost_measure::machine::Machine;
use wirecost_measure::periods;
use wirecost_measure::survey::part_ns;
use wirecost_measure::trial::{self, Open, Rules, Wait};
use wirecost_measure::warmup::Ended;
use wirecost_model::{CaseDocument, EstimateId, Label, Status, TrialDocument, WarmupEnd};
use wirecost_value::Value;

use crate::compressed::{self, Compressed};
use crate::cores::SpareCores;
use crate::cost;
use crate::error::TrialError;
use crate::fresh;
use crate::inputs::{InputMaker, Inputs, Variant};
use crate::instructions::Source;
use crate::made_up::{Disturbances, Disturbed};
use crate::measured::{Checks, Measured};
use crate::survey;
use crate::verify::Judge;
use crate::witness::Witness;
use crate::{Case, CodecPlan};
use chance::{padding, shuffled};
use document::{document, prepare};

/// What measures the cases of a plan.
pub struct CodecBench<'a> {
    plan: &'a CodecPlan,
    maker: InputMaker<'a>,
    sizes: HashMap<usize, Sizes>,
    judge: Rc<Judge<'a>>,
    instructions: Option<Source>,
    /// What marks have shown of the machine so far.
    machine: Machine,
    /// The longest part of a batch here, in nanoseconds.
    part_ns: u64,
    /// Where trials can go on while the machine is disturbed.
    aside: SpareCores,
    /// Looks at the cores of runners.
    witness: Rc<Witness>,
    /// What trials may wait beyond their patience, in nanoseconds.
    reserve_ns: u64,
    /// How long it takes to ask for an answer of each case and to compare it.
    answers: HashMap<usize, Duration>,
    /// Cases for which a trial has found no work that was put off.
    clear: HashSet<usize>,
    /// How long an answer is looked for before sleeping.
    alert: Duration,
    /// Trials that wait: their windows go on when the machine is undisturbed again. The one that began first is first.
    waiting: VecDeque<OpenTrial<'a>>,
    most_waiting: usize,
    /// Trials that are measured once more at the end.
    disturbed: Disturbances,
    /// How long trials have taken so far.
    measured: Duration,
}

/// A trial that has begun.
struct OpenTrial<'a> {
    index: usize,
    conditions: Conditions,
    subject: Measured<'a>,
    open: Open,
    first: First,
    /// What it may wait for the fewest quiet parts, in nanoseconds.
    patience_ns: u64,
}

/// The most trials that wait: each keeps its process, and some of the files that this process may open.
const MOST_WAITING: usize = 64;
#[cfg(target_os = "linux")]
fn most_waiting() -> usize {
    const FILES_OF_EACH: u64 = 16;
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    files
        .and_then(|files| usize::try_from(files / FILES_OF_EACH).ok())
        .map_or(MOST_WAITING, |fit| fit.min(MOST_WAITING))
}

/// Elsewhere there are no marks, and nothing waits.
#[cfg(not(target_os = "linux"))]
fn most_waiting() -> usize {
    MOST_WAITING
}

/// How long an answer is looked for where cores are kept awake anyway: as long as nearly every batch takes.
const ALERT: Duration = Duration::from_micros(300);

/// What trials may wait beyond their patience at most, in nanoseconds, and the share of what is left that is one trial's. Trials that
/// need less than their patience add to it, so that how long a run waits in all is bounded.
const RESERVE_NS: u64 = 400_000_000;
const OF_RESERVE: u64 = 8;

/// CPU time beyond the quiet figure, as a share of it, from which a trial may have met work that was put off. One trial is surer
/// of much than of little.
const MUCH: f64 = 0.30;

/// From how many bytes on a message is compressed once and not in every trial.
const RECOMPRESSED: usize = 1 << 20;

/// Sizes of what a case reads or writes for the message itself.
struct Sizes {
    bytes: Vec<u8>,
    estimates: [(EstimateId, f64); 7],
}

/// The cases of a plan, and then those that are skipped, before the first trial.
pub fn documents(plan: &CodecPlan) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
    let mut receipts = HashMap::new();
    let measured = plan.cases.iter().map(|case| document(plan, case, &mut receipts)).collect();
    let skipped = plan.skipped.iter().map(|skipped| CaseDocument {
        status: Status::Skipped,
        reason: Some(skipped.reason.clone()),
        ..document(plan, &skipped.case, &mut receipts)
    });
    let skipped = skipped.collect();
    (measured, skipped)
}

impl wirecost_lab::Bench for CodecBench<'_> {
    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let mut process = None;
        let _awake = self.wake();
        let start = Instant::now();
        let alone = cases.len() == 1;
        for index in shuffled(cases, self.plan.seed.wrapping_add(place.position as u64)) {
            let outcomes = match self.instructions {
                Some(source) => vec![(index, self.count(index, source, place.position).unwrap_or_else(Outcome::from))],
                None => self.outcomes(index, &mut process, place, alone),
            };
            if !outcomes.into_iter().all(|(index, outcome)| told(index, outcome)) {
                return;
            }
        }
        self.measured += start.elapsed();
    }

    fn waiting(&self) -> usize {
        self.waiting.len() + self.disturbed.len()
    }

    fn finish(&mut self, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let _awake = self.wake();
        // Each turn takes of a trial's patience.
        while !self.waiting.is_empty() {
            let ready = self.ready();
            if !self.ended(ready).into_iter().all(|(index, outcome)| told(index, outcome)) {
                return;
            }
        }
        let disturbed = std::mem::take(&mut self.disturbed);
        let ended = disturbed.make_up(self.measured, |trial| self.again(trial));
        ended.into_iter().all(|(index, outcome)| told(index, outcome));
    }
}

/// Keeps cores awake between the exchanges with a runner, where time is measured.
fn awake(measure: Measure) -> Option<KeepAwake> {
    match measure {
        Measure::Time => KeepAwake::on_virtual_machine(),
        Measure::Instructions => None,
    }
}

impl<'a> CodecBench<'a> {
    /// Makes ready to measure a plan.
    ///
    /// # Errors
    /// If instructions are to be counted and this machine has no way to.
    pub fn new(plan: &'a CodecPlan) -> Result<Self, PlanError> {
        let instructions = match plan.measure {
            Measure::Time => None,
            Measure::Instructions => Some(Source::find()?),
        };
        let (maker, judge) = (InputMaker::new(plan), Judge::new(plan));
        let _awake = awake(plan.measure);
        let (machine, surveys) = match plan.measure {
            Measure::Time => survey::survey(survey::BRIEFLY),
            Measure::Instructions => (Machine::default(), Vec::new()),
        };
        Ok(Self {
            plan,
            maker,
            sizes: HashMap::new(),
            judge: Rc::new(judge),
            instructions,
            machine,
            part_ns: part_ns(&surveys),
            aside: SpareCores::new(survey::cores()),
            witness: Rc::default(),
            reserve_ns: RESERVE_NS,
            answers: HashMap::new(),
            clear: HashSet::new(),
            alert: Duration::ZERO,
            waiting: VecDeque::new(),
            most_waiting: most_waiting(),
            disturbed: Disturbances::default(),
            measured: Duration::ZERO,
        })
    }

    /// Keeps cores awake for as long as the result lives. Other labs, whose trials come between, decide on this for themselves.
    fn wake(&mut self) -> Option<KeepAwake> {
        let awake = awake(self.plan.measure);
        self.alert = if awake.is_some() && survey::cores().len() > 1 { ALERT } else { Duration::ZERO };
        awake
    }

    /// One trial of a case, in the process that runs or in a fresh one, and whatever else comes to an end beside it.
    fn outcomes(
        &mut self,
        index: usize,
        process: &mut Option<Process>,
        place: Slot,
        alone: bool,
    ) -> Vec<(usize, Outcome)> {
        let begun = match self.begin(index, process.take(), place, alone, Wait::Later) {
            Ok((begun, true)) => begun,
            Ok((begun, false)) => {
                self.waiting.push_back(begun);
                // The one that has waited longest makes room.
                let is_full = self.waiting.len() > self.most_waiting;
                let longest = is_full.then(|| self.waiting.pop_front()).flatten();
                let ended = self.ended(longest.into_iter().map(Ok).collect());
                return [(index, Outcome::Later)].into_iter().chain(ended).collect();
            }
            // Whatever state the process is in, the next case does not start from it.
            Err(error) => return vec![(index, error.into())],
        };
        // A machine that is undisturbed stays so for a while, so these go on before anything else is done.
        let ready = if begun.open.is_quiet() { self.ready() } else { Vec::new() };
        let outcome = match self.end(begun) {
            Ok((outcome, running)) => {
                *process = Some(running);
                self.disturbed.keep(index, place, outcome, alone).unwrap_or(Outcome::Later)
            }
            Err(error) => error.into(),
        };
        [(index, outcome)].into_iter().chain(self.ended(ready)).collect()
    }

    /// Measures a trial that was disturbed once more, in a fresh process.
    fn again(&mut self, trial: &Disturbed) -> (Outcome, Duration) {
        let start = Instant::now();
        let Disturbed { index, place, .. } = *trial;
        let begun = self.begin(index, None, place, true, Wait::Here);
        let outcome = begun.and_then(|(begun, _)| self.end(begun)).map_or_else(Outcome::from, |(outcome, _)| outcome);
        (outcome, start.elapsed())
    }

    /// Goes on with trials that wait, until the machine is disturbed again. Returns those whose windows are at their ends.
    fn ready(&mut self) -> Vec<Result<OpenTrial<'a>, (usize, TrialError)>> {
        let mut ready = Vec::new();
        while let Some(mut begun) = self.waiting.pop_front() {
            let at_end = begun.open.resume(&mut begun.subject, &mut self.machine, Wait::Later);
            let is_quiet = begun.open.is_quiet();
            match at_end {
                Ok(true) => ready.push(Ok(begun)),
                Ok(false) => self.waiting.push_back(begun),
                Err(error) => ready.push(Err((begun.index, error))),
            }
            if !is_quiet {
                break;
            }
        }
        ready
    }

    /// What became of trials whose windows are at their ends, but of those that are kept to be measured once more.
    fn ended(&mut self, ready: Vec<Result<OpenTrial<'a>, (usize, TrialError)>>) -> Vec<(usize, Outcome)> {
        let outcome = |begun: Result<OpenTrial<'a>, (usize, TrialError)>| match begun {
            Ok(begun) => {
                let (index, Conditions { number: round, position, alone, .. }) = (begun.index, begun.conditions);
                let outcome = self.end(begun).map_or_else(Outcome::from, |(outcome, _)| outcome);
                let kept = self.disturbed.keep(index, Slot { round, position }, outcome, alone);
                kept.map(|outcome| (index, outcome))
            }
            Err((index, error)) => Some((index, error.into())),
        };
        ready.into_iter().filter_map(outcome).collect()
    }

    /// Makes a process ready for a trial, warms it up, and takes its samples. Returns whether its window is at its end.
    fn begin(
        &mut self,
        index: usize,
        process: Option<Process>,
        place: Slot,
        alone: bool,
        wait: Wait,
    ) -> Result<(OpenTrial<'a>, bool), TrialError> {
        let case = &self.plan.cases[index];
        let spec = &self.plan.runners[case.runner].spec;
        let inputs = self.maker.inputs(case)?;
        let fresh = process.is_none();
        let mut process = match process {
            Some(running) => running,
            None => spec.start_placed(padding(self.plan.seed, place.position), self.plan.suite.answer_timeout.0)?,
        };
        process.stay_alert(self.alert);
        let first = self.verified(index, &mut process, prepare(self.plan, case, &inputs), &inputs)?;
        // What runs beside others or compiles what it runs is not what it was after a while.
        let wait = if alone && !spec.interpreted && spec.warmup.is_none() { wait } else { Wait::Here };
        let rules = self.rules(case, index, wait);
        let checks = Checks {
            index,
            case,
            message: self.plan.message(case),
            inputs,
            judge: Rc::clone(&self.judge),
            window_ns: rules.window_ns,
            compiles_ns: rules.warmup_least_ns,
            interpreted: spec.interpreted,
            answer: self.answers.get(&index).copied(),
        };
        let (aside, witness) = (self.aside.clone(), Rc::clone(&self.witness));
        let mut subject = Measured::new(process, checks, aside, witness);
        let mut open = trial::open(&mut subject, &rules, &mut self.machine)?;
        let at_end = open.resume(&mut subject, &mut self.machine, wait)?;
        let Slot { round: number, position } = place;
        let conditions = Conditions { number, position, fresh, alone };
        Ok((OpenTrial { index, conditions, subject, open, first, patience_ns: rules.patience_ns }, at_end))
    }

    /// Ends a trial: the doubling control, and what is looked at apart from the samples.
    fn end(&mut self, begun: OpenTrial<'a>) -> Result<(Outcome, Process), TrialError> {
        let OpenTrial { index, conditions, mut subject, open, first, patience_ns } = begun;
        let case = &self.plan.cases[index];
        let trial = open.close(&mut subject, &mut self.machine)?;
        subject.probe(&trial, &self.machine)?;
        self.reserve_ns = (self.reserve_ns + patience_ns).saturating_sub(trial.waited_ns).min(RESERVE_NS);
        let best = match (conditions.number, case.has_historical_statistic(), self.plan.suite.best_of) {
            (0, true, Some(best_of)) => {
                let iterations = trial.samples.first().map_or(1, |sample| sample.iterations);
                Some(periods::best(&mut subject, &best_of.into(), iterations)?)
            }
            _ => None,
        };
        let unchecked = subject.unchecked().map(str::to_owned);
        self.answers.extend(subject.answer().map(|answer| (index, answer)));
        let mut estimates: BTreeMap<EstimateId, f64> = subject.conclude(&trial, &self.machine).into_iter().collect();
        if cost::beyond(&estimates).is_some_and(|share| share <= MUCH) {
            self.clear.insert(index);
        }
        estimates.insert(EstimateId::Doubling, trial.doubling(&self.machine));
        estimates.extend(best.map(|best| (EstimateId::HistoricalBestNs, best)));
        if conditions.fresh {
            estimates.insert(EstimateId::ColdNs, first.wall_ns as f64);
        }
        // The first of several cases in one process leaves its memory to the next.
        if let (true, Some(bytes)) = (conditions.alone, subject.process.peak_rss_bytes()) {
            estimates.insert(EstimateId::PeakRssBytes, bytes as f64);
        }
        let answer = subject.answer_to_itself().unwrap_or(first.answer);
        let Measured { mut process, checks, .. } = subject;
        estimates.extend(allocations(&mut process, &trial)?);
        let mut labels = Vec::new();
        match unchecked {
            Some(reason) => labels.push(Label::NotChecked { reason }),
            None => {
                let figure_ns = estimates.get(&EstimateId::CpuNs).copied().unwrap_or_default();
                let novelty = fresh::novelty(&mut process, &checks, &trial, figure_ns)?;
                estimates.extend(novelty.map(|novelty| (EstimateId::Novelty, novelty)));
            }
        }
        // A clock that stands still makes ratios of nothing.
        estimates.retain(|_, value| value.is_finite());
        estimates.extend(self.sizes(index, &checks.inputs, answer));
        let warmup = match trial.warmup {
            Ended::Steady => WarmupEnd::Steady,
            Ended::TimeBound => WarmupEnd::TimeBound,
        };
        let position = conditions.position;
        let (samples, outliers) = (trial.samples.len(), trial.outliers(|sample| sample.cpu_ns));
        let document = TrialDocument { estimates, samples, outliers, position, warmup: Some(warmup), load: None };
        Ok((Outcome::Trial { trial: Box::new(document), samples: trial.samples, labels }, process))
    }

    /// The rules of a trial. A runner that keeps no results needs no short batches. A trial goes on until there were enough
    /// calls for one that does the work of a thousand, as long as none of the case has shown that there is no such call.
    fn rules(&self, case: &Case, index: usize, wait: Wait) -> Rules {
        const CALLS: u64 = 2_200;
        let min_operations = if self.clear.contains(&index) { 0 } else { CALLS };
        let reserve_ns = if wait == Wait::Here { self.reserve_ns / OF_RESERVE } else { 0 };
        let mut rules =
            Rules { part_ns: self.part_ns, reserve_ns, min_operations, ..Rules::from(self.plan.suite.rules) };
        if let Some(warmup) = self.plan.runners[case.runner].spec.warmup {
            let ns = |span: Span| u64::try_from(span.0.as_nanos()).unwrap_or(u64::MAX);
            (rules.warmup_least_ns, rules.warmup_ns) = (ns(warmup.least), ns(warmup.most));
        }
        rules
    }

    /// One trial that counts instructions, after the answers have been checked at full speed.
    fn count(&mut self, index: usize, source: Source, position: usize) -> Result<Outcome, TrialError> {
        let case = &self.plan.cases[index];
        let inputs = self.maker.inputs(case)?;
        let spec = &self.plan.runners[case.runner].spec;
        let prepare = prepare(self.plan, case, &inputs);
        let mut process = spec.start(0, self.plan.suite.answer_timeout.0)?;
        let first = self.verified(index, &mut process, prepare.clone(), &inputs)?;
        drop(process);
        let mut estimates: BTreeMap<EstimateId, f64> =
            [(EstimateId::Instructions, source.count(spec, &prepare)?)].into();
        estimates.extend(self.sizes(index, &inputs, first.answer));
        let trial = TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: None };
        Ok(Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() })
    }

    /// Makes a case ready, runs its first operation, and checks that answer and those to the verification inputs.
    fn verified(
        &self,
        index: usize,
        process: &mut Process,
        prepare: Prepare,
        inputs: &Inputs,
    ) -> Result<First, TrialError> {
        let check = |variant, answer: &Value| {
            let checked = self.judge.check(index, inputs, variant, answer);
            checked.map_err(TrialError::Failed)
        };
        process.prepare(prepare)?;
        let first = process.first()?;
        check(Variant::ITSELF, &first.answer)?;
        let answers = process.verify(inputs.verified.clone())?;
        inputs.of_verified().zip(&answers).try_for_each(|(variant, answer)| check(variant, answer))?;
        Ok(first)
    }

    /// Sizes of the message itself: of the bytes that are read, or of those that an encoder made.
    fn sizes(&mut self, index: usize, inputs: &Inputs, answer: Value) -> Vec<(EstimateId, f64)> {
        let case = &self.plan.cases[index];
        let bytes = match (&inputs.timed[0], answer) {
            _ if case.candidate.binding == Binding::Nothing => return Vec::new(),
            (Value::Bytes(bytes), _) if case.operation.reads() => bytes.clone(),
            (_, Value::Bytes(bytes)) => bytes,
            _ => return Vec::new(),
        };
        // A large message is compressed once; any other in every trial, so that the time it takes has an interval.
        if let Some(sizes) = self.sizes.get(&index).filter(|it| it.bytes == bytes && bytes.len() > RECOMPRESSED) {
            return sizes.estimates.to_vec();
        }
        let (Ok(gzip), Ok(zstd)) = (
            Compressed::of(&bytes, compressed::to_gzip, compressed::from_gzip),
            Compressed::of(&bytes, compressed::to_zstd, compressed::from_zstd),
        ) else {
            return Vec::new();
        };
        let estimates = [
            (EstimateId::SizeBytes, bytes.len() as f64),
            (EstimateId::GzipBytes, gzip.size_bytes),
            (EstimateId::GzipNs, gzip.there_ns),
            (EstimateId::GunzipNs, gzip.back_ns),
            (EstimateId::ZstdBytes, zstd.size_bytes),
            (EstimateId::ZstdNs, zstd.there_ns),
            (EstimateId::UnzstdNs, zstd.back_ns),
        ];
        self.sizes.insert(index, Sizes { bytes, estimates });
        estimates.to_vec()
    }
}

/// How a trial came to be.
#[derive(Clone, Copy)]
struct Conditions {
    /// Its number among the case's trials, from 0.
    number: usize,
    /// Its place in the order of the run.
    position: usize,
    /// Whether the process has measured nothing before.
    fresh: bool,
    /// Whether the process measures nothing else.
    alone: bool,
}

/// Counts allocations over a batch of about two milliseconds, apart from the timed ones.
fn allocations(process: &mut Process, trial: &trial::Trial) -> Result<Vec<(EstimateId, f64)>, ProcessError> {
    const SPAN_NS: f64 = 2e6;
    const MOST: f64 = 64.0;
    let iterations = (SPAN_NS / trial.median_ns(|sample| sample.wall_ns).max(1.0)).clamp(1.0, MOST) as u64;
    let count = process.count(iterations)?;
    let each = |total: Option<u64>| total.map(|total| total as f64 / count.iterations.max(1) as f64);
    let named =
        [(EstimateId::Allocations, each(count.allocations)), (EstimateId::AllocatedBytes, each(count.allocated_bytes))];
    Ok(named.into_iter().filter_map(|(id, value)| Some((id, value?))).collect())
}
