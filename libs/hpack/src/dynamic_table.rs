//! The dynamic table (RFC 7541, 2.3.2 and 4).

use std::collections::VecDeque;

use crate::{ENTRY_OVERHEAD, TABLE_SIZE};

/// Fields that came, the newest first.
#[derive(Debug)]
pub(crate) struct DynamicTable {
    entries: VecDeque<Entry>,
    size: usize,
    most: usize,
    /// Changes whenever the table does.
    generation: u64,
    /// The size of all entries that were ever added.
    added: u64,
    /// Memory of an entry that was evicted.
    spare: Vec<u8>,
}

#[derive(Debug)]
struct Entry {
    /// The name, then the value.
    bytes: Vec<u8>,
    name: usize,
}

impl Entry {
    fn size(&self) -> usize {
        self.bytes.len() + ENTRY_OVERHEAD
    }
}

impl Default for DynamicTable {
    fn default() -> Self {
        Self { entries: VecDeque::new(), size: 0, most: TABLE_SIZE, generation: 0, added: 0, spare: Vec::new() }
    }
}

impl DynamicTable {
    /// Name and value of the entry at `index`, 0 for the newest.
    pub(crate) fn get(&self, index: usize) -> Option<(&[u8], &[u8])> {
        self.entries.get(index).map(|entry| entry.bytes.split_at(entry.name))
    }

    /// A number that is the same only as long as the table is.
    #[inline]
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// The size of all entries that were ever added, bytes.
    pub(crate) fn added(&self) -> u64 {
        self.added
    }

    /// Adds an entry, and evicts what has no room beside it (4.4).
    pub(crate) fn insert(&mut self, name: &[u8], value: &[u8]) {
        self.generation += 1;
        let size = name.len() + value.len() + ENTRY_OVERHEAD;
        self.added += size as u64;
        self.shrink(self.most.saturating_sub(size));
        if size > self.most {
            return;
        }
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.clear();
        // Small entries in the memory of large ones would take many times the size that the table may have.
        bytes.shrink_to(2 * size);
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(value);
        self.size += size;
        self.entries.push_front(Entry { bytes, name: name.len() });
    }

    /// Changes the size that the table may have (4.3).
    pub(crate) fn resize(&mut self, most: usize) {
        self.generation += 1;
        self.most = most;
        self.shrink(most);
    }

    fn shrink(&mut self, most: usize) {
        while self.size > most
            && let Some(entry) = self.entries.pop_back()
        {
            self.size -= entry.size();
            self.spare = entry.bytes;
        }
    }

    /// The size of all entries, bytes.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A peer that makes one large entry and many small ones, again and again.
    #[test]
    fn entries_take_no_more_memory_than_the_table_may_have() {
        let mut table = DynamicTable::default();
        table.resize(64 << 10);
        for _ in 0..100 {
            table.insert(b"a", &[b'x'; 60 << 10]);
            for _ in 0..1_700 {
                table.insert(b"a", b"b");
            }
        }
        let taken: usize = table.entries.iter().map(|entry| entry.bytes.capacity()).sum();
        assert!(table.size() <= 64 << 10 && taken <= 2 * (64 << 10), "{taken}");
    }
}
