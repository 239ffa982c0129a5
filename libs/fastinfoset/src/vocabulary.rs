//! Vocabularies: tables of names and strings that writer and reader share outside the document.

mod file;
mod names;
mod registry;
mod sample;
pub(crate) mod slots;
mod strings;

pub use registry::Registry;
pub use sample::VocabularyBuilder;

pub(crate) use names::NameIndex;
pub(crate) use registry::External;
pub(crate) use strings::StringIndex;

use crate::alphabet::RestrictedAlphabet;
use crate::error::{Error, ErrorKind, LimitKind, Result};

/// The namespace that the prefix `xml` is always bound to.
pub(crate) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of namespace declarations, which nothing may be bound to.
pub(crate) const XMLNS_NAMESPACE: &str = "http://www.w3.org/2000/xmlns/";

/// A name of an element or attribute as three indexes from 0 (X.891 clause 8.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NameSurrogate {
    pub(crate) prefix: Option<u32>,
    pub(crate) namespace: Option<u32>,
    pub(crate) local: u32,
}

/// The tables of strings of a vocabulary, by their names in X.891 clause 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringTable {
    /// PREFIX: prefixes of namespaces.
    Prefix,
    /// NAMESPACE NAME: URIs of namespaces.
    NamespaceName,
    /// LOCAL NAME: local names of elements and attributes.
    LocalName,
    /// OTHER NCNAME: targets of processing instructions, names of entities and notations.
    OtherNcName,
    /// OTHER URI: system and public identifiers.
    OtherUri,
    /// ATTRIBUTE VALUE: values of attributes.
    AttributeValue,
    /// CONTENT CHARACTER CHUNK: character data.
    CharacterChunk,
    /// OTHER STRING: comments, data of processing instructions, the version.
    OtherString,
}

impl StringTable {
    /// All of them, in the order of X.891 clause 7.2.
    pub const ALL: [Self; 8] = [
        Self::Prefix,
        Self::NamespaceName,
        Self::LocalName,
        Self::OtherNcName,
        Self::OtherUri,
        Self::AttributeValue,
        Self::CharacterChunk,
        Self::OtherString,
    ];
}

/// The vocabulary tables of X.891 clause 8, as they are before a document adds to them.
///
/// The prefix `xml` and its namespace are in every vocabulary from the start.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    strings: [StringIndex; 8],
    pub(crate) element_names: NameIndex,
    pub(crate) attribute_names: NameIndex,
    pub(crate) alphabets: Vec<RestrictedAlphabet>,
    pub(crate) algorithms: Vec<String>,
}

impl Default for Vocabulary {
    fn default() -> Self {
        let mut strings: [StringIndex; 8] = Default::default();
        strings[StringTable::Prefix as usize].push("xml");
        strings[StringTable::NamespaceName as usize].push(XML_NAMESPACE);
        Self {
            strings,
            element_names: NameIndex::default(),
            attribute_names: NameIndex::default(),
            alphabets: Vec::new(),
            algorithms: Vec::new(),
        }
    }
}

impl Vocabulary {
    /// The vocabulary that has only what is built in.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of entries of a table of strings.
    pub fn len_of(&self, table: StringTable) -> usize {
        self.table(table).len() as usize
    }

    /// The strings of a table, in the order of their indexes.
    pub fn strings(&self, table: StringTable) -> impl Iterator<Item = &str> {
        self.table(table).iter()
    }

    /// The names of elements: prefix, namespace name, local name.
    pub fn element_names(&self) -> impl Iterator<Item = (Option<&str>, Option<&str>, &str)> {
        self.element_names.iter().map(|name| self.resolve(name))
    }

    /// The names of attributes: prefix, namespace name, local name.
    pub fn attribute_names(&self) -> impl Iterator<Item = (Option<&str>, Option<&str>, &str)> {
        self.attribute_names.iter().map(|name| self.resolve(name))
    }

    /// Adds a string to a table at its next index, even if it is there already.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] past 2^20 entries; [`ErrorKind::Text`] for an empty string, which no table can hold.
    pub fn add(&mut self, table: StringTable, string: &str) -> Result<()> {
        if string.is_empty() {
            return Err(Error::new(ErrorKind::Text { what: "a vocabulary table cannot hold the empty string" }));
        }
        let table = &mut self.strings[table as usize];
        if table.len() < MAX_ENTRIES { table.push(string).map(|_| ()).ok_or_else(full) } else { Err(full()) }
    }

    /// Adds a name of elements, and its parts where they are missing. A name that is there is not added again.
    ///
    /// # Errors
    /// As [`add`](Self::add); [`ErrorKind::Namespace`] for a prefix without a namespace.
    pub fn add_element_name(&mut self, prefix: Option<&str>, namespace: Option<&str>, local: &str) -> Result<()> {
        let surrogate = self.surrogate(prefix, namespace, local)?;
        self.push_element_name(surrogate)
    }

