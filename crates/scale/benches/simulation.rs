//! What many machines cost, by simulation: `cargo bench -p wirecost-scale --bench simulation`.
//!
//! Merging the results of 10,000 workers (time, memory), how exactly a schedule is dealt, how well the offset of a clock is
//! known, and what an error of clocks does to a result. `-- 100000` merges as many results instead.

use std::net::UdpSocket;
use std::time::{Duration, Instant};

use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, Arrivals, LoadResult, NullServer, Options, Schedule, Target, merge_forced, run};
use wirecost_scale::{PartResult, collect_folder, merge_parts};

/// Workers.
const WORKERS: u64 = 10_000;
/// The most that merging the results of this many may take.
const MOST_S: f64 = 10.0;
const MOST_BYTES: u64 = 1_000_000_000;

fn main() {
    let workers = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(WORKERS);
    let load = loaded();
    merging(&load, workers);
    dealing();
    clocks();
    errors_of_clocks(&load);
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

fn part(rank: u64, parts: u64, load: &LoadResult) -> PartResult {
    PartResult {
        run: "simulated".into(),
        rank,
        parts,
        host: format!("node{rank}"),
        version: "0".into(),
        start_at_unix_ns: Some(load.started_unix_ns),
        start_lateness_ns: Some(1000),
        clocks: None,
        cut: None,
        error: None,
        schedule: Some(Schedule::constant(1000.0 * parts as f64)),
        load: Some(load.clone()),
        suite: None,
    }
}

fn merging(load: &LoadResult, workers: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = 0;
    for rank in 0..workers {
        let line = part(rank, workers, load).to_line().unwrap();
        bytes += line.len() as u64;
        std::fs::write(folder.path().join(format!("part-{rank}.json")), line).unwrap();
    }
    let (before, cpu_before_s) = (peak_bytes(), cpu_s());
    let start = Instant::now();
    let (found, _) = collect_folder(folder.path()).unwrap();
    let merged = merge_parts(&found, None, None).unwrap();
    let (took_s, took_cpu_s) = (start.elapsed().as_secs_f64(), cpu_s() - cpu_before_s);
    assert_eq!(merged.sent, load.sent * workers);
    assert_eq!(merged.latency().unwrap().len(), load.ok * workers);
    println!("merging {workers} workers of 10 s, {} bytes each", bytes / workers);
    println!("  time           {took_s:.2} s      bar {MOST_S} s for {WORKERS}");
    println!("  CPU time       {took_cpu_s:.2} s");
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

/// The CPU time of this process so far, seconds.
fn cpu_s() -> f64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 / 1e9
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

/// What wrong clocks do to a sum. Each latency is a difference of instants of one clock, so its distribution must be the
/// same; what happened when, and with it the rate of a moment, shifts.
fn errors_of_clocks(load: &LoadResult) {
    println!("the sum of 4 parts whose clocks are wrong: two by this much early, two late");
    println!("  {:>11}  {:>19}  {:>26}", "clock error", "latency p50, p99 off", "a tenth's requests off, mean");
    let sum = |error: Duration| {
        let shifted = |part| {
            let started_ns = load.started_unix_ns as i64;
            let error_ns = error.as_nanos() as i64 * if part % 2 == 0 { 1 } else { -1 };
            LoadResult { started_unix_ns: (started_ns + error_ns) as u64, ..load.clone() }
        };
        merge_forced(&(0..4).map(shifted).collect::<Vec<_>>(), 4)
    };
    let truth = sum(Duration::ZERO).unwrap();
    for error_ms in [0, 1, 10, 50, 200, 500, 1000] {
        let merged = match sum(Duration::from_millis(error_ms)) {
            Ok(merged) => merged,
            Err(fault) => {
                println!("  {error_ms:>8} ms  refused: {fault}");
                continue;
            }
        };
        let off =
            |quantile: fn(&LoadResult) -> Option<u64>| quantile(&merged).unwrap().abs_diff(quantile(&truth).unwrap());
        let [p50, p99] =
            [off(|result| result.latency_ns?.p50), off(|result| result.latency_ns?.p99)].map(|ns| format!("{ns} ns"));
        let tenths = truth.series.iter().zip(&merged.series).take(100);
        let apart: u64 = tenths.map(|(one, other)| one.sent.abs_diff(other.sent)).sum();
        let share = apart as f64 * 100.0 / truth.sent as f64;
        println!("  {error_ms:>8} ms  {:>19}  {share:>24.1} %", format!("{p50}, {p99}"));
    }
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
