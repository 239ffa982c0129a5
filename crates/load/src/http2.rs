//! HTTP/2 (RFC 9113) through the h2 crate: a layer between the octets of the wire and whole answers, as TLS is one.
//!
//! h2 reads and writes memory here and is polled whenever octets came or are to go, so that the engine keeps its sockets
//! and its time. What the layer is given is the number of a request's kind, 32 bits, little-endian; what it gives is, in
//! the order of the requests, status (16 bits), length (32 bits) and content of each answer.

use bytes::Bytes;
use h2::RecvStream;
use h2::client::{Builder, Connection, ResponseFuture, SendRequest};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::error::Error;
use crate::protocol::http::{Body, Request};

/// Windows that no answer of a measurement fills, octets: waiting for an update would be this side's doing.
const WINDOW: u32 = 16 << 20;
/// No answer is kept beyond this, octets.
const MOST_CONTENT: usize = 64 << 20;

/// Requests as h2 takes them. Clones are the same requests.
#[derive(Clone, Debug)]
pub struct Http2Requests(Arc<Vec<Prepared>>);

#[derive(Debug)]
struct Prepared {
    head: http::Request<()>,
    content: Bytes,
}

impl Http2Requests {
    /// `requests` for a server, over TLS or not. Their `host` becomes the authority; headers of a connection have no place
    /// in HTTP/2 and are left out (RFC 9113, 8.2.2).
    ///
    /// # Errors
    /// [`Error::Target`] if a method, path or header is none.
    pub fn new(requests: &[Request], secure: bool) -> Result<Self, Error> {
        requests.iter().map(|request| Prepared::new(request, secure)).collect::<Result<_, _>>().map(Arc::new).map(Self)
    }
}

impl Prepared {
    fn new(request: &Request, secure: bool) -> Result<Self, Error> {
        const OF_CONNECTION: [&str; 4] = ["connection", "keep-alive", "transfer-encoding", "upgrade"];
        let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
        let authority = request.headers.iter().find(|(name, _)| is(name, "host")).map_or("", |(_, value)| value);
        let scheme = if secure { "https" } else { "http" };
        let mut builder = http::Request::builder()
            .method(request.method.as_str())
            .uri(format!("{scheme}://{authority}{}", request.path));
        for (name, value) in &request.headers {
            if !is(name, "host") && !OF_CONNECTION.iter().any(|other| is(name, other)) {
                builder = builder.header(name.as_str(), value.as_str());
            }
        }
        let content = match &request.body {
            Body::Empty => Bytes::new(),
            Body::Sized(content) | Body::Chunked(content, _) => {
                builder = builder.header("content-length", content.len());
                content.clone().into()
            }
        };
        let fault = |fault: http::Error| Error::Target { target: request.path.clone(), reason: fault.to_string() };
        Ok(Self { head: builder.body(()).map_err(fault)?, content })
    }
}

/// What h2 takes for a connection: octets that came, and octets that are to go.
#[derive(Clone, Debug, Default)]
struct Wire(Rc<RefCell<Octets>>);

#[derive(Debug, Default)]
struct Octets {
    came: VecDeque<u8>,
    to_go: Vec<u8>,
}

