//! The hash table under every table of strings: hashes and places of texts, no text.

use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;

use hashbrown::DefaultHashBuilder;

/// One entry. The hash and the length are beside the place, so that hardly any look-up reads a text in vain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    hash: u32,
    /// The text, in whatever the owner keeps texts in.
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// The number of the entry and 1; 0 where there is none.
    number: u32,
}

impl Slot {
    #[inline(always)]
    pub(crate) fn new(hash: u64, start: u32, len: u32, number: u32) -> Self {
        Self { hash: (hash >> 32) as u32, start, len, number: number + 1 }
    }

    #[inline(always)]
    pub(crate) fn number(&self) -> u32 {
        self.number.wrapping_sub(1)
    }
}

/// An open-addressing table with linear probing, that has at least `ROOM` places for each entry: few where the table is
/// emptied often, many where it is searched often. Entries that are equal may be there several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots<const ROOM: usize> {
    slots: Vec<Slot>,
    used: usize,
}

/// The seeds of all tables of this process: one hash of a string serves every table.
pub(crate) fn hasher() -> DefaultHashBuilder {
    static HASHER: OnceLock<DefaultHashBuilder> = OnceLock::new();
    HASHER.get_or_init(DefaultHashBuilder::default).clone()
}

/// The hash of a text; seeded, so that nobody can choose texts that collide.
#[inline(always)]
pub(crate) fn hash(hasher: &DefaultHashBuilder, text: &str) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Whether two texts of equal length are equal. Short ones are compared here, by words that may overlap: a call takes longer
/// than the comparison.
#[inline(always)]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    fn ends<const N: usize>(octets: &[u8]) -> Option<([u8; N], [u8; N])> {
        Some((*octets.first_chunk()?, *octets.last_chunk()?))
    }
    if let (Some(a_ends), Some(b_ends)) = (ends::<8>(a), ends::<8>(b)) {
        return a_ends == b_ends && (a.len() <= 16 || a == b);
    }
    if let (Some(a_ends), Some(b_ends)) = (ends::<4>(a), ends::<4>(b)) {
        return a_ends == b_ends;
    }
    match (a, b) {
        ([a], [b]) => a == b,
        ([a, .., c, d], [e, .., g, h]) => (a, c, d) == (e, g, h),
        ([a, b], [c, d]) => (a, b) == (c, d),
        _ => a.is_empty() && b.is_empty(),
    }
}

impl<const ROOM: usize> Slots<ROOM> {
    /// The number of the first entry with this hash that `is_it` accepts.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(&Slot) -> bool) -> Option<u32> {
        // The mask is the greatest index, so nothing is missed unless the table is empty.
        let first = self.slots.get(hash as usize & self.slots.len().wrapping_sub(1))?;
        if first.number == 0 {
            return None;
        }
        if first.hash == (hash >> 32) as u32 && is_it(first) {
            return Some(first.number());
        }
        self.find_behind(hash, is_it)
    }

    /// The same behind the first place; out of the way, for most are found at once.
    #[inline(never)]
    fn find_behind(&self, hash: u64, is_it: impl Fn(&Slot) -> bool) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        loop {
            at = at.wrapping_add(1);
            let slot = self.slots.get(at & mask)?;
            if slot.number == 0 {
                return None;
            }
            if slot.hash == (hash >> 32) as u32 && is_it(slot) {
                return Some(slot.number());
            }
        }
    }

    /// Adds an entry. `hash_of` gives the whole hash of one that is there, for the time when the table grows.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, slot: Slot, hash_of: impl Fn(&Slot) -> u64) {
        if ROOM * self.used >= self.slots.len() {
            self.grow(hash_of);
        }
        self.used += 1;
        self.place(hash, slot);
    }

    #[inline(always)]
    fn place(&mut self, hash: u64, slot: Slot) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        while let Some(free) = self.slots.get_mut(at & mask) {
            if free.number == 0 {
                *free = slot;
                return;
            }
            at = at.wrapping_add(1);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: impl Fn(&Slot) -> u64) {
        let doubled = (2 * self.slots.len()).max(16);
        let before = std::mem::replace(&mut self.slots, vec![Slot::default(); doubled]);
        for slot in before.into_iter().filter(|slot| slot.number != 0) {
            self.place(hash_of(&slot), slot);
        }
    }

    /// Forgets all entries; the memory is kept.
    pub(crate) fn clear(&mut self) {
        if self.used > 0 {
            self.slots.fill(Slot::default());
            self.used = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn texts_differ_in_any_octet() {
        for len in 0..40 {
            let text: Vec<u8> = (0..len).collect();
            assert!(same(&text, &text));
            for at in 0..text.len() {
                let mut other = text.clone();
                other[at] ^= 1;
                assert!(!same(&text, &other), "octet {at} of {len}");
            }
        }
    }
}
