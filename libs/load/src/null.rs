//! A server that does next to nothing: what a generator can do against it is the generator's own ceiling.

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;

/// What ends a request without content.
const END: &[u8; 4] = b"\r\n\r\n";
/// Epoll's number of the listening socket; connections have others.
const LISTENER: u64 = u64::MAX;
/// How long the server sleeps at most before it looks whether it is to end.
const LOOK: rustix::time::Timespec = rustix::time::Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// One thread that answers each HTTP request without content with the same bytes, and counts them.
#[derive(Debug)]
pub struct NullServer {
    address: SocketAddr,
    requests: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl NullServer {
    /// Listens on a loopback port that the system picks. `before` is called with the number of each request, from 0,
    /// before its answer goes out: the place for a planted fault.
    ///
    /// # Errors
    /// If the system gives no socket.
    pub fn start(answer: &'static [u8], before: impl FnMut(u64) + Send + 'static) -> io::Result<NullServer> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        // The backlog of the standard library is 128; a second call sets another.
        rustix::net::listen(&listener, 4096)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (requests, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
        let mut server = Serving {
            epoll,
            listener,
            answer,
            before,
            requests: requests.clone(),
            connections: HashMap::new(),
            next: 0,
            bytes: vec![0; 64 << 10],
            answers: Vec::new(),
        };
        let ends = stop.clone();
        let thread = std::thread::spawn(move || while !ends.load(Ordering::Relaxed) && server.turn().is_ok() {});
        Ok(NullServer { address, requests, stop, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Requests that it has counted.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }
}

impl Drop for NullServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of its hook is the business of whoever planted it, and was printed.
            let _ = thread.join();
        }
    }
}

struct Serving<F> {
    epoll: OwnedFd,
    listener: TcpListener,
    answer: &'static [u8],
    before: F,
    requests: Arc<AtomicU64>,
    /// Each with how much of [`END`] its last bytes are.
    connections: HashMap<u64, (TcpStream, usize)>,
    next: u64,
    bytes: Vec<u8>,
    answers: Vec<u8>,
}

impl<F: FnMut(u64)> Serving<F> {
    fn turn(&mut self) -> io::Result<()> {
        let mut events = Vec::with_capacity(256);
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), Some(&LOOK)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        for event in &events {
            match event.data.u64() {
                LISTENER => self.accept()?,
                number => {
                    if !self.serve(number) {
                        self.connections.remove(&number);
                    }
                }
            }
        }
        Ok(())
    }

    fn accept(&mut self) -> io::Result<()> {
        // An accept can fail for the connection's own reasons; the next may not.
        while let Ok((stream, _)) = self.listener.accept() {
            stream.set_nonblocking(true)?;
            stream.set_nodelay(true)?;
            epoll::add(&self.epoll, &stream, EventData::new_u64(self.next), EventFlags::IN)?;
            self.connections.insert(self.next, (stream, 0));
            self.next += 1;
        }
        Ok(())
    }

    /// Answers what a connection has sent; `false` when it is over.
    fn serve(&mut self, number: u64) -> bool {
        let Some((stream, matched)) = self.connections.get_mut(&number) else { return true };
        let count = match recv(&*stream, &mut self.bytes[..], RecvFlags::empty()) {
            Ok((0, _)) => return false,
            Ok((count, _)) => count,
            Err(Errno::AGAIN | Errno::INTR) => return true,
            Err(_) => return false,
        };
        self.answers.clear();
        for &byte in &self.bytes[..count] {
            *matched = match () {
                () if byte == END[*matched] => *matched + 1,
                () => usize::from(byte == END[0]),
            };
            if *matched == END.len() {
                *matched = 0;
                (self.before)(self.requests.fetch_add(1, Ordering::Relaxed));
                self.answers.extend_from_slice(self.answer);
            }
        }
        // Answers are small and few: a socket that does not take them belongs to a client that does not read.
        self.answers.is_empty() || send(&*stream, &self.answers, SendFlags::NOSIGNAL) == Ok(self.answers.len())
    }
}
