//! What is known of a case only after the whole run: controls, and the labels that follow from them.

use std::collections::{BTreeMap, HashMap};

use wirecost_measure::{control, estimate};
use wirecost_model::{
    CaseDocument, EstimateDocument, EstimateId, Hundredths, Lab, Label, Status, Tenths, WarmupEnd, Whole,
};

use crate::cost;

/// Adds the control's cost beside each case, and the labels that follow. Each machine has controls and a reference of its own.
pub fn conclude(cases: &mut [CaseDocument], verdict: EstimateId) {
    let mut by_host: BTreeMap<Option<String>, Vec<&mut CaseDocument>> = BTreeMap::new();
    for case in cases.iter_mut().filter(|case| case.lab == Lab::CODEC) {
        by_host.entry(case.host.clone()).or_default().push(case);
    }
    by_host.into_values().for_each(|cases| conclude_of_one(cases, verdict));
}

/// The same for the cases of one machine.
fn conclude_of_one(mut cases: Vec<&mut CaseDocument>, verdict: EstimateId) {
    let references = cases.iter().flat_map(|case| case.trial_values(EstimateId::ReferenceTicks));
    let reference = references.min_by(f64::total_cmp);
    for case in cases.iter_mut().filter(|case| case.status == Status::Ok) {
        case.concluded = match verdict {
            EstimateId::CostNs => cost::settle(case, reference),
            _ => Vec::new(),
        };
    }
    let controls: HashMap<String, CaseDocument> = cases
        .iter()
        .filter(|case| case.is_control() && case.estimates.contains_key(&verdict))
        .map(|case| (case.language.clone(), CaseDocument::clone(case)))
        .collect();
    let report_times: Vec<ReportTime> = cases.iter().filter_map(|case| ReportTime::of(case)).collect();
    for case in cases.iter_mut().filter(|case| case.status == Status::Ok) {
        let bounded = case.trials.iter().filter(|trial| trial.warmup == Some(WarmupEnd::TimeBound)).count();
        if bounded > 0 {
            case.concluded.push(Label::WarmUpCut { count: bounded, trials: case.trials.len() });
        }
        if case.is_control() {
            continue;
        }
        let control = controls.get(&case.language);
        let empty = control.and_then(|control| control.estimates.get(&verdict).copied());
        let of_control = |id: EstimateId| control.map(|control| control.trial_values(id)).unwrap_or_default();
        case.concluded.extend(quiet_less(case, &of_control(EstimateId::QuietShare)));
        case.concluded.extend(too_fast(case, verdict, empty));
        case.estimates.extend(empty.map(|empty| (EstimateId::EmptyNs, empty)));
        case.concluded.extend(suspicions(case, &report_times));
        if let Some(doubling) = case.estimates.get(&EstimateId::Doubling) {
            let doubling = estimate::Estimate { median: doubling.median, low: doubling.low, high: doubling.high };
            if case.trials.len() > 1 && control::doubling_fails(&doubling) {
                case.concluded.push(Label::Doubling { times: Hundredths(doubling.median) });
            }
        }
        // Exact quantities are the same in every trial or said not to be (METHOD 14); a wrong size has failed the case.
        if let Some(count) = case.estimates.get(&EstimateId::Instructions).filter(|count| count.low < count.high) {
            let percent = Hundredths((count.high / count.low - 1.0) * 100.0);
            case.concluded.push(Label::InexactInstructions { percent });
        }
    }
}

/// Whether a case was quiet less often than the control of its language: in every trial, and by much. It may disturb the
/// reference itself, and so choose among its own parts.
fn quiet_less(case: &CaseDocument, control: &[f64]) -> Option<Label> {
    const MUCH: f64 = 0.6;
    const FEWEST: usize = 4;
    let own = case.trial_values(EstimateId::QuietShare);
    let (most, least) = (own.iter().copied().fold(0.0, f64::max), control.iter().copied().fold(1.0, f64::min));
    let [own_share, control_share] = [&own[..], control].map(estimate::median);
    let differs = own.len().min(control.len()) >= FEWEST && most < least && own_share < MUCH * control_share;
    let percent = |share: f64| Whole(share * 100.0);
    differs.then(|| Label::QuietLess { percent: percent(own_share), control: percent(control_share) })
}

