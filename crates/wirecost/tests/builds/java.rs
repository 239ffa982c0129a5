//! The Java runner: what is installed, and what planted candidates that lie are shown as.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::java::{has_java, skipped};
use crate::common::{self, Home, Ran, alone, case, cases, proves, unranked};
use serde_json::Value;

/// Trials of a message that takes some time to decode.
const SUITE: &str = r#"
budget = "5m"
trials = 3
messages = ["echo-float"]
operations = ["decode"]
answer_timeout = "20s"
[rules]
sample = "1ms"
warmup = "2ms"
window = "20ms"
min_samples = 3
"#;

/// A home with planted candidates in its overlay, whose Maven folder outlives it.
fn planted() -> Home {
    let home = Home::new();
    let folder = common::workspace().join("crates/wirecost/tests/planted");
    for file in ["Planted.java", "Planted.toml"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        home.write(&format!(".config/wirecost/candidates/codec/java/candidate/{file}"), &text);
    }
    home.keep("maven", &PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wirecost/maven"));
    home
}

/// Lets the runner of a home warm up for so long, which is 2 to 8 s as it comes.
fn warm_up(home: &Home, least: &str, most: &str) {
    let runner = common::workspace().join("candidates/codec/java/runner.toml");
    let usual = std::fs::read_to_string(runner).unwrap();
    let (usual_least, usual_most) = ("least = \"2s\"", "most = \"8s\"");
    assert!(usual.contains(usual_least) && usual.contains(usual_most));
    let other = usual.replace(usual_least, &format!("least = \"{least}\""));
    let other = other.replace(usual_most, &format!("most = \"{most}\""));
    home.write(".config/wirecost/candidates/codec/java/runner.toml", &other);
}

/// Installs what matches; none if Maven has no repository to ask.
fn installed(home: &Home, candidates: &str) -> Option<Ran> {
    let ran = home.run(&["setup", "java", "--candidate", candidates]);
    if ran.err.contains("which the runner needs") {
        skipped(&format!("Maven cannot resolve what the runner needs\n{}", ran.transcript()));
        return None;
    }
    Some(ran)
}

/// Runs planted candidates beside the honest one.
fn lied(home: &Home, lies: &[&str]) -> Value {
    let words: Vec<String> = (1000..1400).map(|number| format!("\"{number}\"")).collect();
    let message = home.write("m.json", &format!("{{\"words\": [{}]}}", words.join(", ")));
    let suite = home.write("suite.toml", SUITE);
    let names: Vec<String> = lies.iter().chain(&["honest"]).map(|lie| format!("planted-{lie}")).collect();
    let chosen: Vec<&str> = names.iter().flat_map(|name| ["--candidate", name.as_str()]).collect();
    let (ran, document) = home.run_json(&[&["run", &suite, "--message", &message][..], &chosen].concat());
    assert!([0, 1].contains(&ran.code), "{}", ran.transcript());
    document
}

fn cost(case: &Value) -> f64 {
    case["estimates"]["cost_ns"]["median"].as_f64().unwrap_or_else(|| panic!("{case:#}"))
}

#[test]
fn without_setup_the_java_runner_is_left_out_with_the_command_that_helps() {
    let home = Home::new();
    home.run(&["run", "tiny", "--lab", "codec", "--test", "--candidate", "python-json"]).expect(0);
    home.run(&["list", "--json"]).expect(0).says("it is not set up; try: wirecost setup java");
    let refused = home.run(&["run", "tiny", "--lab", "codec", "--test", "--language", "java"]).expect(2);
    refused.says("it is not set up; try: wirecost setup java");
    // Whose name is like that of a server which needs no setup.
    let named = home.run(&["run", "full", "--test", "--candidate", "java-kryo"]).expect(2);
    named.says("it is not set up; try: wirecost setup java");
}

#[test]
fn candidates_can_be_listed_without_java() {
    let home = Home::new();
    let ran = home.run(&["setup", "java", "--dry-run", "--candidate", "java-woodstox"]).expect(0);
    ran.says("com.fasterxml.woodstox:woodstox-core");
    home.run(&["setup", "java", "--dry-run", "--candidate", "java-woodstok"]).expect(2).says("java-woodstox");
    let of_rpc = home.run(&["setup", "java", "--dry-run", "--lab", "rpc"]).expect(0).says("java-grpc");
    assert!(!of_rpc.out.contains("java-woodstox"), "{}", of_rpc.transcript());
}

#[test]
fn planted_candidates_that_lie_are_caught() {
    if !has_java() {
        return;
    }
    let _alone = alone();
    let home = planted();
    // Lies are many times larger than what a longer warm-up would change.
    warm_up(&home, "250ms", "1s");
    let Some(ran) = installed(&home, "planted-*") else { return };
    ran.expect(1).says("missing  planted-unresolved: Maven cannot resolve it").says("ok       planted-honest");
    let document = lied(&home, &["wrong", "wrong-later", "lazy", "in-thread", "left-to-thread"]);
    let honest = case(&document, "planted-honest");
    assert_eq!(honest["status"], "ok", "{honest:#}");
    assert_eq!(unranked(honest), None, "{honest:#}");
    for lie in ["planted-wrong", "planted-wrong-later"] {
        let case = case(&document, lie);
        assert_eq!(case["status"], "failed", "{case:#}");
        assert!(case["reason"].as_str().unwrap().contains("wrong answer at words[399]"), "{case:#}");
    }
    let lazy = case(&document, "planted-lazy");
    assert!(unranked(lazy).is_some(), "{lazy:#}");
    // The clock is that of the whole process, whichever thread works. If it missed the work, little would be left; costs of the same work
    // differ by what the JVM compiles meanwhile.
    for lie in ["planted-in-thread", "planted-left-to-thread"] {
        let case = case(&document, lie);
        // A thread that is far behind may not send its answers in time: a failed case has no rank either.
        let has_no_rank = case["status"] != "ok" || unranked(case).is_some();
        assert!(has_no_rank || cost(case) > 0.4 * cost(honest), "{}: {case:#}", cost(honest));
    }
}

#[test]
fn a_runner_that_lies_about_time_gains_nothing() {
    if !has_java() {
        return;
    }
    let _alone = alone();
    let home = planted();
    let clock = common::workspace().join("candidates/codec/java/wirecost/Clock.java");
    let clock = std::fs::read_to_string(clock).unwrap();
    let told = "return at.getLong(0) * 1_000_000_000 + at.getLong(8);";
    let lying = clock.replace(told, &format!("return ({}) / 10;", &told[7..told.len() - 1]));
    assert_ne!(clock, lying);
    home.write(".config/wirecost/candidates/codec/java/wirecost/Clock.java", &lying);
    // What it reports is a tenth of what any warm-up would leave.
    warm_up(&home, "100ms", "600ms");
    let Some(ran) = installed(&home, "planted-honest") else { return };
    ran.expect(0);
    let document = lied(&home, &[]);
    // It is not ranked by what it reported, a tenth of the time. Where the system's clock was believed, `cpu_ns` is that
    // clock's figure.
    let case = case(&document, "planted-honest");
    assert_eq!(case["status"], "ok", "{case:#}");
    let median = |name: &str| case["estimates"][name]["median"].as_f64();
    let told = median("told_cpu_ns").or_else(|| median("cpu_ns")).unwrap();
    assert!(unranked(case).is_some() || cost(case) > 5.0 * told, "{case:#}");
}

/// Encodings of every message that comes with wirecost, once each.
const ENCODED: &str = r#"
budget = "30m"
trials = 1
messages = ["*"]
operations = ["encode"]
answer_timeout = "60s"
[rules]
sample = "1ms"
warmup = "2ms"
window = "5ms"
min_samples = 3
[interpreted]
share_process = true
"#;

/// Bytes of each message that a candidate has encoded, by the message's name.
fn sizes(document: &Value, candidate: &str) -> BTreeMap<String, u64> {
    let of_it = cases(document, |case| case["candidate"] == candidate && case["trials"][0].is_object());
    let size = |case: &Value| {
        let size = case["trials"][0]["estimates"]["size_bytes"].as_f64().unwrap_or_else(|| panic!("{case:#}"));
        (case["message"].as_str().unwrap().to_owned(), size as u64)
    };
    of_it.into_iter().map(size).collect()
}

#[test]
fn encodings_in_java_have_the_sizes_of_ours_and_of_2009() {
    if !has_java() {
        return;
    }
    let _alone = alone();
    let home = planted();
    // Sizes need no warm-up.
    warm_up(&home, "1ms", "100ms");
    let pairs = [
        ("java-fast-infoset-1.2.2-sax", "fast-infoset-pull"),
        ("java-fast-infoset-2.1.1-sax", "fast-infoset-pull"),
        ("java-fast-infoset-2.1.1-sax-limit7", "fast-infoset-limit7"),
    ];
    let of_2009 = [("java-thrift-0.6.1-binary", 113), ("java-protobuf-2.0.3-speed", 83)];
    let (pairs, of_2009) = if proves(PART) { (&pairs[..], &of_2009[..]) } else { (&pairs[2..], &of_2009[1..]) };
    let of_java = pairs.iter().map(|(java, _)| *java).chain(of_2009.iter().map(|(java, _)| *java));
    let of_java: Vec<&str> = of_java.collect();
    let Some(ran) = installed(&home, &format!("{{{}}}", of_java.join(","))) else { return };
    ran.expect(0);
    let suite = home.write("suite.toml", ENCODED);
    let names = pairs.iter().map(|(_, own)| *own).chain(of_java);
    let chosen: Vec<&str> = names.flat_map(|name| ["--candidate", name]).collect();
    let (ran, document) = home.run_json(&[&["run", &suite][..], &chosen].concat());
    assert!([0, 1].contains(&ran.code), "{}", ran.transcript());
    for (java, own) in pairs {
        let (theirs, ours) = (sizes(&document, java), sizes(&document, own));
        assert!(theirs.len() > 8, "{java}: {theirs:?}\n{}", ran.transcript());
        for (message, size) in theirs {
            assert_eq!(ours.get(&message), Some(&size), "{java} and {own}: {message}");
        }
    }
    for (java, size) in of_2009 {
        assert_eq!(sizes(&document, java).get("dns-record"), Some(size), "{java}: {}", ran.transcript());
    }
}

/// The part of `cargo xtask prove` that sets up all that is in Java.
const PART: &str = "java";

/// What stands for all of them: text, events, and one that reads a schema when it starts.
const SAMPLE: [&str; 3] = ["java-gson", "java-woodstox", "java-protobuf-dynamic"];

/// Every claim of every candidate on a message of each kind: records, lists, bytes and maps.
#[test]
fn every_candidate_is_set_up_and_answers_right() {
    if !has_java() {
        return;
    }
    let _alone = alone();
    let home = planted();
    let listed = home.run(&["setup", "java", "--dry-run", "--candidate", "java-*"]).expect(0).out;
    // Servers and stacks, which other tests start, have a file of Maven's each.
    let codecs = listed.lines().filter(|line| !line.ends_with("by its pom.xml"));
    let mut codecs: Vec<&str> = codecs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(codecs.len() > 60, "{codecs:?}");
    if !proves(PART) {
        codecs.retain(|name| SAMPLE.contains(name));
    }
    let Some(ran) = installed(&home, &format!("{{{}}}", codecs.join(","))) else { return };
    ran.expect(0);
    let messages = ["dns-record", "telemetry", "doubles-10"].map(|message| ["--message", message]).concat();
    let tested = [&["run", "full", "--lab", "codec", "--test", "--candidate", "java-*"][..], &messages].concat();
    let ran = home.run(&tested).expect(0);
    // It reads a schema when it starts.
    let schema = home.write("pair.proto", "syntax = \"proto3\";\nmessage Pair { string a = 1; int32 b = 2; }\n");
    let pair = home.write("pair.json", r#"{"a": "x", "b": 7}"#);
    let dynamic = ["run", "full", "--lab", "codec", "--test", "--candidate", "java-protobuf-dynamic"];
    let with_schema = home.run(&[&dynamic[..], &["--message", &pair, "--schema", &schema]].concat()).expect(0);
    let tested = format!("{}{}", ran.out, with_schema.out);
    let is_tested = |name: &&str| {
        let of_it = format!("codec/{name}/");
        tested.lines().any(|line| line.starts_with("ok ") && line.contains(&of_it))
    };
    let untested: Vec<&str> = codecs.into_iter().filter(|name| !is_tested(name)).collect();
    assert!(untested.is_empty(), "{untested:?}\n{}{}", ran.transcript(), with_schema.transcript());
}

/// The names of all candidates: those of this machine, and those of Java, which need not be set up.
fn candidates(home: &Home) -> Vec<String> {
    let listed = home.run(&["list", "--json"]).expect(0).out;
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let named = ["candidates", "servers"].into_iter().flat_map(|of| listed[of].as_array().unwrap());
    let named = named.map(|candidate| candidate["name"].as_str().unwrap().to_owned());
    let java = home.run(&["setup", "java", "--dry-run"]).expect(0).out;
    named.chain(java.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned)).collect()
}

#[test]
fn the_page_on_the_historical_systems_names_candidates_that_there_are() {
    let known = candidates(&Home::new());
    let page = std::fs::read_to_string(common::workspace().join("docs/historical/systems.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let rows: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] != "system").collect();
    assert!(rows.len() > 40, "{}", rows.len());
    for row in &rows {
        let [system, today, candidates] = row[..] else { panic!("{row:?}") };
        assert!(!today.is_empty(), "{system}: no word on what became of it");
        // A stack of the rpc lab may have variants, each of which is a candidate.
        let is_known = |name: &str| known.iter().any(|it| it == name || it.starts_with(&format!("{name}-")));
        let unknown: Vec<&str> = candidates.split('`').skip(1).step_by(2).filter(|name| !is_known(name)).collect();
        assert!(unknown.is_empty(), "{system}: no such candidates: {unknown:?}");
    }
    // Every Java library of the experiments is in the table.
    let of_then =
        ["java-xerces", "java-crimson", "java-jdom", "java-fast-infoset", "java-protobuf-2", "java-thrift-0.6"];
    let is_there =
        |name: &str| page.contains(&format!("`{name}`")) || name.ends_with("-fresh") || name.contains("2.7.1");
    let missing: Vec<&String> =
        known.iter().filter(|name| of_then.iter().any(|of| name.starts_with(of)) && !is_there(name)).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}
