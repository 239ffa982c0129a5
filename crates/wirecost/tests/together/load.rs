//! `wirecost load` and `wirecost merge` against a server that counts.

#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::counting::{Server, read_request};
use crate::common::{Home, Ran};
use serde_json::Value;

/// The exit code that the document deserves: a machine that is busy with other work makes results that are not valid. Misses
/// that are not allowed make them so too.
fn deserved(document: &Value) -> i32 {
    let failed = count(document, "sent") - count(document, "ok") - count(document, "misses");
    i32::from(document["valid"] != true || failed > 0 || document["unsent"] != 0)
}

fn count(document: &Value, name: &str) -> u64 {
    document[name].as_u64().unwrap_or_else(|| panic!("{name}: {document:#}"))
}

/// A short run, and its document.
fn load(home: &Home, arguments: &[&str]) -> (Ran, Value) {
    home.run_json(&[&["load", "-d", "300ms", "--warmup", "0s", "-c", "4"], arguments].concat())
}

#[test]
fn a_load_counts_what_the_server_counts() {
    let (home, server) = (Home::new(), Server::start());
    let hdr = home.path("all.hgrm");
    let (ran, document) =
        load(&home, &[&server.url(), "--rate", "200", "--warmup", "100ms", "--hdr", hdr.to_str().unwrap()]);
    let ran = ran.expect(deserved(&document)).says("good answers/s").says("service time").says("send lateness");
    assert!(!ran.out.contains('\x1b') && ran.err.is_empty(), "{}", ran.transcript());
    assert_eq!(document["schema"], "wirecost.load/1");
    assert_eq!(count(&document, "planned") - count(&document, "carried"), 60);
    assert_eq!(count(&document, "sent") + count(&document, "warmup_sent"), server.requests());
    assert_eq!(document["duration_s"], 0.3);
    assert_eq!(document["target"], server.address.to_string());
    assert!(document["latency_ns"]["p50"].as_u64() > Some(0), "{document:#}");
    assert!(std::fs::read_to_string(hdr).unwrap().contains("#[Max"));
}

#[test]
fn requests_are_what_the_options_say() {
    let (home, server) = (Home::new(), Server::start());
    let body = home.write("order.json", "{\"pieces\":3}");
    let url = format!("{}orders?a=b", server.url());
    let options = ["--body", &body, "-T", "application/json", "-H", "X-One: 1", "-H", "Host: shop", "--rate", "50"];
    let (ran, document) = load(&home, &[&[url.as_str()][..], &options].concat());
    ran.expect(deserved(&document));
    let request = server.last.lock().unwrap().clone();
    assert!(request.starts_with("POST /orders?a=b HTTP/1.1\r\n"), "{request}");
    assert!(request.ends_with("\r\n\r\n{\"pieces\":3}") && !request.contains("127.0.0.1"), "{request}");
    for header in ["X-One: 1\r\n", "Host: shop\r\n", "content-type: application/json\r\n", "content-length: 12\r\n"] {
        assert!(request.contains(header), "{header}: {request}");
    }

    let targets = home.write("folder/targets.txt", &format!("PUT {}x\nX-Two: 2\n@content\n", server.url()));
    home.write("folder/content", "of a file");
    let (ran, document) = load(&home, &["--targets", &targets, "--rate", "50", "--close", "fin"]);
    ran.expect(deserved(&document));
    assert_eq!(count(&document["connections"], "made"), count(&document, "sent"));
    let request = server.last.lock().unwrap().clone();
    assert!(request.starts_with("PUT /x HTTP/1.1\r\n") && request.ends_with("\r\n\r\nof a file"), "{request}");
    assert!(request.contains("X-Two: 2\r\n") && request.contains("connection: close\r\n"), "{request}");

    let own = ["-H", "Connection: close", "--method", "POST", "-n", "7"];
    let (ran, document) = load(&home, &[&[server.url().as_str()][..], &own].concat());
    ran.says("7 sent, 7 ok");
    assert_eq!(count(&document["connections"], "made"), 7);
    let request = server.last.lock().unwrap().to_lowercase();
    assert!(request.starts_with("post / ") && request.contains("content-length: 0\r\n"), "{request}");
    assert_eq!(request.matches("connection:").count(), 1, "{request}");
    home.run(&["load", &server.url(), "-H", "X Foo: 1"]).expect(2).says("\"X Foo\" is no name of a header");
    home.run(&["load", &server.url(), "-m", "GET X"]).expect(2).says("\"GET X\" is no method");
}

