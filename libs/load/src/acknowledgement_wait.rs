//! Whether calls wait for an acknowledgement.
//!
//! A server that sends an answer in several small writes and leaves Nagle's algorithm on (RFC 896) holds back the second until the first is
//! acknowledged, and the client's system delays that for 40 ms or more (RFC 1122, 4.2.3.2), as it has nothing to send. The times of
//! such calls look like those of a server that works as long, so this proves it: it makes the same calls with late acknowledgements and
//! with immediate ones, and only a wait for them differs.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::acknowledgement::{Acknowledge, AcknowledgementWait};
use crate::address::{Address, Target};
use crate::options::{Close, Options};
use crate::protocol::Protocol;
use crate::run::run;
use crate::schedule::Schedule;
use crate::share::Share;

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
