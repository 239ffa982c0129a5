//! Strings and values: X.891 clauses 7.13, 7.14 and 7.17.

use super::{Output, TextEncoding, Writer, forms};
use crate::algorithm::{Algorithm, TypedValue};
use crate::alphabet::RestrictedAlphabet;
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::vocabulary::StringTable;

/// The most bytes of one chunk; longer character data is written as several.
const MAX_CHUNK: usize = 4 << 20;

/// A restricted alphabet of the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// The built-in numeric one.
    Numeric,
    /// The built-in one for date and time.
    DateTime,
    /// One that the external and then the initial vocabulary add, counted from 0.
    Added(u32),
}

impl<O: Output> Writer<O> {
    /// A name or URI in a table, or as it stands (C.13); its number.
    pub(super) fn identifying(&mut self, table: StringTable, string: &str) -> Result<u32> {
        let found = self.tables.intern(table, string)?;
        length_of(string.len())?;
        self.string_or_index(string, found.index);
        Ok(found.number)
    }

    /// A string of names that has this index, or was added to its table just now.
    #[inline]
    pub(super) fn string_or_index(&mut self, string: &str, index: Option<u32>) {
        match index {
            Some(index) => forms::index_second_bit(&mut self.out, 0x80, index),
            None => {
                forms::length_second_bit(&mut self.out, 0, string.len() as u32);
                self.out.extend_from_slice(string.as_bytes());
            }
        }
    }

    pub(super) fn identifiers(&mut self, system: Option<&str>, public: Option<&str>) -> Result<()> {
        for identifier in [system, public].into_iter().flatten() {
            self.identifying(StringTable::OtherUri, identifier)?;
        }
        Ok(())
    }

    /// A string that is not in any table (C.22 after a bit of padding).
    pub(super) fn plain(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Err(Error::new(ErrorKind::NotRepresentable { what: "an empty string here, in Fast Infoset" }));
        }
        forms::length_second_bit(&mut self.out, 0, length_of(bytes.len())?);
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn may_index(&self, table: StringTable, bytes: usize) -> bool {
        let range = match table {
            StringTable::AttributeValue => &self.options.indexed_attribute_values,
            _ => &self.options.indexed_chunks,
        };
        range.contains(&bytes)
    }

    /// The value of an attribute (C.14).
    #[inline]
    pub(super) fn attribute_text(&mut self, text: &str) {
        self.value(StringTable::AttributeValue, text);
    }

    /// A comment, or the data of a processing instruction (C.14).
    pub(super) fn other_string(&mut self, text: &str) {
        self.value(StringTable::OtherString, text);
    }

    #[inline]
    fn value(&mut self, table: StringTable, text: &str) {
        if text.is_empty() {
            return self.out.push(0xFF);
        }
        let found = if self.may_index(table, text.len()) {
            self.tables.intern_value(table, text, self.options.max_index_bytes as u64)
        } else {
            None
        };
        match found {
            Some((index, true)) => forms::index_second_bit(&mut self.out, 0x80, index),
            Some((_, false)) => self.text_third_bit(0x40, text),
            None => self.text_third_bit(0, text),
        }
    }

    /// A character string from the third bit (C.19).
    #[inline]
    pub(super) fn text_third_bit(&mut self, head: u8, text: &str) {
        match self.options.text_encoding {
            TextEncoding::Utf8 => {
                forms::length_fifth_bit(&mut self.out, head, text.len() as u32);
                self.out.extend_from_slice(text.as_bytes());
            }
            TextEncoding::Utf16Be => {
                self.encode_utf16(text);
                forms::length_fifth_bit(&mut self.out, head | 0x10, self.scratch.len() as u32);
                self.out.extend_from_slice(&self.scratch);
            }
        }
    }

    /// Character data (C.15).
    #[inline]
    pub(super) fn chunk(&mut self, text: &str) {
        let mut rest = text;
        while rest.len() > MAX_CHUNK {
            let (piece, after) = rest.split_at(boundary_before(rest, MAX_CHUNK));
            self.text_fifth_bit(0x80, piece);
            rest = after;
        }
        if rest.is_empty() {
            return;
        }
        let table = StringTable::CharacterChunk;
        let found = if self.may_index(table, rest.len()) {
            self.tables.intern_chunk(rest, self.options.max_index_bytes as u64)
        } else {
            None
        };
        match found {
            Some((index, true)) => forms::index_fourth_bit(&mut self.out, 0xA0, index),
            Some((_, false)) => self.text_fifth_bit(0x90, rest),
            None => self.text_fifth_bit(0x80, rest),
        }
    }

    /// A character string from the fifth bit (C.20).
    #[inline(always)]
    fn text_fifth_bit(&mut self, head: u8, text: &str) {
        match self.options.text_encoding {
            TextEncoding::Utf8 => {
                forms::length_seventh_bit(&mut self.out, head, text.len() as u32);
                self.out.extend_from_slice(text.as_bytes());
            }
            TextEncoding::Utf16Be => self.utf16_fifth_bit(head, text),
        }
    }

