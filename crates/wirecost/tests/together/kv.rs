//! The kv lab from end to end: real stores, crashes, and stores that go wrong.

use crate::common::stores::faulty;
use crate::common::{self, Home, case, cases};
use serde_json::Value;

/// A suite of very short trials. Nothing is pinned: other tests run beside it.
const SHORT: &str = r#"
[kv]
budget = "2m"
trials = 2
candidates = ["map"]
longest = "20s"
[[kv.load]]
keys = 2000
value_bytes = 100
operations = ["set", "get", "ycsb-a", "ycsb-b"]
connections = [4]
order = ["zipf"]
window = "500ms"
placement = ["free"]
"#;

fn was_measured(case: &Value) -> bool {
    case["status"] == "ok" || case["status"] == "invalid"
}

/// Whether a program, or a file with its whole path, is on this machine; says so where it is not.
fn is_there(program: &str) -> bool {
    let found = ["/usr/bin", "/usr/local/bin", "/bin"]
        .iter()
        .any(|folder| std::path::Path::new(folder).join(program).is_file());
    if !found {
        eprintln!("not tested: {program} is not installed");
    }
    found
}

#[test]
fn keys_and_bytes_of_values_are_those_of_the_command_line() {
    let home = Home::new();
    let plan = ["run", "kv", "--dry-run", "--candidate", "map", "--keys", "700", "--value-bytes", "1000"];
    home.run(&plan).expect(0).says("set, get, 700 keys of 1000 bytes");
    home.run(&["run", "kv", "--dry-run", "--candidate", "map", "--value-bytes", "3"]).expect(2).says("must be from 24");
    let codecs = home.write("short.toml", crate::common::SHORT);
    home.run(&["run", &codecs, "--dry-run", "--keys", "5"]).expect(2).says("has no stores");
}

