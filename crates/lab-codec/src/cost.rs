//! What ranks compare: the figure of quiet parts, with the rare work that it leaves out, or the nearest figure there is
//! (METHOD 28 to 30).

use std::collections::BTreeMap;

use wirecost_measure::estimate::median;
use wirecost_measure::machine::CLOCKS;
use wirecost_measure::witness;
use wirecost_model::{CaseDocument, EstimateId, Hundredths, Label, TrialDocument, Whole};

/// CPU time beyond the quiet figure, as a share of it, up to which all of it may be the machine's, and from where on all of it is work of
/// the candidate's: garbage collection, other threads, work put off to a later call. What lies between is charged in part, so that a
/// little more of it never costs much more: two equal candidates may lie on either side of any bound.
const RARE: std::ops::Range<f64> = 0.05..0.15;

/// CPU time beyond what the runner reports, as a share of that, from where on it is charged, and from where on all of it is.
const UNREPORTED: std::ops::Range<f64> = 0.10..0.20;

/// What is charged from this share on is said of the case, and anything less is not charged.
const TOLD: f64 = 0.01;

/// How much more than it explains the machine may have caused, as a share of that: it goes by medians, and what neighbours do has tails.
const UNSURE: f64 = 0.15;

/// The fewest quiet trials that stand for all: two thirds of few, or as many as a test needs. The figures of others are up to a fifth off.
const FEWEST_QUIET: usize = 4;
const ENOUGH_QUIET: usize = 6;

/// Gives each trial its cost, and says what a reader of the case must know of it. `reference` is the least undisturbed time
/// of the reference in the run, in ticks.
pub fn settle(case: &mut CaseDocument, reference: Option<f64>) -> Vec<Label> {
    // By what the machine was slower than its fastest, as far as it was known in a trial: 1 in any but the first. It is a speed of
    // its clock, or the trial was measured before the machine had been seen undisturbed.
    let early = |trial: &TrialDocument| {
        let own = trial.estimates.get(&EstimateId::ReferenceTicks).copied();
        own.zip(reference).map_or(1.0, |(own, least)| own / least)
    };
    let marked = case.trials.iter().filter(|trial| has(trial, EstimateId::QuietShare)).count();
    let knew = |trial: &TrialDocument| early(trial) <= CLOCKS;
    let doubt = not_borne_out(case);
    let is_quiet = |trial: &TrialDocument| doubt.is_none() && has(trial, EstimateId::QuietNs) && knew(trial);
    let quiet = case.trials.iter().filter(|trial| is_quiet(trial)).count();
    let trials = case.trials.len();
    // Which of them are quiet is a matter of the machine, so that those are a fair choice among all.
    let leaves_out = quiet >= ENOUGH_QUIET || (quiet >= FEWEST_QUIET && 3 * quiet >= 2 * trials);
    let unreported = unreported(case);
    let rare = rare_work(case).filter(|_| doubt.is_none() && unreported.is_none());
    for trial in &mut case.trials {
        let (early, is_quiet) = (early(trial), is_quiet(trial));
        let figure = |id: EstimateId| trial.estimates.get(&id).copied();
        let quiet_ns = figure(EstimateId::QuietNs).filter(|_| is_quiet).map(|ns| ns * unreported.unwrap_or(1.0));
        let whole =
            quiet_ns.map(|quiet_ns| quiet_ns / early * (1.0 + beyond(&trial.estimates).unwrap_or(0.0).max(0.0)));
        let quiet_ns = quiet_ns.map(|quiet_ns| quiet_ns / early * (1.0 + rare.unwrap_or(0.0)));
        let corrected_ns = figure(EstimateId::CorrectedNs).map(|corrected_ns| corrected_ns / early);
        let otherwise = corrected_ns.or(figure(EstimateId::CpuNs)).filter(|_| !leaves_out);
        let cost = quiet_ns.or(otherwise);
        trial.estimates.extend(cost.map(|cost| (EstimateId::CostNs, cost)));
        trial.estimates.extend(whole.map(|whole| (EstimateId::WholeNs, whole)));
    }
    wirecost_store::complete(case);
    if !case.estimates.contains_key(&EstimateId::CostNs) {
        return Vec::new();
    }
    let is_doubted = doubt.is_some();
    let mut labels = Vec::from_iter(doubt);
    match (marked, quiet) {
        _ if is_doubted => {}
        (0, _) => labels.push(Label::NoMarks),
        (_, quiet) if quiet < trials && leaves_out => {
            labels.push(Label::LeftOut { count: trials - quiet, trials });
        }
        (_, quiet) if quiet < trials => {
            labels.push(Label::TooFewQuiet { count: trials - quiet, trials });
        }
        _ => {}
    }
    labels.extend(rare.map(|share| Label::RareWork { percent: Whole(share * 100.0) }));
    labels
}

