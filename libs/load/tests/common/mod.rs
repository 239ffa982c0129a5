//! Servers that do one thing wrong, each on a port of its own.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{BufRead, BufReader, Write};
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
                let mut requests = BufReader::new(stream.try_clone().unwrap());
                let mut number = 0;
                while read_request(&mut requests).is_some() {
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
pub fn write(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    stream.write_all(bytes).is_ok()
}

/// Reads a head, and the content that its `content-length` announces or its chunks hold.
fn read_request(stream: &mut impl BufRead) -> Option<()> {
    let mut length = 0;
    let mut chunked = false;
    loop {
        let line = read_line(stream)?.to_ascii_lowercase();
        match line.split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap(),
            Some(("transfer-encoding", _)) => chunked = true,
            _ if line.is_empty() => break,
            _ => {}
        }
    }
    while chunked {
        let size = usize::from_str_radix(&read_line(stream)?, 16).unwrap();
        skip(stream, size)?;
        read_line(stream)?;
        chunked = size > 0;
    }
    skip(stream, length)
}

fn read_line(stream: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    stream.read_line(&mut line).ok().filter(|&count| count > 0)?;
    Some(line.trim_end().to_string())
}

fn skip(stream: &mut impl BufRead, bytes: usize) -> Option<()> {
    stream.read_exact(&mut vec![0; bytes]).ok()
}
