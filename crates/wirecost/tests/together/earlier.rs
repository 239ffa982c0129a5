//! What an earlier state of wirecost wrote, a database and result files, opens, reports and compares (tests/old/README.md).

use std::fs;
use std::path::Path;

use crate::common::{self, Home, cases};
use serde_json::Value;
use wirecost_report::units;

const DATABASE: &str = ".local/share/wirecost/runs.db";

/// The result files, in the order in which their runs were stored.
const RESULTS: [&str; 2] = ["first.json", "second.json"];

/// A home whose database is the old one, with the result files and the suite beside it.
fn home() -> Home {
    let home = Home::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old");
    let database = home.path(DATABASE);
    fs::create_dir_all(database.parent().unwrap()).unwrap();
    fs::copy(old.join("runs.db"), database).unwrap();
    for file in RESULTS.into_iter().chain(["small.toml"]) {
        fs::copy(old.join(file), home.path(file)).unwrap();
    }
    home
}

/// The documents of the result files as they were written.
fn results(home: &Home) -> [Value; 2] {
    RESULTS.map(|file| serde_json::from_str(&fs::read_to_string(home.path(file)).unwrap()).unwrap())
}

fn id(run: &Value) -> &str {
    run["run_id"].as_str().unwrap()
}

/// What a command prints as JSON.
fn json(home: &Home, arguments: &[&str]) -> Value {
    serde_json::from_str(&home.run(arguments).expect(0).out).unwrap()
}

/// Checks that `found` holds all that `expected` does. What came later may be there too: entries of objects, and labels.
fn holds(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            for (name, value) in expected {
                holds(found.get(name).unwrap_or(&Value::Null), value, &format!("{place}.{name}"));
            }
        }
        (Value::Array(found), Value::Array(expected)) if place.ends_with(".labels") => {
            // Today's wording of the one label here that has another.
            let today = |label: &Value| if label == "at the floor" { "too fast to rank".into() } else { label.clone() };
            assert!(expected.iter().all(|label| found.contains(&today(label))), "{place}: {found:?}");
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
                holds(found, expected, &format!("{place}.{index}"));
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

#[test]
fn the_old_database_is_one_of_8a541ad() {
    let home = home();
    for run in results(&home) {
        assert!(run["environment"]["git_commit"].as_str().unwrap().starts_with("8a541ad"));
        assert_eq!(run["verdict_estimate"], "cpu_ns", "today's runs are judged by another estimate");
        let statuses = cases(&run, |_| true).into_iter().map(|case| case["status"].as_str().unwrap());
        assert_eq!(statuses.collect::<Vec<_>>(), ["ok", "ok", "ok", "ok", "invalid", "ok"]);
    }
}

#[test]
fn old_runs_are_listed_with_their_cases_and_trials() {
    let home = home();
    let runs = json(&home, &["runs", "--json"]);
    let listed = home.run(&["runs"]).expect(0).out;
    assert_eq!(listed.lines().count(), RESULTS.len(), "{listed}");
    // The latest comes first.
    for (run, listed) in results(&home).iter().rev().zip(runs["runs"].as_array().unwrap()) {
        let found = cases(run, |_| true);
        let trials: usize = found.iter().map(|case| case["trials"].as_array().unwrap().len()).sum();
        assert_eq!((&listed["run_id"], &listed["command"]), (&run["run_id"], &run["command"]));
        assert_eq!((&listed["started"], &listed["ended"]), (&run["started"], &run["ended"]));
        assert_eq!((&listed["cases"], &listed["trials"]), (&found.len().into(), &trials.into()));
    }
    for run in results(&home) {
        let line = listed.lines().find(|line| line.starts_with(id(&run))).unwrap();
        assert!(line.contains("done") && line.contains(run["command"].as_str().unwrap()), "{line}");
    }
}

#[test]
fn the_database_and_the_result_file_agree() {
    let home = home();
    for (file, run) in RESULTS.into_iter().zip(results(&home)) {
        for name in [file, id(&run)] {
            let exported = json(&home, &["export", name]);
            holds(&exported, &run, name);
            assert_eq!(json(&home, &["report", name, "--json"]), exported, "{name}");
        }
        let markdown = home.run(&["export", file, "--format", "md"]).expect(0).out;
        let csv = home.run(&["export", id(&run), "--format", "csv"]).expect(0).out;
        assert_eq!(csv.lines().count(), 1 + cases(&run, |_| true).len());
        for case in cases(&run, |case| case["status"] == "ok" && case["lab"] == "codec") {
            let median = case["estimates"]["cpu_ns"]["median"].to_string();
            assert!(csv.contains(&median), "{median}\n{csv}");
            assert!(markdown.contains(case["candidate"].as_str().unwrap()), "{markdown}");
        }
    }
}

#[test]
fn a_report_of_an_old_run_shows_the_figures_that_it_measured() {
    let home = home();
    for (file, run) in RESULTS.into_iter().zip(results(&home)) {
        let time = |case: &Value, name: &str| units::time(case["estimates"][name]["median"].as_f64().unwrap());
        let codecs = cases(&run, |case| case["lab"] == "codec" && case["parameters"]["twin"].is_null());
        let figures = codecs.into_iter().filter(|case| case["format"] != "none").map(|case| (case, "cpu_ns"));
        let figures: Vec<_> =
            figures.chain(cases(&run, |case| case["lab"] == "rpc").into_iter().map(|c| (c, "time_ns"))).collect();
        assert_eq!(figures.len(), 3);
        for name in [file, id(&run)] {
            let told = home.run(&["report", name, "-v", "--html", "page.html"]).expect(0);
            let page = fs::read_to_string(home.path("page.html")).unwrap();
            assert!(page.contains(id(&run)) && told.out.contains(id(&run)), "{}", told.told());
            for (case, estimate) in &figures {
                let (candidate, figure) = (case["candidate"].as_str().unwrap(), time(case, estimate));
                let is_row = |line: &str| line.contains(candidate) && line.contains(&figure);
                assert!(told.out.lines().any(is_row), "{candidate}: {figure}\n{}", told.told());
                assert!(page.contains(candidate) && page.contains(&figure), "{candidate}: {figure} in {name}");
            }
            let reason = cases(&run, |case| case["status"] == "invalid")[0]["reason"].as_str().unwrap();
            assert!(page.contains(reason), "{reason} in {name}");
        }
    }
    // The second run has the first one before it.
    let [_, second] = results(&home);
    home.run(&["report", id(&second), "--html", "page.html"]).expect(0);
    assert!(fs::read_to_string(home.path("page.html")).unwrap().contains("over 2 runs"));
}

#[test]
fn old_runs_compare_with_each_other_and_have_a_history() {
    let home = home();
    let [first, second] = results(&home);
    for pair in [RESULTS, [id(&first), id(&second)]] {
        let outcome = json(&home, &["compare", pair[0], pair[1], "--json"]);
        assert_eq!(outcome["estimate"], "cpu_ns");
        check_before_and_after(&outcome, &first, &second);
        let said = "3 comparisons of cpu_ns and server_cpu_ns";
        home.run(&["compare", pair[0], pair[1], "--html", "page.html"]).expect(0).says(said);
        assert!(fs::read_to_string(home.path("page.html")).unwrap().contains("codec/serde_json/echo-float/decode"));
    }
    let history = json(&home, &["history", "codec/*", "--json"]);
    let histories = history["cases"].as_array().unwrap();
    assert_eq!(histories.len(), 2, "{history:#}");
    for history in histories {
        let points = history["points"].as_array().unwrap();
        assert_eq!(points.len(), RESULTS.len());
        for (point, run) in points.iter().zip([&first, &second]) {
            let case = codec(run, history["case"].as_str().unwrap());
            assert_eq!((&point["run_id"], &point["median"]), (&run["run_id"], &case["estimates"]["cpu_ns"]["median"]));
        }
    }
    home.run(&["history", "codec/*"]).expect(0).says(id(&first)).says("codec/prost/echo-float/decode (cpu_ns)");
}

/// The case of the codec lab that this key of a comparison names.
fn codec<'a>(run: &'a Value, key: &str) -> &'a Value {
    let candidate = key.split('/').nth(1).unwrap();
    common::case(run, candidate)
}

