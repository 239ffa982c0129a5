//! The state machine that all readers share: bytes in, one item of the document at a time out.

use super::content::Take;
use super::cursor::Cursor;
use super::info::DocumentInfo;
use super::options::ReadOptions;
use super::scope::Scope;
use super::tables::{Lengths, Tables, emptied};
use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::limits::Limits;
use crate::text::{Bytes, Encoded, Place, Stored, Stores, Str, Value};

/// How a reader keeps what it finds in the input: for the life of the input, or by copying.
pub(crate) trait Keep<'a, 'b> {
    /// Whether an item may have to be read again, so that it must leave its parts, and a way back, in the core.
    const REMEMBERS: bool;

    fn text(text: &'b str, stores: &mut Stores) -> Str<'a>;
    fn bytes(bytes: &'b [u8], stores: &mut Stores) -> Bytes<'a>;
}

/// The input outlives the reader.
pub(crate) struct Borrow;

impl<'a> Keep<'a, 'a> for Borrow {
    const REMEMBERS: bool = false;

    #[inline]
    fn text(text: &'a str, _: &mut Stores) -> Str<'a> {
        Str::Input(text)
    }

    #[inline]
    fn bytes(bytes: &'a [u8], _: &mut Stores) -> Bytes<'a> {
        Bytes::Input(bytes)
    }
}

/// The input is a window that moves on.
pub(crate) struct Copy;

impl<'b> Keep<'static, 'b> for Copy {
    const REMEMBERS: bool = true;

    fn text(text: &'b str, stores: &mut Stores) -> Str<'static> {
        let start = stores.scratch.len();
        stores.scratch.push_str(text);
        Str::Stored(Stored::new(Place::Scratch, start, text.len()))
    }

    fn bytes(bytes: &'b [u8], stores: &mut Stores) -> Bytes<'static> {
        let start = stores.scratch_bytes.len();
        stores.scratch_bytes.extend_from_slice(bytes);
        Bytes::Stored(Stored::new(Place::Scratch, start, bytes.len()))
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

/// What [`Core::outside_content`] found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outside {
    /// The root element comes, and is read as content.
    Content,
    /// The second end of a double terminator is that of this element.
    End(u32),
    Item(Kind),
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
    /// Attributes of the same namespace and local name have the same.
    pub(crate) id: u32,
    pub(crate) value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) name: u32,
    pub(super) scope: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
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
struct Checkpoint {
    tables: Lengths,
    table_bytes: u64,
    allowance: i64,
    scope: usize,
    has_document_type: bool,
}

/// Lends a copy of the cursor to a call that is not inlined, so that the cursor itself can stay in registers.
#[inline(always)]
pub(super) fn apart<'b, T>(cursor: &mut Cursor<'b>, call: impl FnOnce(&mut Cursor<'b>) -> T) -> T {
    let mut lent = *cursor;
    let result = call(&mut lent);
    cursor.follow(&lent);
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
    /// The values of encoding algorithms of the present event.
    pub(super) encoded_of_event: Vec<Encoded<'a>>,
    pub(super) strings: Strings<'a>,
    pub(super) info: DocumentInfo,
    /// The declarations in scope before those of the present element.
    pub(super) scope_mark: usize,
    pub(super) table_bytes: u64,
    /// By attribute id, the last element that had it.
    pub(super) seen: Vec<u32>,
    pub(super) element: u32,
    pub(super) open: Vec<Open>,
    pub(super) state: State,
    has_document_type: bool,
    /// The bytes that indexes may still produce before the ratio counts; below 0 after that.
    pub(super) allowance: i64,
    /// The way back from the present item, if it has changed more than the state.
    checkpoint: Option<Checkpoint>,
}

impl<'a> Core<'a> {
    pub(crate) fn new(mut options: ReadOptions) -> Self {
        options.limits = options.limits.within_reach();
        let allowance = allowance(&options.limits);
        Self {
            options,
            tables: Tables::new(),
            stores: Stores::default(),
            scope: Scope::default(),
            attributes: Vec::new(),
            name: 0,
            value: Str::EMPTY,
            encoded_of_event: Vec::new(),
            strings: Strings::NONE,
            info: DocumentInfo::default(),
            scope_mark: 0,
            table_bytes: 0,
            seen: Vec::new(),
            element: 0,
            open: Vec::new(),
            state: State::Head,
            has_document_type: false,
            allowance,
            checkpoint: None,
        }
    }

    /// A core for another document that keeps the memory of this one.
    pub(crate) fn recycle<'n>(mut self) -> Core<'n> {
        self.stores.table.clear();
        self.stores.table_bytes.clear();
        self.open.clear();
        self.info.clear();
        let allowance = allowance(&self.options.limits);
        Core {
            options: self.options,
            tables: self.tables.recycle(),
            stores: self.stores,
            scope: self.scope.recycle(),
            attributes: emptied(self.attributes),
            name: 0,
            value: Str::EMPTY,
            encoded_of_event: emptied(self.encoded_of_event),
            strings: Strings::NONE,
            info: self.info,
            scope_mark: 0,
            table_bytes: 0,
            seen: self.seen,
            element: self.element,
            open: self.open,
            state: State::Head,
            has_document_type: false,
            allowance,
            checkpoint: None,
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn max_event_bytes(&self) -> u32 {
        self.options.limits.max_event_bytes
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.state == State::End
    }

    /// The state between two items, for [`restore`](Self::restore).
    #[inline]
    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Notes the way back where an item can change more than the state.
    #[inline(never)]
    pub(super) fn note_checkpoint(&mut self) {
        self.checkpoint = Some(Checkpoint {
            tables: self.tables.lengths(&self.stores),
            table_bytes: self.table_bytes,
            allowance: self.allowance,
            scope: self.scope.mark(),
            has_document_type: self.has_document_type,
        });
    }

    /// Takes back an item of which the input had only a part, and which began in `state`.
    pub(crate) fn restore(&mut self, state: State) {
        self.state = state;
        if let Some(checkpoint) = self.checkpoint.take() {
            self.tables.truncate(&checkpoint.tables, &mut self.stores);
            self.table_bytes = checkpoint.table_bytes;
            self.allowance = checkpoint.allowance;
            self.scope.leave(checkpoint.scope);
            self.has_document_type = checkpoint.has_document_type;
        }
    }

    /// Reads the next item and hands it to `take`. After an error nothing more can be read.
    #[inline(always)]
    pub(super) fn next<'s, 'b, K: Keep<'a, 'b>, T: Take>(
        &'s mut self,
        cursor: &mut Cursor<'b>,
        take: T,
    ) -> Result<T::Taken<'s>> {
        if K::REMEMBERS {
            self.checkpoint = None;
            self.clear_scratch();
        }
        if self.state != State::InRoot {
            match apart(cursor, |cursor| self.outside_content::<K>(cursor))? {
                Outside::Content => {}
                Outside::End(name) => return Ok(take.end(self.name_of(name))),
                Outside::Item(kind) => return Ok(take.rare(kind, self)),
            }
        }
        self.content::<K, T>(cursor, take)
    }

    /// Reads what does not begin with a byte of content.
    #[inline(never)]
    pub(super) fn outside_content<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Outside> {
        if self.state == State::Ending && !self.open.is_empty() {
            let name = self.end();
            self.state = if self.open.is_empty() { State::AfterRoot } else { State::InRoot };
            if K::REMEMBERS {
                self.name = name;
            }
            return Ok(Outside::End(name));
        }
        match self.outside_root::<K>(cursor) {
            Ok(Kind::StartElement) => Ok(Outside::Content),
            Ok(kind) => Ok(Outside::Item(kind)),
            Err(error) => Err(self.failed(error, cursor.offset())),
        }
    }

    /// Forgets what was decoded for the item before.
    #[inline(always)]
    pub(super) fn clear_scratch(&mut self) {
        self.stores.scratch.clear();
        self.stores.scratch_bytes.clear();
        self.encoded_of_event.clear();
    }

    /// Ends the reading after an error.
    #[cold]
    pub(crate) fn fail(&mut self) {
        self.state = State::Failed;
    }

    #[cold]
    #[inline(never)]
    pub(super) fn failed(&mut self, error: Error, offset: u64) -> Error {
        self.fail();
        error.or_at(offset)
    }

    /// An item that is not content of the root element. For the root element itself the byte is put back.
    #[cold]
    #[inline(never)]
    fn outside_root<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        self.clear_scratch();
        if K::REMEMBERS {
            self.note_checkpoint();
        }
        let expected = match self.state {
            State::Ending => {
                self.state = State::End;
                return Ok(Kind::EndDocument);
            }
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
            State::InRoot | State::AfterRoot => "a comment, a processing instruction or the end of the document",
        };
        let first = cursor.byte(expected)?;
        match (first, self.state) {
            (0xE1, _) => self.processing_instruction::<K>(cursor),
            (0xE2, State::BeforeRoot | State::AfterRoot) => self.comment::<K>(cursor),
            (0x00..=0x7F, State::BeforeRoot) => {
                cursor.put_back();
                self.state = State::InRoot;
                Ok(Kind::StartElement)
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
            (0xF0 | 0xFF, State::AfterRoot) => {
                self.state = State::End;
                Ok(Kind::EndDocument)
            }
            _ => Err(cursor.unexpected(first, expected)),
        }
    }

    /// Ends the innermost open element; its name. The caller sees to the state.
    #[inline(always)]
    pub(super) fn end(&mut self) -> u32 {
        let open = self.open.pop().unwrap_or(Open { name: 0, scope: 0 });
        self.scope.leave(open.scope as usize);
        open.name
    }

    #[inline(never)]
    pub(super) fn processing_instruction<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let target = self.other_ncname::<K>(cursor)?;
        self.strings = Strings { name: target, system: None, public: None };
        self.value = self.other_string::<K>(cursor)?;
        Ok(Kind::ProcessingInstruction)
    }

    #[inline(never)]
    pub(super) fn comment<'b, K: Keep<'a, 'b>>(&mut self, cursor: &mut Cursor<'b>) -> Result<Kind> {
        self.value = self.other_string::<K>(cursor)?;
        Ok(Kind::Comment)
    }

    #[inline(never)]
    pub(super) fn entity_reference<'b, K: Keep<'a, 'b>>(&mut self, first: u8, cursor: &mut Cursor<'b>) -> Result<Kind> {
        let name = self.other_ncname::<K>(cursor)?;
        let (system, public) = self.identifiers::<K>(first, cursor)?;
        self.strings = Strings { name, system, public };
        Ok(Kind::EntityReference)
    }

    /// Counts bytes that are in the result but not in the document.
    #[inline(always)]
    pub(super) fn expand(&mut self, bytes: usize, cursor: &Cursor<'_>) -> Result<()> {
        self.allowance -= bytes as i64;
        if self.allowance < 0 { self.check_expansion(cursor.offset()) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn check_expansion(&self, offset: u64) -> Result<()> {
        let limits = &self.options.limits;
        let expanded = (allowance(limits) - self.allowance) as u64;
        if expanded <= offset.saturating_mul(u64::from(limits.max_expansion_ratio)) {
            return Ok(());
        }
        let kind = ErrorKind::Limit { kind: LimitKind::Expansion, limit: limits.max_expansion_bytes };
        Err(Error::at(offset, kind))
    }
}

/// The bytes that indexes may produce whatever the size of the document. Half of the numbers stay for what goes beyond.
fn allowance(limits: &Limits) -> i64 {
    limits.max_expansion_bytes.min(i64::MAX as u64 / 2) as i64
}
