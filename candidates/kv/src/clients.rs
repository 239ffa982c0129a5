//! Client libraries that call a store, as `wirecost-kv-protocol` asks for it: what `client-pymemcache/client.py` does in Python.

use std::io::BufReader;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use wirecost_kv_protocol::{Done, Job, Work, receive, send};
use wirecost_load::{CallLog, CallerLog, LoggedCall, Outcome, unix_ns};

use crate::{Fault, Settings};

/// Where the store is: `ADDRESS:PORT`.
const STORE: &str = "WIRECOST_STORE";

/// A connection to a store, by a library.
trait Library: Send {
    fn set(&mut self, key: &str, value: &[u8]) -> Result<(), Outcome>;
    fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, Outcome>;
}

/// What connects to a store.
type Connect = fn(&str) -> Result<Box<dyn Library>, Fault>;

/// The libraries.
const LIBRARIES: &[(&str, Connect)] = &[
    #[cfg(feature = "redis")]
    ("redis", |store| {
        let failed = |error: redis::RedisError| broken(error.to_string());
        let client = redis::Client::open(format!("redis://{store}/")).map_err(failed)?;
        Ok(Box::new(client.get_connection().map_err(failed)?))
    }),
    #[cfg(feature = "memcache")]
    ("memcache", |store| {
        let client = memcache::connect(format!("memcache://{store}?timeout=10&tcp_nodelay=true"));
        Ok(Box::new(client.map_err(|error| broken(error.to_string()))?))
    }),
];

fn broken(reason: String) -> Fault {
    Fault::Setting { name: STORE, reason }
}

#[cfg(feature = "redis")]
impl Library for redis::Connection {
    fn set(&mut self, key: &str, value: &[u8]) -> Result<(), Outcome> {
        redis::Commands::set(self, key, value).map_err(|error| of_redis(&error))
    }

    fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, Outcome> {
        redis::Commands::get(self, key).map_err(|error| of_redis(&error))
    }
}

#[cfg(feature = "redis")]
fn of_redis(error: &redis::RedisError) -> Outcome {
    if error.is_timeout() {
        Outcome::Timeout
    } else if error.is_io_error() {
        Outcome::Closed
    } else {
        Outcome::Status
    }
}

#[cfg(feature = "memcache")]
impl Library for memcache::Client {
    fn set(&mut self, key: &str, value: &[u8]) -> Result<(), Outcome> {
        memcache::Client::set(self, key, value, 0).map_err(|error| of_memcache(&error))
    }

    fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, Outcome> {
        memcache::Client::get(self, key).map_err(|error| of_memcache(&error))
    }
}

#[cfg(feature = "memcache")]
fn of_memcache(error: &memcache::MemcacheError) -> Outcome {
    match error {
        memcache::MemcacheError::IOError(_) => Outcome::Closed,
        _ => Outcome::Status,
    }
}

