//! The search for the highest rate that keeps a goal, against a server with an edge.

mod common;

use common::{HELLO, get, server, write};
use std::time::Duration;
use wirecost_load::{Goal, Probe, Probed, Schedule, find_rate};

/// One connection to a server that takes 10 ms can carry 100 requests a second and no more.
#[test]
fn the_edge_of_a_server_is_found_and_confirmed_below() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(10));
        write(stream, HELLO)
    });
    let mut options = server.options(Schedule::closed());
    (options.connections, options.max_connections) = (1, 1);
    (options.duration, options.drain) = (Duration::from_millis(400), Duration::ZERO);
    let goal: Goal = "max<2s".parse().unwrap();
    let search = |_| find_rate(&options, &get(), goal, (40.0, Duration::from_millis(400), 0.5), |_| {}).unwrap();
    // On a crowded machine no probe may be valid, and then none has an answer.
    let found = (0..5).map(search).find(|found| found.rate_per_s.is_some()).expect("five searches without an answer");
    let (rate_per_s, confirmation) = (found.rate_per_s.unwrap(), found.confirmation.unwrap());
    assert!(rate_per_s <= 100.0 * 1.05, "{rate_per_s} of at most 100");
    assert!(found.probes.iter().any(Probe::is_kept) && !found.probes.iter().all(Probe::is_kept));
    assert_eq!(confirmation.schedule, Schedule::constant(rate_per_s * 0.5));
    assert_eq!(found.confirmed, goal.is_kept(&confirmation).unwrap());
}

#[test]
fn a_server_that_never_answers_well_keeps_no_goal() {
    let server = server(|stream, _| write(stream, b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"));
    let mut options = server.options(Schedule::closed());
    options.duration = Duration::from_millis(20);
    let goal = "p99<1s".parse().unwrap();
    let found = find_rate(&options, &get(), goal, (500.0, Duration::from_millis(20), 0.8), |_| {}).unwrap();
    assert!(found.rate_per_s.is_none() && found.confirmation.is_none() && !found.confirmed);
    // Other work on the machine may make a probe not valid; none keeps the goal, and what fails says why.
    let is_told = |probe: &Probe| match &probe.probed {
        Probed::Kept => false,
        Probed::NotKept(reason) => reason.contains("requests failed (500)"),
        Probed::NotValid(_) => true,
    };
    assert!(!found.probes.is_empty() && found.probes.iter().all(is_told), "{:?}", found.probes);
}

/// Ended early, a search tells what it knew: the probes that came to their end, and no other.
#[test]
fn a_search_that_is_ended_early_keeps_its_probes() {
    let server = server(|stream, _| write(stream, HELLO));
    let options = server.options(Schedule::closed());
    let goal: Goal = "max<60s".parse().unwrap();
    // At 10, 20, 40 ... requests a second the fourth probe is the first that is planned to send faster than 60 a second.
    let found = find_rate(&options, &get(), goal, (10.0, Duration::from_millis(500), 0.8), |tenth| {
        if tenth.sent_per_s > 60.0 {
            options.stop.stop();
        }
    })
    .unwrap();
    assert!(found.confirmation.is_none() && !found.confirmed);
    let kept = found.probes.iter().rfind(|probe| probe.is_kept());
    assert_eq!(found.rate_per_s, kept.map(|probe| probe.rate_per_s));
    // Other work on the machine may make a probe not valid, which is then repeated.
    let failed = |probe: &&Probe| matches!(probe.probed, Probed::NotKept(_));
    assert_eq!(found.probes.iter().find(failed), None);
    assert!(found.probes.iter().filter(|probe| probe.is_kept()).count() <= 4, "{:?}", found.probes);
}
