//! Does a request cost as much in slices as in windows, and take as long? Four servers are loaded in turn, by slices and by windows, over
//! and over, so that both meet the same states of the machine. Prints figures, asserts nothing. Needs nginx, go, node and taskset.
//!
//! ```text
//! cargo bench -p wirecost --bench windows -- 600                      ten minutes: half of it in a closed loop, half at 5,000/s
//! cargo bench -p wirecost --bench windows -- 600 20ms                 the same, with so much load before each slice of any server
//! cargo bench -p wirecost --bench windows -- 300 own 5000 5ms,10ms    so many requests per second, and slices of several lengths
//! ```

use std::cell::RefCell;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use wirecost_catalog::suite::Span;
use wirecost_host::ProcessClock;
use wirecost_load::length::{LEAD, SHORTEST};
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, Options, Schedule, Slice, Target, Turn, Turns};
use wirecost_measure::compare::{self, ALPHA};
use wirecost_measure::estimate::median;

#[path = "started/mod.rs"]
mod started;

use started::{Ended, OWN_CORE, SERVERS_CORE, await_port, free_port, nginx, on_core};

/// Rounds of slices beside a window.
const ROUNDS: usize = 20;
const WINDOW: Duration = Duration::from_millis(200);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let word = |place: usize| words.get(place).map(String::as_str);
    let seconds = word(0).and_then(|word| word.parse().ok()).unwrap_or(600.0);
    let span = |word: &str| word.parse::<Span>().expect("it is a span of time").0;
    let lead = word(1).filter(|word| *word != "own").map(span);
    let rate_per_s: Option<f64> = word(2).map(|word| word.parse().expect("the rate is a number"));
    let lengths: Option<Vec<Duration>> = word(3).map(|lengths| lengths.split(',').map(span).collect());
    let folder = std::env::temp_dir().join(format!("wirecost-windows-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let servers = start(&folder);
    let loads = rate_per_s.map_or_else(|| vec![None, Some(5_000.0)], |rate_per_s| vec![Some(rate_per_s)]);
    let lasts = Duration::from_secs_f64(seconds / loads.len() as f64);
    for rate_per_s in loads {
        compare(&servers, rate_per_s, (lead, lengths.as_deref().unwrap_or(&[SHORTEST])), lasts);
    }
    drop(servers);
    // Only temporary files are lost where this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

/// A server that is up.
struct Up {
    name: &'static str,
    process: Ended,
    port: u16,
    path: &'static str,
    /// As its candidate says.
    lead: Duration,
}

/// What `candidates/http/go-net-http` says.
const LEAD_OF_GO: Duration = Duration::from_millis(15);

fn start(folder: &Path) -> Vec<Up> {
    let candidates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../candidates/http");
    let go = folder.join("go-net-http");
    let mut build = Command::new("go");
    build.arg("build").arg("-C").arg(candidates.join("go-net-http")).arg("-o").arg(&go).arg(".");
    assert!(build.status().expect("there is go").success());
    let message = folder.join("message");
    std::fs::write(&message, "x".repeat(1024)).expect("it can be written");
    let started = |name, lead, command: &mut Command| {
        let port = free_port();
        command.env("WIRECOST_PORT", port.to_string()).env("WIRECOST_MESSAGE", &message);
        command.env("WIRECOST_NONCE", "1").env("WIRECOST_CORES", "1").env("WIRECOST_FOLDER", folder);
        let process = Ended(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"));
        await_port(port);
        Up { name, process, port, path: "/message", lead }
    };
    let script = candidates.join("node-http/server.js");
    let (process, port) = nginx(folder, 1);
    vec![
        Up { name: "nginx", process, port, path: "/x", lead: LEAD },
        started("hyper", LEAD, on_core(SERVERS_CORE, env!("CARGO_BIN_EXE_wirecost")).args(["http-server", "hyper"])),
        started("Go", LEAD_OF_GO, &mut on_core(SERVERS_CORE, &go)),
        started("node", LEAD, on_core(SERVERS_CORE, "node").arg(script)),
    ]
}

/// What slices of these lengths show, in units of what windows beside them show.
fn compare(servers: &[Up], rate_per_s: Option<f64>, (lead, lengths): (Option<Duration>, &[Duration]), lasts: Duration) {
    let schedule = rate_per_s.map_or_else(Schedule::closed, |rate_per_s| Schedule::poisson(rate_per_s, 1));
    let options: Vec<Options> = servers.iter().map(|server| options(server, &schedule)).collect();
    let clocks: Vec<_> =
        servers.iter().map(|server| Rc::new(RefCell::new(ProcessClock::new(&[server.process.0.id()])))).collect();
    let turns = servers.iter().zip(&options).zip(&clocks).map(|((server, options), clock)| {
        let (clock, request) = (Rc::clone(clock), Request::get("localhost", server.path));
        let protocol = Http::new(&[request], 1).expect_status(200);
        let lead = lead.unwrap_or(server.lead);
        Turn { options, protocol, lead, cpu: Box::new(move || clock.borrow_mut().read_ns()) }
    });
    let mut turns = Turns::open(turns.collect()).expect("they answer");
    for (server, clock) in clocks.iter().enumerate() {
        turns.warm_up(server, Duration::from_secs(3)).expect("it goes on");
        clock.borrow_mut().look_again();
    }
    let mut random = fastrand::Rng::with_seed(1);
    let mut order: Vec<usize> = (0..servers.len()).collect();
    let mut kinds: Vec<Kind> = lengths.iter().map(|length| Kind::new(*length, ROUNDS, servers.len())).collect();
    kinds.push(Kind::new(WINDOW, 1, servers.len()));
    let mut in_turn: Vec<usize> = (0..kinds.len()).collect();
    let start = Instant::now();
    while start.elapsed() < lasts {
        random.shuffle(&mut in_turn);
        for kind in &in_turn {
            let kind = &mut kinds[*kind];
            let mut found = vec![Vec::new(); servers.len()];
            for _ in 0..kind.rounds {
                random.shuffle(&mut order);
                for &server in &order {
                    found[server].push(turns.slice(server, kind.length).expect("it goes on"));
                }
            }
            for (place, (_, of)) in FIGURES.iter().enumerate() {
                kind.values[place].iter_mut().zip(&found).for_each(|(values, found)| values.push(of(found)));
            }
        }
    }
    let load = rate_per_s.map_or_else(|| "closed loop".to_owned(), |rate_per_s| format!("{rate_per_s}/s"));
    let windows = kinds.pop().expect("they come last");
    for (place, (what, _)) in FIGURES.iter().enumerate() {
        for (index, server) in servers.iter().enumerate() {
            let in_windows = &windows.values[place][index];
            println!("{load}, {}, {what}: {:.0} ns in windows of {WINDOW:?}", server.name, median(in_windows));
            for kind in &kinds {
                let in_slices = &kind.values[place][index];
                let ratio = compare::paired(in_windows, in_slices, ALPHA).expect("there are enough").ratio;
                let means = mean(in_slices) / mean(in_windows);
                let (length, count) = (kind.length, in_windows.len());
                println!(
                    "  in slices of {length:?}: {:.3} of that ({:.3} to {:.3}, {count} windows; {means:.3} by means)",
                    ratio.median, ratio.low, ratio.high
                );
            }
        }
    }
}

/// Slices, or windows.
struct Kind {
    length: Duration,
    rounds: usize,
    /// For each figure and server, in each turn of the kind.
    values: [Vec<Vec<f64>>; FIGURES.len()],
}

impl Kind {
    fn new(length: Duration, rounds: usize, servers: usize) -> Self {
        Self { length, rounds, values: std::array::from_fn(|_| vec![Vec::new(); servers]) }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn options(server: &Up, schedule: &Schedule) -> Options {
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], server.port));
    Options {
        connections: 16,
        max_connections: 16,
        cores: vec![OWN_CORE.parse().expect("it is a number")],
        ..Options::new(Target::plain(address.to_string(), Address::Tcp(address)), schedule.clone())
    }
}

/// Nanoseconds, by slices.
type Figure = fn(&[Slice]) -> f64;

/// What is compared.
const FIGURES: [(&str, Figure); 2] = [("CPU time of a request", cpu_each), ("median latency", p50)];

fn cpu_each(slices: &[Slice]) -> f64 {
    let sum = |of: fn(&Slice) -> u64| slices.iter().map(of).sum::<u64>() as f64;
    sum(|slice| slice.server_cpu_ns.unwrap_or_default()) / sum(|slice| slice.ok)
}

fn p50(slices: &[Slice]) -> f64 {
    median(&slices.iter().filter_map(|slice| slice.p50_ns).map(|ns| ns as f64).collect::<Vec<_>>())
}
