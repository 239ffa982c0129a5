//! The client's side of HTTP/2 (RFC 9113) as a layer between the bytes of the wire and whole answers, as TLS is one.
//!
//! The layer does no input and no output: the engine keeps its sockets and its time. The engine gives it the kinds of
//! requests (32 bits each, little-endian) and the bytes that came. The layer appends frames to its output, and appends to
//! the answers, in the order of the requests, a [`Head`] and the content of each.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `requests` | requests, checked and encoded once |
//! | `session` | one connection: requests and frames in, frames and answers out |
//! | `exchange` | one request and its answer |
//! | `upload` | the content of requests, within the windows of the server |
//! | `settings` | what the server says it takes |
//! | `frame` | the form of frames |
//! | `fields` | what an answer's header fields say, and whether they are well formed |
//! | `blocks` | header blocks, each decoded once (by wirecost-hpack) |
//! | `violation` | how a server can break the protocol |

mod blocks;
mod exchange;
mod fields;
mod frame;
mod frames;
mod pieces;
mod record;
mod requests;
mod session;
mod settings;
mod upload;
mod violation;

pub use pieces::http2_in_pieces;
pub(crate) use record::{End, Grpc, Head};
pub use requests::Http2Requests;
pub(crate) use session::Session;

/// The window of a connection and of each stream, bytes (RFC 9113, 6.9). No answer of a measurement fills it: a server
/// that waits for an update would be measured as slow.
const WINDOW: u32 = 16 << 20;
/// An answer longer than this is given up, bytes.
const MOST_CONTENT: usize = 64 << 20;
/// A header block and the list of fields in it are at most this long, bytes (RFC 9113, 6.5.2 and 10.5.1).
const MOST_FIELDS: usize = 256 << 10;
/// A header block has at most this many CONTINUATION frames (RFC 9113, 10.5).
const MOST_CONTINUATIONS: u32 = 256;
/// So many frames may come in a row that bring no answer forward (RFC 9113, 10.5).
const MOST_IDLE_FRAMES: u32 = 10_000;

#[cfg(test)]
mod tests;
