//! Measures the cases of a plan: one fresh server at a time, or a group of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::serving::{Idle, ServerLoad};
use wirecost_host::{KeepAwake, Server, available_cores};
use wirecost_lab::{Outcome, Slot};
use wirecost_load::{LoadResult, allow_files};
use wirecost_model::{EstimateId, Label, TrialDocument};

use crate::Reason;
use crate::document::{document, estimates};
use crate::group::Group;
use crate::in_turn::fit_in_round;
use crate::lab::ServerLab;
use crate::launch::launch;
use crate::plan::{Case, InTurn, ServerPlan};
use crate::slices::Known;
use crate::trial::{Measured, Trial};

/// Messages that trials take in turn: others of the same shape and length, which no server can know beforehand, and never
/// the message itself.
const VARIANTS: usize = 8;
/// A generator that waited for a core during more of the time can have had none when a request was due.
const MOST_DENIED: f64 = 0.10;
/// Files that servers open beside their connections.
pub(crate) const OTHER_FILES: u64 = 256;

/// What measures the cases of a plan.
#[derive(Debug)]
pub struct ServerBench<'a> {
    plan: &'a ServerPlan,
    /// By message: what trials have served in turn.
    contents: Vec<Vec<Vec<u8>>>,
    /// What is known of the control, by message and load.
    known: BTreeMap<Comparison, Known>,
    /// Set when the run is to stop.
    cancelled: Arc<AtomicBool>,
}

/// A message and the parameters of a load: what servers are compared with.
type Comparison = (usize, Vec<(&'static str, String)>);

/// What came before the load of a server.
#[derive(Debug, Clone, Copy)]
pub struct StartTimes {
    /// From its start until it listened.
    pub start_up: Duration,
    /// The first request, with its connection.
    pub cold: Duration,
}

impl<'a> ServerBench<'a> {
    /// Makes ready to measure `plan`.
    pub fn new(plan: &'a ServerPlan) -> Self {
        let contents = plan.messages.iter().map(|message| {
            let variants = message.variants(VARIANTS + 1, plan.seed);
            // A message that cannot be varied is all there is.
            let known = usize::from(variants.len() > 1);
            variants[known..].iter().filter_map(|variant| plan.lab.content(variant).ok()).collect()
        });
        let contents = contents.collect();
        Self { plan, contents, known: BTreeMap::new(), cancelled: Arc::default() }
    }

    fn trial<'b>(&'b self, case: &'b Case, position: usize) -> Result<Trial<'b>, Reason> {
        let contents = &self.contents[case.message];
        let content = contents.get(position % contents.len().max(1)).ok_or("its message has no bytes")?;
        Ok(Trial {
            operation: case.operation,
            message_type: self.plan.messages[case.message].message_type(),
            candidate: &self.plan.candidates[case.candidate].candidate,
            content,
            load: &case.load,
            places: &case.places,
            warmup: self.plan.warmup(case),
            window: self.plan.serving.window_of(&case.load).0,
            stamped: self.plan.serving.stamped.0,
            timeout: self.plan.serving.timeout.0,
        })
    }

    /// Measures cases whose servers take turns.
    fn measure_group(&mut self, group: &[usize], turns: InTurn<'_>, position: usize, told: &mut Told<'_>) {
        let plan = self.plan;
        let first = &plan.cases[group[0]];
        let key = (first.message, plan.lab.parameters(&first.load));
        let mut known = self.known.get(&key).copied().unwrap_or_default();
        let mut trials = Vec::new();
        for &index in group {
            match self.trial(&plan.cases[index], position) {
                Ok(trial) => trials.push((index, trial)),
                Err(reason) if told(index, Outcome::Failed(reason.to_string())) => {}
                Err(_) => return,
            }
        }
        let (lab, control) = turns;
        let leads: Vec<Duration> = trials.iter().map(|(_, trial)| trial.lead()).collect();
        let fits = first.load.rate_per_s.is_none_or(|rate_per_s| fit_in_round(&leads, rate_per_s));
        let control = Some(control).filter(|_| lab.needs_control(&first.load) || !plan.are_all_up(group) || !fits);
        let (nonce, serving, seed) = (plan.lab.nonce(), &plan.serving, plan.seed ^ position as u64);
        let cancelled = Arc::clone(&self.cancelled);
        let group = Group { lab, nonce, control, serving, trials, position, seed, cancelled: &cancelled };
        let only = self.contents[first.message].len() == 1;
        group.measure(&mut known, &mut |index, outcome| told(index, labelled(outcome, only)));
        self.known.insert(key, known);
    }
}

/// Takes an outcome, and says whether to go on.
type Told<'a> = dyn FnMut(usize, Outcome) -> bool + 'a;

impl wirecost_lab::Bench for ServerBench<'_> {
    fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Arc::clone(cancelled);
    }

    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut Told<'_>) {
        let plan = self.plan;
        let turns = cases.first().and_then(|case| plan.turns(&plan.cases[*case]));
        let alone = match turns {
            Some(Ok(turns)) => return self.measure_group(cases, turns, place.position, told),
            Some(Err(reason)) => Some(Label::NotInSlices { reason: reason.to_string() }),
            None => None,
        };
        for &index in cases {
            let case = &plan.cases[index];
            let trial = self.trial(case, place.position).and_then(|trial| run(plan.lab, &trial, place.position));
            let outcome = match trial {
                Ok(mut trial) => {
                    trial.load.iter_mut().for_each(|load| load.labels.extend(alone.clone()));
                    Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() }
                }
                Err(reason) => Outcome::Failed(reason.to_string()),
            };
            if !told(index, labelled(outcome, self.contents[case.message].len() == 1)) {
                return;
            }
        }
    }
}

