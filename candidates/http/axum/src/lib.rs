//! The axum candidate: a router with two routes, served by `axum::serve` over tokio.
//!
//! Settings come from the environment, as for every candidate of the lab: README.md of the http lab's candidates.

use std::io;
use std::net::Ipv4Addr;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use bytes::Bytes;
use tokio::net::TcpSocket;

/// As every candidate; tokio's own 128 make connections wait for a second.
const BACKLOG: u32 = 4096;

/// Serves until the process is ended: `WIRECOST_PORT` on the loopback, the file `WIRECOST_MESSAGE` under `/message`,
/// `WIRECOST_NONCE` under `/who`, on `WIRECOST_CORES` threads.
///
/// # Errors
/// Where a variable is missing, the file cannot be read, or the port is taken.
pub fn serve() -> io::Result<()> {
    let message = Bytes::from(std::fs::read(variable("WIRECOST_MESSAGE")?)?);
    let nonce = variable("WIRECOST_NONCE")?;
    let port = number("WIRECOST_PORT")?;
    let answer = async move || ([(CONTENT_TYPE, "application/octet-stream")], message.clone());
    let router = Router::new().route("/message", get(answer)).route("/who", get(async move || nonce.clone()));
    let runtime = match number("WIRECOST_CORES")? {
        0 | 1 => tokio::runtime::Builder::new_current_thread().enable_all().build()?,
        threads => tokio::runtime::Builder::new_multi_thread().worker_threads(threads.into()).enable_all().build()?,
    };
    runtime.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
        let listener = socket.listen(BACKLOG)?.tap_io(|stream| {
            // Without it, answers are only later.
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, router).await
    })
}

fn variable(name: &str) -> io::Result<String> {
    std::env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

fn number(name: &str) -> io::Result<u16> {
    variable(name)?.parse().map_err(|error| io::Error::other(format!("{name}: {error}")))
}
