//! `wirecost run --on`: a suite measured by several workers.

#![cfg(target_os = "linux")]

use std::time::Duration;

use crate::common::Home;
use crate::common::workers::{await_end, pid, read, signal, spawn, told};
use serde_json::Value;

/// A suite of two candidates on one message, as short as one can be.
const SUITE: &str = r#"
summary = "short"
budget = "1m"
trials = 3
messages = ["echo-float"]
operations = ["decode"]
[rules]
sample = "1ms"
warmup = "1ms"
window = "2ms"
min_samples = 1
"#;

/// A run of that suite by workers of this machine.
fn run_on<'a>(suite: &'a str, place: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let candidates = ["--candidate", "prost", "--candidate", "serde_json", "--candidate", "postcard"];
    [&["run", suite, "--on", place][..], &candidates, more].concat()
}

#[test]
fn a_suite_is_measured_by_each_worker_and_shown_side_by_side() {
    let home = Home::new();
    let suite = home.write("short.toml", SUITE);
    let json = home.path("hosts.json");
    let ran = home.run(&run_on(&suite, "local:2", &["--json", json.to_str().unwrap()])).expect(0);
    let ran = ran.says(", part 0: ").says(", part 1: ").says("decode echo-float");
    let table = read(&json);
    assert_eq!(table["schema"], "wirecost.hosts/1");
    assert_eq!(table["hosts"].as_array().unwrap().len(), 2);
    for case in table["cases"].as_array().unwrap() {
        assert!(case["cost"].as_array().unwrap().iter().all(|cost| cost.as_f64().unwrap() > 0.0), "{case}");
    }
    let names: Vec<&str> =
        table["cases"].as_array().unwrap().iter().map(|case| case["candidate"].as_str().unwrap()).collect();
    assert!(["prost", "serde_json", "postcard"].iter().all(|name| names.contains(name)), "{names:?}");
    let stored = home.run(&["report", "--by", "host"]).expect(0);
    assert_eq!(stored.out, ran.out);
    home.run(&["report", "--by", "host", "--json"]).expect(0).says("wirecost.hosts/1");
}

#[test]
fn candidates_are_dealt_and_their_machines_compared_by_the_pair() {
    let home = Home::new();
    let suite = home.write("short.toml", SUITE);
    let json = home.path("run.json");
    let more = ["--split", "--json", json.to_str().unwrap()];
    home.run(&run_on(&suite, "local:2", &[&more[..], &["--dry-run"]].concat())).expect(0).says("part 1: ");
    let ran = home.run(&run_on(&suite, "local:2", &more)).expect(0);
    let run = read(&json);
    let hosts: Vec<&str> = run["hosts"].as_array().unwrap().iter().map(|host| host["name"].as_str().unwrap()).collect();
    assert_eq!(hosts.len(), 2, "{}", ran.transcript());
    let cases = run["cases"].as_array().unwrap();
    let of = |name: &str| -> Vec<&Value> { cases.iter().filter(|case| case["candidate"] == name).collect() };
    let pair = cases.iter().find(|case| case["parameters"]["twin"] == "true").unwrap()["candidate"].as_str().unwrap();
    let twins: Vec<&str> = of(pair).iter().filter_map(|case| case["parameters"]["twin"].as_str()).collect();
    assert_eq!(twins, ["true", hosts[1], &format!("{}, second", hosts[1])]);
    // The others were measured once, on different machines.
    let others: Vec<&Value> =
        ["prost", "serde_json", "postcard"].iter().filter(|name| **name != pair).flat_map(|name| of(name)).collect();
    let measured_on: Vec<&str> = others.iter().map(|case| case["host"].as_str().unwrap()).collect();
    assert_eq!(measured_on, hosts);
    home.run(&["report"]).expect(0).says("postcard");
}

#[test]
fn only_what_is_missing_of_a_run_is_measured_again() {
    let home = Home::new();
    let suite = home.write("short.toml", SUITE);
    let folder = home.path("parts");
    let more = ["--split", "--work-dir", folder.to_str().unwrap()];
    home.run(&run_on(&suite, "local:2", &more)).expect(0);
    let [kept, lost] = [0, 1].map(|rank| folder.join(format!("part-{rank}.json")));
    let before = std::fs::read(&kept).unwrap();
    // Half of it: what a full disk leaves.
    let text = std::fs::read_to_string(&lost).unwrap();
    std::fs::write(&lost, &text[..text.len() / 2]).unwrap();
    home.run(&run_on(&suite, "local:2", &more)).expect(2).says("it is not empty");
    let fewer = [&["--candidate", "rkyv"][..], &more, &["--missing"]].concat();
    home.run(&run_on(&suite, "local:2", &fewer)).expect(2).says("holds another run");
    let ran = home.run(&run_on(&suite, "local:2", &[&more[..], &["--missing"]].concat())).expect(0);
    ran.says("1 workers begin");
    assert_eq!(std::fs::read(&kept).unwrap(), before);
    assert!(read(&lost)["result"]["suite"]["cases"].as_array().is_some());
    // What was measured again is stored beside what there was.
    assert_eq!(home.run(&["runs"]).expect(0).out.matches("-2of2").count(), 2);
}

#[test]
fn a_worker_of_a_suite_that_is_killed_is_named_and_ctrl_c_leaves_nothing() {
    let home = Home::new();
    let suite = home.write("long.toml", &SUITE.replace("trials = 3", "trials = 200"));
    let folder = home.path("parts");
    let mut child = spawn(&home, &run_on(&suite, "local:2", &["--work-dir", folder.to_str().unwrap()]));
    let begun = |rank: u64| folder.join(format!("part-{rank}.begun.json")).exists();
    while !(begun(0) && begun(1)) {
        assert!(child.try_wait().unwrap().is_none(), "{}", told(&child.wait_with_output().unwrap()));
        std::thread::sleep(Duration::from_millis(20));
    }
    let workers = [pid(&folder, 0), pid(&folder, 1)];
    signal("KILL", workers[0]);
    // The other takes its turn then; only what has measured something has a part to show.
    let has_measured = || {
        let said = std::fs::read_to_string(folder.join("part-1.err")).unwrap_or_default();
        said.lines()
            .any(|line| line.contains(" processes, ") && line.contains(" left, now ") && !line.starts_with("0/"))
    };
    while !has_measured() {
        assert!(child.try_wait().unwrap().is_none(), "{}", told(&child.wait_with_output().unwrap()));
        std::thread::sleep(Duration::from_millis(20));
    }
    signal("INT", u64::from(child.id()));
    let status = child.wait().unwrap();
    workers.into_iter().for_each(await_end);
    let output = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130), "{}", told(&output));
    let said = told(&output);
    assert!(said.contains("part 0") && said.contains("signal: 9 (SIGKILL)"), "{said}");
    assert!(said.contains("part 1") && said.contains("cut by"), "{said}");
}
