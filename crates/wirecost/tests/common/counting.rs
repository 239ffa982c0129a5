//! A server that counts.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// An HTTP/1.1 server that answers every request with `hello`, counts them, and keeps the last.
pub struct Server {
    pub address: SocketAddr,
    requests: Arc<AtomicU64>,
    pub last: Arc<Mutex<String>>,
    /// Where connections came from.
    pub sources: Arc<Mutex<BTreeSet<IpAddr>>>,
    /// Tells of the first request of each connection.
    pub began: Receiver<()>,
}

impl Server {
    /// A server that answers at once.
    pub fn start() -> Self {
        Self::with_delay(Duration::ZERO)
    }

    /// A server that answers at once, at every address of its machine. It is for tests in a network of their own.
    pub fn everywhere() -> Self {
        Self::listening_at(Ipv4Addr::UNSPECIFIED, Duration::ZERO)
    }

    /// A server that takes this long for each answer.
    pub fn with_delay(delay: Duration) -> Self {
        Self::listening_at(Ipv4Addr::LOCALHOST, delay)
    }

    fn listening_at(address: Ipv4Addr, delay: Duration) -> Self {
        let listener = TcpListener::bind((address, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (requests, last) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(String::new())));
        let (begins, began) = mpsc::channel();
        let (counter, kept) = (Arc::clone(&requests), Arc::clone(&last));
        let sources = Arc::new(Mutex::new(BTreeSet::new()));
        let seen = Arc::clone(&sources);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // One that was reset at once came from nowhere.
                seen.lock().unwrap().extend(stream.peer_addr().map(|from| from.ip()));
                let (counter, kept, begins) = (Arc::clone(&counter), Arc::clone(&kept), begins.clone());
                std::thread::spawn(move || serve(&stream, (&counter, &kept, &begins), delay));
            }
        });
        Self { address, requests, last, sources, began }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// How many requests it got.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }
}

fn serve(stream: &TcpStream, (counter, kept, begins): (&AtomicU64, &Mutex<String>, &Sender<()>), delay: Duration) {
    stream.set_nodelay(true).unwrap();
    let mut input = BufReader::new(stream);
    let mut begins = Some(begins);
    while let Some(request) = read_request(&mut input) {
        counter.fetch_add(1, Ordering::SeqCst);
        *kept.lock().unwrap() = request;
        std::thread::sleep(delay);
        let answered = { stream }.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n");
        if let Some(begins) = begins.take() {
            // Nobody waits for it in most tests.
            let _ = begins.send(());
        }
        if answered.is_err() {
            return;
        }
    }
}

/// A request with its content; `None` at the end of the connection.
pub fn read_request(input: &mut BufReader<&TcpStream>) -> Option<String> {
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        input.read_line(&mut request).ok().filter(|count| *count > 0)?;
    }
    let length = request.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut content = vec![0; length];
    input.read_exact(&mut content).ok()?;
    Some(request + std::str::from_utf8(&content).unwrap())
}
