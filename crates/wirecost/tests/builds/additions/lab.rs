//! A lab of nothing but echoes.

use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{Parameter, PlanError, Suite};
use wirecost_lab::{Bench, Chosen, Lab, Outcome, Slot, Plan, Planning, Discovered};
use wirecost_model::{CaseDocument, EstimateId, Status, TrialDocument};

/// The lab, for the list of labs.
pub static LAB: Scratch = Scratch;

/// The lab.
pub struct Scratch;

/// What a suite says of it.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    words: Vec<String>,
    trials: usize,
}

impl Lab for Scratch {
    fn name(&self) -> &'static str {
        "scratch"
    }

    fn summary(&self) -> &'static str {
        "Echoes"
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        Ok(suite.tables.get::<Part>("scratch")?.is_some())
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        let Some(part) = suite.tables.get::<Part>("scratch")? else { return Ok(()) };
        suite.tables.set("scratch", &Part { trials, ..part })
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let part: Part = planning.suite.tables.get("scratch")?.ok_or_else(|| PlanError::Choice("no part".into()))?;
        let order = (0..part.trials).map(|_| (0..part.words.len()).collect()).collect();
        Ok(Box::new(Echoes { part, order }))
    }
}

struct Echoes {
    part: Part,
    order: Vec<Vec<usize>>,
}

impl Discovered for Echoes {
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        Ok(named == "echo")
    }

    fn languages(&self) -> Vec<String> {
        vec!["rust".into()]
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        Ok(Chosen::Plan(self))
    }
}

impl Plan for Echoes {
    fn lab(&self) -> wirecost_model::Lab {
        wirecost_model::Lab::named("scratch")
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        let document = |word: &String| CaseDocument {
            lab: self.lab(),
            candidate: "echo".into(),
            version: "1".into(),
            receipt: "none".into(),
            build: None,
            message_digest: None,
            host: None,
            language: "rust".into(),
            format: "text".into(),
            message: word.clone(),
            operation: "echo".into(),
            parameters: Default::default(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            concluded: Vec::new(),
            trials_planned: 0,
            trials: Vec::new(),
            estimates: Default::default(),
        };
        (self.part.words.iter().map(document).collect(), Vec::new())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        (0..self.part.words.len()).map(|word| vec![word]).collect()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, _: &[usize]) -> String {
        "an echo".into()
    }

    fn predicted(&self, _: usize, _: usize) -> Duration {
        Duration::from_millis(1)
    }

    fn fingerprint(&self) -> Vec<String> {
        self.part.words.clone()
    }

    fn budget(&self) -> Span {
        Span(Duration::from_secs(1))
    }

    fn trials(&self) -> usize {
        self.order.len()
    }

    fn keep_trials(&mut self, trials: usize) {
        self.order.truncate(trials);
    }

    fn scale(&mut self, _: &Suite, _: f64) {}

    fn write_to(&self, _: &mut Suite) {}

    fn check_only(&mut self) {
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(EchoBench))
    }
}

struct EchoBench;

impl Bench for EchoBench {
    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        for &case in cases {
            let estimates = [(EstimateId::TimeNs, 1.0)].into();
            let position = place.position;
            let trial = TrialDocument { estimates, samples: 1, outliers: 0, position, warmup: None, load: None };
            if !told(case, Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() }) {
                return;
            }
        }
    }
}
