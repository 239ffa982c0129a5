//! What a lab must be able to say and do.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, Label, TrialDocument};

/// What a lab does in a run. Cases are known by their places among the cases that are measured.
pub trait Plan {
    /// The lab.
    fn lab(&self) -> wirecost_model::Lab;

    /// The cases that are measured, and those that are not with their reasons, before the first trial.
    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>);

    /// The cases of each process of a round. A case may be in several: it has a trial of each then.
    fn processes(&self) -> Vec<Vec<usize>>;

    /// Rounds of processes in the order in which they run.
    fn order(&self) -> &[Vec<usize>];

    /// What a process measures, in a few words.
    fn describe(&self, cases: &[usize]) -> String;

    /// How long a process of a round will take.
    fn predicted(&self, process: usize, round: usize) -> Duration;

    /// What must be the same for a run to go on, beside the cases.
    fn fingerprint(&self) -> Vec<String>;

    /// How long the suite means this lab to take.
    fn budget(&self) -> Span;

    /// Trials of each case.
    fn trials(&self) -> usize;

    /// Leaves this many trials.
    fn keep_trials(&mut self, trials: usize);

    /// Makes warm-ups and windows this share of what `suite` says.
    fn scale(&mut self, suite: &Suite, share: f64);

    /// Writes what it has become into its part of a suite, so that a resumed run is the same.
    fn write_to(&self, suite: &mut Suite);

    /// Leaves one short trial of each case: enough to check the answers.
    fn check_only(&mut self);

    /// Makes ready what measures the plan.
    ///
    /// # Errors
    /// If this machine cannot measure it at all.
    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError>;

    /// The programs that measure, with their runtimes.
    fn runtimes(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// What could not be used, with the reasons.
    fn unusable(&self) -> Vec<String> {
        Vec::new()
    }

    /// How long all of it will take.
    fn predicted_whole(&self) -> Duration {
        let rounds = self.order().iter().enumerate();
        rounds.flat_map(|(round, processes)| processes.iter().map(move |process| self.predicted(*process, round))).sum()
    }
}

/// Measures a plan.
pub trait Bench {
    /// Gives it the flag that is set when the run is to stop. A trial that takes long looks at it, and ends at once without
    /// telling anything; others are waited for.
    fn stop_with(&mut self, _cancelled: &Arc<AtomicBool>) {}

    /// Measures one trial of each of these cases, in a fresh process, and passes each outcome on as soon as it exists, until
    /// that returns false.
    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool);

    /// How many trials wait for a better moment: their outcome was [`Outcome::Later`], and nothing else so far.
    fn waiting(&self) -> usize {
        0
    }

    /// Ends these trials after all others, however that goes, and passes each outcome on, until that returns false.
    fn finish(&mut self, _told: &mut dyn FnMut(usize, Outcome) -> bool) {}
}

/// Where in its lab's order a process stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The round, from 0.
    pub round: usize,
    /// Its place among all processes of the lab.
    pub position: usize,
}

/// What became of a trial.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was measured.
    Trial {
        /// Its figures.
        trial: Box<TrialDocument>,
        /// What was timed, where single samples are kept.
        samples: Vec<Sample>,
        /// What it showed that a reader of the case must know.
        labels: Vec<Label>,
    },
    /// It waits for a better moment. What becomes of it is passed on with a later trial, or by [`Bench::finish`].
    Later,
    /// It went wrong, and so the case has failed.
    Failed(String),
    /// The candidate says that it cannot do this after all.
    Skipped(String),
}