#[test]
fn another_status_or_content_than_expected_is_counted_and_makes_exit_1() {
    let (home, server) = (Home::new(), Server::start());
    let (ran, document) = load(&home, &[&server.url(), "--rate", "100", "--expect", "404"]);
    ran.expect(1).says("30 sent, 0 ok, 30 failed").says("status: 30 (30 x 200)");
    assert_eq!((count(&document, "ok"), count(&document["errors"], "status"), server.requests()), (0, 30, 30));
    let other = home.write("other", "hullo\n");
    let (ran, document) = load(&home, &[&server.url(), "--rate", "100", "--expect-body", &other]);
    ran.expect(1);
    assert_eq!((count(&document["errors"], "wrong_answer"), server.requests()), (30, 60));
    let same = home.write("same", "hello\n");
    let (ran, document) = load(&home, &[&server.url(), "--expect", "200", "--expect-body", &same]);
    ran.expect(deserved(&document));
    assert_eq!((count(&document, "ok"), count(&document["errors"], "wrong_answer")), (server.requests() - 60, 0));
}

#[test]
fn an_unusable_library_is_refused_with_the_reason() {
    let home = Home::new();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let ran = home.run(&["load", &free, "-d", "1s"]).expect(2);
    let ran = ran.says(&format!("no connection to {free} could be opened: Connection refused"));
    assert_eq!(ran.err.matches("refused").count(), 1, "{}", ran.transcript());
    home.run(&["load", &free, "-n", "5", "--warmup", "0s", "--close", "rst"])
        .expect(2)
        .says(&format!("no connection to {free} could be opened"));
    home.run(&["load", "ftp://127.0.0.1/"]).expect(2).says("its scheme is none of http, https");
    home.run(&["load"]).expect(2).says("Usage: wirecost load");
    home.run(&["load", &free, "-d", "1x"]).expect(2).says("--duration");
    home.run(&["load", &free, "-c", "0"]).expect(2).says("at least one connection");
    home.run(&["load", &free, "-n", "0"]).expect(2).says("--requests");
    home.run(&["load", &free, "--stages", "100:10s,x"]).expect(2).says("write a stage as RATE:SPAN or FROM-TO:SPAN");
    home.run(&["load", &free, "--http2", "--close", "reset"]).expect(2).says("HTTP/2 keeps its connections");
    home.run(&["load", "redis://127.0.0.1:1", "--http2"]).expect(2).says("--http2 is for http");
    home.run(&["load", &free, "--poisson"]).expect(2).says("--poisson needs --rate or --stages");
    let trace = home.write("trace.txt", "0\n1\n0.5\n");
    home.run(&["load", &free, "--trace", &trace]).expect(2).says("trace.txt:3: the trace goes backwards in time");
    home.run(&["load", &free, "--body", "missing"]).expect(2).says("missing: No such file");
    let file = home.write("a-file", "");
    home.run(&["load", &free, "--json", &format!("{file}/load.json")]).expect(2).says("cannot write");
    home.run(&["load", "redis://127.0.0.1:1", "-H", "a: b"]).expect(2).says("--header is for http");
    home.run(&["load", "--targets", "missing"]).expect(2).says("error: missing: No such file");
    let targets = home.write("targets.txt", "GET\n");
    home.run(&["load", "--targets", &targets])
        .expect(2)
        .says("targets.txt: targets, line 1: a request begins METHOD URL");
}

