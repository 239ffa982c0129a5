//! `wirecost load --on kubernetes` and `wirecost run --on kubernetes` with a kubectl for tests, whose pods are processes of this
//! machine.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::common::Home;
use crate::common::counting::Server;
use crate::common::workers::{await_end, await_progress, read, signal, told, until, validated};
use serde_json::Value;

/// A cluster that ends with its test.
struct Cluster {
    folder: PathBuf,
    child: Child,
}

/// The folder of the kubectl for tests.
fn kubectl() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kubernetes")
}

impl Cluster {
    /// Starts one; `None`, with a message, where there is no Python.
    fn start(home: &Home) -> Option<Self> {
        if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: python3 is missing; cargo xtask setup installs it");
            return None;
        }
        let folder = home.path("cluster");
        std::fs::create_dir(&folder).unwrap();
        let mut command = home.command_of(&kubectl().join("kubectl"), &["cluster"]);
        let child = command.env("CLUSTER", &folder).stdin(Stdio::piped()).spawn().unwrap();
        Some(Self { folder, child })
    }

    /// A command that finds the kubectl of this cluster.
    fn command(&self, home: &Home, arguments: &[&str]) -> Command {
        let mut command = home.command(arguments);
        let path = format!("{}:{}", kubectl().display(), std::env::var("PATH").unwrap_or_default());
        command.env("CLUSTER", &self.folder).env("PATH", path).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A load from three pods; what the test adds comes last.
    fn load(&self, home: &Home, url: &str, more: &[&str]) -> Command {
        let own =
            ["load", url, "--on", "kubernetes:3", "--image", "wirecost", "--worker", env!("CARGO_BIN_EXE_wirecost")];
        let load = ["--rate", "90", "-c", "9", "-d", "2s", "--warmup", "0s", "--lead", "4s"];
        self.command(home, &[&own[..], &load, more].concat())
    }

    /// The folder of the pod of a part, once it is there.
    fn pod(&self, rank: u64) -> PathBuf {
        let is_it = |path: &PathBuf| {
            path.to_str().unwrap().ends_with(&format!("-{rank}-{rank:05x}")) && path.join("pod.json").exists()
        };
        let mut found = None;
        until("a pod", || {
            let pods = std::fs::read_dir(self.folder.join("pods")).into_iter().flatten().flatten();
            found = pods.map(|entry| entry.path()).find(is_it);
            found.is_some()
        });
        found.unwrap()
    }

    /// The process of a part that has begun.
    fn pid(&self, rank: u64) -> u64 {
        let begun = read(&self.pod(rank).join(format!("results/part-{rank}.begun.json")));
        begun["pid"].as_u64().unwrap()
    }

    fn tell(&self, name: &str) {
        std::fs::write(self.folder.join(name), "").unwrap();
    }

    fn calls(&self) -> String {
        std::fs::read_to_string(self.folder.join("calls")).unwrap()
    }

    /// Waits until nothing is left of any job.
    fn await_nothing(&self) {
        let is_empty = |name: &str| std::fs::read_dir(self.folder.join(name)).is_ok_and(|mut all| all.next().is_none());
        until("the end of all jobs", || is_empty("jobs") && is_empty("pods"));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Its pods end with its input.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn parts(document: &Value) -> &Vec<Value> {
    document["parts"].as_array().unwrap_or_else(|| panic!("{document:#}"))
}

fn reason(document: &Value, rank: usize) -> &str {
    parts(document)[rank]["reason"].as_str().unwrap_or_default()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_default()
}

#[test]
fn three_pods_load_a_server_and_nothing_stays() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let (server, folder, json) = (Server::start(), home.path("kept"), home.path("m.json"));
    // The first result is cut off on its way, and fetched again.
    cluster.tell("cut");
    let more =
        ["--work-dir", folder.to_str().unwrap(), "--json", json.to_str().unwrap(), "--engine-option=--context=test"];
    let output = cluster.load(&home, &server.url(), &more).output().unwrap();
    assert!(code(&output) <= 1, "{}", told(&output));
    let document = read(&json);
    // A machine that is busy may make a part late; it is not in the sum, but nothing is lost.
    let sent: u64 = parts(&document).iter().map(|part| part["sent"].as_u64().unwrap()).sum();
    assert_eq!((sent, server.requests()), (180, 180), "{document:#}");
    assert_eq!(document["generators"]["expected"], 3);
    assert!((0..3).all(|rank| folder.join(format!("part-{rank}.json")).exists()));
    cluster.await_nothing();
    let calls = cluster.calls();
    assert!(calls.lines().all(|call| call.starts_with("--context=test ")), "{calls}");
    assert!(calls.contains("delete jobs,configmaps wirecost-"), "{calls}");
    let fetched = calls.lines().filter(|call| call.ends_with("--hand-over /results")).count();
    assert!(fetched >= 4, "{calls}");
    validated(&folder.join("job.yaml"));
    // What is in the folder is the whole of it.
    let again = home.run(&["merge", folder.to_str().unwrap(), "--json", json.to_str().unwrap()]);
    assert_eq!((again.code, read(&json)), (code(&output), document), "{}", again.transcript());
}

#[test]
fn pods_that_are_killed_or_lost_are_named_and_the_others_count() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let (server, folder, json) = (Server::start(), home.path("kept"), home.path("m.json"));
    let more = ["-d", "15s", "--work-dir", folder.to_str().unwrap(), "--json", json.to_str().unwrap()];
    let mut run = cluster.load(&home, &server.url(), &more).spawn().unwrap();
    // What wirecost knows of a part that has begun.
    let is_known = |rank: u64| {
        let output = std::fs::read_to_string(folder.join(format!("part-{rank}.out")));
        output.is_ok_and(|output| output.contains("part-begun"))
    };
    until("two parts that begin", || run.try_wait().unwrap().is_some() || is_known(1) && is_known(2));
    assert!(run.try_wait().unwrap().is_none(), "{}", told(&run.wait_with_output().unwrap()));
    signal("KILL", cluster.pid(1));
    std::fs::write(cluster.pod(2).join("lost"), "").unwrap();
    let output = run.wait_with_output().unwrap();
    assert_eq!(code(&output), 1, "{}", told(&output));
    let document = read(&json);
    assert_eq!((&document["valid"], &parts(&document)[0]["state"]), (&false.into(), &"counted".into()), "{document:#}");
    assert_eq!(document["sent"], parts(&document)[0]["sent"]);
    let killed = reason(&document, 1);
    assert!(killed.contains("it began as process") && killed.contains(" on node1: Error, exit code 137"), "{killed}");
    let lost = reason(&document, 2);
    assert!(lost.contains("it began as process") && lost.contains(" on node2: it is gone"), "{lost}");
    cluster.await_nothing();
}

