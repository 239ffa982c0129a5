//! The edges of the window: what the warm-up leaves under way, what nobody answers, and what is ended early.

mod common;

use common::{HELLO, get, load, options, server, write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wirecost_load::{Arrivals, Errors, LoadResult, NullServer, Options, Schedule, Summary, now_ns, run};

/// What must hold of every result.
fn assert_consistent(result: &LoadResult) {
    let told = format!("{result:#?}");
    assert_eq!(result.planned, result.sent + result.unsent, "{told}");
    assert_eq!(result.sent, result.ok + result.misses + result.errors.total() + result.unfinished, "{told}");
    assert!(result.carried <= result.planned && result.queued <= result.sent, "{told}");
    assert!(result.rate_per_s * result.duration_s <= result.ok as f64 + 0.5, "{told}");
    assert_eq!(result.series.iter().map(|tenth| tenth.ok).sum::<u64>(), result.ok, "{told}");
    assert_eq!(result.latency().unwrap().len(), result.ok, "{told}");
}

/// A server that accepts, reads, and never answers.
#[test]
fn requests_that_hang_since_the_warm_up_time_out_in_the_window() {
    let silent = server(|_, _| true);
    let options = Options {
        warmup: Duration::from_millis(500),
        duration: Duration::from_millis(200),
        timeout: Duration::from_millis(900),
        ..silent.options(Schedule::closed())
    };
    let result = load(&options);
    assert_eq!(result.errors, Errors { timeout: result.sent, ..Errors::default() });
    assert_eq!((result.sent, silent.requests()), (4, 4));
    assert!(!result.valid);
    let reason = result.reason.as_deref().unwrap();
    assert!(reason.starts_with("no request was answered, 4 were tried"), "{reason}");
    assert_consistent(&result);
}

/// METHOD 18: a stall that begins in the warm-up and ends in the window is in the figures with its whole length.
#[test]
fn method_18_a_stall_across_the_start_of_the_window_shows_fully() {
    for schedule in [Schedule::constant(1000.0), Schedule::Closed { think_ns: 1_000_000 }] {
        let stalled_ns = Arc::new(Mutex::new(0));
        let writes = stalled_ns.clone();
        let server = NullServer::start(HELLO, move |request| {
            if request == 100 {
                let from_ns = now_ns();
                std::thread::sleep(Duration::from_millis(600));
                *writes.lock().unwrap() = now_ns() - from_ns;
            }
        })
        .unwrap();
        let options = Options {
            warmup: Duration::from_millis(400),
            duration: Duration::from_millis(600),
            ..options(server.address(), schedule.clone())
        };
        let result = load(&options);
        let longest_ns = result.latency().unwrap().max();
        let stalled_ns = *stalled_ns.lock().unwrap();
        assert!(longest_ns as f64 >= stalled_ns as f64 * 0.99, "{schedule:?}: {longest_ns} of {stalled_ns} ns");
        assert_consistent(&result);
    }
}

/// A rate that nobody can keep, after a warm-up: what was planned is what the schedule says.
#[test]
fn a_rate_that_cannot_be_kept_is_reported_without_contradiction() {
    for threads in [1, 2] {
        let server = NullServer::start(HELLO, |_| {}).unwrap();
        let options = Options {
            threads,
            warmup: Duration::from_millis(200),
            duration: Duration::from_millis(200),
            drain: Duration::ZERO,
            ..options(server.address(), Schedule::constant(3e6))
        };
        let result = load(&options);
        let (warmup_ns, end_ns) = (200_000_000, 400_000_000);
        let due = Arrivals::new(&options.schedule, warmup_ns).take_while(|&due_ns| due_ns < end_ns);
        let in_window = due.filter(|&due_ns| due_ns >= warmup_ns).count() as u64;
        assert_eq!(result.planned - result.carried, in_window);
        assert!(result.unsent > 0 && result.unsent <= result.planned);
        assert_eq!(server.requests(), result.sent + result.warmup_sent);
        assert_consistent(&result);
        let text = wirecost_load::Summary(&result).to_string();
        assert!(text.contains(&format!("{} planned, {} sent", result.planned, result.sent)), "{text}");
    }
}

#[test]
fn answers_that_come_after_the_window_make_no_rate() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(300));
        write(stream, HELLO)
    });
    let result = load(&Options { duration: Duration::from_millis(50), ..server.options(Schedule::constant(100.0)) });
    assert_eq!((result.ok, result.sent, result.rate_per_s), (5, 5, 0.0));
    let reason = result.reason.as_deref().unwrap();
    assert!(reason.starts_with("no answer came within the window of 0.05 s, 5 came after it"), "{reason}");
    assert_consistent(&result);
}

/// A server that reads nothing and closes without a word saw none of what was sent to it.
#[test]
fn a_server_that_closes_silently_did_not_see_what_was_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let options =
        Options { requests: Some(951), duration: Duration::from_secs(600), ..options(address, Schedule::closed()) };
    let result = load(&options);
    assert_eq!((result.sent, result.ok), (951, 0));
    assert_eq!(result.errors.closed + result.errors.connect, 951, "{:?}", result.errors);
    assert!(!result.valid, "{result:#?}");
    assert!(Summary(&result).to_string().contains("  the first connection failed: "), "{}", Summary(&result));
    assert_consistent(&result);
}

/// Who ends a run does not wait for a server that hangs.
#[test]
fn a_run_that_is_ended_gives_up_what_hangs() {
    for schedule in [Schedule::closed(), Schedule::constant(100.0)] {
        let hung = server(|_, _| true);
        let options = Options { duration: Duration::from_secs(600), ..hung.options(schedule) };
        let asked = Instant::now();
        let result = std::thread::scope(|scope| {
            let run = scope.spawn(|| run(&options, get(), |_| {}));
            while hung.requests() < 4 {
                std::thread::yield_now();
            }
            options.stop.stop();
            run.join().unwrap().unwrap()
        });
        // The timeout is 20 s: the bound is far from both.
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
        assert_eq!((result.unfinished, result.sent, result.ok), (4, 4, 0));
        assert_consistent(&result);
    }
}

/// The opening of connections ends early as well: a server that accepts and never answers the handshake of TLS.
#[test]
fn a_run_that_is_ended_does_not_wait_for_a_handshake() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut options = options(listener.local_addr().unwrap(), Schedule::closed());
    options.target.tls = Some(wirecost_load::Tls::new("localhost", &wirecost_load::Trust::Anyone).unwrap());
    options.stop.stop();
    let asked = Instant::now();
    let refused = run(&options, get(), |_| {});
    assert!(matches!(refused, Err(wirecost_load::Error::Stopped)), "{refused:?}");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}
