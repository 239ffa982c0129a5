//! The thread that decodes: pieces of all connections in, events out.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::feed::{Piece, What};
use crate::{
    Connection, Conversation, Direction, Ending, Event, Format, Limits, Message, Options, Purse, decode, secrets,
};

/// How long a connection is silent before what has no end of its own is taken as whole.
const SILENCE: Duration = Duration::from_millis(100);

/// The receiver of events.
type Tell<'a> = &'a mut dyn FnMut(&Event<'_>) -> io::Result<()>;

/// Decodes all connections.
pub(crate) struct Watcher {
    format: Format,
    limits: Limits,
    show_secrets: bool,
    max_connections: usize,
    purse: Purse,
    open: HashMap<u64, Watched>,
}

/// A connection that is watched.
struct Watched {
    connection: Arc<Connection>,
    show_secrets: bool,
    conversation: Conversation,
    opened: Duration,
    last: Duration,
    client: Option<(Ending, u64)>,
    target: Option<(Ending, u64)>,
}

impl Watcher {
    pub(crate) fn new(options: &Options) -> Self {
        let Options { format, limits, show_secrets, max_connections, .. } = *options;
        let purse = Purse::new(limits.max_kept_in_all);
        Self { format, limits, show_secrets, max_connections, purse, open: HashMap::new() }
    }

    /// Looks at a piece.
    pub(crate) fn look(&mut self, piece: Piece, tell: Tell<'_>) -> io::Result<()> {
        let Piece { connection, at, what } = piece;
        let limits = self.limits;
        match what {
            What::Opened { connecting } => {
                tell(&Event::Opened { connection: &connection, at, connecting })?;
                let conversation = Conversation::new(self.format, &limits, self.purse.clone());
                let watched = Watched {
                    conversation,
                    show_secrets: self.show_secrets,
                    opened: at,
                    last: at,
                    client: None,
                    target: None,
                    connection: Arc::clone(&connection),
                };
                self.open.insert(connection.number, watched);
                Ok(())
            }
            What::Unreachable(reason) => tell(&Event::Unreachable { connection: &connection, at, reason: &reason }),
            What::Refused => tell(&Event::Refused { connection: &connection, at, most: self.max_connections }),
            What::Bytes { direction, bytes, lost_before } => {
                let Some(watched) = self.open.get_mut(&connection.number) else { return Ok(()) };
                watched.last = at;
                watched.lost(direction, at, lost_before, &limits, tell)?;
                let mut messages = Vec::new();
                watched.conversation.take(direction, at, &bytes, &mut messages);
                watched.tell(messages, &limits, tell)
            }
            What::Ended { direction, ending, bytes, lost_before } => {
                let Some(watched) = self.open.get_mut(&connection.number) else { return Ok(()) };
                watched.lost(direction, at, lost_before, &limits, tell)?;
                let mut messages = Vec::new();
                watched.conversation.end(direction, &mut messages);
                watched.tell(messages, &limits, tell)?;
                match direction {
                    Direction::ToTarget => watched.client = Some((ending, bytes)),
                    Direction::ToClient => watched.target = Some((ending, bytes)),
                }
                if watched.client.is_some() && watched.target.is_some() {
                    watched.closed(at, tell)?;
                    self.open.remove(&connection.number);
                }
                Ok(())
            }
        }
    }

    /// Tells what silent connections seem to have said.
    pub(crate) fn idle(&mut self, now: Duration, tell: Tell<'_>) -> io::Result<()> {
        for watched in self.open.values_mut().filter(|watched| now.saturating_sub(watched.last) > SILENCE) {
            // Once: the next bytes make it worth another look.
            watched.last = Duration::MAX;
            let mut messages = Vec::new();
            watched.conversation.idle(&mut messages);
            watched.tell(messages, &self.limits, tell)?;
        }
        Ok(())
    }

    /// The tap ends: so do the connections that have not ended by themselves.
    pub(crate) fn end(&mut self, at: Duration, tell: Tell<'_>) -> io::Result<()> {
        let mut left: Vec<Watched> = self.open.drain().map(|(_, watched)| watched).collect();
        left.sort_by_key(|watched| watched.connection.number);
        for watched in &mut left {
            let mut messages = Vec::new();
            watched.conversation.end(Direction::ToTarget, &mut messages);
            watched.conversation.end(Direction::ToClient, &mut messages);
            watched.tell(messages, &self.limits, tell)?;
            watched.closed(at, tell)?;
        }
        Ok(())
    }
}

impl Watched {
    fn lost(
        &mut self,
        direction: Direction,
        at: Duration,
        bytes: u64,
        limits: &Limits,
        tell: Tell<'_>,
    ) -> io::Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let mut messages = Vec::new();
        self.conversation.lose(bytes, &mut messages);
        self.tell(messages, limits, tell)?;
        tell(&Event::Lost { connection: &self.connection, direction, at, bytes })
    }

    fn tell(&self, messages: Vec<Message>, limits: &Limits, tell: Tell<'_>) -> io::Result<()> {
        for mut message in messages {
            let mut shown = decode::show(&message, limits.max_shown);
            if !self.show_secrets {
                secrets::mask(&mut message, &mut shown);
            }
            tell(&Event::Message { connection: &self.connection, message: &message, shown: &shown })?;
        }
        Ok(())
    }

    fn closed(&self, at: Duration, tell: Tell<'_>) -> io::Result<()> {
        let unknown = (Ending::Cut, 0);
        let (client, to_target) = self.client.as_ref().unwrap_or(&unknown);
        let (target, to_client) = self.target.as_ref().unwrap_or(&unknown);
        tell(&Event::Closed {
            connection: &self.connection,
            at,
            open: at.saturating_sub(self.opened),
            to_target: *to_target,
            to_client: *to_client,
            client,
            target,
            waiting: self.conversation.waiting(),
        })
    }
}
