//! Servers that do one thing wrong, each on a port of its own.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wirecost_load::protocol::http::{Http, Request};
use wirecost_load::{Address, LoadResult, Options, Schedule, Target, run};

pub const HELLO: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n";

/// Serves each connection on a thread of its own, until the test process ends.
///
/// `serve` is called for each request, whose head and sized content have been read, with its number within the
/// connection; the connection ends when it returns `false`.
pub fn server(serve: impl Fn(&mut TcpStream, u64) -> bool + Send + Sync + 'static) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let requests = Arc::new(AtomicU64::new(0));
    let (serve, counted) = (Arc::new(serve), requests.clone());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (serve, counted) = (serve.clone(), counted.clone());
            std::thread::spawn(move || {
                let mut stream = stream;
                stream.set_nodelay(true).unwrap();
                let mut number = 0;
                while read_request(&mut stream).is_some() {
                    counted.fetch_add(1, Ordering::SeqCst);
                    if !serve(&mut stream, number) {
                        break;
                    }
                    number += 1;
                }
            });
        }
    });
    Server { address, requests }
}

pub struct Server {
    pub address: SocketAddr,
    requests: Arc<AtomicU64>,
}

impl Server {
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }

    pub fn options(&self, schedule: Schedule) -> Options {
        options(self.address, schedule)
    }
}

/// A short run over four connections, without warm-up.
pub fn options(address: SocketAddr, schedule: Schedule) -> Options {
    Options {
        connections: 4,
        max_connections: 4,
        duration: Duration::from_millis(300),
        warmup: Duration::ZERO,
        timeout: Duration::from_secs(20),
        drain: Duration::from_secs(20),
        ..Options::new(Target::plain("test", Address::Tcp(address)), schedule)
    }
}

pub fn get() -> Http {
    Http::new(&[Request::get("test", "/")], 1).expect_status(200).expect_content(b"hello\n".to_vec())
}

pub fn load(options: &Options) -> LoadResult {
    run(options, get(), |_| {}).unwrap()
}

/// Writes whatever the peer makes of it.
pub fn write(stream: &mut TcpStream, octets: &[u8]) -> bool {
    stream.write_all(octets).is_ok()
}

/// Reads a head, and the content that its `content-length` announces or its chunks hold.
fn read_request(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let head = read_until(stream, b"\r\n\r\n")?;
    let text = String::from_utf8(head).ok()?.to_ascii_lowercase();
    if text.contains("transfer-encoding: chunked") {
        return read_until(stream, b"0\r\n\r\n");
    }
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
    let mut content = vec![0; length];
    stream.read_exact(&mut content).ok()?;
    Some(content)
}

fn read_until(stream: &mut TcpStream, end: &[u8]) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    let mut one = [0];
    while !octets.ends_with(end) {
        stream.read_exact(&mut one).ok()?;
        octets.push(one[0]);
    }
    Some(octets)
}
