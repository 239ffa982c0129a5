//! `wirecost load --on local:N --namespaces`: workers with a network each.
//!
//! Each test runs again in a network namespace of its own, which stands for the network of a machine. So nothing listens
//! outside it, tests do not meet, and what is left behind is seen.

#![cfg(target_os = "linux")]

use std::net::IpAddr;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::Duration;

use crate::common::counting::Server;
use crate::common::workers::{await_end, await_progress, pid, read, signal, spawn, told};
use crate::common::{self, Home, Ran};
use serde_json::Value;

/// Is set where a test runs again.
const INSIDE: &str = "WIRECOST_TEST_INSIDE";

/// Runs a test in a network of its own, which has a loopback and nothing else.
fn in_a_network(name: &str, test: fn()) {
    if std::env::var_os(INSIDE).is_some() {
        ip(&["link", "set", "lo", "up"]);
        return test();
    }
    // Whoever is not root is it in a namespace of users.
    let is_root = rustix::process::geteuid().is_root();
    let options = if is_root { &["--net"][..] } else { &["--map-root-user", "--net"] };
    let runs =
        |program: &str, words: &[&str]| Command::new(program).args(words).output().map(|ran| ran.status.success());
    let lack = if !runs("unshare", &[options, &["true"]].concat()).unwrap_or(false) {
        "no network namespaces here: they need root and unshare of util-linux"
    } else if !runs("ip", &["-V"]).unwrap_or(false) {
        "ip is missing; cargo xtask setup installs it"
    } else {
        let mut again = Command::new("unshare");
        again.args(options).arg(std::env::current_exe().unwrap());
        again.args(["--exact", &format!("netns::{name}"), "--nocapture"]);
        let ran = again.env(INSIDE, "1").output().unwrap();
        assert!(ran.status.success() && told(&ran).contains(" 1 passed"), "{}", told(&ran));
        return;
    };
    assert!(std::env::var_os("CI").is_none(), "{lack}");
    eprintln!("skipped: {lack}");
}

fn ip(words: &[&str]) -> String {
    let output = Command::new("ip").args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", told(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The names of the links that there are, but for the loopback.
fn links() -> Vec<String> {
    let text = ip(&["-brief", "link", "show"]);
    let names = text.lines().filter_map(|line| line.split(['@', ' ']).next());
    names.filter(|name| *name != "lo").map(str::to_owned).collect()
}

/// The address that workers know this machine by.
fn url(server: &Server) -> String {
    format!("http://198.19.0.1:{}/", server.address.port())
}

/// A load from workers in namespaces, with further options.
fn load<'a>(url: &'a str, place: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["load", url, "--on", place, "--namespaces", "-c", "9", "--warmup", "0s"], more].concat()
}

fn parts(document: &Value) -> &Vec<Value> {
    document["parts"].as_array().unwrap_or_else(|| panic!("{document:#}"))
}

fn sources(server: &Server) -> Vec<IpAddr> {
    server.sources.lock().unwrap().iter().copied().collect()
}

/// The addresses of the first `count` workers.
fn workers(count: u8) -> Vec<IpAddr> {
    (0..count).map(|number| IpAddr::from([198, 19, 0, 2 + number])).collect()
}

/// A load that ends with its test, whatever comes of it.
struct Running(Option<Child>);

impl Running {
    fn new(home: &Home, words: &[&str]) -> Self {
        Self(Some(spawn(home, words)))
    }

    fn id(&self) -> u64 {
        self.0.as_ref().unwrap().id().into()
    }

