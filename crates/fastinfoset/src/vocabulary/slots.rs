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

/// An open-addressing table with linear probing, at most half full. Entries that are equal may be there several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
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

/// Whether two texts of equal length are equal. Short ones are compared here: a call takes longer than the comparison.
#[inline(always)]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    let ends = |octets: &[u8]| Some((*octets.first_chunk::<8>()?, *octets.last_chunk::<8>()?));
    let word = u64::from_ne_bytes;
    match (ends(a), ends(b)) {
        (Some((a_first, a_last)), Some((b_first, b_last))) => {
            (word(a_first) ^ word(b_first)) | (word(a_last) ^ word(b_last)) == 0 && (a.len() <= 16 || a == b)
        }
        _ => a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0,
    }
}

impl Slots {
    /// The first entry with this hash that `is_it` accepts.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(&Slot) -> bool) -> Option<Slot> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        loop {
            // Always there, unless the table is empty: the mask is its greatest index.
            let slot = self.slots.get(at & mask)?;
            if slot.number == 0 {
                return None;
            }
            if slot.hash == (hash >> 32) as u32 && is_it(slot) {
                return Some(*slot);
            }
            at = at.wrapping_add(1);
        }
    }

    /// Adds an entry. `hash_of` gives the whole hash of one that is there, for the time when the table grows.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, slot: Slot, hash_of: impl Fn(&Slot) -> u64) {
        if 2 * self.used >= self.slots.len() {
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
