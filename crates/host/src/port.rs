//! A port of one's own.

use crate::error::Error;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

/// The port that was asked for, or one that is free now: of the loopback, unless an address was asked for. Between this and
/// the server's listen somebody else may take it, which [`crate::identity`] finds out.
pub(crate) fn choose(listen: Option<SocketAddr>) -> Result<u16, Error> {
    let listen = listen.unwrap_or_else(|| (Ipv4Addr::LOCALHOST, 0).into());
    if listen.port() != 0 {
        return Ok(listen.port());
    }
    let address = TcpListener::bind(listen).and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(|source| Error::System { what: "a free port", source })
}
