//! What `wirecost load` shows and writes of its requests, and what it can be held to.

#![cfg(target_os = "linux")]

use std::time::Duration;

use crate::common::Home;
use crate::common::counting::Server;

#[test]
fn every_request_is_written_with_its_instants_outcome_and_status() {
    let (home, server) = (Home::new(), Server::start());
    let ran = home.run(&["load", &server.url(), "-n", "40", "-c", "2", "--log", "all.csv"]);
    ran.says("p75").says("p95").says("service time of good answers:");
    let text = std::fs::read_to_string(home.path("all.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("planned_ns,sent_ns,ended_ns,outcome,status"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), server.requests()), (40, 40));
    for row in rows {
        let instants: Vec<i64> = row[..3].iter().map(|text| text.parse().unwrap()).collect();
        assert!(instants.is_sorted(), "{row:?}");
        assert_eq!(row[3..], ["ok", "200"]);
    }
    let refused = home
        .run(&["load", &server.url(), "-n", "1", "--log", &format!("{}/all.csv", home.write("file", ""))])
        .expect(2);
    assert!(refused.err.contains("file/all.csv") && server.requests() == 40, "{}", refused.transcript());
}

#[test]
fn a_demand_that_is_not_kept_is_said_and_makes_exit_1() {
    let (home, server) = (Home::new(), Server::with_delay(Duration::from_millis(30)));
    let load = |goals: &[&str]| home.run(&[&["load", &server.url(), "-n", "10", "-c", "1"], goals].concat());
    let ran = load(&["--require", "p50<20ms", "--require", "max<1h"]).expect(2);
    assert!(ran.err.contains("write a goal as p99<5ms"), "{}", ran.transcript());
    load(&["--require", "p50<20ms", "--require", "max<100s"]).expect(1).says("--require is not kept: p50 was 3");
    let kept = load(&["--require", "p50<100s"]);
    assert!(!kept.err.contains("--require"), "{}", kept.transcript());
}

#[test]
fn no_more_connections_are_opened_than_there_are_requests() {
    let (home, server) = (Home::new(), Server::start());
    home.run(&["load", &server.url(), "-n", "2"]).says(": 2 connections");
    assert_eq!(server.requests(), 2);
}
