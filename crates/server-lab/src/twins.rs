//! Which cases are measured twice: what equal servers differ by in a run (METHOD 12 and 31).

use wirecost_measure::estimate::{CONFIDENCE, coverage};

use crate::plan::{Case, ServerPlan};
use crate::serving::{Placement, ServerLoad};

/// Whether this many trials show differences at all. With fewer, a second measurement of the same would tell nothing.
pub fn are_worth_it(trials: usize) -> bool {
    coverage(trials) >= CONFIDENCE
}

/// What loads have in common whose noise is alike: whether requests are planned, whether one client calls alone, and
/// where it runs.
fn kind(load: &ServerLoad) -> (bool, bool, Placement) {
    (load.rate_per_s.is_some(), load.connections == 1, load.placement)
}

impl ServerPlan {
    /// Adds the second of an A/A pair under each kind of load: of the first server that has another to be compared
    /// with. It runs next to the first, so that both are up together.
    pub(crate) fn add_twins(&mut self) {
        if !are_worth_it(self.serving.trials) {
            return;
        }
        let is_floor = |case: &Case| self.candidates[case.candidate].candidate.is_floor();
        let asked = |case: &Case| (case.message, case.operation, case.load);
        let has_rival = |case: &Case| {
            let is_rival = |other: &Case| other.candidate != case.candidate && asked(other) == asked(case);
            self.cases.iter().any(|other| is_rival(other) && !is_floor(other))
        };
        let (mut kinds, mut twice) = (Vec::new(), Vec::new());
        for (index, case) in self.cases.iter().enumerate().filter(|(_, case)| !is_floor(case)) {
            if !kinds.contains(&kind(&case.load)) && has_rival(case) {
                kinds.push(kind(&case.load));
                twice.push(index);
            }
        }
        // From the last on, so that the places of those before stay what they are.
        for index in twice.into_iter().rev() {
            let twin = Case { twin: true, ..self.cases[index].clone() };
            self.cases.insert(index + 1, twin);
        }
    }

    /// Takes them out again.
    pub(crate) fn remove_twins(&mut self) {
        self.cases.retain(|case| !case.twin);
        self.arrange();
    }
}
