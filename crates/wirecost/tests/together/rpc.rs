//! The rpc lab from end to end: every stack that comes with wirecost, its own client and the load generator, and clients
//! that go wrong.

use std::process::Stdio;

use crate::common::{Home, cases, until, workspace};
use serde_json::Value;

/// A suite of very short trials. Client and server share a core, so that two machines' worth of cores are not needed.
const SHORT: &str = r#"
[rpc]
budget = "10m"
trials = 1
messages = ["echo-float", "doubles-10", "dns-1"]
candidates = ["*"]
operations = ["echo", "count"]
warmup = "10ms"
window = "60ms"
stamped = "40ms"
[[rpc.load]]
connections = [1]
placement = ["together"]
"#;

/// The first case that is meant.
fn first(document: &Value, keep: impl Fn(&Value) -> bool) -> &Value {
    cases(document, keep).first().copied().unwrap_or_else(|| panic!("no such case: {document:#}"))
}

fn was_measured(case: &Value) -> bool {
    case["status"] == "ok" || case["status"] == "invalid"
}

fn estimate(case: &Value, name: &str) -> Option<f64> {
    case["trials"][0]["estimates"][name].as_f64()
}

#[test]
fn every_stack_answers_what_it_was_asked() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let (ran, document) = home.run_json(&["run", &suite, "-v"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let published = std::fs::read_to_string(workspace().join("docs/schema/run.schema.json")).unwrap();
    let published = jsonschema::validator_for(&serde_json::from_str(&published).unwrap()).unwrap();
    published.validate(&document).unwrap();

    let all = cases(&document, |case| case["lab"] == "rpc");
    assert!(all.len() >= 2 * 3 * 15, "{} cases", all.len());
    for case in all {
        let skipped = case["status"] == "skipped" && !case["reason"].as_str().unwrap().is_empty();
        assert!(skipped || was_measured(case), "{case:#}");
        // On a crowded machine a server is sampled late, and the case says so.
        if case["status"] == "ok" {
            for name in ["time_ns", "server_cpu_ns", "client_cpu_ns", "cold_ns"] {
                assert!(estimate(case, name) > Some(0.0), "{name}: {case:#}");
            }
        }
    }
    let soap = first(&document, |case| case["candidate"] == "soap" && case["message"] == "echo-float");
    // The document of 2001 has 389 bytes, and a request has a head.
    assert!(estimate(soap, "request_bytes") > Some(389.0), "{soap:#}");
    let parts: f64 =
        ["client_encode", "transport", "server_parse", "server_dispatch", "server_handle", "server_serialise"]
            .iter()
            .chain(&["client_decode"])
            .map(|part| estimate(soap, &format!("phase_{part}_ns")).unwrap_or_else(|| panic!("{part}: {soap:#}")))
            .sum();
    let whole = estimate(soap, "phase_total_ns").unwrap();
    assert!((parts / whole - 1.0).abs() < 1e-6, "{parts} of {whole}");
    let ran = ran.says("Where a call's time goes, by stamps: echo echo-float");
    let ran = ran.says("What each rung adds, SOAP: echo echo-float");
    ran.says("a floor: less than the work");
}

#[test]
fn the_generator_sends_what_a_client_sent() {
    let home = Home::new();
    let load = "connections = [3]\nclient = [\"generator\"]\nplacement = [\"together\"]\n\
                [[rpc.load]]\nconnections = [2]\nrate_per_s = [200]\nplacement = [\"together\"]\n\
                [[rpc.load]]\nconnections = [1]\nclose = [\"fin\"]\ntransfer = [\"streaming\"]\nplacement = [\"together\"]\n";
    let (head, _) = SHORT.split_once("connections").unwrap();
    let suite = home.write("short.toml", &format!("{head}{load}"));
    let chosen = ["--candidate", "msgpack", "--candidate", "soap", "--candidate", "sbw-direct"];
    let (ran, document) = home.run_json(&[&["run", &suite, "--message", "dns-1"], &chosen[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    let of = |candidate: &str, schedule: &str, client: &str, transfer: &str| {
        first(&document, |case| {
            let parameters = &case["parameters"];
            let known = [("schedule", schedule), ("client", client), ("transfer", transfer)];
            case["candidate"] == candidate
                && case["operation"] == "echo"
                && known.iter().all(|(name, value)| parameters[name] == *value)
        })
    };
    for candidate in ["msgpack", "soap"] {
        let replayed = of(candidate, "closed", "generator", "whole");
        assert!(was_measured(replayed), "{replayed:#}");
        let load = &replayed["trials"][0]["load"];
        assert!(load["ok"].as_u64() > Some(0) && load["ok"] == load["sent"], "{replayed:#}");
        let planned = of(candidate, "200/s", "own", "whole");
        assert!(was_measured(planned) && planned["trials"][0]["load"]["latency_ns"].is_object(), "{planned:#}");
    }
    assert!(was_measured(of("soap", "closed", "own", "streaming")));
    let greeted = of("sbw-direct", "closed", "generator", "whole");
    assert_eq!(greeted["reason"], "its requests depend on earlier ones, so they cannot be sent again");
    assert_eq!(of("msgpack", "closed", "own", "streaming")["status"], "skipped");
}

/// A message of the user's goes through stacks that carry any, and is refused by name of the reason elsewhere.
#[test]
fn a_message_of_the_users_is_carried() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let message =
        home.write("order.json", r#"{"id": 17, "lines": [{"sku": "a-1", "price": 2.5}, {"sku": "b", "price": 1e3}]}"#);
    let chosen = ["--candidate", "msgpack", "--candidate", "soap", "--candidate", "raw-tcp"];
    let (ran, document) = home.run_json(&[&["run", &suite, "--message", &message], &chosen[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    for name in ["msgpack", "raw-tcp"] {
        let carried = first(&document, |case| case["candidate"] == name && case["operation"] == "echo");
        assert!(was_measured(carried), "{carried:#}");
    }
    let refused = first(&document, |case| case["candidate"] == "soap");
    assert_eq!(refused["reason"], "it carries only messages that its methods are declared for");
}

/// A client that lies, ends or cannot be run is a failed case that says so.
#[test]
fn clients_that_fail_are_reported() {
    let home = Home::new();
    for (name, script, said) in [
        ("silent", "exit 3", "its client failed"),
        ("complains", "echo 'no such luck' >&2; exit 1", "its client: no such luck"),
        ("babbles", "read line; echo hello; cat >/dev/null", "expected"),
        ("chatters", "read line; head -c 70000000 /dev/zero; cat >/dev/null", "a line of more than 64 MiB"),
        // In the way of other languages: what its calls come to is the harness's to find.
        (
            "lies",
            "read line; echo '{\\\"cold_ns\\\":1}'; read begin; \
             echo '{\\\"calls\\\":{\\\"start_unix_ns\\\":0,\\\"callers\\\":[]},\\\"stamped\\\":null}'; cat >/dev/null",
            "its client: result: calls of 0 callers, 1 were asked for",
        ),
    ] {
        home.write(
            &format!("mine/candidates/rpc/{name}/candidate.toml"),
            &format!(
                "summary = \"s\"\nlanguage = \"sh\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1.0\"]\n[start]\n\
                 command = [\"{{own}}\", \"rpc-server\", \"raw\", \"tcp\"]\n[client]\n\
                 command = [\"sh\", \"-c\", \"{script}\"]\ntypes = [\"echo-float\"]\n"
            ),
        );
        let suite = home.write("short.toml", SHORT);
        let mine = home.path("mine").display().to_string();
        let arguments = ["run", &suite, "--overlay", &mine, "--candidate", name, "--message", "echo-float"];
        let (ran, document) = home.run_json(&arguments);
        assert_eq!(ran.code, 1, "{}", ran.transcript());
        let failed = first(&document, |case| case["candidate"] == name);
        assert_eq!(failed["status"], "failed");
        assert!(failed["reason"].as_str().unwrap().contains(said), "{failed:#}");
    }
}

/// A row of marks that calls found, with a reason below the table for each that is not `yes`.
#[test]
fn the_abilities_of_a_stack_are_tested() {
    let home = Home::new();
    let ran = home.run(&["probe", "--candidate", "msgpack"]).expect(0);
    let marks = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let row = ran.out.lines().map(marks).find(|words| words.first().is_some_and(|word| word == "msgpack"));
    let row = row.unwrap_or_else(|| panic!("no row: {}", ran.transcript()));
    // Specials, integers, struct, typed arrays, date-time, fault codes, refusals, one way, concurrent, both ways, large, proxy.
    let due = "msgpack yes yes yes no yes yes yes yes yes no no yes no rust";
    assert_eq!(row.join(" "), due, "{}", ran.transcript());
    let ran = ran
        .says("msgpack, concurrent calls: a call is begun only when the one before it on its connection is answered");
    ran.says("msgpack, through an HTTP proxy: its client does not send HTTP/1.1");
}

/// kill -9 of the harness leaves neither end behind.
#[test]
fn nothing_is_left_when_it_is_killed() {
    let home = Home::new();
    let suite =
        home.write("long.toml", &SHORT.replace("window = \"60ms\"", "window = \"60s\"").replace("\"10m\"", "\"10h\""));
    let mut command = home.command(&["run", &suite, "--candidate", "msgpack", "--message", "echo-float"]);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Both ends have the folder of this home as theirs, which no other test's have.
    let ends = || {
        let cache = home.path("").display().to_string();
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let words = processes.filter_map(|process| {
            let command = std::fs::read(process.path().join("cmdline")).ok()?;
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            let verb = String::from_utf8_lossy(&command).split('\0').nth(1)?.to_owned();
            let mine = String::from_utf8_lossy(&environment).contains(&format!("HOME={}", cache.trim_end_matches('/')));
            (mine && verb.starts_with("rpc-")).then_some(verb)
        });
        let mut words: Vec<String> = words.collect();
        words.sort();
        words
    };
    until("both ends run", || (ends() == ["rpc-client", "rpc-server"]).then_some(()));
    run.kill().unwrap();
    run.wait().unwrap();
    until("nothing is left behind", || ends().is_empty().then_some(()));
}