/// How many times as much CPU time as its runner reports each trial took by the system's clock: 1 where it found them to agree.
fn by_system(case: &CaseDocument) -> Vec<f64> {
    let of = |trial: &TrialDocument| {
        let of = |id: EstimateId| trial.estimates.get(&id).copied();
        Some(of(EstimateId::CpuNs)? / of(EstimateId::ToldCpuNs)?)
    };
    case.trials.iter().map(|trial| of(trial).unwrap_or(1.0)).collect()
}

/// How sure it is that a case takes more CPU time than its runner reports: 0 where more than a few trials found them to agree.
fn sure_of_more(factors: &[f64]) -> f64 {
    lower_quartile(factors.to_vec()).map_or(0.0, |factor| in_part(factor - 1.0, UNREPORTED))
}

/// Whether a case takes more CPU time than its runner reports.
pub fn is_unreported(case: &CaseDocument) -> bool {
    sure_of_more(&by_system(case)) > 0.0
}

/// How many times as much as its runner reports a case is charged with; none where that is all, or where the runner's clock shows next to
/// nothing. The times between marks are the runner's too.
fn unreported(case: &CaseDocument) -> Option<f64> {
    const MOST: f64 = 5.0;
    let factors = by_system(case);
    let sure = sure_of_more(&factors);
    let found: Vec<f64> = factors.into_iter().filter(|factor| *factor != 1.0).collect();
    (sure > 0.0).then(|| 1.0 + (median(&found) - 1.0) * sure).filter(|factor| *factor <= MOST)
}

/// What nearly all trials show at least: what neighbours do is in some of them, or in most.
fn lower_quartile(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 4).copied()
}

/// 0 for a share below a range, 1 beyond it, and in between as far as it lies within.
fn in_part(share: f64, range: std::ops::Range<f64>) -> f64 {
    ((share - range.start) / (range.end - range.start)).clamp(0.0, 1.0)
}

/// What is wrong with the marks of a case: over its trials together they explain more of its time than the harness's own marks bear out. A few
/// marks of one trial say little.
fn not_borne_out(case: &CaseDocument) -> Option<Label> {
    let of = |trial: &TrialDocument| {
        let of = |id: EstimateId| trial.estimates.get(&id).copied();
        of(EstimateId::Explained).zip(of(EstimateId::SeenSlowness))
    };
    let (told, seen): (Vec<f64>, Vec<f64>) = case.trials.iter().filter_map(of).unzip();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (told, seen) = (mean(&told), mean(&seen));
    // Of no trials, both are no numbers.
    let doubted = told > 0.0 && !witness::bears_out(told, seen);
    doubted.then_some(Label::MarksNotBorneOut { told: Hundredths(told), seen: Hundredths(seen) })
}

fn has(trial: &TrialDocument, id: EstimateId) -> bool {
    trial.estimates.contains_key(&id)
}

/// CPU time beyond the quiet figure as a share of it; none without such a figure.
pub fn beyond(estimates: &BTreeMap<EstimateId, f64>) -> Option<f64> {
    let [beyond, quiet] = [EstimateId::BeyondNs, EstimateId::QuietNs].map(|id| estimates.get(&id));
    Some(beyond? / quiet?)
}

