//! Verdicts on made-up runs whose truth is known.

mod gates;

use std::collections::BTreeMap;

use wirecost_measure::finding::Finding;
use wirecost_measure::rounds_of_slices::Rounds;
use wirecost_model::{CaseDocument, EstimateId, Lab, Label, Rank, RunDocument, SCHEMA, Status, TrialDocument, Whole};
use wirecost_store::complete;
use wirecost_verdict::floor::{MARGIN, Pairs};
use wirecost_verdict::gate::{self, Decision, Verdict};
use wirecost_verdict::group::{Standing, groups, ranked_groups, sizes};
use wirecost_verdict::history::histories;
use wirecost_verdict::trust::{Pair, seen};
use wirecost_verdict::turns;
use wirecost_verdict::versus::Judge;

/// A case whose trials took these nanoseconds.
fn case(candidate: &str, parameters: &[(&str, &str)], trials: &[f64]) -> CaseDocument {
    let trial = |cpu_ns: &f64| TrialDocument {
        estimates: [(EstimateId::CpuNs, *cpu_ns), (EstimateId::SizeBytes, candidate.len() as f64)].into(),
        samples: 7,
        outliers: 0,
        position: 0,
        warmup: None,
        load: None,
    };
    let parameters = parameters.iter().chain(&[("binding", "typed")]);
    let mut case = CaseDocument {
        lab: Lab::CODEC,
        candidate: candidate.into(),
        version: "1".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        message_digest: None,
        host: None,
        language: "rust".into(),
        format: "json".into(),
        message: "m".into(),
        operation: "decode".into(),
        parameters: parameters.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: trials.iter().map(trial).collect(),
        estimates: BTreeMap::new(),
    };
    complete(&mut case);
    case
}

fn run(run_id: &str, cases: Vec<CaseDocument>) -> RunDocument {
    RunDocument {
        schema: SCHEMA.into(),
        run_id: run_id.into(),
        command: "wirecost run".into(),
        started: format!("2026-01-01T00:00:{run_id}Z"),
        ended: None,
        seed: 1,
        suite: "quick".into(),
        trials_planned: 10,
        verdict_estimate: EstimateId::CpuNs,
        environment: Default::default(),
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: Vec::new(),
        cases,
    }
}

/// Ten trials around `ns`, within a per cent, in an order of their own.
fn around(ns: f64, seed: u64) -> Vec<f64> {
    let steps = [3, 7, 1, 9, 0, 5, 8, 2, 6, 4].map(|step: u64| (step + seed) * 7 % 10);
    steps.map(|step| ns * (0.995 + step as f64 / 1000.0)).to_vec()
}

#[test]
fn ties_are_called_ties_and_the_next_is_certainly_slower() {
    let mut partial = case("partial", &[], &around(1.0, 0));
    partial.labels.push(Label::read("partial: leaves out comments"));
    let cases = vec![
        case("slow", &[], &around(150.0, 1)),
        case("fast", &[], &around(100.0, 2)),
        case("tied", &[], &around(100.05, 3)),
        partial,
    ];
    let run = run("01", cases);
    let groups = groups(&run);
    assert_eq!(
        (groups.len(), ranked_groups(&groups), groups[0].others.len()),
        (1, 1, 2),
        "a partial one is not ranked"
    );
    let group = &groups[0];
    assert_eq!(group.fastest.unwrap().case.candidate, "fast");
    assert!(group.winner().is_none());
    assert_eq!(group.ties().map(|tie| tie.ranked.case.candidate.as_str()).collect::<Vec<_>>(), ["tied"]);
    let next = group.slower().next().unwrap();
    assert_eq!(next.ranked.case.candidate, "slow");
    let comparison = next.comparison.unwrap();
    assert!((comparison.ratio.median - 1.5).abs() < 0.01, "{comparison:?}");
    // Sizes are exact: equal ones are ties, and a case that skips work has none.
    let sizes = sizes(&run, "m", EstimateId::SizeBytes);
    let sizes: Vec<(f64, usize)> = sizes.iter().map(|(size, cases)| (*size, cases.len())).collect();
    assert_eq!(sizes, [(4.0, 3)]);
}

/// The one group of a run of these cases, as: the winner, those that tie with the fastest, those that are slower.
fn told(cases: Vec<CaseDocument>) -> (Option<String>, Vec<String>, Vec<String>) {
    let run = run("01", cases);
    let [group] = &groups(&run)[..] else { panic!("one group") };
    let names = |list: Vec<&Standing<'_>>| list.iter().map(|one| one.ranked.case.candidate.clone()).collect();
    let winner = group.winner().map(|winner| winner.case.candidate.clone());
    (winner, names(group.ties().collect()), names(group.slower().collect()))
}

