//! Header blocks, decoded (RFC 7541, 3 and 6).

use crate::dynamic_table::DynamicTable;
use crate::static_table::STATIC_TABLE;
use crate::{ENTRY_OVERHEAD, FIRST_DYNAMIC, Malformed, TABLE_SIZE, huffman, integer};

/// Why a block was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It cannot be decoded.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The list of fields is longer than this side takes.
    #[error("a list of header fields that is too long")]
    TooLong,
}

/// The decoder of a connection.
#[derive(Debug)]
pub struct Decoder {
    table: DynamicTable,
    /// The size that the other side may give the dynamic table, bytes.
    most_table: usize,
    /// Whether the last block names an entry of the dynamic table, or changes its size.
    depends: bool,
    /// The name and the value of the field at hand.
    name: Vec<u8>,
    value: Vec<u8>,
}

impl Default for Decoder {
    /// For a side that leaves the size of the table as it is.
    fn default() -> Self {
        Self::new(TABLE_SIZE)
    }
}

impl Decoder {
    /// For a side that lets the other one give the dynamic table up to this many bytes. It begins with [`TABLE_SIZE`].
    pub fn new(most_table: usize) -> Self {
        Self { table: DynamicTable::default(), most_table, depends: false, name: Vec::new(), value: Vec::new() }
    }

    /// A number that changes whenever a block changes the dynamic table: two blocks of the same bytes mean the same fields
    /// where it is the same.
    #[inline]
    pub fn generation(&self) -> u64 {
        self.table.generation()
    }

    /// The size of all entries that blocks ever added to the dynamic table, bytes.
    pub fn added(&self) -> u64 {
        self.table.added()
    }

    /// Whether what the last block means, and what it adds to the dynamic table, depends on the blocks before it.
    pub fn depends(&self) -> bool {
        self.depends
    }

    /// Gives name and value of each field of a block to `take`.
    ///
    /// # Errors
    /// [`Fault::Malformed`] for a block that cannot be decoded; [`Fault::TooLong`] where the fields are more than `most`
    /// bytes (RFC 9113, 10.5.1). The decoder is of no use after either.
    pub fn decode(&mut self, block: &[u8], most: usize, mut take: impl FnMut(&[u8], &[u8])) -> Result<(), Fault> {
        let (mut rest, mut left) = (block, most);
        let mut is_first = true;
        self.depends = false;
        while let Some(&byte) = rest.first() {
            if byte & 0xe0 == 0x20 {
                // A change of the table's size comes before the fields (4.2).
                if !is_first {
                    return Err(Malformed("a dynamic table size update behind a field").into());
                }
                self.depends = true;
                rest = self.resize(rest)?;
                continue;
            }
            is_first = false;
            let (name, value);
            (name, value, rest) = if byte & 0x80 != 0 {
                let (index, behind) = integer::read(rest, 7)?;
                self.depends |= index >= FIRST_DYNAMIC;
                let (name, value) = entry(&self.table, index)?;
                (name, value, behind)
            } else {
                let is_indexed = byte & 0x40 != 0;
                let (index, behind) = integer::read(rest, if is_indexed { 6 } else { 4 })?;
                self.depends |= index >= FIRST_DYNAMIC;
                self.name.clear();
                self.value.clear();
                let behind = if index == 0 {
                    string(behind, &mut self.name)?
                } else {
                    self.name.extend_from_slice(entry(&self.table, index)?.0);
                    behind
                };
                let behind = string(behind, &mut self.value)?;
                if is_indexed {
                    self.table.insert(&self.name, &self.value);
                }
                (&self.name[..], &self.value[..], behind)
            };
            left = left.checked_sub(name.len() + value.len() + ENTRY_OVERHEAD).ok_or(Fault::TooLong)?;
            take(name, value);
        }
        Ok(())
    }

    /// Reads a dynamic table size update (6.3); what follows it.
    fn resize<'i>(&mut self, input: &'i [u8]) -> Result<&'i [u8], Malformed> {
        let (size, rest) = integer::read(input, 5)?;
        if size > self.most_table {
            return Err(Malformed("a dynamic table larger than agreed"));
        }
        self.table.resize(size);
        Ok(rest)
    }

    /// The size of all entries of the dynamic table, bytes: what the encoder of the other side counts too.
    pub fn table_size(&self) -> usize {
        self.table.size()
    }
}

/// The entry at an index of both tables (2.3.3).
fn entry(table: &DynamicTable, index: usize) -> Result<(&[u8], &[u8]), Malformed> {
    match index.checked_sub(FIRST_DYNAMIC) {
        Some(index) => table.get(index),
        None => index
            .checked_sub(1)
            .map(|index| STATIC_TABLE[index])
            .map(|(name, value)| (name.as_bytes(), value.as_bytes())),
    }
    .ok_or(Malformed("an index beyond the tables"))
}

/// Appends a string literal (5.2) to `into`; what follows it.
fn string<'i>(input: &'i [u8], into: &mut Vec<u8>) -> Result<&'i [u8], Malformed> {
    let is_coded = input.first().is_some_and(|byte| byte & 0x80 != 0);
    let (length, rest) = integer::read(input, 7)?;
    let (string, rest) = rest.split_at_checked(length).ok_or(Malformed("a string longer than its block"))?;
    if is_coded {
        huffman::decode(string, into)?;
    } else {
        into.extend_from_slice(string);
    }
    Ok(rest)
}
