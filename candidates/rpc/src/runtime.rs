//! tokio for stacks whose libraries are asynchronous.

use std::io;

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};

use crate::server::Serving;

/// As web servers set it; tokio's own 128 make connections wait for a second.
const BACKLOG: u32 = 4096;

/// A server's: this many threads, and for one the scheduler that needs no other.
///
/// # Errors
/// If the system gives no threads or no poller.
pub fn of_server(cores: usize) -> io::Result<Runtime> {
    match cores {
        0 | 1 => Builder::new_current_thread().enable_all().build(),
        threads => Builder::new_multi_thread().worker_threads(threads).enable_all().build(),
    }
}

/// A client's: all that it does is done in the thread that calls.
///
/// # Errors
/// If the system gives no poller.
pub fn of_client() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Listens where `serving` says, from within a runtime.
///
/// # Errors
/// If the port is taken.
pub fn listen(serving: &Serving) -> io::Result<TcpListener> {
    let socket = if serving.address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the listeners of the standard library do.
    socket.set_reuseaddr(true)?;
    socket.bind(serving.address)?;
    socket.listen(BACKLOG)
}
