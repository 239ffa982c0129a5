//! Waits that others cause: peers with Nagle's algorithm, and peers that stream messages they never finish.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use sbw::SessionKey;
use sbw::block::Block;
use sbw::message::{Frame, Message, MessageReader, MethodId, ModuleId};

use crate::measure::pin;
use crate::peers::{greet, open};
use crate::servers::Server;

/// Peers that stream.
const PEERS: usize = 40;
/// Bytes that each announces, and those of them that it sends before it comes again.
const ANNOUNCED: i32 = 60_000_000;
const SENT: usize = 10_000_000;

/// Median, 99 % quantile and maximum of waits.
fn quantiles(mut waits: Vec<Duration>) -> String {
    waits.sort_unstable();
    let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    format!("median {:.3} ms, 99 % {:.3} ms, maximum {:.3} ms", at(0.5), at(0.99), at(1.0))
}

/// Reads until a reply comes. Notices of peers that come and go may lie before it.
fn await_reply(reader: &mut MessageReader<TcpStream>) -> sbw::Result<()> {
    while !matches!(Message::parse(&reader.read_message()?.expect("the broker stays"))?, Message::Reply { .. }) {}
    Ok(())
}

/// A send followed at once by a call, with Nagle's algorithm on as libSBW has it: two small segments.
pub fn send_then_call() -> sbw::Result<()> {
    pin(&[0, 1]);
    let broker = Server::start(&["broker"]);
    let mut stream = open(broker.address);
    stream.set_nodelay(false).expect("a fresh socket");
    let id = greet(&mut stream, &broker.key());
    let mut reader = MessageReader::new(stream.try_clone().expect("a socket"), 1 << 20);
    let version = MethodId::new(ModuleId::BROKER, 0, 0);
    let send = Frame::send(version, id, Block::new())?;
    let call = Frame::call(version, id, 1, Block::new())?;
    let mut waits = Vec::new();
    for _ in 0..200 {
        let start = Instant::now();
        stream.write_all(send.bytes()).expect("the broker reads");
        stream.write_all(call.bytes()).expect("the broker reads");
        await_reply(&mut reader)?;
        waits.push(start.elapsed());
    }
    println!("send then call with Nagle's algorithm, 200 pairs: {}", quantiles(waits));
    Ok(())
}

/// The wait of one caller through the broker, alone and beside peers that stream messages without end.
pub fn streams() -> sbw::Result<()> {
    pin(&[0, 1]);
    for peers in [0, PEERS] {
        let broker = Server::start(&["broker"]);
        let (address, key) = (broker.address.to_string(), broker.key());
        let module = Server::start(&["raw-module", &address, broker.key_text()]);
        let _streaming = (peers > 0).then(|| Server::start(&["streams", &address, broker.key_text()]));
        let mut stream = open(broker.address);
        let id = greet(&mut stream, &key);
        let mut reader = MessageReader::new(stream.try_clone().expect("a socket"), 1 << 20);
        let call = Frame::call(MethodId::new(ModuleId(module.id()), 0, 0), id, 1, Block::new())?;
        let until = Instant::now() + Duration::from_secs(5);
        let mut waits = Vec::new();
        while Instant::now() < until {
            let start = Instant::now();
            stream.write_all(call.bytes()).expect("the broker reads");
            await_reply(&mut reader)?;
            waits.push(start.elapsed());
        }
        println!("{peers:>2} peers that stream, {} calls of another in 5 s: {}", waits.len(), quantiles(waits));
    }
    Ok(())
}

/// The role of the peers that stream.
pub fn stream_for_ever(address: SocketAddr, key: &str) -> sbw::Result<()> {
    let key = SessionKey::from_bytes(key)?;
    println!("{address} ");
    let work = || {
        let piece = vec![2; 65_536];
        loop {
            let mut stream = open(address);
            greet(&mut stream, &key);
            let mut sent = stream.write_all(&ANNOUNCED.to_le_bytes());
            for _ in 0..SENT / piece.len() {
                sent = sent.and_then(|()| stream.write_all(&piece));
            }
            // The notices of the others, so that the broker need not keep them.
            stream.set_nonblocking(true).expect("a socket");
            while stream.read(&mut [0; 4096]).is_ok_and(|count| count > 0) {}
        }
    };
    std::thread::scope(|scope| (0..PEERS).for_each(|_| drop(scope.spawn(work))));
    Ok(())
}
