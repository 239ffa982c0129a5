//! What a user sees: lines that fit, remarks that are said once, names that were meant, and readers that stop.

#![cfg(unix)]

use std::process::Stdio;

use crate::common::{Home, Ran, SHORT};
use crate::generated;

/// A home that stores three runs of the same cases.
fn home() -> Home {
    let home = Home::new();
    for number in 1..4 {
        let run = serde_json::to_string(&generated::run(2, 16, number)).unwrap();
        let file = home.write(&format!("{number}.json"), &run);
        home.run(&["import", &file]).expect(0);
    }
    home
}

fn in_columns(home: &Home, columns: usize, arguments: &[&str]) -> Ran {
    let mut command = home.command(arguments);
    command.env("COLUMNS", columns.to_string());
    Ran::of(command)
}

#[test]
fn no_line_is_wider_than_the_screen() {
    let home = home();
    let verbs: [&[&str]; 14] = [
        &["--help"],
        &["report"],
        &["report", "-v"],
        &["report", "--by", "format"],
        &["report", "--by", "library"],
        &["report", "--by", "language"],
        &["report", "--rate", "20k/s"],
        &["list"],
        &["doctor"],
        &["runs"],
        &["history", "*candidate-3*"],
        &["compare", "1.json", "2.json"],
        &["compare", "1.json", "2.json", "3.json", "latest"],
        &["size", "dns-100"],
    ];
    for columns in [80, 120] {
        for verb in verbs {
            let ran = in_columns(&home, columns, verb).expect(0);
            let wide = ran.out.lines().find(|line| line.chars().count() > columns);
            assert_eq!(wide, None, "{columns} columns\n{}", ran.transcript());
            assert!(ran.out.lines().count() > 2, "{}", ran.transcript());
        }
    }
}

#[test]
fn a_wide_screen_shows_more_columns() {
    let home = home();
    let head = |columns: usize| {
        let ran = in_columns(&home, columns, &["report", "-v"]).expect(0);
        ran.out.lines().find(|line| line.trim_start().starts_with("candidate ")).unwrap().to_owned()
    };
    assert!(head(80).contains("ratio") && !head(80).contains("peak"), "{}", head(80));
    assert!(head(200).contains("peak"), "{}", head(200));
    assert!(head(100).len() >= head(80).len() && head(200).len() > head(100).len());
}

#[test]
fn shared_remarks_are_shown_once_and_all_with_v() {
    let home = Home::new();
    let mut run = generated::run(2, 16, 1);
    for case in &mut run.cases {
        case.labels.push(wirecost_model::Label::read("one input"));
    }
    for case in run.cases.iter_mut().skip(40).take(12) {
        case.status = wirecost_model::Status::Skipped;
        case.reason = Some("it needs a schema".into());
        case.estimates.clear();
    }
    home.write("run.json", &serde_json::to_string(&run).unwrap());
    let counts = |arguments: &[&str], text: &str| home.run(arguments).expect(0).out.matches(text).count();
    assert_eq!(counts(&["report", "run.json"], "one input"), 1);
    assert!(counts(&["report", "run.json", "-v"], "one input") > 3);
    assert_eq!(counts(&["report", "run.json"], "it needs a schema"), 1);
    assert_eq!(counts(&["report", "run.json", "-v"], "it needs a schema"), 12);
    // What fails is always shown, and so is what few cases have.
    home.run(&["report", "run.json"]).expect(0).says("wrong: failed: wrong answer").says("12 cases of candidate-");
}

