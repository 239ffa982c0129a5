//! The one error type of the crate.

use std::time::Duration;

use crate::Exception;

/// What an operation of this crate gives back.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong. Nothing that arrives from outside makes this crate panic; it ends here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The other side answered with an exception, or a look-up on this side found what SBW has an exception code for.
    #[error(transparent)]
    Exception(#[from] Exception),

    /// A data block ended inside an item.
    #[error("the data block ends too early: {needed} more bytes needed, {left} left")]
    Truncated {
        /// Bytes the item still needs.
        needed: u64,
        /// Bytes left in the block.
        left: usize,
    },
    /// An item has another type than the reader asked for. The words for the types are those of libSBW.
    #[error("encountered {encountered} required {required}")]
    TypeMismatch {
        /// The type in the block; `terminator` past the last item.
        encountered: &'static str,
        /// The type that was asked for.
        required: &'static str,
    },
    /// A byte where a type code belongs is none.
    #[error("{0} is not the type code of an item")]
    UnknownType(u8),
    /// A count, size or length is negative or more than the rest of the block could hold.
    #[error("a {what} of {value} cannot be: {left} bytes are left")]
    BadCount {
        /// What was counted: `string length`, `list count`, `array size`.
        what: &'static str,
        /// The count as in the block, or the product of an array's sizes.
        value: i64,
        /// Bytes left in the block.
        left: usize,
    },
    /// Lists or arrays lie deeper in each other than [`Limits::depth`](crate::block::Limits::depth) allows.
    #[error("values nested deeper than {limit} levels")]
    TooDeep {
        /// The limit in force.
        limit: usize,
    },
    /// An array has no dimension or more than [`MAX_DIMENSIONS`](crate::block::MAX_DIMENSIONS).
    #[error("an array of {0} dimensions; 1 to 8 are allowed")]
    Dimensions(i64),
    /// An array has another number of dimensions than the reader asked for.
    #[error("expecting {required} dimensional array, received {received} dimensions")]
    DimensionCount {
        /// The number in the block.
        received: usize,
        /// The number that was asked for.
        required: usize,
    },
    /// The block holds more values than [`Limits::values`](crate::block::Limits::values) allows to build in memory.
    #[error("more than {limit} values in one block")]
    TooManyValues {
        /// The limit in force.
        limit: usize,
    },
    /// An array's sizes do not multiply to its number of elements, or its shape is not the one asked for.
    #[error("array shape: {0}")]
    Shape(String),
    /// A string, list, array or message is too long for the 31-bit lengths of the protocol or for the limit in force.
    #[error("{what} of {size} is over the limit of {limit}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size, in the unit of the limit.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// A string that was asked for as text is not UTF-8.
    #[error("a string is not UTF-8")]
    NotUtf8,

    /// A message announces a length that its type cannot have.
    #[error("a message cannot have a length of {0} bytes")]
    MessageLength(i32),
    /// A message is neither reply, send, call nor exception.
    #[error("{0} is not a message type")]
    MessageKind(u8),

    /// A text does not say a value (command-line arguments, see [`text`](crate::text)).
    #[error("`{text}` is not {expected}")]
    Text {
        /// The text.
        text: String,
        /// What was expected there.
        expected: String,
    },

    /// The broker closed the connection instead of giving an id: the key is not its key, or it takes no more modules.
    #[error("the broker refused the connection: wrong session key, or no room for another module")]
    Refused,
    /// No broker is known: the files that say where it listens are missing or name no port.
    #[error("no broker is running: {0}; start one with `wirecost sbw broker`")]
    NoBroker(String),
    /// The registry file cannot be read. It is left as it is.
    #[error("the registry {path:?} is unreadable: {why}; repair or remove it")]
    Registry {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A broker that answers to the same key file is already running.
    #[error("a broker is already running on port {0} for this user directory")]
    AlreadyRunning(u16),
    /// The connection is closed.
    #[error("disconnected from the broker")]
    Disconnected,
    /// No reply came in time. The reply is ignored if it still comes.
    #[error("no reply after {0:?}")]
    Timeout(Duration),
    /// A queue is full; the message was not sent.
    #[error("the {0} is full")]
    QueueFull(&'static str),

    /// The operating system refused something.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done, with the path or address.
        doing: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Error {
    /// For `map_err`: an [`Error::Io`] that says what was being done.
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(std::io::Error) -> Error {
        let doing = doing.into();
        move |source| Error::Io { doing, source }
    }
}
