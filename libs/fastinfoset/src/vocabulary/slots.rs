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
    /// The number of the entry, counted from the `base` of its table; not above it where there is none.
    number: u32,
}

impl Slot {
    /// An entry; its number is below 2^22, for no table of X.891 has more entries than 2^20.
    #[inline(always)]
    pub(crate) fn new(hash: u64, start: u32, len: u32, number: u32) -> Self {
        Self { hash: (hash >> 32) as u32, start, len, number: number + 1 }
    }
}

/// An open-addressing table with linear probing. Entries that are equal may be there several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
    used: usize,
    /// The entries that there may be before the table grows.
    most: usize,
    /// What the number of every entry exceeds: entries of before the last [`clear`](Self::clear) do not.
    base: u32,
    /// The number of the last entry, which is the greatest.
    last: u32,
}

/// The places that there are for each entry: many, so that nearly every look-up ends at the first, ...
const ROOM: usize = 4;
/// ... but fewer once a table has this many entries, since its memory counts then.
const LARGE: usize = 1 << 14;
const ROOM_WHEN_LARGE: usize = 2;
/// A table with more entries than this is filled to seven eighths: such tables are most of the memory of a writer.
const HUGE: usize = 1 << 17;

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
    fn ends<const N: usize>(bytes: &[u8]) -> Option<([u8; N], [u8; N])> {
        Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
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

impl Slots {
    /// The number of the first entry with this hash that `is_it` accepts; `is_it` gets the number too.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(&Slot, u32) -> bool) -> Option<u32> {
        // The mask is the greatest index, so nothing is missed unless the table is empty.
        let first = self.slots.get(hash as usize & self.slots.len().wrapping_sub(1))?;
        let number = first.number.checked_sub(self.base + 1)?;
        if first.hash == (hash >> 32) as u32 && is_it(first, number) {
            return Some(number);
        }
        self.find_behind(hash, is_it)
    }

    /// The same behind the first place; out of the way, for most are found at once.
    #[inline(never)]
    fn find_behind(&self, hash: u64, is_it: impl Fn(&Slot, u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        loop {
            at = at.wrapping_add(1);
            let slot = self.slots.get(at & mask)?;
            let number = slot.number.checked_sub(self.base + 1)?;
            if slot.hash == (hash >> 32) as u32 && is_it(slot, number) {
                return Some(number);
            }
        }
    }

    /// Adds an entry, whose number is above those of all others. `hash_of` gives the whole hash of one that is there, for the
    /// time when the table grows.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, slot: Slot, hash_of: impl Fn(&Slot) -> u64) {
        if self.used >= self.most {
            self.grow(hash_of);
        }
        self.used += 1;
        self.last = self.base + slot.number;
        self.place(hash, Slot { number: self.last, ..slot });
    }

    #[inline(always)]
    fn place(&mut self, hash: u64, slot: Slot) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize;
        while let Some(free) = self.slots.get_mut(at & mask) {
            if free.number <= self.base {
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
        self.most = if doubled <= ROOM * LARGE {
            doubled / ROOM
        } else if doubled <= ROOM_WHEN_LARGE * HUGE {
            doubled / ROOM_WHEN_LARGE
        } else {
            doubled / 8 * 7
        };
        let before = std::mem::replace(&mut self.slots, vec![Slot::default(); doubled]);
        let base = self.base;
        for slot in before.into_iter().filter(|slot| slot.number > base) {
            self.place(hash_of(&slot), slot);
        }
    }

    /// Forgets all entries; the memory is kept, and hardly ever written.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
        self.base = self.last;
        if self.base > u32::MAX / 2 {
            self.slots.fill(Slot::default());
            (self.base, self.last) = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HUGE, LARGE, Slot, Slots, same};

    /// A table whose entries are their own hashes.
    fn insert(slots: &mut Slots, number: u32) {
        let hash = |number: u32| u64::from(number) << 32 | u64::from(number % 97);
        slots.insert(hash(number), Slot::new(hash(number), number, 0, number), |slot| hash(slot.start));
    }

    fn find(slots: &Slots, number: u32) -> Option<u32> {
        slots.find(u64::from(number) << 32 | u64::from(number % 97), |slot, found| slot.start == found)
    }

    #[test]
    fn a_table_forgets_what_was_before_it_was_cleared() {
        let mut slots = Slots::default();
        for round in 0..5 {
            for number in 0..300 {
                assert_eq!(find(&slots, number), None, "round {round}");
                insert(&mut slots, number);
                assert_eq!(find(&slots, number), Some(number), "round {round}");
            }
            assert!((0..300).all(|number| find(&slots, number) == Some(number)));
            slots.clear();
        }
        // Numbers begin anew before they run out.
        (slots.base, slots.last) = (u32::MAX / 2, u32::MAX / 2);
        insert(&mut slots, 7);
        assert_eq!(find(&slots, 7), Some(7));
        slots.clear();
        assert_eq!((slots.base, find(&slots, 7)), (0, None));
        insert(&mut slots, 7);
        assert_eq!(find(&slots, 7), Some(7));
    }

    #[test]
    fn a_large_table_has_fewer_places() {
        let mut slots = Slots::default();
        let hash = |number: u32| u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for number in 0..7 * HUGE as u32 {
            slots.insert(hash(number), Slot::new(hash(number), number, 0, number), |slot| hash(slot.start));
            if number as usize + 1 == 4 * LARGE {
                assert_eq!(slots.slots.len(), 2 * 4 * LARGE);
            }
        }
        assert_eq!(slots.slots.len(), 8 * HUGE);
    }

    #[test]
    fn texts_differ_in_any_byte() {
        for len in 0..40 {
            let text: Vec<u8> = (0..len).collect();
            assert!(same(&text, &text));
            for at in 0..text.len() {
                let mut other = text.clone();
                other[at] ^= 1;
                assert!(!same(&text, &other), "byte {at} of {len}");
            }
        }
    }
}