#[test]
fn a_store_goes_through_its_steps_and_every_answer_is_checked() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let mut arguments =
        vec!["run", &suite, "--candidate", "map", "--candidate", "lmdb-nosync", "--candidate", "fjall-buffered"];
    let others: Vec<&str> = [("memcached", "memcached"), ("redis-server", "redis-none")]
        .into_iter()
        .filter_map(|(program, name)| is_there(program).then_some(name))
        .collect();
    for name in &others {
        arguments.extend(["--candidate", name]);
    }
    let (ran, document) = home.run_json(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let ran = ran.says("set 2,000 keys of 100 bytes, in-order: 4 connections").says("ops/CPU s");
    ran.says("durability memory: writes are in the memory of the process alone").says("durability process:");
    let published = std::fs::read_to_string(common::workspace().join("docs/schema/run.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&published).unwrap()).unwrap().validate(&document).unwrap();
    let all = cases(&document, |_| true);
    assert_eq!(all.len(), 4 * (3 + others.len()));
    for case in all {
        assert!(was_measured(case), "{case:#}");
        for trial in case["trials"].as_array().unwrap() {
            let load = &trial["load"];
            assert!(load["ok"] == load["sent"] && load["misses"] == 0, "{trial:#}");
            if case["operation"] == "set" || case["operation"] == "get" {
                assert_eq!(load["ok"], 2000, "every key once: {trial:#}");
            }
            // A machine that is too busy may give the server no time in a window.
            let measured =
                if load["valid"] == true { &["rate_per_s", "server_cpu_ns", "service_p50_ns"][..] } else { &[] };
            for name in measured.iter().chain(&["memory_bytes"]) {
                assert!(trial["estimates"][name].as_f64() > Some(0.0), "{name}: {trial:#}");
            }
        }
        let on_disk = case["parameters"]["durability"] != "memory";
        assert_eq!(case["trials"][0]["estimates"]["disk_bytes"].as_f64() > Some(100_000.0), on_disk, "{case:#}");
    }
    let page = home.path("page.html");
    home.run(&["report", "latest", "--html", page.to_str().unwrap()]).expect(0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Key-value stores") && page.contains("ops/CPU s"));
    home.run(&["export", "--format", "md"]).expect(0).says("| store | version | ops/CPU s |");
}

#[test]
fn a_suite_that_has_no_room_is_tested_with_few_keys() {
    let home = Home::new();
    let large = "keys = 1000000000\nvalue_bytes = 20000";
    let suite = home.write("large.toml", &SHORT.replace("keys = 2000\nvalue_bytes = 100", large));
    let tested = home.run(&["run", &suite, "--test"]).expect(0);
    assert_eq!(tested.out.lines().filter(|line| line.starts_with("ok ")).count(), 4, "{}", tested.transcript());
    let (ran, document) = home.run_json(&["run", &suite]);
    let skipped = cases(&document, |case| case["status"] == "skipped");
    assert_eq!(skipped.len(), 4, "{}", ran.transcript());
    assert!(
        skipped[0]["reason"].as_str().unwrap().starts_with("1000000000 values of 20000 bytes need"),
        "{document:#}"
    );
}

/// The suite with one mix, over a few connections and over many.
fn suite_of_many(home: &Home) -> String {
    let many = SHORT.replace("\"set\", \"get\", \"ycsb-a\", \"ycsb-b\"", "\"ycsb-b\"").replace("[4]", "[4, 1000]");
    home.write("many.toml", &many.replace("longest", "slices = \"100ms\"\nlongest"))
}

#[test]
fn a_thousand_connections_ask_a_store() {
    let home = Home::new();
    let suite = suite_of_many(&home);
    let mut arguments = vec!["run", &suite, "--trials", "1", "--candidate", "map", "--candidate", "lmdb-nosync"];
    let mut names = vec!["map", "lmdb-nosync"];
    for (program, name) in [("memcached", "memcached"), ("redis-server", "redis-none")] {
        if is_there(program) {
            arguments.extend(["--candidate", name]);
            names.push(name);
        }
    }
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0);
    for name in names {
        for connections in ["4", "1000"] {
            let is = |case: &Value| case["candidate"] == name && case["parameters"]["connections"] == connections;
            let case = cases(&document, |case| is(case))[0];
            let load = &case["trials"][0]["load"];
            assert!(was_measured(case) && load["ok"] == load["sent"] && load["misses"] == 0, "{case:#}");
            let few = load["ok"].as_u64() < connections.parse().ok();
            assert!(!few || load["valid"] == false, "each connection asks at least once: {case:#}");
        }
    }
}

#[test]
fn more_connections_than_files_may_be_open_are_skipped_with_the_command_that_helps() {
    let home = Home::new();
    let suite = suite_of_many(&home);
    let binary = env!("CARGO_BIN_EXE_wirecost");
    let limited = |files: usize| -> Value {
        let run = format!("ulimit -n {files} && exec \"$0\" \"$@\"");
        let words = ["-c", &run, binary, "run", &suite, "--trials", "1", "--json", "run.json"];
        common::Ran::of(home.command_of(std::path::Path::new("sh"), &words)).expect(0);
        serde_json::from_str(&std::fs::read_to_string(home.path("run.json")).unwrap()).unwrap()
    };
    let of = |document: &Value, connections: &str| {
        cases(document, |case| case["parameters"]["connections"] == connections)[0].clone()
    };
    // There is room for a store, and none for another beside it.
    let document = limited(2000);
    assert!(was_measured(&of(&document, "4")), "{document:#}");
    let alone = of(&document, "1000");
    let labels = common::labels(&alone).join("; ");
    assert!(was_measured(&alone) && labels.contains("no room for it and the control at once"), "{alone:#}");
    let skipped = of(&limited(1200), "1000");
    let reason = skipped["reason"].as_str().unwrap();
    let is_told = reason.contains("the limit is 1200: raise it with `ulimit -n 1320`");
    assert!(skipped["status"] == "skipped" && is_told, "{reason}");
}

/// The suite with one operation.
fn suite_of(home: &Home, operation: &str) -> String {
    let text = SHORT.replace("\"set\", \"get\", \"ycsb-a\", \"ycsb-b\"", &format!("\"{operation}\""));
    home.write(&format!("{operation}.toml"), &text)
}

/// The sum of an estimate over the trials of a candidate's case.
fn sum(document: &Value, name: &str, estimate: &str) -> f64 {
    let trials = case(document, name)["trials"].as_array().unwrap();
    trials.iter().map(|trial| trial["estimates"][estimate].as_f64().unwrap_or_default()).sum()
}

/// Stores with an engine in C whose header is on this machine.
fn in_c(names: &[(&str, &[&'static str])]) -> Vec<&'static str> {
    names.iter().filter(|(header, _)| is_there(header)).flat_map(|(_, names)| names.iter().copied()).collect()
}

#[test]
fn losses_in_a_crash_are_counted() {
    let home = Home::new();
    let suite = suite_of(&home, "crash");
    let mut kept = vec!["lmdb-nosync", "lmdb-sync", "redb-immediate", "fjall-buffered", "fjall-sync"];
    kept.extend(in_c(&[
        ("/usr/include/tchdb.h", &["tokyo-cabinet-as-it-is"]),
        ("/usr/include/db.h", &["berkeley-db-sync"]),
        ("/usr/include/rocksdb/c.h", &["rocksdb-nosync", "rocksdb-sync"]),
    ]));
    let mut arguments = vec!["run", &suite, "--candidate", "map", "--candidate", "redb-none"];
    for &name in &kept {
        arguments.extend(["--candidate", name]);
    }
    if is_there("redis-server") {
        arguments.extend(["--candidate", "redis-*"]);
    }
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("What a crash of the process loses").says("lost no answered write:");
    for name in kept {
        assert!(sum(&document, name, "answered_writes") > 0.0);
        let lost = (sum(&document, name, "lost_writes"), sum(&document, name, "damaged_values"));
        assert_eq!(lost, (0.0, 0.0), "{name}");
    }
    let of_map = |estimate| sum(&document, "map", estimate);
    assert_eq!(of_map("lost_writes"), of_map("answered_writes"), "a map in memory loses all");
    assert_eq!(of_map("damaged_values"), 0.0);
}

#[test]
fn losses_in_a_power_cut_are_counted() {
    if !is_there("cc") {
        return;
    }
    let home = Home::new();
    let suite = suite_of(&home, "power-cut");
    let mut kept = vec!["lmdb-sync", "redb-immediate", "fjall-sync"];
    kept.extend(in_c(&[("/usr/include/db.h", &["berkeley-db-sync"]), ("/usr/include/rocksdb/c.h", &["rocksdb-sync"])]));
    // These never sync what they store.
    let mut lost = vec!["map", "lmdb-nosync", "fjall-buffered"];
    lost.extend(in_c(&[("/usr/include/tchdb.h", &["tokyo-cabinet-as-it-is", "tokyo-cabinet-no-yield"])]));
    if is_there("redis-server") {
        kept.push("redis-aof-always");
        lost.push("redis-none");
    }
    // What they lose depends on the instant.
    let sometimes: &[&str] = if is_there("redis-server") { &["redis-aof-everysec"] } else { &[] };
    let mut arguments = vec!["run", &suite, "--trials", "1"];
    kept.iter().chain(&lost).chain(sometimes).for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("What a power cut loses").says("lost no answered write:").says("lost all:");
    for name in kept {
        assert!(sum(&document, name, "answered_writes") > 0.0 && sum(&document, name, "syncs") > 0.0, "{name}");
        let gone = ["lost_writes", "damaged_values", "unreadable"].map(|estimate| sum(&document, name, estimate));
        assert_eq!(gone, [0.0; 3], "{name}");
    }
    for name in lost {
        assert_eq!(sum(&document, name, "lost_writes"), sum(&document, name, "answered_writes"), "{name}");
    }
    for name in sometimes {
        let [cut_ns, lost_ns] = ["cut_ns", "lost_ns"].map(|estimate| sum(&document, name, estimate));
        assert!(cut_ns >= 1e9 && lost_ns <= cut_ns, "{name}: {lost_ns} of {cut_ns}");
    }
}

#[test]
fn stores_that_go_wrong_are_caught() {
    let home = Home::new();
    // One of the keys is lost, out of as many as the store promises not to lose one of.
    faulty(&home, "loses", "loses", 2001, "memory");
    faulty(&home, "invents", "invents", 2001, "memory");
    faulty(&home, "lags", "lags", 2, "memory");
    faulty(&home, "sound", "sound", 1, "memory");
    let suite = home.write("short.toml", SHORT);
    let names = ["loses", "invents", "lags", "sound"];
    let mut arguments = vec!["run", &suite, "--overlay", "mine", "--trials", "1"];
    names.iter().for_each(|name| arguments.extend(["--candidate", name]));
    let (ran, document) = home.run_json(&arguments);
    ran.expect(1);
    let of = |name: &str, operation: &str| {
        let found = cases(&document, |case| case["candidate"] == name && case["operation"] == operation);
        found[0].clone()
    };
    // The 2,001st write is the 2,000th key: the first was the word that the server proves itself by.
    assert!(was_measured(&of("loses", "set")), "a write that is lost is not seen before somebody asks for it");
    let said = |name: &str, operation: &str| of(name, operation)["reason"].as_str().unwrap_or_default().to_owned();
    assert_eq!(said("loses", "get"), "1 of 2000 keys that were stored are not there");
    assert_eq!(said("loses", "ycsb-a"), "get failed on this server before");
    assert!(said("invents", "get").contains("answers were wrong"), "{}", said("invents", "get"));
    assert!(said("lags", "ycsb-a").contains("answers were wrong"), "{}", said("lags", "ycsb-a"));
    assert!(names[3..].iter().all(|name| was_measured(&of(name, "ycsb-b"))), "{document:#}");
}

#[test]
fn a_store_that_answers_before_it_writes_is_caught() {
    let home = Home::new();
    faulty(&home, "early", "answers-early", 1, "process");
    let suite = suite_of(&home, "crash");
    let (ran, document) = home.run_json(&["run", &suite, "--overlay", "mine", "--candidate", "early"]);
    ran.expect(1);
    let reason = case(&document, "early")["reason"].as_str().unwrap().to_owned();
    assert!(reason.starts_with("its durability is \"process\", but when it was killed it lost "), "{reason}");
}

#[test]
fn a_store_that_answers_before_it_syncs_is_caught() {
    if !is_there("cc") {
        return;
    }
    let home = Home::new();
    faulty(&home, "late", "syncs-late", 1, "machine");
    let run = |suite: &str| home.run_json(&["run", suite, "--overlay", "mine", "--trials", "1", "--candidate", "late"]);
    // The operating system has all of its writes.
    let (ran, document) = run(&suite_of(&home, "crash"));
    assert_eq!((ran.code, sum(&document, "late", "lost_writes")), (0, 0.0), "{}", ran.transcript());
    let (ran, document) = run(&suite_of(&home, "power-cut"));
    ran.expect(1);
    let said = case(&document, "late")["reason"].as_str().unwrap().to_owned();
    assert!(said.starts_with("its durability is \"machine\", but when the power was cut it lost "), "{said}");
    assert!(said.ends_with("syncs since the first write: 0"), "{said}");
}

#[test]
fn a_store_is_started_and_loaded() {
    let home = Home::new();
    home.run(&["start", "kv"]).expect(0).says("lmdb-nosync").says("which Tokyo Tyrant served in 2009");
    home.run(&["start", "kv", "lmbd"]).expect(2).says("lmdb-nosync");
    let started = common::started::Started::with(&home, &["start", "kv", "map", "--listen", "0"]);
    let url = format!("memcached://{}", started.address);
    let load = |more: &[&str]| {
        let common = ["load", &url, "--keys", "1000", "--warmup", "0s", "-d", "300ms", "-c", "4", "--quiet"];
        home.run(&[&common, more].concat())
    };
    for dist in ["uniform", "zipf", "latest", "in-order"] {
        let file = home.path("load.json");
        let ran = load(&["--dist", dist, "--ratio", "1:10", "--json", file.to_str().unwrap()]);
        let result: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let failed: u64 = result["errors"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
        assert!(result["ok"].as_u64() > Some(0) && result["misses"] == 0 && failed == 0, "{}", ran.transcript());
    }
    load(&["--value-size", "5"]).expect(2).says("--value-size");
    load(&["--value-size", "1048577"]).expect(2).says("--value-size");
    load(&["--ratio", "0:0"]).expect(2).says("--ratio");
    load(&["--set", "10"]).expect(2).says("--keys");
    home.run(&["load", "http://127.0.0.1:1/", "--keys", "5"]).expect(2).says("--keys is for redis and memcached");
    drop(started);
}

#[test]
fn the_highest_rate_of_a_store_is_searched_with_every_value_checked() {
    let home = Home::new();
    let search = |url: &str, more: &[&str]| {
        let common = ["load", url, "--keys", "100", "--ratio", "1:1", "--warmup", "0s", "-c", "4", "--quiet"];
        home.run(&[&common, more].concat())
    };
    let started = common::started::Started::with(&home, &["start", "kv", "map", "--listen", "0"]);
    let (url, file) = (format!("memcached://{}", started.address), home.path("load.json"));
    let goal = ["--find-rate", "p50<500ms", "--rate", "2000", "-d", "300ms", "--json", file.to_str().unwrap()];
    let ran = search(&url, &goal);
    // A machine that is busy with other work lets no probe be valid, which is said.
    let has_found = ran.out.contains("highest rate that kept the goal: ");
    assert!(has_found || ran.out.contains("NO FIGURE") && ran.code == 1, "{}", ran.transcript());
    assert!(!ran.out.contains("requests failed"), "{}", ran.transcript());
    if has_found {
        let document: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let confirmed = &document["confirmation"];
        let [ok, sent] = ["ok", "sent"].map(|count| confirmed[count].as_u64().unwrap());
        assert!(ok > 0 && ok == sent && confirmed["misses"] == 0, "{confirmed:#}");
    }
    drop(started);
    faulty(&home, "lags", "lags", 2, "memory");
    let start = ["start", "kv", "lags", "--overlay", "mine", "--listen", "0"];
    let started = common::started::Started::with(&home, &start);
    let url = format!("memcached://{}", started.address);
    let ran = search(&url, &["--find-rate", "p50<5s", "--rate", "5000", "-d", "100ms"]);
    // At some of the lowest rates nothing is read that was written twice.
    assert!(ran.out.contains("5,000/s") && ran.out.contains("requests failed"), "{}", ran.transcript());
    drop(started);
}

#[test]
fn method_12_a_store_is_measured_twice_where_another_keeps_writes_as_safe() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let twins = |arguments: &[&str]| {
        let plan = home.path("plan.json");
        let more = ["--dry-run", "--json", plan.to_str().unwrap()];
        home.run(&[&["run", &suite], arguments, &more[..]].concat()).expect(0);
        let plan: Value = serde_json::from_str(&std::fs::read_to_string(plan).unwrap()).unwrap();
        let cases = plan["labs"][0]["cases"].as_array().unwrap().clone();
        let twins = cases.iter().filter(|case| case.as_str().unwrap().contains("twin=true"));
        twins.map(|case| case.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let peers = ["--candidate", "lmdb-nosync", "--candidate", "fjall-buffered", "--candidate", "map"];
    let twice = twins(&[&peers[..], &["--trials", "6"]].concat());
    assert_eq!(twice.len(), 4, "each step of one server: {twice:?}");
    assert!(twice.iter().all(|case| case.contains("lmdb-nosync") && case.contains("durability=process")), "{twice:?}");
    assert_eq!(twins(&[&peers[..], &["--trials", "5"]].concat()), [""; 0]);
    let strangers = ["--candidate", "map", "--candidate", "lmdb-nosync", "--trials", "6"];
    assert_eq!(twins(&strangers), [""; 0], "stores of different durability are not compared");
}
