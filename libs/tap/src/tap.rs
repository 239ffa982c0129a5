//! The proxy.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::feed::{Feed, Piece, What};
use crate::pump::{Ends, pump};
use crate::watch::Watcher;
use crate::{Connection, Direction, Error, Event, Format, Limits, Result, Totals};

/// How often the thread that decodes looks for more.
const LOOK: Duration = Duration::from_millis(5);
/// How long connections may take to end when the tap does.
const LAST_WAIT: Duration = Duration::from_secs(1);
/// The pause after a client that could not be accepted, such as without free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a tap is made of.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it listens; port 0 lets the system pick one.
    pub listen: SocketAddr,
    /// Where it connects to: the first of these that takes the connection.
    pub target: Vec<SocketAddr>,
    /// How connections are decoded.
    pub format: Format,
    /// What is kept and shown.
    pub limits: Limits,
    /// Whether secrets are shown in the clear. Default no: they are masked.
    pub show_secrets: bool,
    /// Connections that may be open at once.
    pub max_connections: usize,
    /// Bytes that may wait to be decoded.
    pub max_queued: usize,
    /// How long connecting to the target may take.
    pub connect_timeout: Duration,
}

impl Options {
    /// A tap on `listen` for `target`: 1,024 connections, 64 MiB queued, 5 s to connect.
    pub fn new(listen: SocketAddr, target: Vec<SocketAddr>) -> Self {
        Self {
            listen,
            target,
            format: Format::Auto,
            limits: Limits::default(),
            show_secrets: false,
            max_connections: 1024,
            max_queued: 64 << 20,
            connect_timeout: Duration::from_secs(5),
        }
    }
}

/// A recording proxy that listens and does not accept yet.
pub struct Tap {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    started: SystemTime,
}

/// What all threads of a tap have in common.
struct Shared {
    options: Options,
    start: Instant,
    feed: Feed,
    is_stopped: AtomicBool,
    /// Connections that are open or opening.
    open: AtomicUsize,
    ends: Mutex<HashMap<u64, Weak<Ends>>>,
}