#[test]
fn method_31_a_difference_below_the_noise_floor_is_not_said() {
    let of = |twin: &[f64]| {
        let twin = case("b", &[("twin", "true")], twin);
        told(vec![case("a", &[], &around(100.0, 1)), case("b", &[], &around(135.0, 2)), twin])
    };
    assert_eq!(of(&around(135.0, 3)), (Some("a".into()), vec![], vec!["b".into()]));
    let noisy: Vec<f64> = around(135.0, 3).iter().zip(1..).map(|(ns, n)| ns * 1.0 + f64::from(n % 2) * 75.0).collect();
    assert_eq!(of(&noisy), (None, vec![], vec![]), "a floor of more than half the cost: no tie either");
}

/// A baseline of 19.1 us and 30 others of `costs`, all of `trials` trials, one of which the baseline lacks.
fn cut_short(costs: impl Fn(u64) -> f64, trials: usize) -> RunDocument {
    let of = |candidate: &str, ns: f64, seed: u64, trials: usize| case(candidate, &[], &around(ns, seed)[..trials]);
    let others = (0..30).map(|place| of(&format!("c{place}"), costs(place), place, trials));
    run("01", [of("base", 19_100.0, 3, trials - 1)].into_iter().chain(others).collect())
}

/// What the trials of a run say of each case beside its first.
fn findings(run: &RunDocument) -> Vec<Finding> {
    let others: Vec<&CaseDocument> = run.cases[1..].iter().collect();
    Judge::of(run).versus(&run.cases[0], &others).into_iter().map(|versus| versus.unwrap().finding).collect()
}

#[test]
fn method_30_no_ratio_of_three_or_more_is_called_equal() {
    let three = cut_short(|place| if place < 3 { 117.0 } else { 19_100.0 }, 6);
    assert_eq!(findings(&three)[..3], [Finding::Differ; 3], "three of thirty suffice");
    assert!(findings(&three)[3..].iter().all(|finding| *finding == Finding::Alike));
    let one = findings(&cut_short(|place| if place == 0 { 117.0 } else { 19_100.0 }, 6));
    assert_eq!(one[0], Finding::Undecided { trials: 8 }, "5 and 6 trials cannot show one of thirty");
    let more = findings(&cut_short(|place| if place == 0 { 117.0 } else { 19_100.0 }, 8));
    assert_eq!(more[0], Finding::Differ, "as many as that can");
    for trials in [2, 3, 4, 5] {
        let all = cut_short(|_| 60_000.0, trials);
        assert!(findings(&all).iter().all(|finding| *finding != Finding::Alike), "{trials} trials");
        let two = RunDocument { cases: all.cases[..2].to_vec(), ..all };
        assert_eq!(groups(&two)[0].ties().count(), 0, "{trials} trials");
    }
}

/// A case of equal work whose quiet figure lies above its corrected one, of which `quiet` trials have the first.
fn half_quiet(candidate: &str, quiet: usize, seed: u64) -> CaseDocument {
    let mut case = case(candidate, &[], &around(1_000.0, seed)[..6]);
    for (place, trial) in case.trials.iter_mut().enumerate() {
        let corrected = trial.estimates[&EstimateId::CpuNs];
        let cost = if place < quiet { corrected * 1.2 } else { corrected };
        trial.estimates.extend([(EstimateId::CorrectedNs, corrected), (EstimateId::CostNs, cost)]);
    }
    case.labels.extend((quiet < 6).then_some(Label::TooFewQuiet { count: 6 - quiet, trials: 6 }));
    complete(&mut case);
    case
}

#[test]
fn method_30_figures_of_two_kinds_are_never_compared() {
    let cases = vec![half_quiet("a", 6, 1), half_quiet("b", 1, 2), half_quiet("c", 0, 3)];
    let run = RunDocument { verdict_estimate: EstimateId::CostNs, ..run("01", cases) };
    let versus = Judge::of(&run).versus(&run.cases[0], &[&run.cases[1], &run.cases[2]]);
    assert!(versus.iter().flatten().all(|versus| versus.finding == Finding::Alike), "{versus:?}");
    assert!(versus.iter().flatten().all(|versus| (versus.ratio - 1.0).abs() < 0.01), "{versus:?}");
    assert_eq!(groups(&run)[0].slower().count(), 0);
}

/// A case of 1,000 ns in whose trials these shares of CPU time lie beyond the quiet figure, and which is charged with `charged`.
fn with_rare_work(candidate: &str, charged: f64, beyond: &[f64]) -> CaseDocument {
    let mut case = case(candidate, &[], &around(1_000.0, 3)[..6]);
    for (trial, beyond) in case.trials.iter_mut().zip(beyond) {
        let quiet = trial.estimates[&EstimateId::CpuNs];
        let whole = quiet * (1.0 + beyond);
        trial.estimates.extend([(EstimateId::CostNs, quiet * (1.0 + charged)), (EstimateId::WholeNs, whole)]);
    }
    case.labels.extend((charged > 0.0).then_some(Label::RareWork { percent: Whole(charged * 100.0) }));
    complete(&mut case);
    case
}

