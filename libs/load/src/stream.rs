//! One connection's socket, plain or with TLS and HTTP/2 as layers over it, never blocking.

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, connect, recv, send, socket_with,
    sockopt,
};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use crate::acknowledgement::Acknowledge;
use crate::address::{Address, Target};
use crate::fault::Fault;
use crate::http2;
use crate::login::Login;
use crate::tls::Session;

/// Receive buffers, one pair for all connections of a thread.
#[derive(Debug)]
pub(crate) struct Buffers {
    wire: Vec<u8>,
    plain: Vec<u8>,
    answers: Vec<u8>,
    behind_login: Vec<u8>,
}

impl Buffers {
    pub(crate) fn new() -> Self {
        Self { wire: vec![0; 64 << 10], plain: Vec::new(), answers: Vec::new(), behind_login: Vec::new() }
    }
}

/// What a receive gave.
pub(crate) enum Received<'b> {
    /// Bytes of the protocol.
    Bytes(&'b [u8]),
    /// None of the protocol's yet.
    Nothing,
    /// The peer will send no more.
    End,
}

/// An open, or opening, connection.
#[derive(Debug)]
pub(crate) struct Stream {
    socket: OwnedFd,
    tls: Option<Box<Session>>,
    http2: Option<Box<http2::Session>>,
    /// Until the server has answered it.
    login: Option<Box<Pending>>,
    /// Bytes that the socket did not take yet.
    pending: Vec<u8>,
    /// The last receive left nothing in the socket.
    is_drained: bool,
    acknowledge: Acknowledge,
}

/// A login whose answer is not all there.
#[derive(Debug)]
struct Pending {
    login: Login,
    came: Vec<u8>,
}

