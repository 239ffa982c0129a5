//! The figures against what the server itself logged.

mod common;

use common::{HELLO, get, load, options, server, write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wirecost_load::{Error, Label, LoadResult, NullServer, Options, Schedule, ceiling, merge, now_ns, run, unix_ns};

/// The start of a result's window on the monotonic clock.
fn started_ns(result: &LoadResult) -> u64 {
    let offset = unix_ns() - now_ns();
    result.started_unix_ns - offset
}

/// The `quantile` of `values`, as an HDR histogram takes it: the least value that the given share does not exceed.
fn quantile(mut values: Vec<u64>, quantile: f64) -> u64 {
    values.sort_unstable();
    values[((values.len() as f64 * quantile).ceil() as usize).clamp(1, values.len()) - 1]
}

/// METHOD 18: a server stalls for a second; the 99th percentile is the one that follows from its own log of the stall.
#[test]
fn method_18_a_stall_is_in_the_latency_of_all_that_were_planned_within_it() {
    let log = Arc::new(Mutex::new((0, 0)));
    let writes = log.clone();
    let server = NullServer::start(HELLO, move |request| {
        if request == 1000 {
            let from = now_ns();
            std::thread::sleep(Duration::from_secs(1));
            *writes.lock().unwrap() = (from, now_ns());
        }
    })
    .unwrap();
    let mut options = options(server.address(), Schedule::constant(1000.0));
    options.connections = 10;
    options.max_connections = 10;
    options.duration = Duration::from_secs(4);
    let result = run(&options, get(), |_| {}).unwrap();

    let (from, to) = *log.lock().unwrap();
    let start = started_ns(&result);
    let planned = (0..4000).map(|index| start + index * 1_000_000);
    let model = planned.map(|planned| if (from..to).contains(&planned) { to - planned } else { 0 }).collect();
    let truth = quantile(model, 0.99) as f64;
    let latency = result.latency_ns.unwrap();
    let p99 = latency.p99.unwrap() as f64;
    // What waited behind the stall is answered one after the other, which takes the longer the busier the machine is.
    assert!((0.98..1.15).contains(&(p99 / truth)), "p99 {p99} ns, the server's log says {truth} ns");
    assert_eq!(result.sent, 4000);
    assert_eq!(server.requests(), 4000);
    // Only the ten requests under way felt the stall as service time: the omission that latency does not make.
    assert!(result.service_time_ns.p99.unwrap() < latency.p99.unwrap() / 2);
    assert!(result.queued > 900, "{}", result.queued);
    assert!(result.labels.contains(&Label::ConnectionsRanOut));
}

/// METHOD 18: growing in place of queueing gives the same truth.
#[test]
fn method_18_connections_grow_to_their_bound_when_all_are_busy() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(20));
        write(stream, HELLO)
    });
    let mut options = server.options(Schedule::constant(500.0));
    options.connections = 2;
    options.max_connections = 40;
    let result = load(&options);
    assert_eq!((result.ok, result.sent), (150, 150));
    assert!(result.connections.most > 2 && result.connections.most <= 40, "{:?}", result.connections);
    assert_eq!(server.requests(), 150);
}

#[test]
fn requests_counted_at_the_server_equal_those_reported() {
    for (schedule, threads, pipeline) in [
        (Schedule::closed(), 1, 1),
        (Schedule::closed(), 2, 1),
        (Schedule::closed(), 1, 16),
        (Schedule::Closed { think_ns: 1_000_000 }, 2, 1),
        (Schedule::constant(2000.0), 2, 1),
        (Schedule::constant(2000.0), 1, 4),
        (Schedule::poisson(2000.0, 1), 2, 1),
        (Schedule::Trace { offsets_ns: (0..300).map(|index| index * 500_000).collect() }, 2, 1),
    ] {
        let server = NullServer::start(HELLO, |_| {}).unwrap();
        let mut options = options(server.address(), schedule.clone());
        options.threads = threads;
        options.pipeline = pipeline;
        options.warmup = Duration::from_millis(100);
        let result = load(&options);
        assert_eq!(result.errors.total(), 0, "{result:?}");
        assert_eq!(result.sent + result.warmup_sent, server.requests(), "{schedule:?}");
        match schedule {
            Schedule::Rate { .. } if schedule == Schedule::constant(2000.0) => {
                assert_eq!((result.sent - result.carried, result.warmup_sent + result.carried), (600, 200));
            }
            Schedule::Trace { .. } => assert_eq!((result.sent, result.warmup_sent), (300, 0)),
            _ => assert!(result.sent > 0),
        }
    }
}

/// METHOD 19: nothing is planned in a closed loop, and its times say so.
#[test]
fn method_19_a_closed_loop_reports_service_time_only() {
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    let result = load(&options(server.address(), Schedule::closed()));
    assert_eq!((&result.latency_ns, &result.send_lateness_ns), (&None, &None));
    assert!(result.service_time_ns.p50.is_some());
    assert_eq!(result.labels, [Label::ServiceTime, Label::ClosedLoopServerUnknown]);
    let text = wirecost_load::Summary(&result).to_string();
    assert!(text.contains("service time") && !text.contains("latency"), "{text}");
}

