//! The front with an engine behind it, against the same engine without a server and the front with a map.

use std::io::BufReader;
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
/// Keys of each are stored before in so long at most.
const LONGEST: Duration = Duration::from_secs(60);

/// Shows each engine's CPU time for an operation beside what it should be.
pub(super) fn compare(server: usize, generator: usize) -> Result<(), Failed> {
    println!("\n{:<28} {:>12} {:>12} {:>12} {:>8}", "ns/op", "front + map", "engine", "front", "ratio");
    for (name, variant) in ENGINES {
        let servers = [own("serve map ", server)?, own(&format!("serve {name} {variant}"), server)?];
        let engine = own(&format!("embed {name} {variant}"), server)?;
        let mut caller = Caller::connect(&engine)?;
        caller.load(Order::InOrder, 1.0, (Some(KEYS), LONGEST))?;
        let options = servers.each_ref().map(|server| options(server, CONNECTIONS, generator));
        let stores = options.each_ref().map(stored);
        for (operation, writes) in [("set", 1.0), ("get", 0.0)] {
            let then = stores.each_ref().map(|store| store.then(Order::Uniform, writes, 7));
            let pairs = pairs(&servers, &options, then)?;
            let front: [f64; 2] =
                [0, 1].map(|server| median(pairs.iter().map(|pair| each_ns(&pair[server])).collect()));
            let calls = (0..CALLS).map(|_| caller.load(Order::Uniform, writes, (None, SLICE)));
            let alone = median(calls.collect::<Result<Vec<f64>, Failed>>()?);
            let ratio = front[1] / (front[0] + alone);
            let what = format!("{name} {variant}, {operation}");
            println!("{what:<28} {:>12.0} {alone:>12.0} {:>12.0} {ratio:>8.3}", front[0], front[1]);
        }
    }
    Ok(())
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
    fn load(&mut self, order: Order, writes: f64, (requests, window): (Option<u64>, Duration)) -> Result<f64, Failed> {
        let work = Work {
            keys: KEYS,
            value_bytes: 100,
            bodies: Vec::new(),
            among: KEYS,
            order,
            writes,
            seed: 7,
            turn: CONNECTIONS,
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
