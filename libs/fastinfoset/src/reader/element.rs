//! Start tags: names, namespace declarations and attributes (X.891 clauses 7.3, 7.4, 7.12, 7.15, 7.16).

use super::core::{Attribute, Core, Keep, State, apart};
use super::cursor::Cursor;
use super::tables::{ABSENT, Identified, Name, XML_ID};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::text::Str;
use crate::vocabulary::XMLNS_NAMESPACE;

/// Up to this many attributes of an element are compared with each other.
const FEW_ATTRIBUTES: usize = 8;

impl<'a> Core<'a> {
    /// The index of an element's name, given after namespace declarations or in full.
    #[inline(never)]
    pub(super) fn declared_or_literal<'b, K: Keep<'a, 'b>>(
        &mut self,
        first: u8,
        mark: usize,
        cursor: &mut Cursor<'b>,
    ) -> Result<u32> {
        if K::REMEMBERS {
            self.note_checkpoint();
        }
        let mut name = first;
        if first & 0x3F == 0x38 {
            self.namespaces::<K>(mark, cursor)?;
            name = cursor.byte("the name of the element")?;
            if name & 0xC0 != 0 || name & 0x3F == 0x38 {
                return Err(cursor.unexpected(name, "the name of the element"));
            }
        }
        match name & 0x3F {
            0x3C..=0x3F => self.literal_element_name::<K>(name, cursor),
            _ => cursor.index_third_bit(name),
        }
    }

    /// The attributes of an element (C.4) whose start tag begins at `start`.
    #[inline(never)]
    pub(super) fn attributes<'b, K: Keep<'a, 'b>>(&mut self, start: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        self.clear_scratch();
        let mut at = *cursor;
        let result = self.each_attribute::<K>(start, &mut at);
        cursor.follow(&at);
        result
    }

    #[inline(always)]
    fn each_attribute<'b, K: Keep<'a, 'b>>(&mut self, start: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        loop {
            let first = cursor.byte("an attribute or the end of the attributes")?;
            let name = match first {
                0x00..=0x6F => cursor.index_second_bit(first)?,
                0xF0 => return self.check_event(cursor.position() - start),
                0x78..=0x7B => apart(cursor, |cursor| self.literal_attribute_name::<K>(first, cursor))?,
                0xFF => {
                    self.state = State::Ending;
                    return self.check_event(cursor.position() - start);
                }
                _ => return Err(cursor.unexpected(first, "an attribute or the end of the attributes")),
            };
            let found = self.tables.attribute_name(name)?;
            if found.prefix_id != 0 && !self.scope.is_bound(found.prefix_id, found.namespace_id) {
                return Err(self.not_in_scope(found.prefix));
            }
            let id = found.attribute_id;
            let bytes = found.bytes;
            if self.is_second(id) {
                return Err(self.duplicate(name));
            }
            self.expand(bytes as usize, cursor)?;
            let value = self.attribute_value::<K>(cursor)?;
            if self.attributes.len() >= self.options.limits.max_attributes as usize {
                return Err(Error::limit(LimitKind::Attributes, u64::from(self.options.limits.max_attributes)));
            }
            self.attributes.push(Attribute { name, id, value });
        }
    }

    /// Whether the present element has an attribute with this id.
    #[inline(always)]
    fn is_second(&mut self, id: u32) -> bool {
        if self.attributes.len() < FEW_ATTRIBUTES {
            return self.attributes.iter().any(|attribute| attribute.id == id);
        }
        self.is_second_of_many(id)
    }

    /// [`is_second`](Self::is_second) in a time that does not grow with the number of attributes: each id has the number
    /// of the last element that had it.
    #[inline(never)]
    fn is_second_of_many(&mut self, id: u32) -> bool {
        if self.attributes.len() == FEW_ATTRIBUTES {
            self.element = self.element.wrapping_add(1);
            if self.element == 0 {
                self.seen.fill(0);
                self.element = 1;
            }
            for attribute in &self.attributes {
                note_seen(&mut self.seen, attribute.id, self.element);
            }
        }
        note_seen(&mut self.seen, id, self.element)
    }

    #[inline(never)]
    fn namespaces<'b, K: Keep<'a, 'b>>(&mut self, mark: usize, cursor: &mut Cursor<'b>) -> Result<()> {
        let start = cursor.position();
        loop {
            let first = cursor.byte("a namespace declaration or their end")?;
            if first == 0xF0 {
                return Ok(());
            }
            if first & 0xFC != 0xCC {
                return Err(cursor.unexpected(first, "a namespace declaration or their end"));
            }
            let prefix = match first & 2 {
                0 => ABSENT,
                _ => *self.prefix::<K>(cursor).and_then(|index| self.tables.prefix(index))?,
            };
            let namespace = match first & 1 {
                0 => ABSENT,
                _ => *self.namespace::<K>(cursor).and_then(|index| self.tables.namespace(index))?,
            };
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

    #[inline(always)]
    fn literal_element_name<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let name = self.literal_name::<K>(first, cursor)?;
        self.add_element_name(name)
    }

    #[inline(never)]
    fn literal_attribute_name<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<u32> {
        let name = self.literal_name::<K>(first, cursor)?;
        self.add_attribute_name(name)
    }

    /// A name in full, whose last two bits tell which parts it has.
    #[inline(always)]
    fn literal_name<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Name<'a>> {
        let prefix = match first & 3 {
            0 | 1 => None,
            2 => return Err(cursor.unexpected(first, "a namespace name with the prefix")),
            _ => Some(self.prefix::<K>(cursor)?),
        };
        let namespace = match first & 1 {
            0 => None,
            _ => Some(self.namespace::<K>(cursor)?),
        };
        let local = self.local_name::<K>(cursor)?;
        self.tables.name(prefix, namespace, local)
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

/// Notes that an element has the attribute with this id. Whether it was noted already.
fn note_seen(seen: &mut Vec<u32>, id: u32, element: u32) -> bool {
    let id = id as usize;
    if seen.len() <= id {
        seen.resize(id + 1, 0);
    }
    std::mem::replace(&mut seen[id], element) == element
}