#[test]
fn a_reader_that_stops_is_no_error_and_changes_no_exit_code() {
    let home = home();
    home.write("a.xml", "<a>text</a>");
    let verbs: [(&[&str], i32); 10] = [
        (&["setup", "shell", "--print", "bash"], 0),
        (&["--help"], 0),
        (&["report"], 0),
        (&["list", "--json"], 0),
        (&["export"], 0),
        (&["history", "*"], 0),
        (&["convert", "a.xml", "-"], 0),
        (&["setup", "shell", "--dry-run"], 0),
        (&["run", "tiny", "--dry-run", "--lab", "codec"], 0),
        // The gate could not decide, whoever reads on.
        (&["gate", "1.json", "latest"], 4),
    ];
    for (arguments, code) in verbs {
        for closes_errors in [false, true] {
            let mut command = home.command(arguments);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            drop(child.stdout.take());
            if closes_errors {
                drop(child.stderr.take());
            }
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
            assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_database_of_the_environment_is_no_part_of_the_usage() {
    let home = Home::new();
    let mut command = home.command(&["report", "--no-such-option"]);
    command.env("WIRECOST_DB", home.path("x.db"));
    let ran = Ran::of(command).expect(2).says("Usage: wirecost report");
    assert!(!ran.err.contains("--db"), "{}", ran.transcript());
}

#[test]
fn a_database_that_cannot_be_written_is_noticed_before_measuring() {
    let home = Home::new();
    home.write("short.toml", SHORT);
    home.write("file", "");
    let ran = home.run(&["run", "short.toml", "--candidate", "prost", "--db", "file/runs.db"]).expect(2);
    let ran = ran.says("cannot write file/runs.db");
    assert!(!ran.err.contains("processes"), "{}", ran.transcript());
}

#[test]
fn names_that_are_nearly_right_are_answered_with_those_that_were_meant() {
    let home = Home::new();
    for (arguments, meant) in [
        (&["raport"][..], "report"),
        (&["run", "qick"], "did you mean \"quick\"?"),
        (&["run", "--message", "echo-flot"], "did you mean \"echo-float\"?"),
        (&["run", "--candidate", "serde-jsn"], "did you mean \"serde_json\"?"),
        (&["run", "--candidate", "go-net-htp", "--dry-run"], "did you mean \"go-net-http\"?"),
        (&["size", "dns-100", "--candidate", "serde-jsn"], "did you mean \"serde_json\"?"),
        (&["run", "--lab", "codek"], "codec"),
        (&["start", "rpc", "grcp"], "did you mean \"grpc\"?"),
        (&["setup", "servers", "--candidate", "ngnix-file", "--dry-run"], "did you mean \"nginx-file\"?"),
    ] {
        let ran = home.run(arguments).expect(2).says(meant);
        assert!(ran.err.lines().count() < 8, "{}", ran.transcript());
    }
}

/// What is left out without a word looks as if it had been measured.
#[test]
fn every_part_of_a_choice_must_name_something() {
    let home = Home::new();
    let run = |more: &[&str]| home.run(&[&["run", "tiny", "--lab", "codec", "--dry-run"], more].concat());
    run(&["--candidate", "rmp-serde", "--candidate", "nosuchthing"]).expect(2).says("no candidate matches nosuchthing");
    let none = ["--candidate", "rmp-serde", "--candidate", "serde_json-value", "--operation", "borrow"];
    run(&none).expect(2).says("--candidate serde_json-value has no case with what else was chosen");
    home.run(&["run", "rpc", "--lab", "rpc", "--operation", "decode"])
        .expect(2)
        .says("--operation is for the codec lab");
    let program = run(&["--runner", "x=/nonexistent", "--candidate", "nosuchthing"]).expect(2).says("/nonexistent");
    assert!(!program.err.contains("no candidate"), "{}", program.transcript());
    home.run(&["list", "--overlay", "nosuchfolder"]).expect(2).says("--overlay nosuchfolder: there is no such folder");
}

#[test]
fn a_number_alone_is_seconds_wherever_a_time_is_asked_for() {
    let home = Home::new();
    home.run(&["run", "tiny", "--lab", "codec", "--time", "10", "--dry-run"]).expect(0);
    let ran = home.run(&["gate", "--time", "10"]).expect(2).says("nothing to compare");
    assert!(!ran.err.contains("--time"), "{}", ran.transcript());
    home.run(&["report", "--work", "soon"]).expect(2);
    let ran = home.run(&["report", "1.json", "--work", "10"]).expect(2);
    assert!(!ran.err.contains("not a time"), "{}", ran.transcript());
}

#[test]
fn size_says_whose_vocabulary_was_built_from_the_message() {
    let home = Home::new();
    home.write("m.json", "{\"a\": [1, 2, 3]}");
    let ran = home.run(&["size", "m.json"]).expect(0).says("its vocabulary was built from this very message");
    assert!(ran.out.lines().any(|line| line.contains("fast-infoset-external *")), "{}", ran.transcript());
    let ran = home.run(&["size", "m.json", "--candidate", "serde_json*"]).expect(0);
    assert!(!ran.out.contains("vocabulary"), "{}", ran.transcript());
}

#[test]
fn quiet_leaves_results_and_errors() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let ran = home.run(&["run", &suite, "--candidate", "prost", "--quiet", "--trials", "2"]).expect(0);
    assert!(ran.out.contains("2 trials, machine: "), "{}", ran.transcript());
    let noisy = ran.err.lines().filter(|line| !line.starts_with("warning:")).count();
    assert_eq!(noisy, 0, "{}", ran.transcript());
    home.run(&["--quiet", "report", "no-such-run"]).expect(2).says("error:");
}
