//! Where messages begin and end: a protocol cuts both directions of a connection.

pub(crate) mod http;
pub(crate) mod http2;
mod http2_fields;
mod http_body;
mod http_head;
pub(crate) mod raw;
pub(crate) mod resp;
pub(crate) mod sbw;

use std::time::Duration;

use crate::{Direction, Message};

/// Cuts the bytes of one connection into messages. Where the bytes are cut on their way makes no difference; every
/// byte belongs to one message.
pub(crate) trait Protocol {
    /// Takes the bytes that were read at `at`, and gives the messages that they complete.
    ///
    /// # Errors
    /// If they are no longer of this protocol, with the bytes that belong to no message yet.
    fn take(
        &mut self,
        direction: Direction,
        at: Duration,
        bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure>;

    /// A direction has ended: gives what it was in the middle of.
    fn end(&mut self, direction: Direction, out: &mut Vec<Message>);

    /// Nothing came for a while.
    fn idle(&mut self, _out: &mut Vec<Message>) {}

    /// The requests that wait for a reply.
    fn waiting(&self) -> usize {
        0
    }
}

/// The bytes that follow are of another protocol.
#[derive(Debug)]
pub(crate) struct Departure {
    /// Why, as a note to what follows.
    pub(crate) reason: String,
    /// The bytes of the direction that belong to no message yet.
    pub(crate) rest: Vec<u8>,
}

impl Departure {
    /// A departure at the end of `before`, with `after` unread.
    pub(crate) fn new(reason: impl Into<String>, before: Vec<u8>, after: &[u8]) -> Self {
        let mut rest = before;
        rest.extend_from_slice(after);
        Self { reason: reason.into(), rest }
    }
}

/// The requests of a connection that may wait for a reply at once; more are no honest traffic.
const MAX_WAITING: usize = 65_536;

/// What both directions of a connection have of their own.
#[derive(Debug, Default)]
struct Both<T> {
    to_target: T,
    to_client: T,
}

impl<T> Both<T> {
    fn of(&mut self, direction: Direction) -> &mut T {
        match direction {
            Direction::ToTarget => &mut self.to_target,
            Direction::ToClient => &mut self.to_client,
        }
    }
}
