//! Runs a plan: one process at a time, trial by trial, in the order of the plan.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use wirecost_codec_protocol::{Binding, First, Prepare, Process, ProcessError, UNCHECKED_PROTOCOL};
use wirecost_measure::trial::{self, Rules};
use wirecost_measure::warmup::Ended;
use wirecost_measure::{Sample, periods};
use wirecost_model::{CaseDocument, EstimateId, Label, Status, TrialDocument, WarmupEnd};
use wirecost_plan::format::needs_schema;
use wirecost_plan::{Case, Measure, Plan, Unit};
use wirecost_value::Value;

use crate::compressed;
use crate::fresh;
use crate::inputs::{InputMaker, Inputs};
use crate::instructions::Source;
use crate::measured::{Checks, Measured, TrialError};
use crate::receipt::Checked;
use crate::runners::RunnerSpec;
use crate::verify::{Expected, Judge};

/// Told of everything as it happens.
pub trait Observer {
    /// Why it cannot go on.
    type Error;

    /// A process starts: the unit's cases, and its place in the order of the run.
    fn starts(&mut self, cases: &[&Case], position: usize);

    /// A trial is done and can be stored.
    ///
    /// # Errors
    /// Where it cannot be stored; the run ends.
    fn trial(
        &mut self,
        case: &CaseDocument,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), Self::Error>;

    /// What is known of a case has changed: it has failed and no further trial of it will be run, or it has a new label.
    ///
    /// # Errors
    /// Where that cannot be stored; the run ends.
    fn changed(&mut self, case: &CaseDocument) -> Result<(), Self::Error>;

    /// Whether the run is to stop before the next trial.
    fn cancelled(&self) -> bool;
}

/// A plan with how its runners start and what became of its cases so far.
pub struct Lab<'a> {
    plan: &'a Plan,
    specs: &'a [RunnerSpec],
    documents: Vec<CaseDocument>,
    skipped: Vec<CaseDocument>,
    sizes: HashMap<usize, Sizes>,
    judge: Judge<'a>,
    instructions: Option<Source>,
}

/// From how many octets on a message is compressed once and not in every trial.
const RECOMPRESSED: usize = 1 << 20;

/// Sizes of what a case reads or writes for the message itself.
struct Sizes {
    octets: Vec<u8>,
    estimates: [(EstimateId, f64); 5],
}

impl<'a> Lab<'a> {
    /// A lab for `plan`, whose runners `specs` start, in the same order.
    ///
    /// # Errors
    /// Where instructions are to be counted and this machine has no way to, or the system refuses to hand over what
    /// runners leave behind.
    pub fn new(plan: &'a Plan, specs: &'a [RunnerSpec]) -> Result<Self, String> {
        let instructions = match plan.measure {
            Measure::Time => None,
            Measure::Instructions => Some(Source::find()?),
        };
        wirecost_codec_protocol::adopt_orphans()
            .map_err(|error| format!("cannot adopt what runners leave behind: {error}"))?;
        let mut receipts = HashMap::new();
        let documents = plan.cases.iter().map(|case| document(plan, specs, case, &mut receipts)).collect();
        let skipped = plan.skipped.iter().map(|skipped| CaseDocument {
            status: Status::Skipped,
            reason: Some(skipped.reason.clone()),
            ..document(plan, specs, &skipped.case, &mut receipts)
        });
        let skipped = skipped.collect();
        Ok(Self {
            plan,
            specs,
            documents,
            skipped,
            sizes: HashMap::new(),
            judge: Judge::new(plan, specs),
            instructions,
        })
    }

    /// The cases of the plan, and then those that are skipped, as they stand.
    pub fn documents(&self) -> Vec<CaseDocument> {
        [self.documents.as_slice(), &self.skipped].concat()
    }

