//! From runs to verdicts: what may be said of a run's cases, and what may not.
//!
//! [`trust`] reads the A/A pair of codecs, and [`floor`] those of servers and stores; [`pace`] frees trials of what the
//! machine did from round to round; [`group`] says who is smallest and fastest and who ties with them;
//! [`versus`] compares cases with a baseline of the same run; [`turns`] compares servers that took turns;
//! [`alike`] says which cases of two runs may be compared;
//! [`gate`] compares two builds in a run, or a run with earlier ones; [`history`] follows a case over runs, and [`change`]
//! says where it changed. Nothing here measures, and nothing here words a sentence: `wirecost_report` does.

pub mod alike;
pub mod change;
pub mod floor;
pub mod gate;
pub mod group;
pub mod history;
pub mod pace;
pub mod trust;
pub mod turns;
pub mod versus;

use wirecost_measure::compare::{self, Comparison};
use wirecost_model::{CaseDocument, EstimateId, Label, RunDocument};

/// By how much counts of instructions may differ between builds of the same source: how long a copy or a comparison
/// takes depends on where its operands lie. As a share.
const LAYOUT: f64 = 0.001;

/// The estimate that stands for the cost of a case: the run's, or instructions where these were counted.
pub fn cost_estimate(run: &RunDocument, case: &CaseDocument) -> EstimateId {
    if case.estimates.contains_key(&EstimateId::Instructions) { EstimateId::Instructions } else { run.verdict_estimate }
}

/// The estimate by which a case is followed from run to run: its cost, or what a request costs the server or the store.
pub fn followed_estimate(run: &RunDocument, case: &CaseDocument) -> EstimateId {
    let cost = cost_estimate(run, case);
    let has = |id: EstimateId| case.estimates.contains_key(&id);
    if !has(cost) && has(EstimateId::ServerCpuNs) { EstimateId::ServerCpuNs } else { cost }
}

/// The estimate by which two cases are compared whose cost is `cost`.
///
/// Where trials of either have no quiet figure that counts, their cost is CPU time corrected by the reference, which is up to a fifth off: equals would
/// differ by that, so both are compared by it. Where either does rare work, its cost holds a share of its CPU time beyond the quiet figure
/// that is the same for all trials, and how sure that share is would be in no interval: both are compared by all of their CPU time.
fn common_estimate(cases: [&CaseDocument; 2], cost: EstimateId) -> EstimateId {
    let any = |is: fn(&Label) -> bool| cases.iter().any(|case| case.all_labels().any(is));
    let of_all = |id: EstimateId| cases.iter().all(|case| case.trial_values(id).len() == case.trials.len());
    let of_each = |id: EstimateId| cases.iter().all(|case| case.estimates.contains_key(&id));
    if cost != EstimateId::CostNs {
        return cost;
    }
    if any(|label| matches!(label, Label::TooFewQuiet { .. } | Label::MarksNotBorneOut { .. })) {
        return if of_all(EstimateId::CorrectedNs) { EstimateId::CorrectedNs } else { cost };
    }
    let is_rare = any(|label| matches!(label, Label::RareWork { .. }));
    if is_rare && of_each(EstimateId::WholeNs) { EstimateId::WholeNs } else { cost }
}

/// Trials of two cases that were measured side by side, round by round.
struct SideBySide {
    /// The values of both cases in those rounds in which each of them has a trial.
    pairs: [Vec<f64>; 2],
    /// All values of each case.
    all: [Vec<f64>; 2],
}

impl SideBySide {
    /// Their values of an estimate.
    fn of(cases: [&CaseDocument; 2], id: EstimateId) -> Self {
        let id = common_estimate(cases, id);
        let (first, second) = cases[0].paired_values(cases[1], id);
        Self { pairs: [first, second], all: cases.map(|case| case.trial_values(id)) }
    }

    /// Compares them pair by pair. Where trials of either were left out of so many rounds that too few pairs are left, all trials that there
    /// are count as independent ones: those that are left out were disturbed, and the others are all alike.
    fn compare(&self, alpha: f64) -> Option<Comparison> {
        let [first, second] = &self.pairs;
        match compare::paired(first, second, alpha) {
            Some(compared) if compared.enough || first.len() == self.all[0].len() => Some(compared),
            _ => compare::independent(&self.all[0], &self.all[1], alpha),
        }
    }
}

/// What a case decodes into or encodes from, in the words of the release that measured it.
pub fn binding(case: &CaseDocument) -> &str {
    case.parameters.get("binding").map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_that_are_left_out_on_both_sides_leave_enough_to_compare() {
        let costs =
            |from: f64, rounds: std::ops::Range<u32>| rounds.map(|round| from + f64::from(round) / 10.0).collect();
        let all: [Vec<f64>; 2] = [costs(100.0, 3..10), costs(104.0, 0..7)];
        let compared = |pairs: [Vec<f64>; 2]| SideBySide { pairs, all: all.clone() }.compare(0.05).unwrap();
        let few = compared([costs(100.0, 3..7), costs(104.0, 3..7)]);
        assert!(few.shows_difference(0.05), "four pairs would show nothing: {few:?}");
        let six = compared([costs(100.0, 0..6), costs(104.0, 0..6)]);
        assert!(six.shows_difference(0.05) && six.ratio.high / six.ratio.low < 1.001, "each beside its own: {six:?}");
    }
}
