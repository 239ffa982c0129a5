//! What is stored: who may choose names, who may read, and what two processes do to it at once.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use crate::common::{self, Home, Ran, SHORT};

const DATABASE: &str = ".local/share/wirecost/runs.db";

/// A run document as another machine may send it.
fn document(run_id: &str) -> String {
    serde_json::json!({
        "schema": "wirecost.run/1", "run_id": run_id, "command": "wirecost run", "started": "2026-01-01T00:00:00Z",
        "ended": "2026-01-01T00:01:00Z", "seed": 1, "environment": {}, "verdict_estimate": "time_ns",
        "cases": [{"lab": "codec", "candidate": "=1+1|`x`\n<b>", "version": "1", "language": "rust", "format": "json",
            "message": "m", "operation": "decode", "status": "ok",
            "trials": [{"estimates": {"time_ns": 5.0}, "samples": 1}]}]
    })
    .to_string()
}

#[test]
fn an_imported_identifier_is_no_path() {
    let home = Home::new();
    for bad in ["../../escaped", "/tmp/escaped-wirecost", "a/b", "", "latest", "..", "x\ny"] {
        home.write("bad.json", &document(bad));
        home.run(&["import", "bad.json"]).expect(2).says("bad.json: run_id");
        home.run(&["report", "bad.json", "--open"]).expect(2).says("bad.json: run_id");
    }
    assert!(!home.path(DATABASE).exists());
    home.write("good.json", &document("20260101-good"));
    home.run(&["import", "good.json"]).expect(0);
    home.run(&["import", "good.json"]).expect(2).says("stored already");
    // The beginning of another identifier is one of its own.
    home.write("short.json", &document("20260101"));
    home.run(&["import", "short.json"]).expect(0);
}

#[test]
fn exported_tables_hold_hostile_names_as_text() {
    let home = Home::new();
    home.write("run.json", &document("r1"));
    let csv = home.run(&["export", "run.json", "--format", "csv"]).expect(0).out;
    assert!(csv.contains("'=1+1"), "{csv}");
    assert_eq!(csv.lines().count(), 2, "{csv}");
    let markdown = home.run(&["export", "run.json", "--format", "md"]).expect(0).out;
    assert!(!markdown.contains("<b>") && markdown.contains("\\|\\`x\\`"), "{markdown}");
}

#[test]
fn reading_makes_no_database() {
    let home = Home::new();
    for verb in [&["runs"][..], &["report"], &["export"], &["history", "*"], &["compare", "a", "b"], &["list"]] {
        home.run(verb);
    }
    home.run(&["run", "--resume", "latest"]).expect(2).says("there is no database");
    assert!(!home.path(".local/share/wirecost").exists());
}

/// A command as a user whom file modes bind; root is bound by none.
fn bound(mut command: Command) -> Command {
    if rustix_is_root() {
        command.uid(65_534).gid(65_534);
    }
    command
}

fn rustix_is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

#[test]
fn a_read_only_database_is_read_with_and_without_a_log() {
    let home = Home::new();
    home.write("run.json", &document("r1"));
    home.run(&["import", "run.json"]).expect(0);
    let folder = home.path(DATABASE).parent().unwrap().to_owned();
    // The binary and the database must be in reach of a user who owns neither.
    let reach = tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap();
    let binary = reach.path().join("wirecost");
    std::fs::copy(env!("CARGO_BIN_EXE_wirecost"), &binary).unwrap();
    for with_log in [false, true] {
        let place = reach.path().join(format!("log-{with_log}"));
        std::fs::create_dir(&place).unwrap();
        let database = place.join("runs.db");
        std::fs::copy(home.path(DATABASE), &database).unwrap();
        if with_log {
            // A log with something in it stays beside a database whose process was killed.
            std::fs::write(place.join("runs.db-wal"), [0; 64]).unwrap();
        }
        for entry in std::fs::read_dir(&place).unwrap() {
            std::fs::set_permissions(entry.unwrap().path(), PermissionsExt::from_mode(0o444)).unwrap();
        }
        std::fs::set_permissions(&place, PermissionsExt::from_mode(0o555)).unwrap();
        for verb in [&["runs"][..], &["report", "r1"], &["export", "r1"], &["history", "*"]] {
            let mut command = Command::new(&binary);
            command.args(verb).arg("--db").arg(&database).env("HOME", reach.path()).current_dir(reach.path());
            Ran::of(bound(command)).expect(0);
        }
        let left = std::fs::read_dir(&place).unwrap().count();
        assert_eq!(left, 1 + usize::from(with_log), "reading left something in {}", folder.display());
        std::fs::set_permissions(&place, PermissionsExt::from_mode(0o755)).unwrap();
    }
}

#[test]
fn two_that_resume_one_run_at_once_both_end_well() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("trials = 2", "trials = 3"));
    home.run(&["run", &suite, "--candidate", "prost", "--trials", "3"]).expect(0);
    // As after Ctrl-C: its end and the last trials are missing.
    let cut = "UPDATE runs SET ended = NULL, document = json_set(document, '$.ended', NULL);
               DELETE FROM trials WHERE number = 2;";
    rusqlite::Connection::open(home.path(DATABASE)).unwrap().execute_batch(cut).unwrap();

    let lock = std::fs::File::create(home.path(".cache/wirecost/measuring.lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = Vec::new();
    for _ in 0..2 {
        let mut command = home.command(&["run", "--resume", "latest", "--time", "1h"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let waits = lines.by_ref().map(Result::unwrap).any(|line| line.contains("another wirecost is measuring"));
        assert!(waits, "it waits for its turn");
        waiting.push((child, lines));
    }
    drop(lock);
    for (mut child, lines) in waiting {
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(child.wait().unwrap().success(), "{rest:?}");
    }
    let export = home.run(&["export"]).expect(0).out;
    let run: serde_json::Value = serde_json::from_str(&export).unwrap();
    let measured = common::cases(&run, |case| case["status"] == "ok");
    assert!(!measured.is_empty() && measured.iter().all(|case| common::rounds(&run, case) == 3));
}

#[test]
fn a_database_with_a_damaged_row_serves_every_later_run() {
    let home = Home::new();
    home.write("run.json", &document("r1"));
    home.run(&["import", "run.json"]).expect(0);
    let damage = "UPDATE trials SET document = replace(document, '5.0', 'null')";
    let changed = rusqlite::Connection::open(home.path(DATABASE)).unwrap().execute(damage, []).unwrap();
    assert_eq!(changed, 1);
    home.run(&["report", "r1"]).expect(0).says("is damaged in the database");
    home.run(&["doctor"]).expect(0).says("trial 1 is damaged");
    home.write("short.toml", SHORT);
    home.run(&["run", "short.toml", "--candidate", "prost"]).expect(0);
}
