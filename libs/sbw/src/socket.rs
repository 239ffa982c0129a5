//! The settings of a socket.

/// Has the kernel acknowledge now what has been read.
///
/// A peer that leaves Nagle's algorithm on, as libSBW does, sends a small segment only when all before it are
/// acknowledged. Where nothing is written back that would carry the acknowledgement, the kernel delays it by 40 ms or
/// more. Linux forgets the option soon, so it is set again each time. A failure costs the peer that delay, nothing more.
#[cfg(target_os = "linux")]
pub(crate) fn acknowledge(socket: impl std::os::fd::AsFd) {
    let _ = rustix::net::sockopt::set_tcp_quickack(socket, true);
}

/// Other systems have no such option.
#[cfg(not(target_os = "linux"))]
pub(crate) fn acknowledge<S>(_: S) {}
