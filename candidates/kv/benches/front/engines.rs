//! The front with an engine behind it, against the same engine without a server and the front with a map.
//!
//! How many operations are one turn decides what an engine costs that has a transaction for each turn. The front takes what has
//! come, which is less than all connections could send. So the engine without a server has turns of the same size.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use wirecost_host::Server;
use wirecost_kv_protocol::{Done, Job, Work, receive, send};
use wirecost_load::Slice;
use wirecost_load::protocol::store::Order;

use super::{Failed, KEYS, SLICE, options, own, pairs, stored};

const ENGINES: [(&str, &str); 4] = [("lmdb", "nosync"), ("redb", "none"), ("fjall", "buffered"), ("sqlite", "off")];
const CONNECTIONS: usize = 16;
/// Loads of an engine without a server.
const CALLS: usize = 40;
/// Keys of each are stored before within this time.
const LONGEST: Duration = Duration::from_secs(60);

/// Shows each engine's CPU time for an operation beside what it should be.
pub(super) fn compare(server: usize, generator: usize) -> Result<(), Failed> {
    println!(
        "\n{:<28} {:>12} {:>12} {:>12} {:>8} {:>12}",
        "ns/op", "front + map", "engine", "front", "ratio", "ops/turn"
    );
    for (name, variant) in ENGINES {
        let servers = [own("serve map ", server)?, own(&format!("serve {name} {variant}"), server)?];
        let engine = own(&format!("embed {name} {variant}"), server)?;
        let mut caller = Caller::connect(&engine)?;
        caller.load(Order::InOrder, 1.0, CONNECTIONS, (Some(KEYS), LONGEST))?;
        let options = servers.each_ref().map(|server| options(server, CONNECTIONS, generator));
        let stores = options.each_ref().map(stored);
        for (operation, writes) in [("set", 1.0), ("get", 0.0)] {
            let then = stores.each_ref().map(|store| store.then(Order::Uniform, writes, 7));
            let before = Counted::of(&servers[1])?;
            let pairs = pairs(&servers, &options, then)?;
            let turn = Counted::of(&servers[1])?.turn_since(before);
            let front: [f64; 2] =
                [0, 1].map(|server| median(pairs.iter().map(|pair| each_ns(&pair[server])).collect()));
            let calls = (0..CALLS).map(|_| caller.load(Order::Uniform, writes, turn, (None, SLICE)));
            let alone = median(calls.collect::<Result<Vec<f64>, Failed>>()?);
            let ratio = front[1] / (front[0] + alone);
            let what = format!("{name} {variant}, {operation}");
            println!("{what:<28} {:>12.0} {alone:>12.0} {:>12.0} {ratio:>8.3} {turn:>12}", front[0], front[1]);
        }
    }
    Ok(())
}

/// What a front has counted.
#[derive(Clone, Copy)]
struct Counted {
    operations: u64,
    turns: u64,
}

impl Counted {
    fn of(front: &Server) -> Result<Self, Failed> {
        let mut lines = BufReader::new(TcpStream::connect(front.address())?);
        lines.get_mut().write_all(b"stats\r\nquit\r\n")?;
        let mut counted = Self { operations: 0, turns: 0 };
        for line in lines.lines() {
            match line?.trim_end().split(' ').collect::<Vec<&str>>()[..] {
                ["STAT", "turns", count] => counted.turns = count.parse()?,
                ["STAT", "cmd_get" | "cmd_set", count] => counted.operations += count.parse::<u64>()?,
                _ => {}
            }
        }
        Ok(counted)
    }

    /// Operations of a turn since then, on average.
    fn turn_since(self, before: Self) -> usize {
        let turns = (self.turns - before.turns).max(1);
        ((self.operations - before.operations) as f64 / turns as f64).round().max(1.0) as usize
    }
}

fn each_ns(slice: &Slice) -> f64 {
    slice.server_cpu_ns.unwrap_or(0) as f64 / slice.ok.max(1) as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// An engine without a server.
struct Caller(BufReader<TcpStream>);

impl Caller {
    fn connect(engine: &Server) -> Result<Self, Failed> {
        Ok(Self(BufReader::new(TcpStream::connect(engine.address())?)))
    }

    /// CPU time of an operation, nanoseconds.
    fn load(
        &mut self,
        order: Order,
        writes: f64,
        turn: usize,
        (requests, window): (Option<u64>, Duration),
    ) -> Result<f64, Failed> {
        let work = Work {
            keys: KEYS,
            value_bytes: 100,
            bodies: Vec::new(),
            among: KEYS,
            order,
            writes,
            seed: 7,
            turn,
            requests,
            window,
        };
        send(&Job::Load(work), self.0.get_mut())?;
        match receive(&mut self.0)? {
            Some(Done::Loaded { load, engine_cpu_ns }) if load.ok == load.sent => {
                Ok(engine_cpu_ns as f64 / load.ok as f64)
            }
            other => Err(format!("{other:?}").into()),
        }
    }
}
