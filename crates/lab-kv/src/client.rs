//! A small client that waits for each answer: for checks, and for the writers of a crash.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;
use wirecost_served::candidate::StoreProtocol;

/// A value that is longer is none of ours.
const MOST_BYTES: usize = 2 << 20;
/// A line is no longer than this.
const MOST_LINE_BYTES: u64 = 4096;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The connection cannot be made, or broke.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The server says something else.
    #[error("wrong answer: {0:?}")]
    Answer(String),
}

/// A connection to a store.
#[derive(Debug)]
pub struct Client {
    protocol: StoreProtocol,
    stream: BufReader<TcpStream>,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// That nobody listens.
    pub fn connect(protocol: StoreProtocol, address: SocketAddr, timeout: Duration) -> Result<Self, Error> {
        let stream = TcpStream::connect_timeout(&address, timeout)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout))?;
        stream.set_write_timeout(Some(timeout))?;
        Ok(Self { protocol, stream: BufReader::new(stream) })
    }

    /// Stores a value.
    ///
    /// # Errors
    /// A connection that broke, and any answer but that it was stored.
    pub fn set(&mut self, key: &str, value: &[u8]) -> Result<(), Error> {
        let (request, done) = match self.protocol {
            StoreProtocol::Memcached => (Memcached::set(key, value), "STORED"),
            StoreProtocol::Redis => (Resp::command(&[b"SET", key.as_bytes(), value]), "+OK"),
        };
        self.send(&request)?;
        match self.line()? {
            line if line == done => Ok(()),
            line => Err(Error::Answer(line)),
        }
    }

    /// Fetches a value; none where the key is not there.
    ///
    /// # Errors
    /// A connection that broke, and any answer but a value or that it is not there.
    pub fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        let request = match self.protocol {
            StoreProtocol::Memcached => Memcached::get(key),
            StoreProtocol::Redis => Resp::command(&["GET", key]),
        };
        self.send(&request)?;
        let line = self.line()?;
        let size = match self.protocol {
            StoreProtocol::Memcached if line == "END" => return Ok(None),
            StoreProtocol::Memcached => line.strip_prefix("VALUE ").and_then(|rest| rest.split(' ').nth(2)),
            StoreProtocol::Redis if line == "$-1" => return Ok(None),
            StoreProtocol::Redis => line.strip_prefix('$'),
        };
        let size = size.and_then(|size| size.parse().ok()).filter(|size| *size <= MOST_BYTES);
        let Some(size) = size else { return Err(Error::Answer(line)) };
        let value = self.bytes(size)?;
        match self.protocol {
            StoreProtocol::Memcached => match self.line()? {
                line if line == "END" => Ok(Some(value)),
                line => Err(Error::Answer(line)),
            },
            StoreProtocol::Redis => Ok(Some(value)),
        }
    }

    /// How many values the server threw away to make room.
    ///
    /// # Errors
    /// A connection that broke, and a server that does not say.
    pub fn evictions(&mut self) -> Result<u64, Error> {
        let told = match self.protocol {
            StoreProtocol::Memcached => {
                self.send(b"stats\r\n")?;
                let mut told = None;
                loop {
                    let line = self.line()?;
                    if line == "END" {
                        break told;
                    }
                    told = line.strip_prefix("STAT evictions ").map(str::to_owned).or(told);
                    if !line.starts_with("STAT ") {
                        return Err(Error::Answer(line));
                    }
                }
            }
            StoreProtocol::Redis => {
                self.send(&Resp::command(&["INFO", "stats"]))?;
                let line = self.line()?;
                let size = line.strip_prefix('$').and_then(|size| size.parse().ok());
                let Some(size) = size.filter(|size| *size <= MOST_BYTES) else { return Err(Error::Answer(line)) };
                let text = String::from_utf8_lossy(&self.bytes(size)?).into_owned();
                text.lines().find_map(|line| line.strip_prefix("evicted_keys:")).map(str::to_owned)
            }
        };
        let told = told.and_then(|count| count.trim().parse().ok());
        told.ok_or_else(|| Error::Answer("no number of evictions".into()))
    }

    fn send(&mut self, request: &[u8]) -> Result<(), Error> {
        Ok(self.stream.get_mut().write_all(request)?)
    }

    /// The next line, without its end.
    fn line(&mut self) -> Result<String, Error> {
        let mut line = Vec::new();
        self.stream.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut line)?;
        match line.strip_suffix(b"\r\n") {
            Some(line) => Ok(String::from_utf8_lossy(line).into_owned()),
            None if line.is_empty() => Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into()),
            None => Err(Error::Answer(String::from_utf8_lossy(&line).into_owned())),
        }
    }

    /// So many bytes, and the end of a line behind them.
    fn bytes(&mut self, size: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; size + 2];
        self.stream.read_exact(&mut bytes)?;
        match bytes.strip_suffix(b"\r\n") {
            Some(value) => Ok(value.to_vec()),
            None => Err(Error::Answer("no line end behind a value".into())),
        }
    }
}
