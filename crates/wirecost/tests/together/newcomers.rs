//! Five people who have never seen wirecost, each with a question, at a terminal of 24 lines and 80 columns: the answer
//! is on the first screen, and nothing wraps.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use crate::common::terminal::{Seen, seen};
use crate::common::{Home, SHORT};
use crate::generated;

const EVENT: &str = r#"{"at": "2026-11-23T22:00:00Z", "kind": "order.paid", "id": 90210, "total": 129.9,
    "tags": ["web", "new"], "customer": {"id": 7, "country": "NL"}}"#;

const SOAP: &str = r#"<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:price xmlns:m="urn:shop">
    <m:item sku="PEN-1" count="10">1.99</m:item><m:item sku="INK-7" count="2">55.0</m:item></m:price></s:Body></s:Envelope>"#;

/// The columns that terminals have.
const COLUMNS: [u16; 3] = [80, 100, 120];

fn at(home: &Home, columns: u16, arguments: &[&str]) -> Seen {
    seen(&home.command(arguments), columns).fits()
}

/// "Which format should our events have, and what does it save?"
#[test]
fn an_engineer_chooses_an_event_format() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let event = home.write("event.json", EVENT);
    let run = ["run", &suite, "--message", &event, "--trials", "1", "--json", "run.json"];
    let codecs = ["--candidate", "serde_json-value", "--candidate", "rmpv", "--candidate", "ciborium-value"];
    let measured = at(&home, 80, &[&run[..], &codecs[..]].concat()).expect(0);
    measured.answer("event: ", "smallest");
    measured.answer("event: ", "fastest decode");
    // What follows only reads what is stored.
    for columns in COLUMNS {
        let report = at(&home, columns, &["report"]).expect(0);
        let smallest = report.answer("event: ", "smallest");
        assert!(smallest.contains(" B (") && !smallest.contains("json"), "{smallest}");
        let json = report.answer("event: ", "json");
        assert!(json.contains("serde_json-value 1.") && json.contains("1.00x"), "{json}");
        report.answer("event: ", "messagepack");
        report.answer("event: ", "fastest encode");
        let rate = at(&home, columns, &["report", "--rate", "20k/s"]).expect(0);
        assert!(
            rate.answer("20,000 messages a second of event", "messagepack").contains("B/s"),
            "{}",
            rate.transcript()
        );
        at(&home, columns, &["report", "-v"]).expect(0);
    }
    let other = at(&home, 80, &["report", "--baseline", "messagepack"]).expect(0);
    assert!(other.answer("event: ", "x and %").contains("messagepack"), "{}", other.transcript());
    at(&home, 80, &["report", "--baseline", "jsonn"]).expect(2).answer("error: ", "error: run");
    // The same question to a run that would have nothing to compare with is refused before it measures.
    let refused =
        at(&home, 80, &["run", &suite, "--message", &event, "--candidate", "rmpv", "--baseline", "jsn"]).expect(2);
    assert!(refused.transcript().replace("\n  ", " ").contains("\"jsn\" to compare with"), "{}", refused.transcript());
}

/// "Where does my library stand among the others?"
#[test]
fn a_library_author_finds_the_own_library() {
    let home = Home::new();
    home.write("run.json", &serde_json::to_string(&generated::run(3, 30, 1)).unwrap());
    for columns in COLUMNS {
        let one = at(&home, columns, &["report", "run.json"]).expect(0);
        one.answer("echo-float: ", "smallest");
        let all = at(&home, columns, &["report", "run.json", "--by", "library", "--baseline", "candidate-3"]).expect(0);
        let row = all.lines.iter().find(|line| line.trim_start().starts_with("candidate-3 ")).unwrap();
        assert!(row.contains("1.00x"), "{row}");
        at(&home, columns, &["report", "run.json", "--by", "language"]).expect(0);
    }
}

/// "How much can my server answer?"
#[test]
fn a_load_tester_asks_a_server() {
    let (home, listener) = (Home::new(), TcpListener::bind("127.0.0.1:0").unwrap());
    let url = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let (mut lines, mut out) = (BufReader::new(stream.try_clone().unwrap()).lines(), stream);
                while let Some(Ok(line)) = lines.next() {
                    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                    if line.is_empty() && out.write_all(answer).is_err() {
                        break;
                    }
                }
            });
        }
    });
    for columns in COLUMNS {
        let load = at(&home, columns, &["load", &url, "-c", "2", "-d", "300ms"]);
        // A machine that is busy makes the figure invalid, which is said, and is another answer.
        assert!(load.transcript().contains("good answers/s"), "{}", load.transcript());
        assert!(load.lines.len() < 24, "{}", load.transcript());
    }
}

/// "What would Fast Infoset save for our SOAP messages?"
#[test]
fn the_owner_of_a_soap_system_asks_for_less() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let soap = home.write("price.xml", SOAP);
    let run = ["run", &suite, "--message", &soap, "--trials", "1"];
    let codecs = ["--candidate", "quick-xml-events", "--candidate", "fast-infoset-p*", "--operation", "decode"];
    let measured = at(&home, 80, &[&run[..], &codecs[..]].concat()).expect(0);
    for columns in COLUMNS {
        let report = if columns == 80 { &measured } else { &at(&home, columns, &["report"]).expect(0) };
        assert!(report.answer("price: ", "smallest").contains("fast-infoset"), "{}", report.transcript());
        let row = report.answer("price: ", "fast-infoset");
        assert!(row.contains("%") && row.contains("fast-infoset-p"), "{row}");
        assert!(report.answer("price: ", "x and %").contains("compared with xml"), "{}", report.transcript());
    }
}

/// "Which of these web servers?"
#[test]
fn a_report_says_which_server_to_choose() {
    let home = Home::new();
    let mut run = generated::run(1, 1, 1);
    run.cases.retain(|case| case.lab.name() != "codec");
    home.write("run.json", &serde_json::to_string(&run).unwrap());
    for columns in COLUMNS {
        let report = at(&home, columns, &["report", "run.json"]).expect(0);
        for label in ["serves most", "waits least", "least CPU", "least memory"] {
            report.answer("http get ", label);
        }
        let rate = at(&home, columns, &["report", "run.json", "--rate", "2k/s"]).expect(0);
        assert!(rate.answer("2,000 requests a second of http", "server ").contains("cores"), "{}", rate.transcript());
        at(&home, columns, &["report", "run.json", "-v"]).expect(0);
    }
}

/// The first line of progress comes before anything is started, built or measured: here before a runner says who it is.
#[test]
fn progress_shows_before_anything_is_started() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let gate = home.path("gate");
    rustix::fs::mknodat(rustix::fs::CWD, &gate, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    // It waits until somebody opens the gate, and then is no runner.
    let runner = home.write("runner", &format!("#!/bin/sh\nread line < {}\n", gate.display()));
    std::fs::set_permissions(&runner, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = home.command(&["run", &suite, "--runner", &runner, "--candidate", "prost", "--dry-run"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    said.read_line(&mut first).unwrap();
    assert_eq!(first, "reading the suite and its messages\n");
    // Without anybody at the gate, the runner could not have answered before.
    std::fs::write(&gate, "open\n").unwrap();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("runner"), "{rest}");
    child.wait().unwrap();
}
