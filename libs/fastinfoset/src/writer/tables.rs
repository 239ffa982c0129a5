//! The vocabulary tables of a writer: those of the external vocabulary, then those of the document.

use std::sync::Arc;

use super::names::{EXTERNAL, KnownName};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::limits::STRING_SHARE;
use crate::vocabulary::{External, MAX_ENTRIES, NameSurrogate, StringIndex, StringTable};
use crate::xml_names::is_ncname;

/// A string of a table of names: its number, which holds for all documents, and its index in this one, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) number: u32,
    /// `None` if it was added to the tables of the document just now.
    pub(super) index: Option<u32>,
}

/// Strings of names. They stay known from one document to the next, with the same numbers: documents that follow each
/// other have the same names. Which index each has, if any, is a matter of the document.
#[derive(Debug, Default)]
struct NameStrings {
    strings: StringIndex,
    /// For each string, the last document that had it and its index there, behind those of the external vocabulary.
    indexes: Vec<(u32, u32)>,
    /// The indexes that the present document has used.
    used: u32,
}

/// All tables of strings.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) external: Arc<External>,
    /// The tables of names, which are the first five.
    names: [NameStrings; 5],
    /// The tables of values. Values hardly ever come again in another document, so they are forgotten.
    values: [StringIndex; 3],
    /// What the values take in the tables of a reader, in bytes ...
    value_bytes: u64,
    /// ... and what the names do.
    name_bytes: u64,
    max_bytes: u64,
    /// By length, the chunk of that length that began with white space last. Indentation is half of the chunks of many
    /// documents, and hardly ever two of them have the same length.
    blanks: [Blank; BLANKS],
    /// The number of the present document.
    epoch: u32,
}

/// A chunk of the document: its length, its place in the texts of its table, and its index there. Of no length: none.
#[derive(Clone, Copy, Debug, Default)]
struct Blank {
    len: u32,
    start: u32,
    index: u32,
}

/// Lengths of chunks that have tables of their own.
const BLANKS: usize = 32;

const FIRST_OF_VALUES: usize = StringTable::AttributeValue as usize;

impl Tables {
    /// Tables that take at most `max_bytes` in a reader.
    pub(super) fn new(external: Arc<External>, max_bytes: u64) -> Self {
        Self {
            external,
            names: Default::default(),
            values: Default::default(),
            value_bytes: 0,
            name_bytes: 0,
            max_bytes,
            blanks: Default::default(),
            epoch: 0,
        }
    }

    /// Begins the next document. `false` if the names of earlier ones had to be forgotten.
    pub(super) fn begin(&mut self, max_bytes: usize) -> bool {
        self.values.iter_mut().for_each(StringIndex::clear);
        (self.value_bytes, self.name_bytes) = (0, 0);
        self.blanks = Default::default();
        self.epoch += 1;
        self.names.iter_mut().for_each(|table| table.used = 0);
        let bytes: usize = self.names.iter().map(|table| table.strings.bytes()).sum();
        let keeps = bytes <= max_bytes && self.epoch < EXTERNAL;
        if !keeps {
            self.names = Default::default();
            self.epoch = 1;
        }
        keeps
    }

    /// The number of the present document.
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Whether the present document has a name in its tables.
    #[inline(always)]
    pub(super) fn has(&self, name: &KnownName) -> bool {
        name.epoch == self.epoch || name.epoch == EXTERNAL
    }

    /// Looks a value up, and adds it if it is not there and there is room, in `max_bytes` of all values together. Its index,
    /// and whether it was there.
    #[inline(always)]
    pub(super) fn intern_value(&mut self, table: StringTable, string: &str, max_bytes: u64) -> Option<(u32, bool)> {
        let base = self.external.vocabulary.table(table);
        let values = &mut self.values[table as usize - FIRST_OF_VALUES];
        let hash = values.hash(string);
        let bases = base.len();
        if bases > 0
            && let Some(index) = base.find(string, hash)
        {
            return Some((index, true));
        }
        if let Some(index) = values.find(string, hash) {
            return Some((bases + index, true));
        }
        let bytes = self.value_bytes + STRING_SHARE + string.len() as u64;
        if bases + values.len() >= MAX_ENTRIES || bytes > max_bytes || bytes + self.name_bytes > self.max_bytes {
            return None;
        }
        let index = values.append(string, hash)?;
        self.value_bytes = bytes;
        Some((bases + index, false))
    }

    /// [`intern_value`](Self::intern_value) for a chunk.
    #[inline(always)]
    pub(super) fn intern_chunk(&mut self, string: &str, max_bytes: u64) -> Option<(u32, bool)> {
        let is_blank = string.as_bytes().first().is_some_and(|first| *first <= b' ');
        if !is_blank {
            return self.intern_value(StringTable::CharacterChunk, string, max_bytes);
        }
        let blank = self.blanks[string.len() % BLANKS];
        let chunks = &self.values[StringTable::CharacterChunk as usize - FIRST_OF_VALUES];
        if blank.len as usize == string.len() && chunks.is_at(blank.start, string) {
            return Some((blank.index, true));
        }
        self.intern_blank(string, max_bytes)
    }

