//! HTTP/2 (RFC 9113) through the h2 crate: a layer between the octets of the wire and whole answers, as TLS is one.
//!
//! h2 reads and writes memory here and is polled whenever octets came or are to go, so that the engine keeps its sockets
//! and its time. What the layer is given is the number of a request's kind, 32 bits, little-endian; what it gives is, in
//! the order of the requests, a [`Head`] and the content of each answer.

use bytes::Bytes;
use h2::RecvStream;
use h2::client::{Builder, Connection, ResponseFuture, SendRequest};
use rustix::io::Errno;
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
use crate::fault::Fault;
use crate::protocol::http::{Body, Request};

/// Windows that no answer of a measurement fills, octets: waiting for an update would be this side's doing.
const WINDOW: u32 = 16 << 20;
/// No answer is kept beyond this, octets.
const MOST_CONTENT: usize = 64 << 20;

/// How the stream of an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum End {
    /// With a whole answer.
    #[default]
    Whole,
    /// The server reset it.
    Reset,
    /// The answer was longer than any that is kept.
    TooLong,
}

/// What gRPC says of a call, in its trailers or in the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Grpc {
    /// The answer is none of gRPC.
    #[default]
    None,
    /// The answer claims to be one, and has no status.
    Missing,
    /// Its status.
    Status(u8),
}

/// What stands before the content of an answer, as the layer hands it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub status: u16,
    pub end: End,
    pub grpc: Grpc,
    /// Bytes of the content.
    pub length: u32,
}

impl Head {
    /// Bytes of the form below.
    pub(crate) const LENGTH: usize = 9;

    pub(crate) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let end = match self.end {
            End::Whole => 0,
            End::Reset => 1,
            End::TooLong => 2,
        };
        let (kind, grpc) = match self.grpc {
            Grpc::None => (0, 0),
            Grpc::Missing => (1, 0),
            Grpc::Status(status) => (2, status),
        };
        let ([low, high], [a, b, c, d]) = (self.status.to_le_bytes(), self.length.to_le_bytes());
        [low, high, end, kind, grpc, a, b, c, d]
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Head {
        let [low, high, end, kind, grpc, a, b, c, d] = *bytes;
        let end = match end {
            0 => End::Whole,
            1 => End::Reset,
            _ => End::TooLong,
        };
        let grpc = match kind {
            0 => Grpc::None,
            1 => Grpc::Missing,
            _ => Grpc::Status(grpc),
        };
        Head { status: u16::from_le_bytes([low, high]), end, grpc, length: u32::from_le_bytes([a, b, c, d]) }
    }
}

/// When so many bytes have come, every answer under way is looked at, and not only the oldest: what they have taken of the
/// window of the connection must be given back.
const SWEEP: usize = 1 << 20;

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
    /// Bytes that came since every answer under way was looked at.
    unswept: usize,
}

/// The answer to a request, as far as it is there.
#[derive(Debug)]
struct Exchange {
    state: State,
    head: Head,
    content: Vec<u8>,
}

