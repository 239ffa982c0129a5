//! `wirecost load --on`, `wirecost worker` and `wirecost merge` against a server that counts.

#![cfg(target_os = "linux")]

use std::net::UdpSocket;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use crate::common::Home;
use crate::common::counting::Server;
use crate::common::workers::{await_end, pid, read, signal, spawn, told, validated};
use serde_json::Value;

/// A load from three workers: the options of most tests, and what they add.
fn load<'a>(url: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let common = ["load", url, "--on", "local:3", "--rate", "90", "-c", "9", "-d", "2s", "--warmup", "0s"];
    [&common[..], more].concat()
}

fn parts(document: &Value) -> &Vec<Value> {
    document["parts"].as_array().unwrap_or_else(|| panic!("{document:#}"))
}

fn reason(document: &Value, rank: usize) -> &str {
    parts(document)[rank]["reason"].as_str().unwrap_or_default()
}

/// What all parts sent, whether or not they count: a machine that is busy may make one late.
fn sent(document: &Value) -> u64 {
    parts(document).iter().map(|part| part["sent"].as_u64().unwrap_or_default()).sum()
}

fn counted(document: &Value) -> usize {
    parts(document).iter().filter(|part| part["state"] == "counted").count()
}

/// The exit code that a document deserves.
fn deserved(document: &Value) -> i32 {
    i32::from(document["valid"] != true || document["unsent"] != 0)
}

#[test]
fn every_request_of_three_workers_is_counted_once() {
    let (home, server) = (Home::new(), Server::start());
    let folder = home.path("kept");
    let url = server.url();
    let (ran, document) = home.run_json(&load(&url, &["--work-dir", folder.to_str().unwrap()]));
    ran.expect(deserved(&document)).says("of 3 results").says("good answers/s");
    assert_eq!(sent(&document), server.requests());
    assert_eq!(document["generators"]["expected"], 3);
    // The schedule of one generator, dealt to three: at 0 s, every 1/90 s, before 2 s.
    assert_eq!(server.requests(), 180);
    if counted(&document) == 3 {
        assert_eq!(document["sent"], 180);
        assert_eq!(document["schedule"]["segments"][0]["from_per_s"], 90.0);
        assert_eq!(document["connections"]["requested"], 9);
    }
    let (ran, again) = home.run_json(&["merge", folder.to_str().unwrap()]);
    ran.expect(deserved(&again));
    assert_eq!(again, document);
    let files = [0, 1, 2].map(|rank| folder.join(format!("part-{rank}.json")).display().to_string());
    let (_, again) = home.run_json(&["merge", &files[0], &files[1], &files[2]]);
    assert_eq!(again, document);
    let (ran, partly) = home.run_json(&["merge", &files[0], &files[2]]);
    ran.expect(1).says("part 1: missing: there is no result and no sign that it began");
    assert_eq!((&partly["valid"], &partly["parts"][1]["state"]), (&false.into(), &"missing".into()));
    home.run(&["merge", &files[0], &files[0]]).expect(2).says("is part 0 again: it would count twice");
}

#[test]
fn a_worker_that_is_killed_is_named_and_the_others_count() {
    let (home, server) = (Home::new(), Server::start());
    let folder = home.path("kept");
    let (url, kept, json) = (server.url(), folder.display().to_string(), home.path("m.json").display().to_string());
    let run = spawn(&home, &load(&url, &["--work-dir", &kept, "--json", &json]));
    server.began.recv().unwrap();
    signal("KILL", pid(&folder, 1));
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let document = read(Path::new(&json));
    assert_eq!((&document["valid"], &parts(&document)[1]["state"]), (&false.into(), &"missing".into()), "{document:#}");
    assert!(reason(&document, 1).contains("signal: 9"), "{document:#}");
    assert!(told(&output).contains("part 1 on "), "{}", told(&output));
    let ran = home.run(&["merge", &kept]).expect(1);
    ran.says("and left no result: it was killed, or its machine was lost");
}

/// Starts a worker of a plan by hand.
fn worker(home: &Home, plan: &str, rank: u64, at: &str, folder: &str) -> Child {
    let rank = rank.to_string();
    spawn(home, &["worker", "--plan", plan, "--rank", &rank, "--start-at", at, "--out", folder])
}

