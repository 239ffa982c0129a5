//! What the tests of servers share.

use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::net;

/// A port of the loopback that nobody else is given while the socket is open: it is bound and does not listen. A server
/// that reuses addresses, as they all do, can take it.
pub fn reserve_port() -> (OwnedFd, SocketAddr) {
    let socket = net::socket(net::AddressFamily::INET, net::SocketType::STREAM, None).unwrap();
    net::sockopt::set_socket_reuseaddr(&socket, true).unwrap();
    net::bind(&socket, &SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let address = net::getsockname(&socket).unwrap().try_into().unwrap();
    (socket, address)
}