/// How long a case took at least to report its answers, with what determines how much it had to report: a busy machine only adds to it.
struct ReportTime {
    candidate: String,
    place: [String; 4],
    /// In units of what the harness takes.
    factor: f64,
    /// In nanoseconds.
    answer_ns: f64,
}

impl ReportTime {
    fn of(case: &CaseDocument) -> Option<Self> {
        if case.is_control() || case.status != Status::Ok {
            return None;
        }
        let least = |id: EstimateId| case.trial_values(id).into_iter().min_by(f64::total_cmp);
        let (factor, answer_ns) = (least(EstimateId::AnswerFactor)?, least(EstimateId::AnswerNs)?);
        let binding = case.parameters.get("binding").cloned().unwrap_or_default();
        let place = [case.language.clone(), case.message.clone(), case.operation.clone(), binding];
        Some(Self { candidate: case.candidate.clone(), place, factor, answer_ns })
    }

    /// How many times longer it took than others that had as much to report; none where it stands alone.
    fn beside_others(&self, all: &[Self]) -> Option<f64> {
        let others = all.iter().filter(|other| other.place == self.place && other.candidate != self.candidate);
        let others: Vec<f64> = others.map(|other| other.answer_ns).collect();
        (!others.is_empty()).then(|| self.answer_ns / estimate::median(&others).max(1.0))
    }
}

