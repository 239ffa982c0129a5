//! Does a request cost as much in slices as in windows? Four servers are loaded in turn, and then each for a window, over and over, so
//! that slices and windows meet the same states of the machine. Prints figures, asserts nothing. Needs nginx, go, node and taskset.
//!
//! ```text
//! cargo bench -p wirecost --bench windows -- 600        ten minutes: half of it in a closed loop, half at 5,000/s
//! cargo bench -p wirecost --bench windows -- 600 3ms    the same, with so much load before each slice of any server
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

/// Rounds of slices between windows.
const ROUNDS: usize = 20;
/// As long as the slices of a server in this many rounds, before and after the window.
const WINDOW: Duration = SHORTEST.saturating_mul(2 * ROUNDS as u32);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let seconds = words.first().and_then(|word| word.parse().ok()).unwrap_or(600.0);
    let lead = words.get(1).map(|word| word.parse::<Span>().expect("the lead is a span of time").0);
    let folder = std::env::temp_dir().join(format!("wirecost-windows-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let servers = start(&folder);
    for schedule in [Schedule::closed(), Schedule::poisson(5_000.0, 1)] {
        compare(&servers, &schedule, lead, Duration::from_secs_f64(seconds / 2.0));
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

/// What a request cost in slices, in units of what it cost in windows between them.
fn compare(servers: &[Up], schedule: &Schedule, lead: Option<Duration>, lasts: Duration) {
    let options: Vec<Options> = servers.iter().map(|server| options(server, schedule)).collect();
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
    let mut slices = |turns: &mut Turns<'_, Http>, rounds: usize, length: Duration| -> Vec<Vec<Slice>> {
        let mut all = vec![Vec::new(); servers.len()];
        for _ in 0..rounds {
            random.shuffle(&mut order);
            for &server in &order {
                all[server].push(turns.slice(server, length).expect("it goes on"));
            }
        }
        all
    };
    let start = Instant::now();
    let mut ratios = vec![Vec::new(); servers.len()];
    let mut windows_each = vec![Vec::new(); servers.len()];
    let mut before = slices(&mut turns, ROUNDS, SHORTEST);
    while start.elapsed() < lasts {
        let windows = slices(&mut turns, 1, WINDOW);
        let after = slices(&mut turns, ROUNDS, SHORTEST);
        for server in 0..servers.len() {
            let around: Vec<&Slice> = before[server].iter().chain(&after[server]).collect();
            let window = each(&windows[server].iter().collect::<Vec<_>>());
            ratios[server].push(each(&around) / window);
            windows_each[server].push(window);
        }
        before = after;
    }
    for (server, ratios) in servers.iter().zip(&ratios) {
        let compared = compare::paired(&vec![1.0; ratios.len()], ratios, ALPHA).expect("there are enough");
        let ratio = compared.ratio;
        println!(
            "{}, {}: in slices by in windows of {WINDOW:?}: {:.3} ({:.3} to {:.3}, {} windows)",
            if schedule.is_closed() { "closed loop" } else { "5,000/s" },
            server.name,
            ratio.median,
            ratio.low,
            ratio.high,
            ratios.len()
        );
    }
    let costs: Vec<String> = windows_each.iter().map(|each| format!("{:.0} ns", median(each))).collect();
    println!("a request costs {} in windows", costs.join(", "));
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

/// CPU time of the server by answers, nanoseconds.
fn each(slices: &[&Slice]) -> f64 {
    let sum = |of: fn(&Slice) -> u64| slices.iter().map(|slice| of(slice)).sum::<u64>() as f64;
    sum(|slice| slice.server_cpu_ns.unwrap_or_default()) / sum(|slice| slice.ok)
}
