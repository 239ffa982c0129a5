//! Clients that are programs of their own, by the protocol of `wirecost_rpc_protocol`.

mod answers;
pub mod process;

use answers::{Reply, answer};
use process::Process;
use proptest::prelude::*;
use wirecost_load::{CallLog, CallerLog, ClientCpu, Label, Outcome};
use wirecost_rpc_rust::client::Calling;
use wirecost_rpc_rust::messages::{Operation, Value};

use crate::catalogue::{End, Server, Subject};
use crate::{PATIENCE, good_calling, runner_of, values};

/// Each starts a process.
const CASES: u32 = 2;

/// The variants whose client is a program, with it.
fn programs() -> Vec<(Subject, Vec<String>)> {
    let program = |subject: Subject| match &subject.client {
        End::Program(words) => {
            let words = words.clone();
            Some((subject, words))
        }
        End::Stack(_) => None,
    };
    let programs: Vec<_> = Subject::every().into_iter().filter_map(program).collect();
    assert!(!programs.is_empty(), "no client is a program of its own");
    programs
}

/// The same, each program once.
fn distinct() -> Vec<(Subject, Vec<String>)> {
    let mut programs = programs();
    programs.sort_by(|(_, words), (_, others)| words.cmp(others));
    programs.dedup_by(|(_, words), (_, others)| words == others);
    programs
}

fn empty(server: &Server<'_>, operation: Operation) -> Calling {
    server.calling("empty", operation, &Value::Map(Vec::new()))
}

#[test]
fn method_38_a_client_calls_in_its_slices_and_never_between_them() {
    const SLICE_NS: u64 = 20_000_000;
    for (subject, words) in distinct() {
        let server = subject.start();
        let calling = Calling { connections: 3, in_turn: true, ..empty(&server, Operation::Echo) };
        let mut client = Process::start(&words, &calling);
        assert!(client.takes_turns(), "{}", subject.name);
        for _ in 0..3 {
            let slice = client.turn(SLICE_NS);
            assert!(slice.ok >= 3 && slice.failed == 0 && slice.wall_ns >= SLICE_NS, "{}: {slice:?}", subject.name);
            let (p50, p90) = (slice.p50_ns.unwrap(), slice.p90_ns.unwrap());
            assert!(0 < p50 && p50 <= p90 && p90 <= slice.wall_ns, "{}: {slice:?}", subject.name);
            assert!(slice.cpu_ns.is_some_and(|cpu_ns| cpu_ns > 0), "{}: {slice:?}", subject.name);
        }
        assert!(client.end().success(), "{}: it ends with its input", subject.name);
    }
}

#[test]
fn every_method_is_called_right_whatever_the_message() {
    for (subject, words) in programs() {
        let server = subject.start();
        for message_type in &subject.types {
            for &operation in &subject.operations {
                let right = |value: Value| {
                    let ready = Process::start(&words, &server.calling(message_type, operation, &value)).ready();
                    ready.map(|cold_ns| assert!(cold_ns > 0)).map_err(TestCaseError::fail)
                };
                let done = runner_of(CASES).run(&values::of_type(message_type), right);
                done.unwrap_or_else(|error| panic!("{}: {message_type} {operation:?}: {error}", subject.name));
            }
        }
    }
}

/// What comes of a window of some load.
fn load(server: &Server<'_>, words: &[String], more: impl Fn(Calling) -> Calling) -> (Calling, CallLog) {
    let calling = more(Calling { warmup_ms: 50, window_ms: 200, ..good_calling(server) });
    let mut process = Process::start(words, &calling);
    process.ready().unwrap();
    let log = process.calls();
    assert!(process.ended().success());
    (calling, log)
}

#[test]
fn callers_call_one_after_the_other_on_kept_and_on_new_connections() {
    for (subject, words) in programs() {
        let server = subject.start();
        for close in [false, true] {
            let (calling, log) = load(&server, &words, |calling| Calling { connections: 3, close, ..calling });
            let result = log.result(&calling.options(calling.window_ms), ClientCpu::default()).unwrap();
            assert!(
                result.ok > 0 && result.ok == result.sent && result.warmup_sent > 0,
                "{}: {result:?}",
                subject.name
            );
            assert_eq!((result.connections.opened, result.connections.made), (3, 3));
            assert_eq!(result.labels[0], Label::ServiceTime);
        }
    }
}