    #[inline(never)]
    fn utf16_fifth_bit(&mut self, head: u8, text: &str) {
        self.encode_utf16(text);
        forms::length_seventh_bit(&mut self.out, head | 0x04, self.scratch.len() as u32);
        self.out.extend_from_slice(&self.scratch);
    }

    fn encode_utf16(&mut self, text: &str) {
        self.scratch.clear();
        text.encode_utf16().for_each(|unit| self.scratch.extend_from_slice(&unit.to_be_bytes()));
    }

    pub(super) fn typed_chunk(&mut self, value: TypedValue<'_>) -> Result<()> {
        let index = self.algorithm_index(value.algorithm())?;
        self.scratch.clear();
        value.encode(&mut self.scratch);
        self.scratch_chunk(0x8C, index)
    }

    pub(super) fn alphabet_chunk(&mut self, alphabet: Alphabet, text: &str) -> Result<()> {
        let index = self.encode_in_alphabet(alphabet, text)?;
        self.scratch_chunk(0x88, index)
    }

    /// The scratch bytes as a chunk of an algorithm or alphabet.
    fn scratch_chunk(&mut self, head: u8, index: u8) -> Result<()> {
        if self.scratch.is_empty() {
            return self.check_content();
        }
        let length = length_of(self.scratch.len())?;
        self.content()?;
        self.out.push(head | index >> 6);
        forms::length_seventh_bit(&mut self.out, index << 2, length);
        self.out.extend_from_slice(&self.scratch);
        Ok(())
    }

    pub(super) fn typed_attribute(&mut self, value: TypedValue<'_>) -> Result<()> {
        let index = self.algorithm_index(value.algorithm())?;
        self.scratch.clear();
        value.encode(&mut self.scratch);
        self.scratch_attribute(0x30, index)
    }

    pub(super) fn alphabet_attribute(&mut self, alphabet: Alphabet, text: &str) -> Result<()> {
        let index = self.encode_in_alphabet(alphabet, text)?;
        self.scratch_attribute(0x20, index)
    }

    /// The scratch bytes as a value of an algorithm or alphabet.
    fn scratch_attribute(&mut self, head: u8, index: u8) -> Result<()> {
        if self.scratch.is_empty() {
            self.out.push(0xFF);
            return Ok(());
        }
        let length = length_of(self.scratch.len())?;
        self.out.push(head | index >> 4);
        forms::length_fifth_bit(&mut self.out, index << 4, length);
        self.out.extend_from_slice(&self.scratch);
        Ok(())
    }

    /// The index on the wire of an algorithm, counted from 0.
    fn algorithm_index(&self, algorithm: Algorithm<'_>) -> Result<u8> {
        let uri = match algorithm {
            Algorithm::BuiltIn(built_in) => return Ok(built_in as u8),
            Algorithm::Application(uri) => uri,
        };
        let initial = self.options.initial_vocabulary.iter().flat_map(|vocabulary| &vocabulary.algorithms);
        let number = self.tables.external.vocabulary.algorithms.iter().chain(initial).position(|known| known == uri);
        let index = number.map(|number| number as u32 + self.options.numbering.first_algorithm());
        match index.map(u8::try_from) {
            Some(Ok(index)) => Ok(index),
            _ => Err(Error::new(ErrorKind::UnknownAlgorithm { uri: uri.to_owned() })),
        }
    }

    /// Encodes into the scratch bytes; the index on the wire of the alphabet, counted from 0.
    fn encode_in_alphabet(&mut self, alphabet: Alphabet, text: &str) -> Result<u8> {
        let first = self.options.numbering.first_alphabet();
        let initial = self.options.initial_vocabulary.iter().flat_map(|vocabulary| &vocabulary.alphabets);
        let mut added = self.tables.external.vocabulary.alphabets.iter().chain(initial);
        let (index, found) = match alphabet {
            Alphabet::Numeric => (0, RestrictedAlphabet::built_in(0)),
            Alphabet::DateTime => (1, RestrictedAlphabet::built_in(1)),
            Alphabet::Added(number) => (number.saturating_add(first), added.nth(number as usize)),
        };
        self.scratch.clear();
        match (u8::try_from(index), found) {
            (Ok(index), Some(_)) if text.is_empty() => Ok(index),
            (Ok(index), Some(alphabet)) => alphabet.encode(text, &mut self.scratch).map(|()| index),
            _ => Err(Error::new(ErrorKind::Index { table: "restricted alphabet", index: index + 1, entries: 0 })),
        }
    }
}

/// The last place where a character begins, at or before `at`.
fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn length_of(bytes: usize) -> Result<u32> {
    u32::try_from(bytes).map_err(|_| Error::limit(LimitKind::StringBytes, u64::from(u32::MAX)))
}
