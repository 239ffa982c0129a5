//! What only all trials of a case together tell: whether its figures can be believed, and how they must be read.

use std::collections::{BTreeMap, BTreeSet};

use wirecost_measure::compare::ALPHA;
use wirecost_measure::estimate::median;
use wirecost_measure::rank;
use wirecost_model::{CaseDocument, EstimateId, Lab, Label, LoadDocument, Status, TWIN, TrialDocument, Whole};

use crate::twins::are_worth_it;

/// CPU time between slices is said where it is at least this share of what a server uses.
const WORTH_SAYING: f64 = 0.02;
/// What else this machine does makes windows cost more, never slices: this much the other way round tells of the server.
const MORE_IN_SLICES: f64 = 0.1;
/// Rare work of a server is charged to it where it is at least this share of what a request costs, and the trials agree on it.
const RARE: f64 = 0.05;
/// A server is still warming up where a request costs at least this share more in the first half of its slices, and the trials agree.
const WARMING: f64 = 0.1;
/// Windows that cost at least this share more than nearly all slices show what slices do not, if the trials agree on it.
const BEYOND_SLICES: f64 = 0.1;

/// Gives the cases of `lab` their labels, and sets aside those of which half of the trials or more were not valid: the
/// machine was too busy for them. They keep their figures, which nobody ranks. Where servers took turns, a case loses
/// only the figures of those windows. Calling this again changes nothing.
pub fn conclude(lab: &Lab, cases: &mut [CaseDocument]) {
    let disturbed = disturbed(lab, cases);
    for case in cases.iter_mut().filter(|case| case.lab == *lab && case.status == Status::Ok) {
        let loads: Vec<&LoadDocument> = case.trials.iter().filter_map(|trial| trial.load.as_ref()).collect();
        if loads.is_empty() {
            continue;
        }
        let trials = loads.len();
        case.labels = labels(&loads).into_iter().chain(failures(&loads)).collect();
        let in_slices = |trial: &&TrialDocument| trial.estimates.contains_key(&EstimateId::BeyondNs);
        let (windows, whole): (Vec<_>, Vec<_>) = refused(&case.trials).partition(in_slices);
        let reason = |refused: &[&TrialDocument]| refused.first().map(|first| reason(first));
        let of_whole = reason(&whole).map(|reason| Label::TrialsNotValid { count: whole.len(), trials, reason });
        let of_windows = reason(&windows).map(|reason| Label::WindowsNotValid { count: windows.len(), trials, reason });
        if whole.len() * 2 >= trials {
            (case.status, case.reason) = (Status::Invalid, of_whole.map(|label| label.to_string()));
        } else {
            case.labels.extend(of_whole);
        }
        case.labels.extend(of_windows);
        drop_windows(&mut case.trials);
        let quiet = !disturbed.contains(&comparison(case));
        case.labels.extend(take_figures(&mut case.trials, quiet));
        case.labels.extend(charge_windows(&mut case.trials));
        case.labels.extend(charge_rare_work(&mut case.trials, quiet));
        case.labels.extend(of_slices(&case.trials));
        // What trials were charged with and what was dropped shows in the figures of the case.
        wirecost_store::complete(case);
        if case.parameters.get("placement").is_some_and(|placement| placement != "apart") {
            case.labels.push(Label::SharesCores);
        }
    }
}

/// The message, the operation and the load: servers that share these are compared.
type Compared = (String, String, BTreeMap<String, String>);

fn comparison(case: &CaseDocument) -> Compared {
    let parameters = case.parameters.iter().filter(|(name, _)| *name != TWIN);
    let parameters = parameters.map(|(name, value)| (name.clone(), value.clone())).collect();
    (case.message.clone(), case.operation.clone(), parameters)
}

/// The comparisons in which a trial had too few quiet slices. The ratio of two servers depends on whether slices are quiet, so all trials
/// of all servers must give figures of one kind.
fn disturbed(lab: &Lab, cases: &[CaseDocument]) -> BTreeSet<Compared> {
    let is_paired = |trial: &TrialDocument| {
        trial.estimates.contains_key(&EstimateId::BeyondNs) && !trial.estimates.contains_key(&EstimateId::QuietNs)
    };
    let of_lab = cases.iter().filter(|case| case.lab == *lab && case.status == Status::Ok);
    of_lab.filter(|case| case.trials.iter().any(is_paired)).map(comparison).collect()
}

