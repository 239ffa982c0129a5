//! Round trips, each beside a floor that does less: pairs, interleaved, wall time and CPU time of all processes.
//!
//! `cargo bench -p sbw --bench wire [-- CASE...]`, where a case is `direct`, `broker`, `rate`, `large`, `nagle` or
//! `streams`. Every server is a process of its own that ends with its standard input, so none outlives the bench.
//!
//! `-- against PROGRAM` pairs the broker of this build with that of another build of this bench.

mod crowd;
mod measure;
mod peers;
mod servers;

use std::io::Read;
use std::path::Path;

use measure::{Candidate, compare, pin};
use peers::Raw;
use sbw::block::Block;
use sbw::caller::Caller;
use sbw::message::{MethodId, ModuleId};
use sbw::module::Module;
use servers::Server;

/// The first method of the first service of a module.
fn echo(module: i32) -> MethodId {
    MethodId::new(ModuleId(module), 0, 0)
}

fn main() -> sbw::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [role, rest @ ..] = arguments.as_slice()
        && role == "serve"
    {
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            std::process::exit(0);
        });
        return servers::serve(rest);
    }
    if let ["against", program] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return against(Path::new(program));
    }
    let wanted = |case: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == case);
    if wanted("direct") {
        direct(&[0], "one core")?;
        direct(&[0, 1], "two cores")?;
    }
    if wanted("broker") {
        broker(&[0], "one core")?;
        broker(&[0, 1], "two cores")?;
    }
    if wanted("rate") {
        pin(&[0, 1]);
        rate()?;
    }
    if wanted("large") {
        pin(&[0, 1]);
        large()?;
    }
    if wanted("nagle") {
        crowd::send_then_call()?;
    }
    if wanted("streams") {
        crowd::streams()?;
    }
    Ok(())
}

/// `empty` without a broker, against a raw TCP echo of as many bytes.
fn direct(cores: &[usize], placement: &str) -> sbw::Result<()> {
    pin(cores);
    let (echo_server, server) = (Server::start(&["echo"]), Server::start(&["direct"]));
    let mut raw = Raw::connect(echo_server.address);
    let mut caller = Caller::connect(server.address, &server.key(), "")?;
    let module = Module::builder("").connect(server.address, &server.key())?;
    compare(
        &format!("empty, no broker, {placement}"),
        2000,
        &mut [
            Candidate::new("raw TCP echo", &[&echo_server], || raw.round_trip(26)),
            Candidate::new("sbw Caller", &[&server], || {
                caller.call(echo(0), &()).expect("the server answers");
            }),
            Candidate::new("sbw Module (concurrent)", &[&server], || {
                module.call(echo(0), &()).expect("the server answers");
            }),
        ],
    );
    Ok(())
}

/// `empty` through the broker, against a bare relay with the same hops.
fn broker(cores: &[usize], placement: &str) -> sbw::Result<()> {
    pin(cores);
    let echo_server = Server::start(&["echo"]);
    let relay = Server::start(&["relay", &echo_server.address.to_string()]);
    let broker = Server::start(&["broker"]);
    let (address, key) = (broker.address.to_string(), broker.key());
    let raw_module = Server::start(&["raw-module", &address, broker.key_text()]);
    let module = Server::start(&["module", &address, broker.key_text()]);
    let mut raw = Raw::connect(relay.address);
    let mut ends = Raw::connect_to_broker(broker.address, &key);
    let mut caller = Caller::connect(broker.address, &key, "")?;
    let concurrent = Module::builder("").connect(broker.address, &key)?;
    let (raw_id, id) = (raw_module.id(), module.id());
    compare(
        &format!("empty, through the broker, {placement}"),
        1000,
        &mut [
            Candidate::new("bare relay", &[&echo_server, &relay], || raw.round_trip(26)),
            Candidate::new("broker, raw ends", &[&broker, &raw_module], || ends.call(raw_id)),
            Candidate::new("sbw Caller to Module", &[&broker, &module], || {
                caller.call(echo(id), &()).expect("the module answers");
            }),
            Candidate::new("sbw Module to Module", &[&broker, &module], || {
                concurrent.call(echo(id), &()).expect("the module answers");
            }),
        ],
    );
    Ok(())
}

