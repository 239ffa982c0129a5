//! Waits for acknowledgements are found where there are some, and nowhere else.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::protocol::raw::{Prefix, Raw};
use wirecost_load::{AcknowledgementWait, Address, Options, Protocol, Schedule, Target, acknowledgement_wait};

/// A median that may be such a wait.
const SUSPECT: Option<u64> = Some(41_000_000);

/// Answers whatever comes in one piece by these writes.
struct Answer {
    writes: &'static [&'static str],
    no_delay: bool,
    works: Duration,
}

impl Answer {
    fn serve(self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Self { writes, no_delay, works } = self;
                std::thread::spawn(move || answer(stream, writes, no_delay, works));
            }
        });
        address
    }
}

fn answer(mut stream: TcpStream, writes: &[&str], no_delay: bool, works: Duration) -> std::io::Result<()> {
    stream.set_nodelay(no_delay)?;
    let mut request = [0; 4096];
    while stream.read(&mut request)? > 0 {
        std::thread::sleep(works);
        for write in writes {
            stream.write_all(write.as_bytes())?;
        }
    }
    Ok(())
}

fn options(address: SocketAddr) -> Options {
    Options::new(Target::plain("here", Address::Tcp(address)), Schedule::Closed { think_ns: 0 })
}

fn http() -> Http {
    Http::new(&[Request::get("127.0.0.1", "/")], 0)
}

/// What is found of a server; a machine that is busy beyond measure hides a wait, and has further tries.
fn found(address: SocketAddr, protocol: &impl Protocol) -> Option<AcknowledgementWait> {
    (0..5).find_map(|_| acknowledgement_wait(&options(address), protocol, SUSPECT))
}

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n";

#[test]
fn three_unlike_servers_that_write_in_pieces_are_found() {
    let now = Duration::ZERO;
    let parted = Answer { writes: &[HEAD, "hello\n"], no_delay: false, works: now }.serve();
    let found_of = found(parted, &http()).expect("head and body");
    assert!(found_of.to_string().contains("set TCP_NODELAY"), "{found_of}");
    let chunks = &["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "6\r\nhello\n\r\n", "0\r\n\r\n"];
    let chunked = Answer { writes: chunks, no_delay: false, works: now }.serve();
    found(chunked, &http()).expect("chunks");
    let framed = Answer { writes: &["\0\0\0\u{4}", "pong"], no_delay: false, works: now }.serve();
    found(framed, &Raw::new(&[b"ping".to_vec()], Prefix::BIG_32, 1024)).expect("a length and bytes");
}

#[test]
fn healthy_and_slow_servers_are_not() {
    let (now, slow) = (Duration::ZERO, Duration::from_millis(41));
    for (writes, no_delay, works) in [
        (&[HEAD, "hello\n"][..], true, now),
        (&["HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n"][..], false, now),
        (&["HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n"][..], false, slow),
        (&[HEAD, "hello\n"][..], true, slow),
    ] {
        let address = Answer { writes, no_delay, works }.serve();
        assert_eq!(acknowledgement_wait(&options(address), &http(), SUSPECT), None, "{writes:?} {no_delay} {works:?}");
    }
}

#[test]
fn a_server_is_asked_only_where_it_may_wait_and_where_its_requests_are_not_counted() {
    let parted = Answer { writes: &[HEAD, "hello\n"], no_delay: false, works: Duration::ZERO }.serve();
    for median in [None, Some(1_000_000), Some(100_000_000)] {
        assert_eq!(acknowledgement_wait(&options(parted), &http(), median), None);
    }
    let counted = Options { requests: Some(10), ..options(parted) };
    assert_eq!(acknowledgement_wait(&counted, &http(), SUSPECT), None);
}
