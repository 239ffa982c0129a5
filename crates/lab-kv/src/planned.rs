//! The plan as one of the plans of a run.

use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_lab::{Bench, Plan};
use wirecost_model::{CaseDocument, Lab};
use wirecost_server_lab::twins;

use crate::bench::KvBench;
use crate::crash;
use crate::part::{NAME, part};
use crate::plan::KvPlan;
use crate::steps::{Step, predicted};

/// Keys of a test.
const FEW_KEYS: u64 = 200;
/// Steps of a test take no longer than this, whatever the suite says.
const BRIEFLY: Duration = Duration::from_millis(50);
impl Plan for KvPlan {
    fn lab(&self) -> Lab {
        Lab::KV
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        let left_out = self.unmeasured.iter().chain(&self.lacking).cloned();
        (self.cases.iter().map(|case| self.document(case)).collect(), left_out.collect())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        self.servers.clone()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        let Some(case) = cases.first().map(|case| &self.cases[*case]) else { return String::new() };
        let name = |cases: &[usize]| {
            let case = &self.cases[cases[0]];
            let again = if case.twin { " again" } else { "" };
            format!("{}{again}", self.candidates[case.candidate].participant.candidate.name)
        };
        let name = self.by_store(cases).map(name).collect::<Vec<_>>().join(" and ");
        let mut operations: Vec<&str> = cases.iter().map(|case| self.cases[*case].step.operation.name()).collect();
        operations.dedup();
        let Step { keys, value_bytes, .. } = case.step;
        format!("{name}: {}, {keys} keys of {value_bytes} bytes", operations.join(", "))
    }

    fn predicted(&self, process: usize, _: usize) -> Duration {
        let cases = &self.servers[process];
        let longest = self.part.longest.0;
        let steps = |cases: &[usize]| cases.iter().map(|case| self.cases[*case].step.clone()).collect::<Vec<Step>>();
        let killed_after = |cases: &[usize]| {
            crash::predicted(self.candidates[self.cases[cases[0]].candidate].durability, self.is_test)
        };
        let of_store = |cases: &[usize]| predicted(&steps(cases), longest, killed_after(cases));
        let alone: Duration = self.by_store(cases).map(of_store).sum();
        if !self.takes_turns(cases) {
            return alone;
        }
        let (passes, mixes): (Vec<usize>, Vec<usize>) =
            cases.iter().partition(|case| self.cases[**case].step.operation.is_pass());
        // The control is filled too, and in half of each pass it has as much time as a store.
        let pass = self.cases[cases[0]].step.pass(longest);
        alone + pass + pass * passes.len() as u32 / 2 + self.part.slices.0 * mixes.len() as u32
    }

    fn fingerprint(&self) -> Vec<String> {
        let documents = self.cases.iter().map(|case| self.document(case));
        documents.map(|document| format!("{} {}", document.key(), document.version)).collect()
    }

    fn budget(&self) -> Span {
        self.part.budget
    }

    fn trials(&self) -> usize {
        self.part.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.part.trials = trials;
        self.order.truncate(trials);
        if !twins::are_worth_it(trials) {
            // A run that is resumed is planned with so few from the beginning.
            self.ready.retain(|ready| !ready.twin);
            self.find_room();
        }
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let Ok(Some(whole)) = part(suite) else { return };
        for (load, of_suite) in self.part.load.iter_mut().zip(&whole.load) {
            load.window = of_suite.window.times(share);
            load.keys = ((of_suite.keys as f64 * share) as u64).max(of_suite.keys.min(2));
        }
        self.part.slices = whole.slices.times(share);
        self.follow_part();
    }

    fn write_to(&self, suite: &mut Suite) {
        // What was read from a suite can be written into one.
        let _ = suite.tables.set(NAME, &self.part);
    }

    fn check_only(&mut self) {
        self.is_test = true;
        for load in &mut self.part.load {
            load.window = Span(BRIEFLY);
            load.keys = load.keys.min(FEW_KEYS);
        }
        self.part.slices = Span(self.part.slices.0.min(BRIEFLY));
        self.follow_part();
        self.keep_trials(1);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(KvBench::new(self)))
    }
}

impl KvPlan {
    /// Gives each step the keys and the window of its load. Fewer keys may have room where all had none.
    fn follow_part(&mut self) {
        for step in self.ready.iter_mut().flat_map(|ready| &mut ready.row.steps) {
            let load = &self.part.load[step.load];
            step.keys = load.keys;
            if !step.operation.stands_alone() {
                step.window = load.window.0;
            }
        }
        self.find_room();
    }
}