/// `empty` through the brokers of two builds, with the same raw ends.
fn against(program: &Path) -> sbw::Result<()> {
    pin(&[0]);
    let echo_server = Server::start(&["echo"]);
    let relay = Server::start(&["relay", &echo_server.address.to_string()]);
    let brokers = [Server::of(program, &["broker"]), Server::start(&["broker"])];
    let modules =
        brokers.each_ref().map(|one| Server::start(&["raw-module", &one.address.to_string(), one.key_text()]));
    let mut raw = Raw::connect(relay.address);
    let [mut old, mut new] = brokers.each_ref().map(|one| Raw::connect_to_broker(one.address, &one.key()));
    let ids = modules.each_ref().map(Server::id);
    compare(
        "empty, through two brokers, one core",
        1000,
        &mut [
            Candidate::new("the other broker", &[&brokers[0], &modules[0]], || old.call(ids[0])),
            Candidate::new("this broker", &[&brokers[1], &modules[1]], || new.call(ids[1])),
            Candidate::new("bare relay", &[&echo_server, &relay], || raw.round_trip(26)),
        ],
    );
    Ok(())
}

/// Messages a second through the broker over 8 connections: four callers that keep 64 calls open each, four modules.
fn rate() -> sbw::Result<()> {
    const CALLS: usize = 200_000;
    for round in 0..3 {
        let broker = Server::start(&["broker"]);
        let address = broker.address.to_string();
        let modules: Vec<Server> =
            (0..4).map(|_| Server::start(&["raw-module", &address, broker.key_text()])).collect();
        let start = std::time::Instant::now();
        std::thread::scope(|scope| {
            for module in &modules {
                let mut raw = Raw::connect_to_broker(broker.address, &broker.key());
                let id = module.id();
                scope.spawn(move || raw.pipelined(id, CALLS / 4, 64));
            }
        });
        let messages = 2 * CALLS;
        let rate = messages as f64 / start.elapsed().as_secs_f64();
        println!("round {round}: {rate:.0} messages/s through the broker, 8 connections, 64 calls open on each caller");
    }
    Ok(())
}

/// Echo of double[1,000,000] through the broker, against a bare relay of as many bytes.
fn large() -> sbw::Result<()> {
    let doubles: Vec<f64> = (0..1_000_000).map(|at| at as f64 * 1.01).collect();
    let mut block = Block::new();
    block.array(&doubles)?;
    let bytes = block.items().len() + 26;
    let echo_server = Server::start(&["echo"]);
    let relay = Server::start(&["relay", &echo_server.address.to_string()]);
    let broker = Server::start(&["broker"]);
    let module = Server::start(&["module", &broker.address.to_string(), broker.key_text()]);
    let mut raw = Raw::connect(relay.address);
    let mut caller = Caller::connect(broker.address, &broker.key(), "")?;
    let id = module.id();
    let mut result = vec![0.0; doubles.len()];
    compare(
        &format!("echo of double[1000000], {bytes} bytes each way, two cores"),
        2,
        &mut [
            Candidate::new("bare relay", &[&echo_server, &relay], || raw.round_trip(bytes)),
            Candidate::new("sbw Caller to Module", &[&broker, &module], || {
                // Its second method decodes the doubles and encodes them again.
                let method = MethodId { method: 1, ..echo(id) };
                let answer = caller.call(method, &(&doubles,)).expect("the module answers");
                answer.reader().doubles_into(&mut result).expect("the answer is the doubles");
            }),
        ],
    );
    assert_eq!(result, doubles);
    Ok(())
}