#[test]
fn method_37_rare_work_that_one_of_two_equals_is_charged_with_makes_no_winner() {
    let [few, more] = [[0.13, 0.09, 0.12, 0.08, 0.11, 0.10], [0.12, 0.14, 0.09, 0.13, 0.10, 0.11]];
    let of = |charged: f64, more: &[f64]| {
        let cases = vec![with_rare_work("a", 0.0, &few), with_rare_work("b", charged, more)];
        let run = RunDocument { verdict_estimate: EstimateId::CostNs, ..run("01", cases) };
        groups(&run)[0].winner().map(|winner| winner.case.candidate.clone())
    };
    assert_eq!(of(0.11, &more), None);
    assert_eq!(of(0.9, &[0.85, 0.9, 0.95, 0.8, 1.0, 0.9]), Some("a".into()), "what all trials show is work");
}

/// A run of an A/A pair and twelve candidates, of which the first is faster by `share`.
fn planted(random: &mut fastrand::Rng, draw: fn(&mut fastrand::Rng) -> f64, share: f64) -> RunDocument {
    let mut trials = |cost: f64, trials: usize| (0..trials).map(|_| cost * draw(random)).collect::<Vec<_>>();
    let mut cases = vec![case("c0", &[], &trials(1_000.0 / (1.0 + share), 6))];
    cases.extend((1..11).map(|place| case(&format!("c{place}"), &[], &trials(1_000.0, 6))));
    cases.push(case("json", &[], &trials(1_000.0, 12)));
    cases.push(case("json", &[("twin", "true")], &trials(1_000.0, 12)));
    RunDocument { trials_planned: 6, ..run("01", cases) }
}

#[test]
fn method_13_the_difference_that_the_head_of_a_report_states_is_found() {
    const RUNS: usize = 100;
    type Draw = fn(&mut fastrand::Rng) -> f64;
    let kinds: [(&str, Draw); 3] = [
        ("normal", |random| noise(random, 0.02)),
        ("skewed", |random| (1.0 - random.f64()).powf(-0.02)),
        ("bimodal", |random| if random.bool() { 1.0 } else { 1.04 } * noise(random, 0.003)),
    ];
    for (name, draw) in kinds {
        let mut random = fastrand::Rng::with_seed(13);
        let stated: Vec<f64> = (0..RUNS).map(|_| seen(&planted(&mut random, draw, 0.0)).unwrap()).collect();
        let mut found = [0, 0];
        for share in stated {
            let run = planted(&mut random, draw, share);
            let base = run.cases.iter().position(|case| case.candidate == "json").unwrap();
            let first = Judge::of(&run).versus(&run.cases[base], &[&run.cases[0]])[0].unwrap();
            found[0] += usize::from(first.is_shown());
            found[1] += usize::from(groups(&run)[0].slower().count() >= 9);
        }
        // 80 % less two standard errors.
        assert!(found.iter().all(|found| *found >= 72), "{name}: {found:?} of {RUNS}");
    }
}

#[test]
fn method_31_a_faster_row_that_is_too_fast_to_rank_takes_the_win() {
    let of = |tiny: f64| {
        let mut tiny = case("tiny", &[], &around(tiny, 3));
        tiny.labels.push(Label::AtFloor);
        told(vec![case("a", &[], &around(29.0, 1)), case("b", &[], &around(58.0, 2)), tiny])
    };
    assert_eq!(of(4.0).0, None);
    assert_eq!(of(40.0), (Some("a".into()), vec![], vec!["b".into()]), "of another language, and slower");
    let alone = run("01", vec![case("a", &[], &around(29.0, 1))]);
    assert!(groups(&alone)[0].winner().is_none() && ranked_groups(&groups(&alone)) == 0, "nobody to compare with");
}

#[test]
fn cases_unchecked_while_timed_are_ranked_among_themselves() {
    let old = |candidate: &str, ns: f64| {
        let mut case = case(candidate, &[], &around(ns, 3));
        case.labels.push(Label::read("not checked while timed: it keeps none"));
        case
    };
    let run = run("01", vec![case("a", &[], &around(30.0, 1)), old("c", 10.0), case("b", &[], &around(40.0, 2))]);
    let groups = groups(&run);
    let of = |index: usize| (groups[index].apart, groups[index].fastest.map(|fastest| fastest.case.candidate.as_str()));
    assert_eq!((of(0), groups[0].others.len()), ((None, Some("a")), 1));
    assert_eq!((of(1), groups[1].others.len()), ((Some("not checked while timed"), Some("c")), 0));
}

#[test]
fn method_37_of_equal_candidates_few_groups_name_one() {
    let mut random = fastrand::Rng::with_seed(37);
    let mut named = 0;
    for _ in 0..200 {
        let mut trials = || (0..6).map(|_| 1000.0 * (0.04 * random.f64()).exp()).collect::<Vec<_>>();
        let cases: Vec<CaseDocument> = (0..12).map(|index| case(&format!("c{index}"), &[], &trials())).collect();
        named += usize::from(groups(&run("01", cases)).iter().any(|group| group.slower().next().is_some()));
    }
    // 21 of 200 is the 99.9 % bound of an exact 5 % test.
    assert!(named <= 21, "{named} of 200 runs of equals name one");
}

