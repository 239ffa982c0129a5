use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::address::{Address, Target};
use crate::label::Label;
use crate::schedule::Schedule;

const MS: u64 = 1_000_000;

/// A warm-up of 100 ms and a window of 400 ms.
fn options(schedule: Schedule, connections: usize) -> Options {
    let target = Target::plain("a test", Address::Unix("nowhere".into()));
    let (warmup, duration) = (Duration::from_millis(100), Duration::from_millis(400));
    Options { connections, warmup, duration, shares_cores: true, ..Options::new(target, schedule) }
}

fn log(callers: Vec<Vec<(u64, u64, u64, Outcome)>>) -> CallLog {
    let caller = |calls: Vec<(u64, u64, u64, Outcome)>| CallerLog {
        connected: true,
        calls: calls.into_iter().map(LoggedCall::from).collect(),
    };
    CallLog { start_unix_ns: 5_000_000_000, callers: callers.into_iter().map(caller).collect() }
}

/// One call after the other, of `call_ns` each.
fn one_after_the_other(call_ns: u64, end_ns: u64) -> Vec<(u64, u64, u64, Outcome)> {
    (0..end_ns / call_ns).map(|n| (n * call_ns, n * call_ns, (n + 1) * call_ns, Outcome::Ok)).collect()
}

fn refusal(log: &CallLog, schedule: Schedule) -> String {
    log.result(&options(schedule, log.callers.len()), ClientCpu::default()).unwrap_err().to_string()
}

#[test]
fn a_closed_loop_has_the_labels_and_figures_of_the_engine_s_own() {
    let calls = one_after_the_other(2 * MS, 500 * MS);
    let cpu = ClientCpu { cpu_ns: 80 * MS, wanted: 0.3, denied: 0.01 };
    let result = log(vec![calls.clone(), calls]).result(&options(Schedule::closed(), 2), cpu).unwrap();
    assert!(result.valid, "{:?}", result.reason);
    assert_eq!(result.labels, [Label::ServiceTime, Label::ClosedLoopServerUnknown]);
    // The two that end where the window begins belong to it.
    assert_eq!((result.sent, result.ok, result.warmup_sent, result.carried), (402, 402, 98, 2));
    assert_eq!((result.started_unix_ns, result.duration_s), (5_100_000_000, 0.4));
    assert_eq!((result.connections.opened, result.connections.made), (2, 2));
    assert!(result.latency_ns.is_none());
    let mean = result.service_time_ns.mean.unwrap();
    assert!((mean / (2 * MS) as f64 - 1.0).abs() < 1e-3, "{mean}");
    // What ends at the end of the window lies beyond it.
    assert_eq!((result.generator.requests, result.generator.cpu_ns), (400, 80 * MS));
    assert_eq!((result.generator.core_wanted, result.generator.core_denied), (0.3, 0.01));
    assert_eq!(result.series.iter().map(|tenth| tenth.ok).sum::<u64>(), 400 + 2);
}

/// METHOD 18: latency runs from the planned instant, and calls that waited for a caller are counted apart from those that were
/// late by themselves.
#[test]
fn method_18_a_stall_is_in_the_latency_of_what_was_due_in_it() {
    // Due every 10 ms; the call at 200 ms takes 100 ms, and those due meanwhile follow, 1 ms each.
    let mut free_ns = 0;
    let call = |n: u64| {
        let planned_ns = n * 10 * MS;
        let sent_ns = planned_ns.max(free_ns);
        free_ns = sent_ns + if n == 20 { 100 * MS } else { MS };
        (planned_ns, sent_ns, free_ns, Outcome::Ok)
    };
    let log = log(vec![(0..50).map(call).collect()]);
    let result = log.result(&options(Schedule::constant(100.0), 1), ClientCpu::default()).unwrap();
    assert!(result.valid, "{:?}", result.reason);
    assert_eq!(result.labels, [Label::ConnectionsRanOut]);
    assert_eq!((result.sent, result.queued, result.unsent), (40, 10, 0));
    let latency = result.latency_ns.unwrap();
    assert!(latency.p90.unwrap() > 60 * MS, "{latency:?}");
    assert!(result.service_time_ns.p90.unwrap() < 2 * MS);
}

/// METHOD 20: a client that was late though it was free has missed the schedule.
#[test]
fn method_20_lateness_of_its_own_is_refused() {
    let late = (0..50).map(|n| (n * 10 * MS, n * 10 * MS + 5 * MS, n * 10 * MS + 6 * MS, Outcome::Ok)).collect();
    let result = log(vec![late]).result(&options(Schedule::constant(100.0), 1), ClientCpu::default()).unwrap();
    assert!(!result.valid && result.reason.unwrap().contains("schedule was missed"));
}

#[test]
fn calls_due_and_never_sent_are_counted() {
    let calls = (0..30).map(|n| (n * 10 * MS, n * 10 * MS, n * 10 * MS + MS, Outcome::Ok)).collect();
    let result = log(vec![calls]).result(&options(Schedule::constant(100.0), 1), ClientCpu::default()).unwrap();
    assert_eq!((result.sent, result.unsent), (20, 20));
    assert_eq!(result.labels, [Label::UnsustainedRate]);
}

/// METHOD 21: callers that were busy only half of the time were not a closed loop.
#[test]
fn method_21_littles_law_is_held_to() {
    let calls = one_after_the_other(2 * MS, 500 * MS).into_iter().map(|(at, _, _, ok)| (at, at, at + MS, ok)).collect();
    let result = log(vec![calls]).result(&options(Schedule::closed(), 1), ClientCpu::default()).unwrap();
    assert!(!result.valid && result.reason.unwrap().contains("Little's law"));
}

