//! The hyper candidate: HTTP/1.1 by hyper's own server connection over tokio, one task a connection.

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

use crate::{BACKLOG, Settings};

/// What the server answers with.
struct Answers {
    message: Bytes,
    nonce: Bytes,
}

/// Serves until the process is ended: the message under `/message`, the nonce under `/who`.
///
/// # Errors
/// If the port is taken.
pub fn serve(settings: Settings) -> io::Result<()> {
    let Settings { port, message, nonce, cores } = settings;
    let answers = Answers { message: message.into(), nonce: nonce.into() };
    // It lives as long as the process, so that tasks share it without counting references.
    let answers: &'static Answers = Box::leak(Box::new(answers));
    let runtime = match cores {
        0 | 1 => tokio::runtime::Builder::new_current_thread().enable_io().build()?,
        threads => tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_io().build()?,
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
