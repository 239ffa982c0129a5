//! `wirecost report`: the HTML file that it writes and opens.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::time::Duration;

use crate::common::Home;
use crate::generated;

/// A home that stores three runs of the same cases.
fn home() -> Home {
    let home = Home::new();
    for number in 1..4 {
        let run = serde_json::to_string(&generated::run(1, 9, number)).unwrap();
        let file = home.write(&format!("{number}.json"), &run);
        home.run(&["import", &file]).expect(0);
    }
    home
}

#[test]
fn a_report_shows_the_runs_before_it_and_no_later_ones() {
    let home = home();
    let page = |run: &str| {
        home.run(&["report", run, "--html", "r.html"]).expect(0).says("report: ").says("candidate-8");
        std::fs::read_to_string(home.path("r.html")).unwrap()
    };
    assert!(page("latest").contains("over 3 runs"));
    assert!(page("20260102-030402").contains("over 2 runs"));
    assert!(!page("20260102-030401").contains("id=\"history\""), "one run is no history");
    assert!(page("2.json").contains("over 2 runs"), "a file has the stored runs before it too");
}

#[test]
fn a_report_of_a_file_needs_no_stored_run() {
    let home = Home::new();
    home.write("run.json", &serde_json::to_string(&generated::run(1, 2, 1)).unwrap());
    home.run(&["report", "run.json", "--html", "r.html"]).expect(0);
    assert!(!home.path(".local/share/wirecost/runs.db").exists(), "showing stores nothing");
}

#[test]
fn open_gives_the_file_to_the_desktops_opener() {
    let home = home();
    let opened = home.path("opened");
    assert!(Command::new("mkfifo").arg(&opened).status().unwrap().success());
    let opener = home.write("bin/xdg-open", "#!/bin/sh\necho \"$1\" > \"$HOME/opened\"\n");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", home.path("bin").display(), std::env::var("PATH").unwrap());
    let output = home.command(&["report", "latest", "--open"]).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || tell.send(std::fs::read_to_string(opened)));
    let page = told.recv_timeout(Duration::from_secs(20)).expect("nothing was opened").unwrap();
    assert!(page.trim().ends_with("reports/20260102-030403-abcd.html"), "{page}");
    assert!(std::fs::read_to_string(page.trim()).unwrap().contains("What does a message cost?"));
}

#[test]
fn the_report_is_written_even_if_no_program_opens_it() {
    let home = home();
    let output = home.command(&["report", "latest", "--open", "--html", "r.html"]).env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("open it in a browser"), "{output:?}");
    assert!(home.path("r.html").is_file());
}