#[test]
fn every_outcome_has_its_count_and_failures_their_new_connections() {
    let outcomes =
        [Outcome::Ok, Outcome::Status, Outcome::Closed, Outcome::Connect, Outcome::Connect, Outcome::Timeout];
    let calls =
        (0..).zip(outcomes).map(|(n, outcome)| (200 * MS + n * MS, 200 * MS + n * MS, 201 * MS + n * MS, outcome));
    let log = log(vec![calls.collect()]);
    let result = log.result(&options(Schedule::closed(), 1), ClientCpu::default()).unwrap();
    assert_eq!((result.ok, result.errors.status, result.errors.closed), (1, 1, 1));
    assert_eq!((result.errors.connect, result.errors.timeout, result.errors.wrong_answer), (2, 1, 0));
    // The first one, and that of the call that timed out.
    assert_eq!(result.connections.made, 2);
}

#[test]
fn an_impossible_call_is_refused_with_its_place() {
    let one = |call| log(vec![vec![(200, 200, 300, Outcome::Ok), call]]);
    let cases = [
        ((250, 250, 400, Outcome::Ok), "caller 0, call 1 ", "while the call before was under way"),
        ((500, 400, 600, Outcome::Ok), "call 1", "before it was planned"),
        ((400, 500, 600, Outcome::Ok), "call 1", "a closed loop plans nothing"),
        ((400, 400, 399, Outcome::Ok), "call 1", "ended before it was sent"),
        ((400, 400, u64::MAX, Outcome::Ok), "call 1", "long after the window"),
    ];
    for (call, place, fault) in cases {
        let said = refusal(&one(call), Schedule::closed());
        assert!(said.contains(place) && said.contains(fault), "{said}");
    }
    let said = log(Vec::new()).result(&options(Schedule::closed(), 3), ClientCpu::default()).unwrap_err();
    assert_eq!(said.to_string(), "result: calls of 0 callers, 3 were asked for");
}

#[test]
fn a_plan_of_the_client_s_own_making_is_refused() {
    let schedule = Schedule::constant(100.0);
    let at = |planned_ns: u64| (planned_ns, planned_ns, planned_ns + 1, Outcome::Ok);
    // By when it woke up; twice the same; beyond the window.
    for calls in [vec![at(0), at(10 * MS + 80_000)], vec![at(0), at(100)], vec![at(500 * MS)]] {
        let said = refusal(&log(vec![calls]), schedule.clone());
        assert!(said.contains("which the schedule does not have"), "{said}");
    }
    assert!(log(vec![vec![at(1), at(10 * MS - 1)]]).result(&options(schedule, 1), ClientCpu::default()).is_ok());
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(Outcome::ALL.to_vec())
}

/// A caller's calls that can be: pauses and lengths.
fn sound(most: usize) -> impl Strategy<Value = Vec<(u64, u64, u64, Outcome)>> {
    prop::collection::vec((0..3 * MS, 0..8 * MS, outcome()), 0..most).prop_map(|calls| {
        let mut now = 0;
        let call = |(pause, length, outcome)| {
            let sent = now + pause;
            now = sent + length;
            (sent, sent, now, outcome)
        };
        calls.into_iter().map(call).collect()
    })
}

proptest! {
    #[test]
    fn each_call_of_the_window_counts_once(callers in prop::collection::vec(sound(120), 1..5)) {
        let log = log(callers);
        let options = options(Schedule::closed(), log.callers.len());
        let result = log.result(&options, ClientCpu::default()).unwrap();
        let calls = || log.callers.iter().flat_map(|caller| &caller.calls);
        let within = |outcome| {
            let belongs = |call: &&LoggedCall| call.planned_ns < 500 * MS && call.ended_ns >= 100 * MS;
            calls().filter(belongs).filter(|call| call.outcome == outcome).count() as u64
        };
        let found = [
            result.ok, result.errors.status, result.errors.wrong_answer, result.errors.timeout, result.errors.connect,
            result.errors.closed, result.misses, result.unfinished,
        ];
        prop_assert_eq!(found, Outcome::ALL.map(within));
        prop_assert_eq!((result.planned, found.iter().sum::<u64>()), (result.sent + result.unsent, result.sent));
        prop_assert_eq!(result.sent + result.warmup_sent, calls().count() as u64);
    }

    #[test]
    fn a_log_survives_its_document(callers in prop::collection::vec(sound(20), 0..3)) {
        let log = log(callers);
        prop_assert_eq!(serde_json::from_str::<CallLog>(&serde_json::to_string(&log).unwrap()).unwrap(), log);
    }

    /// Whatever a program writes: an error or a result, and the same one each time.
    #[test]
    fn any_document_is_read_or_refused(
        start in any::<u64>(),
        callers in prop::collection::vec(
            prop::collection::vec((any::<u64>(), 0..600 * MS, any::<u64>(), outcome()), 0..4), 0..3
        ),
        cut in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        open in any::<bool>(),
    ) {
        let mut document = serde_json::to_vec(&CallLog { start_unix_ns: start, ..log(callers) }).unwrap();
        let at = cut.index(document.len());
        let schedule = if open { Schedule::constant(1000.0) } else { Schedule::closed() };
        for _ in 0..2 {
            if let Ok(log) = serde_json::from_slice::<CallLog>(&document) {
                let _ = log.result(&options(schedule.clone(), log.callers.len().max(1)), ClientCpu::default());
            }
            document[at] = byte;
        }
    }
}
