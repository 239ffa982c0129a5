//! A server that answers at once, except that it once stalls for a second, under 1,000 requests a second for ten: what
//! each way of measuring says of it.
//!
//! ```text
//! cargo run --release --example stall
//! ```

use std::error::Error;
use std::time::Duration;
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, LoadResult, NullServer, Options, Schedule, Summary, Target, run};

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n";

fn main() -> Result<(), Box<dyn Error>> {
    let planned = load(Schedule::constant(1000.0))?;
    println!("Planned: 1,000 requests/s\n{}\n", Summary(&planned));
    let closed = load(Schedule::Closed { think_ns: 10_000_000 })?;
    println!("Closed loop: 10 connections, each waiting for its answer and then for 10 ms\n{}", Summary(&closed));
    Ok(())
}

fn load(schedule: Schedule) -> Result<LoadResult, Box<dyn Error>> {
    let server = NullServer::start(ANSWER, |request| {
        if request == 4000 {
            std::thread::sleep(Duration::from_secs(1));
        }
    })?;
    let mut options = Options::new(Target::plain("stall", Address::Tcp(server.address())), schedule);
    (options.connections, options.max_connections) = (10, 10);
    options.warmup = Duration::ZERO;
    Ok(run(&options, Http::new(&[Request::get("stall", "/")], 1), |_| {})?)
}
