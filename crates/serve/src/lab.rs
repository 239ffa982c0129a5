//! Measures the cases of a plan, one server at a time.

use wirecost_lab::{Outcome, Place};
use wirecost_model::{Label, TrialDocument};

use crate::plan::{Case, Plan};
use crate::trial::Trial;

/// Messages that trials take in turn: others of the same shape and length, which no server can know beforehand, and never
/// the message itself.
const VARIANTS: usize = 8;

/// What measures the cases of a plan.
#[derive(Debug)]
pub struct ServerBench<'a> {
    plan: &'a Plan,
    /// By message: what trials have served in turn.
    contents: Vec<Vec<Vec<u8>>>,
}

impl<'a> ServerBench<'a> {
    /// Makes ready to measure `plan`.
    pub fn new(plan: &'a Plan) -> Self {
        let contents = plan.messages.iter().map(|message| {
            let variants = message.variants(VARIANTS + 1, plan.seed);
            // A message that cannot be varied is all there is.
            let known = usize::from(variants.len() > 1);
            variants[known..].iter().filter_map(|variant| plan.kind.content(variant).ok()).collect()
        });
        let contents = contents.collect();
        Self { plan, contents }
    }

    fn trial(&self, case: &Case, position: usize) -> Result<TrialDocument, String> {
        let contents = &self.contents[case.message];
        let content = contents.get(position % contents.len().max(1)).ok_or("its message has no bytes")?;
        let message_type = self.plan.messages[case.message].message_type.as_deref();
        let mut trial = Trial {
            kind: self.plan.kind,
            operation: case.operation,
            message_type,
            candidate: &self.plan.candidates[case.candidate].candidate,
            content,
            load: &case.load,
            places: &case.places,
            serving: &self.plan.serving,
            position,
        }
        .run()?;
        if let Some(load) = trial.load.as_mut().filter(|_| contents.len() == 1) {
            load.labels.push(Label::OneMessage);
        }
        Ok(trial)
    }
}

impl wirecost_lab::Bench for ServerBench<'_> {
    fn measure(&mut self, cases: &[usize], place: Place, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        for &index in cases {
            let outcome = match self.trial(&self.plan.cases[index], place.position) {
                Ok(trial) => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() },
                Err(reason) => Outcome::Failed(reason),
            };
            if !told(index, outcome) {
                return;
            }
        }
    }
}
