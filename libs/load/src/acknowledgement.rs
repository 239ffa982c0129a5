//! How what a connection receives is acknowledged, and what calls cost that wait for it.

use serde::{Deserialize, Serialize};

/// When what a connection has received is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acknowledge {
    /// As the system does it.
    #[default]
    AsUsual,
    /// With the next bytes that are sent, or after a delay.
    Late,
    /// At once.
    AtOnce,
}

/// That calls wait for an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcknowledgementWait {
    /// The median of calls whose answers are acknowledged late, nanoseconds.
    pub late_ns: u64,
    /// The same where they are acknowledged at once.
    pub at_once_ns: u64,
}

impl std::fmt::Display for AcknowledgementWait {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [late_ms, at_once_ms] = [self.late_ns, self.at_once_ns].map(|ns| ns as f64 / 1e6);
        write!(
            out,
            "each call waits for an acknowledgement: {late_ms:.1} ms, and {at_once_ms:.1} ms if the client acknowledges at once; the \
             server writes its answer in pieces, and Nagle's algorithm holds back a small second one: set TCP_NODELAY there, or \
             write the answer in one piece"
        )
    }
}

impl Acknowledge {
    /// Has the system acknowledge what comes in this way. It forgets this soon, so it is said again after each receive. Where the system knows
    /// no such option, it does as usual.
    #[inline]
    pub(crate) fn apply(self, socket: impl std::os::fd::AsFd) {
        if self != Self::AsUsual {
            self.set(socket);
        }
    }

    #[cfg(target_os = "linux")]
    fn set(self, socket: impl std::os::fd::AsFd) {
        let _ = rustix::net::sockopt::set_tcp_quickack(socket, self == Self::AtOnce);
    }

    #[cfg(not(target_os = "linux"))]
    fn set(self, _: impl std::os::fd::AsFd) {}
}
