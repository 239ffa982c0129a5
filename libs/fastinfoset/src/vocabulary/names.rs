//! The names of elements or attributes of a vocabulary, found by their parts.

use std::hash::BuildHasher as _;
use std::ops::Deref;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{NameSurrogate, slots};

/// Names with indexes from 0, each there once. The table holds indexes, not the names a second time.
#[derive(Clone, Debug)]
pub(crate) struct NameIndex {
    names: Vec<NameSurrogate>,
    indexes: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for NameIndex {
    fn default() -> Self {
        Self { names: Vec::new(), indexes: HashTable::new(), hasher: slots::hasher() }
    }
}

impl NameIndex {
    /// The index of a name.
    pub(crate) fn get(&self, name: &NameSurrogate) -> Option<u32> {
        let is_it = |index: &u32| self.names.get(*index as usize) == Some(name);
        self.indexes.find(self.hasher.hash_one(name), is_it).copied()
    }

    /// The index of a name, added if it is not there.
    pub(crate) fn intern(&mut self, name: NameSurrogate) -> u32 {
        if let Some(index) = self.get(&name) {
            return index;
        }
        let index = self.names.len() as u32;
        self.names.push(name);
        let (names, hasher) = (&self.names, &self.hasher);
        let hash_of = |index: &u32| names.get(*index as usize).map_or(0, |name| hasher.hash_one(name));
        self.indexes.insert_unique(hasher.hash_one(name), index, hash_of);
        index
    }
}

impl Deref for NameIndex {
    type Target = [NameSurrogate];

    fn deref(&self) -> &[NameSurrogate] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_there_once() {
        let name = |number: u32| NameSurrogate { prefix: Some(number % 3), namespace: Some(number % 3), local: number };
        let mut index = NameIndex::default();
        for round in 0..2 {
            for number in 0..1_000 {
                assert_eq!(index.get(&name(number)), (round == 1).then_some(number));
                assert_eq!(index.intern(name(number)), number);
            }
        }
        assert_eq!(index.len(), 1_000);
        assert_eq!(index.get(&NameSurrogate { prefix: None, ..name(0) }), None);
    }
}
