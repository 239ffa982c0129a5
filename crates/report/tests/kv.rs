//! What the kv lab's part of a run looks like.

use std::collections::BTreeMap;

use wirecost_model::{
    CaseDocument, EstimateDocument, EstimateId, Lab, LoadDocument, ResourceDocument, RunDocument, Status, TrialDocument,
};
use wirecost_report::answer::document::Document;
use wirecost_report::answer::{Answers, By};
use wirecost_report::terminal::{Screen, render};
use wirecost_report::{html, markdown};

fn trial(estimates: &[(EstimateId, f64)]) -> TrialDocument {
    let estimates = estimates.iter().copied().collect();
    TrialDocument { estimates, samples: 1, outliers: 0, position: 0, warmup: None, load: None }
}

fn case(candidate: &str, operation: &str, durability: &str, estimates: &[(EstimateId, f64)]) -> CaseDocument {
    let parameters = [
        ("keys", "100000"),
        ("value_bytes", "100"),
        ("connections", "16"),
        ("pipeline", "1"),
        ("order", "in-order"),
        ("schedule", "closed"),
        ("server_cores", "1"),
        ("placement", "apart"),
        ("durability", durability),
    ];
    let interval = |median: f64| EstimateDocument { median, low: median * 0.99, high: median * 1.01 };
    CaseDocument {
        lab: Lab::KV,
        candidate: candidate.into(),
        version: "1.2".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        message_digest: None,
        host: None,
        language: "c".into(),
        format: "text".into(),
        message: "value-100".into(),
        operation: operation.into(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: vec![trial(estimates); 6],
        estimates: estimates.iter().map(|(id, median)| (*id, interval(*median))).collect(),
    }
}

fn set(candidate: &str, durability: &str, cpu_ns: f64) -> CaseDocument {
    let disk = if durability == "memory" { 0.0 } else { 3e7 };
    let estimates = [
        (EstimateId::RatePerS, 0.9e9 / cpu_ns),
        (EstimateId::ServerCpuNs, cpu_ns),
        (EstimateId::ServiceP99Ns, 2e5),
        (EstimateId::MemoryBytes, 5e6),
        (EstimateId::DiskBytes, disk),
    ];
    case(candidate, "set", durability, &estimates)
}

fn crash(candidate: &str, durability: &str, lost: [f64; 2]) -> CaseDocument {
    let of = |lost: f64| {
        trial(&[
            (EstimateId::AnsweredWrites, 1000.0),
            (EstimateId::LostWrites, lost),
            (EstimateId::LostNs, lost * 0.93e9),
            (EstimateId::DamagedValues, 0.0),
            (EstimateId::StartNs, 5e6),
        ])
    };
    let mut case = case(candidate, "crash", durability, &[(EstimateId::StartNs, 5e6)]);
    case.trials = lost.map(of).to_vec();
    case
}

fn power_cut(candidate: &str, durability: &str, lost: f64, (unreadable, syncs): (f64, f64)) -> CaseDocument {
    let mut case = crash(candidate, durability, [lost, lost]);
    case.operation = "power-cut".into();
    for trial in &mut case.trials {
        trial.estimates.extend([(EstimateId::Unreadable, unreadable), (EstimateId::Syncs, syncs)]);
    }
    case
}

fn run() -> RunDocument {
    let head = r#"{"schema":"wirecost.run/1","run_id":"r","command":"c","started":"s","seed":1,
        "suite":"historical-kv","environment":{},"cases":[]}"#;
    let mut run: RunDocument = serde_json::from_str(head).unwrap();
    let without = |case: CaseDocument, status, reason: &str| CaseDocument {
        status,
        reason: Some(reason.into()),
        estimates: BTreeMap::new(),
        trials: Vec::new(),
        ..case
    };
    run.cases = vec![
        set("synced", "machine", 60_000.0),
        set("memcached", "memory", 9_000.0),
        set("quick", "memory", 5_000.0),
        crash("quick", "memory", [1000.0, 1000.0]),
        crash("now-and-then", "periodic", [0.0, 1.0]),
        crash("synced", "machine", [0.0, 0.0]),
        power_cut("quick", "memory", 1000.0, (0.0, 0.0)),
        power_cut("breaks", "process", 1000.0, (1.0, 0.0)),
        power_cut("synced", "machine", 0.0, (0.0, 250.0)),
        without(set("forgets", "memory", 1.0), Status::Failed, "1 of 100000 keys that were stored are not there"),
        without(crash("liar", "process", [0.0, 0.0]), Status::Failed, "it lost 3 of 10"),
        without(set("absent", "memory", 1.0), Status::Skipped, "absent is not installed"),
    ];
    run
}

