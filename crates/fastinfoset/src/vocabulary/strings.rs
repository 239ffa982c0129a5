//! A table of strings that is searched both by index and by content.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Strings with indexes from 0, all in one allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct StringIndex {
    text: String,
    ends: Vec<u32>,
    by_content: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl StringIndex {
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
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
        if len == 0 {
            self.clear();
        }
        while self.len() > len {
            let index = self.len() - 1;
            let hash = self.resolve(index).map_or(0, |string| self.hash(string));
            if let Ok(entry) = self.by_content.find_entry(hash, |&known| known == index) {
                entry.remove();
            }
            self.ends.pop();
            self.text.truncate(self.ends.last().map_or(0, |&end| end as usize));
        }
    }

    pub(crate) fn clear(&mut self) {
        if !self.ends.is_empty() {
            self.text.clear();
            self.ends.clear();
            self.by_content.clear();
        }
    }

    #[inline]
    pub(crate) fn hash(&self, string: &str) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(string.as_bytes());
        hasher.finish()
    }

    #[inline]
    pub(crate) fn find(&self, string: &str, hash: u64) -> Option<u32> {
        let is_it = |&index: &u32| {
            let start = if index == 0 { 0 } else { self.ends[index as usize - 1] as usize };
            let end = self.ends[index as usize] as usize;
            end - start == string.len() && self.text.as_bytes().get(start..end) == Some(string.as_bytes())
        };
        self.by_content.find(hash, is_it).copied()
    }

    /// Adds a string that is not there.
    #[inline]
    pub(crate) fn append(&mut self, string: &str, hash: u64) -> Option<u32> {
        let end = u32::try_from(self.text.len() + string.len()).ok()?;
        let index = self.len();
        self.text.push_str(string);
        self.ends.push(end);
        let Self { text, ends, by_content, hasher } = self;
        by_content.insert_unique(hash, index, |&index| {
            let start = if index == 0 { 0 } else { ends[index as usize - 1] };
            let mut hasher = hasher.build_hasher();
            hasher.write(&text.as_bytes()[start as usize..ends[index as usize] as usize]);
            hasher.finish()
        });
        Some(index)
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
