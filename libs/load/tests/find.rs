//! The search for the highest rate that keeps a goal, against servers of this machine. Whether it finds the right rate is tested on
//! a machine of which everything is known, in `src/find`.

mod common;

use common::{HELLO, get, server, write};
use std::time::Duration;
use wirecost_load::{Error, Found, LoadResult, Options, Probe, Probed, Schedule, Search, find_rate, find_rate_by, run};

fn search(goal: &str, first_per_s: f64, length_ms: u64, share: f64) -> Search {
    let length = Duration::from_millis(length_ms);
    Search { goal: goal.parse().unwrap(), first_per_s, probe: length, share, confirmation: length }
}

/// One connection to a server that takes 10 ms can carry 100 requests a second and no more, however busy the machine is.
#[test]
fn no_rate_beyond_the_edge_of_a_server_is_found() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(10));
        write(stream, HELLO)
    });
    let mut options = server.options(Schedule::closed());
    (options.connections, options.max_connections) = (1, 1);
    options.drain = Duration::ZERO;
    let found = find_rate(&options, &get(), &search("p50<200ms", 40.0, 400, 0.5), |_| {}).unwrap();
    assert_eq!(Found::from_json(&found.to_json().unwrap()).unwrap(), found);
    assert!(found.rate_per_s.into_iter().chain(found.kept_per_s).all(|rate| rate <= 105.0), "{:?}", found.probes);
    assert!(!found.probes.is_empty() && (found.rate_per_s.is_some() || found.reason.is_some()));
}

#[test]
fn a_server_that_never_answers_well_ends_the_search_with_its_status() {
    let server = server(|stream, _| write(stream, b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"));
    let options = server.options(Schedule::closed());
    let found = find_rate(&options, &get(), &search("p99<1s", 500.0, 100, 0.8), |_| {}).unwrap();
    assert!(found.rate_per_s.is_none() && found.confirmation.is_none() && found.kept_per_s.is_none());
    let reason = found.reason.unwrap();
    assert!(reason.starts_with("no request at 500/s had a good answer: ") && reason.ends_with("(500)"), "{reason}");
    assert_eq!(found.probes.len(), 1, "{:?}", found.probes);
}

/// Ended early, a search tells the probes that came to their end, and no rate.
#[test]
fn a_search_that_is_ended_early_keeps_its_probes() {
    let server = server(|stream, _| write(stream, HELLO));
    let (options, search) = (server.options(Schedule::closed()), search("max<60s", 10.0, 200, 0.8));
    let found = find_rate_by("it", &search, &options.stop, |rate_per_s, duration| {
        let options = Options { schedule: Schedule::constant(rate_per_s), duration, ..options.clone() };
        let result = run(&options, get(), |_| {
            if rate_per_s > 60.0 {
                options.stop.stop();
            }
        });
        // Other work on the machine does not decide which rates are probed.
        result.map(|result| LoadResult { valid: true, reason: None, ..result })
    })
    .unwrap();
    assert!(found.rate_per_s.is_none() && found.confirmation.is_none());
    assert_eq!(found.reason.as_deref(), Some("the search was ended early"));
    let rates: Vec<f64> = found.probes.iter().map(|probe| probe.rate_per_s).collect();
    assert_eq!(rates, [10.0, 40.0], "the third, at 160 a second, is the one that was ended");
    assert!(found.probes.iter().all(Probe::is_kept), "{:?}", found.probes);
    assert_eq!(found.kept_per_s, Some(40.0));
}

/// A server that ends under load fails the probes after that, and the search says what it knew.
#[test]
fn a_server_that_is_gone_after_a_probe_keeps_no_higher_rate() {
    let server = server(|stream, _| write(stream, HELLO));
    let (options, search) = (server.options(Schedule::closed()), search("max<60s", 10.0, 50, 0.8));
    let mut runs = 0;
    let found = find_rate_by("it", &search, &options.stop, |rate_per_s, duration| {
        runs += 1;
        if runs > 1 {
            let source = std::io::ErrorKind::ConnectionRefused.into();
            return Err(Error::Connect { target: "it".into(), source });
        }
        run(&Options { schedule: Schedule::constant(rate_per_s), duration, ..options.clone() }, get(), |_| {})
    })
    .unwrap();
    assert!(found.rate_per_s.is_none() && found.reason.is_some());
    let refused = |probe: &Probe| matches!(&probe.probed, Probed::Failed(reason) if reason.contains("refused"));
    assert!(found.probes.len() > 1 && found.probes[1..].iter().all(refused), "{:?}", found.probes);
    // The first probe has nobody to compare with: that the server cannot be reached is an error.
    let refused = || Error::Connect { target: "it".into(), source: std::io::ErrorKind::ConnectionRefused.into() };
    assert!(find_rate_by("it", &search, &options.stop, |_, _| Err(refused())).is_err());
}