/// Ends a tap from another thread.
#[derive(Clone)]
pub struct Stopper {
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Tap {
    /// Listens.
    ///
    /// # Errors
    /// [`Error::Listen`].
    pub fn bind(options: Options) -> Result<Self> {
        let failed = |source| Error::Listen { address: options.listen, source };
        let listener = TcpListener::bind(options.listen).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Shared {
            feed: Feed::new(options.max_queued),
            options,
            start: Instant::now(),
            is_stopped: AtomicBool::new(false),
            open: AtomicUsize::new(0),
            ends: Mutex::default(),
        };
        Ok(Self { listener, address, shared: Arc::new(shared), started: SystemTime::now() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The instant that the instants of events count from.
    pub fn started(&self) -> SystemTime {
        self.started
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper { shared: Arc::clone(&self.shared), address: self.address }
    }

    /// Passes bytes until it is stopped, and tells what happens. `sink` may take its time: the traffic does not wait
    /// for it.
    ///
    /// # Errors
    /// [`Error::Thread`], and [`Error::Sink`] with what `sink` gave.
    pub fn run(self, mut sink: impl FnMut(&Event<'_>) -> std::io::Result<()>) -> Result<Totals> {
        let stopper = self.stopper();
        let Self { listener, shared, .. } = self;
        let accepting = Arc::clone(&shared);
        named("tap-accept".into(), move || accepting.accept(&listener)).map_err(Error::Thread)?;
        let mut totals = Totals::new();
        let mut watcher = Watcher::new(&shared.options);
        let mut stopped: Option<Instant> = None;
        loop {
            // Looked at before the queue is, so that nothing is queued after the last look.
            let is_over =
                stopped.is_some_and(|since| shared.open.load(Ordering::Acquire) == 0 || since.elapsed() > LAST_WAIT);
            let now = shared.start.elapsed();
            let pieces = shared.feed.take();
            let is_idle = pieces.is_empty();
            let mut tell = |event: &Event<'_>| {
                totals.add(event);
                sink(event)
            };
            let told = pieces
                .into_iter()
                .try_for_each(|piece| watcher.look(piece, &mut tell))
                .and_then(|()| watcher.idle(now, &mut tell))
                .and_then(|()| if is_over { watcher.end(now, &mut tell) } else { Ok(()) });
            if let Err(error) = told {
                stopper.stop();
                return Err(Error::Sink(error));
            }
            if is_over {
                return Ok(totals);
            }
            if stopped.is_none() && shared.is_stopped.load(Ordering::Acquire) {
                stopped = Some(Instant::now());
            }
            if is_idle {
                thread::sleep(LOOK);
            }
        }
    }
}

impl Stopper {
    /// Ends the tap: no client is accepted any more, and all connections are closed.
    pub fn stop(&self) {
        self.shared.is_stopped.store(true, Ordering::Release);
        for ends in self.shared.ends.lock().unwrap_or_else(PoisonError::into_inner).values() {
            if let Some(ends) = ends.upgrade() {
                ends.cut();
            }
        }
        // A connection wakes the thread that accepts.
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        let _ = TcpStream::connect_timeout(&address, LAST_WAIT);
    }
}

impl Shared {
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        let mut number = 0;
        loop {
            let accepted = listener.accept();
            if self.is_stopped.load(Ordering::Acquire) {
                return;
            }
            let Ok((client, address)) = accepted else {
                thread::sleep(ACCEPT_PAUSE);
                continue;
            };
            number += 1;
            let connection = Arc::new(Connection { number, client: address });
            if self.open.load(Ordering::Acquire) >= self.options.max_connections {
                self.push(&connection, What::Refused);
                continue;
            }
            self.open.fetch_add(1, Ordering::AcqRel);
            let (shared, connected) = (Arc::clone(self), Arc::clone(&connection));
            let serve = move || {
                shared.serve(client, &connected);
                shared.open.fetch_sub(1, Ordering::AcqRel);
            };
            if let Err(error) = named(format!("tap-{number}"), serve) {
                self.push(&connection, What::Unreachable(format!("no thread for it: {error}")));
                self.open.fetch_sub(1, Ordering::AcqRel);
            }
        }
    }

    /// Connects a client with the target and passes bytes until both directions have ended.
    fn serve(self: &Arc<Self>, client: TcpStream, connection: &Arc<Connection>) {
        let began = Instant::now();
        let target = match self.connect() {
            Ok(target) => target,
            Err(reason) => return self.push(connection, What::Unreachable(reason)),
        };
        self.push(connection, What::Opened { connecting: began.elapsed() });
        // Without it small pieces would wait for acknowledgements; a stream that cannot have it still works.
        let _ = client.set_nodelay(true);
        let _ = target.set_nodelay(true);
        let ends = Arc::new(Ends::new(client, target));
        let register = |ends| self.ends.lock().unwrap_or_else(PoisonError::into_inner).insert(connection.number, ends);
        register(Arc::downgrade(&ends));
        if self.is_stopped.load(Ordering::Acquire) {
            ends.cut();
        }
        thread::scope(|scope| {
            let back = || pump(&ends, Direction::ToClient, connection, &self.feed, self.start);
            let builder = thread::Builder::new().name(format!("tap-{}-back", connection.number));
            if builder.spawn_scoped(scope, back).is_err() {
                // Nobody would pass replies on.
                ends.cut();
                back();
            }
            pump(&ends, Direction::ToTarget, connection, &self.feed, self.start);
        });
        self.ends.lock().unwrap_or_else(PoisonError::into_inner).remove(&connection.number);
    }

    fn connect(&self) -> Result<TcpStream, String> {
        let mut reason = "it has no address".to_owned();
        for address in &self.options.target {
            match TcpStream::connect_timeout(address, self.options.connect_timeout) {
                Ok(target) => return Ok(target),
                Err(error) => reason = format!("{address}: {error}"),
            }
        }
        Err(reason)
    }

    fn push(&self, connection: &Arc<Connection>, what: What) {
        self.feed.push(Piece { connection: Arc::clone(connection), at: self.start.elapsed(), what });
    }
}

fn named(name: String, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name).spawn(work).map(drop)
}