/// Each process is 1 % slower than the last. The A/A pair is measured by the same machine and must not hide more.
#[test]
fn method_8_a_drift_over_a_run_hides_neither_winner_nor_noise_floor() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut trials = vec![Vec::new(); 13];
    let mut order: Vec<usize> = (0..13).collect();
    for round in 0..6 {
        random.shuffle(&mut order);
        for (place, index) in order.iter().enumerate() {
            let cost = if *index == 0 { 1000.0 } else { 1300.0 };
            let drift = 0.01 * (13 * round + place) as f64;
            trials[*index].push(cost * drift.exp() * noise(&mut random, 0.02));
        }
    }
    let twin = case("c1", &[("twin", "true")], &trials[12]);
    let cases = trials[..12].iter().enumerate().map(|(index, trials)| case(&format!("c{index}"), &[], trials));
    let run = run("01", cases.chain([twin]).collect());
    let floor = Pair::of(&run).unwrap().noise_floor();
    assert!(floor < 0.2, "a noise floor of {floor:.2}");
    assert_eq!(groups(&run)[0].winner().map(|winner| winner.case.candidate.as_str()), Some("c0"));
}

#[test]
fn counts_of_instructions_are_compared_by_their_ranges() {
    let counted = |candidate: &str, counts: [f64; 2]| {
        let mut case = case(candidate, &[], &counts);
        for (trial, count) in case.trials.iter_mut().zip(counts) {
            trial.estimates.insert(EstimateId::Instructions, count);
        }
        complete(&mut case);
        case
    };
    let of = |second: [f64; 2]| {
        let twin =
            CaseDocument { parameters: [("twin".into(), "true".into())].into(), ..counted("a", [1000.0, 1000.0]) };
        told(vec![counted("a", [1000.0, 1000.0]), counted("b", second), twin])
    };
    assert_eq!(of([1010.0, 1010.0]).0.as_deref(), Some("a"));
    assert_eq!(of([1000.5, 1000.5]).0, None, "as much as where things lie makes");
}

#[test]
fn method_12_the_pair_gives_the_noise_floor_and_shows_bias() {
    let pair_of = |twin: f64| {
        run("01", vec![case("a", &[], &around(100.0, 1)), case("a", &[("twin", "true")], &around(twin, 2))])
    };
    let sound = pair_of(100.0);
    let pair = Pair::of(&sound).unwrap();
    assert!(!pair.is_biased(), "{:?}", pair.comparison);
    assert_eq!(pair.noise_floor(), 0.03, "what two builds of equal code differ by");
    let biased = pair_of(110.0);
    assert!(Pair::of(&biased).unwrap().is_biased());
    assert!(Pair::of(&run("01", vec![case("a", &[], &around(100.0, 1))])).is_none());
}

/// A run of two builds; the new one takes `factor` times as long, and the twin of the base `twin` times.
fn builds(factor: f64, twin: f64) -> RunDocument {
    run(
        "01",
        vec![
            case("a", &[("side", "base")], &around(100.0, 1)),
            case("a", &[("side", "new")], &around(100.0 * factor, 2)),
            case("a", &[("side", "base"), ("twin", "true")], &around(100.0 * twin, 3)),
        ],
    )
}

#[test]
fn method_16_builds_pass_regress_or_stay_undecided() {
    let judged = |run: &RunDocument, allowed| {
        let outcome = gate::builds(run, ["base", "new"], allowed, |_| false);
        (outcome.decision(), outcome.cases[0].verdict)
    };
    assert_eq!(judged(&builds(1.0, 1.0), 0.03), (Decision::Passed, Verdict::NoDifference));
    assert_eq!(judged(&builds(1.2, 1.0), 0.03), (Decision::Regressed, Verdict::Regressed));
    assert_eq!(judged(&builds(1.045, 1.0), 0.06), (Decision::Passed, Verdict::WithinBound));
    assert_eq!(judged(&builds(0.8, 1.0), 0.03), (Decision::Passed, Verdict::Improved));
    assert_eq!(judged(&builds(1.0, 1.0), 0.0001), (Decision::Undecided, Verdict::Inconclusive));
    // A biased pair makes advice of every verdict.
    let (decision, verdict) = judged(&builds(1.2, 1.1), 0.03);
    assert_eq!((decision, verdict), (Decision::Undecided, Verdict::Regressed));
}

