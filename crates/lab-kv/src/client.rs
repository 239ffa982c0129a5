//! A small client that waits for each answer: for checks, and for the writers of a crash.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::postgresql;
use wirecost_load::protocol::resp::Resp;
use wirecost_load::protocol::store::Dialect;

/// A value that is longer is none of ours.
const MOST_BYTES: usize = 2 << 20;
/// A line is no longer than this.
const MOST_LINE_BYTES: u64 = 4096;
/// How often it is looked whether anybody still waits for an answer.
const LOOK: Duration = Duration::from_millis(50);
/// How long it is waited until a server that is about to start is asked again.
const PAUSE: Duration = Duration::from_millis(2);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection cannot be made, or broke.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The server says something else.
    #[error("wrong answer: {0:?}")]
    Answer(String),
    /// The server listens, and is about to start.
    #[error("not ready yet: {0}")]
    NotYet(String),
}

/// How long an answer may take.
#[derive(Debug, Clone)]
pub struct Patience {
    /// The longest.
    pub longest: Duration,
    /// Set when nobody waits any more.
    pub cancelled: Arc<AtomicBool>,
}

impl Patience {
    /// Whether nobody waits any more.
    pub fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A connection whose reads end early where nobody waits any more.
#[derive(Debug)]
struct Patient {
    stream: TcpStream,
    patience: Patience,
}

impl Read for Patient {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let start = Instant::now();
        loop {
            match self.stream.read(out) {
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if self.patience.is_over() || start.elapsed() >= self.patience.longest {
                        return Err(ErrorKind::TimedOut.into());
                    }
                }
                done => return done,
            }
        }
    }
}

/// A connection to a store.
#[derive(Debug)]
pub struct StoreClient {
    dialect: Dialect,
    stream: BufReader<Patient>,
}

impl StoreClient {
    /// Connects.
    ///
    /// # Errors
    /// That nobody listens, or the server lets nobody in.
    pub fn connect(dialect: Dialect, address: SocketAddr, patience: &Patience) -> Result<Self, ClientError> {
        let start = Instant::now();
        loop {
            match Self::connect_once(dialect, address, patience) {
                Err(ClientError::NotYet(_)) if start.elapsed() < patience.longest && !patience.is_over() => {
                    thread::sleep(PAUSE)
                }
                done => return done,
            }
        }
    }