/// Says so where all trials serve the one message.
fn labelled(mut outcome: Outcome, only_message: bool) -> Outcome {
    if let (Outcome::Trial { trial, .. }, true) = (&mut outcome, only_message) {
        trial.load.iter_mut().for_each(|load| load.labels.push(Label::OneMessage));
    }
    outcome
}

/// Makes the machine ready for a load on this many servers: keeps cores awake for as long as what it returns lives.
pub(crate) fn prepare(load: &ServerLoad, servers: usize) -> Result<Option<KeepAwake>, Reason> {
    allow_files((load.connections * servers) as u64 + OTHER_FILES)?;
    Ok(match load.idle {
        Idle::LetBe => None,
        Idle::KeptAwake => {
            let kept = KeepAwake::start(&available_cores());
            Some(kept.map_err(|error| format!("the cores cannot be kept awake: {error}"))?)
        }
    })
}

/// One trial: a fresh server, checked, and one window of load. `position` is its place in the order of the run.
fn run(lab: &dyn ServerLab, trial: &Trial<'_>, position: usize) -> Result<TrialDocument, Reason> {
    let _awake = prepare(trial.load, 1)?;
    let launch = launch(trial.candidate, trial.content, trial.places, lab.nonce())?;
    let start = Instant::now();
    let mut server = Server::start(&launch)?;
    let start_up = start.elapsed();
    let measured = lab.measure(trial, &mut server)?;
    let around = StartTimes { start_up, cold: measured.cold };
    record(trial, &mut server, around, measured, position)
}

/// The record of a trial, if its answers are good.
///
/// # Errors
/// Why they are not: the server ended, answers were wrong, or there were none.
pub fn record(
    trial: &Trial<'_>,
    server: &mut Server,
    around: StartTimes,
    measured: Measured,
    position: usize,
) -> Result<TrialDocument, Reason> {
    let Measured { result, used, more, .. } = measured;
    if !server.is_running() {
        return Err(format!("the server ended under load; its last line: {}", server.last_words()).into());
    }
    check(trial.load, &result)?;
    let load = document(trial, &result, &used);
    let mut estimates = estimates(&result, &load);
    estimates.insert(EstimateId::StartNs, around.start_up.as_nanos() as f64);
    estimates.insert(EstimateId::ColdNs, around.cold.as_nanos() as f64);
    estimates.extend(more);
    Ok(TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: Some(load) })
}

/// Whether the answers of a window are good for a figure.
fn check(load: &ServerLoad, result: &LoadResult) -> Result<(), Reason> {
    let wrong = result.errors.status + result.errors.wrong_answer;
    if wrong > 0 {
        return Err(format!("{wrong} of {} answers were wrong", result.sent).into());
    }
    // A generator that got no core may have asked nothing, and a rate may plan nothing within a short window.
    let idle = load.rate_per_s.is_some() || result.generator.core_denied > MOST_DENIED;
    if result.ok == 0 && (result.sent > 0 || !idle) {
        return Err(format!("no good answer within the window to any of {} requests", result.sent).into());
    }
    Ok(())
}
