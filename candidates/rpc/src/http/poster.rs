//! The client's end.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::{Head, Incoming, read_answer};
use crate::call::CallError;
use crate::client::{Calling, Transfer};
use crate::phases::{Phase, Stamps};
use crate::sockets;

/// Bytes of a body in each chunk, and in each write where it is streamed.
const CHUNK: usize = 256;

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
    /// If nobody answers.
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
