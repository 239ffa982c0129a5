//! A client's connection: bytes that have come and are no command yet, and answers that have not gone.

use std::io;
use std::net::TcpStream;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::commands::Keeper;
use crate::engine::{Batch, Failure};
use crate::protocol::{Command, Parsed, parse};

/// A client that does not read its answers is not read from either, beyond this much of them.
const MOST_UNSENT_BYTES: usize = 1 << 20;

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    /// The beginning of a command whose rest has not come.
    carry: Vec<u8>,
    /// Bytes of a refused value that are still to come, and are thrown away.
    skip: usize,
    out: Vec<u8>,
    /// How much of `out` has gone.
    sent: usize,
    /// The client sends no more, or may not.
    ended: bool,
    /// The connection is broken.
    broken: bool,
    /// Commands wait in `carry` until their client has read its answers.
    waits: bool,
    /// Whether the poller watches for room to write in place of bytes to read.
    pub writes: bool,
}

impl Connection {
    /// Takes a connection that has just been accepted.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let (carry, out) = (Vec::new(), Vec::new());
        Ok(Self { stream, carry, skip: 0, out, sent: 0, ended: false, broken: false, waits: false, writes: false })
    }

    /// The socket.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Whether nothing more will happen on it.
    pub fn is_over(&self) -> bool {
        self.broken || (self.ended && !self.is_full())
    }

    /// Whether answers wait for room, or commands for answers to go.
    pub fn is_full(&self) -> bool {
        self.has_unsent() || self.waits
    }

    /// Whether answers wait for room.
    pub fn has_unsent(&self) -> bool {
        !self.out.is_empty()
    }

    /// Receives what is there, and carries out the commands in it.
    pub fn receive(&mut self, room: &mut [u8], keeper: &mut Keeper, batch: &mut dyn Batch) -> Result<(), Failure> {
        if self.ended {
            return Ok(());
        }
        let count = match recv(&self.stream, &mut *room, RecvFlags::empty()) {
            Ok((count, _)) => count,
            Err(Errno::AGAIN | Errno::INTR) => return Ok(()),
            Err(_) => {
                self.broken = true;
                return Ok(());
            }
        };
        if count == 0 {
            // What it has sent before is answered. What is left is no command.
            self.ended = true;
            return Ok(());
        }
        if self.carry.is_empty() {
            let used = self.take(&room[..count], keeper, batch)?;
            self.carry.extend_from_slice(&room[used..count]);
            return Ok(());
        }
        let mut carry = std::mem::take(&mut self.carry);
        carry.extend_from_slice(&room[..count]);
        self.resume(carry, keeper, batch)
    }

    /// Carries out commands that waited until their client had read.
    pub fn go_on(&mut self, keeper: &mut Keeper, batch: &mut dyn Batch) -> Result<(), Failure> {
        let carry = std::mem::take(&mut self.carry);
        self.resume(carry, keeper, batch)
    }

    fn resume(&mut self, mut carry: Vec<u8>, keeper: &mut Keeper, batch: &mut dyn Batch) -> Result<(), Failure> {
        let used = self.take(&carry, keeper, batch)?;
        carry.drain(..used);
        self.carry = carry;
        Ok(())
    }

    /// Carries out the commands at the front of `input`; how many bytes they were.
    fn take(&mut self, input: &[u8], keeper: &mut Keeper, batch: &mut dyn Batch) -> Result<usize, Failure> {
        let mut used = 0;
        self.waits = false;
        while used < input.len() {
            if self.out.len() >= MOST_UNSENT_BYTES {
                self.waits = true;
                break;
            }
            if self.skip > 0 {
                let skipped = self.skip.min(input.len() - used);
                self.skip -= skipped;
                used += skipped;
                continue;
            }
            match parse(&input[used..]) {
                Parsed::Partial => break,
                Parsed::Command(Command::Quit, bytes) => {
                    self.ended = true;
                    return Ok(used + bytes);
                }
                Parsed::Command(command, bytes) => {
                    keeper.execute(&command, batch, &mut self.out)?;
                    used += bytes;
                }
                Parsed::Refused { answer, bytes, closes } => {
                    self.out.extend_from_slice(answer.as_bytes());
                    self.out.extend_from_slice(b"\r\n");
                    self.skip = bytes;
                    if closes {
                        self.ended = true;
                        return Ok(input.len());
                    }
                }
            }
        }
        Ok(used)
    }

    /// Sends the answers that have room.
    pub fn send(&mut self) {
        while self.sent < self.out.len() && !self.broken {
            match send(&self.stream, &self.out[self.sent..], SendFlags::NOSIGNAL) {
                Ok(count) => self.sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.broken = true,
            }
        }
        self.out.clear();
        self.sent = 0;
    }
}