/// Takes the figures of slices from quiet slices alone, or from all of them. A label says so of a closed loop, which may have quiet ones.
fn take_figures(trials: &mut [TrialDocument], quiet: bool) -> Option<Label> {
    let mut could_be_quiet = false;
    for estimates in trials.iter_mut().map(|trial| &mut trial.estimates) {
        let of = |quiet_id: EstimateId, typical_id: EstimateId| {
            estimates.get(if quiet { &quiet_id } else { &typical_id }).copied()
        };
        let Some(beyond) = estimates.get(&EstimateId::BeyondNs).copied() else { continue };
        could_be_quiet |= estimates.contains_key(&EstimateId::QuietShare);
        let cpu = of(EstimateId::QuietNs, EstimateId::CorrectedNs).map(|each| each + beyond);
        let client = of(EstimateId::QuietClientNs, EstimateId::TypicalClientNs);
        let time = of(EstimateId::QuietTimeNs, EstimateId::TypicalTimeNs);
        // Slices of one caller show the round trip, too.
        let round_trip = time.filter(|_| estimates.contains_key(&EstimateId::WindowTimeNs));
        let found = [
            (EstimateId::ServerCpuNs, cpu),
            (EstimateId::ClientCpuNs, client),
            (EstimateId::RatePerS, time.map(|ns| 1e9 / ns)),
            (EstimateId::TimeNs, round_trip),
        ];
        estimates.extend(found.into_iter().filter_map(|(id, value)| Some((id, value?))));
    }
    (could_be_quiet && !quiet).then_some(Label::PairedSlices)
}

/// The trials whose load is not valid.
fn refused(trials: &[TrialDocument]) -> impl Iterator<Item = &TrialDocument> {
    trials.iter().filter(|trial| trial.load.as_ref().is_some_and(|load| !load.valid))
}

/// Why the load of a trial is not valid.
fn reason(trial: &TrialDocument) -> String {
    let reason = trial.load.as_ref().and_then(|load| load.reason.clone());
    reason.unwrap_or_else(|| "no reason recorded".to_owned())
}

/// Drops what only windows that are not valid tell, beside slices that hold all the same. Where half of the windows or more
/// are not valid, the others are too few.
fn drop_windows(trials: &mut [TrialDocument]) {
    let too_few = refused(trials).count() * 2 >= trials.len();
    for trial in trials.iter_mut().filter(|trial| trial.estimates.contains_key(&EstimateId::BeyondNs)) {
        if too_few || trial.load.as_ref().is_some_and(|load| !load.valid) {
            let all = trial.estimates.clone();
            let by_slices = |id: EstimateId| id.in_window().is_some_and(|of_window| all.contains_key(&of_window));
            trial.estimates.retain(|id, _| match id {
                EstimateId::WindowBeyondShare => false,
                id if *id == EstimateId::RatePerS || id.is_wait() => by_slices(*id),
                _ => true,
            });
        }
    }
}

/// The labels of the trials, with the number of those that have one where not all do.
fn labels(loads: &[&LoadDocument]) -> Vec<Label> {
    let mut counts: BTreeMap<String, (&Label, usize)> = BTreeMap::new();
    for label in loads.iter().flat_map(|load| &load.labels) {
        counts.entry(label.to_string()).or_insert((label, 0)).1 += 1;
    }
    counts.into_values().map(|(label, count)| Label::in_some(label.clone(), count, loads.len())).collect()
}

