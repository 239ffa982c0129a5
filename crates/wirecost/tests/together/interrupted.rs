//! Ctrl-C and kill -9: no finished trial is lost, no process is left, folders for temporary files are removed, and the run
//! goes on where it stopped.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Home, Ran, SHORT, cases, proves, rounds, until};

/// How often the run is killed.
const KILLS: usize = 50;
/// Without `cargo xtask prove kills`.
const FEW_KILLS: usize = 10;

/// A variable that marks the processes of a test, however they came to be.
const MARK: &str = "WIRECOST_TEST_MARK";

fn spawn(home: &Home, arguments: &[&str], mark: &str) -> Child {
    home.command(arguments).env(MARK, mark).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The processes with this mark that are still alive.
fn alive(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let marked = std::fs::read(entry.path().join("environ"))
            .is_ok_and(|environ| environ.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()));
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        if marked && !status.contains("State:\tZ") {
            found.push(format!("{} {}", entry.path().display(), status.lines().next().unwrap_or_default()));
        }
    }
    found
}

/// The trials that the database holds; none while there is no run.
fn trials(home: &Home) -> Option<usize> {
    let ran = home.run(&["runs"]);
    let line = ran.out.lines().find(|line| line.contains(" trials"))?;
    line.split(" trials").next()?.split_whitespace().last()?.parse().ok()
}

#[test]
fn kill_9_at_random_instants_loses_no_finished_trial_and_leaves_no_process() {
    let home = Home::new();
    let suite = home.write(
        "short.toml",
        &SHORT.replace("trials = 2", "trials = 400").replace("budget = \"2m\"", "budget = \"5h\""),
    );
    let arguments = ["run", &suite, "--candidate", "serde_json", "--candidate", "prost", "--seed", "1"];
    let mark = format!("kill-{}", std::process::id());
    let mut random = fastrand::Rng::with_seed(11);
    let mut run = spawn(&home, &arguments, &mark);
    until("the run starts", || trials(&home).filter(|trials| *trials > 0));
    let kills = if proves("kills") { KILLS } else { FEW_KILLS };
    for kill in 0..kills {
        std::thread::sleep(Duration::from_millis(random.u64(20..250)));
        let before = trials(&home).unwrap();
        run.kill().unwrap();
        run.wait().unwrap();
        until("no process is left", || alive(&mark).is_empty().then_some(()));
        let after = trials(&home).expect("the database can be read");
        assert!(after >= before, "kill {kill}: {before} trials were stored, {after} are left");
        run = spawn(&home, &["run", "--resume", "latest", "--time", "5h"], &mark);
    }
    run.kill().unwrap();
    run.wait().unwrap();
    // What is left is whole: every case has the first N of its trials, none twice, none missing between.
    let document: serde_json::Value = serde_json::from_str(&home.run(&["export"]).expect(0).out).unwrap();
    let counts: Vec<usize> =
        cases(&document, |case| case["status"] == "ok").iter().map(|case| rounds(&document, case)).collect();
    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
    assert!(most - least <= 1, "{counts:?}");
    println!("{kills} instants of kill -9");
}

#[test]
fn an_interrupted_run_is_resumed_to_its_end() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("trials = 2", "trials = 20"));
    let mark = format!("interrupt-{}", std::process::id());
    let mut run = spawn(&home, &["run", &suite, "--candidate", "prost", "--time", "1h"], &mark);
    until("the run starts", || trials(&home).filter(|trials| *trials > 0));
    let status = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(status.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    until("no process is left", || alive(&mark).is_empty().then_some(()));
    home.run(&["runs"]).expect(0).says("cut short");
    let (ran, document) = home.run_json(&["run", "--resume", "latest", "--time", "1h"]);
    ran.expect(0);
    assert!(cases(&document, |case| case["status"] == "ok").iter().all(|case| rounds(&document, case) == 20));
    home.run(&["runs"]).expect(0).says("done");
}

/// One server and one trial that lasts until it is killed.
const ENDLESS: &str = r#"
[http]
budget = "5h"
trials = 1
messages = ["hello"]
candidates = ["hyper"]
warmup = "30ms"
window = "10m"
[[http.load]]
connections = [2]
placement = ["free"]
"#;

