//! HTTP/1.1 for stacks that are written here (RFC 9112): requests with a body over a blocking connection, keep-alive or one
//! exchange a connection, bodies behind their length or in chunks. Heads are parsed by httparse.

use std::io::{self, BufRead, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::call::CallError;
use crate::client::{Calling, Transfer};
use crate::phases::{Phase, Stamps};
use crate::sockets;

/// Octets of a head.
const LARGEST_HEAD: usize = 64 << 10;
/// Octets of a body.
pub const LARGEST_BODY: usize = 64 << 20;
/// Header fields.
const MOST_FIELDS: usize = 64;
/// Octets of a chunk's first line.
const CHUNK_LINE: usize = 256;
/// Octets of a body in each chunk, and in each write where it is streamed.
const CHUNK: usize = 256;

fn invalid(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

/// Octets that were received and not yet used, before those that are still to come.
#[derive(Debug)]
pub struct Incoming<S> {
    stream: S,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl<S: Read> Incoming<S> {
    /// What comes from `stream`.
    pub fn new(stream: S) -> Self {
        Self { stream, buffer: vec![0; 16 << 10], start: 0, end: 0 }
    }

    /// The stream.
    pub fn stream(&mut self) -> &mut S {
        &mut self.stream
    }

    fn available(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Receives more; how many octets that were.
    fn fill(&mut self) -> io::Result<usize> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.end == self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            if self.end == self.buffer.len() {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
        }
        let count = self.stream.read(&mut self.buffer[self.end..])?;
        self.end += count;
        Ok(count)
    }

    /// Reads a head through `parse`, which says its length once it is whole. `None` where the stream ends before one.
    fn head<T>(&mut self, parse: impl Fn(&[u8]) -> io::Result<Option<(usize, T)>>) -> io::Result<Option<T>> {
        loop {
            if let Some((length, head)) = parse(self.available())? {
                self.start += length;
                return Ok(Some(head));
            }
            if self.end - self.start > LARGEST_HEAD {
                return Err(invalid(format!("a head of more than {LARGEST_HEAD} octets")));
            }
            if self.fill()? == 0 {
                return if self.start == self.end { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
        }
    }

    /// The body behind a head.
    pub fn body(&mut self, length: Length) -> Body<'_, S> {
        let state = match length {
            Length::Octets(octets) => State::Octets(octets),
            Length::Chunked => State::ChunkHead { first: true },
        };
        Body { incoming: self, state, total: 0 }
    }
}

/// How long a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// So many octets.
    Octets(u64),
    /// As many as its chunks have together.
    Chunked,
}

/// What a header says that matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Method of a request; the status of an answer.
    pub first: String,
    /// Path of a request.
    pub path: String,
    /// The body.
    pub length: Length,
    /// The connection stays.
    pub keep_alive: bool,
    /// The client waits for `100 Continue`.
    pub expects_continue: bool,
    /// `SOAPAction` (SOAP 1.1, 6.1.1); none where the field is not there.
    pub soap_action: Option<String>,
    /// `Content-Type`.
    pub content_type: String,
}

impl Head {
    fn of(first: &str, path: &str, minor: u8, fields: &[httparse::Header<'_>]) -> io::Result<Self> {
        let mut head = Self {
            first: first.to_owned(),
            path: path.to_owned(),
            length: Length::Octets(0),
            keep_alive: minor > 0,
            expects_continue: false,
            soap_action: None,
            content_type: String::new(),
        };
        let mut stated = None;
        for field in fields {
            let text = || String::from_utf8_lossy(field.value).trim().to_owned();
            let is = |name: &str| field.name.eq_ignore_ascii_case(name);
            if is("content-length") {
                let octets: u64 = text().parse().map_err(|_| invalid(format!("content-length: {:?}", text())))?;
                if stated.replace(octets).is_some_and(|other| other != octets) {
                    return Err(invalid("two lengths"));
                }
            } else if is("transfer-encoding") {
                if !text().eq_ignore_ascii_case("chunked") {
                    return Err(invalid(format!("transfer-encoding: {:?}", text())));
                }
                head.length = Length::Chunked;
            } else if is("connection") {
                head.keep_alive = match text().to_ascii_lowercase().as_str() {
                    "close" => false,
                    "keep-alive" => true,
                    _ => head.keep_alive,
                };
            } else if is("expect") {
                head.expects_continue = text().eq_ignore_ascii_case("100-continue");
            } else if is("soapaction") {
                head.soap_action = Some(text());
            } else if is("content-type") {
                head.content_type = text();
            }
        }
        match (head.length, stated) {
            // Which of the two holds is what request smuggling is made of (RFC 9112, 6.3).
            (Length::Chunked, Some(_)) => Err(invalid("both a length and chunks")),
            (Length::Octets(_), Some(octets)) if octets > LARGEST_BODY as u64 => {
                Err(invalid(format!("a body of {octets} octets, at most {LARGEST_BODY} are taken")))
            }
            (Length::Octets(_), Some(octets)) => Ok(Self { length: Length::Octets(octets), ..head }),
            _ => Ok(head),
        }
    }
}

/// Reads the head of the next request; `None` where the client is done.
///
/// # Errors
/// Octets that are no request; what the stream says.
pub fn read_request<S: Read>(incoming: &mut Incoming<S>) -> io::Result<Option<Head>> {
    incoming.head(|octets| {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        match request.parse(octets).map_err(|error| invalid(error.to_string()))? {
            httparse::Status::Partial => Ok(None),
            httparse::Status::Complete(length) => {
                let (method, path) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
                let head = Head::of(method, path, request.version.unwrap_or_default(), request.headers)?;
                Ok(Some((length, head)))
            }
        }
    })
}

fn read_answer<S: Read>(incoming: &mut Incoming<S>) -> io::Result<Option<Head>> {
    incoming.head(|octets| {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut response = httparse::Response::new(&mut fields);
        match response.parse(octets).map_err(|error| invalid(error.to_string()))? {
            httparse::Status::Partial => Ok(None),
            httparse::Status::Complete(length) => {
                let status = response.code.unwrap_or_default().to_string();
                Ok(Some((length, Head::of(&status, "", response.version.unwrap_or_default(), response.headers)?)))
            }
        }
    })
}

/// A body, as it arrives. What is not read of it is read by [`Body::finish`].
#[derive(Debug)]
pub struct Body<'a, S> {
    incoming: &'a mut Incoming<S>,
    state: State,
    total: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// So many octets are left.
    Octets(u64),
    /// So many octets are left of this chunk.
    Chunk(u64),
    /// The line before a chunk comes next, after the end of the one before unless it is the first.
    ChunkHead {
        first: bool,
    },
    Done,
}

impl<S: Read> Body<'_, S> {
    /// Makes sure that there are octets, or that the body is over.
    fn advance(&mut self) -> io::Result<()> {
        while let State::ChunkHead { first } = self.state {
            self.state = self.chunk_head(first)?;
        }
        let left = match self.state {
            State::Octets(0) => {
                self.state = State::Done;
                0
            }
            State::Octets(left) | State::Chunk(left) => left,
            _ => 0,
        };
        if left > 0 && self.incoming.available().is_empty() && self.incoming.fill()? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Reads the line before a chunk (RFC 9112, 7.1), and after the last one the trailer.
    fn chunk_head(&mut self, first: bool) -> io::Result<State> {
        let skip = if first { 0 } else { 2 };
        loop {
            let octets = self.incoming.available();
            if octets.len() >= skip {
                if !first && &octets[..2] != b"\r\n" {
                    return Err(invalid("no line end after a chunk"));
                }
                match httparse::parse_chunk_size(&octets[skip..]) {
                    Ok(httparse::Status::Complete((length, 0))) => {
                        self.incoming.start += skip + length;
                        return self.trailer();
                    }
                    Ok(httparse::Status::Complete((length, size))) => {
                        self.total += size;
                        if self.total > LARGEST_BODY as u64 {
                            return Err(invalid(format!("a body of more than {LARGEST_BODY} octets")));
                        }
                        self.incoming.start += skip + length;
                        return Ok(State::Chunk(size));
                    }
                    Ok(httparse::Status::Partial) if octets.len() > CHUNK_LINE => {
                        return Err(invalid("a chunk's first line has no end"));
                    }
                    Ok(httparse::Status::Partial) => {}
                    Err(_) => return Err(invalid("no chunk where one should be")),
                }
            }
            if self.incoming.fill()? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    fn trailer(&mut self) -> io::Result<State> {
        let ended = self.incoming.head(|octets| {
            if let Some(rest) = octets.strip_prefix(b"\r\n") {
                return Ok(Some((octets.len() - rest.len(), ())));
            }
            let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
            match httparse::parse_headers(octets, &mut fields).map_err(|error| invalid(error.to_string()))? {
                httparse::Status::Partial => Ok(None),
                httparse::Status::Complete((length, _)) => Ok(Some((length, ()))),
            }
        })?;
        ended.map(|()| State::Done).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// Reads the rest into nothing.
    ///
    /// # Errors
    /// As reading it.
    pub fn finish(mut self) -> io::Result<()> {
        while let count @ 1.. = self.fill_buf()?.len() {
            self.consume(count);
        }
        Ok(())
    }

    /// Reads the rest behind what `into` holds.
    ///
    /// # Errors
    /// As reading it.
    pub fn read_into(mut self, into: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let piece = self.fill_buf()?;
            let count = piece.len();
            if count == 0 {
                return Ok(());
            }
            into.extend_from_slice(piece);
            self.consume(count);
        }
    }
}

impl<S: Read> BufRead for Body<'_, S> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.advance()?;
        let left = match self.state {
            State::Octets(left) | State::Chunk(left) => usize::try_from(left).unwrap_or(usize::MAX),
            _ => 0,
        };
        let available = self.incoming.available();
        Ok(&available[..available.len().min(left)])
    }

    fn consume(&mut self, count: usize) {
        self.incoming.start += count;
        match &mut self.state {
            State::Octets(left) => *left -= count as u64,
            State::Chunk(left) => {
                *left -= count as u64;
                if *left == 0 {
                    self.state = State::ChunkHead { first: false };
                }
            }
            _ => {}
        }
    }
}

impl<S: Read> Read for Body<'_, S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let piece = self.fill_buf()?;
        let count = piece.len().min(into.len());
        into[..count].copy_from_slice(&piece[..count]);
        self.consume(count);
        Ok(count)
    }
}

