//! Header compression of HTTP/2 (HPACK, RFC 7541).
//!
//! A [`Decoder`] reads the blocks of one direction of a connection. It also tells when a block of the same bytes means the same again
//! ([`Decoder::generation`], [`Decoder::depends`]), so that a client need not decode what a server repeats.
//!
//! ```
//! use wirecost_hpack::{Decoder, put_field};
//!
//! let mut block = Vec::new();
//! put_field(&mut block, b":status", b"200");
//! put_field(&mut block, b"content-type", b"text/plain");
//! let mut fields = Vec::new();
//! Decoder::default().decode(&block, 1 << 16, |name, value| fields.push((name.to_vec(), value.to_vec())))?;
//! assert_eq!(fields[1], (b"content-type".to_vec(), b"text/plain".to_vec()));
//! # Ok::<(), wirecost_hpack::Fault>(())
//! ```

mod decoder;
mod dynamic_table;
mod encoder;
mod huffman;
mod integer;
mod static_table;

pub use decoder::{Decoder, Fault};
pub use encoder::{Keep, literal, put_field, put_index};
pub use static_table::find;

/// The size that a dynamic table may have until a setting changes it, bytes (RFC 9113, 6.5.2).
pub const TABLE_SIZE: usize = 4096;
/// The index of the newest entry of the dynamic table (RFC 7541, 2.3.3).
pub const FIRST_DYNAMIC: usize = 62;
/// What an entry or a field takes beyond its name and its value, bytes (RFC 7541, 4.1).
pub const ENTRY_OVERHEAD: usize = 32;

/// A header block that cannot be decoded, with what is wrong: the tables of both sides differ from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub &'static str);

#[cfg(test)]
mod appendix_c;
