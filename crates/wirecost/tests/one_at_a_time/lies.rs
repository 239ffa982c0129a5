//! METHOD 35 and 36: runners that lie about what they measure get no rank that they do not deserve.

#[path = "../../examples/honest_ways/mod.rs"]
mod honest_ways;

use crate::common::{self, Home, alone, case, example, in_some_run, unranked};
use honest_ways::WAYS;
use serde_json::Value;

/// Trials long enough for the system's clocks, of a message that takes some time to decode.
const SUITE: &str = r#"
budget = "5m"
trials = 3
messages = ["echo-float"]
operations = ["decode"]
answer_timeout = "20s"
[rules]
sample = "1ms"
warmup = "2ms"
window = "10ms"
min_samples = 3
"#;

/// As many trials as `quick` makes, for what most of them must show.
fn six_trials() -> String {
    SUITE.replace("trials = 3", "trials = 6")
}

/// A message of this many words.
fn message(words: usize) -> String {
    let words: Vec<String> = (1000..1000 + words).map(|number| format!("\"{number}\"")).collect();
    format!("{{\"words\": [{}]}}", words.join(", "))
}

/// What an operation costs a candidate.
fn cost(document: &Value, name: &str) -> f64 {
    case(document, name)["estimates"]["cost_ns"]["median"].as_f64().unwrap()
}

/// Runs these lies in one run beside the honest candidate, on a message of which a batch holds one operation.
fn lied(lies: &[&str]) -> Value {
    lied_about(400, lies)
}

/// The same on a message of this many words.
fn lied_about(words: usize, lies: &[&str]) -> Value {
    lied_in(SUITE, words, lies)
}

/// The same in this suite.
fn lied_in(suite: &str, words: usize, lies: &[&str]) -> Value {
    let _alone = alone();
    let home = Home::new();
    let (suite, message) = (home.write("suite.toml", suite), home.write("m.json", &message(words)));
    let runner = format!("lying={}", example("lying_runner"));
    let chosen: Vec<&str> = lies.iter().chain(&["honest"]).flat_map(|lie| ["--candidate", lie]).collect();
    let arguments = [&["run", &suite, "--runner", &runner, "--message", &message][..], &chosen].concat();
    let (ran, document) = home.run_json(&arguments);
    assert!([0, 1].contains(&ran.code), "{}", ran.transcript());
    let honest = case(&document, "honest");
    assert_eq!(honest["status"], "ok", "{honest:#}");
    assert_eq!(unranked(honest), None, "{honest:#}");
    document
}

fn labels(case: &Value) -> String {
    common::labels(case).join("; ")
}

#[test]
fn method_35_answers_that_no_timed_operation_gave_fail_the_case() {
    in_some_run(|| {
        // Short enough that a batch holds more than three operations, and long enough that it does not hold all inputs.
        let [short, long] = [lied_about(8, &["beyond-three"]), lied_about(40, &["skips-blindly", "half", "restarts"])];
        for lie in ["skips-blindly", "half", "beyond-three", "restarts"] {
            let case = case(if lie == "beyond-three" { &short } else { &long }, lie);
            assert_eq!(case["status"], "failed", "{case:#}");
            let reason = case["reason"].as_str().unwrap();
            assert!(reason.contains("in a timed batch, iteration") && reason.contains("wrong answer"), "{case:#}");
        }
    });
}

#[test]
fn method_35_work_that_is_put_off_until_the_answer_is_read_is_labelled() {
    in_some_run(|| {
        let document = lied(&["lazy", "skips"]);
        let lazy = case(&document, "lazy");
        assert!(unranked(lazy).is_some() && labels(lazy).contains("work put off"), "{lazy:#}");
        // Work that is done anew whenever an answer is asked for looks like a slow way to tell it; inputs that were never seen,
        // which are timed from outside, cost so much more that it seems to remember.
        let skips = case(&document, "skips");
        assert!(unranked(skips).is_some() || labels(skips).contains("work may be put off until then"), "{skips:#}");
    });
}

#[test]
fn method_6_memory_is_found_out_whenever_it_was_filled() {
    in_some_run(|| {
        let lies = ["remembers", "prepares", "prepares-and-lies"];
        let document = lied(&lies);
        for case in lies.map(|lie| case(&document, lie)) {
            assert!(unranked(case).is_some_and(|label| label.starts_with("remembers answers")), "{case:#}");
        }
    });
}

