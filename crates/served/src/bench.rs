//! Measures the cases of a plan, one fresh server at a time.

use std::time::Instant;

use crate::serving::{Idle, Load};
use wirecost_host::{KeepAwake, Server, available_cores};
use wirecost_lab::{Outcome, Place};
use wirecost_load::{LoadResult, allow_files};
use wirecost_model::{EstimateId, Label, TrialDocument};

use crate::Reason;
use crate::document::{document, estimates};
use crate::lab::ServerLab;
use crate::launch::launch;
use crate::plan::{Case, ServerPlan};
use crate::trial::{Measured, Trial};

/// Messages that trials take in turn: others of the same shape and length, which no server can know beforehand, and never
/// the message itself.
const VARIANTS: usize = 8;
/// A generator that waited for a core during more of the time can have had none when a request was due.
const MOST_DENIED: f64 = 0.10;
/// Files that a server opens beside its connections.
const OTHER_FILES: u64 = 256;

/// What measures the cases of a plan.
#[derive(Debug)]
pub struct ServerBench<'a> {
    plan: &'a ServerPlan,
    /// By message: what trials have served in turn.
    contents: Vec<Vec<Vec<u8>>>,
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
        Self { plan, contents }
    }

    fn trial(&self, case: &Case, position: usize) -> Result<TrialDocument, Reason> {
        let contents = &self.contents[case.message];
        let content = contents.get(position % contents.len().max(1)).ok_or("its message has no bytes")?;
        let trial = Trial {
            operation: case.operation,
            message_type: self.plan.messages[case.message].message_type.as_deref(),
            candidate: &self.plan.candidates[case.candidate].candidate,
            content,
            load: &case.load,
            places: &case.places,
            serving: &self.plan.serving,
        };
        let mut document = run(self.plan.lab, &trial, position)?;
        if let Some(load) = document.load.as_mut().filter(|_| contents.len() == 1) {
            load.labels.push(Label::OneMessage);
        }
        Ok(document)
    }
}

impl wirecost_lab::Bench for ServerBench<'_> {
    fn measure(&mut self, cases: &[usize], place: Place, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        for &index in cases {
            let outcome = match self.trial(&self.plan.cases[index], place.position) {
                Ok(trial) => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() },
                Err(reason) => Outcome::Failed(reason.to_string()),
            };
            if !told(index, outcome) {
                return;
            }
        }
    }
}

/// One trial: a fresh server, checked, and one window of load. `position` is its place in the order of the run.
fn run(lab: &dyn ServerLab, trial: &Trial<'_>, position: usize) -> Result<TrialDocument, Reason> {
    allow_files(trial.load.connections as u64 + OTHER_FILES)?;
    let _awake = match trial.load.idle {
        Idle::LetBe => None,
        Idle::KeptAwake => {
            let kept = KeepAwake::start(&available_cores());
            Some(kept.map_err(|error| format!("the cores cannot be kept awake: {error}"))?)
        }
    };
    let launch = launch(trial.candidate, trial.content, trial.places, lab.nonce())?;
    let start = Instant::now();
    let mut server = Server::start(&launch)?;
    let start_up = start.elapsed();
    let Measured { result, used, cold, more } = lab.measure(trial, &mut server)?;
    if !server.is_running() {
        return Err(format!("the server ended under load; its last line: {}", server.last_words()).into());
    }
    check(trial.load, &result)?;
    let load = document(trial, &result, &used);
    let mut estimates = estimates(&result, &load);
    estimates.insert(EstimateId::StartNs, start_up.as_nanos() as f64);
    estimates.insert(EstimateId::ColdNs, cold.as_nanos() as f64);
    estimates.extend(more);
    Ok(TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: Some(load) })
}

/// Whether the answers of a window are good for a figure.
fn check(load: &Load, result: &LoadResult) -> Result<(), Reason> {
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