/// A map in memory without a server, with its memory and disk through time.
fn in_process(candidate: &str, cpu_ns: f64) -> CaseDocument {
    let mut case = set(candidate, "memory", cpu_ns);
    case.parameters.insert("binding".into(), "in-process".into());
    let read = |at_s, memory_bytes| ResourceDocument { at_s, memory_bytes, disk_bytes: 0 };
    let resources = vec![read(0.0, 1 << 20), read(0.2, 9 << 20), read(0.4, 3 << 20)];
    for trial in &mut case.trials {
        trial.load = Some(LoadDocument { valid: true, resources: resources.clone(), ..LoadDocument::default() });
    }
    case
}

fn full_memory(
    candidate: &str,
    (answered, refused, evictions, lost): (f64, f64, f64, f64),
    ended: f64,
) -> CaseDocument {
    let mut case = case(candidate, "full-memory", "memory", &[(EstimateId::LimitBytes, 2e8)]);
    case.trials = vec![trial(&[
        (EstimateId::AnsweredWrites, answered),
        (EstimateId::RefusedWrites, refused),
        (EstimateId::Evictions, evictions),
        (EstimateId::LostWrites, lost),
        (EstimateId::Ended, ended),
    ])];
    case
}

#[test]
fn engines_without_a_server_stand_apart() {
    let mut run = run();
    run.cases.push(in_process("in-process-map", 400.0));
    run.cases.push(in_process("in-process-other", 900.0));
    let text = plain(&render(&run, Screen { verbose: true, ..Screen::of(110) }));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}\n{text}"));
    assert!(at("durability machine: ") < at("durability memory, in process: writes are"), "after all servers");
    assert!(text.contains("memory: most operations per CPU second: quick 1.2 (200,000)"), "{text}");
    assert!(text.contains("in process: most operations per CPU second: in-process-map 1.2 (2,500,000)"), "{text}");
    assert!(text.contains("memory 1.00 MiB at the start, 3.00 MiB at the end, 9.00 MiB at most"), "{text}");
    let page = html::render(&run, &[]);
    assert!(page.contains("Memory through time") && page.contains("durability memory, in process"), "{page}");
}

#[test]
fn full_memory_has_a_table() {
    let mut run = run();
    run.cases = vec![
        full_memory("throws", (200.0, 0.0, 80.0, 80.0), 0.0),
        full_memory("refuses", (120.0, 80.0, 0.0, 0.0), 0.0),
        full_memory("ends", (150.0, 0.0, 0.0, 150.0), 1.0),
    ];
    let text = plain(&render(&run, Screen::of(110)));
    for said in [
        "What happens when memory runs out",
        "lost no answered write: refuses",
        "lost all: ends",
        "refused writes: refuses",
        "threw values away: throws",
        "ended, and were started again without a limit: ends",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let row = text.lines().find(|line| line.trim_start().starts_with("throws")).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words, ["throws", "memory", "1", "191", "MiB", "200", "0", "80", "80", "0", "0"], "{row}");
}

