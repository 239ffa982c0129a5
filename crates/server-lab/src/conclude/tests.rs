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
    case.concluded.iter().map(Label::to_string).collect()
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
        let charged: Vec<(i64, i64)> = charged.map(|(cost, rate)| (cost.round() as i64, rate.round() as i64)).collect();
        assert_eq!(charged, [(1_210, 455), (1_010, 500), (1_010, 500), (1_510, 400)]);
        assert_eq!(cases[0].median(EstimateId::ServerCpuNs).map(f64::round), Some(1_210.0));
        let round_trips = cases.iter().map(|case| of(case, EstimateId::TimeNs).round() as i64);
        assert_eq!(round_trips.collect::<Vec<_>>(), [2_200_000, 2_000_000, 2_000_000, 2_500_000]);
    }
    let labelled = |case: &CaseDocument| worded(case).iter().any(|label| label.starts_with("rare work: "));
    assert_eq!(cases.each_ref().map(labelled), [true, false, false, true]);
    // Quiet slices show what is typical, too.
    let mut quiet = [with(&[0.1, 0.2, 0.3, 0.4, 0.2, 0.2])];
    let figures = [(EstimateId::QuietNs, 800.0), (EstimateId::QuietTimeNs, 1e6)];
    quiet[0].trials.iter_mut().for_each(|trial| trial.estimates.extend(figures));
    conclude(&Lab::HTTP, &mut quiet);
    let charged = [EstimateId::ServerCpuNs, EstimateId::RatePerS].map(|id| of(&quiet[0], id).round());
    assert_eq!((charged, labelled(&quiet[0])), ([970.0, 909.0], true));
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
        let is_paired = |case: &CaseDocument| case.concluded.contains(&Label::PairedSlices);
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
    let labelled = |case: &CaseDocument| case.concluded.contains(&Label::CostsMoreInWindow);
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
fn a_trial_without_turns_has_no_figure_beside_those_of_slices() {
    use EstimateId::*;
    let with = |turns: &[bool]| {
        let mut case = case(vec![load(true); turns.len()]);
        for (trial, took_turns) in case.trials.iter_mut().zip(turns) {
            trial.estimates.extend([(ServerCpuNs, 9.0), (RatePerS, 90.0), (MemoryBytes, 1.0)]);
            let slices = [(BeyondNs, 0.0), (WindowRatePerS, 50.0), (WindowCpuNs, 8.0)];
            trial.estimates.extend(slices.into_iter().filter(|_| *took_turns));
        }
        case
    };
    let mut cases = [with(&[true, true, false]), with(&[true, false, false])];
    for _ in 0..2 {
        conclude(&Lab::HTTP, &mut cases);
        let counts =
            cases.each_ref().map(|case| [RatePerS, ServerCpuNs, MemoryBytes].map(|id| case.trial_values(id).len()));
        assert_eq!(counts, [[2, 2, 3], [3, 3, 3]]);
    }
}

#[test]
fn a_rate_that_the_generator_may_limit_says_so() {
    use EstimateId::*;
    let with = |generator: f64, server_ns: f64| {
        let mut case = case(vec![load(true); 6]);
        let figures = [(GeneratorShare, generator), (ServerCpuNs, server_ns), (RatePerS, 100_000.0), (BeyondNs, 0.0)];
        case.trials.iter_mut().for_each(|trial| trial.estimates.extend(figures));
        case
    };
    let mut cases = [with(0.97, 5_000.0), with(0.97, 9_500.0), with(0.8, 5_000.0)];
    conclude(&Lab::HTTP, &mut cases);
    let labelled = |case: &CaseDocument| case.concluded.contains(&Label::GeneratorWasBusy { percent: Whole(97.0) });
    assert_eq!(cases.each_ref().map(labelled), [true, false, false], "a server that is busy itself shows its most");
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