#[test]
fn stored_runs_need_three_earlier_ones_and_one_machine() {
    let of = |run_id: &str, ns: f64| {
        let twin = case("a", &[("twin", "true")], &around(ns, 5));
        run(run_id, vec![case("a", &[], &around(ns, 1)), case("b", &[], &around(ns, 2)), twin])
    };
    let earlier = [of("01", 100.0), of("02", 101.0), of("03", 99.0)];
    let decided = |earlier: &[RunDocument], later: &RunDocument| gate::runs(earlier, later, 0.2, |_| false);
    let outcome = decided(&earlier, &of("04", 200.0));
    assert_eq!(outcome.decision(), Decision::Regressed, "{outcome:?}");
    assert_eq!(outcome.cases.len(), 2, "the twin is no case of its own");
    assert!((outcome.geometric_mean.unwrap() - 2.0).abs() < 0.02);
    assert_eq!(decided(&earlier, &of("04", 100.5)).decision(), Decision::Passed);
    let few = decided(&earlier[..2], &of("04", 200.0));
    assert_eq!(few.decision(), Decision::Undecided);
    assert!(few.doubts[0].starts_with("2 earlier runs: to know"), "{:?}", few.doubts);
    let mut elsewhere = of("04", 200.0);
    elsewhere.environment.cores = 64;
    let doubts = decided(&earlier, &elsewhere).doubts;
    assert!(doubts[0].starts_with("3 earlier runs, not enough sound") && doubts[1].contains("another machine"));
    let mut set_otherwise = of("04", 200.0);
    set_otherwise.environment.variables.insert("JDK_JAVA_OPTIONS".into(), "-XX:+UseG1GC".into());
    let doubts = decided(&earlier, &set_otherwise).doubts;
    let said = "01 ran with other variables of the environment (none) than 04 (JDK_JAVA_OPTIONS=-XX:+UseG1GC)";
    assert_eq!(doubts[1], said);
    assert_eq!(few.rule.noise_floor, None, "two runs do not tell it");
    assert!(outcome.rule.noise_floor.is_some_and(|floor| (0.01..0.04).contains(&floor)), "{:?}", outcome.rule);
    let missing = run("04", vec![case("c", &[], &around(1.0, 1))]);
    assert_eq!(decided(&earlier, &missing).left_out[0].1, "measured in 0 of 3 earlier runs, needed in 3");
    // A fourth earlier run that lacks a case takes nothing from it.
    let more = [earlier.as_slice(), &[run("00", vec![case("b", &[], &around(100.0, 2))])]].concat();
    assert_eq!(decided(&more, &of("04", 200.0)).decision(), Decision::Regressed);
}

#[test]
fn runs_that_are_judged_by_different_estimates_are_compared_by_what_both_have() {
    let earlier = run("01", vec![case("a", &[], &around(100.0, 1))]);
    let mut after = case("a", &[], &around(200.0, 2));
    for trial in &mut after.trials {
        trial.estimates.insert(EstimateId::CostNs, 150.0);
    }
    complete(&mut after);
    let mut later = run("02", vec![after]);
    later.verdict_estimate = EstimateId::CostNs;
    let outcome = gate::runs(std::slice::from_ref(&earlier), &later, 0.2, |_| false);
    assert_eq!((outcome.estimate, outcome.left_out.len()), (EstimateId::CpuNs, 0), "{outcome:?}");
    assert!((outcome.cases[0].comparison.ratio.median - 2.0).abs() < 0.02, "{outcome:?}");
    assert_eq!(outcome.decision(), Decision::Undecided, "it is shown, and no gate");
    assert_eq!(outcome.doubts[1], "01 is judged by cpu_ns, 02 by cost_ns");
    // What both runs are judged by is taken before anything else that they share.
    let outcome = gate::runs(std::slice::from_ref(&later), &later, 0.2, |_| false);
    assert_eq!((outcome.estimate, outcome.cases[0].after), (EstimateId::CostNs, 150.0));
}

#[test]
fn servers_are_compared_and_followed_by_their_cpu_time_for_a_request() {
    let of = |run_id: &str, ns: f64| {
        let servers = [server("s", &[], &around(ns, 1)), server("s", &[("twin", "true")], &around(ns, 4))];
        run(run_id, [&[case("a", &[], &around(100.0, 1))], servers.as_slice()].concat())
    };
    let earlier = [of("01", 1000.0), of("02", 1010.0), of("03", 990.0)];
    let outcome = gate::runs(&earlier, &of("04", 1500.0), 0.1, |_| false);
    assert_eq!((outcome.cases.len(), outcome.left_out.len()), (2, 0), "{outcome:?}");
    assert_eq!(outcome.estimate, EstimateId::CpuNs);
    let judged = &outcome.cases[0];
    assert_eq!(
        (judged.key.as_str(), judged.estimate),
        ("http/s/m/get?connections=50&placement=apart&schedule=closed", EstimateId::ServerCpuNs)
    );
    assert_eq!(judged.verdict, Verdict::Regressed, "{judged:?}");
    assert!((judged.comparison.ratio.median - 1.5).abs() < 0.03, "{judged:?}");
    let followed = histories(&earlier, |key| key.starts_with("http/"));
    let [history] = &followed[..] else { panic!("{followed:?}") };
    assert_eq!(history.points.len(), 3);
    let floor = history.points[0].noise_floor.unwrap();
    assert!((0.0..0.02).contains(&floor), "the floor is that of the servers' own pair: {floor}");
}

