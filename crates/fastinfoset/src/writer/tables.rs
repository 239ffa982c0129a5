//! The vocabulary tables of a writer: those of the external vocabulary, then those of the document.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::memo::Memo;
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::vocabulary::{External, MAX_ENTRIES, NameSurrogate, StringIndex, StringTable};
use crate::xml_names::is_ncname;

/// Where a string is, as an index counted from 0, or that it was added there just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Known(u32),
    Added(u32),
}

impl Found {
    pub(super) fn index(self) -> u32 {
        match self {
            Self::Known(index) | Self::Added(index) => index,
        }
    }
}

/// A name of elements or attributes as it is written in XML, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownName {
    start: u32,
    len: u32,
    /// 0 for no prefix, else its index and 1.
    pub(super) prefix: u32,
    /// 0 for no namespace, else its index and 1.
    pub(super) namespace: u32,
    /// The index of the name.
    pub(super) index: u32,
    /// Attributes of the same namespace and local name have the same.
    pub(super) attribute_id: u32,
}

/// Names by the text that XML has for them: `prefix:local`.
#[derive(Debug, Default)]
pub(super) struct NameCache {
    text: String,
    names: Vec<KnownName>,
    by_text: HashTable<u32>,
    hasher: DefaultHashBuilder,
    memo: Memo,
}

impl NameCache {
    pub(super) fn clear(&mut self) {
        if !self.names.is_empty() {
            self.text.clear();
            self.names.clear();
            self.by_text.clear();
            self.memo.clear();
        }
    }

    /// [`search`](Self::search) among the names that came lately.
    #[inline(always)]
    pub(super) fn recall(&self, qname: &str, accepts: impl Fn(&KnownName) -> bool) -> Option<KnownName> {
        let at = self.memo.get(qname)?;
        self.names.get(at as usize).filter(|name| accepts(name)).copied()
    }

    /// The name with this text whose namespace `accepts` finds in scope.
    #[inline(never)]
    pub(super) fn search(&mut self, qname: &str, accepts: impl Fn(&KnownName) -> bool) -> Option<KnownName> {
        if self.names.is_empty() {
            return None;
        }
        let hash = hash(&self.hasher, qname);
        let found = self.by_text.find(hash, |&at| {
            let name = &self.names[at as usize];
            name.len as usize == qname.len()
                && self.text.as_bytes().get(name.start as usize..(name.start + name.len) as usize)
                    == Some(qname.as_bytes())
                && accepts(name)
        });
        let at = *found?;
        self.memo.put(qname, at);
        self.names.get(at as usize).copied()
    }

    pub(super) fn insert(&mut self, qname: &str, mut name: KnownName) {
        name.start = self.text.len() as u32;
        name.len = qname.len() as u32;
        self.text.push_str(qname);
        let at = self.names.len() as u32;
        self.names.push(name);
        self.memo.put(qname, at);
        let Self { text, names, by_text, hasher, .. } = self;
        by_text.insert_unique(hash(hasher, qname), at, |&at| {
            let name = &names[at as usize];
            hash(hasher, &text[name.start as usize..(name.start + name.len) as usize])
        });
    }
}

#[inline]
fn hash(hasher: &DefaultHashBuilder, text: &str) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl KnownName {
    pub(super) fn new(prefix: u32, namespace: u32, index: u32, attribute_id: u32) -> Self {
        Self { start: 0, len: 0, prefix, namespace, index, attribute_id }
    }
}

/// All tables of strings.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) external: Arc<External>,
    own: [StringIndex; 8],
    /// For each of `own`; only those of prefixes and values are used.
    memos: [Memo; 8],
    value_octets: usize,
}