/// What slices show of a server that a window does not, where that is worth saying.
fn of_slices(trials: &[TrialDocument]) -> Vec<Label> {
    let share = |of: EstimateId, by: EstimateId| {
        let shares = trials.iter().filter_map(|trial| Some(trial.estimates.get(&of)? / trial.estimates.get(&by)?));
        median(&shares.collect::<Vec<_>>())
    };
    let percent = |share: f64| Whole(share * 100.0);
    let between = share(EstimateId::BeyondNs, EstimateId::ServerCpuNs);
    let more = share(EstimateId::ServerCpuNs, EstimateId::WindowCpuNs) - 1.0;
    let between = (between >= WORTH_SAYING).then_some(Label::WorksBetween { percent: percent(between) });
    let warming = agreed(trials, EstimateId::WarmingShare, WARMING);
    let warming = warming.map(|share| Label::WarmingUp { percent: percent(share) });
    // A window comes after the slices, when a server has warmed up.
    let more =
        (more >= MORE_IN_SLICES && warming.is_none()).then_some(Label::CostsMoreInSlices { percent: percent(more) });
    between.into_iter().chain(warming).chain(more).collect()
}

/// Charges a server for its rare work in slices, which typical ones do not show, if there is more of it than the machine explains.
fn charge_rare_work(trials: &mut [TrialDocument], quiet: bool) -> Option<Label> {
    if quiet {
        // The mean over quiet slices has it.
        return None;
    }
    let time = agreed(trials, EstimateId::RareTimeShare, RARE);
    let cpu = agreed(trials, EstimateId::RareShare, RARE);
    for estimates in trials.iter_mut().map(|trial| &mut trial.estimates) {
        let of = |estimates: &BTreeMap<EstimateId, f64>, id| estimates.get(&id).copied();
        let typical = of(estimates, EstimateId::CorrectedNs).zip(of(estimates, EstimateId::BeyondNs));
        if let (Some(share), Some((typical, beyond))) = (cpu, typical) {
            let charged = typical * (1.0 + share) + beyond;
            // What windows cost stays where it is more.
            estimates.entry(EstimateId::ServerCpuNs).and_modify(|cost| *cost = cost.max(charged));
        }
        if let (Some(share), Some(typical)) = (time, of(estimates, EstimateId::TypicalTimeNs)) {
            let charged = typical * (1.0 + share);
            estimates.insert(EstimateId::RatePerS, 1e9 / charged);
            if estimates.contains_key(&EstimateId::WindowTimeNs) {
                estimates.insert(EstimateId::TimeNs, charged);
            }
        }
    }
    cpu.map(|share| Label::RareWork { percent: Whole(share * 100.0) })
}

/// Charges a server for what its windows cost, if that is more than slices explain: then its latency is that of windows, too. A trial whose
/// window is not valid is charged with what the others are charged with.
fn charge_windows(trials: &mut [TrialDocument]) -> Option<Label> {
    agreed(trials, EstimateId::WindowBeyondShare, BEYOND_SLICES)?;
    let more = |trial: &TrialDocument| {
        let valid = trial.estimates.contains_key(&EstimateId::WindowBeyondShare);
        let (windows, slices) = (&EstimateId::WindowCpuNs, &EstimateId::ServerCpuNs);
        Some((trial.estimates.get(windows).filter(|_| valid)? / trial.estimates.get(slices)?).max(1.0))
    };
    let usual = median(&trials.iter().filter_map(more).collect::<Vec<_>>());
    for trial in trials.iter_mut().filter(|trial| trial.estimates.contains_key(&EstimateId::BeyondNs)) {
        let of_window = more(trial);
        let more = of_window.unwrap_or(usual);
        trial.estimates.entry(EstimateId::ServerCpuNs).and_modify(|cost| *cost *= more);
        let p50 = of_window.and_then(|_| trial.estimates.get(&EstimateId::WindowP50Ns).copied());
        trial.estimates.remove(&EstimateId::LatencyP50Ns);
        trial.estimates.extend(p50.map(|p50| (EstimateId::LatencyP50Ns, p50)));
    }
    Some(Label::CostsMoreInWindow)
}

/// The share that the trials agree on; none if they do not, or if it is below `least`. Too few of them for a test must all say the same.
fn agreed(trials: &[TrialDocument], id: EstimateId, least: f64) -> Option<f64> {
    let shares: Vec<f64> = trials.iter().filter_map(|trial| trial.estimates.get(&id).copied()).collect();
    let logs: Vec<f64> = shares.iter().map(|share| share.ln_1p()).collect();
    let agree = match are_worth_it(shares.len()) {
        true => rank::signed_p(&logs) <= ALPHA,
        false => shares.iter().all(|share| *share > 0.0),
    };
    Some(median(&shares)).filter(|share| *share >= least && agree)
}

