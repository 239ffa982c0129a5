//! Header compression (RFC 7541).

mod decoder;
mod dynamic_table;
mod encoder;
mod huffman;
mod integer;
mod static_table;

pub(crate) use decoder::Decoder;
pub(crate) use decoder::Fault;
pub(crate) use encoder::{Keep, literal, put_field, put_index};
pub(crate) use static_table::find;

/// The size that a dynamic table may have until a setting changes it, bytes (RFC 9113, 6.5.2). This side leaves it there.
pub(crate) const TABLE_SIZE: usize = 4096;
/// The index of the newest entry of the dynamic table (RFC 7541, 2.3.3).
pub(crate) const FIRST_DYNAMIC: usize = 62;
/// What an entry or a field takes beyond its name and its value, bytes (RFC 7541, 4.1).
pub(crate) const ENTRY_OVERHEAD: usize = 32;

/// A header block that cannot be decoded, with what is wrong: the tables of both sides differ from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub &'static str);

#[cfg(test)]
mod appendix_c;