#[test]
fn values_that_hold_a_message_are_compared_by_format() {
    let with = |format: &str, bytes: &str, cpu_ns: f64| {
        let mut case = set("stores", "memory", cpu_ns);
        case.parameters.insert("value".into(), format!("dns-record:{format}"));
        case.parameters.insert("value_bytes".into(), bytes.into());
        case
    };
    let mut run = run();
    run.cases = vec![with("json", "160", 6_000.0), with("protobuf", "107", 5_000.0)];
    let text = plain(&render(&run, Screen::of(110)));
    let (_, table) = text.split_once("set of dns-record by format").unwrap_or_else(|| panic!("{text}"));
    let rows: Vec<&str> = table.lines().filter(|line| line.trim_start().starts_with("stores")).collect();
    let words = |row: &str| row.split_whitespace().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(rows[0]), ["stores", "protobuf", "83", "B"], "{table}");
    assert_eq!(words(rows[1]), ["stores", "json", "136", "B"], "{table}");
    assert!(html::render(&run, &[]).contains("by format") && markdown::render(&run).contains("| stores | json |"));
    run.cases.truncate(1);
    assert!(!render(&run, Screen::of(110)).contains("by format"), "one format compares with none");
}

/// The text without its styles.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn stores_of_different_durability_are_not_compared() {
    let text = plain(&render(&run(), Screen::of(110)));
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}\n{text}"));
    assert!(at("What a crash of the process loses") < at("set 100,000 keys of 100 bytes, in-order: 16 connections"));
    assert!(at("durability memory: ") < at("durability machine: "), "the least safe first");
    // The answer comes before its table, and names those of one durability only.
    let (_, tables) = text.split_once("set 100,000 keys").unwrap();
    let at = |what: &str| tables.find(what).unwrap_or_else(|| panic!("{what}\n{tables}"));
    let leader = at("most operations per CPU second: quick 1.2 (200,000)");
    assert!(at("durability memory: ") < leader && leader < at("ops/CPU s "));
    assert_eq!(tables.matches("most operations per CPU second").count(), 1, "nobody to compare the other with\n{text}");
    assert!(text.contains("200,000") && text.contains("111,111"), "{text}");
    assert!(text.contains("forgets: failed: 1 of 100000 keys that were stored are not there"));
}

#[test]
fn the_losses_of_one_crash_among_many_are_shown() {
    let text = plain(&render(&run(), Screen::of(110)));
    for said in [
        "lost no answered write: synced",
        "lost some: now-and-then (up to 930 ms)",
        "lost all: quick",
        "liar: failed: it lost 3 of 10",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let row = text.lines().find(|line| line.trim_start().starts_with("now-and-then")).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[..9], ["now-and-then", "periodic", "2", "2,000", "1", "0.050", "%", "930", "ms"], "{row}");
}

#[test]
fn losses_in_a_power_cut_have_a_table() {
    let text = plain(&render(&run(), Screen::of(110)));
    let (_, table) = text.split_once("What a power cut loses").unwrap();
    assert!(table.contains("lost all: quick, breaks") && table.contains("could not be read again: breaks"), "{table}");
    let row = |name: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("synced")[..9], ["synced", "machine", "2", "2,000", "0", "0", "%", "0", "0"], "{table}");
    assert!(row("synced").contains(&"4.00".to_owned()), "2,000 writes in 500 syncs: {table}");
    assert!(row("breaks").join(" ").contains("no sync"), "{table}");
    assert!(html::render(&run(), &[]).contains("What a power cut loses"));
    assert!(markdown::render(&run()).contains("## What a power cut loses"));
}

#[test]
fn a_page_and_markdown_say_the_same() {
    let page = html::render(&run(), &[]);
    for said in
        ["Key-value stores", "What a crash of the process loses", "200,000", "Values of 100 bytes, 2009", "55989"]
    {
        assert!(page.contains(said), "{said}");
    }
    let text = markdown::render(&run());
    assert!(
        text.contains("| store | version | ops/CPU s |") && text.contains("- absent: skipped: absent is not installed"),
        "{text}"
    );
    for width in [40, 80] {
        let narrow = plain(&render(&run(), Screen::of(width)));
        assert!(narrow.lines().all(|line| line.chars().count() <= width), "{width}\n{narrow}");
    }
}

