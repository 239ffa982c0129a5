//! A table of strings that is searched both by index and by content.

use hashbrown::DefaultHashBuilder;

use super::slots::{self, Slot, Slots};

/// Strings with indexes from 0, all in one allocation.
#[derive(Clone, Debug)]
pub(crate) struct StringIndex {
    text: String,
    ends: Vec<u32>,
    slots: Slots,
    hasher: DefaultHashBuilder,
}

impl Default for StringIndex {
    fn default() -> Self {
        Self { text: String::new(), ends: Vec::new(), slots: Slots::default(), hasher: slots::hasher() }
    }
}

impl StringIndex {
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The bytes of all strings.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Whether the texts of all strings hold a string at this place.
    #[inline(always)]
    pub(crate) fn is_at(&self, start: u32, string: &str) -> bool {
        let known = self.text.as_bytes().get(start as usize..start as usize + string.len());
        known.is_some_and(|known| slots::same(known, string.as_bytes()))
    }

    /// Where a string begins in the texts of all strings.
    pub(crate) fn start(&self, index: u32) -> u32 {
        (index as usize).checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end)
    }

    pub(crate) fn resolve(&self, index: u32) -> Option<&str> {
        let end = *self.ends.get(index as usize)?;
        let start = if index == 0 { 0 } else { self.ends[index as usize - 1] };
        self.text.get(start as usize..end as usize)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.resolve(index))
    }

    /// The first index of a string.
    #[inline]
    pub(crate) fn get(&self, string: &str) -> Option<u32> {
        if self.ends.is_empty() {
            return None;
        }
        self.find(string, self.hash(string))
    }

    /// The index of a string, added if it is not there; whether it was there. `None` if the table is full.
    #[inline]
    pub(crate) fn intern(&mut self, string: &str) -> Option<(u32, bool)> {
        let hash = self.hash(string);
        if let Some(index) = self.find(string, hash) {
            return Some((index, true));
        }
        self.append(string, hash).map(|index| (index, false))
    }

    /// Adds a string even if it is there already, as the tables of a document do. `None` if the table is full.
    pub(crate) fn push(&mut self, string: &str) -> Option<u32> {
        let hash = self.hash(string);
        if self.find(string, hash).is_some() {
            let end = u32::try_from(self.text.len() + string.len()).ok()?;
            self.text.push_str(string);
            self.ends.push(end);
            return Some(self.len() - 1);
        }
        self.append(string, hash)
    }

    /// Forgets all entries from `len` on.
    pub(crate) fn truncate(&mut self, len: u32) {
        if len >= self.len() {
            return;
        }
        self.ends.truncate(len as usize);
        self.text.truncate(self.ends.last().map_or(0, |&end| end as usize));
        // Rare and small: only the entries of an event that is read again are taken back.
        self.slots.clear();
        for index in 0..len {
            let Some(string) = self.resolve(index) else { continue };
            let hash = self.hash(string);
            if self.find(string, hash).is_none() {
                let (start, len) = (self.start(index), string.len() as u32);
                self.note(index, start, len, hash);
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        if !self.ends.is_empty() {
            self.text.clear();
            self.ends.clear();
            self.slots.clear();
        }
    }

    /// The hash of a string, the same in every table.
    #[inline(always)]
    pub(crate) fn hash(&self, string: &str) -> u64 {
        slots::hash(&self.hasher, string)
    }

    #[inline(always)]
    pub(crate) fn find(&self, string: &str, hash: u64) -> Option<u32> {
        self.slots.find(hash, |slot, _| slot.len as usize == string.len() && self.is_at(slot.start, string))
    }

    /// Adds a string that is not there. `None` if the table is full.
    #[inline(always)]
    pub(crate) fn append(&mut self, string: &str, hash: u64) -> Option<u32> {
        let start = self.text.len();
        let end = u32::try_from(start + string.len()).ok()?;
        let index = self.len();
        self.text.push_str(string);
        self.ends.push(end);
        self.note(index, start as u32, string.len() as u32, hash);
        Some(index)
    }

    /// Makes an entry that is in `ends` one that is found.
    #[inline(always)]
    fn note(&mut self, index: u32, start: u32, len: u32, hash: u64) {
        let slot = Slot::new(hash, start, len, index);
        let (text, hasher) = (&self.text, &self.hasher);
        self.slots.insert(hash, slot, |slot| {
            let place = slot.start as usize..(slot.start + slot.len) as usize;
            slots::hash(hasher, text.get(place).unwrap_or_default())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_of_equal_strings() {
        let mut index = StringIndex::default();
        assert_eq!(index.push("a"), Some(0));
        assert_eq!(index.push("b"), Some(1));
        assert_eq!(index.push("a"), Some(2));
        assert_eq!(index.get("a"), Some(0));
        assert_eq!(index.resolve(2), Some("a"));
        assert_eq!(index.intern("b"), Some((1, true)));
        assert_eq!(index.intern("c"), Some((3, false)));
    }

    #[test]
    fn truncation_forgets_exactly_the_tail() {
        let mut index = StringIndex::default();
        for i in 0..100 {
            index.push(&format!("s{}", i % 60));
        }
        index.truncate(30);
        assert_eq!(index.len(), 30);
        assert_eq!(index.get("s29"), Some(29));
        assert_eq!(index.get("s30"), None);
        assert_eq!(index.push("s30"), Some(30));
        index.truncate(0);
        assert_eq!((index.len(), index.text.len(), index.get("s1")), (0, 0, None));
    }
}
