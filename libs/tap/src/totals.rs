//! What all connections together did.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::units::{bytes, counted, number, span};
use crate::{Direction, Event};

/// The longest reply time that is counted exactly.
const LONGEST: Duration = Duration::from_secs(3600);

/// Sums over all connections.
#[derive(Debug, Clone)]
pub struct Totals {
    /// Clients that were accepted.
    pub connections: u64,
    /// Of these, those for whom the target could not be reached, or there was no room.
    pub failed: u64,
    /// Messages from clients to the target.
    pub to_target: u64,
    /// Messages from the target to clients.
    pub to_client: u64,
    /// Bytes from clients to the target.
    pub bytes_to_target: u64,
    /// Bytes from the target to clients.
    pub bytes_to_client: u64,
    /// Bytes of both directions that are not shown.
    pub lost: u64,
    /// How long replies took, whole, in nanoseconds. None where memory for it could not be laid out.
    reply_ns: Option<Histogram<u64>>,
}

impl Totals {
    pub(crate) fn new() -> Self {
        Self {
            connections: 0,
            failed: 0,
            to_target: 0,
            to_client: 0,
            bytes_to_target: 0,
            bytes_to_client: 0,
            lost: 0,
            reply_ns: Histogram::new_with_bounds(1, LONGEST.as_nanos() as u64, 3).ok(),
        }
    }

    pub(crate) fn add(&mut self, event: &Event<'_>) {
        match event {
            Event::Opened { .. } => self.connections += 1,
            Event::Unreachable { .. } | Event::Refused { .. } => {
                self.connections += 1;
                self.failed += 1;
            }
            Event::Message { message, .. } => {
                match message.direction {
                    Direction::ToTarget => self.to_target += 1,
                    Direction::ToClient => self.to_client += 1,
                }
                if let (Some(reply), Some(histogram)) = (message.reply, &mut self.reply_ns) {
                    histogram.saturating_record(reply.whole_after.as_nanos() as u64);
                }
            }
            Event::Lost { bytes, .. } => self.lost += bytes,
            Event::Closed { to_target, to_client, .. } => {
                self.bytes_to_target += to_target;
                self.bytes_to_client += to_client;
            }
        }
    }

    /// The time within which this share of the replies came whole; none if there were none.
    pub fn reply_quantile(&self, share: f64) -> Option<Duration> {
        let histogram = self.reply_ns.as_ref().filter(|histogram| !histogram.is_empty())?;
        Some(Duration::from_nanos(histogram.value_at_quantile(share)))
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.connections, "connection", "connections"))?;
        if self.failed > 0 {
            write!(f, ", {} of them failed", number(self.failed))?;
        }
        let messages = |count| counted(count, "message", "messages");
        write!(f, "; to the target {} in {}", bytes(self.bytes_to_target), messages(self.to_target))?;
        write!(f, ", back {} in {}", bytes(self.bytes_to_client), messages(self.to_client))?;
        if let (Some(histogram), Some(median)) = (&self.reply_ns, self.reply_quantile(0.5)) {
            let p99 = self.reply_quantile(0.99).unwrap_or(median);
            let replies = counted(histogram.len(), "reply", "replies");
            let slowest = span(Duration::from_nanos(histogram.max()));
            write!(f, "\n{replies} timed: median {}, p99 {}, slowest {slowest}", span(median), span(p99))?;
        }
        if self.lost > 0 {
            write!(f, "\n{} passed and are not shown: decoding did not keep up", bytes(self.lost))?;
        }
        Ok(())
    }
}