/// METHOD 19: a rate that the server cannot keep is labelled, and the requests that never went out are counted.
#[test]
fn method_19_an_unsustained_rate_is_labelled() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(20));
        write(stream, HELLO)
    });
    let mut options = server.options(Schedule::constant(2000.0));
    options.drain = Duration::ZERO;
    let result = load(&options);
    assert_eq!(result.sent + result.unsent, 600);
    assert!(result.unsent > 0);
    assert!(result.labels.contains(&Label::UnsustainedRate));
}

/// METHOD 21: connections = throughput x mean service time; what contradicts it would have made the result invalid.
#[test]
fn method_21_physics_holds_in_a_closed_loop() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(2));
        write(stream, HELLO)
    });
    let mut options = server.options(Schedule::closed());
    options.duration = Duration::from_secs(1);
    let result = load(&options);
    assert_eq!(result.connections.opened, 4);
    let under_way = result.rate_per_s * result.service_time_ns.mean.unwrap() / 1e9;
    assert!((under_way / 4.0 - 1.0).abs() < 0.10, "{under_way} under way on 4 connections");
}

#[test]
fn the_series_adds_up_to_the_whole() {
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    let mut tenths = 0;
    let mut options = options(server.address(), Schedule::constant(1000.0));
    options.threads = 2;
    let result = run(&options, get(), |_| tenths += 1).unwrap();
    assert_eq!(result.series.iter().map(|tenth| tenth.sent).sum::<u64>(), 300);
    assert_eq!(result.series.iter().map(|tenth| tenth.ok).sum::<u64>(), 300);
    assert!(tenths >= 3, "{tenths}");
    let again = LoadResult::from_json(&result.to_json().unwrap()).unwrap();
    assert_eq!(again, result);
    assert_eq!(again.latency().unwrap().len(), 300);
}

/// METHOD 22: two generators that started together count together what the server counted.
#[test]
fn method_22_two_generators_make_one_result() {
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    let mut options = options(server.address(), Schedule::constant(500.0));
    options.start_at_unix_ns = Some(unix_ns() + 200_000_000);
    let results = std::thread::scope(|scope| {
        let two = [scope.spawn(|| load(&options)), scope.spawn(|| load(&options))];
        two.map(|thread| thread.join().unwrap())
    });
    let merged = merge(&results, 2).unwrap();
    assert_eq!((merged.sent, merged.ok, server.requests()), (300, 300, 300));
    assert_eq!(merged.schedule, Schedule::constant(1000.0));
    assert_eq!(merged.latency().unwrap().len(), 300);
    assert_eq!(merged.generators.merged, 2);
}

#[test]
fn the_ceiling_is_a_run_of_its_own() {
    let nowhere = options("192.0.2.1:1".parse().unwrap(), Schedule::constant(1.0));
    let result = ceiling(&nowhere, Duration::from_millis(200)).unwrap();
    assert!(result.ok > 0 && result.errors.total() == 0);
    assert_eq!(result.target, "null server");
    assert_eq!(result.connections.made, 4, "answers without content keep their connection");
}

#[test]
fn a_run_that_is_ended_early_is_a_whole_result_of_the_time_it_had() {
    for schedule in [Schedule::closed(), Schedule::constant(500.0)] {
        let server = server(|stream, _| write(stream, HELLO));
        let mut options = Options { duration: Duration::from_secs(600), threads: 2, ..server.options(schedule) };
        let result = run(&options, get(), |_| options.stop.stop()).unwrap();
        assert!(result.labels.contains(&Label::EndedEarly), "{:?}", result.labels);
        assert!(result.duration_s > 0.0 && result.duration_s < 60.0, "{}", result.duration_s);
        assert_eq!((result.sent, result.ok), (server.requests(), server.requests()));
        options.warmup = Duration::from_secs(600);
        assert!(matches!(run(&options, get(), |_| {}), Err(Error::Stopped)));
    }
}

/// A run of this many requests sends that many after its warm-up, whatever the schedule, and ends with the last answer.
#[test]
fn a_run_of_so_many_requests_sends_that_many() {
    let schedules = [Schedule::closed(), Schedule::constant(400.0), Schedule::poisson(400.0, 7)];
    for (schedule, pipeline) in schedules.into_iter().zip([8, 1, 3]) {
        for threads in [1, 3] {
            let server = server(|stream, _| write(stream, HELLO));
            let options = Options {
                requests: Some(101),
                threads,
                pipeline,
                duration: Duration::from_secs(3600),
                warmup: Duration::from_millis(50),
                ..server.options(schedule.clone())
            };
            let result = run(&options, get(), |_| {}).unwrap();
            assert_eq!((result.sent - result.carried, result.unsent), (101, 0), "{schedule:?}");
            assert_eq!((result.ok, server.requests()), (result.sent, result.sent + result.warmup_sent), "{schedule:?}");
            assert!(result.duration_s > 0.0 && result.duration_s < 60.0, "{}", result.duration_s);
            let answered = (result.rate_per_s * result.duration_s).round() as u64;
            assert_eq!(answered, result.sent);
            assert!(result.carried <= (options.connections * pipeline) as u64, "{}", result.carried);
            assert!(!result.labels.contains(&Label::EndedEarly) && result.generator.cpu_ns > 0);
        }
    }
}