/// Normal noise of this size, as a factor.
fn noise(random: &mut fastrand::Rng, size: f64) -> f64 {
    (size * ((0..12).map(|_| random.f64()).sum::<f64>() - 6.0)).exp()
}

/// Three cases of six trials and an A/A pair: 2 % between trials, 3 % between runs.
fn of_a_day(random: &mut fastrand::Rng, factor: f64) -> RunDocument {
    let mut measured = |candidate: &str, parameters: &[(&str, &str)]| {
        let day = noise(random, 0.03) * factor;
        let trials: Vec<f64> = (0..6).map(|_| 1000.0 * day * noise(random, 0.02)).collect();
        case(candidate, parameters, &trials)
    };
    let mut cases = vec![measured("a", &[]), measured("b", &[]), measured("c", &[])];
    // The twin is of the same day.
    let day = cases[0].median(EstimateId::CpuNs).unwrap() / noise(random, 0.008);
    let twin: Vec<f64> = (0..6).map(|_| day * noise(random, 0.02)).collect();
    cases.push(case("a", &[("twin", "true")], &twin));
    run("01", cases)
}

#[test]
fn more_history_does_not_weaken_a_stored_gate() {
    let mut random = fastrand::Rng::with_seed(9);
    const GATES: usize = 200;
    let mut decided = |history: usize, factor: f64| {
        let regressed = (0..GATES).filter(|_| {
            let earlier: Vec<RunDocument> = (0..history).map(|_| of_a_day(&mut random, 1.0)).collect();
            gate::runs(&earlier, &of_a_day(&mut random, factor), 0.05, |_| false).decision() == Decision::Regressed
        });
        regressed.count()
    };
    // The A/A pair of the later run alone silences a gate, in one of twenty; three runs may not be three sound ones.
    for (history, least) in [(3, 130), (4, 160), (10, 176), (20, 176)] {
        let found = decided(history, 1.5);
        println!("{history} earlier runs: 50 % slower is found in {found} of {GATES}");
        assert!(found >= least, "{history} earlier runs: 50 % found in {found} of {GATES}");
    }
    for history in [3, 10, 20] {
        let alarms = decided(history, 1.0);
        println!("{history} earlier runs: {alarms} of {GATES} gates of equals alarm");
        assert!(alarms <= 21, "{history} earlier runs: {alarms} of {GATES} gates of equals alarm");
    }
}

#[test]
fn an_earlier_run_that_is_not_sound_is_named_and_not_used() {
    let mut random = fastrand::Rng::with_seed(19);
    let mut runs: Vec<RunDocument> = (0..5).map(|_| of_a_day(&mut random, 1.0)).collect();
    runs[2].run_id = "biased".into();
    for trial in runs[2].cases.iter_mut().filter(|case| case.is_twin()).flat_map(|case| &mut case.trials) {
        trial.estimates.insert(EstimateId::CpuNs, 2000.0);
    }
    let outcome = gate::runs(&runs[..4], &runs[4], 0.2, |_| false);
    assert_eq!(outcome.doubts, [""; 0]);
    let reason = "has an A/A pair that shows a difference between equals";
    assert_eq!(outcome.runs_left_out, [("biased".to_owned(), reason.to_owned())]);
    let outcome = gate::runs(&runs[1..4], &runs[4], 0.2, |_| false);
    assert!(outcome.decision() == Decision::Undecided && outcome.doubts[1].contains("biased has an A/A pair"));
}

#[test]
fn a_history_is_of_one_machine_in_order_of_time() {
    let mut elsewhere = run("01", vec![case("a", &[], &around(1.0, 1))]);
    elsewhere.environment.cores = 64;
    let runs = [
        run("03", vec![case("a", &[], &around(103.0, 1))]),
        elsewhere,
        run("02", vec![case("a", &[], &around(102.0, 1)), case("b", &[], &around(5.0, 1))]),
    ];
    let histories = histories(&runs, |key| key.contains("/a/"));
    assert_eq!(histories.len(), 1);
    let medians: Vec<f64> = histories[0].points.iter().map(|point| point.cost.median.round()).collect();
    assert_eq!((histories[0].key.as_str(), medians), ("codec/a/m/decode", vec![102.0, 103.0]));
}