/// What a case is charged for rare work, as a share of its quiet figure: the median over its trials of what lies beyond that, or a part of
/// it. None where that is nothing. A neighbour, and a hypervisor that stops a core, add to some trials or to most. So the lower quartile of
/// what the machine does not explain decides how much of the median is charged: work of the candidate's is in nearly all trials.
fn rare_work(case: &CaseDocument) -> Option<f64> {
    let of_trial = |trial: &TrialDocument| {
        let of = |id: EstimateId| trial.estimates.get(&id);
        let (cpu, quiet) = (of(EstimateId::CpuNs)?, of(EstimateId::QuietNs)?);
        let beyond = beyond(&trial.estimates)?;
        let explained = (cpu / quiet - 1.0 - beyond).max(0.0);
        Some((beyond, beyond - UNSURE * explained))
    };
    let (shares, unexplained): (Vec<f64>, Vec<f64>) = case.trials.iter().filter_map(of_trial).unzip();
    let sure = in_part(lower_quartile(unexplained)?, RARE);
    Some(median(&shares) * sure).filter(|share| *share >= TOLD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conclude::tests::case_of;

    fn settled(trials: &[&[(EstimateId, f64)]]) -> (Vec<f64>, Vec<String>) {
        let mut case = case_of(trials);
        let labels = settle(&mut case, Some(4_000.0)).iter().map(Label::to_string).collect();
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
    fn method_36_a_figure_whose_marks_are_not_borne_out_does_not_count() {
        let told = |explained: f64, seen: f64| {
            let [cpu, share, ..] = QUIET;
            let quiet = [(EstimateId::QuietNs, 150.0 / explained), (EstimateId::BeyondNs, 0.0)];
            let marks = [(EstimateId::Explained, explained), (EstimateId::SeenSlowness, seen)];
            [[cpu, share], quiet, marks, [(EstimateId::CorrectedNs, 140.0); 2]].concat()
        };
        let (moved, honest) = (told(3.0, 1.1), told(1.5, 1.4));
        let (costs, labels) = settled(&[&moved, &moved, &moved]);
        assert_eq!(costs, [140.0; 3], "what they do not explain is its own");
        let doubt = "marks not borne out: they explain 3.00x the undisturbed time, the harness's own 1.10x";
        assert_eq!(labels, [format!("{doubt}; CPU time, corrected by the latter")]);
        assert_eq!(settled(&[&honest, &honest, &honest]), (vec![100.0; 3], vec![]));
        assert_eq!(settled(&[&honest, &told(1.8, 1.2), &honest]).1, [""; 0], "a few marks of one trial say little");
    }

    #[test]
    fn method_36_quiet_times_are_those_of_the_system_where_the_runner_reports_less() {
        let told = |told_ns: f64| {
            let [_, share, quiet, _] = QUIET;
            let clocks = [(EstimateId::CpuNs, 220.0), (EstimateId::ToldCpuNs, told_ns)];
            [&clocks[..], &[share, quiet, (EstimateId::BeyondNs, 110.0)]].concat()
        };
        let (halved, stands_still) = (told(110.0), told(0.001));
        assert_eq!(settled(&[&halved, &halved, &halved, &halved, &QUIET]).0, [200.0; 5]);
        assert_eq!(settled(&[&halved, &halved, &QUIET, &QUIET]).0, [100.0; 4], "some trials may have met anything");
        let slightly = told(190.0);
        let charged = settled(&[&slightly[..]; 3]).0[0];
        assert!(charged > 105.0 && charged < 115.0, "{charged}: without a step");
        assert!(
            settled(&[&stands_still[..]; 3]).0.iter().all(|cost| *cost < 220.0),
            "the times between marks are by another clock"
        );
    }

    #[test]
    fn method_29_rare_work_is_part_of_the_cost() {
        let mut rare = QUIET;
        rare[3].1 = 90.0;
        let (costs, labels) = settled(&[&rare, &rare, &rare]);
        assert!(costs.iter().all(|cost| (cost - 190.0).abs() < 0.01), "{costs:?}");
        assert_eq!(labels, ["rare work: 90 % of its cost on top, outside ordinary operations"]);
        let disturbed = [(EstimateId::CpuNs, 200.0), QUIET[1], QUIET[2], (EstimateId::BeyondNs, 15.0)];
        assert_eq!(settled(&[&disturbed[..]; 3]), (vec![100.0; 3], vec![]), "beside 85 % that the machine explains");
        let stopped = settled(&[&rare, &rare, &rare, &QUIET, &QUIET, &rare]);
        assert_eq!(
            stopped,
            (vec![100.0; 6], vec![]),
            "in most trials, as where a hypervisor stops a core again and again"
        );
    }

    /// The cost of a case in whose trials this much lies beyond the quiet figure.
    fn with_beyond(beyond: f64) -> f64 {
        let trial = [(EstimateId::CpuNs, 100.0 + beyond), QUIET[1], QUIET[2], (EstimateId::BeyondNs, beyond)];
        settled(&[&trial[..]; 6]).0[0]
    }

    #[test]
    fn method_29_no_bound_makes_a_step_in_the_cost() {
        let costs: Vec<f64> = (0..800).map(|beyond| with_beyond(f64::from(beyond) / 10.0)).collect();
        let steps = costs.windows(2).map(|pair| pair[1] - pair[0]);
        // What is less than 1 % of the cost is not charged.
        assert!(steps.clone().all(|step| (0.0..1.2).contains(&step)), "{:?}", steps.fold(0.0, f64::max));
        assert_eq!((costs[0], costs[50]), (100.0, 100.0));
        assert!((costs[150] - 115.0).abs() < 1e-9 && (costs[790] - 179.0).abs() < 1e-9, "all of it is charged");
    }

    #[test]
    fn method_30_too_few_quiet_parts_fall_back_and_say_so() {
        let noisy = [(EstimateId::CpuNs, 150.0), (EstimateId::QuietShare, 0.0), (EstimateId::CorrectedNs, 110.0)];
        let (costs, labels) = settled(&[&QUIET, &noisy]);
        assert_eq!(costs, [100.0, 110.0]);
        assert_eq!(labels, ["too few quiet parts in 1 of 2 trials: CPU time there, corrected by the reference"]);
        let (costs, labels) = settled(&[&QUIET, &noisy, &QUIET, &QUIET, &noisy, &QUIET]);
        assert_eq!(costs, [100.0; 4]);
        assert_eq!(labels, ["too few quiet parts in 2 of 6 trials, which are left out"]);
        let half = |quiet: usize| settled(&[&vec![&QUIET[..]; quiet][..], &vec![&noisy[..]; quiet]].concat()).0;
        assert_eq!(half(6), [100.0; 6]);
        assert_eq!(half(5), [[100.0; 5], [110.0; 5]].concat(), "too few for a test");
    }

    #[test]
    fn method_28_a_trial_before_the_machine_was_seen_undisturbed_is_not_quiet() {
        let known =
            [(EstimateId::QuietNs, 100.0), (EstimateId::QuietShare, 0.9), (EstimateId::ReferenceTicks, 4_000.0)];
        let early = [
            (EstimateId::QuietNs, 200.0),
            (EstimateId::QuietShare, 0.9),
            (EstimateId::ReferenceTicks, 8_000.0),
            (EstimateId::CorrectedNs, 202.0),
        ];
        let (costs, labels) = settled(&[&early, &known, &known]);
        assert_eq!(costs, [101.0, 100.0, 100.0]);
        assert_eq!(labels, ["too few quiet parts in 1 of 3 trials: CPU time there, corrected by the reference"]);
    }

    #[test]
    fn method_28_a_trial_before_the_clock_was_seen_at_its_fastest_is_brought_to_it() {
        let at =
            |ticks| [(EstimateId::QuietNs, 104.0), (EstimateId::QuietShare, 0.9), (EstimateId::ReferenceTicks, ticks)];
        assert_eq!(settled(&[&at(4_160.0), &at(4_040.0), &at(4_000.0)]), (vec![100.0, 104.0 / 1.01, 104.0], vec![]));
    }

    #[test]
    fn method_30_a_runner_without_marks_has_its_cpu_time_as_cost_and_says_so() {
        let (costs, labels) = settled(&[&[(EstimateId::CpuNs, 150.0)]]);
        assert_eq!((costs, labels.len()), (vec![150.0], 1));
        assert_eq!(settled(&[&[(EstimateId::Instructions, 9.0)]]), (vec![], vec![]), "nothing was timed");
    }
}
