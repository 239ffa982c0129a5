//! Whether calls wait for an acknowledgement.
//!
//! A server that sends an answer in several small writes and leaves Nagle's algorithm on (RFC 896) holds back the second until the first is
//! acknowledged, and the client's system delays that for 40 ms or more (RFC 1122, 4.2.3.2), as it has nothing to send. The times of
//! such calls look like those of a server that works as long, so this proves it: it makes the same calls with late acknowledgements and
//! with immediate ones, and only a wait for them differs.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::address::{Address, Target};
use crate::options::{Close, Options};
use crate::protocol::Protocol;
use crate::run::run;
use crate::schedule::Schedule;
use crate::share::Share;

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

/// Medians that such a wait may explain: what systems delay an acknowledgement by at least, and twice the work of a short call.
const SUSPECT_NS: RangeInclusive<u64> = 38_000_000..=60_000_000;
/// The difference that shows it.
const SHOWN_NS: u64 = 30_000_000;
/// Calls of each kind.
const CALLS: u64 = 10;
/// The longest that they may take.
const LONGEST: Duration = Duration::from_secs(5);

/// Finds out whether calls of a median of `median_ns` wait for an acknowledgement. Makes further calls only where that may be, and where
/// their number does not matter.
pub fn acknowledgement_wait<P: Protocol>(
    options: &Options,
    protocol: &P,
    median_ns: Option<u64>,
) -> Option<AcknowledgementWait> {
    let is_suspect = median_ns.is_some_and(|median| SUSPECT_NS.contains(&median));
    let is_tcp = matches!(options.target.address, Address::Tcp(_));
    if !is_suspect || !is_tcp || options.close != Close::KeepAlive || options.requests.is_some() {
        return None;
    }
    let median = |acknowledge: Acknowledge| {
        let few = Options {
            schedule: Schedule::Closed { think_ns: 0 },
            share: Share::ALL,
            connections: 1,
            max_connections: 1,
            threads: 1,
            pipeline: 1,
            duration: LONGEST,
            requests: Some(CALLS),
            warmup: Duration::ZERO,
            start_at_unix_ns: None,
            rendezvous: None,
            server_pids: Vec::new(),
            log: None,
            target: Target { acknowledge, ..options.target.clone() },
            ..options.clone()
        };
        run(&few, protocol.clone(), |_| {}).ok()?.service_time_ns.p50
    };
    let (late_ns, at_once_ns) = (median(Acknowledge::Late)?, median(Acknowledge::AtOnce)?);
    (late_ns >= at_once_ns + SHOWN_NS).then_some(AcknowledgementWait { late_ns, at_once_ns })
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