#[test]
fn requests_stages_and_traces_are_as_many_as_they_say() {
    let (home, server) = (Home::new(), Server::start());
    let trace = home.write("trace.txt", "# seconds\n0\n0.01\n0.01\n0.2\n");
    for (arguments, requests, longest_s) in [
        (vec!["-n", "250"], 250, 60.0),
        (vec!["-n", "250", "-c", "20", "--pipeline", "4", "-t", "2"], 250, 60.0),
        (vec!["-n", "30", "--rate", "1000"], 30, 60.0),
        // A second at 10, then one from 10 to 30: 10 and 20 requests.
        (vec!["--stages", "10:1s,10-30:1s"], 30, 2.0),
        (vec!["--trace", &trace], 4, 0.3),
        (vec!["--trace", &trace, "-d", "100ms"], 3, 0.1),
    ] {
        let before = server.requests();
        let url = server.url();
        let always = ["load", &url, "-c", "4", "--warmup", "0s", "--keep-awake"];
        let (_, document) = home.run_json(&[&always, arguments.as_slice()].concat());
        assert_eq!((count(&document, "sent"), server.requests() - before), (requests, requests), "{arguments:?}");
        assert!(document["duration_s"].as_f64().unwrap() <= longest_s, "{arguments:?}: {document:#}");
        assert!(document["labels"].to_string().contains("idle cores kept awake"), "{document:#}");
    }
}

#[test]
fn a_load_has_a_page() {
    let (home, server) = (Home::new(), Server::start());
    let (ran, document) = load(&home, &[&server.url(), "--rate", "200", "--html", "page.html"]);
    ran.expect(deserved(&document));
    let page = std::fs::read_to_string(home.path("page.html")).unwrap();
    let good = format!("good answers</dt><dd>{}", document["ok"]);
    for part in ["users wait less than", "latency, from the planned instant", &good, "<svg"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(page.contains("<b>Not valid</b>"), document["valid"] == false);
}

#[test]
fn earlier_results_share_the_pictures_of_a_page() {
    let (home, server) = (Home::new(), Server::start());
    load(&home, &[&server.url(), "--rate", "200"]);
    let earlier = home.path("earlier.json");
    std::fs::rename(home.path("run.json"), &earlier).unwrap();
    let (ran, document) =
        load(&home, &[&server.url(), "--rate", "300", "--html", "page.html", "--beside", "earlier.json"]);
    ran.expect(deserved(&document));
    let page = std::fs::read_to_string(home.path("page.html")).unwrap();
    let (_, beside) = page.split_once("id=\"beside\"").unwrap();
    assert!(beside.contains("this result") && beside.contains(">earlier.json"), "{beside}");
    // What cannot be read is found out before anything is sent.
    let sent = server.requests();
    let url = server.url();
    let arguments = ["load", &url, "--html", "other.html", "--beside", "missing.json"];
    home.run(&arguments).expect(2).says("missing.json");
    assert_eq!(server.requests(), sent);
    home.run(&["load", &url, "--beside", "earlier.json"]).expect(2).says("--html");
}

#[test]
fn ctrl_c_ends_a_search_without_a_figure_and_keeps_its_probes() {
    let (home, server) = (Home::new(), Server::start());
    // Every rate keeps this goal, so that the search goes on until it is ended: the first probe takes two seconds.
    let (url, json) = (server.url(), home.path("search.json"));
    let json_text = json.to_str().unwrap();
    let arguments = ["load", &url, "-c", "1", "--find-rate", "max<3600s", "--rate", "0.5", "--warmup", "0s"];
    let run = home.command(&[&arguments[..], &["--json", json_text]].concat()).stdout(Stdio::piped()).spawn().unwrap();
    server.began.recv().unwrap();
    // The second probe's first request: what the first probe found is known.
    while server.requests() < 2 {
        // A loop that never sleeps would take a core from the generator.
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("0.500/s  max ") && out.contains("  kept\n"), "{out}");
    let told = "NO FIGURE: the search was ended early; probes at 0.500/s kept the goal\n";
    assert!(out.contains(told), "{out}");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(document["schema"], "wirecost.search/1");
    assert!(document["rate_per_s"].is_null() && document["confirmation"].is_null(), "{document}");
    assert_eq!(document["reason"], "the search was ended early");
    assert_eq!(document["probes"][0]["rate_per_s"], 0.5);
    // It has nothing that could be drawn.
    let beside = ["load", &url, "-n", "1", "--html", "x.html", "--beside", json_text];
    home.run(&beside).expect(2).says("this search has no confirmation");
}

/// What is found depends on the machine. That it is told, in the same words everywhere, does not.
#[test]
fn what_a_search_finds_is_told_and_written() {
    // One connection carries 200 requests a second at the most.
    let (home, server) = (Home::new(), Server::with_delay(Duration::from_millis(5)));
    let url = server.url();
    let options = ["-c", "1", "--find-rate", "p50<100ms", "--rate", "1000", "-d", "400ms", "--warmup", "0s"];
    let [json, page] = ["search.json", "search.html"].map(|name| home.path(name).display().to_string());
    let ran = home.run(&[&["load", &url, "--json", &json, "--html", &page], &options[..]].concat());
    let document: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(document["goal"]["below_ns"], 100_000_000);
    assert_ne!(document["probes"][0]["outcome"], "kept", "{document:#}");
    let ran = ran.says("1,000/s  p50 ").says("not kept");
    assert!(page.contains("1,000") && page.contains("not kept"), "{page}");
    let Some(found) = document["rate_per_s"].as_f64() else {
        let reason = document["reason"].as_str().unwrap();
        assert!(
            ran.out.contains(&format!("NO FIGURE: {reason}")) && page.contains("NO FIGURE"),
            "{}",
            ran.transcript()
        );
        ran.expect(1);
        return;
    };
    assert!(found <= 300.0, "{}", ran.transcript());
    let is_confirmed = document["is_confirmed"] == true;
    let ran = ran.expect(i32::from(!is_confirmed)).says("highest rate that kept the goal: ");
    let ran = ran.says(&format!("{found:.0}/s"));
    assert_eq!(ran.out.contains("confirmed at 90 % of it"), is_confirmed, "{}", ran.transcript());
    assert!(page.contains(&format!("{found:.0}/s")) && page.contains("The confirmation"), "{page}");
    let confirmed = document["confirmation"]["schedule"]["segments"][0]["from_per_s"].as_f64().unwrap();
    assert!((confirmed / found - 0.9).abs() < 0.01, "{confirmed} of {found}");
}

#[test]
fn where_no_probe_shows_a_rate_there_is_no_figure() {
    let (home, server) = (Home::new(), Server::start());
    let url = server.url();
    let never = ["load", &url, "--find-rate", "max<1ns", "-d", "100ms", "--warmup", "0s", "--rate", "1000"];
    let ran = home.run(&never).expect(1).says("not kept").says("NO FIGURE: ");
    assert!(!ran.out.contains("highest rate"), "{}", ran.transcript());
}

#[test]
fn ctrl_c_ends_a_run_early_and_keeps_its_result() {
    let (home, server) = (Home::new(), Server::start());
    let json = home.path("partial.json");
    let arguments = ["load", &server.url(), "-c", "1", "-d", "1h", "--warmup", "0s", "--json", json.to_str().unwrap()];
    let run = home.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    server.began.recv().unwrap();
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("ended early"), "{out}");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(count(&document, "sent"), server.requests());
    assert!(document["duration_s"].as_f64().unwrap() < 60.0, "{document:#}");

    let arguments = ["load", &server.url(), "-c", "1", "--warmup", "1h"];
    let run = home.command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    server.began.recv().unwrap();
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("nothing was measured"), "{err}");
}

