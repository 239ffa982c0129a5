//! The one error type of the crate.

use std::fmt;
use std::io;

/// Why an operation failed, and where.
///
/// One pointer wide, so that the `Result` of a reader stays small.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    offset: Option<u64>,
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What a [`Limit`](ErrorKind::Limit) error ran into; each is a field of [`Limits`](crate::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::max_depth`](crate::Limits::max_depth).
    #[error("depth of elements")]
    Depth,
    /// [`Limits::max_table_entries`](crate::Limits::max_table_entries).
    #[error("entries in a vocabulary table")]
    TableEntries,
    /// [`Limits::max_table_bytes`](crate::Limits::max_table_bytes).
    #[error("bytes in the vocabulary tables")]
    TableBytes,
    /// [`Limits::max_string_bytes`](crate::Limits::max_string_bytes).
    #[error("bytes of a string")]
    StringBytes,
    /// [`Limits::max_event_bytes`](crate::Limits::max_event_bytes).
    #[error("bytes of an event")]
    EventBytes,
    /// [`Limits::max_name_bytes`](crate::Limits::max_name_bytes).
    #[error("bytes of a name")]
    NameBytes,
    /// [`Limits::max_attributes`](crate::Limits::max_attributes).
    #[error("attributes of an element")]
    Attributes,
    /// [`Limits::max_namespaces`](crate::Limits::max_namespaces).
    #[error("namespaces in scope")]
    Namespaces,
    /// [`Limits::max_expansion_bytes`](crate::Limits::max_expansion_bytes) and
    /// [`Limits::max_expansion_ratio`](crate::Limits::max_expansion_ratio).
    #[error("bytes produced by indexes and entities")]
    Expansion,
}

/// The kinds of failure.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ended inside the document.
    #[error("the document ends here, expected {expected}")]
    Truncated {
        /// What should have followed.
        expected: &'static str,
    },
    /// A byte that X.891 does not allow at this place.
    #[error("found byte {found:#04x}, expected {expected}")]
    Syntax {
        /// The byte.
        found: u8,
        /// What is allowed there.
        expected: &'static str,
    },
    /// An index past the end of its vocabulary table.
    #[error("index {index} into the {table} table, which has {entries} entries")]
    Index {
        /// The table, by its name in X.891 clause 8.
        table: &'static str,
        /// The index, counted from 1 as X.891 does.
        index: u32,
        /// The entries that the table has.
        entries: u32,
    },
    /// Bytes that are not text in the encoding that they claim, or characters that may not appear here.
    #[error("{what}")]
    Text {
        /// What is wrong.
        what: &'static str,
    },
    /// Namespace rules broken: an undeclared prefix, a reserved name bound, a name in the wrong namespace.
    #[error("{what}: {name:?}")]
    Namespace {
        /// What is wrong.
        what: &'static str,
        /// The name or prefix.
        name: String,
    },
    /// The same attribute (namespace and local name) twice on one element, or a prefix declared twice.
    #[error("duplicate attribute {name:?}")]
    DuplicateAttribute {
        /// The attribute.
        name: String,
    },
    /// A safety limit was reached.
    #[error("limit reached: more than {limit} {kind}")]
    Limit {
        /// Which limit.
        kind: LimitKind,
        /// Its value.
        limit: u64,
    },
    /// The document refers to an external vocabulary that is not registered.
    #[error("external vocabulary {uri:?} is not registered")]
    UnknownVocabulary {
        /// The URI of the vocabulary.
        uri: String,
    },
    /// An encoding algorithm whose URI no registered algorithm serves.
    #[error("encoding algorithm {uri:?} is not registered")]
    UnknownAlgorithm {
        /// The URI of the algorithm.
        uri: String,
    },
    /// Bytes or text that an encoding algorithm or restricted alphabet cannot represent.
    #[error("{algorithm}: {what}")]
    Algorithm {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// What is wrong.
        what: &'static str,
    },
    /// A call that the writer does not allow in its present state.
    #[error("{what}")]
    State {
        /// What is wrong, and what to call instead.
        what: &'static str,
    },
    /// Something that the target format cannot express.
    #[error("not representable: {what}")]
    NotRepresentable {
        /// What, and in which format.
        what: &'static str,
    },
    /// XML that is not well-formed. The offset is that of the XML after transcoding to UTF-8.
    #[error("XML: {message}")]
    Xml {
        /// What the XML parser said.
        message: String,
    },
    /// A vocabulary file that is not one.
    #[error("vocabulary file: {what}")]
    VocabularyFile {
        /// What is wrong.
        what: &'static str,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// An error without a place, such as one of the writer.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, offset: None }))
    }

    /// An error at a byte of the input, counted from 0.
    #[cold]
    pub fn at(offset: u64, kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, offset: Some(offset) }))
    }

    /// Why it failed.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The byte of the input at which it failed, counted from 0.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Whether more input could mend it.
    pub(crate) fn is_truncated(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Truncated { .. })
    }

    /// The same error with a place, where it has none yet.
    #[cold]
    pub(crate) fn or_at(mut self, offset: u64) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    #[cold]
    pub(crate) fn state(what: &'static str) -> Self {
        Self::new(ErrorKind::State { what })
    }

    #[cold]
    pub(crate) fn limit(kind: LimitKind, limit: u64) -> Self {
        Self::new(ErrorKind::Limit { kind, limit })
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::new(ErrorKind::Io(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.offset {
            Some(offset) => write!(f, "byte {offset}: {}", self.0.kind),
            None => self.0.kind.fmt(f),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("offset", &self.0.offset).field("kind", &self.0.kind).finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
