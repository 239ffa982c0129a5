//! What many machines cost, by simulation: `cargo bench -p wirecost-scale --bench simulation`.
//!
//! Merging the results of 10,000 workers (time, memory), how exactly a schedule is dealt, and how well the offset of
//! a clock is known.

use std::net::UdpSocket;
use std::time::{Duration, Instant};

use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, Arrivals, LoadResult, NullServer, Options, Schedule, Target, run};
use wirecost_scale::{PartResult, collect_folder, merge_parts};

/// Workers.
const WORKERS: u64 = 10_000;
/// The most that merging may take.
const MOST_S: f64 = 10.0;
const MOST_BYTES: u64 = 1_000_000_000;

fn main() {
    merging();
    dealing();
    clocks();
}

/// A result of 10 s at 1,000 requests per second, from a real load.
fn loaded() -> LoadResult {
    let server = NullServer::start(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n", |_| {}).unwrap();
    let target = Target::plain("t", Address::Tcp(server.address()));
    let options = Options {
        connections: 10,
        max_connections: 10,
        duration: Duration::from_secs(10),
        warmup: Duration::ZERO,
        ..Options::new(target, Schedule::constant(1000.0))
    };
    run(&options, Http::new(&[Request::get("t", "/")], 1), |_| {}).unwrap()
}

fn part(rank: u64, load: &LoadResult) -> PartResult {
    PartResult {
        run: "simulated".into(),
        rank,
        parts: WORKERS,
        host: format!("node{rank}"),
        version: "0".into(),
        start_at_unix_ns: Some(load.started_unix_ns),
        start_lateness_ns: Some(1000),
        clocks: None,
        cut: None,
        error: None,
        schedule: Some(Schedule::constant(1000.0 * WORKERS as f64)),
        load: Some(load.clone()),
        suite: None,
    }
}

fn merging() {
    let load = loaded();
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = 0;
    for rank in 0..WORKERS {
        let line = part(rank, &load).to_line().unwrap();
        bytes += line.len() as u64;
        std::fs::write(folder.path().join(format!("part-{rank}.json")), line).unwrap();
    }
    let before = peak_bytes();
    let start = Instant::now();
    let (found, _) = collect_folder(folder.path()).unwrap();
    let merged = merge_parts(&found, None, None).unwrap();
    let took_s = start.elapsed().as_secs_f64();
    assert_eq!(merged.sent, load.sent * WORKERS);
    assert_eq!(merged.latency().unwrap().len(), load.ok * WORKERS);
    println!("merging {WORKERS} workers of 10 s, {} bytes each", bytes / WORKERS);
    println!("  time           {took_s:.2} s      bar {MOST_S} s");
    println!(
        "  peak memory    {} MB     bar {} MB (before: {} MB)",
        peak_bytes() / 1_000_000,
        MOST_BYTES / 1_000_000,
        before / 1_000_000
    );
    println!("  bars {}", if took_s <= MOST_S && peak_bytes() <= MOST_BYTES { "kept" } else { "NOT kept" });
}

/// The most memory that this process ever held, bytes.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// A schedule that is dealt is the schedule. Beside it: the error of the usual way, a rounded rate for each worker.
fn dealing() {
    println!("100,003 requests per second for 10 s, by several workers");
    println!("  {:>8}  {:>24}  {:>24}", "workers", "dealt: requests too many", "each its rounded rate");
    let (rate, window_ns) = (100_003.0, 10_000_000_000);
    let whole = Arrivals::new(&Schedule::constant(rate), 0).take_while(|due| *due < window_ns).count() as i64;
    for of in [3, 7, 64] {
        let share = |index| {
            let arrivals = Arrivals::new(&Schedule::constant(rate), 0).take_while(|due| *due < window_ns);
            arrivals.skip(index).step_by(of).count() as i64
        };
        let dealt: i64 = (0..of).map(share).sum();
        let rounded = ((rate / of as f64).round() * of as f64 * 10.0) as i64;
        println!("  {of:>8}  {:>24}  {:>24}", dealt - whole, rounded - whole);
    }
}

/// How well the offset of a clock is known. Latency needs none of it: it is a difference of instants of one machine's
/// monotonic clock. The error of a clock shifts windows.
fn clocks() {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let reference = socket.local_addr().unwrap().to_string();
    let ahead = Duration::from_secs(3600);
    std::thread::spawn(move || serve(&socket, ahead));
    let errors: Vec<u64> = (0..100)
        .map(|_| {
            let offset = wirecost_scale::ask(&reference).unwrap();
            offset.offset_ns.abs_diff(ahead.as_nanos() as i64)
        })
        .collect();
    let most_ns = errors.iter().max().copied().unwrap_or_default();
    println!("a clock that is an hour wrong, on the loopback");
    println!("  error of the offset, most of 100    {:.1} us", most_ns as f64 / 1e3);
}

/// A server of network time.
fn serve(socket: &UdpSocket, ahead: Duration) {
    let mut packet = [0; 48];
    while let Ok((_, from)) = socket.recv_from(&mut packet) {
        let now_ns = wirecost_load::unix_ns() + ahead.as_nanos() as u64;
        let (seconds, ns) = (now_ns / 1_000_000_000 + 2_208_988_800, now_ns % 1_000_000_000);
        let now = ((seconds << 32) | ((ns << 32) / 1_000_000_000)).to_be_bytes();
        packet.copy_within(40..48, 24);
        (packet[0], packet[1]) = (0b00_100_100, 1);
        packet[32..40].copy_from_slice(&now);
        packet[40..48].copy_from_slice(&now);
        if socket.send_to(&packet, from).is_err() {
            return;
        }
    }
}
