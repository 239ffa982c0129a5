//! Servers that take turns: up together, loaded in slices, with a control between them.

#![cfg(target_os = "linux")]

use crate::common::{self, Home, case, cases, faulty};
use serde_json::Value;

const SUITE: &str = r#"
[http]
budget = "2m"
trials = 2
messages = ["hello"]
candidates = ["hyper"]
slices = "400ms"
warmup = "50ms"
window = "150ms"
[[http.load]]
connections = [4]
placement = ["free"]
"#;

fn estimate(case: &Value, name: &str) -> f64 {
    case["estimates"][name]["median"].as_f64().unwrap_or_else(|| panic!("{name}: {case:#}"))
}

#[test]
fn servers_take_turns_and_each_has_its_figures() {
    let home = Home::new();
    let loads = "[[http.load]]\nconnections = [4]\nrate_per_s = [2000]\nplacement = [\"free\"]\nclose = [\"fin\"]\n\
                 [[http.load]]\nconnections = [4]\nplacement = [\"free\"]\ngenerators = [2]\n";
    let suite = home.write("turns.toml", &format!("{SUITE}{loads}"));
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "hyper", "--candidate", "axum"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    assert_eq!(cases(&document, |_| true).len(), 2 * 3, "{document:#}");
    for case in cases(&document, |case| case["parameters"]["generators"] == "1") {
        let closed = case["parameters"]["schedule"] == "closed";
        let lacks_windows = common::labels(case).join("; ").contains("windows not valid");
        for trial in case["trials"].as_array().unwrap() {
            let of = |name: &str| trial["estimates"][name].as_f64();
            let [all, window, paired] = ["server_cpu_ns", "window_cpu_ns", "corrected_ns"].map(of);
            assert!(all > Some(0.0) && window > Some(0.0) && paired > Some(0.0), "{trial:#}");
            assert!(of("beyond_ns") >= Some(0.0), "{trial:#}");
            let quiet = of("quiet_share");
            assert!(quiet.is_some() == closed && quiet.is_none_or(|share| (0.0..=1.0).contains(&share)), "{trial:#}");
            // A rate of slices, or of windows that are valid, as those beside other tests need not be.
            assert!(of("rate_per_s") > Some(0.0) || (!closed && lacks_windows), "{trial:#}");
            assert_eq!(of("window_rate_per_s").is_some(), closed, "{trial:#}");
            // In a closed loop nothing is planned.
            assert_eq!(of("latency_p50_ns") > Some(0.0), !closed, "{trial:#}");
            assert_eq!(of("window_latency_p50_ns") > Some(0.0), !closed, "{trial:#}");
        }
    }
    // Several generators cannot take turns.
    for case in cases(&document, |case| case["parameters"]["generators"] == "2") {
        assert!(estimate(case, "server_cpu_ns") > 0.0 && case["estimates"]["window_cpu_ns"].is_null(), "{case:#}");
    }
}

const CALLS: &str = r#"
[rpc]
budget = "2m"
trials = 2
messages = ["echo-float"]
candidates = ["grpc"]
slices = "200ms"
warmup = "50ms"
window = "100ms"
[[rpc.load]]
connections = [1, 3]
placement = ["free"]
[[rpc.load]]
connections = [4]
client = ["generator"]
placement = ["free"]
"#;

#[test]
fn stacks_take_turns_with_their_clients() {
    let home = Home::new();
    let fin = "[[rpc.load]]\nconnections = [1]\nclose = [\"fin\"]\nplacement = [\"free\"]\n";
    let suite = home.write("turns.toml", &format!("{CALLS}{fin}"));
    let chosen = ["--candidate", "soap", "--candidate", "json-rpc", "--candidate", "python-xmlrpc-arrays"];
    let (ran, document) = home.run_json(&[&["run", &suite][..], &chosen].concat());
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    // What a busy machine sets aside was measured too, and has trials that are valid.
    let measured = cases(&document, |case| case["status"] == "ok" || case["status"] == "invalid");
    assert!(measured.len() >= 3 * 3, "{document:#}");
    for case in measured {
        let parameter = |name: &str| case["parameters"][name].as_str().unwrap();
        let own = parameter("client") == "own";
        for trial in case["trials"].as_array().unwrap() {
            let of = |name: &str| trial["estimates"][name].as_f64();
            let both = |slices: &str, window: &str| of(slices) > Some(0.0) && of(window) > Some(0.0);
            // On a busy machine some are too slow for slices or stopped in them, and windows are not valid. Each says so.
            let is_alone = trial["load"]["labels"].to_string().contains("not measured in slices: ");
            assert!(of("server_cpu_ns") > Some(0.0) && is_alone == of("beyond_ns").is_none(), "{trial:#}");
            if is_alone || !trial["load"]["reason"].is_null() {
                continue;
            }
            assert!(both("server_cpu_ns", "window_cpu_ns"), "{trial:#}\n{}", common::labels(case).join("; "));
            assert_eq!(both("client_cpu_ns", "window_client_cpu_ns"), own, "{trial:#}");
            assert_eq!(both("time_ns", "window_time_ns"), own && parameter("connections") == "1", "{trial:#}");
            assert!(of("rate_per_s") > Some(0.0), "{trial:#}");
        }
    }
}

