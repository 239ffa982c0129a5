//! An http candidate that goes wrong in a chosen way, for tests.
//!
//! `canned` answers what it made up; `turns-wrong` answers right at first and wrong under load; `dies` ends under load;
//! `refuses` says 500; `never-starts` ends before it listens; `slow` takes 20 ms for an answer.
//!
//! Others do the same work for each answer, at different times: `works` before it answers, `hands-over` in another thread,
//! `defers` half of it until nobody has asked for some milliseconds, `collects` all of it every two seconds.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Answers that are right before the ways part: the nonce and the two checks before a load are among them.
const RIGHT_ANSWERS: usize = 20;

/// The work for an answer, in turns of a loop.
const WORK: u64 = 40_000;

/// The most work that is put off. One that collects has no such bound.
const MOST_PUT_OFF: u64 = 100 * WORK;

static ANSWERED: AtomicUsize = AtomicUsize::new(0);
/// Turns that are put off.
static PUT_OFF: AtomicU64 = AtomicU64::new(0);

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_default();
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    if fault == "never-starts" {
        eprintln!("no such setting");
        std::process::exit(3);
    }
    let message = std::fs::read(variable("WIRECOST_MESSAGE")).expect("the lab wrote it");
    let nonce = variable("WIRECOST_NONCE").into_bytes();
    let port = variable("WIRECOST_PORT").parse::<u16>().expect("a port");
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a free port");
    let (pause, idle) = match fault.as_str() {
        "hands-over" => (Duration::ZERO, false),
        "defers" => (Duration::from_millis(4), true),
        _ => (Duration::from_secs(2), false),
    };
    std::thread::spawn(move || work_put_off(pause, idle));
    for stream in listener.incoming().flatten() {
        let (fault, message, nonce) = (fault.clone(), message.clone(), nonce.clone());
        // A client that goes away is no concern of the others.
        std::thread::spawn(move || serve(stream, &fault, &message, &nonce).ok());
    }
}

fn work(turns: u64) {
    for turn in 0..turns {
        let _ = std::hint::black_box(turn);
    }
}

/// Does what was put off: every now and then, or when nothing was asked for that long.
fn work_put_off(pause: Duration, idle: bool) {
    let (mut answered, mut since) = (0, Instant::now());
    loop {
        let now = ANSWERED.load(Ordering::Relaxed);
        if now != answered {
            (answered, since) = (now, Instant::now());
        }
        if !idle || since.elapsed() >= pause {
            work(PUT_OFF.swap(0, Ordering::Relaxed));
        }
        std::thread::sleep(if idle { pause / 4 } else { pause.max(Duration::from_micros(200)) });
    }
}

fn serve(mut stream: TcpStream, fault: &str, message: &[u8], nonce: &[u8]) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    loop {
        let Some(request) = lines.next().transpose()? else { return Ok(()) };
        let mut close = false;
        for line in lines.by_ref() {
            let line = line?;
            close |= line.eq_ignore_ascii_case("connection: close");
            if line.is_empty() {
                break;
            }
        }
        let under_load = ANSWERED.fetch_add(1, Ordering::Relaxed) >= RIGHT_ANSWERS;
        // Who puts off too much does it at once: a server that never catches up is no server.
        let put_off = match fault {
            "collects" => WORK,
            _ if PUT_OFF.load(Ordering::Relaxed) > MOST_PUT_OFF => 0,
            "hands-over" => WORK,
            "defers" => WORK / 2,
            _ => 0,
        };
        PUT_OFF.fetch_add(put_off, Ordering::Relaxed);
        match fault {
            "works" | "hands-over" | "defers" => work(WORK - put_off),
            // Else it would put off more than it can ever do.
            "collects" => std::thread::sleep(Duration::from_millis(2)),
            "slow" => std::thread::sleep(Duration::from_millis(20)),
            _ => {}
        }
        let (status, content) = match fault {
            _ if request.starts_with("GET /who ") => ("200 OK", nonce),
            "canned" => ("200 OK", &b"{\"value\":\"hello, world!\"}"[..]),
            "refuses" => ("500 Internal Server Error", message),
            "turns-wrong" if under_load => ("200 OK", &message[..message.len() - 1]),
            "dies" if under_load => {
                eprintln!("out of luck");
                std::process::exit(4);
            }
            _ => ("200 OK", message),
        };
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n", content.len());
        stream.write_all(&[head.as_bytes(), content].concat())?;
        if close {
            return Ok(());
        }
    }
}
