//! What a run of the lab does: a process for each design on a store, round by round.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use wirecost_catalog::suite::Span;
use wirecost_catalog::{PlanError, Suite};
use wirecost_lab::{Bench, Plan};
use wirecost_model::CaseDocument;

use crate::bench::FeedBench;
use crate::part::{NAME, Part};
use crate::row::{Case, Row};

/// What a process takes beside planting users, as the machine of the documents took it.
const BASE: Duration = Duration::from_secs(5);

/// What planting a subscription takes.
const PLANT: Duration = Duration::from_micros(12);

/// Users of a short trial.
const FEW: u32 = 2_000;

/// A plan.
pub struct FeedPlan {
    pub part: Part,
    pub rows: Vec<Row>,
    pub cases: Vec<Case>,
    /// The program of each engine.
    pub programs: BTreeMap<String, PathBuf>,
    pub seed: u64,
    pub order: Vec<Vec<usize>>,
}

impl FeedPlan {
    /// The plan of these rows, each once in a round. Every round begins with another.
    pub fn new(part: Part, rows: Vec<Row>, seed: u64) -> Self {
        let cases = (0..rows.len()).flat_map(|row| Case::of_row(row, &part)).collect();
        let count = rows.len();
        let order = (0..part.trials).map(|round| (0..count).map(|at| (at + round) % count).collect()).collect();
        Self { part, rows, cases, programs: BTreeMap::new(), seed, order }
    }
}

impl Plan for FeedPlan {
    fn lab(&self) -> wirecost_model::Lab {
        wirecost_model::Lab::named(NAME)
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        let document = |case: &Case| case.document(&self.rows[case.row], &self.part);
        (self.cases.iter().map(document).collect(), Vec::new())
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        let of_row = |row: usize| (0..self.cases.len()).filter(|case| self.cases[*case].row == row).collect();
        (0..self.rows.len()).map(of_row).collect()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        cases.first().map(|case| self.rows[self.cases[*case].row].name()).unwrap_or_default()
    }

    fn predicted(&self, _: usize, _: usize) -> Duration {
        BASE + PLANT * self.part.users.saturating_mul(self.part.follows)
    }

    fn fingerprint(&self) -> Vec<String> {
        vec![format!("{:?}", self.part), self.seed.to_string()]
    }

    fn budget(&self) -> Span {
        self.part.budget
    }

    fn trials(&self) -> usize {
        self.part.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.order.truncate(trials);
        self.part.trials = self.order.len();
    }

    /// What a trial does is counted, not timed: it has no window that could be shorter.
    fn scale(&mut self, _: &Suite, _: f64) {}

    fn write_to(&self, suite: &mut Suite) {
        // A part that was read can be written.
        drop(suite.tables.set(NAME, &self.part));
    }

    fn check_only(&mut self) {
        self.keep_trials(1);
        self.part.users = self.part.users.min(FEW);
    }

    fn start(&self) -> Result<Box<dyn Bench + '_>, PlanError> {
        Ok(Box::new(FeedBench::new(self)))
    }
}