/// What most trials of a case showed against it. One trial alone may have met an interrupt, or a busy machine.
fn suspicions(case: &CaseDocument, report_times: &[ReportTime]) -> Vec<Label> {
    let [cpu_ns, answer_ns] = [EstimateId::CpuNs, EstimateId::AnswerNs].map(|id| case.median(id).unwrap_or_default());
    let most = |id: EstimateId, suspect: &dyn Fn(f64) -> bool| {
        let values = case.trial_values(id);
        let suspects: Vec<f64> = values.iter().copied().filter(|value| suspect(*value)).collect();
        (2 * suspects.len() > case.trials.len()).then(|| estimate::median(&suspects))
    };
    // Few parts show it, and on a busy machine they show it now and then where it is not.
    const FEWEST: usize = 3;
    let shown = case.trial_values(EstimateId::KeptFactor).into_iter().filter(|factor| control::works_for_kept(*factor));
    let kept = most(EstimateId::KeptFactor, &control::works_for_kept)
        .filter(|_| shown.count() >= FEWEST.min(case.trials.len()));
    let any = |_: f64| true;
    let slow_to_tell =
        ReportTime::of(case).filter(|own| control::is_slow_to_tell(own.factor, own.beside_others(report_times)));
    let cpu = most(EstimateId::ToldCpuNs, &any).filter(|_| cost::is_unreported(case));
    let time = most(EstimateId::ToldTimeNs, &any);
    let time_ns = case.median(EstimateId::TimeNs).unwrap_or_default();
    [
        most(EstimateId::Novelty, &control::remembers)
            .map(|novelty| Label::RemembersAnswers { times: Tenths(novelty) }),
        kept.map(|kept| Label::WorksForKept { times: Tenths(kept) }),
        most(EstimateId::LateNs, &|late| control::is_late(late, answer_ns, cpu_ns))
            .map(|late| Label::WorkPutOff { late_ns: Whole(late), operation_ns: Whole(cpu_ns) }),
        // A report that takes no longer than the operation hides little of its work.
        slow_to_tell
            .filter(|_| control::outweighs(answer_ns, cpu_ns))
            .map(|own| Label::SlowToRead { times: Tenths(own.factor) }),
        most(EstimateId::IdleShare, &any).map(|share| Label::MostlyIdle { percent: Whole(share * 100.0) }),
        cpu.map(|told| Label::CpuBySystem { ns: Tenths(cpu_ns), told_ns: Tenths(told) }),
        time.map(|told| Label::TimeByHarness { ns: Tenths(time_ns), told_ns: Tenths(told) }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Why a case is too fast to be ranked.
fn too_fast(case: &CaseDocument, verdict: EstimateId, empty: Option<EstimateDocument>) -> Option<Label> {
    let (median, empty) = (case.median(verdict)?, empty.map_or(0.0, |empty| empty.median));
    let bytes = case.median(EstimateId::SizeBytes).unwrap_or_default();
    if median < empty + control::least_ns(bytes) {
        return Some(Label::BelowLeast { bytes, ns: Tenths(median) });
    }
    control::at_floor(median, empty).then_some(Label::AtFloor)
}

#[cfg(test)]
pub(crate) mod tests {
    use wirecost_model::TrialDocument;

    use super::*;

    /// A case whose trials found these novelties.
    fn looked(novelties: &[f64]) -> CaseDocument {
        let trials = novelties.iter().map(|novelty| [(EstimateId::CpuNs, 5_000.0), (EstimateId::Novelty, *novelty)]);
        let trials: Vec<_> = trials.collect();
        case_of(&trials.iter().map(|trial| &trial[..]).collect::<Vec<_>>())
    }

    /// A case whose trials gave these estimates.
    pub(crate) fn case_of(trials: &[&[(EstimateId, f64)]]) -> CaseDocument {
        let trial = |estimates: &&[(EstimateId, f64)]| TrialDocument {
            estimates: estimates.iter().copied().collect(),
            samples: 7,
            outliers: 0,
            position: 0,
            warmup: None,
            load: None,
        };
        let mut case = CaseDocument {
            lab: Lab::CODEC,
            candidate: "a".into(),
            version: "1".into(),
            receipt: "Cargo.lock".into(),
            build: None,
            message_digest: None,
            host: None,
            language: "rust".into(),
            format: "json".into(),
            message: "m".into(),
            operation: "decode".into(),
            parameters: std::collections::BTreeMap::new(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            concluded: Vec::new(),
            trials_planned: 0,
            trials: trials.iter().map(trial).collect(),
            estimates: std::collections::BTreeMap::new(),
        };
        wirecost_store::complete(&mut case);
        case
    }

    #[test]
    fn method_35_work_that_is_put_off_or_left_out_is_labelled_where_most_trials_show_it() {
        let labels = |id: EstimateId, values: [f64; 3]| {
            let trials = values.map(|value| [(EstimateId::CpuNs, 500.0), (EstimateId::AnswerNs, 4_000.0), (id, value)]);
            let mut cases = [case_of(&trials.each_ref().map(|trial| &trial[..]))];
            conclude(&mut cases, EstimateId::CpuNs);
            cases[0].concluded.iter().map(Label::to_string).collect::<Vec<_>>()
        };
        let put_off = "work put off: reading a result for the first time takes 2700 ns, the operation 500 ns";
        assert_eq!(labels(EstimateId::LateNs, [2_600.0, 2_800.0, 0.0]), [put_off]);
        assert_eq!(labels(EstimateId::LateNs, [900.0, 2_800.0, 0.0]), [""; 0]);
        let left_out = "works less where no result is kept: operations take 2.0x the time where all are";
        assert_eq!(labels(EstimateId::KeptFactor, [2.0, 1.9, 2.0]), [left_out]);
        assert_eq!(labels(EstimateId::KeptFactor, [2.0, 1.2, 2.0]), [""; 0], "two are too few");
    }

    #[test]
    fn method_6_only_checks_that_agree_say_that_a_candidate_remembers() {
        let labels = |novelties: &[f64]| {
            let mut cases = [looked(novelties)];
            conclude(&mut cases, EstimateId::CpuNs);
            let [case] = cases;
            case.concluded.iter().map(Label::to_string).collect::<Vec<_>>()
        };
        assert_eq!(labels(&[11.2, 1.13]), [""; 0], "two trials that disagree");
        assert_eq!(labels(&[11.2, 9.04, 1.2]), ["remembers answers: unseen inputs take 10.1x the time"]);
        assert_eq!(
            labels(&[11.2]),
            ["remembers answers: unseen inputs take 11.2x the time"],
            "every look of the trial"
        );
        assert_eq!(labels(&[1.1]), [""; 0]);
    }
}