/// Each label does to the rank of its case what it says, by its type and by its wording alike.
#[test]
fn every_label_ranks_its_case_as_it_says() {
    for label in Label::every() {
        let reworded = Label::Foreign { text: label.to_string(), rank: label.rank() };
        for label in [label.clone(), Label::read(&label.to_string()), reworded] {
            let mut labelled = case("labelled", &[], &around(900.0, 1));
            labelled.labels.push(label.clone());
            let others = [case("a", &[], &around(1000.0, 2)), case("b", &[], &around(1000.0, 3))];
            let run = run("01", [labelled].into_iter().chain(others).collect());
            let groups = groups(&run);
            let of_others = groups.iter().find(|group| !group.others.is_empty()).unwrap();
            let ranked = of_others.fastest.is_some_and(|fastest| fastest.case.candidate == "labelled");
            let too_fast = of_others.too_fast.iter().any(|other| other.case.candidate == "labelled");
            let apart = groups.iter().any(|group| group.apart == Some(label.heading()));
            let expected = match label.rank() {
                Rank::Ranked => (true, false, false),
                Rank::TooFast => (false, true, false),
                Rank::LessWork => (false, false, false),
                Rank::Apart => (false, false, true),
            };
            assert_eq!((ranked, too_fast, apart), expected, "{label}");
        }
    }
}

/// A case of the http lab whose trials took these nanoseconds of CPU time a request.
fn server(candidate: &str, parameters: &[(&str, &str)], trials: &[f64]) -> CaseDocument {
    let load = [("connections", "50"), ("placement", "apart"), ("schedule", "closed")];
    let parameters: Vec<(&str, &str)> = load.iter().chain(parameters).copied().collect();
    let mut case = CaseDocument { lab: Lab::HTTP, operation: "get".into(), ..case(candidate, &parameters, trials) };
    for trial in &mut case.trials {
        let cpu_ns = trial.estimates[&EstimateId::CpuNs];
        trial.estimates = [(EstimateId::ServerCpuNs, cpu_ns), (EstimateId::RequestBytes, 90.0)].into();
    }
    complete(&mut case);
    case
}

#[test]
fn method_31_the_floor_of_servers_is_what_their_pair_leaves_possible() {
    let case = server("a", &[], &around(100.0, 1));
    let twin = server("a", &[("twin", "true")], &around(102.0, 2));
    let other = server("b", &[("connections", "100")], &around(150.0, 3));
    let planned = server("b", &[("schedule", "2000/s")], &around(150.0, 3));
    let run = run("01", vec![case.clone(), twin, other.clone(), planned.clone()]);
    let pairs = Pairs::of(&run);
    assert_eq!(pairs.cases().map(|case| case.candidate.as_str()).collect::<Vec<_>>(), ["a"]);
    let floor = pairs.floor(&case, EstimateId::ServerCpuNs);
    let known = floor.known.unwrap();
    assert!((0.02..0.2).contains(&known) && floor.claimed_over() == known, "{floor:?}");
    assert_eq!(pairs.floor(&other, EstimateId::ServerCpuNs), floor, "a load of the same kind has the same floor");
    // Neither a load of another kind nor a figure that the pair lacks has a floor that is known.
    for unknown in [pairs.floor(&planned, EstimateId::ServerCpuNs), pairs.floor(&case, EstimateId::MemoryBytes)] {
        assert_eq!((unknown.known, unknown.claimed_over()), (None, MARGIN));
    }
    assert_eq!(pairs.floor(&planned, EstimateId::RequestBytes).claimed_over(), 0.0, "bytes are exact");
    assert!(Pair::of(&run).is_none(), "the pair of a lab of servers tells nothing of codecs");
}

#[test]
fn method_12_a_pair_of_servers_that_differs_is_biased() {
    let pair = |twin: f64| {
        let twin = server("a", &[("twin", "true")], &around(twin, 2));
        let case = server("a", &[], &around(100.0, 1));
        let run = run("01", vec![case.clone(), twin]);
        Pairs::of(&run).floor(&case, EstimateId::ServerCpuNs)
    };
    assert!(!pair(100.0).biased && pair(130.0).biased);
    assert!(pair(130.0).known > pair(100.0).known);
}

#[test]
fn a_load_without_a_pair_takes_the_wider_floor_of_two_pairs_of_its_kind() {
    let of = |connections: &str, spread: f64, third: bool| {
        let connections = [("connections", connections)];
        let twin = [connections[0], ("twin", "true")];
        let wide = |seed| around(100.0, seed).iter().map(|ns| 100.0 + (ns - 100.0) * spread).collect::<Vec<_>>();
        let case = server("a", &connections, &wide(1));
        if third { vec![case] } else { vec![case, server("a", &twin, &wide(2))] }
    };
    let run = run("01", [of("50", 1.0, false), of("100", 4.0, false), of("200", 1.0, true)].concat());
    let pairs = Pairs::of(&run);
    let floor = |index: usize| pairs.floor(&run.cases[index], EstimateId::ServerCpuNs).known.unwrap();
    assert!(floor(2) > floor(0));
    assert_eq!(floor(4), floor(2));
}

/// A server whose requests took so much CPU time in slices, at these places of the run.
fn took_turns(trials: &[(usize, f64)]) -> CaseDocument {
    let mut case = CaseDocument { lab: Lab::HTTP, ..case("server", &[], &[1.0; 6]) };
    for (trial, (position, cost)) in case.trials.iter_mut().zip(trials) {
        trial.position = *position;
        trial.estimates = [(EstimateId::ServerCpuNs, *cost), (EstimateId::WindowCpuNs, 1.0)].into();
    }
    complete(&mut case);
    case
}

