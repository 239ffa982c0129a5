//! Servers that mean harm, or are broken: whatever bytes they write, every request ends in a counted outcome, in bounded
//! time and memory.

#[path = "../common/mod.rs"]
mod common;
mod http1;
mod http2;
mod stores;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wirecost_load::{LoadResult, Options, Protocol, Schedule, run};

/// How long an answer may take where none will come.
const TIMEOUT: Duration = Duration::from_millis(300);
/// How long it may take where something comes: a busy machine must not make a timeout of it.
const PATIENCE: Duration = Duration::from_secs(30);
/// A case that takes longer has no bound; the slowest that is right takes a few timeouts.
const LONGEST: Duration = Duration::from_secs(60);
/// Memory of this process at its most, whatever it was sent: the corpus sends more.
const MOST_KIB: u64 = 600 << 10;
/// Requests of a case.
const REQUESTS: u64 = 4;

/// What a server does when a request has come.
#[derive(Clone)]
enum Act {
    /// Writes these bytes and closes.
    Close(Vec<u8>),
    /// Writes these bytes and says no more.
    Hold(Vec<u8>),
    /// Writes the first bytes, and the others again and again until the client has gone.
    Flood(Vec<u8>, Vec<u8>),
}

/// One hostile server, and the outcomes that its requests may have.
struct Case {
    name: String,
    act: Act,
    allowed: &'static [&'static str],
}

fn case(name: impl Into<String>, act: Act, allowed: &'static [&'static str]) -> Case {
    Case { name: name.into(), act, allowed }
}

/// Serves each connection on a thread: `hello` reads what comes before the first request, or fails.
fn serve(act: Act, hello: fn(&mut TcpStream) -> std::io::Result<()>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let act = act.clone();
            std::thread::spawn(move || {
                // A client that has gone is the end of a case, not its failure.
                let _ = hello(&mut stream).and_then(|()| perform(&mut stream, &act));
            });
        }
    });
    address
}

fn perform(stream: &mut TcpStream, act: &Act) -> std::io::Result<()> {
    match act {
        Act::Close(bytes) => stream.write_all(bytes),
        Act::Hold(bytes) => {
            stream.write_all(bytes)?;
            std::io::copy(stream, &mut std::io::sink()).map(drop)
        }
        Act::Flood(first, again) => {
            stream.write_all(first)?;
            let many = again.repeat((64 << 10) / again.len() + 1);
            loop {
                stream.write_all(&many)?;
            }
        }
    }
}

/// Waits for the first bytes of a request.
fn any_request(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.read(&mut [0; 4096]).map(drop)
}

/// Loads the server of each case, several at a time, and checks what became of the requests.
fn check<P: Protocol + Sync>(
    cases: &[Case],
    hello: fn(&mut TcpStream) -> std::io::Result<()>,
    protocol: &P,
    prepare: impl Fn(&mut Options) + Sync,
) {
    println!("{} hostile servers", cases.len());
    let (next, prepare) = (Arc::new(AtomicUsize::new(0)), &prepare);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            let next = next.clone();
            scope.spawn(move || {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut options = common::options(serve(case.act.clone(), hello), Schedule::closed());
                    options.timeout = if case.allowed.contains(&"timeout") { TIMEOUT } else { PATIENCE };
                    options.requests = Some(REQUESTS);
                    options.duration = Duration::from_secs(600);
                    prepare(&mut options);
                    let start = Instant::now();
                    let result = run(&options, protocol.clone(), |_| {});
                    assert!(start.elapsed() < LONGEST, "{}: {:?}", case.name, start.elapsed());
                    // A server that ends every connection at once leaves none to begin with.
                    let Ok(result) =
                        result.map_err(|fault| assert!(fault.to_string().contains("connection"), "{fault}"))
                    else {
                        continue;
                    };
                    assert_counted(case, &result);
                }
            });
        }
    });
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < MOST_KIB, "{peak} KiB at the most");
}

fn assert_counted(case: &Case, result: &LoadResult) {
    let errors = &result.errors;
    let found = [
        ("ok", result.ok),
        ("miss", result.misses),
        ("status", errors.status),
        ("wrong", errors.wrong_answer),
        ("timeout", errors.timeout),
        ("connect", errors.connect),
        ("closed", errors.closed),
    ];
    assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), REQUESTS, "{}: {found:?}", case.name);
    assert_eq!((result.sent, result.unfinished), (REQUESTS, 0), "{}", case.name);
    for (outcome, count) in found {
        assert!(
            count == 0 || case.allowed.contains(&outcome),
            "{}: {outcome} {count}, allowed {:?}",
            case.name,
            case.allowed
        );
    }
}
