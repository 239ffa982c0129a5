//! A recording proxy: what a client and a server say to each other passes through it byte for byte, and is shown
//! decoded.
//!
//! | part | what it is |
//! | --- | --- |
//! | [`Tap`] | listens, connects, passes bytes on; a copy of them goes to a bounded queue |
//! | [`Conversation`] | both directions of one connection, cut into messages: HTTP/1.1, HTTP/2, SBW, RESP, else bursts |
//! | [`decode`] | a message's body as text for people: XML, JSON, Fast Infoset, Protocol Buffers, SBW, RESP, bytes |
//! | [`mod@print`], [`Record`] | what happened, as text and as a JSON record |
//! | [`Saver`] | bodies as messages in the form of wirecost's catalogue |
//!
//! Decoding never delays the traffic. The threads that pass bytes on leave a copy in a queue and wake nobody; another
//! thread looks every few milliseconds. When the queue is full, bytes still pass, but are not shown; their number
//! is reported.

mod connection;
mod conversation;
pub mod decode;
mod detect;
mod error;
mod event;
mod feed;
mod kept;
mod message;
pub mod print;
mod protocol;
mod pump;
mod record;
mod save;
mod secrets;
mod tap;
mod totals;
mod units;
mod watch;

pub use connection::Connection;
pub use conversation::{Conversation, Format};
pub use error::{Error, Result};
pub use event::{Ending, Event};
pub use kept::{Kept, Purse};
pub use message::{Coding, Direction, Form, Limits, Message, Reply};
pub use record::Record;
pub use save::{Saved, Saver};
pub use tap::{Options, Stopper, Tap};
pub use totals::Totals;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
