//! `wirecost serve`: started and ended as a user does it, and its pages in a browser.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::common::{self, Home, until, workspace};
use crate::generated;
use rustix::process::Signal;

/// A home that stores nine runs of the same cases, the last of them changed.
fn home() -> Home {
    let home = Home::new();
    for number in 1..10 {
        let run = generated::run(2, 9, number);
        let run = if number == 9 { generated::changed(run) } else { run };
        let ended = wirecost_model::RunDocument { ended: Some(run.started.clone()), ..run };
        let file = home.write(&format!("{number}.json"), &serde_json::to_string(&ended).unwrap());
        home.run(&["import", &file]).expect(0);
    }
    home
}

/// A server that ends with its test.
struct Serving {
    child: Child,
    address: SocketAddr,
    line: String,
}

impl Serving {
    fn new(home: &Home, more: &[&str]) -> Self {
        let arguments = [&["serve", "--listen", "0"], more].concat();
        let mut child = home.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("no address in {line:?}");
        };
        Self { child, address, line }
    }

    /// The answer to a request that names `host`.
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn end_by(&mut self, signal: Signal) -> Option<i32> {
        rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal).unwrap();
        until("it ends", || self.child.try_wait().unwrap()).code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A process that ends with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_shows_the_stored_runs_on_the_loopback_until_either_signal() {
    let home = home();
    // The latest has not ended: its stream of events stays open.
    let unfinished = serde_json::to_string(&generated::run(1, 1, 10)).unwrap();
    home.run(&["import", &home.write("10.json", &unfinished)]).expect(0);
    for signal in [Signal::INT, Signal::TERM] {
        let mut serving = Serving::new(&home, &[]);
        assert!(
            serving.address.ip().is_loopback() && serving.line.contains("runs.db; Ctrl-C stops it"),
            "{}",
            serving.line
        );
        let list = serving.get("/", &serving.address.to_string());
        assert!(list.starts_with("HTTP/1.1 200") && list.contains("20260102-030409-abcd"), "{list}");
        // What only all cases of a run tell is there as it is in the terminal.
        let report = serving.get("/runs/latest", "localhost");
        assert!(report.contains("What does a message cost?"), "{report}");
        let refused = serving.get("/", "evil.example");
        assert!(refused.starts_with("HTTP/1.1 421") && !refused.contains("20260102"), "{refused}");
        // A stream that is open does not keep it.
        let mut stream = TcpStream::connect(serving.address).unwrap();
        write!(stream, "GET /runs/latest/events HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        assert!(stream.read(&mut [0; 64]).unwrap() > 0);
        assert_eq!(serving.end_by(signal), Some(0));
        assert!(TcpStream::connect(serving.address).is_err(), "it still listens");
    }
}

#[test]
fn other_machines_are_let_in_only_where_they_are_named() {
    let home = Home::new();
    home.run(&["serve", "--listen", "0.0.0.0:0"]).expect(2).says("--allow-host NAME").says("other machines");
    for broken in ["http://a/", "bench.example:8080"] {
        home.run(&["serve", "--listen", "0", "--allow-host", broken]).expect(2).says("a name alone");
    }
    let serving = Serving::new(&home, &["--allow-host", "bench.example"]);
    assert!(serving.get("/", "bench.example:1").starts_with("HTTP/1.1 200"));
    assert!(serving.get("/", "other.example").starts_with("HTTP/1.1 421"));
    let taken = serving.address.port().to_string();
    home.run(&["serve", "--listen", &taken]).expect(2).says("--listen chooses another port");
}

#[test]
fn a_run_is_watched_while_wirecost_measures_it() {
    let home = Home::new();
    let suite = home.write("short.toml", common::SHORT);
    let mut run = home.command(&["run", &suite, "--candidate", "serde_json", "--trials", "200"]);
    let mut run = Ended(run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let serving = Serving::new(&home, &[]);
    until("its first trial is stored", || {
        assert!(run.0.try_wait().unwrap().is_none(), "the run has ended");
        serving.get("/", "localhost").contains(">running").then_some(())
    });
    let live = serving.get("/runs/latest/live", "localhost");
    assert!(live.contains("It is measured at this moment.") && live.contains("trials</b>"), "{live}");
    rustix::process::kill_process(rustix::process::Pid::from_child(&run.0), Signal::INT).unwrap();
    run.0.wait().unwrap();
    let list = serving.get("/", "localhost");
    assert!(list.contains("not finished") && !list.contains(">running"), "{list}");
}

/// What a check in a browser needs; none if it is missing. Where CI is set, `cargo xtask setup` has installed it.
fn browser() -> Option<[(&'static str, PathBuf); 2]> {
    let packages = workspace().join("target/browser");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = |program: &str| std::env::split_paths(&path).map(|folder| folder.join(program)).find(|it| it.is_file());
    let (chromium, node) = (found("chromium"), found("node"));
    let installed = packages.join("node_modules/playwright-core").is_dir();
    let lacks = [("chromium", chromium.is_some()), ("node", node.is_some()), ("playwright-core", installed)];
    let lacks: Vec<&str> = lacks.iter().filter(|(_, is_there)| !is_there).map(|(name, _)| *name).collect();
    if !lacks.is_empty() {
        println!("skipped: no {}; cargo xtask setup", lacks.join(", no "));
        assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "CI is set, and this check must run there");
        return None;
    }
    Some([("WIRECOST_BROWSER", packages), ("WIRECOST_CHROMIUM", chromium?)])
}

#[test]
fn in_a_browser_a_user_finds_compares_and_follows() {
    let Some(variables) = browser() else { return };
    let home = home();
    let serving = Serving::new(&home, &[]);
    let script = workspace().join("crates/report/tests/browser/served.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(format!("http://{}/", serving.address)).envs(variables);
    let output = node.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{told}");
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
}