    #[inline(never)]
    fn intern_blank(&mut self, string: &str, max_bytes: u64) -> Option<(u32, bool)> {
        let (index, is_known) = self.intern_value(StringTable::CharacterChunk, string, max_bytes)?;
        let bases = self.external.vocabulary.table(StringTable::CharacterChunk).len();
        if let Some(own) = index.checked_sub(bases) {
            let chunks = &self.values[StringTable::CharacterChunk as usize - FIRST_OF_VALUES];
            let (len, start) = (string.len() as u32, chunks.start(own));
            self.blanks[string.len() % BLANKS] = Blank { len, start, index };
        }
        Some((index, is_known))
    }

    /// Adds a string without looking, as the initial vocabulary does.
    pub(super) fn push(&mut self, table: StringTable, string: &str) {
        if let Some(value) = (table as usize).checked_sub(FIRST_OF_VALUES) {
            if self.values[value].push(string).is_some() {
                self.value_bytes += STRING_SHARE + string.len() as u64;
            }
            return;
        }
        self.name_bytes += STRING_SHARE + string.len() as u64;
        let names = &mut self.names[table as usize];
        if let Some((own, _)) = names.strings.intern(string) {
            names.indexes.resize(names.strings.len() as usize, (0, 0));
            let (epoch, index) = &mut names.indexes[own as usize];
            if *epoch != self.epoch {
                (*epoch, *index) = (self.epoch, names.used);
            }
        }
        names.used += 1;
    }

    /// The number of a string of a table of names, if it is in the tables of the document.
    pub(super) fn number(&self, table: StringTable, string: &str) -> Option<u32> {
        let base = self.external.vocabulary.table(table);
        let names = &self.names[table as usize];
        base.get(string).or_else(|| {
            let own = names.strings.get(string)?;
            (names.indexes.get(own as usize)?.0 == self.epoch).then(|| base.len() + own)
        })
    }

    /// The index in the document of the string with this number, added if it is not there: then `None`.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] if the table is full.
    #[inline(always)]
    pub(super) fn index(&mut self, table: StringTable, number: u32) -> Result<Option<u32>> {
        let base = self.external.vocabulary.table(table).len();
        let names = &mut self.names[table as usize];
        let Some(own) = number.checked_sub(base) else { return Ok(Some(number)) };
        match names.indexes.get_mut(own as usize) {
            Some((epoch, index)) if *epoch == self.epoch => Ok(Some(base + *index)),
            Some(_) if base + names.used >= MAX_ENTRIES => Err(table_full()),
            Some(place) => {
                *place = (self.epoch, names.used);
                names.used += 1;
                let length = names.strings.resolve(own).map_or(0, str::len);
                self.count_name(STRING_SHARE + length as u64)?;
                Ok(None)
            }
            // Every number is that of a string.
            None => Err(table_full()),
        }
    }

    /// Counts what the initial vocabulary takes in the tables of a reader beside its strings.
    pub(super) fn reserve(&mut self, bytes: u64) {
        self.name_bytes += bytes;
    }

    /// Counts what a name takes in the tables of a reader.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] if it is too much.
    pub(super) fn count_name(&mut self, bytes: u64) -> Result<()> {
        self.reserve(bytes);
        if self.name_bytes + self.value_bytes > self.max_bytes {
            Err(Error::limit(LimitKind::TableBytes, self.max_bytes))
        } else {
            Ok(())
        }
    }

    /// Looks a string of names up, and adds it if it is not there.
    ///
    /// # Errors
    /// [`ErrorKind::Text`] if it is empty, or not a name in a table of names; [`ErrorKind::Limit`] if the table is full.
    pub(super) fn intern(&mut self, table: StringTable, string: &str) -> Result<Found> {
        let number = self.intern_number(table, string)?;
        Ok(Found { number, index: self.index(table, number)? })
    }

    /// The number of a string of names, which need not be in the tables of the document.
    pub(super) fn intern_number(&mut self, table: StringTable, string: &str) -> Result<u32> {
        let vocabulary = self.external.vocabulary.table(table);
        let names = &mut self.names[table as usize];
        let hash = names.strings.hash(string);
        if let Some(index) = vocabulary.find(string, hash) {
            return Ok(index);
        }
        let base = vocabulary.len();
        if let Some(own) = names.strings.find(string, hash) {
            return Ok(base + own);
        }
        if string.is_empty() {
            return Err(Error::new(ErrorKind::Text { what: "a name or identifier is empty" }));
        }
        let is_ncname_table = matches!(table, StringTable::Prefix | StringTable::LocalName | StringTable::OtherNcName);
        if is_ncname_table && !is_ncname(string) {
            return Err(Error::new(ErrorKind::Text { what: "the name is not an NCName" }));
        }
        let own = names.strings.append(string, hash).ok_or_else(table_full)?;
        names.indexes.push((0, 0));
        Ok(base + own)
    }

    /// The index that the external vocabulary has for a name.
    pub(super) fn external_name(&self, of_elements: bool, prefix: u32, namespace: u32, local: u32) -> Option<u32> {
        let vocabulary = &self.external.vocabulary;
        let name = NameSurrogate { prefix: prefix.checked_sub(1), namespace: namespace.checked_sub(1), local };
        if of_elements { vocabulary.element_index(&name) } else { vocabulary.attribute_index(&name) }
    }
}

#[cold]
pub(super) fn table_full() -> Error {
    Error::limit(LimitKind::TableEntries, u64::from(MAX_ENTRIES))
}
