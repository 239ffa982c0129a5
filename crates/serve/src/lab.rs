//! Runs a plan: one server at a time, trial by trial, in the order of the plan.

use std::time::Duration;

use wirecost_model::{CaseDocument, Label, Status, TrialDocument};

use crate::plan::{Case, Plan};
use crate::trial::Trial;

/// Messages that trials take in turn: others of the same shape and length, which no server can know beforehand, and never
/// the message itself.
const VARIANTS: usize = 8;

/// Told of everything as it happens.
pub trait Observer {
    /// Why it cannot go on.
    type Error;

    /// A server starts, for a trial that was predicted to take so long.
    fn starts(&mut self, what: &str, predicted: Duration);

    /// A trial is done and can be stored.
    ///
    /// # Errors
    /// Where it cannot be stored; the run ends.
    fn trial(&mut self, case: &CaseDocument, number: usize, trial: &TrialDocument) -> Result<(), Self::Error>;

    /// A case has failed; no further trial of it will be run.
    ///
    /// # Errors
    /// Where that cannot be stored; the run ends.
    fn failed(&mut self, case: &CaseDocument) -> Result<(), Self::Error>;

    /// Whether the run is to stop before the next trial.
    fn cancelled(&self) -> bool;
}

/// A plan with what became of its cases so far.
#[derive(Debug)]
pub struct Lab<'a> {
    plan: &'a Plan,
    documents: Vec<CaseDocument>,
    /// By message: what trials have served in turn.
    contents: Vec<Vec<Vec<u8>>>,
}

impl<'a> Lab<'a> {
    /// A lab for `plan`.
    pub fn new(plan: &'a Plan) -> Self {
        let documents = plan.cases.iter().map(|case| plan.document(case)).collect();
        let contents = plan.messages.iter().map(|message| {
            let variants = message.variants(VARIANTS + 1, plan.seed);
            // A message that cannot be varied is all there is.
            let known = usize::from(variants.len() > 1);
            variants[known..].iter().filter_map(|variant| plan.kind.content(variant).ok()).collect()
        });
        let contents = contents.collect();
        Self { plan, documents, contents }
    }

    /// The cases of the plan, and then those that are not measured, as they stand.
    pub fn documents(&self) -> Vec<CaseDocument> {
        [self.documents.as_slice(), &self.plan.unmeasured].concat()
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
        let rounds = self.plan.order.iter().enumerate();
        let order = rounds.flat_map(|(round, cases)| cases.iter().map(move |&case| (round, case)));
        for (position, (round, index)) in order.enumerate() {
            if observer.cancelled() {
                return Ok(());
            }
            let case = &self.plan.cases[index];
            if self.documents[index].status != Status::Ok || stored(&self.documents[index], round) {
                continue;
            }
            observer.starts(&self.plan.describe(case), self.plan.predicted_trial(case));
            match self.trial(case, position) {
                Ok(trial) => observer.trial(&self.documents[index], round, &trial)?,
                Err(reason) => {
                    let document = &mut self.documents[index];
                    (document.status, document.reason) = (Status::Failed, Some(reason));
                    observer.failed(document)?;
                }
            }
        }
        Ok(())
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