#[test]
fn late_and_damaged_parts_are_named() {
    let (home, server) = (Home::new(), Server::start());
    let folder = home.path("results");
    let kept = folder.display().to_string();
    let plan = serde_json::json!({
        "schema": "wirecost.part/1", "run": "by-hand", "parts": 3,
        "arguments": [server.url(), "--rate=90", "--connections=3", "--duration=2", "--warmup=0"],
    });
    let plan = home.write("plan.json", &plan.to_string());
    let at = (jiff::Timestamp::now() + Duration::from_secs(2)).to_string();
    let early = [0, 1].map(|rank| worker(&home, &plan, rank, &at, &kept));
    for child in early {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    // Its instant is over by now.
    let output = worker(&home, &plan, 2, &at, &kept).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let (ran, document) = home.run_json(&["merge", &kept]);
    ran.expect(1).says("after the agreed instant");
    assert_eq!(parts(&document)[2]["state"], "late", "{document:#}");
    assert_eq!((sent(&document), server.requests()), (180, 180));
    // Nobody takes a part twice.
    let again = worker(&home, &plan, 2, &at, &kept).wait_with_output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(told(&again).contains("another worker has this rank"), "{}", told(&again));

    let file = folder.join("part-1.json");
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, whole.replacen("\"sent\":", "\"sent\":1", 1)).unwrap();
    home.run(&["merge", &kept]).expect(1).says("part 1 on ").says("is not what was written: its SHA-256 differs");
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    home.run(&["merge", &kept]).expect(1).says("damaged: ").says("it is cut off");
    std::fs::write(&file, "").unwrap();
    home.run(&["merge", &kept]).expect(1).says("the file is empty");
    for rank in [0, 2] {
        std::fs::remove_file(folder.join(format!("part-{rank}.json"))).unwrap();
    }
    home.run(&["merge", &kept]).expect(2).says("no part has a result that counts");
}

#[test]
fn a_worker_says_what_keeps_it_from_work() {
    let home = Home::new();
    let kept = home.path("results").display().to_string();
    let plan = |arguments: Value| {
        let plan = serde_json::json!({"schema": "wirecost.part/1", "run": "r", "parts": 1, "arguments": arguments});
        home.write("plan.json", &plan.to_string())
    };
    let run = |plan: &str, rank: &str| home.run(&["worker", "--plan", plan, "--rank", rank, "--out", &kept]);
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let refusing = plan(serde_json::json!([free]));
    run(&refusing, "1").expect(2).says("part 1 of 1 does not exist");
    run(&refusing, "0").expect(1);
    let ran = home.run(&["merge", &kept]).expect(2).says("part 0 on ");
    ran.says(&format!("failed: no connection to {free} could be opened"));
    let folder = home.path("results");
    std::fs::remove_dir_all(&folder).unwrap();
    run(&plan(serde_json::json!([free, "--bad"])), "0").expect(1);
    home.run(&["merge", &kept]).expect(2).says("the plan's arguments");
    home.run(&["worker", "--plan", &refusing, "--out", &kept]).expect(2).says("give --rank");
    home.run(&["worker", "--plan", "missing.json", "--out", &kept]).expect(2).says("missing.json: No such file");
    let broken = home.write("broken.json", "{}");
    home.run(&["worker", "--plan", &broken, "--out", &kept]).expect(2).says("plan: missing field");
}

#[test]
fn two_runs_at_once_do_not_mix() {
    let (home, server) = (Home::new(), Server::start());
    let url = server.url();
    let kept = ["one", "other"].map(|name| home.path(name).display().to_string());
    let json = ["one.json", "other.json"].map(|name| home.path(name).display().to_string());
    let runs = [0, 1].map(|at| spawn(&home, &load(&url, &["--work-dir", &kept[at], "--json", &json[at]])));
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.code().is_some_and(|code| code <= 1), "{}", told(&output));
    }
    let documents = json.each_ref().map(|path| read(Path::new(path)));
    assert_eq!(documents.each_ref().map(sent), [180, 180]);
    assert_eq!(server.requests(), 360);
    let [one, other] = [(0, 0), (1, 1)].map(|(run, rank)| format!("{}/part-{rank}.json", kept[run]));
    home.run(&["merge", &one, &other]).expect(2).says("is of the run ").says("others are of");
    home.run(&load(&url, &["--work-dir", &kept[0]])).expect(2).says("it is not empty");
}

