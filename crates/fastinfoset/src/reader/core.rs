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

/// What an item is; its parts are in the core, so that the result of a step fits two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    StartDocument,
    StartElement,
    EndElement,
    Characters,
    Comment,
    ProcessingInstruction,
    StartDocumentType,
    EndDocumentType,
    EntityReference,
    EndDocument,
}

/// The strings of the rarer items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strings<'a> {
    pub(crate) name: Str<'a>,
    pub(crate) system: Option<Str<'a>>,
    pub(crate) public: Option<Str<'a>>,
}

impl Strings<'_> {
    const NONE: Self = Self { name: Str::EMPTY, system: None, public: None };
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: u32,
    pub(crate) value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) name: u32,
    pub(super) scope: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Head,
    BeforeRoot,
    DocumentType,
    InRoot,
    /// The second half of a double terminator is to be delivered: an element or the document ends.
    Ending,
    AfterRoot,
    End,
    Failed,
}

/// What [`Core::restore`] goes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    tables: Lengths,
    table_octets: u64,
    expanded: u64,
    scope: usize,
    state: State,
    has_document_type: bool,
}

/// Lends a copy of the cursor to a call that is not inlined, so that the cursor itself can stay in registers.
#[inline(always)]
pub(super) fn apart<'b, T>(cursor: &mut Cursor<'b>, call: impl FnOnce(&mut Cursor<'b>) -> T) -> T {
    let mut lent = *cursor;
    let result = call(&mut lent);
    *cursor = lent;
    result
}

