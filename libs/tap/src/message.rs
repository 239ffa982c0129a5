//! One message as it passed.

use std::time::Duration;

use crate::{Kept, Purse};

/// Which way bytes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the client to the target: requests, mostly.
    ToTarget,
    /// From the target to the client: replies, mostly.
    ToClient,
}

impl Direction {
    /// The other way.
    pub fn other(self) -> Self {
        match self {
            Self::ToTarget => Self::ToClient,
            Self::ToClient => Self::ToTarget,
        }
    }
}

/// What a body is decoded as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// XML, indented.
    Xml,
    /// JSON, indented; several documents one after the other too.
    Json,
    /// Fast Infoset (ITU-T X.891), as indented XML.
    FastInfoset,
    /// Protocol Buffers without their schema.
    Protobuf,
    /// gRPC: messages of Protocol Buffers with a prefix of five bytes each.
    Grpc,
    /// The items of an SBW data block.
    Sbw,
    /// A value of RESP.
    Resp,
    /// Text, as it is.
    Text,
    /// Bytes, as a hex dump.
    Bytes,
}

impl Form {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xml => "XML",
            Self::Json => "JSON",
            Self::FastInfoset => "Fast Infoset",
            Self::Protobuf => "Protocol Buffers",
            Self::Grpc => "gRPC",
            Self::Sbw => "SBW items",
            Self::Resp => "RESP",
            Self::Text => "text",
            Self::Bytes => "no known form",
        }
    }

    /// The form of a body by its first bytes alone, after white space.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        match bytes.trim_ascii_start() {
            [b'<', ..] => Self::Xml,
            [b'{' | b'[', ..] => Self::Json,
            [0xE0, 0, 0, 1, ..] => Self::FastInfoset,
            _ => Self::Text,
        }
    }
}

/// How a body is compressed (RFC 9110, 8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coding {
    /// Not at all.
    #[default]
    Identity,
    /// gzip.
    Gzip,
    /// deflate: the zlib format.
    Deflate,
    /// Another, which is shown as it came.
    Other,
}

/// How long a reply took, seen from the tap: what lies between tap and client is not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    /// From the last byte of the request to the first of the reply.
    pub first_after: Duration,
    /// From the last byte of the request to the last of the reply.
    pub whole_after: Duration,
}

/// What is kept and shown at most, so that no traffic exhausts the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one body that are kept to be decoded. Default 1 MiB.
    pub max_kept: usize,
    /// Bytes that all bodies together may keep. Default 256 MiB.
    pub max_kept_in_all: usize,
    /// Bytes of decoded text that are shown of one body. Default 8 KiB.
    pub max_shown: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_kept: 1 << 20, max_kept_in_all: 256 << 20, max_shown: 8 << 10 }
    }
}

/// The bytes of a head: of HTTP, of a line of RESP.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// A message: a request, a reply, or what one side said until the other spoke.
#[derive(Debug)]
pub struct Message {
    /// Which way it went.
    pub direction: Direction,
    /// When its first byte was read, since the tap started.
    pub first: Duration,
    /// When its last byte was read.
    pub last: Duration,
    /// Its bytes on the wire, with head and framing.
    pub bytes: u64,
    /// What it is, in a line.
    pub title: String,
    /// The lines of its head, where it has one.
    pub head: String,
    /// A word for what it is about: the last part of a path, a command, a method. A reply has its request's.
    pub topic: String,
    /// Its body.
    pub body: Kept,
    /// What the body is to be decoded as.
    pub form: Form,
    /// How the body is compressed.
    pub coding: Coding,
    /// What is wrong with it, where something is.
    pub note: Option<String>,
    /// How long it took, where it is a reply to a request that was seen.
    pub reply: Option<Reply>,
    /// Whether its body holds a secret, so that it is not saved.
    pub has_secret: bool,
}

impl Message {
    /// Says how long a message took as the reply to a request whose last byte was read at `asked`.
    pub(crate) fn answers(&mut self, asked: Duration) {
        self.reply =
            Some(Reply { first_after: self.first.saturating_sub(asked), whole_after: self.last.saturating_sub(asked) });
    }

    /// Takes bytes of the head or of framing into account.
    pub(crate) fn frame(&mut self, at: Duration, bytes: usize) {
        self.last = at;
        self.bytes += bytes as u64;
    }

    /// Takes bytes of the body.
    pub(crate) fn content(&mut self, at: Duration, bytes: &[u8]) {
        self.frame(at, bytes.len());
        self.body.push(bytes);
    }
}

/// Makes messages that share limits.
#[derive(Debug, Clone)]
pub(crate) struct Maker {
    pub(crate) max_kept: usize,
    pub(crate) purse: Purse,
}

impl Maker {
    /// A message whose first byte comes now.
    pub(crate) fn begin(&self, direction: Direction, at: Duration) -> Message {
        Message {
            direction,
            first: at,
            last: at,
            bytes: 0,
            title: String::new(),
            head: String::new(),
            topic: String::new(),
            body: Kept::new(self.max_kept, self.purse.clone()),
            form: Form::Bytes,
            coding: Coding::Identity,
            note: None,
            reply: None,
            has_secret: false,
        }
    }
}
