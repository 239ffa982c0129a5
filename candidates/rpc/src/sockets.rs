//! Connections of stacks that are written here: a thread each, blocking, without Nagle's algorithm.

use std::fmt::Display;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// Serves every connection on a thread of its own until accepting fails for good. What ends a connection ends no other.
///
/// # Errors
/// If no connection can be accepted any more.
pub fn serve_each<E: Display>(
    listener: &TcpListener,
    serve: impl Fn(TcpStream) -> Result<(), E> + Sync,
) -> io::Result<()> {
    std::thread::scope(|scope| {
        let serve = &serve;
        for stream in listener.incoming() {
            let stream = match stream {
                Ok(stream) => stream,
                // The client went before it was accepted.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error),
            };
            stream.set_nodelay(true)?;
            std::thread::Builder::new().spawn_scoped(scope, move || {
                if let Err(error) = serve(stream) {
                    eprintln!("{error}");
                }
            })?;
        }
        Ok(())
    })
}

/// Connects with a limit of time, for the connection and every wait on it.
///
/// # Errors
/// If nobody answers in time.
pub fn connect(address: SocketAddr, timeout: Duration) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(timeout))?;
    stream.set_write_timeout(Some(timeout))?;
    Ok(stream)
}
