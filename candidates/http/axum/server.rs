//! The axum candidate: a router with two routes, served by `axum::serve` over tokio.

use std::io;
use std::net::Ipv4Addr;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use bytes::Bytes;
use tokio::net::TcpSocket;

use crate::{BACKLOG, Settings};

/// Serves until the process is ended: the message under `/message`, the nonce under `/who`.
///
/// # Errors
/// If the port is taken.
pub fn serve(settings: Settings) -> io::Result<()> {
    let Settings { port, message, nonce, cores } = settings;
    let message = Bytes::from(message);
    let answer = async move || ([(CONTENT_TYPE, "application/octet-stream")], message.clone());
    let router = Router::new().route("/message", get(answer)).route("/who", get(async move || nonce.clone()));
    let runtime = match cores {
        0 | 1 => tokio::runtime::Builder::new_current_thread().enable_all().build()?,
        threads => tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?,
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
