//! What a gate says of cases that cannot be compared, and which cases it sets beside each other.

use wirecost_model::{CaseDocument, EstimateId, Label, MessageDigest, RunDocument, Status};
use wirecost_verdict::gate::{self, Decision, Outcome};
use wirecost_verdict::history::histories;
use wirecost_verdict::trust::Pair;

use super::{around, builds, case, complete, run};

/// How a case of the base is lost in the new build; false where it is not even a row.
type Way = (&'static str, fn(&mut CaseDocument) -> bool);

const WAYS: [Way; 11] = [
    ("it is not offered", |_| false),
    ("it fails", |case| without(case, Status::Failed)),
    ("it cannot be measured", |case| without(case, Status::Skipped)),
    ("the machine was too busy", |case| without(case, Status::Invalid)),
    ("it has no trial", |case| with(case, |case| case.trials.clear())),
    ("it has another figure", |case| {
        with(case, |case| {
            case.trials.iter_mut().for_each(|trial| trial.estimates.retain(|id, _| *id != EstimateId::CpuNs))
        })
    }),
    ("it writes another format", |case| with(case, |case| case.format = "cbor".into())),
    ("it decodes into something else", |case| {
        with(case, |case| drop(case.parameters.insert("binding".into(), "events".into())))
    }),
    ("it does nothing", |case| with(case, |case| drop(case.parameters.insert("binding".into(), "nothing".into())))),
    ("it leaves out a part", |case| with(case, |case| case.labels.push(Label::read("partial: leaves out comments")))),
    ("it is of another message", |case| with(case, |case| case.message_digest = digest("two", None))),
];

fn with(case: &mut CaseDocument, change: impl FnOnce(&mut CaseDocument)) -> bool {
    change(case);
    complete(case);
    true
}

fn without(case: &mut CaseDocument, status: Status) -> bool {
    (case.status, case.reason) = (status, Some("for a reason".into()));
    true
}

fn digest(message: &str, of_type: Option<&str>) -> Option<MessageDigest> {
    Some(MessageDigest { sha256: message.into(), type_sha256: of_type.map(str::to_owned), ..MessageDigest::default() })
}

/// A case `b` beside the one that decides.
fn b(parameters: &[(&str, &str)]) -> CaseDocument {
    CaseDocument { message_digest: digest("one", None), ..case("b", parameters, &around(50.0, 4)) }
}

fn told(outcome: &Outcome) -> (Decision, Vec<&str>) {
    (outcome.decision(), outcome.unjudged.iter().map(|(key, _)| key.as_str()).collect())
}

#[test]
fn method_16_builds_that_lack_a_case_of_the_base_do_not_pass_and_name_it() {
    for (way, lose) in WAYS {
        for (factor, decision) in [(1.0, Decision::Undecided), (1.5, Decision::Regressed)] {
            let mut both = builds(factor, 1.0);
            both.cases.push(b(&[("side", "base")]));
            let mut lost = b(&[("side", "new")]);
            if lose(&mut lost) {
                both.cases.push(lost);
            }
            let outcome = gate::builds(&both, ["base", "new"], 0.03, |_| false);
            assert_eq!(told(&outcome), (decision, vec!["codec/b/m/decode"]), "{way}: {outcome:#?}");
            let excluded = gate::builds(&both, ["base", "new"], 0.03, |case| case.candidate == "b");
            assert_eq!(excluded.excluded, ["codec/b/m/decode"], "{way}");
            assert_eq!(excluded.decision() == Decision::Passed, factor == 1.0, "{way}: {excluded:#?}");
        }
    }
}

#[test]
fn method_16_a_run_that_lacks_a_case_of_earlier_ones_does_not_pass_and_names_it() {
    let of = |run_id: &str, ns: f64| {
        let twin = case("a", &[("twin", "true")], &around(ns, 5));
        run(run_id, vec![case("a", &[], &around(ns, 1)), twin])
    };
    let and_b = |mut run: RunDocument| {
        run.cases.push(b(&[]));
        run
    };
    let earlier = [of("01", 100.0), of("02", 101.0), of("03", 99.0)];
    // A case that too few earlier runs have could have regressed unseen, too.
    let some = [earlier[0].clone(), earlier[1].clone(), and_b(earlier[2].clone())];
    let outcome = gate::runs(&some, &and_b(of("04", 100.5)), 0.2, |_| false);
    assert_eq!(told(&outcome), (Decision::Undecided, vec!["codec/b/m/decode"]), "{outcome:#?}");
    let all = earlier.clone().map(and_b);
    assert_eq!(gate::runs(&all, &and_b(of("04", 100.5)), 0.2, |_| false).decision(), Decision::Passed);
    for (way, lose) in WAYS {
        for (ns, decision) in [(100.5, Decision::Undecided), (200.0, Decision::Regressed)] {
            for earlier in [&all, &some] {
                let (mut later, mut lost) = (of("04", ns), b(&[]));
                if lose(&mut lost) {
                    later.cases.push(lost);
                }
                let outcome = gate::runs(earlier, &later, 0.2, |_| false);
                assert_eq!(told(&outcome), (decision, vec!["codec/b/m/decode"]), "{way}: {outcome:#?}");
                let excluded = gate::runs(earlier, &later, 0.2, |case| case.candidate == "b");
                assert_eq!(excluded.decision() == Decision::Passed, ns < 200.0, "{way}: {excluded:#?}");
            }
        }
    }
}

#[test]
fn what_the_base_has_no_figure_of_is_told_and_keeps_no_gate_from_passing() {
    let mut both = builds(1.0, 1.0);
    let mut failed = b(&[("side", "base")]);
    without(&mut failed, Status::Failed);
    both.cases.extend([failed, b(&[("side", "new")]), case("c", &[("side", "new")], &around(1.0, 1))]);
    let outcome = gate::builds(&both, ["base", "new"], 0.03, |_| false);
    assert_eq!(told(&outcome), (Decision::Passed, vec![]));
    let left_out: Vec<&str> = outcome.left_out.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(left_out, ["codec/b/m/decode", "codec/c/m/decode"]);
}

#[test]
fn builds_are_compared_setting_by_setting() {
    let mut both = builds(1.0, 1.0);
    let of = |side, level, ns| case("b", &[("side", side), ("level", level)], &around(ns, 2));
    both.cases.extend([of("base", "1", 10.0), of("base", "9", 90.0), of("new", "9", 90.0), of("new", "1", 10.0)]);
    let outcome = gate::builds(&both, ["base", "new"], 0.03, |_| false);
    assert_eq!(told(&outcome), (Decision::Passed, vec![]), "{outcome:#?}");
    assert!(outcome.cases.iter().any(|case| case.key == "codec/b/m/decode?level=9" && case.before > 80.0));
    both.cases.retain(|case| !case.is_twin());
    both.cases.push(case("b", &[("side", "base"), ("level", "9"), ("twin", "true")], &around(90.0, 3)));
    let pair = Pair::of(&both).unwrap();
    assert!(pair.case.key().contains("level=9") && !pair.is_biased(), "{pair:?}");
}

/// A case of a message that is called so, and takes so many bytes.
fn of_message(name: &str, message: Option<MessageDigest>, bytes: f64) -> CaseDocument {
    let mut case = CaseDocument { message: name.into(), message_digest: message, ..case("a", &[], &around(100.0, 1)) };
    for trial in &mut case.trials {
        trial.estimates.insert(EstimateId::SizeBytes, bytes);
    }
    complete(&mut case);
    case
}

#[test]
fn messages_of_one_name_are_set_beside_each_other_only_where_they_are_one() {
    let (one, two) = (digest("one", Some("t")), digest("two", Some("t")));
    let typed = digest("one", Some("u"));
    for (before, after, compared) in [
        ((one.clone(), 2168.0), (one.clone(), 2168.0), true),
        // A library may write less than before.
        ((one.clone(), 2168.0), (one.clone(), 2100.0), true),
        ((one.clone(), 2168.0), (two.clone(), 2168.0), false),
        ((one.clone(), 2168.0), (typed, 2168.0), false),
        ((None, 2168.0), (None, 2168.0), true),
        ((None, 2168.0), (None, 156.0), false),
        ((None, 2168.0), (one.clone(), 156.0), false),
    ] {
        let earlier = run("01", vec![of_message("order", before.0.clone(), before.1)]);
        let later = run("02", vec![of_message("order", after.0.clone(), after.1)]);
        let outcome = gate::runs(std::slice::from_ref(&earlier), &later, 0.03, |_| false);
        assert_eq!(
            (outcome.cases.len(), outcome.unjudged.len()),
            if compared { (1, 0) } else { (0, 1) },
            "{outcome:#?}"
        );
        let lines = histories(&[earlier, later], |_| true);
        let joined = before.0 == after.0 && compared;
        assert_eq!(lines.len(), if joined { 1 } else { 2 }, "{lines:#?}");
    }
    // Whichever is called `order` and which `order'` depends on the order in which they were given.
    let earlier = run("01", vec![of_message("order", one.clone(), 2168.0), of_message("order'", two.clone(), 156.0)]);
    let later = run("02", vec![of_message("order", two.clone(), 156.0), of_message("order'", one, 2168.0)]);
    let outcome = gate::runs(std::slice::from_ref(&earlier), &later, 0.03, |_| false);
    assert_eq!((outcome.cases.len(), outcome.unjudged.len()), (2, 0), "{outcome:#?}");
    let only = run("02", vec![of_message("order", two, 156.0)]);
    let outcome = gate::runs(&[earlier], &only, 0.03, |_| false);
    assert_eq!(told(&outcome), (Decision::Undecided, vec!["codec/a/order/decode"]), "{outcome:#?}");
}

#[test]
fn a_line_joins_figures_of_one_kind_alone() {
    let mut counted = case("a", &[], &around(100.0, 1));
    for trial in &mut counted.trials {
        trial.estimates.insert(EstimateId::Instructions, 5000.0);
    }
    complete(&mut counted);
    let timed = |run_id| run(run_id, vec![case("a", &[], &around(100.0, 1))]);
    let found = histories(&[timed("01"), run("02", vec![counted]), timed("03")], |_| true);
    let lines: Vec<_> = found.iter().map(|line| (line.estimate, line.points.len(), line.name(&found))).collect();
    let name = |estimate: &str| format!("codec/a/m/decode ({estimate})");
    assert_eq!(lines, [(EstimateId::CpuNs, 2, name("cpu_ns")), (EstimateId::Instructions, 1, name("instructions"))]);
}
