//! The http lab from end to end: real servers, real load, and servers that go wrong.

use std::process::{Command, Stdio};

use crate::common::{self, Home, Ran, case, cases, example, faulty, until, workspace};
use serde_json::Value;

/// A suite of very short trials of the server that comes with wirecost.
const SHORT: &str = r#"
[http]
budget = "2m"
trials = 2
messages = ["hello"]
candidates = ["hyper"]
warmup = "30ms"
window = "150ms"
[[http.load]]
connections = [4]
placement = ["free"]
"#;

/// What became of a case: measured, or measured on a machine too busy for it.
fn was_measured(case: &Value) -> bool {
    case["status"] == "ok" || case["status"] == "invalid"
}

#[test]
fn a_server_is_loaded_and_everything_about_it_is_recorded() {
    let home = Home::new();
    let loads = "close = [\"keep-alive\", \"fin\", \"reset\"]\n[[http.load]]\nconnections = [6]\nrate_per_s = [500]\n\
                 placement = [\"together\"]\ngenerators = [3]\nidle = [\"kept-awake\"]\n";
    let suite = home.write("short.toml", &format!("{SHORT}{loads}"));
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "hyper", "--candidate", "axum", "-v"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let ran = ran.says("get hello: 4 connections, keep-alive, as fast as they go; server on 1 core");
    assert!(ran.out.contains("6 connections, keep-alive, at 500/s"), "{}", ran.transcript());
    let published = std::fs::read_to_string(workspace().join("docs/schema/run.schema.json")).unwrap();
    let published = jsonschema::validator_for(&serde_json::from_str(&published).unwrap()).unwrap();
    published.validate(&document).unwrap();

    let all = cases(&document, |_| true);
    assert_eq!(all.len(), 2 * 4, "{document:#}");
    for case in all {
        assert!(was_measured(case), "{case:#}");
        assert_eq!(
            (&case["lab"], &case["operation"], &case["receipt"]),
            (&"http".into(), &"get".into(), &"Cargo.lock".into())
        );
        let closed = case["parameters"]["schedule"] == "closed";
        let trials = case["trials"].as_array().unwrap();
        assert_eq!(trials.len(), 2);
        for trial in trials {
            let load = &trial["load"];
            assert!(
                load["ok"].as_u64().unwrap() > 0 && load["ok"] == load["sent"],
                "every answer is checked: {trial:#}"
            );
            assert_eq!(load["latency_ns"].is_null(), closed, "a closed loop plans nothing: {trial:#}");
            let service = &load["service_time_ns"];
            assert!(service["p50"].as_f64() <= service["max"].as_f64() && service["p50"].as_f64() > Some(0.0));
            assert!(!load["series"].as_array().unwrap().is_empty() && !load["histogram"].as_str().unwrap().is_empty());
            assert!(load["server"]["cpu_ns"].as_u64() > Some(0) && load["server"]["memory_bytes"].as_u64() > Some(0));
            for name in ["rate_per_s", "server_cpu_ns", "generator_cpu_ns", "service_p50_ns", "cold_ns", "start_ns"] {
                assert!(trial["estimates"][name].as_f64() > Some(0.0), "{name}: {trial:#}");
            }
            assert_eq!(trial["estimates"].get("latency_p50_ns").is_none(), closed);
            assert_eq!(trial["estimates"]["size_bytes"], 25.0);
        }
        if case["status"] == "ok" {
            let labels = common::labels(case).join("; ");
            assert!(labels.contains("shares its cores with the generator"), "{case:#}");
            assert!(!labels.contains("maximum throughput"), "{case:#}");
            assert_eq!(labels.contains("service time"), closed, "{case:#}");
            assert_eq!(labels.contains("closed loop"), closed, "{case:#}");
        }
    }
    // What is stored says the same as what was written.
    let stored: Value = serde_json::from_str(&home.run(&["export"]).expect(0).out).unwrap();
    assert_eq!(stored["cases"], document["cases"]);
    home.run(&["export", "--format", "md"]).expect(0).says("| server | version |");
}

