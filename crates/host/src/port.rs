//! A port of one's own.

use crate::error::Error;
use std::net::TcpListener;

/// A loopback port that is free now. Between this and the server's listen somebody else may take it, which
/// [`crate::identity`] finds out.
pub(crate) fn free() -> Result<u16, Error> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    address.map(|address| address.port()).map_err(|source| Error::System { what: "a free port", source })
}
