//! Strings and values in the input: X.891 clauses 7.13, 7.14 and 7.17.

use super::core::{Core, Keep, apart};
use super::cursor::Cursor;
use super::tables::Name;
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::limits::{NAME_SHARE, STRING_SHARE};
use crate::text::{Str, Value};
use crate::utf8;
use crate::xml_names;

const NAME: &str = "a name or the index of one";

/// A system and a public identifier.
type Identifiers<'a> = (Option<Str<'a>>, Option<Str<'a>>);

/// A string as it stands, or the index of one (C.13).
enum Identifying<'a> {
    New(Str<'a>),
    Index(u32),
}

/// Defines the reading of a string that is in a table of names, or enters it.
macro_rules! identifying {
    ($(#[$attribute:meta])* $name:ident, $table:ident, $is_ncname:literal) => {
        $(#[$attribute])*
        pub(super) fn $name<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Str<'a>> {
            match self.identifying::<K>($is_ncname, cursor)? {
                Identifying::Index(index) => self.tables.$name(index).copied(),
                Identifying::New(string) => {
                    self.tables.own.$table.push(string);
                    self.count_string(self.tables.own.$table.len(), string)?;
                    Ok(string)
                }
            }
        }
    };
}

/// Defines the reading of a value that is in a table of values, enters it, or stands for itself (C.14).
macro_rules! value {
    ($(#[$attribute:meta])* $name:ident, $table:ident, $expected:literal) => {
        $(#[$attribute])*
        pub(super) fn $name<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Value<'a>> {
            let first = cursor.byte($expected)?;
            match first {
                0xFF => Ok(Str::EMPTY),
                0x80.. => {
                    let index = cursor.index_second_bit(first)?;
                    let value = *self.tables.$name(index)?;
                    self.expand(value.len(), cursor)?;
                    Ok(value)
                }
                _ => {
                    let value = self.encoded_third_bit::<K>(first, cursor)?;
                    if first & 0x40 == 0 {
                        return Ok(value);
                    }
                    let value = self.keep_value(value)?;
                    self.tables.own.$table.push(value);
                    self.count_string(self.tables.own.$table.len(), value)?;
                    Ok(value)
                }
            }
        }
    };
}

impl<'a> Core<'a> {
    identifying! {
        /// A local name.
        #[inline(always)]
        local_name, local_names, true
    }

    identifying! {
        /// The target of a processing instruction, or the name of an entity or notation.
        other_ncname, other_ncnames, true
    }

    identifying! {
        /// A system or public identifier.
        other_uri, other_uris, false
    }

    value! {
        /// A value of an attribute.
        #[inline(always)]
        attribute_value, attribute_values, "the value of an attribute"
    }

    value! {
        /// The content of a comment, the data of a processing instruction, or the version.
        other_string, other_strings, "a string"
    }

    /// A prefix; its index.
    #[inline(always)]
    pub(super) fn prefix<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<u32> {
        let first = cursor.byte(NAME)?;
        match first {
            0x80.. => cursor.index_second_bit(first),
            _ => apart(cursor, |cursor| self.new_prefix::<K>(first, cursor)),
        }
    }

    #[inline(never)]
    fn new_prefix<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let string = self.new_string::<K>(first, true, cursor)?;
        let index = self.tables.add_prefix(string, &self.stores).ok_or_else(|| self.store_full())?;
        self.count_string(self.tables.own.prefixes.len(), string)?;
        Ok(index)
    }

    /// A namespace name; its index.
    #[inline(always)]
    pub(super) fn namespace<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<u32> {
        let first = cursor.byte(NAME)?;
        match first {
            0x80.. => cursor.index_second_bit(first),
            _ => apart(cursor, |cursor| self.new_namespace::<K>(first, cursor)),
        }
    }

    #[inline(never)]
    fn new_namespace<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let string = self.new_string::<K>(first, false, cursor)?;
        let index = self.tables.add_namespace(string, &self.stores).ok_or_else(|| self.store_full())?;
        self.count_string(self.tables.own.namespaces.len(), string)?;
        Ok(index)
    }

    /// Both optional identifiers of a document type, notation or entity reference, whose presence is in the last two
    /// bits of `first`.
    pub(super) fn identifiers<'b, K: Keep<'a, 'b>>(
        &mut self,
        first: u8,
        cursor: &mut Cursor<'b>,
    ) -> Result<Identifiers<'a>> {
        let system = if first & 2 != 0 { Some(self.other_uri::<K>(cursor)?) } else { None };
        let public = if first & 1 != 0 { Some(self.other_uri::<K>(cursor)?) } else { None };
        Ok((system, public))
    }

    /// A chunk of characters (C.15) that is not UTF-8; it is left in `value`.
    #[inline(never)]
    pub(super) fn other_characters<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<()> {
        self.value = if first & 0x0C == 0x04 {
            let length = cursor.length_seventh_bit(first)?;
            self.utf16(length, cursor)?
        } else {
            let second = cursor.byte("the index of an alphabet or algorithm")?;
            let index = u32::from(first & 0x03) << 6 | u32::from(second >> 2);
            let length = cursor.length_seventh_bit(second)?;
            self.alphabet_or_algorithm::<K>(first & 0x0C == 0x08, index, length, cursor)?
        };
        if first & 0x10 != 0 {
            self.value = self.keep_value(self.value)?;
            self.tables.own.chunks.push(self.value);
            self.count_string(self.tables.own.chunks.len(), self.value)?;
        }
        Ok(())
    }

    /// A character string that starts on the third bit (C.19).
    #[inline(always)]
    pub(super) fn encoded_third_bit<'b, K: Keep<'a, 'b>>(
        &mut self,
        first: u8,
        cursor: &mut Cursor<'b>,
    ) -> Result<Value<'a>> {
        match first & 0x30 {
            0x00 => {
                let length = cursor.length_fifth_bit(first)?;
                self.utf8::<K>(length, self.options.limits.max_string_bytes, cursor)
            }
            0x10 => {
                let length = cursor.length_fifth_bit(first)?;
                apart(cursor, |cursor| self.utf16(length, cursor))
            }
            encoding => {
                let second = cursor.byte("the index of an alphabet or algorithm")?;
                let index = u32::from(first & 0x0F) << 4 | u32::from(second >> 4);
                let length = cursor.length_fifth_bit(second)?;
                apart(cursor, |cursor| self.alphabet_or_algorithm::<K>(encoding == 0x20, index, length, cursor))
            }
        }
    }

    /// A string of UTF-8 that is not empty (C.22), whose first byte is to be read.
    pub(super) fn utf8_second_bit<'b, K: Keep<'a, 'b>>(
        &mut self,
        limit: u32,
        cursor: &mut Cursor<'b>,
    ) -> Result<Str<'a>> {
        let first = cursor.byte("the length of a string")?;
        if first >= 0x80 {
            return Err(cursor.unexpected(first, "the length of a string"));
        }
        let length = cursor.length_second_bit(first)?;
        self.utf8::<K>(length, limit, cursor)
    }

    #[inline(always)]
    fn identifying<'b, K: Keep<'a, 'b>>(
        &mut self,
        is_ncname: bool,
        cursor: &mut Cursor<'b>,
    ) -> Result<Identifying<'a>> {
        let first = cursor.byte(NAME)?;
        match first {
            0x80.. => cursor.index_second_bit(first).map(Identifying::Index),
            _ => self.new_string::<K>(first, is_ncname, cursor).map(Identifying::New),
        }
    }

    /// A string that enters a table of names, kept. Names are checked here, so that nothing that a document calls a name
    /// can be mark-up.
    #[inline(always)]
    fn new_string<'b, K: Keep<'a, 'b>>(
        &mut self,
        first: u8,
        is_ncname: bool,
        cursor: &mut Cursor<'b>,
    ) -> Result<Str<'a>> {
        let length = cursor.length_second_bit(first)?;
        let limit = self.options.limits.max_name_bytes;
        let text = if is_ncname {
            let bytes = self.bytes_of_string(length, limit, cursor)?;
            xml_names::ncname(bytes).ok_or_else(|| not_a_name(bytes))?
        } else {
            self.input_utf8(length, limit, cursor)?
        };
        let string = K::text(text, &mut self.stores);
        self.keep(string)
    }

    /// Checks a name that was read as any string.
    pub(super) fn check_ncname(&self, string: Str<'a>) -> Result<()> {
        if xml_names::is_ncname(string.get(&self.stores)) { Ok(()) } else { Err(Error::new(NOT_A_NAME)) }
    }

    #[inline(always)]
    pub(super) fn utf8<'b, K: Keep<'a, 'b>>(
        &mut self,
        length: u64,
        limit: u32,
        cursor: &mut Cursor<'b>,
    ) -> Result<Str<'a>> {
        let text = self.input_utf8(length, limit, cursor)?;
        Ok(K::text(text, &mut self.stores))
    }

    /// A string of UTF-8 as in the input.
    #[inline(always)]
    pub(super) fn input_utf8<'b>(&self, length: u64, limit: u32, cursor: &mut Cursor<'b>) -> Result<&'b str> {
        let bytes = self.bytes_of_string(length, limit, cursor)?;
        utf8::check(bytes).ok_or_else(|| Error::new(NOT_UTF8))
    }

    #[inline(always)]
    fn bytes_of_string<'b>(&self, length: u64, limit: u32, cursor: &mut Cursor<'b>) -> Result<&'b [u8]> {
        if length > u64::from(limit) {
            Err(self.too_long(limit))
        } else {
            cursor.take(length as usize, "more bytes of a string")
        }
    }

    #[cold]
    pub(super) fn too_long(&self, limit: u32) -> Error {
        let is_name = limit < self.options.limits.max_string_bytes;
        Error::limit(if is_name { LimitKind::NameBytes } else { LimitKind::StringBytes }, u64::from(limit))
    }

    /// Refuses an event of too many bytes.
    #[inline]
    pub(super) fn check_event(&self, bytes: usize) -> Result<()> {
        let limit = self.options.limits.max_event_bytes;
        if bytes > limit as usize { Err(Error::limit(LimitKind::EventBytes, u64::from(limit))) } else { Ok(()) }
    }

    #[inline(always)]
    pub(super) fn keep(&mut self, string: Str<'a>) -> Result<Str<'a>> {
        self.stores.keep(string).ok_or_else(|| self.store_full())
    }

    #[inline(always)]
    pub(super) fn keep_value(&mut self, value: Value<'a>) -> Result<Value<'a>> {
        match value {
            Str::Stored(stored) if stored.encoded().is_some() => self.keep_encoded(value),
            text => self.keep(text),
        }
    }

    #[inline(always)]
    fn count_entry(&mut self, entries: usize, bytes: u64) -> Result<()> {
        let limits = &self.options.limits;
        self.table_bytes += bytes;
        if entries > limits.max_table_entries as usize || self.table_bytes > limits.max_table_bytes {
            return Err(self.table_limit(entries));
        }
        Ok(())
    }

    /// Adds a name to the table of elements and counts it; its index.
    #[inline(always)]
    pub(super) fn add_element_name(&mut self, name: Name<'a>) -> Result<u32> {
        let index = self.tables.add_element_name(name);
        self.count_entry(self.tables.own.element_names.len(), NAME_SHARE)?;
        Ok(index)
    }

    /// Adds a name to the table of attributes and counts it; its index.
    pub(super) fn add_attribute_name(&mut self, name: Name<'a>) -> Result<u32> {
        let index = self.tables.add_attribute_name(name, &self.stores);
        self.count_entry(self.tables.own.attribute_names.len(), NAME_SHARE)?;
        Ok(index)
    }

    /// Counts a string or value that was added to a table, which now has `entries` of the document.
    #[inline(always)]
    pub(super) fn count_string(&mut self, entries: usize, string: Str<'a>) -> Result<()> {
        self.count_entry(entries, STRING_SHARE + string.len() as u64)
    }

    #[cold]
    fn table_limit(&self, entries: usize) -> Error {
        let limits = &self.options.limits;
        if entries > limits.max_table_entries as usize {
            return Error::limit(LimitKind::TableEntries, u64::from(limits.max_table_entries));
        }
        self.store_full()
    }

    #[cold]
    pub(super) fn store_full(&self) -> Error {
        Error::limit(LimitKind::TableBytes, self.options.limits.max_table_bytes)
    }
}

const NOT_UTF8: ErrorKind = ErrorKind::Text { what: "the string is not UTF-8" };
const NOT_A_NAME: ErrorKind = ErrorKind::Text { what: "the name is not an NCName" };

#[cold]
#[inline(never)]
fn not_a_name(bytes: &[u8]) -> Error {
    Error::new(if std::str::from_utf8(bytes).is_ok() { NOT_A_NAME } else { NOT_UTF8 })
}