/// Checks that a comparison has both codecs, with the medians of the two runs.
fn check_before_and_after(outcome: &Value, first: &Value, second: &Value) {
    let compared = outcome["cases"].as_array().unwrap().iter();
    let codecs: Vec<&Value> = compared.filter(|case| case["key"].as_str().unwrap().starts_with("codec/")).collect();
    assert_eq!(codecs.len(), 2, "{outcome:#}");
    for case in codecs {
        let key = case["key"].as_str().unwrap();
        let median = |run| &codec(run, key)["estimates"]["cpu_ns"]["median"];
        assert_eq!((&case["before"], &case["after"]), (median(first), median(second)), "{key}");
    }
}

#[test]
fn a_new_run_is_stored_beside_old_ones_and_compared_with_them() {
    let home = home();
    let old = results(&home);
    let arguments = ["run", "small.toml", "--lab", "codec", "--candidate", "prost", "--candidate", "serde_json"];
    let (ran, new) = home.run_json(&arguments);
    ran.expect(0);
    let listed = json(&home, &["runs", "--json"]);
    let listed: Vec<&str> = listed["runs"].as_array().unwrap().iter().map(id).collect();
    assert_eq!(listed, [id(&new), id(&old[1]), id(&old[0])]);
    // The old runs are as they were.
    for run in &old {
        holds(&json(&home, &["export", id(run)]), run, id(run));
    }
    for earlier in [RESULTS[0], id(&old[0])] {
        for later in ["run.json", "latest"] {
            let outcome = json(&home, &["compare", earlier, later, "--json"]);
            assert_eq!(outcome["estimate"], "cpu_ns", "what both have");
            check_before_and_after(&outcome, &old[0], &new);
        }
    }
    // They are of another machine, or of another release at least.
    home.run(&["compare", RESULTS[0], "latest"]).expect(0).says("2 comparisons of cpu_ns").says("could not decide");
    home.run(&["report"]).expect(0).says("serde_json");
}

#[test]
fn an_old_run_is_not_resumed_but_says_why() {
    let home = home();
    let [first, _] = results(&home);
    let resumed = home.run(&["run", "--resume", id(&first)]).expect(2);
    resumed.says("it has changed since the run began").says("start a new run");
    holds(&json(&home, &["export", id(&first)]), &first, id(&first));
}

#[test]
fn an_old_result_file_is_imported_once() {
    let home = Home::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old").join(RESULTS[0]).display().to_string();
    home.run(&["import", &old]).expect(0);
    home.run(&["import", &old]).expect(2).says("stored already");
    home.run(&["report", "-v"]).expect(0).says("serde_json").says("json-http");
}