#[test]
fn ctrl_c_takes_the_job_back_and_shows_what_there_is() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let (server, folder) = (Server::start(), home.path("kept"));
    let more = ["-d", "1h", "--work-dir", folder.to_str().unwrap()];
    let run = cluster.load(&home, &server.url(), &more).spawn().unwrap();
    await_progress(&folder, 3, 5.0);
    let workers = [0, 1, 2].map(|rank| cluster.pid(rank));
    signal("INT", run.id().into());
    let output = run.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", told(&output));
    assert!(told(&output).contains("good answers/s"), "{}", told(&output));
    workers.into_iter().for_each(await_end);
    cluster.await_nothing();
}

#[test]
fn results_are_fetched_where_no_log_can_be_read() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let (server, json) = (Server::start(), home.path("m.json"));
    cluster.tell("mute");
    let more = ["--timeout", "1s", "--json", json.to_str().unwrap()];
    let output = cluster.load(&home, &server.url(), &more).output().unwrap();
    assert!(code(&output) <= 1, "{}", told(&output));
    let document = read(&json);
    let sent: u64 = parts(&document).iter().map(|part| part["sent"].as_u64().unwrap()).sum();
    assert_eq!((sent, server.requests()), (180, 180), "{document:#}");
    cluster.await_nothing();
}

#[test]
fn a_pod_that_found_no_node_says_why() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    cluster.tell("unschedulable");
    let run = cluster.load(&home, "http://127.0.0.1:1/", &[]).spawn().unwrap();
    cluster.pod(2);
    until("three looks", || cluster.calls().matches("get jobs,pods").count() >= 3);
    signal("INT", run.id().into());
    let output = run.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", told(&output));
    assert!(told(&output).contains(" waited: Unschedulable: 0/1 nodes fit"), "{}", told(&output));
    cluster.await_nothing();
    let without = home.command(&["load", "http://127.0.0.1:1/", "--on", "kubernetes", "--image", "i", "-c", "1"]);
    let without = { without }.env("PATH", home.path("nothing")).output().unwrap();
    assert_eq!(code(&without), 2, "{}", told(&without));
    assert!(told(&without).contains("kubectl: there is no such program"), "{}", told(&without));
}

/// A suite of three candidates on one message, as short as one can be.
const SUITE: &str = r#"
summary = "short"
budget = "1m"
trials = 3
messages = ["echo-float"]
operations = ["decode"]
candidates = ["prost", "serde_json", "postcard"]
[rules]
sample = "1ms"
warmup = "1ms"
window = "2ms"
min_samples = 1
"#;

#[test]
fn only_the_parts_of_a_suite_that_are_missing_get_pods() {
    let home = Home::new();
    let Some(cluster) = Cluster::start(&home) else { return };
    let (suite, folder) = (home.write("short.toml", SUITE), home.path("parts"));
    let own =
        ["run", &suite, "--on", "kubernetes:2", "--image", "wirecost", "--worker", env!("CARGO_BIN_EXE_wirecost")];
    let own = [&own[..], &["--split", "--work-dir", folder.to_str().unwrap()]].concat();
    let output = cluster.command(&home, &own).output().unwrap();
    assert_eq!(code(&output), 0, "{}", told(&output));
    let [kept, lost] = [0, 1].map(|rank| folder.join(format!("part-{rank}.json")));
    let before = std::fs::read(&kept).unwrap();
    std::fs::remove_file(&lost).unwrap();
    let output = cluster.command(&home, &[&own[..], &["--missing"]].concat()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", told(&output));
    assert!(told(&output).contains("1 workers begin"), "{}", told(&output));
    assert!(std::fs::read_to_string(folder.join("job.yaml")).unwrap().contains("\"completions\": 1,"));
    assert_eq!(std::fs::read(&kept).unwrap(), before);
    assert_eq!(read(&lost)["result"]["rank"], 1);
    validated(&folder.join("job.yaml"));
    cluster.await_nothing();
}
