//! The hyper candidate: HTTP/1.1 by hyper's own server connection over tokio, one task a connection.
//!
//! Settings come from the environment, as for every candidate of the lab: README.md of the http lab's candidates.

use std::convert::Infallible;
use std::io;
use std::net::Ipv4Addr;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpSocket;

/// As every candidate; tokio's own 128 make connections wait for a second.
const BACKLOG: u32 = 4096;

/// What the server answers with.
struct Answers {
    message: Bytes,
    nonce: Bytes,
}

/// Serves until the process is ended: `WIRECOST_PORT` on the loopback, the file `WIRECOST_MESSAGE` under `/message`,
/// `WIRECOST_NONCE` under `/who`, on `WIRECOST_CORES` threads.
///
/// # Errors
/// Where a variable is missing, the file cannot be read, or the port is taken.
pub fn serve() -> io::Result<()> {
    let answers = Answers {
        message: std::fs::read(variable("WIRECOST_MESSAGE")?)?.into(),
        nonce: variable("WIRECOST_NONCE")?.into(),
    };
    // It lives as long as the process, so that tasks share it without counting references.
    let answers: &'static Answers = Box::leak(Box::new(answers));
    let port = number("WIRECOST_PORT")?;
    let cores = number("WIRECOST_CORES")?;
    let runtime = match cores {
        0 | 1 => tokio::runtime::Builder::new_current_thread().enable_io().build()?,
        threads => tokio::runtime::Builder::new_multi_thread().worker_threads(threads.into()).enable_io().build()?,
    };
    runtime.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
        let listener = socket.listen(BACKLOG)?;
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(async move {
                let service = service_fn(async |request| Ok::<_, Infallible>(answer(&request, answers)));
                // A client that goes away is no concern of the others.
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    })
}

fn answer<B>(request: &Request<B>, answers: &Answers) -> Response<Full<Bytes>> {
    let (status, content) = match request.uri().path() {
        "/message" => (StatusCode::OK, answers.message.clone()),
        "/who" => (StatusCode::OK, answers.nonce.clone()),
        _ => (StatusCode::NOT_FOUND, Bytes::new()),
    };
    let mut response = Response::new(Full::new(content));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    response
}

fn variable(name: &str) -> io::Result<String> {
    std::env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

fn number(name: &str) -> io::Result<u16> {
    variable(name)?.parse().map_err(|error| io::Error::other(format!("{name}: {error}")))
}
