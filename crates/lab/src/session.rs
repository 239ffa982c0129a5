//! The one loop that runs trials, of all labs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use wirecost_catalog::PlanError;
use wirecost_model::{CaseDocument, Status};

use crate::{Bench, Observer, Outcome, Plan, Slot};

/// The labs of a run, with what became of their cases so far.
pub struct Session<'a> {
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    plan: &'a dyn Plan,
    bench: Box<dyn Bench + 'a>,
    processes: Vec<Vec<usize>>,
    documents: Vec<CaseDocument>,
    left_out: Vec<CaseDocument>,
    /// The number of each trial that waits, by its case and its place.
    later: HashMap<(usize, usize), usize>,
}

impl<'a> Session<'a> {
    /// Makes ready what measures these plans.
    ///
    /// # Errors
    /// If this machine cannot measure one of them at all.
    pub fn new(plans: impl IntoIterator<Item = &'a dyn Plan>) -> Result<Self, PlanError> {
        let part = |plan: &'a dyn Plan| {
            let (mut documents, left_out) = plan.documents();
            let processes = plan.processes();
            for case in plan.order().iter().flatten().flat_map(|process| &processes[*process]) {
                documents[*case].trials_planned += 1;
            }
            Ok(Part { plan, bench: plan.start()?, processes, documents, left_out, later: HashMap::new() })
        };
        Ok(Self { parts: plans.into_iter().map(part).collect::<Result<_, PlanError>>()? })
    }

    /// Lets a trial that takes long end at once when this flag is set.
    pub fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.parts.iter_mut().for_each(|part| part.bench.stop_with(cancelled));
    }

    /// The cases as they stand: those of each lab that are measured, then those that are not.
    pub fn documents(&self) -> Vec<CaseDocument> {
        self.parts.iter().flat_map(|part| part.documents.iter().chain(&part.left_out).cloned()).collect()
    }

    /// How many cases are measured.
    pub fn cases(&self) -> usize {
        self.parts.iter().map(|part| part.documents.len()).sum()
    }

    /// Runs every trial that `stored` does not say is stored already. Labs take turns, round by round, so that what the
    /// machine does over the minutes of a run falls on all of them.
    ///
    /// # Errors
    /// The observer's.
    pub fn run<O: Observer>(
        &mut self,
        observer: &mut O,
        stored: impl Fn(&CaseDocument, usize) -> bool,
    ) -> Result<(), O::Error> {
        let rounds = self.parts.iter().map(|part| part.plan.order().len()).max().unwrap_or(0);
        for round in 0..rounds {
            for part in &mut self.parts {
                part.run(round, observer, &stored)?;
            }
        }
        self.parts.iter_mut().try_for_each(|part| part.finish(observer))
    }
}

impl Part<'_> {
    /// Runs one round.
    fn run<O: Observer>(
        &mut self,
        round: usize,
        observer: &mut O,
        stored: &impl Fn(&CaseDocument, usize) -> bool,
    ) -> Result<(), O::Error> {
        let order = self.plan.order();
        let Some(processes) = order.get(round) else { return Ok(()) };
        let before: usize = order[..round].iter().map(Vec::len).sum();
        let (all, rounds) = (&self.processes, order.len());
        for (place, &process) in processes.iter().enumerate() {
            // A case that is in several processes of a round has a trial of each.
            let number = |case: usize| {
                let before = all[..process].iter().filter(|cases| cases.contains(&case)).count();
                before * rounds + round
            };
            if observer.cancelled() {
                return Ok(());
            }
            let (documents, later) = (&mut self.documents, &mut self.later);
            let is_due =
                |case: &usize| documents[*case].status == Status::Ok && !stored(&documents[*case], number(*case));
            let due: Vec<usize> = all[process].iter().copied().filter(is_due).collect();
            if due.is_empty() {
                continue;
            }
            observer.starts(&self.plan.describe(&due), self.plan.predicted(process, round));
            let mut outcome = Ok(());
            let place = Slot { round, position: before + place };
            self.bench.measure(&due, place, &mut |case, of_case| {
                let number = match &of_case {
                    Outcome::Later => {
                        later.insert((case, place.position), number(case));
                        return true;
                    }
                    Outcome::Trial { trial, .. } => later.remove(&(case, trial.position)),
                    Outcome::Failed(_) | Outcome::Skipped(_) => None,
                }
                .unwrap_or_else(|| number(case));
                outcome = tell(&mut documents[case], number, of_case, observer);
                outcome.is_ok()
            });
            outcome?;
        }
        Ok(())
    }

    /// Ends the trials that wait.
    fn finish<O: Observer>(&mut self, observer: &mut O) -> Result<(), O::Error> {
        let waiting = self.bench.waiting();
        if waiting == 0 || observer.cancelled() {
            return Ok(());
        }
        observer.starts(&format!("{waiting} trials that wait for a quiet moment"), Duration::ZERO);
        let (documents, later, mut outcome) = (&mut self.documents, &mut self.later, Ok(()));
        self.bench.finish(&mut |case, of_case| {
            let position = if let Outcome::Trial { trial, .. } = &of_case { trial.position } else { 0 };
            let number = later.remove(&(case, position)).unwrap_or(0);
            outcome = tell(&mut documents[case], number, of_case, observer);
            outcome.is_ok()
        });
        outcome
    }
}

/// Counts the outcome of a trial, and passes it on to the observer.
fn tell<O: Observer>(
    document: &mut CaseDocument,
    number: usize,
    outcome: Outcome,
    observer: &mut O,
) -> Result<(), O::Error> {
    match outcome {
        Outcome::Later => return Ok(()),
        // Another trial of the case went wrong while this one waited.
        Outcome::Trial { .. } if document.status != Status::Ok => return Ok(()),
        Outcome::Trial { trial, samples, mut labels } => {
            observer.trial(document, number, &trial, &samples)?;
            labels.retain(|label| !document.labels.contains(label));
            if labels.is_empty() {
                return Ok(());
            }
            document.labels.extend(labels);
        }
        Outcome::Failed(reason) => (document.status, document.reason) = (Status::Failed, Some(reason)),
        Outcome::Skipped(reason) => (document.status, document.reason) = (Status::Skipped, Some(reason)),
    }
    observer.changed(document)
}
