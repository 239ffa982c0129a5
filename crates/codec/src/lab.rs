//! Runs a plan: one process at a time, trial by trial, in the order of the plan.

use std::collections::{BTreeMap, HashMap};

use wirecost_measure::trial::{self, Rules};
use wirecost_measure::warmup::Ended;
use wirecost_measure::{Sample, Subject, control, estimate};
use wirecost_plan::{Case, Measure, Plan, Unit};
use wirecost_runner::{Binding, First, OperationKind, Prepare, Process, ProcessError};
use wirecost_store::{CaseDocument, EstimateDocument, Status, TrialDocument, WarmupEnd};
use wirecost_value::Value;

use crate::compressed;
use crate::inputs::{InputMaker, Inputs};
use crate::instructions::Source;
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

    /// A case has failed; no further trial of it will be run.
    ///
    /// # Errors
    /// Where that cannot be stored; the run ends.
    fn failed(&mut self, case: &CaseDocument) -> Result<(), Self::Error>;

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

/// Sizes of what a case reads or writes for the message itself.
struct Sizes {
    octets: Vec<u8>,
    estimates: [(String, f64); 3],
}

impl<'a> Lab<'a> {
    /// A lab for `plan`, whose runners `specs` start, in the same order.
    ///
    /// # Errors
    /// Where instructions are to be counted and this machine has no way to.
    pub fn new(plan: &'a Plan, specs: &'a [RunnerSpec]) -> Result<Self, String> {
        let instructions = match plan.measure {
            Measure::Time => None,
            Measure::Instructions => Some(Source::find()?),
        };
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
            let result = maker.inputs(case).map_err(TrialError::Failed).and_then(|inputs| match self.instructions {
                Some(source) => self.count(index, source, &inputs, position),
                None => {
                    let running = match process.take() {
                        Some(running) => running,
                        None => self.specs[case.runner]
                            .start(padding(self.plan.seed, position), self.plan.suite.answer_timeout.0)?,
                    };
                    let running = process.insert(running);
                    self.measure(index, running, &inputs, Conditions { position, fresh, alone })
                }
            });
            match result {
                Ok((trial, samples)) => observer.trial(&self.documents[index], number, &trial, &samples)?,
                Err(error) => {
                    // Whatever state the process is in, the next case does not start from it.
                    process = None;
                    let document = &mut self.documents[index];
                    (document.status, document.reason) = match error {
                        TrialError::Unsupported(reason) => (Status::Skipped, Some(reason)),
                        TrialError::Failed(reason) => (Status::Failed, Some(reason)),
                    };
                    observer.failed(document)?;
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
        let trial = trial::run(&mut Measured(process), &Rules::from(self.plan.suite.rules))?;
        let mut estimates: BTreeMap<String, f64> = [
            ("time_ns".to_owned(), trial.median_ns(|sample| sample.wall_ns)),
            ("cpu_ns".to_owned(), trial.median_ns(|sample| sample.cpu_ns)),
            ("thread_cpu_ns".to_owned(), trial.median_ns(|sample| sample.thread_cpu_ns)),
            ("doubling".to_owned(), trial.doubling()),
        ]
        .into();
        if conditions.fresh {
            estimates.insert("cold_ns".into(), first.wall_ns as f64);
        }
        // The first of several cases in one process leaves its memory to the next.
        if let (true, Some(octets)) = (conditions.alone, process.peak_rss_bytes()) {
            estimates.insert("peak_rss_bytes".into(), octets as f64);
        }
        estimates.extend(allocations(process, &trial)?);
        estimates.extend(self.sizes(index, inputs, first.answer));
        let warmup = match trial.warmup {
            Ended::Steady => WarmupEnd::Steady,
            Ended::TimeBound => WarmupEnd::TimeBound,
        };
        let position = conditions.position;
        Ok((TrialDocument { estimates, samples: trial.samples.len(), position, warmup: Some(warmup) }, trial.samples))
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
        let mut estimates: BTreeMap<String, f64> = [("instructions".to_owned(), source.count(spec, &prepare)?)].into();
        estimates.extend(self.sizes(index, inputs, first.answer));
        Ok((TrialDocument { estimates, samples: 1, position, warmup: None }, Vec::new()))
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

    /// Sizes of the message itself: of the octets given to a decoder, or of those an encoder made.
    fn sizes(&mut self, index: usize, inputs: &Inputs, answer: Value) -> Vec<(String, f64)> {
        let case = &self.plan.cases[index];
        let octets = match (case.operation, &inputs.timed[0], answer) {
            _ if case.candidate.binding == Binding::Nothing => return Vec::new(),
            (OperationKind::Decode, Value::Octets(octets), _) => octets.clone(),
            (OperationKind::Encode, _, Value::Octets(octets)) => octets,
            _ => return Vec::new(),
        };
        if let Some(sizes) = self.sizes.get(&index).filter(|sizes| sizes.octets == octets) {
            return sizes.estimates.to_vec();
        }
        let (Ok(gzip), Ok(zstd)) = (compressed::gzip(&octets), compressed::zstd(&octets)) else { return Vec::new() };
        let estimates = [("size_bytes", octets.len()), ("gzip_bytes", gzip), ("zstd_bytes", zstd)]
            .map(|(name, size)| (name.to_owned(), size as f64));
        self.sizes.insert(index, Sizes { octets, estimates: estimates.clone() });
        estimates.to_vec()
    }
}

/// How a trial came to be.
#[derive(Clone, Copy)]
struct Conditions {
    /// Its place in the order of the run.
    position: usize,
    /// Whether the process has measured nothing before.
    fresh: bool,
    /// Whether the process measures nothing else.
    alone: bool,
}

/// Why a trial gave nothing.
enum TrialError {
    Failed(String),
    Unsupported(String),
}

impl From<ProcessError> for TrialError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::Unsupported(reason) => Self::Unsupported(reason),
            error => Self::Failed(error.to_string()),
        }
    }
}