#[derive(Debug)]
enum State {
    Head(ResponseFuture),
    Content(RecvStream),
    Trailers(RecvStream),
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
        Ok(Self { requests: requests.clone(), client, connection, wire, waiting, exchanges, over: false, unswept: 0 })
    }

    /// Sends requests, given by their kinds.
    pub(crate) fn request(&mut self, kinds: &[u8]) -> Result<(), Fault> {
        self.waiting.extend(kinds.as_chunks().0.iter().map(|kind| u32::from_le_bytes(*kind)));
        self.drive()
    }

    /// Takes octets from the wire; the answers that are whole now go to the end of `answers`.
    pub(crate) fn receive(&mut self, octets: &[u8], answers: &mut Vec<u8>) -> Result<(), Fault> {
        self.wire.0.borrow_mut().came.extend(octets);
        self.unswept += octets.len();
        self.drive()?;
        while let Some(Exchange { state: State::Done, head, content }) = self.exchanges.front() {
            answers.extend_from_slice(&Head { length: content.len() as u32, ..*head }.to_bytes());
            answers.extend_from_slice(content);
            self.exchanges.pop_front();
        }
        Ok(())
    }

    /// Gives the bytes that are to go over the wire now to `take`.
    pub(crate) fn outgoing<T>(&mut self, take: impl FnOnce(&[u8]) -> T) -> T {
        let to_go = &mut self.wire.0.borrow_mut().to_go;
        let taken = take(to_go);
        to_go.clear();
        taken
    }

    /// Brings everything on as far as it goes without more octets.
    fn drive(&mut self) -> Result<(), Fault> {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let mut progress = self.send_waiting(&mut context)?;
            if !self.over
                && let Poll::Ready(ended) = Pin::new(&mut self.connection).poll(&mut context)
            {
                ended.map_err(fault)?;
                // What has come before the end still counts.
                self.over = true;
            }
            progress |= self.advance_answers(&mut context);
            if !progress {
                return Ok(());
            }
        }
    }

    /// Takes what there is of the answers; whether that was anything. Answers count in the order of their requests, so that one
    /// behind an answer that is not there need not be looked at, unless the window wants it.
    fn advance_answers(&mut self, context: &mut Context<'_>) -> bool {
        let all = self.unswept >= SWEEP;
        if all {
            self.unswept = 0;
        }
        let mut progress = false;
        for exchange in &mut self.exchanges {
            while exchange.advance(context) {
                progress = true;
            }
            if !all && !matches!(exchange.state, State::Done) {
                break;
            }
        }
        progress
    }

    /// Sends what the server allows; whether that was anything.
    fn send_waiting(&mut self, context: &mut Context<'_>) -> Result<bool, Fault> {
        let mut sent = false;
        if self.over && !self.waiting.is_empty() {
            return Err(Errno::CONNRESET.into());
        }
        while let Some(&kind) = self.waiting.front() {
            match self.client.poll_ready(context) {
                Poll::Pending => break,
                Poll::Ready(ready) => ready.map_err(fault)?,
            }
            let request = self.requests.0.get(kind as usize).ok_or(Errno::INVAL)?;
            let empty = request.content.is_empty();
            let (answer, mut content) = self.client.send_request(request.head.clone(), empty).map_err(fault)?;
            if !empty {
                content.send_data(request.content.clone(), true).map_err(fault)?;
            }
            self.waiting.pop_front();
            self.exchanges.push_back(Exchange {
                state: State::Head(answer),
                head: Head::default(),
                content: Vec::new(),
            });
            sent = true;
        }
        Ok(sent)
    }
}

impl Exchange {
    /// Takes what there is of the answer; whether that was anything.
    fn advance(&mut self, context: &mut Context<'_>) -> bool {
        match &mut self.state {
            State::Done => return false,
            State::Head(answer) => match Pin::new(answer).poll(context) {
                Poll::Pending => return false,
                Poll::Ready(Ok(answer)) => {
                    self.head.status = answer.status().as_u16();
                    self.head.grpc = grpc_of_head(answer.headers());
                    self.state = State::Content(answer.into_body());
                }
                Poll::Ready(Err(_)) => self.end(End::Reset),
            },
            State::Content(content) => match content.poll_data(context) {
                Poll::Pending => return false,
                Poll::Ready(Some(Ok(piece))) if self.content.len() + piece.len() <= MOST_CONTENT => {
                    self.content.extend_from_slice(&piece);
                    // Only a stream that is reset has no window any more.
                    let _ = content.flow_control().release_capacity(piece.len());
                }
                Poll::Ready(Some(Ok(_))) => self.end(End::TooLong),
                Poll::Ready(Some(Err(_))) => self.end(End::Reset),
                Poll::Ready(None) => match std::mem::replace(&mut self.state, State::Done) {
                    State::Content(content) => self.state = State::Trailers(content),
                    other => self.state = other,
                },
            },
            State::Trailers(stream) => match stream.poll_trailers(context) {
                Poll::Pending => return false,
                Poll::Ready(Ok(trailers)) => {
                    if let Some(status) = trailers.as_ref().and_then(grpc_status) {
                        self.head.grpc = Grpc::Status(status);
                    }
                    self.end(End::Whole);
                }
                Poll::Ready(Err(_)) => self.end(End::Reset),
            },
        }
        true
    }

    fn end(&mut self, end: End) {
        self.head.end = end;
        self.state = State::Done;
    }
}

/// What gRPC says in a head: a status where there will be no trailers, and else only that it is gRPC.
fn grpc_of_head(headers: &http::HeaderMap) -> Grpc {
    let is_grpc = headers.get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    match grpc_status(headers) {
        Some(status) => Grpc::Status(status),
        None if is_grpc => Grpc::Missing,
        None => Grpc::None,
    }
}

/// The status of a gRPC call: a number from 0, which is good, to 16. Other texts are 2, unknown.
fn grpc_status(headers: &http::HeaderMap) -> Option<u8> {
    let status = headers.get("grpc-status")?;
    Some(status.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(2))
}

/// What an error of h2 means: this side found that the other breaks the protocol, or the other gave the connection up.
fn fault(error: h2::Error) -> Fault {
    if error.is_library() { Fault::Http2(error.to_string()) } else { Errno::CONNRESET.into() }
}