#[test]
fn a_server_that_goes_wrong_is_a_row_with_its_reason() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let faults = [
        ("canned", "wrong answer: expected 25 bytes"),
        ("refuses", "its status is not 200"),
        ("turns-wrong", " answers were wrong"),
        ("dies", "out of luck"),
        ("never-starts", "no such setting"),
    ];
    let mut arguments = vec!["run", &suite, "--overlay", "mine", "--trials", "1"];
    for (fault, _) in &faults {
        faulty(&home, fault);
        arguments.extend(["--candidate", fault]);
    }
    let (ran, document) = home.run_json(&arguments);
    ran.expect(1);
    for (fault, said) in faults {
        let case = case(&document, fault);
        assert_eq!(case["status"], "failed", "{case:#}");
        assert!(case["reason"].as_str().unwrap().contains(said), "{case:#}");
        assert!(case["trials"].as_array().unwrap().is_empty() && case["estimates"] == serde_json::json!({}));
    }
}

#[test]
fn a_missing_program_is_a_skipped_row_with_the_command() {
    let home = Home::new();
    let described = "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\nneeds = [\"no-such-program\"]\n[version]\n\
                     command = [\"no-such-program\"]\n[start]\ncommand = [\"no-such-program\"]\n[install]\napt = [\"it\"]\n";
    home.write("mine/candidates/http/absent/candidate.toml", described);
    home.write("mine/candidates/http/broken/candidate.toml", "summary = 3\n");
    let suite = home.write(
        "short.toml",
        &SHORT
            .replace("[\"hyper\"]", "[\"absent\", \"hyper\", \"axum\"]\nat_most = 1")
            .replace("[\"free\"]", "[\"free\", \"apart\"]"),
    );
    let (ran, document) = home.run_json(&["run", &suite, "--overlay", "mine"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let ran = ran.says("skipped: 2 cases of absent: no-such-program is not installed; wirecost setup servers");
    let skipped = cases(&document, |case| case["candidate"] == "absent");
    assert!(skipped.len() == 2 && skipped.iter().all(|case| case["status"] == "skipped"), "{}", ran.transcript());
    assert!(!document.to_string().contains("\"axum\""), "at most one that is installed");
    home.run(&["run", &suite, "--overlay", "mine", "--candidate", "broken"]).expect(1).says("failed").says("summary");
    home.run(&["doctor", "--overlay", "mine"])
        .expect(0)
        .says("missing http absent: no-such-program is not installed; wirecost setup servers")
        .says("net.ipv4.tcp_rmem");
    home.run(&["setup", "servers", "--overlay", "mine", "--candidate", "absent", "--dry-run"])
        .expect(0)
        .says("apt-get install --yes --no-install-recommends it")
        .says("missing  absent");
    home.run(&["setup", "servers", "--candidate", "hyper"]).expect(0).says("ok       hyper");
    home.run(&["list", "--overlay", "mine"]).expect(0).says("no-such-program is not installed");
}

#[test]
fn labs_are_chosen_by_name_and_by_candidate() {
    let home = Home::new();
    let both = home.run(&["run", "--dry-run"]).expect(0);
    let codec = home.run(&["run", "--dry-run", "--lab", "codec"]).expect(0);
    let http = home.run(&["run", "--dry-run", "--lab", "http"]).expect(0);
    assert!(both.out.contains("hyper") && both.out.contains("prost"), "{}", both.transcript());
    assert!(!codec.out.contains("hyper") && codec.out.contains("prost"), "{}", codec.transcript());
    assert!(http.out.contains("hyper") && !http.out.contains("prost"), "{}", http.transcript());
    let prost = home.run(&["run", "--dry-run", "--candidate", "prost"]).expect(0);
    assert!(!prost.out.contains("http/") && prost.out.contains("prost"), "{}", prost.transcript());
    let hyper = home.run(&["run", "--dry-run", "--candidate", "hyper"]).expect(0);
    assert!(hyper.out.contains("http/hyper/") && !hyper.out.contains("codec/"), "{}", hyper.transcript());
    home.run(&["run", "--lab", "http", "--candidate", "prost"]).expect(2).says("no candidate matches prost");
    home.run(&["run", "tiny", "--lab", "http"]).expect(2).says("has no part [http]");
    home.run(&["run", "historical-web-servers", "--lab", "codec"]).expect(2).says("no messages for the codec lab");
    home.run(&["run", "--lab", "http", "--measure", "instructions"]).expect(2).says("for the codec lab");
    // The names of earlier releases stand for the same suites.
    home.run(&["run", "historical-web-servers", "--lab", "codec"]).expect(2).says("no messages for the codec lab");
    let hurried = home.run(&["run", "historical-web-servers", "--dry-run", "--time", "1s"]).expect(0);
    hurried.says("http: warm-ups and windows at 25 %").says("longer than --time 1 s");
}

/// The keys of the cases of a plan.
fn planned(home: &Home, arguments: &[&str]) -> Vec<String> {
    let plan = home.path("plan.json");
    home.run(&[arguments, &["--dry-run", "--json", plan.to_str().unwrap()]].concat()).expect(0);
    let plan: Value = serde_json::from_str(&std::fs::read_to_string(plan).unwrap()).unwrap();
    let cases = plan["labs"][0]["cases"].as_array().unwrap().iter();
    cases.map(|case| case.as_str().unwrap().to_owned()).collect()
}

#[test]
fn method_12_a_server_is_measured_twice_where_trials_can_show_a_difference() {
    let home = Home::new();
    let more = "close = [\"keep-alive\", \"fin\"]\n\
                [[http.load]]\nconnections = [4]\nrate_per_s = [500]\nplacement = [\"free\"]\n";
    let suite = home.write("short.toml", &format!("{SHORT}{more}"));
    let run = ["run", &suite, "--candidate", "hyper", "--candidate", "axum"];
    let twins = |trials: &[&str]| {
        let cases = planned(&home, &[&run[..], trials].concat());
        cases.into_iter().filter(|case| case.contains("twin=true")).collect::<Vec<_>>()
    };
    let twice = twins(&["--trials", "6"]);
    // One for each kind of load: as fast as they go, and at a planned rate.
    let [closed, rate] = twice.as_slice() else { panic!("{twice:?}") };
    assert!(closed.contains("hyper") && closed.contains("schedule=closed"), "{closed}");
    assert!(rate.contains("hyper") && rate.contains("schedule=500/s"), "{rate}");
    assert_eq!(twins(&["--trials", "5"]), [""; 0], "five trials show no difference");
    assert_eq!(twins(&["--trials", "12", "--candidate", "axum"]).len(), 2);
    let alone = planned(&home, &["run", &suite, "--candidate", "hyper", "--trials", "6"]);
    assert!(!alone.iter().any(|case| case.contains("twin")), "nobody to compare with: {alone:?}");
    let hurried = planned(&home, &[&run[..], &["--time", "1s"]].concat());
    assert!(!hurried.iter().any(|case| case.contains("twin")), "{hurried:?}");
}

#[test]
fn method_12_the_pair_is_recorded_and_no_row_of_its_own() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("150ms", "40ms"));
    let (ran, document) =
        home.run_json(&["run", &suite, "--candidate", "hyper", "--candidate", "axum", "--trials", "6"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let all = cases(&document, |_| true);
    assert_eq!(all.len(), 3, "{document:#}");
    let twin = all.iter().find(|case| case["parameters"]["twin"] == "true").unwrap();
    assert_eq!((&twin["candidate"], &twin["trials_planned"]), (&"hyper".into(), &6.into()), "{twin:#}");
    assert_eq!(twin["trials"].as_array().unwrap().len(), 6);
    let rows = ran.out.lines().filter(|line| line.trim_start().starts_with("hyper 1.")).count();
    assert_eq!(rows, 1, "{}", ran.transcript());
}

#[test]
fn a_message_of_the_users_is_served() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let page = home.write("page.xml", "<page><a>{port}</a><b>{four}</b></page>");
    let (ran, document) = home.run_json(&["run", &suite, "--message", &page, "--trials", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let case = case(&document, "hyper");
    assert!(was_measured(case) && case["format"] == "xml", "{case:#}");
    assert_eq!(case["trials"][0]["estimates"]["size_bytes"], 39.0, "{case:#}");
    let page = home.write("one.json", "{\"alone\": \"x\"}");
    let (_, document) = home.run_json(&["run", &suite, "--message", &page, "--trials", "1"]);
    let case = common::case(&document, "hyper");
    assert!(case["trials"][0]["load"]["labels"].to_string().contains("one message in all trials"), "{case:#}");
}

/// Every http candidate whose server is installed answers right; the rest is skipped with the command that brings it.
#[test]
fn installed_servers_answer_right() {
    let home = Home::new();
    let mut command = home.command(&["run", "--lab", "http", "--candidate", "*", "--test"]);
    if let Some(real) = std::env::var_os("HOME") {
        // Go would compile its standard library anew for this home.
        command.env("GOCACHE", std::path::Path::new(&real).join(".cache/go-build"));
    }
    let ran = Ran::of(command);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    for line in ran.out.lines().filter(|line| line.starts_with("skipped")) {
        println!("{line}");
        assert!(line.contains("wirecost setup servers") || line.contains("it needs 2 cores"), "{}", ran.transcript());
    }
    assert!(ran.out.trim_end().lines().last().unwrap().contains(" 0 failed"), "{}", ran.transcript());
}

/// The servers that a run in this home has started and that still live.
fn servers_of(home: &Home) -> Vec<u32> {
    let mark = format!("HOME={}", home.path("").display());
    let mark = mark.trim_end_matches('/').as_bytes().to_vec();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        let read = |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
        let is_server = read("cmdline").windows(11).any(|word| word == b"http-server");
        is_server && read("environ").split(|&byte| byte == 0).any(|variable| variable == mark)
    })
    .collect()
}

#[test]
fn kill_9_leaves_no_server_and_the_run_goes_on_later() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("150ms", "1s"));
    let mut run = home.command(&["run", &suite]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("a server runs", || (!servers_of(&home).is_empty()).then_some(()));
    assert!(Command::new("kill").args(["-KILL", &run.id().to_string()]).status().unwrap().success());
    run.wait().unwrap();
    until("no server is left", || servers_of(&home).is_empty().then_some(()));
    let (ran, document) = home.run_json(&["run", "--resume", "latest"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let case = case(&document, "hyper");
    assert!(was_measured(case) && case["trials"].as_array().unwrap().len() == 2, "{case:#}");
}

/// Processes that want every core without end, for as long as this is held.
struct Crowd(Vec<std::process::Child>);

impl Crowd {
    fn new() -> Self {
        let cores = std::thread::available_parallelism().unwrap().get();
        let spin = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..4 * cores).map(|_| spin()).collect())
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

/// A generator that waits for its core is this machine's fault: a row with its figures, and no failed case.
#[test]
fn a_trial_that_this_machine_was_too_busy_for_is_set_aside_with_its_figures() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("free", "apart"));
    let arguments = ["run", &suite, "--trials", "1"];
    let crowd = Crowd::new();
    let (ran, document) = home.run_json(&arguments);
    let ran = ran.expect(0).says("hyper: invalid, machine busy: 1 of 1 trials not valid: ");
    let busy = case(&document, "hyper");
    assert_eq!(busy["status"], "invalid", "{busy:#}");
    assert!(busy["estimates"]["memory_bytes"]["median"].as_f64() > Some(0.0), "{busy:#}");
    ran.says("0 cases measured, 1 set aside (machine busy), 0 skipped, 0 failed");
    home.run(&[&arguments[..], &["--strict"]].concat()).expect(5);
    drop(crowd);
}