#[test]
fn workers_end_with_ctrl_c_and_with_the_one_who_started_them() {
    let (home, server) = (Home::new(), Server::start());
    let folder = home.path("kept");
    let (url, kept) = (server.url(), folder.display().to_string());
    let long = ["load", &url, "--on", "local:2", "-c", "2", "--warmup", "0s", "-d", "1h", "--work-dir", &kept];
    let run = spawn(&home, &long);
    for _ in 0..2 {
        server.began.recv().unwrap();
    }
    let workers = [0, 1].map(|rank| pid(&folder, rank));
    signal("INT", run.id().into());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", told(&output));
    assert!(told(&output).contains("good answers/s"), "{}", told(&output));
    workers.into_iter().for_each(await_end);

    // Before they begin: there is nothing to put together.
    std::fs::remove_dir_all(&folder).unwrap();
    let before = server.requests();
    let early = spawn(&home, &[&long[..], &["--lead", "1h"]].concat());
    while !(0..2).all(|rank| folder.join(format!("part-{rank}.out")).exists()) {
        std::thread::sleep(Duration::from_millis(20));
    }
    signal("INT", early.id().into());
    let output = early.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", told(&output));
    assert_eq!(server.requests(), before);

    std::fs::remove_dir_all(&folder).unwrap();
    let mut run = spawn(&home, &long);
    for _ in 0..2 {
        server.began.recv().unwrap();
    }
    let workers = [0, 1].map(|rank| pid(&folder, rank));
    run.kill().unwrap();
    run.wait().unwrap();
    workers.into_iter().for_each(await_end);
}

#[test]
fn files_travel_with_the_plan() {
    let (home, server) = (Home::new(), Server::start());
    let body = home.write("a folder/order.json", "{\"pieces\":3}");
    let url = server.url();
    let (_, document) = home.run_json(&load(&url, &["--body", &body, "-T", "application/json", "-H", "X-One: 1 2"]));
    let request = server.last.lock().unwrap().clone();
    assert!(request.starts_with("POST / ") && request.ends_with("\r\n\r\n{\"pieces\":3}"), "{request}");
    assert!(request.contains("X-One: 1 2\r\n"), "{request}\n{document:#}");
    let targets = home.write("folder/targets.txt", &format!("PUT {url}x\nX-Two: 2\n@content\n"));
    home.write("folder/content", "of a file");
    let without_url = &load("", &["--targets", &targets])[2..];
    let (ran, _) = home.run_json(&[&["load"], without_url].concat());
    ran.says("of 3 results");
    let request = server.last.lock().unwrap().clone();
    assert!(request.starts_with("PUT /x ") && request.ends_with("\r\n\r\nof a file"), "{request}");
}

#[test]
fn requests_are_dealt_and_a_rate_is_searched_for() {
    let (home, server) = (Home::new(), Server::with_delay(Duration::from_millis(20)));
    let url = server.url();
    let (ran, document) =
        home.run_json(&["load", &url, "--on", "local:3", "--rate", "90", "-c", "9", "--warmup", "0s", "-n", "100"]);
    ran.expect(deserved(&document));
    assert_eq!((sent(&document), server.requests()), (100, 100));

    // Two connections carry at most 100 requests per second.
    let search = ["--find-rate", "p50<40ms", "--rate", "25", "-c", "2", "-d", "1s", "--warmup", "0s", "--lead", "2s"];
    let ran = home.run(&[&["load", url.as_str(), "--on", "local:2"], &search[..]].concat());
    assert!(ran.code == 0 || ran.code == 1, "{}", ran.transcript());
    let has_figure = ran.out.contains("highest rate that kept the goal");
    assert_ne!(has_figure, ran.out.contains("NO FIGURE"), "{}", ran.transcript());
    ran.says("25/s  p50").says("probes:");
}

#[test]
fn a_lack_of_connections_of_the_workers_is_said_of_the_sum() {
    let (home, server) = (Home::new(), Server::with_delay(Duration::from_millis(100)));
    // Each worker has one connection, which carries ten requests per second at most, and thirty to send.
    let (ran, document) = home.run_json(&load(&server.url(), &["-c", "3"]));
    ran.says("connections ran out");
    let labels = document["labels"].as_array().unwrap();
    assert_eq!(labels.iter().filter(|label| **label == "connections ran out").count(), 1, "{document:#}");
}

/// A server of network time on this machine, whose clock is right.
fn clock() -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let mut packet = [0; 48];
        while let Ok((_, from)) = socket.recv_from(&mut packet) {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
            let seconds = (now.as_secs() + 2_208_988_800) as u32;
            let fraction = (u64::from(now.subsec_nanos()) << 32) / 1_000_000_000;
            packet.copy_within(40..48, 24);
            // A server of stratum 1.
            (packet[0], packet[1]) = (0b00_100_100, 1);
            for at in [32, 40] {
                packet[at..at + 4].copy_from_slice(&seconds.to_be_bytes());
                packet[at + 4..at + 8].copy_from_slice(&(fraction as u32).to_be_bytes());
            }
            let _ = socket.send_to(&packet, from);
        }
    });
    address
}