#[test]
fn a_comparison_without_a_control_says_so() {
    let home = Home::new();
    // A client that closes each connection and a message that no control over HTTP has a method for.
    let suite = CALLS
        .replace("echo-float", "string-100")
        .replace("connections = [1, 3]", "connections = [1]\nclose = [\"fin\"]");
    let suite = home.write("turns.toml", &suite);
    let (ran, document) =
        home.run_json(&["run", &suite, "--candidate", "soap", "--candidate", "json-rpc", "--parameter", "client=own"]);
    assert_eq!(ran.code, 0, "{}", ran.transcript());
    for case in cases(&document, |case| case["status"] == "ok") {
        let labels = common::labels(case).join("; ");
        let said = "not measured in slices: there is no control for it: raw-tcp: its connections stay open; soap-ladder-fixed: ";
        assert!(labels.contains(said), "{labels}");
        assert!(estimate(case, "server_cpu_ns") > 0.0 && case["estimates"]["window_cpu_ns"].is_null(), "{case:#}");
    }
}

/// Whenever a server does its work, the work is charged to it.
#[test]
fn method_40_work_between_slices_is_charged() {
    let home = Home::new();
    // As long as it takes for one that collects every two seconds.
    let suite = home.write("turns.toml", &SUITE.replace("slices = \"400ms\"", "slices = \"1s\""));
    let when = ["works", "hands-over", "defers", "collects"];
    let mut arguments = vec!["run", &suite, "--overlay", "mine"];
    for fault in when {
        faulty(&home, fault);
        arguments.extend(["--candidate", fault]);
    }
    let (ran, document) = home.run_json(&arguments);
    let ran = ran.expect(0);
    // All work as much, and the work is nearly all that they do, so that what is hidden leaves next to nothing. What a busy machine adds
    // is far less than that.
    let costs = when.map(|fault| estimate(case(&document, fault), "server_cpu_ns"));
    for (fault, cost) in when.iter().zip(costs).skip(1) {
        assert!((0.25..4.0).contains(&(cost / costs[0])), "{fault}: {costs:?}\n{}", ran.transcript());
    }
    // Half of it is done between slices. That is a share of the server's own CPU time, whatever the machine makes of the whole.
    let defers = case(&document, "defers");
    for trial in defers["trials"].as_array().unwrap() {
        let of = |name: &str| trial["estimates"][name].as_f64().unwrap_or_else(|| panic!("{name}: {trial:#}"));
        assert!(of("beyond_ns") > 0.1 * of("corrected_ns"), "{trial:#}");
        let in_slices =
            trial["estimates"]["quiet_ns"].as_f64().map_or(of("corrected_ns"), |it| it.min(of("corrected_ns")));
        assert!(of("server_cpu_ns") >= 0.999 * (in_slices + of("beyond_ns")), "it is not charged: {trial:#}");
    }
    let labels = common::labels(defers).join("; ");
    assert!(labels.contains("of its CPU time between its slices"), "{labels}");
    assert!(!common::labels(case(&document, "works")).join("; ").contains("between its slices"), "{document:#}");
}

#[test]
fn a_server_that_cannot_take_turns_is_measured_alone_and_says_why() {
    let home = Home::new();
    let suite = home.write("turns.toml", SUITE);
    for fault in ["slow", "turns-wrong"] {
        faulty(&home, fault);
    }
    let chosen = ["--candidate", "hyper", "--candidate", "slow", "--candidate", "turns-wrong"];
    let (ran, document) =
        home.run_json(&[&["run", &suite, "--overlay", "mine", "--trials", "1"], &chosen[..]].concat());
    ran.expect(1);
    let slow = case(&document, "slow");
    assert!(common::labels(slow).join("; ").contains("not measured in slices: it takes"), "{slow:#}");
    assert!(estimate(slow, "server_cpu_ns") > 0.0 && slow["estimates"]["window_cpu_ns"].is_null(), "{slow:#}");
    let wrong = case(&document, "turns-wrong");
    assert!(wrong["reason"].as_str().unwrap().contains("answers were wrong"), "{wrong:#}");
    assert!(estimate(case(&document, "hyper"), "window_cpu_ns") > 0.0, "{document:#}");
}
