//! Start tags: names, namespace declarations and attributes (X.891 clauses 7.3, 7.4, 7.12, 7.15, 7.16).

use super::core::{Attribute, Core, Keep, Kind, apart};
use super::cursor::Cursor;
use super::tables::{ABSENT, Identified, XML_ID};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::text::Str;
use crate::vocabulary::XMLNS_NAMESPACE;

impl<'a> Core<'a> {
    /// An element whose first octet was read (C.3).
    #[inline(always)]
    pub(super) fn start_element<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let mark = self.scope.mark();
        let start = cursor.position();
        let mut name_octet = first;
        if first & 0x3F == 0x38 {
            apart(cursor, |cursor| self.namespaces::<K>(mark, cursor))?;
            name_octet = cursor.octet("the name of the element")?;
            if name_octet & 0xC0 != 0 || name_octet & 0x3F == 0x38 {
                return Err(cursor.unexpected(name_octet, "the name of the element"));
            }
        }
        let name = match name_octet & 0x3F {
            0x3C..=0x3F => apart(cursor, |cursor| self.literal_element_name::<K>(name_octet, cursor))?,
            _ => cursor.index_third_bit(name_octet)?,
        };
        let found = self.tables.element_name(name)?;
        let octets = found.octets;
        if !self.scope.is_bound(found.prefix_id, found.namespace_id) {
            return Err(self.not_in_scope(found.prefix));
        }
        // The name comes again with the end of the element.
        self.expand(2 * octets as usize, cursor)?;
        self.attributes.clear();
        if first & 0x40 != 0 {
            apart(cursor, |cursor| self.attributes::<K>(start, cursor))?;
        }
        self.open(name, mark)
    }

    #[inline(never)]
    fn attributes<'b, K: Keep<'a, 'b>>(&mut self, start: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        let mut at = *cursor;
        let result = self.each_attribute::<K>(start, &mut at);
        *cursor = at;
        result
    }

    #[inline(always)]
    fn each_attribute<'b, K: Keep<'a, 'b>>(&mut self, start: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        self.element = self.element.wrapping_add(1);
        if self.element == 0 {
            self.seen.fill(0);
            self.element = 1;
        }
        loop {
            let first = cursor.octet("an attribute or the end of the attributes")?;
            let name = match first {
                0x00..=0x6F => cursor.index_second_bit(first)?,
                0x78..=0x7B => apart(cursor, |cursor| self.literal_attribute_name::<K>(first, cursor))?,
                0xF0 => return Ok(()),
                0xFF => {
                    self.end_follows();
                    return Ok(());
                }
                _ => return Err(cursor.unexpected(first, "an attribute or the end of the attributes")),
            };
            let found = self.tables.attribute_name(name)?;
            let octets = found.octets;
            if found.prefix_id != 0 && !self.scope.is_bound(found.prefix_id, found.namespace_id) {
                return Err(self.not_in_scope(found.prefix));
            }
            let id = found.attribute_id as usize;
            match self.seen.get_mut(id) {
                Some(seen) if *seen == self.element => return Err(self.duplicate(name)),
                Some(seen) => *seen = self.element,
                None => {
                    self.seen.resize(id + 1, 0);
                    self.seen[id] = self.element;
                }
            }
            self.expand(octets as usize, cursor)?;
            let value = self.attribute_value::<K>(cursor)?;
            if self.attributes.len() >= self.options.limits.max_attributes as usize {
                return Err(Error::limit(LimitKind::Attributes, u64::from(self.options.limits.max_attributes)));
            }
            self.check_event(cursor.position() - start)?;
            self.attributes.push(Attribute { name, value });
        }
    }

    #[inline(never)]
    fn namespaces<'b, K: Keep<'a, 'b>>(&mut self, mark: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        let start = cursor.position();
        loop {
            let first = cursor.octet("a namespace declaration or their end")?;
            if first == 0xF0 {
                return Ok(());
            }
            if first & 0xFC != 0xCC {
                return Err(cursor.unexpected(first, "a namespace declaration or their end"));
            }
            let prefix = if first & 2 != 0 { self.prefix::<K>(cursor)? } else { ABSENT };
            let namespace = if first & 1 != 0 { self.namespace::<K>(cursor)? } else { ABSENT };
            self.check_declaration(prefix, namespace)?;
            if self.scope.mark() >= self.options.limits.max_namespaces as usize {
                return Err(Error::limit(LimitKind::Namespaces, u64::from(self.options.limits.max_namespaces)));
            }
            if !self.scope.declare(prefix, namespace, mark) {
                let name = format!("xmlns:{}", prefix.text.get(&self.stores));
                return Err(Error::new(ErrorKind::DuplicateAttribute { name }));
            }
            self.check_event(cursor.position() - start)?;
        }
    }

    /// The names that Namespaces in XML keeps for itself.
    fn check_declaration(&self, prefix: Identified<'a>, namespace: Identified<'a>) -> Result<()> {
        let reserved = if (prefix.id == XML_ID) != (namespace.id == XML_ID) {
            "the prefix xml and its namespace belong to each other"
        } else if prefix.text.get(&self.stores) == "xmlns" || namespace.text.get(&self.stores) == XMLNS_NAMESPACE {
            "the prefix xmlns and its namespace cannot be declared"
        } else {
            return Ok(());
        };
        let name = prefix.text.get(&self.stores).to_owned();
        Err(Error::new(ErrorKind::Namespace { what: reserved, name }))
    }

    #[cold]
    #[inline(never)]
    fn literal_element_name<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let (prefix, namespace, local) = self.literal_name::<K>(first, cursor)?;
        let index = self.tables.add_element_name(prefix, namespace, local);
        let entries = self.tables.own.element_names.len();
        self.count_name(entries)?;
        Ok(index)
    }

    #[cold]
    #[inline(never)]
    fn literal_attribute_name<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let (prefix, namespace, local) = self.literal_name::<K>(first, cursor)?;
        let index = self.tables.add_attribute_name(prefix, namespace, local, &self.stores);
        let entries = self.tables.own.attribute_names.len();
        self.count_name(entries)?;
        Ok(index)
    }

    /// A name in full, whose last two bits tell which parts it has.
    fn literal_name<'b, K: Keep<'a, 'b>>(
        &mut self,
        first: u8,
        cursor: &mut Cursor<'b>,
    ) -> Result<(Identified<'a>, Identified<'a>, Str<'a>)> {
        if first & 3 == 2 {
            return Err(cursor.unexpected(first, "a namespace name with the prefix"));
        }
        let prefix = if first & 2 != 0 { self.prefix::<K>(cursor)? } else { ABSENT };
        let namespace = if first & 1 != 0 { self.namespace::<K>(cursor)? } else { ABSENT };
        Ok((prefix, namespace, self.local_name::<K>(cursor)?))
    }

    #[cold]
    pub(super) fn not_in_scope(&self, prefix: Str<'a>) -> Error {
        let name = prefix.get(&self.stores).to_owned();
        Error::new(ErrorKind::Namespace { what: "the namespace of the name is not in scope under its prefix", name })
    }

    #[cold]
    fn duplicate(&self, name: u32) -> Error {
        let local = self.tables.attribute_name(name).map(|name| name.local.get(&self.stores).to_owned());
        Error::new(ErrorKind::DuplicateAttribute { name: local.unwrap_or_default() })
    }
}