#[test]
fn results_that_overlap_are_added_and_others_refused() {
    let (home, server) = (Home::new(), Server::start());
    // Two generators start together, at an instant after both of them are there.
    let start = jiff::Timestamp::now() + std::time::Duration::from_secs(2);
    let start = start.to_string();
    let files = ["a.json", "b.json"].map(|name| home.path(name).display().to_string());
    let generators = files.each_ref().map(|file| {
        let url = server.url();
        let plan = ["-c", "2", "--rate", "100", "-d", "1s", "--warmup", "0s", "--start-at", &start];
        let arguments = [&["load", url.as_str(), "--json", file][..], &plan].concat();
        home.command(&arguments).stdout(Stdio::null()).spawn().unwrap()
    });
    for mut generator in generators {
        assert!(generator.wait().unwrap().code().is_some_and(|code| code <= 1));
    }
    let [a, b] = files.each_ref().map(|file| file.as_str());
    let (ran, merged) = home.run_json(&["merge", a, b]);
    ran.expect(deserved(&merged)).says("merged: 2 of 2 results");
    assert_eq!((count(&merged, "sent"), server.requests()), (200, 200));
    assert_eq!(count(&merged["connections"], "opened"), 4);

    let (ran, merged) = home.run_json(&["merge", a, b, "--expect", "3"]);
    let ran = ran.expect(1).says("NOT VALID");
    // A busy machine adds reasons, and the line breaks elsewhere.
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2 results were merged, 3 were expected"), "{}", ran.transcript());
    assert_eq!(merged["valid"], false);

    let (_, later) = load(&home, &[&server.url(), "-c", "2", "--rate", "100"]);
    let later = home.write("later.json", &later.to_string());
    home.run(&["merge", a, &later]).expect(2).says("merge: they ran together for only 0.0 s");
    let broken = home.write("broken.json", "{}");
    home.run(&["merge", a, &broken]).expect(2).says("broken.json: result: missing field");
    home.run(&["merge", a, "missing.json"]).expect(2).says("missing.json: No such file");
    home.run(&["merge"]).expect(2).says("Usage: wirecost merge");
}