impl Tables {
    pub(super) fn new(external: Arc<External>) -> Self {
        Self { external, own: Default::default(), memos: Default::default(), value_octets: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.own.iter_mut().for_each(StringIndex::clear);
        self.memos.iter_mut().for_each(Memo::clear);
        self.value_octets = 0;
    }

    /// The octets of the values that were added.
    #[inline]
    pub(super) fn value_octets(&self) -> usize {
        self.value_octets
    }

    /// Looks a string up.
    #[inline]
    pub(super) fn get(&self, table: StringTable, string: &str) -> Option<u32> {
        self.memos[table as usize].get(string).or_else(|| self.get_in_table(table, string))
    }

    fn get_in_table(&self, table: StringTable, string: &str) -> Option<u32> {
        let base = self.external.vocabulary.table(table);
        base.get(string).or_else(|| self.own[table as usize].get(string).map(|own| base.len() + own))
    }

    /// Looks a value up, and adds it if it is not there and there is room.
    #[inline(always)]
    pub(super) fn intern_value(&mut self, table: StringTable, string: &str) -> Option<Found> {
        if let Some(index) = self.memos[table as usize].get(string) {
            return Some(Found::Known(index));
        }
        let found = self.intern_value_in_table(table, string)?;
        self.memos[table as usize].put(string, found.index());
        Some(found)
    }

    #[inline(never)]
    fn intern_value_in_table(&mut self, table: StringTable, string: &str) -> Option<Found> {
        let base = self.external.vocabulary.table(table);
        if let Some(index) = base.get(string) {
            return Some(Found::Known(index));
        }
        let own = &mut self.own[table as usize];
        if base.len() + own.len() >= MAX_ENTRIES {
            return own.get(string).map(|own| Found::Known(base.len() + own));
        }
        match own.intern(string)? {
            (index, true) => Some(Found::Known(base.len() + index)),
            (index, false) => {
                self.value_octets += string.len();
                Some(Found::Added(base.len() + index))
            }
        }
    }

    /// Adds a value without looking, as the initial vocabulary does.
    pub(super) fn push(&mut self, table: StringTable, string: &str) {
        if self.own[table as usize].push(string).is_some() && table as usize >= StringTable::AttributeValue as usize {
            self.value_octets += string.len();
        }
    }

    /// Looks a name or URI up, and adds it if it is not there.
    pub(super) fn intern(&mut self, table: StringTable, string: &str) -> Result<Found> {
        let found = self.intern_in_table(table, string)?;
        // The prefix of each new name is looked up; other strings of names hardly ever come twice.
        if table == StringTable::Prefix {
            self.memos[table as usize].put(string, found.index());
        }
        Ok(found)
    }

    fn intern_in_table(&mut self, table: StringTable, string: &str) -> Result<Found> {
        let vocabulary = self.external.vocabulary.table(table);
        if let Some(index) = vocabulary.get(string) {
            return Ok(Found::Known(index));
        }
        let base = vocabulary.len();
        let own = &mut self.own[table as usize];
        let hash = own.hash(string);
        if let Some(index) = own.find(string, hash) {
            return Ok(Found::Known(base + index));
        }
        if string.is_empty() {
            return Err(Error::new(ErrorKind::Text { what: "a name or identifier is empty" }));
        }
        let is_ncname_table = matches!(table, StringTable::Prefix | StringTable::LocalName | StringTable::OtherNcName);
        if is_ncname_table && !is_ncname(string) {
            return Err(Error::new(ErrorKind::Text { what: "the name is not an NCName" }));
        }
        if base + own.len() >= MAX_ENTRIES {
            return Err(table_full());
        }
        own.append(string, hash).map(|own| Found::Added(base + own)).ok_or_else(table_full)
    }

    /// The index that the external vocabulary has for a name.
    pub(super) fn external_name(&self, of_elements: bool, prefix: u32, namespace: u32, local: u32) -> Option<u32> {
        let name = NameSurrogate { prefix: prefix.checked_sub(1), namespace: namespace.checked_sub(1), local };
        let vocabulary = &self.external.vocabulary;
        if of_elements { vocabulary.element_index(&name) } else { vocabulary.attribute_index(&name) }
    }
}

#[cold]
pub(super) fn table_full() -> Error {
    Error::limit(LimitKind::TableEntries, u64::from(MAX_ENTRIES))
}
