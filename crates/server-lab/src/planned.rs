//! A lab of servers as a plan of a run.

use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_lab::Bench;
use wirecost_model::CaseDocument;

use crate::bench::ServerBench;
use crate::part::part;
use crate::plan::ServerPlan;
use crate::twins;

/// The load of a server whose answers are looked at and not timed.
const BRIEFLY: Span = Span(Duration::from_millis(100));

impl wirecost_lab::Plan for ServerPlan {
    fn lab(&self) -> wirecost_model::Lab {
        self.lab.lab()
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        (self.cases.iter().map(|case| self.document(case)).collect(), self.unmeasured.clone())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        self.groups.clone()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        let name = |case: &usize| {
            let case = &self.cases[*case];
            let again = if case.twin { " again" } else { "" };
            format!("{}{again}", self.candidates[case.candidate].candidate.name)
        };
        let names: Vec<String> = cases.iter().map(name).collect();
        let in_turn = if names.len() > 1 { " in turn" } else { "" };
        let asked = cases.first().map(|case| self.description(&self.cases[*case]));
        format!("{}{in_turn}: {}", names.join(", "), asked.unwrap_or_default())
    }

    fn predicted(&self, process: usize, _: usize) -> Duration {
        self.predicted_trial(&self.groups[process])
    }

    fn fingerprint(&self) -> Vec<String> {
        let messages = self.messages.iter();
        let messages = messages.map(|message| format!("{} {} {}", self.lab.name(), message.name, message.sha256));
        let documents = self.cases.iter().map(|case| self.document(case));
        messages.chain(documents.map(|document| format!("{} {}", document.key(), document.version))).collect()
    }

    fn budget(&self) -> Span {
        self.serving.budget
    }

    fn trials(&self) -> usize {
        self.serving.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.serving.trials = trials;
        self.order.truncate(trials);
        if !twins::are_worth_it(trials) {
            // A run that is resumed is planned with so few from the beginning.
            self.remove_twins();
        }
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let Ok(Some(whole)) = part(self.lab.name(), suite) else { return };
        let serving = &mut self.serving;
        (serving.warmup, serving.window) = (whole.warmup.times(share), whole.window.times(share));
        (serving.stamped, serving.slices) = (whole.stamped.times(share), whole.slices.times(share));
        serving.planned_slices = whole.planned_slices.map(|slices| slices.times(share));
        serving.planned_window = whole.planned_window.map(|window| window.times(share));
    }

    fn write_to(&self, suite: &mut Suite) {
        // What was read from a suite can be written into one.
        let _ = suite.tables.set(self.lab.name(), &self.serving);
    }

    fn check_only(&mut self) {
        (self.serving.warmup, self.serving.window) = (Span(Duration::ZERO), BRIEFLY);
        (self.serving.slices, self.serving.planned_window) = (Span(Duration::ZERO), None);
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(ServerBench::new(self)))
    }
}
