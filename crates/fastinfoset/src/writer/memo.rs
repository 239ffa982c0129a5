//! Short strings that were looked up lately, found without hashing all of them or comparing octets one by one.

/// The longest string that a [`Key`] holds; the writer indexes values up to this length by default.
const MAX_OCTETS: usize = 32;
const SLOTS_BITS: u32 = 9;

/// At most seven octets in a word.
#[inline(always)]
fn small(octets: &[u8]) -> u64 {
    match (octets.first_chunk::<4>().zip(octets.last_chunk::<4>()), octets) {
        (Some((first, last)), _) => u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)),
        (None, [a, .., b, c]) => u64::from(*a) << 16 | u64::from(*b) << 8 | u64::from(*c),
        (None, [a, b]) => u64::from(*a) << 8 | u64::from(*b),
        (None, [a]) => u64::from(*a),
        (None, []) => 0,
    }
}

/// All of a short string, and its length: equal keys are equal strings.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    words: [u64; 4],
    len: u32,
}

impl Key {
    /// The key of a string of at most [`MAX_OCTETS`]. The words may overlap, in the same way for the same length.
    #[inline(always)]
    fn of(text: &str) -> Self {
        let octets = text.as_bytes();
        let long = octets.first_chunk::<8>().zip(octets.last_chunk::<8>());
        let words = if let Some((first, last)) = long {
            let ends = [u64::from_le_bytes(*first), u64::from_le_bytes(*last)];
            if octets.len() <= 16 {
                [ends[0], ends[1], 0, 0]
            } else {
                let inner = &octets[8..octets.len() - 8];
                let (second, before) = (inner.first_chunk::<8>(), inner.last_chunk::<8>());
                let (second, before) = match second.zip(before) {
                    Some((second, before)) => (u64::from_le_bytes(*second), u64::from_le_bytes(*before)),
                    // At most seven octets between the ends.
                    None => (small(inner), 0),
                };
                [ends[0], ends[1], second, before]
            }
        } else {
            [small(octets), 0, 0, 0]
        };
        Self { words, len: octets.len() as u32 }
    }

    /// Word by word: a comparison of all at once would wait for the stores of the key that was just made.
    #[inline(always)]
    fn is(&self, other: &Self) -> bool {
        let [a, b, c, d] = self.words;
        let [e, f, g, h] = other.words;
        self.len == other.len && a == e && b == f && c == g && d == h
    }

    /// Where a key belongs. Strings that a hostile document makes collide only miss here: what is missed is looked up in a
    /// table with a seeded hash.
    #[inline(always)]
    fn slot(&self) -> usize {
        let [a, b, c, d] = self.words;
        let mixed = (a ^ c.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ (b ^ d.rotate_left(29)).wrapping_add(u64::from(self.len)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        ((mixed ^ mixed >> 32) as u32).wrapping_mul(0x9E37_79B1) as usize >> (32 - SLOTS_BITS)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: Key,
    /// The epoch in which the slot was filled.
    epoch: u32,
    index: u32,
}

/// The index that each of some strings has; a newer string takes the place of an older one.
#[derive(Debug)]
pub(super) struct Memo {
    /// None until the first string comes.
    slots: Vec<Slot>,
    epoch: u32,
}

impl Default for Memo {
    fn default() -> Self {
        Self { slots: Vec::new(), epoch: 1 }
    }
}

impl Memo {
    #[inline(always)]
    pub(super) fn get(&self, text: &str) -> Option<u32> {
        if text.len() > MAX_OCTETS {
            return None;
        }
        let key = Key::of(text);
        let slot = self.slots.get(key.slot())?;
        (slot.key.is(&key) && slot.epoch == self.epoch).then_some(slot.index)
    }

    #[inline(never)]
    pub(super) fn put(&mut self, text: &str, index: u32) {
        if text.len() > MAX_OCTETS {
            return;
        }
        let key = Key::of(text);
        if self.slots.is_empty() {
            self.slots.resize(1 << SLOTS_BITS, Slot::default());
        }
        let at = key.slot();
        self.slots[at] = Slot { key, epoch: self.epoch, index };
    }

    /// Forgets all strings.
    pub(super) fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.clear();
            self.epoch = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_only_for_equal_strings() {
        let base = "abcdefghijklmnopqrstuvwxyzABCDEF";
        for len in 0..=MAX_OCTETS {
            let text = &base[..len];
            let key = Key::of(text);
            for at in 0..len {
                let mut other = text.to_owned().into_bytes();
                other[at] ^= 1;
                let other = Key::of(std::str::from_utf8(&other).unwrap());
                assert!(!other.is(&key), "octet {at} of {len}");
            }
        }
        assert!(!Key::of("\0").is(&Key::of("\0\0")));
    }

    #[test]
    fn remembers_until_it_is_cleared() {
        let mut memo = Memo::default();
        assert_eq!(memo.get("name"), None);
        memo.put("name", 7);
        assert_eq!(memo.get("name"), Some(7));
        memo.clear();
        assert_eq!(memo.get("name"), None);
        memo.epoch = u32::MAX;
        memo.put("name", 8);
        memo.clear();
        assert_eq!(memo.get("name"), None);
    }
}