    /// Runs every trial of the plan that `stored` does not say is stored already.
    ///
    /// # Errors
    /// The observer's.
    pub fn run<O: Observer>(
        &mut self,
        observer: &mut O,
        stored: impl Fn(&CaseDocument, usize) -> bool,
    ) -> Result<(), O::Error> {
        let mut maker = InputMaker::new(self.plan, self.specs);
        let order: Vec<(usize, usize)> = self
            .plan
            .order
            .iter()
            .enumerate()
            .flat_map(|(round, units)| units.iter().map(move |&unit| (round, unit)))
            .collect();
        for (position, (round, unit)) in order.into_iter().enumerate() {
            if observer.cancelled() {
                return Ok(());
            }
            let unit = &self.plan.units[unit];
            let due: Vec<usize> = shuffled(unit, self.plan.seed.wrapping_add(position as u64))
                .into_iter()
                .filter(|&case| self.documents[case].status == Status::Ok && !stored(&self.documents[case], round))
                .collect();
            if !due.is_empty() {
                let cases: Vec<&Case> = due.iter().map(|&case| &self.plan.cases[case]).collect();
                observer.starts(&cases, position);
                self.run_unit(&due, round, position, &mut maker, observer)?;
            }
        }
        Ok(())
    }

    fn run_unit<O: Observer>(
        &mut self,
        due: &[usize],
        number: usize,
        position: usize,
        maker: &mut InputMaker<'_>,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        let mut process = None;
        let alone = due.len() == 1;
        for &index in due {
            let case = &self.plan.cases[index];
            let fresh = process.is_none();
            let labels = self.documents[index].labels.len();
            let result = maker.inputs(case).map_err(TrialError::Failed).and_then(|inputs| match self.instructions {
                Some(source) => self.count(index, source, &inputs, position),
                None => {
                    let running = match process.take() {
                        Some(running) => running,
                        None => self.specs[case.runner]
                            .start(padding(self.plan.seed, position), self.plan.suite.answer_timeout.0)?,
                    };
                    let running = process.insert(running);
                    self.measure(index, running, &inputs, Conditions { number, position, fresh, alone })
                }
            });
            match result {
                Ok((trial, samples)) => {
                    observer.trial(&self.documents[index], number, &trial, &samples)?;
                    if self.documents[index].labels.len() > labels {
                        observer.changed(&self.documents[index])?;
                    }
                }
                Err(error) => {
                    // Whatever state the process is in, the next case does not start from it.
                    process = None;
                    let document = &mut self.documents[index];
                    (document.status, document.reason) = match error {
                        TrialError::Unsupported(reason) => (Status::Skipped, Some(reason)),
                        TrialError::Failed(reason) => (Status::Failed, Some(reason)),
                    };
                    observer.changed(document)?;
                }
            }
        }
        Ok(())
    }

    /// One trial of a case in a running process.
    fn measure(
        &mut self,
        index: usize,
        process: &mut Process,
        inputs: &Inputs,
        conditions: Conditions,
    ) -> Result<(TrialDocument, Vec<Sample>), TrialError> {
        let case = &self.plan.cases[index];
        let first = self.verified(case, process, prepare(self.plan, case, inputs), inputs)?;
        let rules = self.rules(case);
        let checks = Checks {
            case,
            message: self.plan.message(case),
            inputs,
            judge: &self.judge,
            window_ns: rules.window_ns,
            interpreted: self.specs[case.runner].interpreted,
        };
        let mut subject = Measured::new(process, checks, unchecked(self.plan, case))?;
        let trial = trial::run(&mut subject, &rules)?;
        let best = match (conditions.number, has_historical_statistic(case), self.plan.suite.best_of) {
            (0, true, Some(best_of)) => {
                let iterations = trial.samples.first().map_or(1, |sample| sample.iterations);
                Some(periods::best(&mut subject, &best_of.into(), iterations)?)
            }
            _ => None,
        };
        let unchecked = subject.unchecked().map(str::to_owned);
        let mut estimates: BTreeMap<EstimateId, f64> = subject.conclude(&trial).into_iter().collect();
        estimates.insert(EstimateId::Doubling, trial.doubling());
        estimates.extend(best.map(|best| (EstimateId::HistoricalBestNs, best)));
        if conditions.fresh {
            estimates.insert(EstimateId::ColdNs, first.wall_ns as f64);
        }
        // The first of several cases in one process leaves its memory to the next.
        if let (true, Some(octets)) = (conditions.alone, process.peak_rss_bytes()) {
            estimates.insert(EstimateId::PeakRssBytes, octets as f64);
        }
        estimates.extend(allocations(process, &trial)?);
        match unchecked {
            Some(reason) => {
                let label = Label::NotChecked { reason };
                let labels = &mut self.documents[index].labels;
                if !labels.contains(&label) {
                    labels.push(label);
                }
            }
            None => {
                let figure_ns = estimates.get(&EstimateId::CpuNs).copied().unwrap_or_default();
                let novelty = fresh::novelty(process, &checks, &trial, figure_ns)?;
                estimates.extend(novelty.map(|novelty| (EstimateId::Novelty, novelty)));
            }
        }
        // A clock that stands still makes ratios of nothing.
        estimates.retain(|_, value| value.is_finite());
        estimates.extend(self.sizes(index, inputs, first.answer));
        let warmup = match trial.warmup {
            Ended::Steady => WarmupEnd::Steady,
            Ended::TimeBound => WarmupEnd::TimeBound,
        };
        let position = conditions.position;
        let (samples, outliers) = (trial.samples.len(), trial.outliers(|sample| sample.cpu_ns));
        Ok((TrialDocument { estimates, samples, outliers, position, warmup: Some(warmup), load: None }, trial.samples))
    }