/// A store that speaks RESP: `AUTH`, `SET` and `GET`, on its port until the tests end. With a password, nothing else is
/// answered before it.
fn store(password: Option<&'static str>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // By the number of the database and the key.
    let values: Arc<Mutex<HashMap<(String, String), String>>> = Arc::default();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let values = Arc::clone(&values);
            std::thread::spawn(move || {
                let (mut input, mut known) = (BufReader::new(&stream), password.is_none());
                let mut database = String::from("0");
                while let Some(words) = read_command(&mut input) {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let answer = match words[..] {
                        ["AUTH", given] if Some(given) == password => {
                            known = true;
                            "+OK\r\n".to_owned()
                        }
                        ["AUTH", ..] => "-WRONGPASS invalid password\r\n".to_owned(),
                        _ if !known => "-NOAUTH Authentication required.\r\n".to_owned(),
                        ["SELECT", number @ ("0" | "5")] => {
                            database = number.to_owned();
                            "+OK\r\n".to_owned()
                        }
                        ["SELECT", _] => "-ERR DB index is out of range\r\n".to_owned(),
                        ["SET", key, value] => {
                            values.lock().unwrap().insert((database.clone(), key.to_owned()), value.to_owned());
                            "+OK\r\n".to_owned()
                        }
                        ["GET", key] => match values.lock().unwrap().get(&(database.clone(), key.to_owned())) {
                            Some(value) => format!("${}\r\n{value}\r\n", value.len()),
                            None => "$-1\r\n".to_owned(),
                        },
                        _ => "-ERR unknown\r\n".to_owned(),
                    };
                    if (&stream).write_all(answer.as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

/// A command as an array of strings; `None` at the end of the connection.
fn read_command(input: &mut impl BufRead) -> Option<Vec<String>> {
    let mut line = || {
        let mut line = String::new();
        input.read_line(&mut line).ok().filter(|count| *count > 0)?;
        Some(line.trim_end().to_owned())
    };
    let count: usize = line()?.strip_prefix('*')?.parse().ok()?;
    // Neither a key nor a value of these tests holds a line end.
    (0..count).map(|_| line().and_then(|_| line())).collect()
}

/// METHOD 34: keys that are not there are no answers, and `--fill` puts them there.
#[test]
fn method_34_misses_fail_a_run_unless_they_are_allowed_or_filled() {
    let (home, store) = (Home::new(), store(None));
    let url = format!("redis://{store}");
    let (ran, document) = load(&home, &[&url, "--rate", "100"]);
    ran.expect(1).says("30 sent, 0 ok, 30 misses, 0 failed").says("30 of 30 answers carried no value").says("--fill");
    assert_eq!((count(&document, "ok"), count(&document, "misses"), &document["valid"]), (0, 30, &Value::Bool(false)));
    let (ran, document) = load(&home, &[&url, "--rate", "100", "--allow-misses"]);
    ran.expect(deserved(&document));
    assert_eq!((count(&document, "ok"), count(&document, "misses")), (0, 30));
    let (ran, document) = load(&home, &[&url, "--rate", "100", "--keyspace", "500", "--fill=7"]);
    ran.expect(deserved(&document));
    assert_eq!((count(&document, "ok"), count(&document, "misses")), (30, 0));
    home.run(&["load", "http://127.0.0.1:1/", "--fill"]).expect(2).says("--fill is for redis and memcached");
}

#[test]
fn a_password_is_taken_from_the_url_an_option_or_the_environment() {
    let (home, store) = (Home::new(), store(Some("pw")));
    let (plain, with) = (format!("redis://{store}"), format!("redis://:pw@{store}"));
    let (ran, document) = load(&home, &[&with, "--rate", "100", "--fill"]);
    let ran = ran.expect(deserved(&document));
    assert!(count(&document, "ok") == 30 && !ran.out.contains("pw"), "{}", ran.transcript());
    let (_, document) = load(&home, &[&plain, "--rate", "100", "--password", "pw"]);
    assert_eq!(count(&document, "ok"), 30);
    let mut command = home.command(&["load", &plain, "-c", "2", "-n", "10", "--warmup", "0s", "--rate", "100"]);
    command.env("WIRECOST_PASSWORD", "pw");
    Ran::of(command).says("10 sent, 10 ok");
    home.run(&["load", &plain, "--password", "no"])
        .expect(2)
        .says("the server refused the password (--password): -WRONGPASS invalid password");
    let (ran, document) = load(&home, &[&plain, "--rate", "100"]);
    ran.expect(1).says("status: 30 (30 x NOAUTH)");
    assert_eq!(document["statuses"]["NOAUTH"], 30);
}

#[test]
fn the_database_that_a_url_names_is_the_only_one_that_is_used() {
    let (home, store) = (Home::new(), store(Some("pw")));
    let url = |database: &str| format!("redis://:pw@{store}{database}");
    let (_, document) = load(&home, &[&url("/5"), "-n", "10", "--fill"]);
    assert_eq!(count(&document, "ok"), 10);
    let (_, document) = load(&home, &[&url(""), "-n", "10"]);
    assert_eq!((count(&document, "ok"), count(&document, "misses")), (0, 10));
    home.run(&["load", &url("/6")]).expect(2).says("the server refused the database: -ERR DB index is out of range");
    home.run(&["load", &url("/abc")]).expect(2).says("the number of a database");
}

/// A server that accepts and never answers.
#[test]
fn a_server_that_hangs_fails_the_run_and_does_not_hold_ctrl_c() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (ran, document) = load(&home, &[&address, "--warmup", "100ms", "--timeout", "500ms"]);
    ran.expect(1).says("NOT VALID: no request was answered").says("timeout: 4").says("4 sent, 0 ok, 4 failed");
    assert_eq!((count(&document, "sent"), count(&document["errors"], "timeout")), (4, 4));

    let hung = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = hung.local_addr().unwrap().to_string();
    let arguments = ["load", &address, "-c", "1", "-d", "1h", "--warmup", "0s", "--timeout", "1h"];
    let run = home.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (stream, _) = hung.accept().unwrap();
    read_request(&mut BufReader::new(&stream)).unwrap();
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("1 sent, 0 ok, 0 failed") && out.contains("under way when the run was ended: 1"), "{out}");
}

/// METHOD 19: a server that is not busy has no maximum, and one that nobody can look at no claim either.
#[test]
fn method_19_the_label_of_a_closed_loop_needs_the_servers_cpu() {
    let (home, server) = (Home::new(), Server::start());
    // The server is this test process, which waits for the load.
    let (_, document) = load(&home, &[&server.url(), "-c", "1", "--think", "5ms"]);
    assert_eq!(document["labels"], serde_json::json!(["service time", "closed loop"]));
    assert_eq!(count(&document["server"], "processes"), 1);
    let (_, document) = load(&home, &[&server.url(), "-c", "1", "--pid", "4194305"]);
    assert_eq!(document["labels"], serde_json::json!(["service time", "closed loop (server CPU unknown)"]));
    assert!(document["server"].is_null());
}

#[test]
fn the_same_result_twice_is_refused() {
    let (home, server) = (Home::new(), Server::start());
    let (_, document) = load(&home, &[&server.url(), "--rate", "100"]);
    let [a, b] = ["a.json", "b.json"].map(|name| home.write(name, &document.to_string()));
    for files in [[&a, &a], [&a, &b]] {
        home.run(&["merge", files[0], files[1]]).expect(2).says("holds the same result as").says("--force");
    }
    home.run(&["merge", &a, &a, "--force"]).says("60 sent");
}
