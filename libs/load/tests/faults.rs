//! Servers that misbehave: every request ends in the outcome that it met, and none is lost.

mod common;

use common::{HELLO, get, load, server, write};
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;
use wirecost_load::{Error, Errors, Schedule, run};

fn rate() -> Schedule {
    Schedule::constant(200.0)
}

#[test]
fn pieces_of_one_byte_are_put_together() {
    let server = server(|stream, _| HELLO.iter().all(|byte| write(stream, &[*byte])));
    let result = load(&server.options(rate()));
    assert_eq!((result.ok, result.sent), (60, 60));
}

#[test]
fn chunks_are_put_together() {
    let server = server(|stream, _| {
        write(stream, b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n")
            && write(stream, b"4;x=y\r\nllo\n\r\n0\r\ntrailer: x\r\n\r\n")
    });
    assert_eq!(load(&server.options(rate())).ok, 60);
}

#[test]
fn an_answer_may_end_with_its_connection() {
    let server = server(|stream, _| {
        write(stream, b"HTTP/1.0 200 OK\r\n\r\nhello\n");
        false
    });
    assert_eq!(load(&server.options(rate())).ok, 60);
}

#[test]
fn a_wrong_status_is_no_success() {
    let server = server(|stream, _| write(stream, b"HTTP/1.1 503 No\r\ncontent-length: 6\r\n\r\nhello\n"));
    let result = load(&server.options(rate()));
    assert_eq!(result.errors, Errors { status: 60, ..Errors::default() });
    assert_eq!(result.latency_ns.unwrap().p50, None);
    assert!(result.histograms.contains_key("status"));
}

/// METHOD 4: errors never add to the distribution of successes.
#[test]
fn method_4_failures_have_distributions_of_their_own() {
    let server = server(|stream, number| match number % 2 {
        0 => write(stream, HELLO),
        _ => write(stream, b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhallo\n"),
    });
    let result = load(&server.options(rate()));
    assert_eq!(result.ok + result.errors.wrong_answer, 60);
    assert_eq!(result.latency().unwrap().len(), result.ok);
    assert!(result.ok > 0 && result.errors.wrong_answer > 0 && result.errors.malformed == 0);
}

#[test]
fn bytes_other_than_http_are_malformed() {
    let server = server(|stream, _| write(stream, b"220 mail ready\r\n"));
    let result = load(&server.options(rate()));
    assert_eq!(result.errors, Errors { wrong_answer: 60, malformed: 60, ..Errors::default() });
}

#[test]
fn an_endless_head_is_given_up() {
    let server = server(|stream, _| write(stream, b"HTTP/1.1 200 OK\r\nx: ") && write(stream, &[b'x'; 200_000]));
    let mut options = server.options(rate());
    options.duration = Duration::from_millis(50);
    let result = load(&options);
    assert_eq!((result.errors.malformed, result.sent), (10, 10));
}

#[test]
fn an_early_close_is_counted_as_such() {
    let server = server(|stream, _| {
        write(stream, &HELLO[..20]);
        false
    });
    let result = load(&server.options(rate()));
    assert_eq!(result.errors, Errors { closed: 60, ..Errors::default() });
}

#[test]
fn a_server_that_closes_idle_connections_costs_no_request() {
    let server = server(|stream, _| {
        write(stream, b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nhello\n");
        false
    });
    let result = load(&server.options(rate()));
    assert_eq!((result.ok, result.sent), (60, 60));
}

#[test]
fn silence_ends_in_a_timeout() {
    let server = server(|_, _| true);
    let mut options = server.options(rate());
    options.timeout = Duration::from_millis(50);
    let result = load(&options);
    assert_eq!(result.errors, Errors { timeout: 60, ..Errors::default() });
    assert!(result.histograms.contains_key("timeout"));
}

#[test]
fn a_slow_server_delays_but_does_not_fail() {
    let server = server(|stream, _| {
        std::thread::sleep(Duration::from_millis(30));
        write(stream, HELLO)
    });
    let result = load(&server.options(Schedule::closed()));
    assert_eq!(result.errors.total(), 0);
    assert!(result.latency().unwrap().min() >= 29_900_000);
}

#[test]
fn a_missing_server_is_an_error_before_the_start() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let options = common::options(port, rate());
    assert!(matches!(run(&options, get(), |_| {}), Err(Error::Connect { .. })));
}

#[test]
fn connecting_to_a_stopped_server_fails() {
    // Its only connections are those of the start; the listener is gone by then.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = common::options(listener.local_addr().unwrap(), rate());
    let accepts = std::thread::spawn(move || {
        let streams: Vec<_> = (0..4).map(|_| listener.accept().unwrap().0).collect();
        drop(listener);
        for mut stream in streams {
            let _ = stream.write_all(b"");
        }
    });
    let result = load(&options);
    accepts.join().unwrap();
    assert_eq!(result.errors.connect + result.errors.closed, 60);
    assert!(result.errors.connect > 0, "{:?}", result.errors);
}