    /// The rules of a trial. A runner that keeps no results needs no short batches.
    fn rules(&self, case: &Case) -> Rules {
        let rules = Rules::from(self.plan.suite.rules);
        match unchecked(self.plan, case) {
            Some(_) => Rules { batch_ns: rules.sample_ns, ..rules },
            None => rules,
        }
    }

    /// One trial that counts instructions, after the answers have been checked at full speed.
    fn count(
        &mut self,
        index: usize,
        source: Source,
        inputs: &Inputs,
        position: usize,
    ) -> Result<(TrialDocument, Vec<Sample>), TrialError> {
        let case = &self.plan.cases[index];
        let spec = &self.specs[case.runner];
        let prepare = prepare(self.plan, case, inputs);
        let mut process = spec.start(0, self.plan.suite.answer_timeout.0)?;
        let first = self.verified(case, &mut process, prepare.clone(), inputs)?;
        drop(process);
        let mut estimates: BTreeMap<EstimateId, f64> =
            [(EstimateId::Instructions, source.count(spec, &prepare)?)].into();
        estimates.extend(self.sizes(index, inputs, first.answer));
        Ok((TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: None }, Vec::new()))
    }

    /// Makes a case ready, runs its first operation, and checks that answer and those to the verification inputs.
    fn verified(
        &self,
        case: &Case,
        process: &mut Process,
        prepare: Prepare,
        inputs: &Inputs,
    ) -> Result<First, TrialError> {
        let check =
            |expected: &Expected, answer: &Value| self.judge.check(case, expected, answer).map_err(TrialError::Failed);
        process.prepare(prepare)?;
        let first = process.first()?;
        check(&inputs.first, &first.answer)?;
        let answers = process.verify(inputs.verified.iter().map(|(input, _)| input.clone()).collect())?;
        inputs.verified.iter().zip(&answers).try_for_each(|((_, expected), answer)| check(expected, answer))?;
        Ok(first)
    }

    /// Sizes of the message itself: of the octets that are read, or of those that an encoder made.
    fn sizes(&mut self, index: usize, inputs: &Inputs, answer: Value) -> Vec<(EstimateId, f64)> {
        let case = &self.plan.cases[index];
        let octets = match (&inputs.timed[0], answer) {
            _ if case.candidate.binding == Binding::Nothing => return Vec::new(),
            (Value::Octets(octets), _) if case.operation.reads() => octets.clone(),
            (_, Value::Octets(octets)) => octets,
            _ => return Vec::new(),
        };
        // A large message is compressed once; any other in every trial, so that the time it takes has an interval.
        if let Some(sizes) = self.sizes.get(&index).filter(|it| it.octets == octets && octets.len() > RECOMPRESSED) {
            return sizes.estimates.to_vec();
        }
        let timed = |compress: fn(&[u8]) -> std::io::Result<usize>| {
            let start = Instant::now();
            compress(&octets).map(|size| (size as f64, start.elapsed().as_nanos() as f64))
        };
        let (Ok(gzip), Ok(zstd)) = (timed(compressed::gzip), timed(compressed::zstd)) else { return Vec::new() };
        let estimates = [
            (EstimateId::SizeBytes, octets.len() as f64),
            (EstimateId::GzipBytes, gzip.0),
            (EstimateId::GzipNs, gzip.1),
            (EstimateId::ZstdBytes, zstd.0),
            (EstimateId::ZstdNs, zstd.1),
        ];
        self.sizes.insert(index, Sizes { octets, estimates: estimates.clone() });
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

/// Why a case is not checked while it is timed; none where it is.
fn unchecked(plan: &Plan, case: &Case) -> Option<String> {
    let protocol = plan.runners[case.runner].description.protocol;
    (protocol == UNCHECKED_PROTOCOL).then(|| format!("its runner speaks protocol {protocol}"))
}

fn has_historical_statistic(case: &Case) -> bool {
    !case.twin && case.candidate.binding != Binding::Nothing
}

fn prepare(plan: &Plan, case: &Case, inputs: &Inputs) -> Prepare {
    Prepare {
        candidate: case.candidate.name.clone(),
        operation: case.operation,
        message: case.message.clone(),
        message_type: plan.message(case).and_then(|message| message.message_type.clone()),
        schema: plan.message(case).and_then(|message| Some(message.schema.as_ref()?.definition.clone())),
        inputs: inputs.timed.clone(),
    }
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

fn shuffled(unit: &Unit, seed: u64) -> Vec<usize> {
    let order = wirecost_measure::schedule::rounds(unit.cases.len(), 1, seed).remove(0);
    order.into_iter().map(|place| unit.cases[place]).collect()
}

/// The length of the variable that moves the stack, from 0 to 4095 octets.
fn padding(seed: u64, position: usize) -> usize {
    // A step of Weyl's sequence: spread evenly and different at each position.
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    (seed.wrapping_add(GOLDEN.wrapping_mul(position as u64 + 1)) >> 52) as usize
}

/// The case before its first trial. `receipts` remembers what was found out of each candidate's version.
fn document(plan: &Plan, specs: &[RunnerSpec], case: &Case, receipts: &mut HashMap<String, Checked>) -> CaseDocument {
    let runner = &plan.runners[case.runner];
    let mut labels = Vec::new();
    let (mut status, mut reason) = (Status::Ok, None);
    let checked = receipts
        .entry(format!("{} {}", case.runner, case.candidate.name))
        .or_insert_with(|| specs[case.runner].receipt.check(&case.candidate));
    let receipt = match checked {
        Checked::By(receipt) => receipt.clone(),
        Checked::SelfReported => {
            labels.push(Label::VersionSelfReported);
            "self-reported".to_owned()
        }
        Checked::Contradicted(contradiction) => {
            (status, reason) = (Status::Failed, Some(format!("its version does not hold: {contradiction}")));
            "contradicted".to_owned()
        }
    };
    if let Some(message) = plan.message(case) {
        labels.extend(Expected::partial(case, message));
        if message.shape.is_none() && !case.candidate.binding.is_infoset() && message.content.has_whitespace() {
            labels.push(Label::WhiteSpaceDropped);
        }
        if message.schema.is_some() && case.candidate.types.is_none() && needs_schema(&case.candidate.format) {
            labels.push(Label::DynamicTypes);
        }
        if !message.varies && case.candidate.binding != Binding::Nothing {
            labels.push(Label::OneInput);
        }
    }
    if plan.suite.interpreted.share_process && runner.interpreted && plan.measure == Measure::Time {
        labels.push(Label::SharedProcess);
    }
    let binding = ("binding".to_owned(), case.candidate.binding.name().to_owned());
    CaseDocument {
        lab: wirecost_model::Lab::CODEC,
        candidate: case.candidate.name.clone(),
        version: case.candidate.version.clone(),
        receipt,
        language: runner.description.language.clone(),
        format: case.candidate.format.clone(),
        message: case.message.clone(),
        operation: case.operation.name().into(),
        parameters: case.marks().into_iter().chain([binding]).collect(),
        status,
        reason,
        labels,
        trials: Vec::new(),
        estimates: BTreeMap::new(),
    }
}