/// A runner as the subject of a trial.
struct Measured<'a>(&'a mut Process);

impl Subject for Measured<'_> {
    type Error = ProcessError;

    fn sample(&mut self, iterations: u64) -> Result<Sample, ProcessError> {
        let sample = self.0.sample(iterations)?;
        Ok(Sample {
            iterations: sample.iterations,
            wall_ns: sample.wall_ns,
            cpu_ns: sample.cpu_ns,
            thread_cpu_ns: sample.thread_cpu_ns,
        })
    }
}

fn prepare(plan: &Plan, case: &Case, inputs: &Inputs) -> Prepare {
    Prepare {
        candidate: case.candidate.name.clone(),
        operation: case.operation,
        message: case.message.clone(),
        message_type: plan.message(case).and_then(|message| message.message_type.clone()),
        inputs: inputs.timed.clone(),
    }
}

/// Counts allocations over a batch of about two milliseconds, apart from the timed ones.
fn allocations(process: &mut Process, trial: &trial::Trial) -> Result<Vec<(String, f64)>, ProcessError> {
    const SPAN_NS: f64 = 2e6;
    const MOST: f64 = 64.0;
    let iterations = (SPAN_NS / trial.median_ns(|sample| sample.wall_ns).max(1.0)).clamp(1.0, MOST) as u64;
    let count = process.count(iterations)?;
    let each = |total: Option<u64>| total.map(|total| total as f64 / count.iterations.max(1) as f64);
    let named = [("allocations", each(count.allocations)), ("allocated_bytes", each(count.allocated_bytes))];
    Ok(named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
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
        .entry(case.candidate.name.clone())
        .or_insert_with(|| specs[case.runner].receipt.check(&case.candidate));
    let receipt = match checked {
        Checked::By(receipt) => receipt.clone(),
        Checked::SelfReported => {
            labels.push("version self-reported".to_owned());
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
            labels.push("white space between tags dropped".to_owned());
        }
        if !message.varies && case.candidate.binding != Binding::Nothing {
            labels.push("one input".to_owned());
        }
    }
    if plan.suite.interpreted.share_process && runner.interpreted && plan.measure == Measure::Time {
        labels.push("process shared by all messages".to_owned());
    }
    CaseDocument {
        lab: "codec".into(),
        candidate: case.candidate.name.clone(),
        version: case.candidate.version.clone(),
        receipt,
        language: runner.description.language.clone(),
        format: case.candidate.format.clone(),
        message: case.message.clone(),
        operation: case.operation.name().into(),
        parameters: {
            let mut parameters = case.candidate.parameters.clone();
            parameters.insert("binding".to_owned(), case.candidate.binding.name().to_owned());
            parameters
        },
        status,
        reason,
        labels,
        trials: Vec::new(),
        estimates: BTreeMap::new(),
    }
}

const AT_FLOOR: &str = "at the floor";
const BOUNDED: &str = "warm-up cut at its bound in ";
const DOUBLING: &str = "doubling the batch gave ";

/// Adds what only a whole run tells: the control's cost beside each case, and the labels that follow from it. A run
/// that has them already, such as an imported one, keeps them.
pub fn conclude(cases: &mut [CaseDocument], verdict: &str) {
    let controls: HashMap<String, EstimateDocument> = cases
        .iter()
        .filter(|case| case.is_control())
        .filter_map(|case| Some((case.language.clone(), *case.estimates.get(verdict)?)))
        .collect();
    for case in cases.iter_mut().filter(|case| case.status == Status::Ok) {
        case.labels.retain(|label| ![AT_FLOOR, BOUNDED, DOUBLING].iter().any(|start| label.starts_with(start)));
        let bounded = case.trials.iter().filter(|trial| trial.warmup == Some(WarmupEnd::TimeBound)).count();
        if bounded > 0 {
            case.labels.push(format!("{BOUNDED}{bounded} of {} trials", case.trials.len()));
        }
        if case.is_control() {
            continue;
        }
        if let (Some(empty), Some(median)) = (controls.get(&case.language), case.median(verdict)) {
            case.estimates.insert("empty_ns".into(), *empty);
            if control::at_floor(median, empty.median) {
                case.labels.push(AT_FLOOR.to_owned());
            }
        }
        if let Some(doubling) = case.estimates.get("doubling") {
            let doubling = estimate::Estimate { median: doubling.median, low: doubling.low, high: doubling.high };
            if case.trials.len() > 1 && control::doubling_fails(&doubling) {
                case.labels.push(format!("{DOUBLING}{:.2}x the time", doubling.median));
            }
        }
    }
}
