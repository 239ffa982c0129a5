//! The state machine that all readers share: octets in, one item of the document at a time out.

use super::cursor::Cursor;
use super::info::DocumentInfo;
use super::options::ReadOptions;
use super::scope::Scope;
use super::tables::{Lengths, Tables, emptied};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::text::{Octets, Place, Stored, Stores, Str, Value};

/// How a reader keeps what it finds in the input: for the life of the input, or by copying.
pub(crate) trait Keep<'a, 'b> {
    fn text(text: &'b str, stores: &mut Stores) -> Str<'a>;
    fn octets(octets: &'b [u8], stores: &mut Stores) -> Octets<'a>;
}

/// The input outlives the reader.
pub(crate) struct Borrow;

impl<'a> Keep<'a, 'a> for Borrow {
    #[inline]
    fn text(text: &'a str, _: &mut Stores) -> Str<'a> {
        Str::Input(text)
    }

    #[inline]
    fn octets(octets: &'a [u8], _: &mut Stores) -> Octets<'a> {
        Octets::Input(octets)
    }
}

/// The input is a window that moves on.
pub(crate) struct Copy;

impl<'b> Keep<'static, 'b> for Copy {
    fn text(text: &'b str, stores: &mut Stores) -> Str<'static> {
        let start = stores.scratch.len();
        stores.scratch.push_str(text);
        Str::Stored(Stored::new(Place::Scratch, start, text.len()))
    }

    fn octets(octets: &'b [u8], stores: &mut Stores) -> Octets<'static> {
        let start = stores.scratch_octets.len();
        stores.scratch_octets.extend_from_slice(octets);
        Octets::Stored(Stored::new(Place::Scratch, start, octets.len()))
    }
}

/// An item, with its parts still in the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'a> {
    StartDocument,
    /// Its attributes and namespaces are in the core.
    StartElement {
        name: u32,
    },
    EndElement {
        name: u32,
    },
    Characters(Value<'a>),
    Comment(Value<'a>),
    ProcessingInstruction {
        target: Str<'a>,
        data: Value<'a>,
    },
    StartDocumentType {
        system: Option<Str<'a>>,
        public: Option<Str<'a>>,
    },
    EndDocumentType,
    EntityReference {
        name: Str<'a>,
        system: Option<Str<'a>>,
        public: Option<Str<'a>>,
    },
    EndDocument,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: u32,
    pub(crate) value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    name: u32,
    scope: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    BeforeRoot,
    DocumentType,
    InRoot,
    AfterRoot,
    End,
}

/// What [`Core::restore`] goes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    tables: Lengths,
    table_octets: u64,
    expanded: u64,
    scope: usize,
    state: State,
    ending: bool,
    has_document_type: bool,
}

#[derive(Debug)]
pub(crate) struct Core<'a> {
    pub(super) options: ReadOptions,
    pub(super) tables: Tables<'a>,
    pub(super) stores: Stores,
    pub(super) scope: Scope<'a>,
    pub(super) attributes: Vec<Attribute<'a>>,
    pub(super) info: DocumentInfo,
    /// The declarations in scope before those of the present element.
    pub(super) scope_mark: usize,
    pub(super) table_octets: u64,
    /// By attribute id, the last element that had it.
    pub(super) seen: Vec<u32>,
    pub(super) element: u32,
    open: Vec<Open>,
    state: State,
    /// The second half of a double terminator is to be delivered.
    ending: bool,
    has_document_type: bool,
    expanded: u64,
}

impl<'a> Core<'a> {
    pub(crate) fn new(options: ReadOptions) -> Self {
        let mut stores = Stores::default();
        Self {
            options,
            tables: Tables::new(&mut stores),
            stores,
            scope: Scope::default(),
            attributes: Vec::new(),
            info: DocumentInfo::default(),
            scope_mark: 0,
            table_octets: 0,
            seen: Vec::new(),
            element: 0,
            open: Vec::new(),
            state: State::Head,
            ending: false,
            has_document_type: false,
            expanded: 0,
        }
    }

    /// A core for another document that keeps the memory of this one.
    pub(crate) fn recycle<'n>(mut self) -> Core<'n> {
        self.stores.table.clear();
        self.stores.table_octets.clear();
        self.open.clear();
        self.info.clear();
        Core {
            options: self.options,
            tables: self.tables.recycle(&mut self.stores),
            stores: self.stores,
            scope: self.scope.recycle(),
            attributes: emptied(self.attributes),
            info: self.info,
            scope_mark: 0,
            table_octets: 0,
            seen: self.seen,
            element: self.element,
            open: self.open,
            state: State::Head,
            ending: false,
            has_document_type: false,
            expanded: 0,
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn max_event_octets(&self) -> u32 {
        self.options.limits.max_event_octets
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.state == State::End
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            tables: self.tables.lengths(&self.stores),
            table_octets: self.table_octets,
            expanded: self.expanded,
            scope: self.scope.mark(),
            state: self.state,
            ending: self.ending,
            has_document_type: self.has_document_type,
        }
    }

    /// Takes back an item of which the input had only a part.
    pub(crate) fn restore(&mut self, checkpoint: &Checkpoint) {
        self.tables.truncate(&checkpoint.tables, &mut self.stores);
        self.table_octets = checkpoint.table_octets;
        self.expanded = checkpoint.expanded;
        self.scope.leave(checkpoint.scope);
        self.state = checkpoint.state;
        self.ending = checkpoint.ending;
        self.has_document_type = checkpoint.has_document_type;
    }

    /// Reads the next item.
    #[inline]
    pub(crate) fn next<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Item<'a>> {
        self.stores.scratch.clear();
        self.stores.scratch_octets.clear();
        if self.ending {
            self.ending = false;
            return self.end(cursor);
        }
        match self.state {
            State::InRoot => self.content::<K>(cursor),
            _ => self.outside_root::<K>(cursor),
        }
    }

    #[inline]
    fn content<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Item<'a>> {
        let first = cursor.octet("content of an element or its end")?;
        match first {
            0x00..=0x7F => self.start_element::<K>(first, cursor),
            0x80..=0xBF => self.characters::<K>(first, cursor).map(Item::Characters),
            0xF0 => self.end(cursor),
            0xFF => {
                self.ending = true;
                self.end(cursor)
            }
            0xE1 => self.processing_instruction::<K>(cursor),
            0xE2 => self.other_string::<K>(cursor).map(Item::Comment),
            0xC8..=0xCB => self.entity_reference::<K>(first, cursor),
            _ => Err(cursor.unexpected(first, "content of an element or its end")),
        }
    }

    #[cold]
    #[inline(never)]
    fn outside_root<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Item<'a>> {
        let expected = match self.state {
            State::Head => {
                self.head::<K>(cursor)?;
                self.scope.start(self.tables.base_prefix_ids());
                self.state = State::BeforeRoot;
                return Ok(Item::StartDocument);
            }
            State::End => return Ok(Item::EndDocument),
            State::DocumentType => "a processing instruction or the end of the document type declaration",
            State::BeforeRoot => "the root element",
            State::InRoot | State::AfterRoot => "a comment, a processing instruction or the end of the document",
        };
        let first = cursor.octet(expected)?;
        match (first, self.state) {
            (0xE1, _) => self.processing_instruction::<K>(cursor),
            (0xE2, State::BeforeRoot | State::AfterRoot) => self.other_string::<K>(cursor).map(Item::Comment),
            (0x00..=0x7F, State::BeforeRoot) => {
                let item = self.start_element::<K>(first, cursor)?;
                self.state = State::InRoot;
                Ok(item)
            }
            (0xC4..=0xC7, State::BeforeRoot) if !self.has_document_type => {
                let (system, public) = self.identifiers::<K>(first, cursor)?;
                self.has_document_type = true;
                self.state = State::DocumentType;
                Ok(Item::StartDocumentType { system, public })
            }
            (0xF0, State::DocumentType) => {
                self.state = State::BeforeRoot;
                Ok(Item::EndDocumentType)
            }
            (0xF0 | 0xFF, State::AfterRoot) => self.end(cursor),
            _ => Err(cursor.unexpected(first, expected)),
        }
    }

    /// A terminator: the end of the innermost element, or of the document.
    #[inline]
    fn end(&mut self, cursor: &Cursor<'_>) -> Result<Item<'a>> {
        let Some(open) = self.open.pop() else {
            self.ending = false;
            self.state = State::End;
            return Ok(Item::EndDocument);
        };
        self.scope.leave(open.scope as usize);
        if self.open.is_empty() {
            self.state = State::AfterRoot;
        }
        let octets = self.tables.element_name(open.name)?.octets;
        self.expand(octets as usize, cursor)?;
        Ok(Item::EndElement { name: open.name })
    }

    /// Puts an element on the stack; its declarations are those after `scope`.
    #[inline]
    pub(super) fn open(&mut self, name: u32, scope: usize) -> Result<Item<'a>> {
        if self.open.len() >= self.options.limits.max_depth as usize {
            return Err(Error::limit(LimitKind::Depth, u64::from(self.options.limits.max_depth)));
        }
        self.scope_mark = scope;
        self.open.push(Open { name, scope: scope as u32 });
        Ok(Item::StartElement { name })
    }

    /// The attributes of the element are followed by its end.
    #[inline]
    pub(super) fn end_follows(&mut self) {
        self.ending = true;
    }

    fn processing_instruction<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Item<'a>> {
        let target = self.other_ncname::<K>(cursor)?;
        let data = self.other_string::<K>(cursor)?;
        Ok(Item::ProcessingInstruction { target, data })
    }

    fn entity_reference<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Item<'a>> {
        let name = self.other_ncname::<K>(cursor)?;
        let (system, public) = self.identifiers::<K>(first, cursor)?;
        Ok(Item::EntityReference { name, system, public })
    }

    /// Counts octets that stand in the result but not in the document.
    #[inline]
    pub(super) fn expand(&mut self, octets: usize, cursor: &Cursor<'_>) -> Result<()> {
        self.expanded += octets as u64;
        if self.expanded <= self.options.limits.max_expansion_octets {
            return Ok(());
        }
        self.check_expansion(cursor)
    }

    #[cold]
    fn check_expansion(&self, cursor: &Cursor<'_>) -> Result<()> {
        let limits = &self.options.limits;
        let allowed = cursor.offset().saturating_mul(u64::from(limits.max_expansion_ratio));
        if self.expanded <= allowed.max(limits.max_expansion_octets) {
            return Ok(());
        }
        let kind = ErrorKind::Limit { kind: LimitKind::Expansion, limit: limits.max_expansion_octets };
        Err(Error::at(cursor.offset(), kind))
    }
}