impl Stream {
    /// Begins a connection. Bytes may be sent at once; they wait in [`Stream::flush`] until it is established.
    pub(crate) fn open(target: &Target, no_delay: bool) -> Result<Stream, Fault> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let (socket, begun) = match &target.address {
            Address::Tcp(address) => {
                let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
                let socket = socket_with(family, SocketType::STREAM, flags, None)?;
                if no_delay {
                    sockopt::set_tcp_nodelay(&socket, true)?;
                }
                let begun = connect(&socket, address);
                (socket, begun)
            }
            Address::Unix(path) => {
                let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
                let begun = connect(&socket, &SocketAddrUnix::new(path)?);
                (socket, begun)
            }
        };
        match begun {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(errno) => return Err(errno.into()),
        }
        let mut pending = Vec::new();
        let tls = match &target.tls {
            Some(tls) => {
                let mut session = tls.session()?;
                session.drain(&mut pending);
                Some(Box::new(session))
            }
            None => None,
        };
        let acknowledge = target.acknowledge;
        acknowledge.apply(&socket);
        let mut stream = Stream { socket, tls, http2: None, login: None, pending, is_drained: true, acknowledge };
        if let Some(requests) = &target.http2 {
            stream.http2 = Some(Box::new(http2::Session::new(requests)));
            stream.pass_on()?;
        }
        if let Some(login) = &target.login {
            stream.login = Some(Box::new(Pending { login: login.clone(), came: Vec::new() }));
            stream.put(login.request())?;
        }
        Ok(stream)
    }

    /// Appends what HTTP/2 has to send to the bytes that wait.
    #[inline]
    fn pass_on(&mut self) -> Result<(), Fault> {
        let Self { http2: Some(http2), tls, pending, .. } = self else { return Ok(()) };
        let bytes = http2.outgoing();
        match tls {
            _ if bytes.is_empty() => return Ok(()),
            Some(tls) => tls.encrypt(bytes, pending)?,
            None if pending.is_empty() => std::mem::swap(bytes, pending),
            None => pending.extend_from_slice(bytes),
        }
        bytes.clear();
        Ok(())
    }

    /// Appends bytes to those that wait to be sent.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        match &mut self.tls {
            Some(tls) => tls.encrypt(bytes, &mut self.pending)?,
            None => self.pending.extend_from_slice(bytes),
        }
        Ok(())
    }

    /// Sends as much as the socket takes; the rest waits. `Ok(false)` if any waits.
    #[inline]
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<bool, Fault> {
        if let Some(http2) = &mut self.http2 {
            http2.request(bytes)?;
            self.pass_on()?;
            return self.flush();
        }
        if let Some(tls) = &mut self.tls {
            tls.encrypt(bytes, &mut self.pending)?;
            return self.flush();
        }
        if !self.pending.is_empty() {
            self.pending.extend_from_slice(bytes);
            return self.flush();
        }
        let sent = self.push(bytes)?;
        self.pending.extend_from_slice(&bytes[sent..]);
        Ok(sent == bytes.len())
    }

    /// Sends what waits. `Ok(false)` if some of it still does.
    pub(crate) fn flush(&mut self) -> Result<bool, Fault> {
        let sent = if self.pending.is_empty() { 0 } else { self.push(&self.pending)? };
        self.pending.drain(..sent);
        Ok(self.pending.is_empty())
    }

    #[inline]
    fn push(&self, bytes: &[u8]) -> Result<usize, Errno> {
        loop {
            match send(&self.socket, bytes, SendFlags::NOSIGNAL) {
                // A connection that is not established yet takes nothing (NOTCONN on Unix sockets).
                Err(Errno::AGAIN | Errno::NOTCONN | Errno::INPROGRESS) => return Ok(0),
                Err(Errno::INTR) => {}
                result => return result,
            }
        }
    }

    /// Receives once.
    #[inline]
    pub(crate) fn receive<'b>(&mut self, buffers: &'b mut Buffers) -> Result<Received<'b>, Fault> {
        let count = loop {
            match recv(&self.socket, &mut buffers.wire[..], RecvFlags::empty()) {
                Ok((count, _)) => break count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(Received::Nothing),
                Err(errno) => return Err(errno.into()),
            }
        };
        self.is_drained = count < buffers.wire.len();
        self.acknowledge.apply(&self.socket);
        if count == 0 {
            return Ok(Received::End);
        }
        let mut bytes = &buffers.wire[..count];
        if let Some(tls) = &mut self.tls {
            buffers.plain.clear();
            tls.decrypt(bytes, &mut buffers.plain)?;
            tls.drain(&mut self.pending);
            bytes = &buffers.plain;
        }
        if let Some(pending) = &mut self.login {
            pending.came.extend_from_slice(bytes);
            let Some(taken) = pending.login.read(&pending.came)? else { return Ok(Received::Nothing) };
            // Behind the answer stand those to the requests that followed it.
            buffers.behind_login.clear();
            buffers.behind_login.extend_from_slice(&pending.came[taken..]);
            self.login = None;
            bytes = &buffers.behind_login;
        }
        if let Some(http2) = &mut self.http2 {
            buffers.answers.clear();
            let received = http2.receive(bytes, &mut buffers.answers);
            // The server learns why, if it still listens.
            self.pass_on()?;
            received?;
            bytes = &buffers.answers;
        }
        Ok(if bytes.is_empty() { Received::Nothing } else { Received::Bytes(bytes) })
    }

    /// Whether the last receive took all that was there (epoll(7), question 9).
    #[inline]
    pub(crate) fn is_drained(&self) -> bool {
        self.is_drained
    }

    /// What broke the connection behind the bytes that were received last.
    #[inline]
    pub(crate) fn take_broken(&mut self) -> Option<Fault> {
        self.http2.as_mut()?.take_broken()
    }

    /// Whether the connection can carry no more requests, as the protocol has it, and none is under way on it.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.http2.as_ref().is_some_and(|http2| http2.is_spent())
    }

    /// Whether bytes wait for the socket.
    #[inline]
    pub(crate) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether requests can be sent. Asks for the outcome of the connect, so call it when the socket is writable.
    ///
    /// # Errors
    /// Why the connection could not be opened.
    pub(crate) fn is_ready(&self) -> Result<bool, Fault> {
        sockopt::socket_error(&self.socket)??;
        Ok(self.login.is_none() && self.tls.as_ref().is_none_or(|tls| !tls.is_handshaking()))
    }

    /// Makes the coming close a reset, which leaves no TIME_WAIT behind (RFC 9293, 3.10.4).
    pub(crate) fn reset_on_close(&self) -> Result<(), Errno> {
        sockopt::set_socket_linger(&self.socket, Some(Duration::ZERO))
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