#[derive(Debug)]
pub(crate) struct Core<'a> {
    pub(super) options: ReadOptions,
    pub(super) tables: Tables<'a>,
    pub(super) stores: Stores,
    pub(super) scope: Scope<'a>,
    pub(super) attributes: Vec<Attribute<'a>>,
    /// The name of the present element.
    pub(super) name: u32,
    /// The present characters, comment or data.
    pub(super) value: Value<'a>,
    pub(super) strings: Strings<'a>,
    pub(super) info: DocumentInfo,
    /// The declarations in scope before those of the present element.
    pub(super) scope_mark: usize,
    pub(super) table_octets: u64,
    /// By attribute id, the last element that had it.
    pub(super) seen: Vec<u32>,
    pub(super) element: u32,
    pub(super) open: Vec<Open>,
    pub(super) state: State,
    has_document_type: bool,
    pub(super) expanded: u64,
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
            name: 0,
            value: Value::Text(Str::EMPTY),
            strings: Strings::NONE,
            info: DocumentInfo::default(),
            scope_mark: 0,
            table_octets: 0,
            seen: Vec::new(),
            element: 0,
            open: Vec::new(),
            state: State::Head,
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
            name: 0,
            value: Value::Text(Str::EMPTY),
            strings: Strings::NONE,
            info: self.info,
            scope_mark: 0,
            table_octets: 0,
            seen: self.seen,
            element: self.element,
            open: self.open,
            state: State::Head,
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
        self.has_document_type = checkpoint.has_document_type;
    }

    /// Reads the next item.
    #[inline(always)]
    pub(crate) fn next<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        self.clear_scratch();
        match self.state {
            State::InRoot => self.content::<K>(cursor),
            State::Ending => Ok(self.end()),
            _ => apart(cursor, |cursor| self.outside_root::<K>(cursor)),
        }
    }

    /// Forgets what was decoded for the item before.
    #[inline(always)]
    pub(super) fn clear_scratch(&mut self) {
        self.stores.scratch.clear();
        self.stores.scratch_octets.clear();
    }

    /// Ends the reading after an error.
    #[cold]
    pub(crate) fn fail(&mut self) {
        self.state = State::Failed;
    }

    #[inline(always)]
    fn content<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let first = cursor.octet("content of an element or its end")?;
        match first {
            0x00..=0x7F => self.start_element::<K>(first, cursor),
            0x80..=0xBF => self.characters::<K>(first, cursor),
            0xF0 => Ok(self.end()),
            0xFF => {
                let kind = self.end();
                self.state = State::Ending;
                Ok(kind)
            }
            _ => apart(cursor, |cursor| self.rare_content::<K>(first, cursor)),
        }
    }

    #[inline(never)]
    pub(super) fn rare_content<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Kind> {
        match first {
            0xE1 => self.processing_instruction::<K>(cursor),
            0xE2 => self.comment::<K>(cursor),
            0xC8..=0xCB => self.entity_reference::<K>(first, cursor),
            _ => Err(cursor.unexpected(first, "content of an element or its end")),
        }
    }

    #[cold]
    #[inline(never)]
    fn outside_root<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let expected = match self.state {
            State::Head => {
                self.head::<K>(cursor)?;
                self.scope.start(self.tables.base_prefix_ids());
                self.state = State::BeforeRoot;
                return Ok(Kind::StartDocument);
            }
            State::End => return Ok(Kind::EndDocument),
            State::Failed => return Err(Error::state("the reader has failed before")),
            State::DocumentType => "a processing instruction or the end of the document type declaration",
            State::BeforeRoot => "the root element",
            State::InRoot | State::Ending | State::AfterRoot => {
                "a comment, a processing instruction or the end of the document"
            }
        };
        let first = cursor.octet(expected)?;
        match (first, self.state) {
            (0xE1, _) => self.processing_instruction::<K>(cursor),
            (0xE2, State::BeforeRoot | State::AfterRoot) => self.comment::<K>(cursor),
            (0x00..=0x7F, State::BeforeRoot) => {
                // A root element without content has set its own end.
                self.state = State::InRoot;
                self.start_element::<K>(first, cursor)
            }
            (0xC4..=0xC7, State::BeforeRoot) if !self.has_document_type => {
                let (system, public) = self.identifiers::<K>(first, cursor)?;
                self.has_document_type = true;
                self.state = State::DocumentType;
                self.strings = Strings { name: Str::EMPTY, system, public };
                Ok(Kind::StartDocumentType)
            }
            (0xF0, State::DocumentType) => {
                self.state = State::BeforeRoot;
                Ok(Kind::EndDocumentType)
            }
            (0xF0 | 0xFF, State::AfterRoot) => Ok(self.end()),
            _ => Err(cursor.unexpected(first, expected)),
        }
    }

    /// A terminator: the end of the innermost element, or of the document.
    #[inline(always)]
    pub(super) fn end(&mut self) -> Kind {
        let Some(open) = self.open.pop() else {
            self.state = State::End;
            return Kind::EndDocument;
        };
        self.scope.leave(open.scope as usize);
        self.state = if self.open.is_empty() { State::AfterRoot } else { State::InRoot };
        self.name = open.name;
        Kind::EndElement
    }

    /// Puts an element on the stack; its declarations are those after `scope`.
    #[inline(always)]
    pub(super) fn open(&mut self, name: u32, scope: usize) -> Result<Kind> {
        if self.open.len() >= self.options.limits.max_depth as usize {
            return Err(Error::limit(LimitKind::Depth, u64::from(self.options.limits.max_depth)));
        }
        self.scope_mark = scope;
        self.open.push(Open { name, scope: scope as u32 });
        self.name = name;
        Ok(Kind::StartElement)
    }

    /// The attributes of the element are followed by its end.
    #[inline]
    pub(super) fn end_follows(&mut self) {
        self.state = State::Ending;
    }

    #[inline(never)]
    fn processing_instruction<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let target = self.other_ncname::<K>(cursor)?;
        self.strings = Strings { name: target, system: None, public: None };
        self.value = self.other_string::<K>(cursor)?;
        Ok(Kind::ProcessingInstruction)
    }

    #[inline(never)]
    fn comment<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        self.value = self.other_string::<K>(cursor)?;
        Ok(Kind::Comment)
    }

    #[inline(never)]
    fn entity_reference<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let name = self.other_ncname::<K>(cursor)?;
        let (system, public) = self.identifiers::<K>(first, cursor)?;
        self.strings = Strings { name, system, public };
        Ok(Kind::EntityReference)
    }

    /// Counts octets that stand in the result but not in the document.
    #[inline(always)]
    pub(super) fn expand(&mut self, octets: usize, cursor: &Cursor<'_>) -> Result<()> {
        self.expanded += octets as u64;
        if self.expanded <= self.options.limits.max_expansion_octets {
            return Ok(());
        }
        self.check_expansion(cursor.offset())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn check_expansion(&self, offset: u64) -> Result<()> {
        let limits = &self.options.limits;
        let allowed = offset.saturating_mul(u64::from(limits.max_expansion_ratio));
        if self.expanded <= allowed.max(limits.max_expansion_octets) {
            return Ok(());
        }
        let kind = ErrorKind::Limit { kind: LimitKind::Expansion, limit: limits.max_expansion_octets };
        Err(Error::at(offset, kind))
    }
}