/// A build can take a minute: it is said before it begins, on a pipe in lines without control characters.
#[test]
fn long_steps_are_announced_before_they_start() {
    use std::io::{BufRead as _, BufReader};
    let home = Home::new();
    // The build ends when this test has read that it goes on, and fails where nobody says so.
    let go = home.path("go").display().to_string();
    let build = format!("for _ in $(seq 600); do [ -e {go} ] && exit 0; sleep 0.05; done; exit 1");
    let program = example("faulty_server");
    home.write(
        "mine/candidates/http/slow/candidate.toml",
        &format!(
            "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1.0\"]\n[build]\n\
             command = [\"sh\", \"-c\", \"{build}\"]\n[start]\ncommand = [\"{program}\", \"canned\"]\n"
        ),
    );
    let suite = home.write("short.toml", SHORT);
    let arguments = ["run", &suite, "--overlay", "mine", "--candidate", "slow", "--trials", "1"];
    // A plan alone builds nothing.
    home.run(&[&arguments[..], &["--dry-run"]].concat()).expect(0).says("slow 1.0 would be built first: sh -c");
    let mut child = home.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = Vec::new();
    for line in BufReader::new(child.stderr.take().unwrap()).lines() {
        let line = line.unwrap();
        assert!(!line.chars().any(char::is_control), "{line:?}");
        if line.starts_with("building slow 1.0, once, for this and later runs: sh -c") {
            std::fs::write(&go, "").unwrap();
        }
        said.push(line);
    }
    assert_eq!(child.wait().unwrap().code(), Some(1), "its answers are wrong: {said:#?}");
    assert!(said.len() > 3 && said[0] == "reading the suite and its messages", "{said:#?}");
    assert!(std::path::Path::new(&go).exists(), "the build was not said: {said:#?}");
    assert!(said.iter().any(|line| line.contains("1 cases in 1 processes, about ")), "{said:#?}");
}
