//! Where the strings that a reader hands out are kept.

/// A string of the input, or one that had to be stored: decoded, copied from a stream, or of a vocabulary.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Str<'a> {
    Input(&'a str),
    Stored(Stored),
}

/// Bytes of the input, or stored ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bytes<'a> {
    Input(&'a [u8]),
    Stored(Stored),
}

/// A value of an attribute or of character data: text, or a place among the [`Encoded`] of a reader. As wide as a string
/// and without a tag beside it, so that copies of values need no odd pieces.
pub(crate) type Value<'a> = Str<'a>;

/// Bytes of an encoding algorithm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded<'a> {
    pub(crate) algorithm: u8,
    pub(crate) bytes: Bytes<'a>,
}

/// The store that a [`Stored`] points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The tables of the document.
    Table = 0,
    /// The present event only.
    Scratch = 1,
    /// No text: a value of an encoding algorithm.
    Encoded = 2,
}

/// A place, a start and a length in 8 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    start: u32,
    place_and_len: u32,
}

impl Stored {
    /// `len` is below 2^30: [`Limits`](crate::Limits) see to it.
    pub(crate) fn new(place: Place, start: usize, len: usize) -> Self {
        Self { start: start as u32, place_and_len: (place as u32) << 30 | len as u32 }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        (self.place_and_len & crate::limits::MAX_STRING) as usize
    }

    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len()
    }

    #[inline]
    pub(crate) fn is_scratch(self) -> bool {
        self.place_and_len >> 30 == Place::Scratch as u32
    }

    /// The number of the value of an encoding algorithm that this is.
    #[inline]
    pub(crate) fn encoded(self) -> Option<usize> {
        (self.place_and_len >> 30 == Place::Encoded as u32).then_some(self.start as usize)
    }
}

impl<'a> Str<'a> {
    pub(crate) const EMPTY: Self = Self::Input("");

    #[inline]
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Input(string) => string.len(),
            Self::Stored(stored) => stored.len(),
        }
    }

    #[inline]
    pub(crate) fn get<'e>(self, stores: &'e Stores) -> &'e str
    where
        'a: 'e,
    {
        match self {
            Self::Input(string) => string,
            Self::Stored(stored) => stores.text(stored),
        }
    }

    /// The number of the value of an encoding algorithm that this is.
    #[inline]
    pub(crate) fn encoded(self) -> Option<usize> {
        match self {
            Self::Input(_) => None,
            Self::Stored(stored) => stored.encoded(),
        }
    }
}

impl<'a> Bytes<'a> {
    #[inline]
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Input(bytes) => bytes.len(),
            Self::Stored(stored) => stored.len(),
        }
    }

    #[inline]
    pub(crate) fn get<'e>(self, stores: &'e Stores) -> &'e [u8]
    where
        'a: 'e,
    {
        match self {
            Self::Input(bytes) => bytes,
            Self::Stored(stored) => stores.bytes(stored),
        }
    }
}

/// The stores of one reader.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    pub(crate) table: String,
    pub(crate) scratch: String,
    pub(crate) table_bytes: Vec<u8>,
    pub(crate) scratch_bytes: Vec<u8>,
}

impl Stores {
    /// The string of a place; empty for one that is not text.
    #[inline]
    pub(crate) fn text(&self, stored: Stored) -> &str {
        let store: &str = match stored.place_and_len >> 30 {
            0 => &self.table,
            1 => &self.scratch,
            _ => return "",
        };
        store.get(stored.range()).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn bytes(&self, stored: Stored) -> &[u8] {
        let store = if stored.is_scratch() { &self.scratch_bytes } else { &self.table_bytes };
        store.get(stored.range()).unwrap_or_default()
    }

    /// Moves a string that lives for one event into the tables' store. `None` if that is full.
    #[inline(always)]
    pub(crate) fn keep<'a>(&mut self, string: Str<'a>) -> Option<Str<'a>> {
        match string {
            Str::Stored(stored) if stored.is_scratch() => self.keep_scratch(stored).map(Str::Stored),
            other => Some(other),
        }
    }

    #[inline(never)]
    fn keep_scratch(&mut self, stored: Stored) -> Option<Stored> {
        let start = self.table.len();
        u32::try_from(start + stored.len()).ok()?;
        let Self { table, scratch, .. } = self;
        table.push_str(scratch.get(stored.range()).unwrap_or_default());
        Some(Stored::new(Place::Table, start, stored.len()))
    }

    /// The same for bytes.
    pub(crate) fn keep_bytes<'a>(&mut self, bytes: Bytes<'a>) -> Option<Bytes<'a>> {
        match bytes {
            Bytes::Stored(stored) if stored.is_scratch() => {
                let start = self.table_bytes.len();
                u32::try_from(start + stored.len()).ok()?;
                let Self { table_bytes, scratch_bytes, .. } = self;
                table_bytes.extend_from_slice(scratch_bytes.get(stored.range()).unwrap_or_default());
                Some(Bytes::Stored(Stored::new(Place::Table, start, stored.len())))
            }
            other => Some(other),
        }
    }
}
