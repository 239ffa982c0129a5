//! The front against memcached, and with engines behind it: `cargo bench -p wirecost-kv-rust --bench front`.
//!
//! Servers that are compared are up together, on one core; the generator is on another. Each slice of one follows a slice of the
//! other, in random order, and each pair gives a ratio of rates and one of CPU time for an operation. The bars: with a map, at
//! least 0.9 of memcached's rate and at most 1.1 of its CPU time; with an engine, at most 1.25 of the CPU time that the engine takes
//! without a server and that the front takes with a map.

mod engines;

use std::time::Duration;

use wirecost_host::{Launch, ProcessClock, Server, available_cores};
use wirecost_load::protocol::store::{Dialect, Order, Store, Workload};
use wirecost_load::{Address, Options, Schedule, Slice, Target, Turn, Turns};

/// Pairs of slices.
const PAIRS: usize = 200;
/// How long a slice lasts.
const SLICE: Duration = Duration::from_millis(15);
const KEYS: u64 = 100_000;
/// The variable that makes this program the front, or the caller of an engine: the verb, the engine and its variant.
const ROLE: &str = "WIRECOST_BENCH_ROLE";

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    if let Ok(role) = std::env::var(ROLE) {
        let words: Vec<&str> = role.split(' ').collect();
        let run = if words[0] == "serve" { wirecost_kv_rust::serve } else { wirecost_kv_rust::embed };
        return Ok(run(words[1], words[2])?);
    }
    let cores = available_cores();
    let (server, generator) = (cores[0], *cores.last().ok_or("no core")?);
    let memcached = ["-l", "127.0.0.1", "-p", "{port}", "-U", "0", "-m", "256", "-t", "1", "-c", "8192", "-u", "root"];
    let mut memcached = Launch::new("memcached", memcached);
    memcached.cores = vec![server];
    let servers = [Server::start(&memcached)?, own("serve map ", server)?];
    println!("{:<28} {:>12} {:>12} {:>8} {:>22}", "", "memcached", "front", "ratio", "middle half of pairs");
    for connections in [16, 100] {
        for (name, writes) in [("set", 1.0), ("get", 0.0)] {
            let options = servers.each_ref().map(|server| options(server, connections, generator));
            let stores = options.each_ref().map(stored);
            let pairs = pairs(&servers, &options, stores.map(|store| store.then(Order::Uniform, writes, 7)))?;
            let rate = |slice: &Slice| slice.ok as f64 / slice.wall_ns as f64 * 1e9;
            let cpu = |slice: &Slice| slice.server_cpu_ns.unwrap_or(0) as f64 / slice.ok.max(1) as f64;
            show(&format!("{name}, {connections} connections, ops/s"), &pairs, rate);
            show(&format!("{name}, {connections} connections, ns/op"), &pairs, cpu);
        }
    }
    drop(servers);
    engines::compare(server, generator)
}

/// This program in another role.
fn own(role: &str, core: usize) -> Result<Server, Failed> {
    let mut launch = Launch::new(std::env::current_exe()?.display().to_string(), Vec::<String>::new());
    for (name, value) in [("WIRECOST_PORT", "{port}"), ("WIRECOST_FOLDER", "{dir}"), (ROLE, role)] {
        launch.environment.push((name.into(), value.into()));
    }
    launch.cores = vec![core];
    Ok(Server::start(&launch)?)
}

fn options(server: &Server, connections: usize, core: usize) -> Options {
    let target = Target::plain(server.address().to_string(), Address::Tcp(server.address()));
    let warmup = Duration::ZERO;
    Options {
        connections,
        max_connections: connections,
        cores: vec![core],
        warmup,
        ..Options::new(target, Schedule::closed())
    }
}

/// A store with all keys in it.
fn stored(options: &Options) -> Store {
    let workload = Workload { keys: KEYS, value_bytes: 100, order: Order::InOrder, writes: 1.0, seed: 1 };
    let store = Store::new(Dialect::Memcached, workload);
    let options = Options { requests: Some(KEYS), duration: Duration::from_secs(60), ..options.clone() };
    let result = wirecost_load::run(&options, store.fill(), |_| {}).expect("both servers answer");
    assert_eq!(result.ok, KEYS);
    store
}

/// Slices of both, one after the other.
fn pairs(servers: &[Server; 2], options: &[Options; 2], stores: [Store; 2]) -> Result<Vec<[Slice; 2]>, Failed> {
    let mut clocks = servers.each_ref().map(|server| ProcessClock::new(&[server.pid()]));
    let turns = options.iter().zip(stores).zip(&mut clocks);
    let turns = turns.map(|((options, protocol), clock)| Turn {
        options,
        protocol,
        lead: Duration::ZERO,
        cpu: Box::new(|| clock.read_ns()),
    });
    let mut turns = Turns::open(turns.collect())?;
    (0..2).try_for_each(|server| turns.warm_up(server, Duration::from_millis(200)))?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut pairs = Vec::new();
    for _ in 0..PAIRS {
        let first = random.usize(..2);
        let (one, other) = (turns.slice(first, SLICE)?, turns.slice(1 - first, SLICE)?);
        if one.failed + other.failed > 0 {
            return Err(format!("{} requests failed", one.failed + other.failed).into());
        }
        pairs.push(if first == 0 { [one, other] } else { [other, one] });
    }
    Ok(pairs)
}

/// The medians of both, and the median of the ratios of pairs with their middle half.
fn show(name: &str, pairs: &[[Slice; 2]], value: impl Fn(&Slice) -> f64) {
    let sorted = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values
    };
    let of = |server: usize| sorted(pairs.iter().map(|pair| value(&pair[server])).collect())[pairs.len() / 2];
    let ratios = sorted(pairs.iter().map(|[memcached, front]| value(front) / value(memcached)).collect());
    let [low, middle, high] = [1, 2, 3].map(|quarter| ratios[ratios.len() * quarter / 4]);
    println!("{name:<28} {:>12.0} {:>12.0} {middle:>8.3} {:>22}", of(0), of(1), format!("{low:.3} - {high:.3}"));
}
