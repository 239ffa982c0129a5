//! What happens at a tap.

use std::time::Duration;

use crate::decode::Shown;
use crate::{Connection, Direction, Message};

/// How one direction of a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Its sender had no more to say.
    Closed,
    /// Its sender reset the connection.
    Reset,
    /// Its receiver takes no more.
    Refused,
    /// It ended with the other direction, or with the tap.
    Cut,
}

/// What happened, in the order in which it did on each connection. Instants are since the tap started.
#[derive(Debug)]
pub enum Event<'a> {
    /// A client was accepted and the target connected.
    Opened {
        /// The connection.
        connection: &'a Connection,
        /// When.
        at: Duration,
        /// How long connecting to the target took.
        connecting: Duration,
    },
    /// The target could not be reached; the client was closed.
    Unreachable {
        /// The connection.
        connection: &'a Connection,
        /// When.
        at: Duration,
        /// What the system said.
        reason: &'a str,
    },
    /// As many connections as may be are open; the client was closed.
    Refused {
        /// The connection.
        connection: &'a Connection,
        /// When.
        at: Duration,
        /// How many may be open.
        most: usize,
    },
    /// A message passed.
    Message {
        /// The connection.
        connection: &'a Connection,
        /// The message.
        message: &'a Message,
        /// Its body, decoded.
        shown: &'a Shown,
    },
    /// Bytes passed that are not shown, since decoding did not keep up.
    Lost {
        /// The connection.
        connection: &'a Connection,
        /// Which way they went.
        direction: Direction,
        /// When the next bytes that are shown were read.
        at: Duration,
        /// How many.
        bytes: u64,
    },
    /// Both directions of a connection have ended.
    Closed {
        /// The connection.
        connection: &'a Connection,
        /// When.
        at: Duration,
        /// How long it was open.
        open: Duration,
        /// Bytes that were read of the client.
        to_target: u64,
        /// Bytes that were read of the target.
        to_client: u64,
        /// How the client's direction ended.
        client: &'a Ending,
        /// How the target's direction ended.
        target: &'a Ending,
        /// Requests that have no reply.
        waiting: usize,
    },
}
