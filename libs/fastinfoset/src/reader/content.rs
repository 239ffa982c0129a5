//! The content of the root element, for every kind of reader: bytes in, one item out, straight to who takes it.

use super::core::{Core, Keep, Kind, Open, State, apart};
use super::cursor::Cursor;
use super::event::{Name, StartElement, Value};
use crate::error::{Error, LimitKind, Result};
use crate::text::Str;

/// Takes an item where it is read, so that none of its parts has to be put down and picked up again.
pub(super) trait Take {
    /// What becomes of it.
    type Taken<'e>;

    fn start<'e>(self, element: StartElement<'e>) -> Self::Taken<'e>;
    fn end<'e>(self, name: Name<'e>) -> Self::Taken<'e>;
    fn characters<'e>(self, value: Value<'e>) -> Self::Taken<'e>;

    /// Any other item, whose parts are in the core.
    fn rare<'e>(self, kind: Kind, core: &'e Core<'e>) -> Self::Taken<'e>;
}

/// Takes no more than the kind of an item.
pub(super) struct TakeKind;

impl Take for TakeKind {
    type Taken<'e> = Kind;

    #[inline(always)]
    fn start(self, _: StartElement<'_>) -> Kind {
        Kind::StartElement
    }

    #[inline(always)]
    fn end(self, _: Name<'_>) -> Kind {
        Kind::EndElement
    }

    #[inline(always)]
    fn characters(self, _: Value<'_>) -> Kind {
        Kind::Characters
    }

    #[inline(always)]
    fn rare(self, kind: Kind, _: &Core<'_>) -> Kind {
        kind
    }
}

const CONTENT: &str = "content of an element or its end";

impl<'a> Core<'a> {
    /// Reads an item of the content. The forms that fill most documents are read here, in the order of how often they
    /// come, while cursor and item are in registers.
    #[inline(always)]
    pub(super) fn content<'s, 'b, K: Keep<'a, 'b>, T: Take>(
        &'s mut self,
        cursor: &mut Cursor<'b>,
        take: T,
    ) -> Result<T::Taken<'s>> {
        macro_rules! read {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(error) => return Err(self.failed(error, cursor.offset())),
                }
            };
        }
        let first = read!(cursor.byte(CONTENT));
        if (0xA0..=0xBF).contains(&first) {
            let index = read!(cursor.index_fourth_bit(first));
            let value = read!(self.tables.chunk(index));
            if K::REMEMBERS {
                self.value = *value;
                read!(self.expand(self.value.len(), cursor));
                return Ok(take.rare(Kind::Characters, self));
            }
            // Matched in place: a copy would go through memory.
            if let Str::Input(text) = *value {
                read!(self.expand(text.len(), cursor));
                return Ok(take.characters(Value::Text(text)));
            }
            let value = *value;
            read!(self.expand(value.len(), cursor));
            return Ok(take.characters(self.value(value)));
        }
        if first == 0xF0 {
            let name = self.end();
            if self.open.is_empty() {
                self.state = State::AfterRoot;
            }
            if K::REMEMBERS {
                self.name = name;
                return Ok(take.rare(Kind::EndElement, self));
            }
            return Ok(take.end(self.name_of(name)));
        }
        if first < 0x80 {
            return self.start_element::<K, T>(first, cursor, take);
        }
        if first & 0xEC == 0x80 {
            let length = read!(cursor.length_seventh_bit(first));
            let mut text = read!(self.utf8::<K>(length, self.options.limits.max_string_bytes, cursor));
            if first & 0x10 != 0 {
                text = read!(self.keep(text));
                self.tables.own.chunks.push(text);
                read!(self.count_string(self.tables.own.chunks.len(), text));
            }
            if K::REMEMBERS {
                self.value = text;
                return Ok(take.rare(Kind::Characters, self));
            }
            return Ok(take.characters(self.value(text)));
        }
        if first == 0xFF {
            let name = self.end();
            self.state = State::Ending;
            if K::REMEMBERS {
                self.name = name;
            }
            return Ok(take.end(self.name_of(name)));
        }
        let kind = read!(apart(cursor, |cursor| self.rare_content::<K>(first, cursor)));
        Ok(take.rare(kind, self))
    }

    /// An element whose first byte was read (C.3).
    #[inline(always)]
    fn start_element<'s, 'b, K: Keep<'a, 'b>, T: Take>(
        &'s mut self,
        first: u8,
        cursor: &mut Cursor<'b>,
        take: T,
    ) -> Result<T::Taken<'s>> {
        macro_rules! read {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(error) => {
                        // `failed` would borrow all of `self`, of which the name is a part.
                        self.state = State::Failed;
                        return Err(error.or_at(cursor.offset()));
                    }
                }
            };
        }
        let start = cursor.position();
        let mark = self.scope.mark();
        let index = if first & 0x3F < 0x38 {
            read!(cursor.index_third_bit(first))
        } else {
            read!(apart(cursor, |cursor| self.declared_or_literal::<K>(first, mark, cursor)))
        };
        self.attributes.clear();
        if first & 0x40 != 0 {
            if K::REMEMBERS && first & 0x3F < 0x38 {
                self.note_checkpoint();
            }
            read!(apart(cursor, |cursor| self.attributes::<K>(start, cursor)));
        }
        let name = read!(self.tables.element_name(index));
        if !self.scope.is_bound(name.prefix_id, name.namespace_id) {
            let prefix = name.prefix;
            read!(Err(self.not_in_scope(prefix)));
        }
        // The name comes again with the end of the element.
        self.allowance -= 2 * i64::from(name.bytes);
        if self.allowance < 0 {
            read!(self.check_expansion(cursor.offset()));
        }
        let max_depth = self.options.limits.max_depth;
        if self.open.len() >= max_depth as usize {
            read!(Err(Error::limit(LimitKind::Depth, u64::from(max_depth))));
        }
        self.open.push(Open { name: index, scope: mark as u32 });
        self.scope_mark = mark;
        if K::REMEMBERS {
            self.name = index;
        }
        let name = Name { stores: &self.stores, name, index: index as usize };
        Ok(take.start(StartElement { core: self, name }))
    }

    #[inline(never)]
    fn rare_content<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Kind> {
        self.clear_scratch();
        if K::REMEMBERS {
            self.note_checkpoint();
        }
        match first {
            0x80..=0x9F => self.other_characters::<K>(first, cursor).map(|()| Kind::Characters),
            0xE1 => self.processing_instruction::<K>(cursor),
            0xE2 => self.comment::<K>(cursor),
            0xC8..=0xCB => self.entity_reference::<K>(first, cursor),
            _ => Err(cursor.unexpected(first, CONTENT)),
        }
    }
}
