//! A lab of servers as a plan of a run.

use std::time::Duration;

use wirecost_lab::Bench;
use wirecost_model::CaseDocument;
use wirecost_plan::serving::Serving;
use wirecost_plan::suite::Span;
use wirecost_plan::{PlanError, Suite};

use crate::kind::Kind;
use crate::lab::ServerBench;
use crate::plan::Plan;

/// The load of a server whose answers are looked at and not timed.
const BRIEFLY: Span = Span(Duration::from_millis(100));

impl Kind {
    /// This lab's part of a suite.
    fn part(self, suite: &Suite) -> Option<&Serving> {
        match self {
            Kind::Http => suite.http.as_ref(),
            Kind::Rpc => suite.rpc.as_ref(),
        }
    }
}

impl wirecost_lab::Plan for Plan {
    fn lab(&self) -> wirecost_model::Lab {
        self.kind.lab()
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        (self.cases.iter().map(|case| self.document(case)).collect(), self.unmeasured.clone())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        (0..self.cases.len()).map(|case| vec![case]).collect()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        cases.iter().map(|&case| self.description(&self.cases[case])).collect::<Vec<_>>().join(", ")
    }

    fn predicted(&self, process: usize, _: usize) -> Duration {
        self.predicted_trial(&self.cases[process])
    }

    fn fingerprint(&self) -> Vec<String> {
        let messages = self.messages.iter();
        let messages = messages.map(|message| format!("{} {} {}", self.kind.name(), message.name, message.sha256));
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
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let Some(whole) = self.kind.part(suite) else { return };
        let serving = &mut self.serving;
        (serving.warmup, serving.window) = (whole.warmup.times(share), whole.window.times(share));
        serving.stamped = whole.stamped.times(share);
    }

    fn write_to(&self, suite: &mut Suite) {
        let part = match self.kind {
            Kind::Http => &mut suite.http,
            Kind::Rpc => &mut suite.rpc,
        };
        *part = Some(self.serving.clone());
    }

    fn check_only(&mut self) {
        (self.serving.warmup, self.serving.window) = (Span(Duration::ZERO), BRIEFLY);
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(ServerBench::new(self)))
    }
}