/// Carries out the jobs of one caller after the other until the process is ended, with the settings of the environment.
///
/// # Errors
/// If there is no such library, a variable is missing or broken, the port is taken, or the store does not answer.
pub fn call(library: &str, _: &str) -> Result<(), Fault> {
    let settings = Settings::from_environment()?;
    let store = std::env::var(STORE).map_err(|error| broken(error.to_string()))?;
    let known = || LIBRARIES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let connect = LIBRARIES.iter().find(|(name, _)| *name == library).map(|(_, connect)| *connect);
    let connect =
        connect.ok_or_else(|| Fault::Unknown { name: library.into(), variant: String::new(), known: known() })?;
    let listener = TcpListener::bind(settings.address)?;
    let mut caller = Caller { connect, store, connections: Vec::new(), written: Vec::new(), writes: 0 };
    for stream in listener.incoming() {
        // A caller that goes ends nothing for the next.
        if let Err(error) = caller.serve(stream?) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

/// What calls a store, and what it has stored.
struct Caller {
    connect: Connect,
    store: String,
    connections: Vec<Box<dyn Library>>,
    /// The last write of each key; 0 for none.
    written: Vec<AtomicU64>,
    writes: u64,
}

impl Caller {
    fn serve(&mut self, stream: TcpStream) -> Result<(), wirecost_kv_protocol::Error> {
        stream.set_nodelay(true)?;
        let mut answers = stream.try_clone()?;
        let mut jobs = BufReader::new(stream);
        while let Some(job) = receive::<Job>(&mut jobs)? {
            let done = match job {
                Job::Check { word } => self.check(&word),
                Job::Load(work) => self.load(&work).unwrap_or_else(|fault| Done::Failed(fault.to_string())),
            };
            send(&done, &mut answers)?;
        }
        Ok(())
    }

    fn check(&self, word: &str) -> Done {
        let asked = || {
            let mut connection = (self.connect)(&self.store).map_err(|fault| fault.to_string())?;
            connection.set("who", word.as_bytes()).map_err(|outcome| format!("{outcome:?}"))?;
            connection.get("who").map_err(|outcome| format!("{outcome:?}"))
        };
        match asked() {
            Ok(value) => Done::Checked(value.map(|value| String::from_utf8_lossy(&value).into_owned())),
            Err(reason) => Done::Failed(reason),
        }
    }

    /// Stores or fetches keys in order, on this many connections, each on a thread of its own.
    fn load(&mut self, work: &Work) -> Result<Done, Fault> {
        let Some(requests) = work.requests.filter(|_| !work.bodies.is_empty()) else {
            return Ok(Done::Failed("a client library needs a number of requests, and values".into()));
        };
        while self.connections.len() < work.turn {
            self.connections.push((self.connect)(&self.store)?);
        }
        self.written.resize_with(work.keys as usize, AtomicU64::default);
        let first_write = self.writes + 1;
        self.writes += requests;
        let (written, start, start_unix_ns) = (&self.written, Instant::now(), unix_ns());
        let callers = thread::scope(|scope| {
            let threads: Vec<_> = self.connections[..work.turn]
                .iter_mut()
                .enumerate()
                .map(|(index, connection)| {
                    let calls = Calls { work, written, first_write, start };
                    let requests = (index as u64..requests).step_by(work.turn);
                    scope.spawn(move || CallerLog { connected: true, calls: calls.make(connection.as_mut(), requests) })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().ok()).collect::<Option<Vec<_>>>()
        });
        let panicked = || Done::Failed("a thread of the client library panicked".into());
        Ok(callers.map_or_else(panicked, |callers| Done::Logged(CallLog { start_unix_ns, callers })))
    }
}

/// The calls of one connection.
struct Calls<'a> {
    work: &'a Work,
    written: &'a [AtomicU64],
    first_write: u64,
    start: Instant,
}

impl Calls<'_> {
    fn make(&self, connection: &mut dyn Library, requests: impl Iterator<Item = u64>) -> Vec<LoggedCall> {
        let (mut calls, mut name) = (Vec::new(), String::new());
        for request in requests {
            let key = request % self.work.among;
            name.clear();
            name.push_str(&format!("key:{key:012}"));
            let write = if self.work.writes > 0.0 { Some(self.first_write + request) } else { None };
            let value = self.value(key, write.unwrap_or_else(|| self.written[key as usize].load(Ordering::Relaxed)));
            let sent_ns = self.start.elapsed().as_nanos() as u64;
            if sent_ns >= self.work.window.as_nanos() as u64 {
                break;
            }
            let answer = match write {
                Some(_) => connection.set(&name, &value).map(|()| None),
                None => connection.get(&name).map(Some),
            };
            let ended_ns = self.start.elapsed().as_nanos() as u64;
            let outcome = match answer {
                Err(outcome) => outcome,
                Ok(None) => {
                    self.written[key as usize].store(write.unwrap_or_default(), Ordering::Relaxed);
                    Outcome::Ok
                }
                Ok(Some(None)) => Outcome::Miss,
                Ok(Some(Some(found))) if found == value => Outcome::Ok,
                Ok(Some(Some(_))) => Outcome::WrongAnswer,
            };
            calls.push(LoggedCall { planned_ns: sent_ns, sent_ns, ended_ns, outcome });
        }
        calls
    }

    fn value(&self, key: u64, write: u64) -> Vec<u8> {
        let bodies = &self.work.bodies;
        let body = &bodies[(key.wrapping_mul(31).wrapping_add(write) % bodies.len() as u64) as usize];
        [format!("{key:012}{write:012}").as_bytes(), body].concat()
    }
}
