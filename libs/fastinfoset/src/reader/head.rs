//! The head of a document: magic bytes, optional properties, initial vocabulary (X.891 clauses 7.2 and 12).

use super::core::{Core, Keep};
use super::cursor::Cursor;
use super::info::{AdditionalDatum, Notation, UnparsedEntity};
use crate::alphabet::RestrictedAlphabet;
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::text::Str;
use crate::vocabulary::{MAX_ALGORITHMS, MAX_ALPHABETS};
use crate::wire::{MAGIC, XML_DECLARATIONS};

/// The longest XML declaration that may appear before the magic bytes.
const LONGEST_DECLARATION: usize = 54;

impl<'a> Core<'a> {
    /// Reads everything before the children of the document.
    pub(super) fn head<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        self.info.clear();
        self.magic(cursor)?;
        let present = cursor.byte("the optional properties of the document")?;
        if present & 0x80 != 0 {
            return Err(cursor.unexpected(present, "the optional properties of the document"));
        }
        if present & 0x40 != 0 {
            self.additional_data(cursor)?;
        }
        if present & 0x20 != 0 {
            self.initial_vocabulary::<K>(cursor)?;
        }
        if present & 0x10 != 0 {
            self.notations::<K>(cursor)?;
        }
        if present & 0x08 != 0 {
            self.unparsed_entities::<K>(cursor)?;
        }
        if present & 0x04 != 0 {
            self.info.encoding = Some(self.short_string::<K>(cursor)?);
        }
        if present & 0x02 != 0 {
            self.info.standalone = match cursor.byte("the standalone property")? {
                0 => Some(false),
                1 => Some(true),
                other => return Err(cursor.unexpected(other, "0 or 1 for the standalone property")),
            };
        }
        if present & 0x01 != 0 {
            let version = self.other_string::<K>(cursor)?;
            if version.encoded().is_some() {
                return Err(Error::new(ErrorKind::Text { what: "the version is not text" }));
            }
            self.info.version = Some(version.get(&self.stores).to_owned());
        }
        Ok(())
    }

    fn magic(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        const EXPECTED: &str = "the bytes E0 00 00 01 of a Fast Infoset document";
        let mut byte = cursor.byte(EXPECTED)?;
        if byte == b'<' {
            let mut declaration = vec![byte];
            while !declaration.ends_with(b"?>") && declaration.len() < LONGEST_DECLARATION {
                byte = cursor.byte("an XML declaration with the encoding finf")?;
                declaration.push(byte);
            }
            if !XML_DECLARATIONS.iter().any(|(known, ..)| known.as_bytes() == declaration) {
                return Err(cursor.unexpected(byte, "an XML declaration with the encoding finf"));
            }
            self.info.xml_declaration = true;
            byte = cursor.byte(EXPECTED)?;
        }
        for (i, expected) in MAGIC.into_iter().enumerate() {
            if i > 0 {
                byte = cursor.byte(EXPECTED)?;
            }
            if byte != expected {
                return Err(cursor.unexpected(byte, EXPECTED));
            }
        }
        Ok(())
    }

    fn additional_data(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let start = cursor.position();
        for _ in 0..cursor.sequence_length()? {
            let id = std::str::from_utf8(self.octet_string(cursor)?);
            let id = id.map_err(|_| Error::new(ErrorKind::Text { what: "the URI is not UTF-8" }))?.to_owned();
            let data = self.octet_string(cursor)?.to_owned();
            self.info.additional_data.push(AdditionalDatum { id, data });
            self.check_event(cursor.position() - start)?;
        }
        Ok(())
    }

    /// Bytes that are not empty (C.22).
    fn octet_string<'b>(&self, cursor: &mut Cursor<'b>) -> Result<&'b [u8]> {
        const EXPECTED: &str = "the length of a string of bytes";
        let first = cursor.byte(EXPECTED)?;
        if first >= 0x80 {
            return Err(cursor.unexpected(first, EXPECTED));
        }
        let length = cursor.length_second_bit(first)?;
        let limit = self.options.limits.max_string_bytes;
        if length > u64::from(limit) {
            return Err(Error::limit(LimitKind::StringBytes, u64::from(limit)));
        }
        cursor.take(length as usize, "more bytes of a string")
    }

    fn short_string<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<String> {
        let string = self.utf8_second_bit::<K>(self.options.limits.max_name_bytes, cursor)?;
        Ok(string.get(&self.stores).to_owned())
    }

    fn initial_vocabulary<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        const EXPECTED: &str = "the optional tables of the initial vocabulary";
        let high = cursor.byte(EXPECTED)?;
        if high & 0xE0 != 0 {
            return Err(cursor.unexpected(high, EXPECTED));
        }
        let present = u16::from(high) << 8 | u16::from(cursor.byte(EXPECTED)?);
        if present & 0x1000 != 0 {
            self.external_vocabulary::<K>(cursor)?;
        }
        if present & 0x0800 != 0 {
            self.alphabets::<K>(cursor)?;
        }
        if present & 0x0400 != 0 {
            self.algorithms::<K>(cursor)?;
        }
        for table in 0..8 {
            if present & (0x0200 >> table) != 0 {
                self.strings::<K>(table, cursor)?;
            }
        }
        if present & 0x0002 != 0 {
            self.names::<K>(true, cursor)?;
        }
        if present & 0x0001 != 0 {
            self.names::<K>(false, cursor)?;
        }
        Ok(())
    }

    fn external_vocabulary<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        let uri = self.utf8_second_bit::<K>(self.options.limits.max_name_bytes, cursor)?;
        let uri = uri.get(&self.stores);
        match self.options.vocabularies.external(uri) {
            Some(external) => {
                self.info.external_vocabulary = Some(uri.to_owned());
                self.tables.set_external(external);
                Ok(())
            }
            None => Err(Error::new(ErrorKind::UnknownVocabulary { uri: uri.to_owned() })),
        }
    }

    fn alphabets<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        let items = cursor.sequence_length()?;
        fixed_table(items, MAX_ALPHABETS)?;
        for _ in 0..items {
            let characters = self.utf8_second_bit::<K>(self.options.limits.max_string_bytes, cursor)?;
            let alphabet = RestrictedAlphabet::new(characters.get(&self.stores))?;
            self.table_bytes += 4 * alphabet.characters().len() as u64;
            self.count_string(0, Str::EMPTY)?;
            self.tables.add_alphabet(alphabet);
        }
        Ok(())
    }

    fn algorithms<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        let items = cursor.sequence_length()?;
        fixed_table(items, MAX_ALGORITHMS)?;
        for _ in 0..items {
            let uri = self.short_string::<K>(cursor)?;
            self.count_string(0, Str::EMPTY)?;
            self.tables.add_algorithm(uri);
        }
        Ok(())
    }

    /// The entries of one of the eight tables of strings, in the order of the bits that announce them.
    fn strings<'b, K: Keep<'a, 'b>>(&mut self, table: u32, cursor: &mut Cursor<'b>) -> Result<()> {
        let start = cursor.position();
        for _ in 0..cursor.sequence_length()? {
            self.check_event(cursor.position() - start)?;
            if table >= 5 {
                let first = cursor.byte("a string of the initial vocabulary")?;
                if first & 0xC0 != 0 {
                    return Err(cursor.unexpected(first, "a string of the initial vocabulary"));
                }
                let value = self.encoded_third_bit::<K>(first, cursor)?;
                let value = self.keep_value(value)?;
                let own = &mut self.tables.own;
                let values = match table {
                    5 => &mut own.attribute_values,
                    6 => &mut own.chunks,
                    _ => &mut own.other_strings,
                };
                values.push(value);
                let entries = values.len();
                self.count_string(entries, value)?;
                continue;
            }
            let string = self.utf8_second_bit::<K>(self.options.limits.max_name_bytes, cursor)?;
            if !matches!(table, 1 | 4) {
                self.check_ncname(string)?;
            }
            let string = self.keep(string)?;
            let entries = self.add_string(table, string).ok_or_else(|| self.store_full())?;
            self.count_string(entries, string)?;
        }
        Ok(())
    }

    /// Adds to one of the first five tables of strings; its entries then.
    fn add_string(&mut self, table: u32, string: Str<'a>) -> Option<usize> {
        match table {
            0 => self.tables.add_prefix(string, &self.stores).map(|_| self.tables.own.prefixes.len()),
            1 => self.tables.add_namespace(string, &self.stores).map(|_| self.tables.own.namespaces.len()),
            _ => {
                let own = &mut self.tables.own;
                let strings = match table {
                    2 => &mut own.local_names,
                    3 => &mut own.other_ncnames,
                    _ => &mut own.other_uris,
                };
                strings.push(string);
                Some(strings.len())
            }
        }
    }

    /// Name surrogates (C.16).
    fn names<'b, K: Keep<'a, 'b>>(&mut self, of_elements: bool, cursor: &mut Cursor<'b>) -> Result<()> {
        const EXPECTED: &str = "a name of the initial vocabulary";
        for _ in 0..cursor.sequence_length()? {
            let first = cursor.byte(EXPECTED)?;
            if first > 3 || first == 2 {
                return Err(cursor.unexpected(first, EXPECTED));
            }
            let prefix = if first & 2 != 0 { Some(index(cursor)?) } else { None };
            let namespace = if first & 1 != 0 { Some(index(cursor)?) } else { None };
            let local = *self.tables.local_name(index(cursor)?)?;
            let name = self.tables.name(prefix, namespace, local)?;
            if of_elements {
                self.add_element_name(name)?
            } else {
                self.add_attribute_name(name)?
            };
        }
        Ok(())
    }

    fn notations<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        loop {
            let first = cursor.byte("a notation or their end")?;
            match first {
                0xC0..=0xC3 => {}
                0xF0 => return Ok(()),
                _ => return Err(cursor.unexpected(first, "a notation or their end")),
            }
            let name = self.other_ncname::<K>(cursor)?;
            let (system, public) = self.identifiers::<K>(first, cursor)?;
            let notation = Notation {
                name: self.owned(name, cursor)?,
                system: system.map(|string| self.owned(string, cursor)).transpose()?,
                public: public.map(|string| self.owned(string, cursor)).transpose()?,
            };
            self.info.notations.push(notation);
        }
    }

    fn unparsed_entities<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        loop {
            let first = cursor.byte("an unparsed entity or their end")?;
            match first {
                0xD0..=0xD1 => {}
                0xF0 => return Ok(()),
                _ => return Err(cursor.unexpected(first, "an unparsed entity or their end")),
            }
            let name = self.other_ncname::<K>(cursor)?;
            let system = self.other_uri::<K>(cursor)?;
            let public = if first & 1 != 0 { Some(self.other_uri::<K>(cursor)?) } else { None };
            let notation = self.other_ncname::<K>(cursor)?;
            let entity = UnparsedEntity {
                name: self.owned(name, cursor)?,
                system: self.owned(system, cursor)?,
                public: public.map(|string| self.owned(string, cursor)).transpose()?,
                notation: self.owned(notation, cursor)?,
            };
            self.info.unparsed_entities.push(entity);
        }
    }

    /// A copy that counts as expansion, so that indexes to one long string cannot fill the memory.
    fn owned(&mut self, string: Str<'a>, cursor: &Cursor<'_>) -> Result<String> {
        self.expand(string.len() + size_of::<UnparsedEntity>(), cursor)?;
        Ok(string.get(&self.stores).to_owned())
    }
}

/// An index of a name surrogate: a bit of padding, then C.25.
fn index(cursor: &mut Cursor<'_>) -> Result<u32> {
    let first = cursor.byte("an index of a name surrogate")?;
    if first >= 0x80 {
        return Err(cursor.unexpected(first, "an index of a name surrogate"));
    }
    cursor.index_second_bit(first)
}

fn fixed_table(items: u32, most: usize) -> Result<()> {
    if items as usize > most { Err(Error::limit(LimitKind::TableEntries, most as u64)) } else { Ok(()) }
}
