//! What a tap between client and server costs: the same round trips without it, through a bare relay of two threads, and
//! through the tap, in turn.
//!
//! `cargo bench -p wirecost-tap --bench passing`

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Instant;

use wirecost_tap::{Options, Tap};

/// Batches of each way, and round trips of a batch.
const BATCHES: usize = 41;
const TRIPS: u32 = 1000;
/// Bytes that are sent one way and back at once, and how often.
const LARGE: usize = 64 << 20;
const LARGE_BATCHES: usize = 9;

const REQUEST: &[u8] =
    b"POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n{\"value\": 3.141}";

fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("its address");
    (listener, address)
}

fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(size @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..size]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Sends back what comes.
fn echo() -> SocketAddr {
    let (listener, address) = listener();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let _ = client.set_nodelay(true);
            thread::spawn(move || copy(&client, &client));
        }
    });
    address
}

/// The least that a tap can be: two threads a connection that copy.
fn relay(target: SocketAddr) -> SocketAddr {
    let (listener, address) = listener();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let target = TcpStream::connect(target).expect("the target listens");
            let _ = (client.set_nodelay(true), target.set_nodelay(true));
            thread::spawn(move || {
                thread::scope(|scope| {
                    scope.spawn(|| copy(&target, &client));
                    copy(&client, &target);
                });
            });
        }
    });
    address
}

/// A tap that decodes everything and shows it to nobody.
fn tap(target: SocketAddr) -> SocketAddr {
    let tap = Tap::bind(Options::new((Ipv4Addr::LOCALHOST, 0).into(), vec![target])).expect("a free port");
    let address = tap.address();
    thread::spawn(move || tap.run(|_| Ok(())));
    address
}

fn connect(address: SocketAddr) -> TcpStream {
    let client = TcpStream::connect(address).expect("it listens");
    client.set_nodelay(true).expect("a stream");
    client
}

/// Microseconds of a round trip.
fn trips(mut client: &TcpStream) -> f64 {
    let mut reply = vec![0; REQUEST.len()];
    let start = Instant::now();
    for _ in 0..TRIPS {
        client.write_all(REQUEST).expect("the way is open");
        client.read_exact(&mut reply).expect("the reply comes");
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(TRIPS)
}

/// MiB a second each way.
fn large(client: &TcpStream) -> f64 {
    let piece = vec![7; 1 << 20];
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| (0..LARGE / piece.len()).for_each(|_| (&*client).write_all(&piece).expect("the way is open")));
        let mut buffer = vec![0; 1 << 20];
        let mut left = LARGE;
        while left > 0 {
            let size = left.min(buffer.len());
            left -= (&*client).read(&mut buffer[..size]).expect("bytes come");
        }
    });
    (LARGE >> 20) as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let server = echo();
    let ways = [("direct", server), ("bare relay", relay(server)), ("tap", tap(server))];
    let measure = |batches: usize, one: &dyn Fn(&TcpStream) -> f64| {
        let clients = ways.map(|(_, address)| connect(address));
        let mut values = ways.map(|_| Vec::new());
        // The first of each is warm-up.
        for batch in 0..=batches {
            for (client, values) in clients.iter().zip(&mut values) {
                let value = one(client);
                if batch > 0 {
                    values.push(value);
                }
            }
        }
        values.map(median)
    };
    let size = REQUEST.len();
    println!("a round trip of {size} bytes each way (median of {BATCHES} batches of {TRIPS}, in turn)");
    for ((name, _), us) in ways.iter().zip(measure(BATCHES, &trips)) {
        println!("  {name:<12}{us:>8.1} us");
    }
    println!("{} MiB each way at once (median of {LARGE_BATCHES}, in turn)", LARGE >> 20);
    for ((name, _), rate) in ways.iter().zip(measure(LARGE_BATCHES, &large)) {
        println!("  {name:<12}{rate:>8.0} MiB/s");
    }
}