#[test]
fn a_planned_rate_is_planned_as_the_harness_plans_it() {
    for (subject, words) in programs() {
        let server = subject.start();
        for rate_per_s in [100.0, 333.3] {
            let at_rate = |calling| Calling { connections: 2, rate_per_s: Some(rate_per_s), ..calling };
            let (calling, log) = load(&server, &words, at_rate);
            let result = log.result(&calling.options(calling.window_ms), ClientCpu::default()).unwrap();
            let planned = (0..).map(|k| k as f64 * 1e3 / rate_per_s).take_while(|at_ms| *at_ms < 250.0);
            // A call of the warm-up that ends in the window is counted there.
            let planned = planned.filter(|at_ms| *at_ms >= 50.0).count() as u64;
            assert_eq!(result.sent + result.unsent, planned + result.carried);
            assert!(result.ok > 0 && result.ok == result.sent && result.latency_ns.is_some(), "{}", subject.name);
        }
    }
}

#[test]
fn a_wrong_reply_is_reported() {
    let cases = [
        (Reply::Right, None),
        (Reply::Wrong, Some("wrong answer: ")),
        (Reply::NoDocument, Some("wrong answer: ")),
        (Reply::Fault, Some("the server answered with a fault: ")),
        (Reply::Status, Some("the server answered with a fault: ")),
        (Reply::CutOff, Some("the connection failed: ")),
        (Reply::Closed, Some("the connection failed: ")),
        (Reply::Silence, Some("the connection failed: TimeoutError")),
    ];
    for (subject, words) in distinct() {
        let server = subject.start();
        for operation in [Operation::Echo, Operation::Count] {
            for (reply, due) in cases {
                let address = answer(operation, move |_| reply);
                let calling = Calling { address, timeout_ms: 500, ..empty(&server, operation) };
                let ready = Process::start(&words, &calling).ready();
                match due {
                    None => assert!(ready.is_ok(), "{}: {ready:?}", subject.name),
                    Some(due) => {
                        let said = ready.expect_err("it is not right");
                        assert!(said.starts_with(due), "{} {operation:?} {reply:?}: {said}", subject.name);
                    }
                }
            }
        }
    }
}

#[test]
fn each_failure_has_its_outcome_and_the_client_goes_on() {
    use Outcome::{Closed, Connect, Ok, Status, Timeout, WrongAnswer};
    const REPLIES: [Reply; 10] = [
        Reply::Right,
        Reply::Right,
        Reply::Right,
        Reply::Wrong,
        Reply::Fault,
        Reply::NoDocument,
        Reply::CutOff,
        Reply::Closed,
        Reply::Silence,
        Reply::Status,
    ];
    // The first two are the calls before it is ready.
    let due = [Ok, WrongAnswer, Status, WrongAnswer, Closed, Closed, Timeout, Status, Closed, Connect, Connect];
    for (subject, words) in distinct() {
        let server = subject.start();
        let address = answer(Operation::Echo, |call| REPLIES.get(call).copied().unwrap_or(Reply::Gone));
        let calling = empty(&server, Operation::Echo);
        let calling = Calling { address, timeout_ms: 500, window_ms: 3000, ..calling };
        let mut process = Process::start(&words, &calling);
        process.ready().unwrap();
        let log = process.calls();
        let [CallerLog { connected: true, calls }] = log.callers.as_slice() else { panic!("{:?}", log.callers) };
        let outcomes: Vec<Outcome> = calls.iter().map(|call| call.outcome).take(due.len()).collect();
        assert_eq!(outcomes, due, "{}", subject.name);
        let result = log.result(&calling.options(calling.window_ms), ClientCpu::default()).unwrap();
        assert_eq!((result.ok, result.errors.timeout, result.errors.status), (1, 1, 2));
    }
}

#[test]
fn the_end_of_standard_input_ends_it() {
    for (subject, words) in distinct() {
        let server = subject.start();
        let calling = Calling { window_ms: 100 * PATIENCE.as_millis() as u64, ..good_calling(&server) };
        let mut waiting = Process::start(&words, &calling);
        waiting.ready().unwrap();
        assert!(waiting.end().success(), "{}: nothing was asked of it", subject.name);
        let mut calling = Process::start(&words, &calling);
        calling.ready().unwrap();
        calling.begin();
        assert!(!calling.end().success(), "{}: it was calling", subject.name);
    }
}

#[test]
fn a_client_reports_messages_that_it_cannot_send() {
    for (subject, words) in distinct() {
        let server = subject.start();
        let said = |calling: Calling| Process::start(&words, &calling).ready().expect_err("it cannot");
        let calling = Calling { message_type: "any".into(), ..good_calling(&server) };
        assert!(said(calling).contains("it has no method for a message of type 'any'"), "{}", subject.name);
        let calling = Calling { message: vec![200], message_bytes: 1, ..good_calling(&server) };
        assert!(said(calling).contains("byte 0: unknown tag 200"), "{}", subject.name);
    }
}