#[test]
fn a_server_s_folder_that_kill_9_leaves_is_removed_by_the_next_run() {
    let home = Home::new();
    let place = home.path("temporary");
    std::fs::create_dir(&place).unwrap();
    let folders =
        || -> Vec<PathBuf> { std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let suite = home.write("endless.toml", ENDLESS);
    let mark = format!("server-{}", std::process::id());
    let command = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env("TMPDIR", &place).env(MARK, &mark);
        command
    };
    let is_server = |process: &String| {
        let words = std::fs::read(Path::new(process.split(' ').next().unwrap_or_default()).join("cmdline"));
        words.is_ok_and(|words| words.split(|byte| *byte == 0).nth(1) == Some(b"http-server"))
    };
    let mut run = command(&["run", &suite]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("a server runs in a folder of its own", || {
        (!folders().is_empty() && alive(&mark).iter().any(is_server)).then_some(())
    });
    run.kill().unwrap();
    run.wait().unwrap();
    until("no process is left", || alive(&mark).is_empty().then_some(()));
    let left = folders();
    assert!(!left.is_empty(), "what is killed cannot remove its folder");

    let ran = Ran::of(command(&["run", &suite, "--test"])).expect(0);
    assert!(folders().is_empty(), "{left:?} were left, {:?} are there now\n{}", folders(), ran.transcript());
    assert!(alive(&mark).is_empty(), "{:?}", alive(&mark));
}

/// What took part of a turn is no trial: nobody waits for hours of slices.
#[test]
fn ctrl_c_ends_servers_that_take_turns() {
    let home = Home::new();
    let suite = ENDLESS.replace("window = \"10m\"", "window = \"1s\"\nslices = \"1h\"");
    let suite = home.write("turns.toml", &suite);
    let mark = format!("turns-{}", std::process::id());
    let mut run = spawn(&home, &["run", &suite, "--candidate", "hyper", "--candidate", "axum"], &mark);
    // Two servers, their control, and wirecost itself.
    until("servers take turns", || (alive(&mark).len() >= 4).then_some(()));
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let status = until("the run ends", || run.try_wait().unwrap());
    assert_eq!(as_a_shell(status), Some(130), "{status}");
    until("no process is left", || alive(&mark).is_empty().then_some(()));
}

/// The CPU time of a process that waits for something, in clock ticks.
fn asleep_after(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    (fields[0] == "S").then_some(ticks(11)? + ticks(12)?)
}

/// Waits until a process does nothing any more: on its way there it may also sleep for an instant.
fn until_it_waits(what: &str, pid: u32) {
    let (mut ticks, mut since) = (None, Instant::now());
    until(what, || {
        let now = asleep_after(pid)?;
        if ticks != Some(now) {
            (ticks, since) = (Some(now), Instant::now());
        }
        (since.elapsed() > Duration::from_millis(200)).then_some(())
    });
}

/// How a shell numbers the end of a command.
fn as_a_shell(status: std::process::ExitStatus) -> Option<i32> {
    status.code().or(std::os::unix::process::ExitStatusExt::signal(&status).map(|signal| 128 + signal))
}

#[test]
fn ctrl_c_is_130_whatever_runs() {
    let home = Home::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let pipe = home.path("pipe.json");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    let held = std::fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    // Each waits for what never comes: an answer, a document, a runner that says what it is.
    let runner = home.write("silent.sh", "#!/bin/sh\nexec cat > /dev/null\n");
    std::fs::set_permissions(&runner, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let builds = [format!("base={runner}"), format!("new={runner}")];
    let pipe = pipe.display().to_string();
    let verbs: [&[&str]; 6] = [
        &["load", &url, "-c", "1", "-d", "1h", "--warmup", "0s"],
        &["size", &pipe],
        &["convert", "-", "out.fi"],
        &["dump", "-"],
        &["run", "--test", "--lab", "codec", "--message", &pipe],
        &["gate", "--runner", &builds[0], "--runner", &builds[1]],
    ];
    for arguments in verbs {
        // A shell that starts tests in the background lets them ignore the signal, and they hand that down.
        let wirecost = ["--default-signal=INT", env!("CARGO_BIN_EXE_wirecost")];
        let mut command = home.command_of(Path::new("env"), &[&wirecost[..], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let stdin = child.stdin.take();
        until_it_waits(&format!("{arguments:?} waits"), child.id());
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let status = until(&format!("{arguments:?} ends"), || child.try_wait().unwrap());
        assert_eq!(as_a_shell(status), Some(130), "{arguments:?}: {status}");
        drop(stdin);
    }
    drop(held);
}

#[test]
fn ctrl_c_ends_a_run_that_waits_for_another() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    home.write(".cache/wirecost/measuring.lock", "");
    let other = std::fs::File::create(home.path(".cache/wirecost/measuring.lock")).unwrap();
    other.lock().unwrap();
    let mut command = home.command(&["run", &suite, "--candidate", "prost"]);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = std::io::BufRead::lines(std::io::BufReader::new(run.stderr.take().unwrap())).map_while(Result::ok);
    assert!(said.any(|line| line.contains("another wirecost is measuring")));
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    assert!(said.any(|line| line.contains("To continue: wirecost run --resume")));
    assert_eq!(run.wait().unwrap().code(), Some(130));
}