#[test]
fn method_35_work_on_nothing_but_the_results_that_are_kept_is_found_out() {
    in_some_run(|| {
        let document = lied_about(40, &["only-kept"]);
        let case = case(&document, "only-kept");
        let told = unranked(case).is_some_and(|label| label.starts_with("remembers answers"));
        let impossible = case["reason"].as_str().is_some_and(|reason| reason.starts_with("impossible times: "));
        assert!(told || impossible, "{case:#}");
    });
}

/// What marks, the iterations to keep and batches of no operations let a runner say of itself. Without what finds it, each of these has half
/// of the honest cost or less.
#[test]
fn method_35_36_what_the_window_leaves_out_is_seen_from_outside() {
    in_some_run(|| {
        let lies = [
            ("moves-time", "marks not borne out: "),
            ("tells-slow-marks", "too few quiet parts "),
            ("half-unless-kept", "works less where no result is kept: "),
            ("spins-where-nothing-runs", "CPU time by the system's clock: "),
        ];
        let document = lied_in(&six_trials(), 40, &lies.map(|(lie, _)| lie));
        for (lie, label) in lies {
            let case = case(&document, lie);
            assert!(labels(case).contains(label), "{case:#}");
            let (cost, honest) = (cost(&document, lie), cost(&document, "honest"));
            // A busy machine makes one of the two up to a half dearer.
            assert!(unranked(case).is_some() || cost > 0.6 * honest, "{lie}: {honest} {case:#}");
        }
    });
}

#[test]
fn the_size_is_that_of_timed_answers() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let suite = home.write("suite.toml", &SUITE.replace("\"decode\"", "\"encode\""));
        let message = home.write("m.json", &message(40));
        let runner = format!("lying={}", example("lying_runner"));
        let chosen = ["--candidate", "encodes", "--candidate", "encodes-more-later"];
        let (_, document) =
            home.run_json(&[&["run", &suite, "--runner", &runner, "--message", &message][..], &chosen].concat());
        let size = |name: &str| {
            let case = case(&document, name);
            case["estimates"]["size_bytes"]["median"].as_f64().unwrap_or_else(|| panic!("{case:#}"))
        };
        assert_eq!(size("encodes-more-later"), 2.0 * size("encodes"));
    });
}

#[test]
fn method_36_the_systems_clock_decides_where_a_runners_disagrees() {
    in_some_run(|| {
        let lies = ["halves-times", "divides-times", "divides-cpu", "no-cpu", "helper", "helper-elsewhere"];
        let document = lied(&lies);
        let cost = |name: &str| case(&document, name)["estimates"]["cpu_ns"]["median"].as_f64().unwrap();
        for lie in lies {
            let case = case(&document, lie);
            let told = labels(case);
            assert!(told.contains("CPU time by the system's clock") || told.contains("mostly idle"), "{case:#}");
            // Whatever was reported, the figure is that of the work.
            assert!(cost(lie) > 0.5 * cost("honest") || unranked(case).is_some(), "{lie}: {} {case:#}", cost("honest"));
        }
        let document = lied(&["no-time"]);
        let case = case(&document, "no-time");
        assert_eq!(case["status"], "failed", "{case:#}");
        assert!(case["reason"].as_str().unwrap().starts_with("impossible times: "), "{case:#}");
    });
}

#[test]
fn an_answer_cannot_take_more_memory_than_its_size_allows() {
    let document = lied(&["nulls"]);
    let case = case(&document, "nulls");
    assert!(case["reason"].as_str().unwrap().contains("takes more memory than is allowed"), "{case:#}");
}

