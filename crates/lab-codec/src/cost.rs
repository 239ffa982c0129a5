//! What ranks compare: the figure of quiet parts, with the rare work that it leaves out, or the nearest figure there is
//! (METHOD 28 to 30).

use wirecost_model::{CaseDocument, EstimateId, Label, TrialDocument, Whole};

/// CPU time beyond the quiet figure that the machine may have caused, as a share of that figure. What is beyond it is work of
/// the candidate's: garbage collection, other threads, work put off to a later call.
const RARE: f64 = 0.10;

/// Gives each trial its cost, and says what a reader of the case must know of it.
pub fn settle(case: &mut CaseDocument) -> Vec<Label> {
    let marked = case.trials.iter().filter(|trial| has(trial, EstimateId::QuietShare)).count();
    let quiet = case.trials.iter().filter(|trial| has(trial, EstimateId::QuietNs)).count();
    let trials = case.trials.len();
    let beyond = rare_work(case);
    for trial in &mut case.trials {
        let figure = |id: EstimateId| trial.estimates.get(&id).copied();
        let quiet_ns = figure(EstimateId::QuietNs).map(|quiet_ns| quiet_ns * (1.0 + beyond.unwrap_or(0.0)));
        let cost = quiet_ns.or(figure(EstimateId::CorrectedNs)).or(figure(EstimateId::CpuNs));
        trial.estimates.extend(cost.map(|cost| (EstimateId::CostNs, cost)));
    }
    wirecost_store::complete(case);
    if !case.estimates.contains_key(&EstimateId::CostNs) {
        return Vec::new();
    }
    let mut labels = Vec::new();
    match (marked, quiet) {
        (0, _) => labels.push(Label::NoMarks),
        (_, quiet) if quiet < trials => {
            labels.push(Label::TooFewQuiet { count: trials - quiet, trials });
        }
        _ => {}
    }
    labels.extend(beyond.map(|share| Label::RareWork { percent: Whole(share * 100.0) }));
    labels
}

fn has(trial: &TrialDocument, id: EstimateId) -> bool {
    trial.estimates.contains_key(&id)
}

/// CPU time beyond the quiet figure as a share of it, over all trials together, since work that is rare may fall into a few of
/// them; none where the machine explains it.
fn rare_work(case: &CaseDocument) -> Option<f64> {
    let (mut beyond, mut whole) = (0.0, 0.0);
    for trial in &case.trials {
        let figure = |id: EstimateId| trial.estimates.get(&id);
        if let (Some(beyond_ns), Some(quiet_ns)) = (figure(EstimateId::BeyondNs), figure(EstimateId::QuietNs)) {
            // Samples of a case last equally long.
            beyond += beyond_ns / quiet_ns * trial.samples as f64;
            whole += trial.samples as f64;
        }
    }
    Some(beyond / whole).filter(|share| *share > RARE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conclude::tests::case_of;

    fn settled(trials: &[&[(EstimateId, f64)]]) -> (Vec<f64>, Vec<String>) {
        let mut case = case_of(trials);
        let labels = settle(&mut case).iter().map(Label::to_string).collect();
        (case.trial_values(EstimateId::CostNs), labels)
    }

    const QUIET: [(EstimateId, f64); 4] = [
        (EstimateId::CpuNs, 150.0),
        (EstimateId::QuietShare, 0.5),
        (EstimateId::QuietNs, 100.0),
        (EstimateId::BeyondNs, 4.0),
    ];

    #[test]
    fn method_28_the_quiet_figure_is_the_cost() {
        assert_eq!(settled(&[&QUIET, &QUIET]), (vec![100.0, 100.0], vec![]));
    }

    #[test]
    fn method_29_rare_work_is_part_of_the_cost() {
        let mut rare = QUIET;
        rare[3].1 = 90.0;
        let (costs, labels) = settled(&[&rare, &rare, &QUIET]);
        assert!(costs.iter().all(|cost| (cost - 161.33).abs() < 0.01), "{costs:?}");
        assert_eq!(labels, ["rare work: 61 % of its cost on top, outside ordinary operations"]);
    }

    #[test]
    fn method_30_too_few_quiet_parts_fall_back_and_say_so() {
        let noisy = [(EstimateId::CpuNs, 150.0), (EstimateId::QuietShare, 0.0), (EstimateId::CorrectedNs, 110.0)];
        let (costs, labels) = settled(&[&QUIET, &noisy]);
        assert_eq!(costs, [100.0, 110.0]);
        assert_eq!(labels, ["too few quiet samples in 1 of 2 trials: CPU time there, corrected by the reference"]);
    }

    #[test]
    fn method_30_a_runner_without_marks_has_its_cpu_time_as_cost_and_says_so() {
        let (costs, labels) = settled(&[&[(EstimateId::CpuNs, 150.0)]]);
        assert_eq!((costs, labels.len()), (vec![150.0], 1));
        assert_eq!(settled(&[&[(EstimateId::Instructions, 9.0)]]), (vec![], vec![]), "nothing was timed");
    }
}