/// Writes an answer in one piece: its head, then its body, which is put together in `out`.
///
/// # Errors
/// What the stream says.
pub fn answer(
    stream: &mut impl Write,
    out: &mut Vec<u8>,
    status: &str,
    content_type: &str,
    keep_alive: bool,
    body: &[u8],
) -> io::Result<()> {
    out.clear();
    let connection = if keep_alive { "" } else { "Connection: close\r\n" };
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{connection}Content-Length: {}\r\n\r\n",
        body.len()
    )?;
    out.extend_from_slice(body);
    stream.write_all(out)
}

/// A client that posts.
#[derive(Debug)]
pub struct Poster {
    address: SocketAddr,
    timeout: Duration,
    close: bool,
    transfer: Transfer,
    /// The head of a request up to what depends on its body.
    head: String,
    connection: Option<Incoming<TcpStream>>,
    out: Vec<u8>,
}

impl Poster {
    /// A client that posts as `calling` says, with these header fields beside those that every request has.
    ///
    /// # Errors
    /// Where nobody answers.
    pub fn connect(calling: &Calling, path: &str, fields: &[(&str, &str)]) -> io::Result<Self> {
        let mut head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\n", calling.address);
        for (name, value) in fields {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if calling.close {
            head.push_str("Connection: close\r\n");
        }
        let mut poster = Self {
            address: calling.address,
            timeout: calling.timeout(),
            close: calling.close,
            transfer: calling.transfer,
            head,
            connection: None,
            out: Vec::new(),
        };
        if !calling.close {
            poster.open()?;
        }
        Ok(poster)
    }

    fn open(&mut self) -> io::Result<()> {
        self.connection = Some(Incoming::new(sockets::connect(self.address, self.timeout)?));
        Ok(())
    }

    /// Posts a body, and reads the answer's into `reply`; its head.
    ///
    /// # Errors
    /// Whatever keeps it from an answer.
    pub fn post(&mut self, body: &[u8], reply: &mut Vec<u8>, stamps: &mut Stamps) -> Result<Head, CallError> {
        self.send(body)?;
        stamps.end(Phase::Send);
        self.receive(reply, stamps)
    }

    /// Sends a request with this body, whatever of answers is still to come.
    ///
    /// # Errors
    /// What the stream says.
    pub fn send(&mut self, body: &[u8]) -> Result<(), CallError> {
        if self.connection.is_none() {
            self.open()?;
        }
        let Some(connection) = &mut self.connection else {
            return Err(io::Error::from(io::ErrorKind::NotConnected).into());
        };
        let out = &mut self.out;
        out.clear();
        out.extend_from_slice(self.head.as_bytes());
        match self.transfer {
            Transfer::Whole => {
                write!(out, "Content-Length: {}\r\n\r\n", body.len())?;
                out.extend_from_slice(body);
                connection.stream().write_all(out)?;
            }
            Transfer::Chunked | Transfer::Streaming => {
                out.extend_from_slice(b"Transfer-Encoding: chunked\r\n\r\n");
                for chunk in body.chunks(CHUNK) {
                    write!(out, "{:x}\r\n", chunk.len())?;
                    out.extend_from_slice(chunk);
                    out.extend_from_slice(b"\r\n");
                    if self.transfer == Transfer::Streaming {
                        connection.stream().write_all(out)?;
                        out.clear();
                    }
                }
                out.extend_from_slice(b"0\r\n\r\n");
                connection.stream().write_all(out)?;
            }
        }
        Ok(())
    }

    /// Reads the next answer's body into `reply`; its head.
    ///
    /// # Errors
    /// Whatever keeps it from an answer.
    pub fn receive(&mut self, reply: &mut Vec<u8>, stamps: &mut Stamps) -> Result<Head, CallError> {
        let Some(connection) = &mut self.connection else {
            return Err(io::Error::from(io::ErrorKind::NotConnected).into());
        };
        let head = read_answer(connection)?.ok_or(io::Error::from(io::ErrorKind::UnexpectedEof))?;
        reply.clear();
        connection.body(head.length).read_into(reply)?;
        stamps.end(Phase::Wait);
        if self.close || !head.keep_alive {
            self.connection = None;
        }
        Ok(head)
    }
}

#[cfg(test)]
mod tests;