#[test]
fn the_summary_says_who_does_most_who_waits_least_and_what_is_lost() {
    let mut run = run();
    for (candidate, wait_ns) in [("memcached", 3e5), ("quick", 9e5)] {
        let planned =
            [(EstimateId::RatePerS, 2_000.0), (EstimateId::ServerCpuNs, 20_000.0), (EstimateId::LatencyP99Ns, wait_ns)];
        let mut case = case(candidate, "get", "memory", &planned);
        case.parameters.insert("schedule".into(), "2000/s".into());
        run.cases.push(case);
    }
    let screen = plain(&render(&run, Screen::of(110)));
    let (summary, _) = screen.split_once("What a crash").unwrap();
    let page = html::render(&run, &[]);
    for said in [
        "durability memory: most operations per CPU second: quick 1.2 (200,000)",
        "durability memory: lowest p99 of latency: memcached 1.2 (300 us)",
        "lost no answered write: synced",
        "could not be read again: breaks",
    ] {
        let joined = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(said), "{said}\n{summary}");
        assert!(page.contains(said), "{said}");
    }
    assert!(summary.lines().count() < 24, "{summary}");
}

#[test]
fn each_line_names_the_noise_floor_that_decided_it() {
    let of = |candidate: &str, operation: &str, cpu_ns: [f64; 6]| {
        let mut case = case(candidate, operation, "memory", &[]);
        case.trials = cpu_ns.map(|ns| trial(&[(EstimateId::ServerCpuNs, ns), (EstimateId::RatePerS, 1e9 / ns)])).into();
        wirecost_store::complete(&mut case);
        case
    };
    let around = |ns: f64, spread: f64| [0.0, 1.0, -1.0, 0.7, -0.7, 0.3].map(|way: f64| ns * spread.powf(way));
    let cases = [("set", 1.002), ("get", 1.1)].map(|(operation, spread)| {
        let mut twin = of("ant", operation, around(1_000.0, spread));
        twin.parameters.insert("twin".into(), "true".into());
        [of("ant", operation, around(1_000.0, spread)), of("bee", operation, around(5_000.0, spread)), twin]
    });
    let run = RunDocument { cases: cases.concat(), ..run() };
    let pairs = wirecost_verdict::floor::Pairs::of(&run);
    let text = plain(&wirecost_report::terminal::render(&run, Screen::of(150)));
    for operation in ["set", "get"] {
        let case = run.cases.iter().find(|case| case.operation == operation).unwrap();
        let floor = pairs.floor(case, EstimateId::ServerCpuNs).known.unwrap();
        let said = format!("(noise floor {})", wirecost_report::words::percent(floor));
        let line = text.lines().find(|line| line.starts_with(operation)).unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains(&said), "{said}: {text}");
    }
}

#[test]
fn the_document_of_answers_has_the_stores() {
    let run = run();
    let answers = Answers::by_default(&run, By::Format);
    let document = serde_json::to_value(Document::of(&answers, None)).unwrap();
    let loads = document["stores"]["loads"].as_array().unwrap();
    let memory = loads.iter().find(|load| load["durability"] == "memory").unwrap();
    assert_eq!(memory["operation"], "set");
    assert_eq!(memory["most_per_cpu"]["candidates"][0], "quick 1.2");
    assert_eq!(memory["most_per_cpu"]["difference_shown"], true);
    assert_eq!(memory["most_per_cpu"]["noise_floor"], serde_json::Value::Null);
    assert_eq!(memory["waits_least"], serde_json::Value::Null, "a closed loop plans nothing");
    assert_eq!(memory["stores"][0]["operations_per_cpu_s"], 200_000.0);
    let machine = loads.iter().find(|load| load["durability"] == "machine").unwrap();
    assert_eq!(machine["most_per_cpu"], serde_json::Value::Null, "nobody to compare it with");
    let accidents = document["stores"]["accidents"].as_array().unwrap();
    let lost_ns = |candidate: &str| &accidents.iter().find(|it| it["candidate"] == candidate).unwrap()["lost_ns"];
    assert_eq!((lost_ns("now-and-then").as_f64(), lost_ns("synced").as_f64()), (Some(0.93e9), None));
    let lost: Vec<(&str, f64)> = document["stores"]["accidents"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|accident| accident["accident"] == "crash")
        .map(|it| (it["candidate"].as_str().unwrap(), it["lost_writes"].as_f64().unwrap()))
        .collect();
    assert_eq!(lost, [("quick", 2000.0), ("now-and-then", 1.0), ("synced", 0.0)]);
}
