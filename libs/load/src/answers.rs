//! Answers: read from what came, judged and counted.

use crate::connection::Connection;
use crate::outcome::Outcome;
use crate::protocol::{Answer, Protocol, Verdict};
use crate::tally::{Counts, Flight, Tally};

/// More than this of an answer is never kept: a head that long is not one.
const MAX_CARRY: usize = 64 << 10;

/// What a read brought.
pub(crate) struct Progress {
    /// Answers that were counted.
    pub answers: usize,
    /// The connection ends here.
    pub last: bool,
}

/// Reads the answers in `bytes`, counts them, and keeps what the parser needs again.
#[inline]
pub(crate) fn read_answers<P: Protocol>(
    protocol: &mut P,
    connection: &mut Connection<P::Parser>,
    mut bytes: &[u8],
    tally: &mut Tally,
    now: u64,
) -> Progress {
    let mut answers = 0;
    while !bytes.is_empty() {
        let Some(&flight) = connection.flights.front() else {
            // Bytes that nobody asked for: whatever follows cannot be trusted.
            return Progress { answers, last: true };
        };
        match protocol.answer(&mut connection.parser, flight.request, bytes) {
            Answer::Partial { consumed } => {
                bytes = &bytes[consumed..];
                if bytes.len() <= MAX_CARRY {
                    break;
                }
                protocol.lost(flight.request);
                settle(protocol, tally, flight, Verdict::Malformed, now);
                connection.flights.pop_front();
                return Progress { answers: answers + 1, last: true };
            }
            Answer::Complete { consumed, verdict, last } => {
                connection.flights.pop_front();
                answers += 1;
                if verdict == Verdict::Malformed {
                    protocol.lost(flight.request);
                }
                settle(protocol, tally, flight, verdict, now);
                bytes = &bytes[consumed..];
                if last {
                    return Progress { answers, last };
                }
            }
        }
    }
    if !bytes.is_empty() {
        connection.carry.extend_from_slice(bytes);
    }
    Progress { answers, last: false }
}

/// Counts the end of a request by what its answer is worth.
#[inline]
pub(crate) fn settle<P: Protocol>(protocol: &P, tally: &mut Tally, flight: Flight, verdict: Verdict, now: u64) {
    let outcome = match verdict {
        Verdict::Ok => Outcome::Ok,
        Verdict::Status => Outcome::Status,
        Verdict::Miss => Outcome::Miss,
        Verdict::Wrong | Verdict::Malformed => Outcome::WrongAnswer,
        Verdict::Reset => Outcome::Closed,
    };
    let code = protocol.code().filter(|_| !matches!(verdict, Verdict::Malformed | Verdict::Reset));
    tally.answered(flight, outcome, code, now);
    if !tally.is_counted(flight, now) {
        return;
    }
    if let Some(code) = code {
        tally.counts.count_code(code);
    }
    if verdict != Verdict::Ok {
        count_details(protocol, &mut tally.counts, verdict);
    }
}

/// Counts what is distinguished within an outcome.
#[cold]
fn count_details<P: Protocol>(protocol: &P, counts: &mut Counts, verdict: Verdict) {
    match verdict {
        Verdict::Malformed => counts.malformed += 1,
        Verdict::Reset => counts.reset += 1,
        Verdict::Status => {
            if let Some(status) = protocol.status() {
                counts.count_status(status, 1);
            }
        }
        Verdict::Ok | Verdict::Miss | Verdict::Wrong => {}
    }
}
