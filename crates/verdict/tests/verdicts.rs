//! Verdicts on made-up runs whose truth is known.

use std::collections::BTreeMap;

use wirecost_store::{CaseDocument, RunDocument, SCHEMA, Status, TrialDocument, complete};
use wirecost_verdict::gate::{self, Decision, Verdict};
use wirecost_verdict::group::{comparisons, groups, sizes};
use wirecost_verdict::history::histories;
use wirecost_verdict::trust::Pair;

/// A case whose trials took these nanoseconds.
fn case(candidate: &str, parameters: &[(&str, &str)], trials: &[f64]) -> CaseDocument {
    let trial = |cpu_ns: &f64| TrialDocument {
        estimates: [("cpu_ns".to_owned(), *cpu_ns), ("size_bytes".to_owned(), candidate.len() as f64)].into(),
        samples: 7,
        outliers: 0,
        position: 0,
        warmup: None,
        load: None,
    };
    let parameters = parameters.iter().chain(&[("binding", "typed")]);
    let mut case = CaseDocument {
        lab: "codec".into(),
        candidate: candidate.into(),
        version: "1".into(),
        receipt: "Cargo.lock".into(),
        language: "rust".into(),
        format: "json".into(),
        message: "m".into(),
        operation: "decode".into(),
        parameters: parameters.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
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
        verdict_estimate: "cpu_ns".into(),
        environment: Default::default(),
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
    partial.labels.push("partial: skips text".into());
    let cases = vec![
        case("slow", &[], &around(150.0, 1)),
        case("fast", &[], &around(100.0, 2)),
        case("tied", &[], &around(100.05, 3)),
        partial,
    ];
    let run = run("01", cases);
    let groups = groups(&run);
    assert_eq!((groups.len(), comparisons(&groups)), (1, 2), "what is partial is not ranked");
    let group = &groups[0];
    assert_eq!(group.fastest.case.candidate, "fast");
    assert_eq!(group.ties().map(|(tie, _)| tie.case.candidate.as_str()).collect::<Vec<_>>(), ["tied"]);
    let (next, comparison) = group.next().unwrap();
    assert_eq!(next.case.candidate, "slow");
    assert!((comparison.ratio.median - 1.5).abs() < 0.01, "{comparison:?}");
    // Sizes are exact: equal ones are ties, and a case that skips work has none.
    let sizes = sizes(&run, "m", "size_bytes");
    let sizes: Vec<(f64, usize)> = sizes.iter().map(|(size, cases)| (*size, cases.len())).collect();
    assert_eq!(sizes, [(4.0, 3)]);
}

#[test]
fn method_12_the_pair_gives_the_noise_floor_and_shows_bias() {
    let pair_of = |twin: f64| {
        run("01", vec![case("a", &[], &around(100.0, 1)), case("a", &[("twin", "true")], &around(twin, 2))])
    };
    let sound = pair_of(100.0);
    let pair = Pair::of(&sound).unwrap();
    assert!(!pair.is_biased() && pair.noise_floor() < 0.02, "{:?}", pair.comparison);
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
        let outcome = gate::builds(run, "base", "new", allowed);
        (outcome.decision(), outcome.cases[0].verdict)
    };
    assert_eq!(judged(&builds(1.0, 1.0), 0.03), (Decision::Passed, Verdict::NoDifference));
    assert_eq!(judged(&builds(1.2, 1.0), 0.03), (Decision::Regressed, Verdict::Regressed));
    assert_eq!(judged(&builds(1.02, 1.0), 0.03), (Decision::Passed, Verdict::WithinBound));
    assert_eq!(judged(&builds(0.8, 1.0), 0.03), (Decision::Passed, Verdict::Improved));
    assert_eq!(judged(&builds(1.0, 1.0), 0.0001), (Decision::Undecided, Verdict::Inconclusive));
    // A biased pair makes advice of every verdict.
    let (decision, verdict) = judged(&builds(1.2, 1.1), 0.03);
    assert_eq!((decision, verdict), (Decision::Undecided, Verdict::Regressed));
}

#[test]
fn a_case_that_failed_in_a_build_is_left_out_with_its_reason() {
    let mut failing = builds(1.0, 1.0);
    (failing.cases[1].status, failing.cases[1].reason) = (Status::Failed, Some("it threw".into()));
    let outcome = gate::builds(&failing, "base", "new", 0.03);
    assert_eq!(outcome.left_out, [("codec/a/m/decode".to_owned(), "new: it threw".to_owned())]);
    assert_eq!(outcome.decision(), Decision::Undecided, "nothing was compared");
}

#[test]
fn stored_runs_need_three_earlier_ones_and_one_machine() {
    let of = |run_id: &str, ns: f64| {
        let twin = case("a", &[("twin", "true")], &around(ns, 5));
        run(run_id, vec![case("a", &[], &around(ns, 1)), case("b", &[], &around(ns, 2)), twin])
    };
    let earlier = [of("01", 100.0), of("02", 101.0), of("03", 99.0)];
    let decided = |earlier: &[RunDocument], later: &RunDocument| gate::runs(earlier, later, 0.2);
    let outcome = decided(&earlier, &of("04", 200.0));
    assert_eq!(outcome.decision(), Decision::Regressed, "{outcome:?}");
    assert_eq!(outcome.cases.len(), 2, "the twin is no case of its own");
    assert!((outcome.geometric_mean.unwrap() - 2.0).abs() < 0.02);
    assert_eq!(decided(&earlier, &of("04", 100.5)).decision(), Decision::Passed);
    let few = decided(&earlier[..2], &of("04", 200.0));
    assert_eq!(few.decision(), Decision::Undecided);
    assert!(few.doubts[0].starts_with("2 earlier runs: what differs"), "{:?}", few.doubts);
    let mut elsewhere = of("04", 200.0);
    elsewhere.environment.cores = 64;
    assert!(decided(&earlier, &elsewhere).doubts[0].contains("another machine"));
    let missing = run("04", vec![case("c", &[], &around(1.0, 1))]);
    assert_eq!(decided(&earlier, &missing).left_out[0].1, "not in every run");
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
