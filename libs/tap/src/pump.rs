//! Passing bytes on: a thread for each direction of a connection.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use socket2::SockRef;

use crate::feed::{Feed, Piece, What};
use crate::{Connection, Direction, Ending};

/// Bytes that are read at once.
const BUFFER: usize = 64 << 10;

/// The two ends of a connection.
pub(crate) struct Ends {
    pub(crate) client: TcpStream,
    pub(crate) target: TcpStream,
    /// One direction ended so that the other has to.
    is_cut: AtomicBool,
}

impl Ends {
    pub(crate) fn new(client: TcpStream, target: TcpStream) -> Self {
        Self { client, target, is_cut: AtomicBool::new(false) }
    }

    /// Ends both directions.
    pub(crate) fn cut(&self) {
        self.is_cut.store(true, Ordering::Release);
        // An end that has gone already needs no word.
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.target.shutdown(Shutdown::Both);
    }

    /// Ends the direction that reads from `end`. Nothing is sent to it; if `resets`, it will learn of a reset when both
    /// directions have ended.
    fn stop_reading(&self, end: &TcpStream, resets: bool) {
        self.is_cut.store(true, Ordering::Release);
        if resets {
            let _ = SockRef::from(end).set_linger(Some(Duration::ZERO));
        }
        let _ = end.shutdown(Shutdown::Read);
    }
}

/// Passes bytes in one direction until it ends, and the end too: a half-close is a half-close, a reset a reset.
pub(crate) fn pump(ends: &Ends, direction: Direction, connection: &Arc<Connection>, feed: &Feed, start: Instant) {
    let (mut from, mut to) = match direction {
        Direction::ToTarget => (&ends.client, &ends.target),
        Direction::ToClient => (&ends.target, &ends.client),
    };
    let mut buffer = vec![0; BUFFER];
    let (mut lost, mut passed) = (0, 0);
    let ending = loop {
        let size = match from.read(&mut buffer) {
            Ok(0) if ends.is_cut.load(Ordering::Acquire) => break Ending::Cut,
            Ok(0) => break Ending::Closed,
            Ok(size) => size,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break Ending::Reset,
        };
        // Queued before they are passed on, so that a reply never comes before its request.
        lost = feed.offer(connection, start.elapsed(), direction, &buffer[..size], lost);
        passed += size as u64;
        if let Err(error) = to.write_all(&buffer[..size]) {
            // The sender learns of it by its next byte, as it would without a tap.
            ends.stop_reading(from, error.kind() == ErrorKind::ConnectionReset);
            break Ending::Refused;
        }
    };
    match ending {
        Ending::Closed | Ending::Cut => drop(to.shutdown(Shutdown::Write)),
        Ending::Reset => ends.stop_reading(to, true),
        Ending::Refused => {}
    }
    let what = What::Ended { direction, ending, bytes: passed, lost_before: lost };
    feed.push(Piece { connection: Arc::clone(connection), at: start.elapsed(), what });
}