/// How many requests of all trials failed, by kind.
fn failures(loads: &[&LoadDocument]) -> Option<Label> {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (kind, count) in loads.iter().flat_map(|load| &load.errors) {
        *kinds.entry(kind).or_default() += count;
    }
    let sent: u64 = loads.iter().map(|load| load.sent).sum();
    let failed: u64 = kinds.values().sum();
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    (failed > 0).then(|| Label::RequestsFailed { count: failed, sent, kinds: kinds.join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(loads: Vec<LoadDocument>) -> CaseDocument {
        let text = r#"{"lab":"http","candidate":"c","version":"1","language":"c","format":"json","message":"m",
            "operation":"get","status":"ok","parameters":{"placement":"apart"}}"#;
        let mut case: CaseDocument = serde_json::from_str(text).unwrap();
        case.trials = loads
            .into_iter()
            .map(|load| TrialDocument {
                estimates: BTreeMap::from([(EstimateId::RatePerS, 1.0)]),
                samples: 1,
                outliers: 0,
                position: 0,
                warmup: None,
                load: Some(load),
            })
            .collect();
        case
    }

    fn worded(case: &CaseDocument) -> Vec<String> {
        case.labels.iter().map(Label::to_string).collect()
    }

    fn load(valid: bool) -> LoadDocument {
        let reason = (!valid).then(|| "the generator was the bottleneck".to_owned());
        LoadDocument { valid, reason, sent: 100, labels: vec![Label::ServiceTime], ..LoadDocument::default() }
    }

    #[test]
    fn rare_work_that_trials_agree_on_is_charged_once() {
        let estimates = |rare: f64| {
            use EstimateId::*;
            BTreeMap::from([
                (ServerCpuNs, 1_010.0),
                (CorrectedNs, 1_000.0),
                (BeyondNs, 10.0),
                (RareShare, rare),
                (RatePerS, 500.0),
                (TimeNs, 2e6),
                (WindowTimeNs, 3e6),
                (TypicalTimeNs, 2e6),
                (RareTimeShare, rare / 2.0),
            ])
        };
        let with = |rares: &[f64]| {
            let mut case = case(vec![load(true); rares.len()]);
            case.trials.iter_mut().zip(rares).for_each(|(trial, rare)| trial.estimates = estimates(*rare));
            case
        };
        let of = |case: &CaseDocument, id| case.trials[0].estimates[&id];
        let mut cases = [
            with(&[0.1, 0.2, 0.3, 0.4, 0.2, 0.2]),
            with(&[0.1, -0.2, 0.3, 0.4, -0.2, 0.2]),
            with(&[0.01, 0.02, 0.01, 0.02, 0.02, 0.02]),
            with(&[0.5, 0.5]),
        ];
        // What was charged is not charged again.
        for _ in 0..2 {
            conclude(&Lab::HTTP, &mut cases);
            let charged = cases.iter().map(|case| (of(case, EstimateId::ServerCpuNs), of(case, EstimateId::RatePerS)));
            let charged: Vec<(i64, i64)> =
                charged.map(|(cost, rate)| (cost.round() as i64, rate.round() as i64)).collect();
            assert_eq!(charged, [(1_210, 455), (1_010, 500), (1_010, 500), (1_510, 400)]);
            assert_eq!(cases[0].median(EstimateId::ServerCpuNs).map(f64::round), Some(1_210.0));
            let round_trips = cases.iter().map(|case| of(case, EstimateId::TimeNs).round() as i64);
            assert_eq!(round_trips.collect::<Vec<_>>(), [2_200_000, 2_000_000, 2_000_000, 2_500_000]);
        }
        let labelled = |case: &CaseDocument| worded(case).iter().any(|label| label.starts_with("rare work: "));
        assert_eq!(cases.each_ref().map(labelled), [true, false, false, true]);
    }

    #[test]
    fn figures_of_a_comparison_are_of_one_kind() {
        use EstimateId::*;
        let with = |candidate: &str, quiet: &[bool]| {
            let mut case = case(vec![load(true); quiet.len()]);
            case.candidate = candidate.into();
            for (trial, quiet) in case.trials.iter_mut().zip(quiet) {
                let typical = [(BeyondNs, 10.0), (QuietShare, 0.1), (CorrectedNs, 200.0), (TypicalTimeNs, 4e6)];
                trial.estimates.extend(typical);
                trial.estimates.extend(quiet.then_some([(QuietNs, 100.0), (QuietTimeNs, 2e6)]).into_iter().flatten());
            }
            case
        };
        let told = |cases: &mut [CaseDocument]| -> Vec<(f64, f64, bool)> {
            conclude(&Lab::HTTP, cases);
            let of = |case: &CaseDocument, id| case.trials[0].estimates[&id];
            let is_paired = |case: &CaseDocument| case.labels.contains(&Label::PairedSlices);
            cases.iter().map(|case| (of(case, ServerCpuNs), of(case, RatePerS), is_paired(case))).collect()
        };
        let all = || with("a", &[true; 6]);
        assert_eq!(told(&mut [all(), with("b", &[true; 6])]), [(110.0, 500.0, false); 2]);
        let mut mixed = [all(), with("b", &[true, true, false, true, true, true])];
        assert_eq!(told(&mut mixed), [(210.0, 250.0, true); 2]);
        assert_eq!(told(&mut mixed), [(210.0, 250.0, true); 2], "a second time changes nothing");
        let mut other = with("b", &[false; 6]);
        other.parameters.insert("connections".into(), "1".into());
        assert_eq!(told(&mut [all(), other])[0], (110.0, 500.0, false), "another load is another comparison");
    }

    #[test]
    fn method_40_what_windows_cost_is_charged_where_trials_agree() {
        let with = |shares: [f64; 6]| {
            let mut case = case(vec![load(true); 6]);
            for (trial, share) in case.trials.iter_mut().zip(shares) {
                let figures = [
                    (EstimateId::BeyondNs, 0.0),
                    (EstimateId::LatencyP50Ns, 1_000.0),
                    (EstimateId::WindowP50Ns, 1_500.0),
                    (EstimateId::ServerCpuNs, 100.0),
                    (EstimateId::WindowCpuNs, 110.0 * (1.0 + share)),
                    (EstimateId::WindowBeyondShare, share),
                ];
                trial.estimates.extend(figures);
            }
            case
        };
        // A window in six costs more because of what else the machine does.
        let mut cases = [with([0.2, 0.3, 0.2, 0.4, 0.2, 0.2]), with([0.4, -0.1, -0.2, -0.1, -0.1, -0.2])];
        for _ in 0..2 {
            conclude(&Lab::HTTP, &mut cases);
            let costs = cases.each_ref().map(|case| case.trials[0].estimates[&EstimateId::ServerCpuNs].round());
            assert_eq!(costs, [132.0, 100.0]);
            let p50s = cases.each_ref().map(|case| case.trials[0].estimates[&EstimateId::LatencyP50Ns]);
            assert_eq!(p50s, [1_500.0, 1_000.0]);
        }
        let labelled = |case: &CaseDocument| case.labels.contains(&Label::CostsMoreInWindow);
        assert_eq!(cases.each_ref().map(labelled), [true, false]);
    }

    #[test]
    fn invalid_trials_set_a_case_aside_if_they_are_half_and_are_labelled_if_fewer() {
        let mut cases = [case(vec![load(true), load(false)]), case(vec![load(true), load(true), load(false)])];
        conclude(&Lab::HTTP, &mut cases);
        assert_eq!(cases[0].status, Status::Invalid);
        assert!(!cases[0].estimates.is_empty(), "its figures stand, set aside");
        assert_eq!(cases[0].reason.as_deref(), Some("1 of 2 trials not valid: the generator was the bottleneck"));
        assert_eq!(cases[1].status, Status::Ok);
        let labels = ["service time", "1 of 3 trials not valid: the generator was the bottleneck"];
        assert_eq!(worded(&cases[1]), labels);
        let before = cases[1].clone();
        conclude(&Lab::HTTP, &mut cases);
        assert_eq!(cases[1], before, "a second time changes nothing");
    }

    #[test]
    fn a_window_that_is_not_valid_takes_only_its_own_figures_with_it() {
        use EstimateId::*;
        let with = |valid: &[bool], in_slices: bool| {
            let mut case = case(valid.iter().map(|valid| load(*valid)).collect());
            for trial in &mut case.trials {
                let ids = [BeyondNs, LatencyP50Ns, LatencyP99Ns, MemoryBytes, RatePerS, ServerCpuNs, WindowBeyondShare];
                trial.estimates = ids.map(|id| (id, 0.0)).into();
                let of_windows = [(WindowRatePerS, 0.0), (WindowP50Ns, 0.0)];
                trial.estimates.extend(of_windows.into_iter().filter(|_| in_slices));
            }
            case
        };
        let mut cases =
            [with(&[true, true, false], true), with(&[true, false, false], true), with(&[true, true, false], false)];
        for _ in 0..2 {
            conclude(&Lab::HTTP, &mut cases);
            let told = |case: &CaseDocument, id| case.trial_values(id).len();
            for case in &cases {
                assert_eq!((&case.status, told(case, ServerCpuNs), told(case, MemoryBytes)), (&Status::Ok, 3, 3));
            }
            let waits = cases.each_ref().map(|case| (told(case, LatencyP99Ns), told(case, WindowBeyondShare)));
            assert_eq!(waits, [(2, 2), (0, 0), (2, 2)]);
            for id in [RatePerS, LatencyP50Ns] {
                assert_eq!(cases.each_ref().map(|case| told(case, id)), [3, 3, 2]);
            }
            let said = "1 of 3 windows not valid, only slices count there: the generator was the bottleneck";
            assert!(worded(&cases[0]).iter().any(|label| label == said), "{:?}", worded(&cases[0]));
        }
    }

    #[test]
    fn failures_and_labels_are_counted() {
        let failed = LoadDocument {
            errors: [("timeout".to_owned(), 3), ("closed".to_owned(), 1)].into(),
            labels: vec![Label::ServiceTime, Label::ConnectionsRanOut],
            ..load(true)
        };
        let mut cases = [case(vec![load(true), failed])];
        cases[0].parameters.insert("placement".into(), "together".into());
        conclude(&Lab::HTTP, &mut cases);
        let labels = [
            "connections ran out in 1 of 2 trials",
            "service time",
            "4 of 200 requests failed: 1 closed, 3 timeout",
            "shares its cores with the generator",
        ];
        assert_eq!(worded(&cases[0]), labels);
    }

    #[test]
    fn method_40_what_a_server_does_between_its_slices_is_said() {
        let mut worked = case(vec![load(true), load(true)]);
        for (trial, beyond) in worked.trials.iter_mut().zip([20.0, 30.0]) {
            trial.estimates.extend([(EstimateId::ServerCpuNs, 100.0), (EstimateId::BeyondNs, beyond)]);
        }
        let mut rested = worked.clone();
        for trial in &mut rested.trials {
            trial.estimates.insert(EstimateId::BeyondNs, 0.5);
        }
        let mut started = rested.clone();
        for (trial, window) in started.trials.iter_mut().zip([70.0, 90.0]) {
            trial.estimates.insert(EstimateId::WindowCpuNs, window);
        }
        let mut warmed = started.clone();
        for (trial, share) in warmed.trials.iter_mut().zip([0.2, 0.3]) {
            trial.estimates.insert(EstimateId::WarmingShare, share);
        }
        let mut cases = [worked, rested, started, warmed];
        conclude(&Lab::HTTP, &mut cases);
        let said = "uses 25 % of its CPU time between its slices, which is charged to it";
        assert_eq!(worded(&cases[0]), ["service time", said]);
        assert_eq!(worded(&cases[1]), ["service time"]);
        assert!(worded(&cases[2])[1].starts_with("takes 27 % more CPU time in slices"), "{:?}", worded(&cases[2]));
        let warming = "still warming up: 25 % more CPU time in the first half of its slices than in the second";
        assert_eq!(worded(&cases[3])[1..], [warming]);
    }
}
