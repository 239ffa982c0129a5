//! Header fields, encoded (RFC 7541, 6).

use crate::{find, huffman, integer};

/// Whether the server is to keep a literal field (6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In its dynamic table.
    Yes,
    /// Nowhere.
    No,
}

/// Appends a field as the static table has it, or as a literal that the server does not keep.
pub fn put_field(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    match find(name, value) {
        (Some(index), _) => put_index(out, index),
        _ => literal(out, Keep::No, name, value),
    }
}

/// Appends a field by its index in the tables (6.1).
pub fn put_index(out: &mut Vec<u8>, index: usize) {
    integer::put(out, 0x80, 7, index);
}

/// Appends a field as a literal, its name by an index where the static table has it.
pub fn literal(out: &mut Vec<u8>, keep: Keep, name: &[u8], value: &[u8]) {
    let (pattern, bits) = match keep {
        Keep::Yes => (0x40, 6),
        Keep::No => (0, 4),
    };
    let index = find(name, value).1.unwrap_or(0);
    integer::put(out, pattern, bits, index);
    if index == 0 {
        put_string(out, name);
    }
    put_string(out, value);
}

/// Appends a string in the shorter of its two forms (5.2).
fn put_string(out: &mut Vec<u8>, string: &[u8]) {
    let coded = huffman::coded_length(string);
    if coded < string.len() {
        integer::put(out, 0x80, 7, coded);
        huffman::encode(string, out);
    } else {
        integer::put(out, 0, 7, string.len());
        out.extend_from_slice(string);
    }
}
