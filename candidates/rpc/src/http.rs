//! HTTP/1.1 for stacks that are written here (RFC 9112): requests with a body over a blocking connection, keep-alive or one
//! exchange a connection, bodies behind their length or in chunks. Heads are parsed by httparse.

use std::io::{self, Read, Write};

mod body;
mod poster;

pub use body::Body;
pub use poster::Poster;

/// Bytes of a head.
const LARGEST_HEAD: usize = 64 << 10;
/// Bytes of a body.
pub const LARGEST_BODY: usize = 64 << 20;
/// Header fields.
const MOST_FIELDS: usize = 64;

fn invalid(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

/// A stream whose received but unused bytes are read first.
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

    /// Receives more bytes, and returns how many.
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
                return Err(invalid(format!("a head of more than {LARGEST_HEAD} bytes")));
            }
            if self.fill()? == 0 {
                return if self.start == self.end { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
        }
    }

    /// The body behind a head.
    pub fn body(&mut self, length: Length) -> Body<'_, S> {
        Body::new(self, length)
    }
}

/// How long a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// So many bytes.
    Bytes(u64),
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
    /// `SOAPAction` (SOAP 1.1, 6.1.1); none if the field is not there.
    pub soap_action: Option<String>,
    /// `Content-Type`.
    pub content_type: String,
}

impl Head {
    fn of(first: &str, path: &str, minor: u8, fields: &[httparse::Header<'_>]) -> io::Result<Self> {
        let mut head = Self {
            first: first.to_owned(),
            path: path.to_owned(),
            length: Length::Bytes(0),
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
                let bytes: u64 = text().parse().map_err(|_| invalid(format!("content-length: {:?}", text())))?;
                if stated.replace(bytes).is_some_and(|other| other != bytes) {
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
            (Length::Bytes(_), Some(bytes)) if bytes > LARGEST_BODY as u64 => {
                Err(invalid(format!("a body of {bytes} bytes, at most {LARGEST_BODY} are taken")))
            }
            (Length::Bytes(_), Some(bytes)) => Ok(Self { length: Length::Bytes(bytes), ..head }),
            _ => Ok(head),
        }
    }
}

/// Reads the head of the next request; `None` where the client is done.
///
/// # Errors
/// Bytes that are no request; what the stream says.
pub fn read_request<S: Read>(incoming: &mut Incoming<S>) -> io::Result<Option<Head>> {
    incoming.head(|bytes| {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        match request.parse(bytes).map_err(|error| invalid(error.to_string()))? {
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
    incoming.head(|bytes| {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut response = httparse::Response::new(&mut fields);
        match response.parse(bytes).map_err(|error| invalid(error.to_string()))? {
            httparse::Status::Partial => Ok(None),
            httparse::Status::Complete(length) => {
                let status = response.code.unwrap_or_default().to_string();
                Ok(Some((length, Head::of(&status, "", response.version.unwrap_or_default(), response.headers)?)))
            }
        }
    })
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

#[cfg(test)]
mod tests;