#[test]
#[cfg(target_os = "linux")]
fn children_of_a_runner_end_with_it_in_any_session() {
    let spinning = || {
        let output = std::process::Command::new("pgrep").args(["-f", "lying_runner spin"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let _alone = alone();
    let home = Home::new();
    let (suite, message) = (home.write("suite.toml", SUITE), home.write("m.json", &message(400)));
    let runner = format!("lying={}", example("lying_runner"));
    let arguments = ["run", &suite, "--runner", &runner, "--message", &message, "--candidate", "leaves-child"];
    let mut command = home.command(&arguments);
    command.env("LYING_RUNNER_LEAVES", "1");
    let ran = common::Ran::of(command);
    assert!([0, 1].contains(&ran.code), "{}", ran.transcript());
    assert_eq!(spinning(), "", "they outlive the run");
}

#[test]
fn method_35_36_honest_ways_keep_their_rank() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let (suite, message) = (home.write("suite.toml", &six_trials()), home.write("m.json", &message(40)));
        let runner = format!("honest={}", example("honest_runner"));
        // Those of the runner, and one of wirecost's own that is not built for the message.
        let chosen = WAYS.iter().chain(&["serde_json-value"]).flat_map(|name| ["--candidate", name]);
        let arguments: Vec<&str> =
            ["run", &suite, "--runner", &runner, "--message", &message].into_iter().chain(chosen).collect();
        let (_, document) = home.run_json(&arguments);
        let cases = common::cases(&document, |case| {
            case["format"] == "json" && case["labels"].to_string().contains("self-reported")
        });
        let ways: std::collections::BTreeSet<&str> =
            cases.iter().filter_map(|case| case["candidate"].as_str()).collect();
        assert_eq!(ways.len(), WAYS.len(), "{ways:?}");
        for case in cases {
            assert_eq!(case["status"], "ok", "{case:#}");
            assert_eq!(unranked(case), None, "{case:#}");
        }
        let cannot = case(&document, "cannot-keep");
        assert!(labels(cannot).contains("not checked while timed: results do not fit in memory"), "{cannot:#}");
    });
}

/// docs/PROTOCOL.md promises that its runner is an honest one.
#[test]
fn the_runner_in_the_description_of_the_protocol_is_ranked() {
    in_some_run(|| {
        let _alone = alone();
        let python = std::process::Command::new("python3").arg("--version").output();
        if !python.is_ok_and(|output| output.status.success()) {
            return eprintln!("skipped: there is no python3");
        }
        let page = std::fs::read_to_string(common::workspace().join("docs/PROTOCOL.md")).unwrap();
        let program = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        assert!(program.lines().count() < 100);
        let home = Home::new();
        let values = std::fs::read_to_string(common::workspace().join("candidates/codec/python/values.py")).unwrap();
        home.write("values.py", &values);
        let runner = home.write("runner.py", &format!("#!/usr/bin/env python3\n{program}"));
        let (suite, message) = (home.write("suite.toml", SUITE), home.write("m.json", &message(400)));
        std::process::Command::new("chmod").args(["+x", &runner]).status().unwrap();
        let arguments =
            ["run", &suite, "--runner", &format!("my={runner}"), "--message", &message, "--candidate", "my-json"];
        let (_, document) = home.run_json(&arguments);
        let case = case(&document, "my-json");
        assert_eq!(case["status"], "ok", "{case:#}");
        assert_eq!(unranked(case), None, "{case:#}");
        let has_marks = wirecost_measure::reference::code().is_some();
        let wrong = ["not checked", "clock", "no marks"].into_iter().find(|label| labels(case).contains(label));
        assert_eq!(wrong.filter(|label| *label != "no marks" || has_marks), None, "{case:#}");
    });
}

/// Each candidate does an operation's work twice: `at-once` then and there, the others half of it later.
#[test]
fn method_29_work_that_is_put_off_is_found() {
    in_some_run(|| {
        let _alone = alone();
        let home = Home::new();
        let (suite, message) = (home.write("suite.toml", SUITE), home.write("m.json", &message(8)));
        let runner = format!("deferring={}", example("deferring_runner"));
        let names = ["at-once", "each-thousandth", "in-thread", "now-and-then"];
        let chosen: Vec<&str> = names.iter().flat_map(|name| ["--candidate", name]).collect();
        let arguments = [&["run", &suite, "--runner", &runner, "--message", &message][..], &chosen].concat();
        let (ran, document) = home.run_json(&arguments);
        ran.expect(0);
        let cost = |name: &str| cost(&document, name);
        for name in &names[1..] {
            let case = case(&document, name);
            let found = ["rare work: ", "CPU time by the system's clock: ", "doubling the batch gave "];
            let found = found.iter().any(|label| labels(case).contains(label));
            // A candidate that costs as much as it would at once has gained nothing, whatever it does.
            let marked = !case["estimates"]["quiet_ns"].is_null();
            assert!(!marked || found || cost(name) > 0.8 * cost("at-once"), "{} ns at once: {case:#}", cost("at-once"));
        }
    });
}