    fn output(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

#[test]
fn three_workers_have_three_addresses_and_every_request_counts_once() {
    in_a_network("three_workers_have_three_addresses_and_every_request_counts_once", || {
        let (home, server) = (Home::new(), Server::everywhere());
        let (ran, document) = home.run_json(&load(&url(&server), "local:3", &["--rate", "90", "-d", "2s"]));
        let sent: Vec<u64> = parts(&document).iter().map(|part| part["sent"].as_u64().unwrap()).collect();
        assert_eq!((sent, server.requests()), (vec![60; 3], 180), "{}", ran.transcript());
        assert_eq!(sources(&server), workers(3));
        assert_eq!(links(), [""; 0]);
    });
}

#[test]
fn a_part_whose_link_went_down_is_named_and_left_out() {
    in_a_network("a_part_whose_link_went_down_is_named_and_left_out", || {
        let (home, server) = (Home::new(), Server::everywhere());
        let (folder, json) = (home.path("kept"), home.path("sum.json"));
        let kept = folder.display().to_string();
        let (url, sum) = (url(&server), json.display().to_string());
        let more = ["--rate", "90", "-d", "4s", "--timeout", "1s", "--work-dir", &kept, "--json", &sum];
        let run = Running::new(&home, &load(&url, "local:3", &more));
        await_progress(&folder, 3, 1.0);
        ip(&["link", "set", "wirecost1", "down"]);
        ip(&["link", "set", "wirecost2", "down"]);
        ip(&["link", "set", "wirecost2", "up"]);
        // It ends by itself.
        let output = run.output();
        let down = "failed: its link wirecost1 went down and stayed down during the run";
        let up_again = "failed: its link wirecost2 went down and came up again during the run";
        let names = |reason: &str| told(&output).lines().filter(|line| line.ends_with(reason)).count();
        assert_eq!([down, up_again, "during the run"].map(names), [1, 1, 2], "{}", told(&output));
        // A machine that is busy may make the other part late; then there is no sum.
        let has_sum = json.exists();
        assert_eq!(output.status.code(), Some(if has_sum { 1 } else { 2 }), "{}", told(&output));
        if has_sum {
            let document = read(&json);
            let reasons = [1, 2].map(|rank| parts(&document)[rank]["reason"].as_str().unwrap_or_default());
            assert_eq!(reasons, [down, up_again], "{document:#}");
            let (valid, merged) = (&document["valid"], &document["generators"]["merged"]);
            assert_eq!((valid, merged), (&false.into(), &1.into()), "{document:#}");
            assert_eq!(home.run_json(&["merge", &kept]).1, document);
        }
        assert_eq!(links(), [""; 0]);
    });
}

#[test]
fn nothing_is_left_after_ctrl_c_and_after_a_kill() {
    in_a_network("nothing_is_left_after_ctrl_c_and_after_a_kill", || {
        let (home, server) = (Home::new(), Server::everywhere());
        let folder = home.path("kept");
        let (url, kept) = (url(&server), folder.display().to_string());
        for by in ["INT", "KILL"] {
            let run = Running::new(&home, &load(&url, "local:2", &["-d", "1h", "--work-dir", &kept]));
            // Each worker has sent requests.
            await_progress(&folder, 2, 0.5);
            assert_eq!(links().len(), 2);
            let pids = [0, 1].map(|rank| pid(&folder, rank));
            let networks = pids.map(|pid| std::fs::read_link(format!("/proc/{pid}/ns/net")).unwrap());
            let own = std::fs::read_link("/proc/self/ns/net").unwrap();
            assert!(networks[0] != networks[1] && !networks.contains(&own), "{networks:?}");
            signal(by, run.id());
            let output = run.output();
            if by == "INT" {
                assert_eq!(output.status.code(), Some(130), "{}", told(&output));
                assert_eq!(links(), [""; 0]);
            }
            pids.into_iter().for_each(await_end);
            // The kernel takes links away a moment after their namespace; the harness ends a test that waits in vain.
            while !links().is_empty() {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::fs::remove_dir_all(&folder).unwrap();
        }
    });
}

#[test]
fn two_runs_at_once_have_links_of_their_own() {
    in_a_network("two_runs_at_once_have_links_of_their_own", || {
        let (home, server) = (Home::new(), Server::everywhere());
        let (url, json) = (url(&server), ["a.json", "b.json"].map(|name| home.path(name).display().to_string()));
        let start = |json| Running::new(&home, &load(&url, "local:2", &["--rate", "90", "-d", "2s", "--json", json]));
        let runs = json.each_ref().map(|json| start(json));
        for (run, json) in runs.into_iter().zip(&json) {
            let output = run.output();
            assert!(Path::new(json).exists(), "{}", told(&output));
            let sent: u64 = parts(&read(Path::new(json))).iter().filter_map(|part| part["sent"].as_u64()).sum();
            assert_eq!(sent, 180, "{}", told(&output));
        }
        assert_eq!((server.requests(), sources(&server)), (360, workers(4)));
    });
}

#[test]
fn a_suite_is_measured_in_namespaces() {
    in_a_network("a_suite_is_measured_in_namespaces", || {
        let home = Home::new();
        let suite = home.write("short.toml", &format!("summary = \"short\"\n{}", common::SHORT));
        let words =
            ["run", &suite, "--on", "local:2", "--namespaces", "--candidate", "prost", "--candidate", "postcard"];
        home.run(&words).expect(0).says(", part 0: ").says(", part 1: ");
        assert_eq!(links(), [""; 0]);
    });
}

#[test]
fn addresses_beyond_the_namespaces_are_refused() {
    in_a_network("addresses_beyond_the_namespaces_are_refused", || {
        let home = Home::new();
        let refused = |url: &str, place: &str, more: &[&str]| home.run(&load(url, place, more)).expect(2);
        for own in ["http://127.0.0.1:8080/", "http://localhost:8080/", "http://[::1]:8080/", "http://0.0.0.0:8080/"] {
            refused(own, "local:2", &[]).says("load 198.19.0.1:8080: this machine has that address during the run");
        }
        refused("http://198.51.100.7/", "local:2", &[]).says("198.51.100.7 is no address of this machine");
        refused("http://198.19.0.1/", "ssh:a,b", &[]).says("--namespaces is for local:N");
        refused("http://198.19.0.1/", "local:2", &["--clock", "127.0.0.1"]).says("have that of this machine");

        let words = ["--bounding-set=-sys_admin", "--", env!("CARGO_BIN_EXE_wirecost")];
        let words = [&words[..], &load("http://198.19.0.1/", "local:2", &[])].concat();
        Ran::of(home.command_of(Path::new("setpriv"), &words))
            .expect(2)
            .says("they need root")
            .says("Without --namespaces, workers are plain processes");

        // The addresses have another use.
        ip(&["link", "add", "other", "type", "veth", "peer", "name", "end"]);
        ip(&["address", "add", "198.19.7.1/24", "dev", "other"]);
        refused("http://198.19.0.1/", "local:2", &[])
            .says("the link other of this machine has an address in 198.19.0.0/16");
        assert_eq!(links().len(), 2);
    });
}