#[test]
fn clocks_are_compared_before_and_after() {
    let (home, server) = (Home::new(), Server::start());
    let (url, reference) = (server.url(), clock());
    let (_, document) = home.run_json(&load(&url, &["--clock", &reference]));
    for part in parts(&document) {
        assert_eq!(part["clocks"]["reference"], reference.as_str());
        let before = &part["clocks"]["before"];
        let (offset_ns, uncertainty_ns) =
            (before["offset_ns"].as_i64().unwrap(), before["uncertainty_ns"].as_u64().unwrap());
        assert!(offset_ns.unsigned_abs() <= uncertainty_ns + 1000, "{part:#}");
        assert!(part["clocks"]["after"]["offset_ns"].is_i64(), "{part:#}");
    }
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let ran = home.run(&load(&url, &["--clock", &silent, "--lead", "0s"])).expect(2);
    ran.says("part 2 on ").says(&format!("failed: clock {silent}: Connection refused"));
}

#[test]
fn options_impossible_for_workers_are_refused() {
    let home = Home::new();
    let url = "http://127.0.0.1:1/";
    let refused = |more: &[&str]| home.run(&[&["load", url], more].concat()).expect(2);
    refused(&["--on", "docker:3"]).says("; give local:N, ssh:HOST,HOST, slurm[:N] or kubernetes[:N]");
    refused(&["--on", "local:0"]).says("is not a number of workers");
    refused(&["--on", "local:3", "-c", "2"]).says("--connections 2 are fewer than 3 workers");
    refused(&["--on", "local:3", "-n", "100"]).says("-n needs a planned rate");
    refused(&["--on", "local:3", "--emit", "x"]).says("--emit is for slurm and kubernetes");
    refused(&["--on", "kubernetes:3"]).says("give --image");
    let emitted = ["--on", "kubernetes:3", "--image", "i", "--emit", "x", "--engine-option=-nbench"];
    refused(&emitted).says("--emit does not call");
    refused(&["--on", "local:3", "--start-at", "2030-01-01T00:00:00Z"]).says("cannot be used with");
    refused(&["--emit", "x"]).says("--on");
    refused(&["--on", "local:2", "--body", "missing"]).says("missing: No such file");
    let redis =
        |more: &[&str]| home.run(&[&["load", "redis://127.0.0.1:1", "--on", "local:2"], more].concat()).expect(2);
    redis(&["--keys", "10"]).says("--keys checks each value");
    redis(&["--fill"]).says("--fill stores keys once");
    redis(&["--password", "secret"]).says("set WIRECOST_PASSWORD");
    home.run(&["load", "redis://:secret@127.0.0.1:1", "--on", "local:2"]).expect(2).says("set WIRECOST_PASSWORD");
}

#[test]
fn a_script_for_slurm_and_a_manifest_for_kubernetes_are_written() {
    let home = Home::new();
    let (folder, script, manifest) = (home.path("run"), home.path("job.sbatch"), home.path("job.yaml"));
    let path = |path: &Path| path.display().to_string();
    let url = "http://10.0.0.5:8080/";
    let emit = |more: &[&str]| home.run(&[&["load", url, "--rate", "9000", "-c", "90", "-d", "30s"], more].concat());
    emit(&[
        "--on",
        "slurm:3",
        "--work-dir",
        &path(&folder),
        "--emit",
        &path(&script),
        "--engine-option=--partition=bench",
    ])
    .expect(0)
    .says(&format!("wirecost merge {}", folder.display()));
    let text = std::fs::read_to_string(&script).unwrap();
    for line in ["#SBATCH --ntasks=3\n", "#SBATCH --partition=bench\n", "--progress --start-at \"@$start\"\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(Command::new("sh").args(["-n", &path(&script)]).status().unwrap().success());
    let plan = read(&folder.join("plan.json"));
    let wanted = serde_json::json!([url, "--connections=90", "--duration=30s", "--rate=9000"]);
    assert_eq!((&plan["arguments"], &plan["parts"]), (&wanted, &3.into()));

    emit(&["--on", "kubernetes:3", "--emit", &path(&manifest)]).expect(2).says("--image");
    emit(&["--on", "kubernetes:3", "--emit", &path(&manifest), "--image", "registry.example/wirecost:0.1"])
        .expect(0)
        .says("kubectl apply -f ");
    validated(&manifest);
}