#[test]
fn method_38_what_the_machine_did_in_a_trial_is_taken_out_of_servers_that_took_turns() {
    let machine = [(0, 10.0), (3, 14.0), (4, 11.0), (7, 19.0), (9, 12.0), (11, 10.5)];
    let mut dearer = machine.map(|(position, cost)| (position, cost * 1.03));
    dearer.reverse();
    let compare = |second: &CaseDocument, id| turns::compare(&took_turns(&machine), second, id);
    let compared = compare(&took_turns(&dearer), EstimateId::ServerCpuNs).unwrap();
    assert!(compared.shows_difference(0.05) && (compared.ratio.median - 1.03).abs() < 1e-9, "{compared:?}");
    assert_eq!(compare(&took_turns(&dearer), EstimateId::MemoryBytes), None, "slices do not show it");
    let mut elsewhere = dearer;
    elsewhere[0].0 = 12;
    assert_eq!(compare(&took_turns(&elsewhere), EstimateId::ServerCpuNs), None, "five trials are too few");
    let mut by_window = took_turns(&dearer);
    by_window.trials[1].estimates.remove(&EstimateId::WindowCpuNs);
    assert_eq!(compare(&by_window, EstimateId::ServerCpuNs), None);
}

/// What a request costs a store, its twin, a store that is dearer by a share, and the control, in the slices of a trial of this many rounds
/// on a machine that drifts by a tenth from round to round and stops one slice in twenty; as the lab makes it of the slices.
fn costs_in_slices(random: &mut fastrand::Rng, rounds: usize, dearer: f64) -> Vec<f64> {
    const CONTROL: usize = 3;
    let (mut slices, mut speed) = (Vec::new(), 1.0f64);
    for _ in 0..rounds {
        speed = (speed * (0.9 + 0.2 * random.f64())).clamp(0.6, 1.7);
        let mut order = [0, 1, 2];
        random.shuffle(&mut order);
        for store in [CONTROL].into_iter().chain(order) {
            let stop = if random.f64() < 0.05 { 2.0 + 6.0 * random.f64() } else { 1.0 };
            let cost = if store == 2 { 1.0 + dearer } else { 1.0 };
            slices.push((store, cost * speed * stop * (0.9 + 0.2 * random.f64())));
        }
    }
    let rounds = Rounds::new(slices.iter().map(|(store, _)| *store), vec![0, 1, 2, CONTROL], Some(CONTROL));
    rounds.typical(|index| Some((slices[index].1, 1.0))).unwrap().iter().map(|typical| typical.each).collect()
}

/// In how many of 40 runs of the suite `quick` one of two stores is said to be cheaper that differ by this share.
fn runs_that_tell(random: &mut fastrand::Rng, rounds: usize, dearer: f64) -> usize {
    let tells = |_: &usize| {
        let trials: Vec<Vec<f64>> = (0..6).map(|_| costs_in_slices(random, rounds, dearer)).collect();
        let of = |store: usize, name: &str, twin: bool| {
            let twin: &[(&str, &str)] = if twin { &[("twin", "true")] } else { &[] };
            let costs: Vec<f64> = trials.iter().map(|trial| trial[store]).collect();
            let mut case = CaseDocument { lab: Lab::KV, ..case(name, twin, &costs) };
            for (position, trial) in case.trials.iter_mut().enumerate() {
                let cost = trial.estimates[&EstimateId::CpuNs];
                trial.estimates = [(EstimateId::ServerCpuNs, cost), (EstimateId::WindowCpuNs, 1.0)].into();
                trial.position = position;
            }
            complete(&mut case);
            case
        };
        let run = run("01", vec![of(0, "a", false), of(1, "a", true), of(2, "b", false)]);
        let compared = turns::compare(&run.cases[0], &run.cases[2], EstimateId::ServerCpuNs).unwrap();
        let floor = Pairs::of(&run).floor(&run.cases[0], EstimateId::ServerCpuNs);
        let apart = compared.ratio.median.max(compared.ratio.median.recip()) - 1.0;
        compared.shows_difference(0.05) && apart > floor.claimed_over()
    };
    (0..40).filter(tells).count()
}

#[test]
fn method_13_stores_in_turn_that_differ_by_a_tenth_are_told_apart() {
    let mut random = fastrand::Rng::with_seed(9);
    // `slices = "240ms"` in the suite: three stores and the control take 34 ms for a round.
    const ROUNDS: usize = 21;
    let found = runs_that_tell(&mut random, ROUNDS, 0.1);
    assert!(found >= 32, "{found} of 40");
    let by_chance = runs_that_tell(&mut random, ROUNDS, 0.0);
    assert!(by_chance <= 4, "{by_chance} of 40");
}
