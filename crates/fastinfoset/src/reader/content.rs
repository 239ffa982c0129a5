//! The content of the root element, pushed to a handler without events in between.

use super::core::{Borrow, Core, Kind, Open, State, apart};
use super::cursor::Cursor;
use super::event::{Event, Name, StartElement, Value};
use super::push::{Handler, hand_over};
use super::strings::STRING_SHARE;
use crate::error::{Error, LimitKind};
use crate::text::{Str, Value as RawValue};

impl<'a> Core<'a> {
    /// Pushes items as long as they are content of the root element. The forms that fill most documents are read here,
    /// where cursor and item stay in registers; the others by the same functions as those of the pull reader.
    #[inline(always)]
    pub(super) fn push_content<H: Handler>(
        &mut self,
        cursor: &mut Cursor<'a>,
        handler: &mut H,
    ) -> Result<(), H::Error> {
        let mut at = *cursor;
        let result = 'content: {
            macro_rules! read {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => break 'content Err(self.failed(error, at.offset()).into()),
                    }
                };
            }
            macro_rules! hand {
                ($result:expr) => {
                    if let Err(error) = $result {
                        break 'content Err(error);
                    }
                };
            }
            while self.state == State::InRoot {
                let first = read!(at.octet("content of an element or its end"));
                match first {
                    0x00..=0x37 => {
                        let index = read!(at.index_third_bit(first));
                        let found = read!(self.tables.element_name(index));
                        if !self.scope.is_bound(found.prefix_id, found.namespace_id) {
                            let prefix = found.prefix;
                            read!(Err(self.not_in_scope(prefix)));
                        }
                        self.expanded += 2 * u64::from(found.octets);
                        let limits = &self.options.limits;
                        if self.expanded > limits.max_expansion_octets {
                            read!(self.check_expansion(at.offset()));
                        }
                        if self.open.len() >= limits.max_depth as usize {
                            let limit = u64::from(limits.max_depth);
                            read!(Err(Error::limit(LimitKind::Depth, limit)));
                        }
                        self.attributes.clear();
                        self.scope_mark = self.scope.mark();
                        self.open.push(Open { name: index, scope: self.scope_mark as u32 });
                        let name = Name { stores: &self.stores, name: found, index: index as usize };
                        hand!(handler.start_element(StartElement { core: self, name }));
                    }
                    0x38..=0x7F => {
                        self.clear_scratch();
                        read!(self.start_element::<Borrow>(first, &mut at));
                        hand!(handler.start_element(StartElement { core: self, name: self.element() }));
                        if self.state == State::Ending {
                            self.end();
                            hand!(handler.end_element(self.element()));
                        }
                    }
                    0xA0..=0xBF => {
                        let index = read!(at.index_fourth_bit(first));
                        let value = *read!(self.tables.chunk(index));
                        if let RawValue::Text(Str::Input(text)) = value {
                            read!(self.expand(text.len(), &at));
                            hand!(handler.characters(Value::Text(text)));
                        } else {
                            read!(self.expand(value.len(), &at));
                            hand!(handler.characters(self.value(value)));
                        }
                    }
                    0x80..=0x9F if first & 0x0C == 0 => {
                        let length = read!(at.length_seventh_bit(first));
                        let limit = self.options.limits.string_octets();
                        let text = read!(self.input_utf8(length, limit, &mut at));
                        if first & 0x10 != 0 {
                            self.table_octets += text.len() as u64;
                            self.tables.own.chunks.push(RawValue::Text(Str::Input(text)));
                            read!(self.count_entry(self.tables.own.chunks.len(), STRING_SHARE));
                        }
                        hand!(handler.characters(Value::Text(text)));
                    }
                    0xF0 => {
                        self.end();
                        hand!(handler.end_element(self.element()));
                    }
                    0xFF => {
                        self.end();
                        self.state = State::Ending;
                        hand!(handler.end_element(self.element()));
                        if self.end() == Kind::EndElement {
                            hand!(handler.end_element(self.element()));
                        }
                    }
                    _ => {
                        self.clear_scratch();
                        let kind = match first {
                            0x80..=0x9F => apart(&mut at, |at| self.other_characters::<Borrow>(first, at)),
                            _ => apart(&mut at, |at| self.rare_content::<Borrow>(first, at)),
                        };
                        let kind = read!(kind);
                        let event: Event<'_> = read!(self.event(kind));
                        if let Err(error) = hand_over(event, handler) {
                            break 'content Err(error);
                        }
                    }
                }
            }
            Ok(())
        };
        *cursor = at;
        result
    }

    #[cold]
    #[inline(never)]
    pub(super) fn failed(&mut self, error: Error, offset: u64) -> Error {
        self.fail();
        error.or_at(offset)
    }
}