impl AsyncRead for Wire {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let came = &mut self.0.borrow_mut().came;
        if came.is_empty() {
            // The engine polls again when octets have come.
            return Poll::Pending;
        }
        while into.remaining() > 0 && !came.is_empty() {
            let front = came.as_slices().0;
            let count = front.len().min(into.remaining());
            into.put_slice(&front[..count]);
            came.drain(..count);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, octets: &[u8]) -> Poll<io::Result<usize>> {
        self.0.borrow_mut().to_go.extend_from_slice(octets);
        Poll::Ready(Ok(octets.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// One connection's HTTP/2.
#[derive(Debug)]
pub(crate) struct Session {
    requests: Http2Requests,
    client: SendRequest<Bytes>,
    connection: Connection<Wire, Bytes>,
    wire: Wire,
    /// Kinds of requests that wait until the server allows another stream.
    waiting: VecDeque<u32>,
    /// Requests under way, the oldest first.
    exchanges: VecDeque<Exchange>,
    /// Whether the server has ended the connection.
    over: bool,
}

/// The answer to a request, as far as it is there.
#[derive(Debug)]
struct Exchange {
    state: State,
    status: u16,
    content: Vec<u8>,
}

#[derive(Debug)]
enum State {
    Head(ResponseFuture),
    Content(RecvStream),
    Done,
}

impl Session {
    /// Begins a connection: its preface waits in [`Session::outgoing`].
    pub(crate) fn new(requests: &Http2Requests) -> io::Result<Self> {
        let wire = Wire::default();
        let mut builder = Builder::new();
        // No stream before the server has said how many it allows: it would refuse those beyond.
        builder
            .initial_max_send_streams(0)
            .enable_push(false)
            .initial_window_size(WINDOW)
            .initial_connection_window_size(WINDOW);
        let handshake = pin!(builder.handshake::<_, Bytes>(wire.clone()));
        // It only writes, and the wire takes everything.
        let Poll::Ready(begun) = handshake.poll(&mut Context::from_waker(Waker::noop())) else {
            return Err(io::Error::other("HTTP/2 did not begin"));
        };
        let (client, connection) = begun.map_err(io::Error::other)?;
        let (waiting, exchanges) = Default::default();
        Ok(Self { requests: requests.clone(), client, connection, wire, waiting, exchanges, over: false })
    }

    /// Sends requests, given by their kinds.
    pub(crate) fn request(&mut self, kinds: &[u8]) -> io::Result<()> {
        self.waiting.extend(kinds.as_chunks().0.iter().map(|kind| u32::from_le_bytes(*kind)));
        self.drive()
    }

    /// Takes octets from the wire; the answers that are whole now go to the end of `answers`.
    pub(crate) fn receive(&mut self, octets: &[u8], answers: &mut Vec<u8>) -> io::Result<()> {
        self.wire.0.borrow_mut().came.extend(octets);
        self.drive()?;
        while let Some(Exchange { state: State::Done, status, content }) = self.exchanges.front() {
            answers.extend_from_slice(&status.to_le_bytes());
            answers.extend_from_slice(&(content.len() as u32).to_le_bytes());
            answers.extend_from_slice(content);
            self.exchanges.pop_front();
        }
        Ok(())
    }

    /// Octets that are to go over the wire now.
    pub(crate) fn outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.wire.0.borrow_mut().to_go)
    }

    /// Brings everything on as far as it goes without more octets.
    fn drive(&mut self) -> io::Result<()> {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let mut progress = self.send_waiting(&mut context)?;
            if !self.over
                && let Poll::Ready(ended) = Pin::new(&mut self.connection).poll(&mut context)
            {
                ended.map_err(io::Error::other)?;
                // What has come before the end still counts.
                self.over = true;
            }
            for exchange in &mut self.exchanges {
                progress |= exchange.advance(&mut context);
            }
            if !progress {
                return Ok(());
            }
        }
    }

    /// Sends what the server allows; whether that was anything.
    fn send_waiting(&mut self, context: &mut Context<'_>) -> io::Result<bool> {
        let mut sent = false;
        if self.over && !self.waiting.is_empty() {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        while let Some(&kind) = self.waiting.front() {
            match self.client.poll_ready(context) {
                Poll::Pending => break,
                Poll::Ready(ready) => ready.map_err(io::Error::other)?,
            }
            let request = self.requests.0.get(kind as usize).ok_or(io::ErrorKind::InvalidInput)?;
            let empty = request.content.is_empty();
            let (answer, mut content) =
                self.client.send_request(request.head.clone(), empty).map_err(io::Error::other)?;
            if !empty {
                content.send_data(request.content.clone(), true).map_err(io::Error::other)?;
            }
            self.waiting.pop_front();
            self.exchanges.push_back(Exchange { state: State::Head(answer), status: 0, content: Vec::new() });
            sent = true;
        }
        Ok(sent)
    }
}

impl Exchange {
    /// Takes what there is of the answer; whether that was anything. A stream that the server resets ends with status 0.
    fn advance(&mut self, context: &mut Context<'_>) -> bool {
        match &mut self.state {
            State::Done => return false,
            State::Head(answer) => match Pin::new(answer).poll(context) {
                Poll::Pending => return false,
                Poll::Ready(Ok(answer)) => {
                    self.status = answer.status().as_u16();
                    self.state = State::Content(answer.into_body());
                }
                Poll::Ready(Err(_)) => self.state = State::Done,
            },
            State::Content(content) => match content.poll_data(context) {
                Poll::Pending => return false,
                Poll::Ready(Some(Ok(piece))) if self.content.len() + piece.len() <= MOST_CONTENT => {
                    self.content.extend_from_slice(&piece);
                    // Only a stream that is reset has no window any more.
                    let _ = content.flow_control().release_capacity(piece.len());
                }
                Poll::Ready(Some(_)) => (self.status, self.state) = (0, State::Done),
                Poll::Ready(None) => self.state = State::Done,
            },
        }
        true
    }
}
