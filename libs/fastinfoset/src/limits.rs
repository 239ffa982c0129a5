//! What a reader accepts at most, so that a hostile document cannot exhaust the machine.

/// Limits of a reader. Each has a named error ([`LimitKind`](crate::LimitKind)).
///
/// The defaults let through every ordinary document and keep the memory of a reader below about 100 MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Elements open at once. Default 1,024.
    pub max_depth: u32,
    /// Entries that a document may add to one vocabulary table. Default 2^20, the most that X.891 allows.
    pub max_table_entries: u32,
    /// Bytes that a document may add to all vocabulary tables together, each entry counted as its text and a fixed
    /// share for the entry itself (32 bytes for a string, 64 for a name). Default 64 MiB.
    pub max_table_bytes: u64,
    /// Bytes of one string, before and after decoding. Default 16 MiB; values above 2^30 - 1 mean 2^30 - 1.
    pub max_string_bytes: u32,
    /// Bytes of one event: a start tag with its attributes, or the head of a document with its initial vocabulary.
    /// Default 32 MiB. It bounds the window of a [`StreamReader`](crate::StreamReader).
    pub max_event_bytes: u32,
    /// Bytes of one prefix, local name, namespace name or other name. Default 64 KiB.
    pub max_name_bytes: u32,
    /// Attributes of one element. Default 4,096.
    pub max_attributes: u32,
    /// Namespace declarations in scope at once. Default 65,536.
    pub max_namespaces: u32,
    /// Bytes that indexes into vocabulary tables and restricted alphabets may produce, whatever the size of the
    /// document. Default 64 MiB.
    pub max_expansion_bytes: u64,
    /// Beyond `max_expansion_bytes`, indexes may produce this many bytes for each byte of the document that was
    /// read. Default 64.
    pub max_expansion_ratio: u32,
}

/// The most bytes of one string that the tables can address.
pub(crate) const MAX_STRING: u32 = (1 << 30) - 1;

/// The shares that entries of the tables count beside their text, in bytes.
pub(crate) const STRING_SHARE: u64 = 32;
pub(crate) const NAME_SHARE: u64 = 64;

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_depth: 1024,
            max_table_entries: 1 << 20,
            max_table_bytes: 64 << 20,
            max_string_bytes: 16 << 20,
            max_event_bytes: 32 << 20,
            max_name_bytes: 64 << 10,
            max_attributes: 4096,
            max_namespaces: 65_536,
            max_expansion_bytes: 64 << 20,
            max_expansion_ratio: 64,
        }
    }
}

impl Limits {
    /// The same limits, those of strings no larger than what the tables can address and than each other.
    pub(crate) fn within_reach(mut self) -> Self {
        self.max_string_bytes = self.max_string_bytes.min(MAX_STRING);
        self.max_name_bytes = self.max_name_bytes.min(self.max_string_bytes);
        self
    }
}