    fn connect_once(dialect: Dialect, address: SocketAddr, patience: &Patience) -> Result<Self, ClientError> {
        let stream = TcpStream::connect_timeout(&address, patience.longest)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK))?;
        stream.set_write_timeout(Some(patience.longest))?;
        let stream = BufReader::new(Patient { stream, patience: patience.clone() });
        let mut client = Self { dialect, stream };
        if dialect == Dialect::Postgresql {
            client.send(&postgresql::hello())?;
            client.messages(|input| {
                postgresql::welcome(input).map_err(|refusal| {
                    if refusal.is_for_now {
                        ClientError::NotYet(refusal.text)
                    } else {
                        ClientError::Answer(refusal.text)
                    }
                })
            })?;
        }
        Ok(client)
    }

    /// Stores a value.
    ///
    /// # Errors
    /// A connection that broke, and any answer but that it was stored.
    pub fn set(&mut self, key: &str, value: &[u8]) -> Result<(), ClientError> {
        let (request, done) = match self.dialect {
            Dialect::Memcached => (Memcached::set(key, value), "STORED"),
            Dialect::Redis => (Resp::command(&[b"SET", key.as_bytes(), value]), "+OK"),
            Dialect::Postgresql => return self.row(&postgresql::set(key.as_bytes(), value)).map(|_| ()),
        };
        self.send(&request)?;
        match self.line()? {
            line if line == done => Ok(()),
            line => Err(ClientError::Answer(line)),
        }
    }

    /// Fetches a value; none if the key is not there.
    ///
    /// # Errors
    /// A connection that broke, and any answer but a value or that it is not there.
    pub fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, ClientError> {
        let request = match self.dialect {
            Dialect::Memcached => Memcached::get(key),
            Dialect::Redis => Resp::command(&["GET", key]),
            Dialect::Postgresql => return self.row(&postgresql::get(key.as_bytes())),
        };
        self.send(&request)?;
        let line = self.line()?;
        let is_missing = line == if self.dialect == Dialect::Redis { "$-1" } else { "END" };
        if is_missing {
            return Ok(None);
        }
        let size = match self.dialect {
            Dialect::Redis => line.strip_prefix('$'),
            _ => line.strip_prefix("VALUE ").and_then(|rest| rest.split(' ').nth(2)),
        };
        let size = size.and_then(|size| size.parse().ok()).filter(|size| *size <= MOST_BYTES);
        let Some(size) = size else { return Err(ClientError::Answer(line)) };
        let value = self.bytes(size)?;
        if self.dialect == Dialect::Redis {
            return Ok(Some(value));
        }
        match self.line()? {
            line if line == "END" => Ok(Some(value)),
            line => Err(ClientError::Answer(line)),
        }
    }

    /// How many values the server threw away to make room.
    ///
    /// # Errors
    /// A connection that broke, and a server that does not say.
    pub fn evictions(&mut self) -> Result<u64, ClientError> {
        let told = match self.dialect {
            // A database throws nothing away.
            Dialect::Postgresql => return Ok(0),
            Dialect::Memcached => {
                self.send(b"stats\r\n")?;
                let mut told = None;
                loop {
                    let line = self.line()?;
                    if line == "END" {
                        break told;
                    }
                    told = line.strip_prefix("STAT evictions ").map(str::to_owned).or(told);
                    if !line.starts_with("STAT ") {
                        return Err(ClientError::Answer(line));
                    }
                }
            }
            Dialect::Redis => {
                self.send(&Resp::command(&["INFO", "stats"]))?;
                let line = self.line()?;
                let size = line.strip_prefix('$').and_then(|size| size.parse().ok());
                let Some(size) = size.filter(|size| *size <= MOST_BYTES) else { return Err(ClientError::Answer(line)) };
                let text = String::from_utf8_lossy(&self.bytes(size)?).into_owned();
                text.lines().find_map(|line| line.strip_prefix("evicted_keys:")).map(str::to_owned)
            }
        };
        let told = told.and_then(|count| count.trim().parse().ok());
        told.ok_or_else(|| ClientError::Answer("no number of evictions".into()))
    }

    fn send(&mut self, request: &[u8]) -> Result<(), ClientError> {
        Ok(self.stream.get_mut().stream.write_all(request)?)
    }

    /// Sends a request to PostgreSQL; the value of the row that comes back, if one does.
    fn row(&mut self, request: &[u8]) -> Result<Option<Vec<u8>>, ClientError> {
        self.send(request)?;
        self.messages(|input| {
            let answer = postgresql::answer(input).map_err(|fault| ClientError::Answer(fault.into()))?;
            answer.map_or(Ok(None), |answer| match answer.error {
                Some(code) => Err(ClientError::Answer(code)),
                None => Ok(Some(answer.value.map(|value| input[value].to_vec()))),
            })
        })
    }

    /// Receives until `read` has found a whole answer: nothing else is under way.
    fn messages<T>(&mut self, read: impl Fn(&[u8]) -> Result<Option<T>, ClientError>) -> Result<T, ClientError> {
        let mut input = Vec::new();
        loop {
            let more = self.stream.fill_buf()?;
            let count = more.len();
            if count == 0 {
                return Err(std::io::Error::from(ErrorKind::UnexpectedEof).into());
            }
            input.extend_from_slice(more);
            self.stream.consume(count);
            if let Some(answer) = read(&input)? {
                return Ok(answer);
            }
        }
    }

    /// The next line, without its end.
    fn line(&mut self) -> Result<String, ClientError> {
        let mut line = Vec::new();
        self.stream.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut line)?;
        match line.strip_suffix(b"\r\n") {
            Some(line) => Ok(String::from_utf8_lossy(line).into_owned()),
            None if line.is_empty() => Err(std::io::Error::from(ErrorKind::UnexpectedEof).into()),
            None => Err(ClientError::Answer(String::from_utf8_lossy(&line).into_owned())),
        }
    }

    /// So many bytes, and the end of a line behind them.
    fn bytes(&mut self, size: usize) -> Result<Vec<u8>, ClientError> {
        let mut bytes = vec![0; size + 2];
        self.stream.read_exact(&mut bytes)?;
        match bytes.strip_suffix(b"\r\n") {
            Some(value) => Ok(value.to_vec()),
            None => Err(ClientError::Answer("no line end behind a value".into())),
        }
    }
}
