//! Events as JSON.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::{Direction, Ending, Event};

/// An event as a line of the file of `--json`.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct Record {
    /// `opened`, `unreachable`, `refused`, `message`, `lost`, `closed`.
    pub event: &'static str,
    /// The number of the connection.
    pub connection: u64,
    /// When, in nanoseconds since 1970 (UTC): of a message, when its first byte was read.
    pub at_unix_ns: u64,
    /// What else is known.
    #[serde(flatten)]
    pub details: Details,
}

/// What is known of an event beside when and where.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
#[serde(untagged)]
pub enum Details {
    /// Of a connection that was opened.
    Opened {
        /// The client's address.
        client: String,
        /// How long connecting to the target took.
        connecting_ns: u64,
    },
    /// Of a connection that came to nothing.
    Failed {
        /// The client's address.
        client: String,
        /// Why.
        reason: String,
    },
    /// Of a message.
    Message {
        /// `to_target` or `to_client`.
        direction: &'static str,
        /// When its last byte was read.
        last_unix_ns: u64,
        /// Its bytes on the wire.
        bytes: u64,
        /// Those of its body, as they came.
        body_bytes: u64,
        /// What it is.
        title: String,
        /// What its body was decoded as; none without a body.
        #[serde(skip_serializing_if = "Option::is_none")]
        form: Option<&'static str>,
        /// From the last byte of its request to its first; none if it is no reply.
        #[serde(skip_serializing_if = "Option::is_none")]
        first_after_ns: Option<u64>,
        /// From the last byte of its request to its last.
        #[serde(skip_serializing_if = "Option::is_none")]
        whole_after_ns: Option<u64>,
        /// What is wrong with it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
    },
    /// Of bytes that are not shown.
    Lost {
        /// `to_target` or `to_client`.
        direction: &'static str,
        /// How many.
        bytes: u64,
    },
    /// Of a connection that ended.
    Closed {
        /// How long it was open.
        open_ns: u64,
        /// Bytes that came from the client.
        bytes_to_target: u64,
        /// Bytes that came from the target.
        bytes_to_client: u64,
        /// How the client ended it: `closed`, `reset`, `refused` (the other side took no more) or `cut` (it ended with
        /// the other direction or the tap).
        client: &'static str,
        /// How the target ended it.
        target: &'static str,
        /// Requests without a reply.
        waiting: usize,
    },
}

impl Record {
    /// An event whose instants count from `started`.
    pub fn new(event: &Event<'_>, started: SystemTime) -> Self {
        let base = started.duration_since(UNIX_EPOCH).unwrap_or_default();
        let unix = |at: Duration| ns(base + at);
        let (event, connection, at, details) = match event {
            Event::Opened { connection, at, connecting } => {
                let details = Details::Opened { client: connection.client.to_string(), connecting_ns: ns(*connecting) };
                ("opened", connection, *at, details)
            }
            Event::Unreachable { connection, at, reason } => {
                let reason = (*reason).to_owned();
                ("unreachable", connection, *at, Details::Failed { client: connection.client.to_string(), reason })
            }
            Event::Refused { connection, at, most } => {
                let reason = format!("{most} connections are open already");
                ("refused", connection, *at, Details::Failed { client: connection.client.to_string(), reason })
            }
            Event::Message { connection, message, shown } => {
                let details = Details::Message {
                    direction: way(message.direction),
                    last_unix_ns: unix(message.last),
                    bytes: message.bytes,
                    body_bytes: message.body.size(),
                    title: message.title.clone(),
                    form: (message.body.size() > 0).then(|| shown.form.name()),
                    first_after_ns: message.reply.map(|reply| ns(reply.first_after)),
                    whole_after_ns: message.reply.map(|reply| ns(reply.whole_after)),
                    notes: message.note.iter().chain(&shown.notes).cloned().collect(),
                };
                ("message", connection, message.first, details)
            }
            Event::Lost { connection, direction, at, bytes } => {
                ("lost", connection, *at, Details::Lost { direction: way(*direction), bytes: *bytes })
            }
            Event::Closed { connection, at, open, to_target, to_client, client, target, waiting } => {
                let details = Details::Closed {
                    open_ns: ns(*open),
                    bytes_to_target: *to_target,
                    bytes_to_client: *to_client,
                    client: word(client),
                    target: word(target),
                    waiting: *waiting,
                };
                ("closed", connection, *at, details)
            }
        };
        Self { event, connection: connection.number, at_unix_ns: unix(at), details }
    }

    /// The record as a line, without its end.
    pub fn to_json(&self) -> String {
        // Texts, numbers and lists always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Nanoseconds; those of a time of day fit 64 bits until the year 2554.
fn ns(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::ToTarget => "to_target",
        Direction::ToClient => "to_client",
    }
}

fn word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Closed => "closed",
        Ending::Reset => "reset",
        Ending::Refused => "refused",
        Ending::Cut => "cut",
    }
}