    /// Adds a name of attributes, and its parts where they are missing. A name that is there is not added again.
    ///
    /// # Errors
    /// As [`add_element_name`](Self::add_element_name).
    pub fn add_attribute_name(&mut self, prefix: Option<&str>, namespace: Option<&str>, local: &str) -> Result<()> {
        let surrogate = self.surrogate(prefix, namespace, local)?;
        self.push_attribute_name(surrogate)
    }

    /// Adds a restricted alphabet.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the indexes of X.891 are used up (241 alphabets).
    pub fn add_alphabet(&mut self, alphabet: RestrictedAlphabet) -> Result<()> {
        if self.alphabets.len() >= MAX_ALPHABETS {
            return Err(full());
        }
        self.alphabets.push(alphabet);
        Ok(())
    }

    /// Adds the URI of an application-defined encoding algorithm.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the indexes of X.891 are used up (225 algorithms).
    pub fn add_algorithm(&mut self, uri: impl Into<String>) -> Result<()> {
        if self.algorithms.len() >= MAX_ALGORITHMS {
            return Err(full());
        }
        self.algorithms.push(uri.into());
        Ok(())
    }

    pub(crate) fn table(&self, table: StringTable) -> &StringIndex {
        &self.strings[table as usize]
    }

    pub(crate) fn element_index(&self, name: &NameSurrogate) -> Option<u32> {
        self.element_names.get(name)
    }

    pub(crate) fn attribute_index(&self, name: &NameSurrogate) -> Option<u32> {
        self.attribute_names.get(name)
    }

    /// The three strings of a name. Its indexes are inside the tables by construction.
    pub(crate) fn resolve(&self, name: &NameSurrogate) -> (Option<&str>, Option<&str>, &str) {
        let string = |table, index| self.table(table).resolve(index);
        (
            name.prefix.and_then(|index| string(StringTable::Prefix, index)),
            name.namespace.and_then(|index| string(StringTable::NamespaceName, index)),
            string(StringTable::LocalName, name.local).unwrap_or_default(),
        )
    }

    pub(crate) fn push_element_name(&mut self, name: NameSurrogate) -> Result<()> {
        self.check(&name)?;
        push_name(&mut self.element_names, name)
    }

    pub(crate) fn push_attribute_name(&mut self, name: NameSurrogate) -> Result<()> {
        self.check(&name)?;
        push_name(&mut self.attribute_names, name)
    }

    fn surrogate(&mut self, prefix: Option<&str>, namespace: Option<&str>, local: &str) -> Result<NameSurrogate> {
        if let (Some(prefix), None) = (prefix, namespace) {
            return Err(Error::new(ErrorKind::Namespace {
                what: "a prefix without a namespace",
                name: prefix.to_owned(),
            }));
        }
        let prefix = prefix.map(|prefix| self.index(StringTable::Prefix, prefix)).transpose()?;
        let namespace = namespace.map(|namespace| self.index(StringTable::NamespaceName, namespace)).transpose()?;
        Ok(NameSurrogate { prefix, namespace, local: self.index(StringTable::LocalName, local)? })
    }

    fn index(&mut self, table: StringTable, string: &str) -> Result<u32> {
        match self.table(table).get(string) {
            Some(index) => Ok(index),
            None => self.add(table, string).map(|()| self.table(table).len() - 1),
        }
    }

    fn check(&self, name: &NameSurrogate) -> Result<()> {
        let inside = |table, index: u32| index < self.table(table).len();
        let known = name.prefix.is_none_or(|index| inside(StringTable::Prefix, index))
            && name.namespace.is_none_or(|index| inside(StringTable::NamespaceName, index))
            && inside(StringTable::LocalName, name.local)
            && (name.prefix.is_none() || name.namespace.is_some());
        if known {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::VocabularyFile { what: "a name refers to a string that is not there" }))
        }
    }
}

/// The most entries of a table of strings or names (X.891 clause 6.6: 2^20).
pub(crate) const MAX_ENTRIES: u32 = 1 << 20;
/// Indexes 16 to 256.
pub(crate) const MAX_ALPHABETS: usize = 241;
/// Indexes 32 to 256.
pub(crate) const MAX_ALGORITHMS: usize = 225;

fn push_name(names: &mut NameIndex, name: NameSurrogate) -> Result<()> {
    if names.len() as u32 >= MAX_ENTRIES {
        return Err(full());
    }
    names.intern(name);
    Ok(())
}

fn full() -> Error {
    Error::limit(LimitKind::TableEntries, u64::from(MAX_ENTRIES))
}
