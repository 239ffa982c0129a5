//! The data tree.

use std::fmt;

/// A whole number from -2^63 to 2^64-1: whatever fits a 64-bit integer, signed or unsigned.
///
/// One type for both, since most formats do not say which they mean: 5 is 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(i128);

impl Integer {
    /// The number, always within -2^63 to 2^64-1.
    pub fn get(self) -> i128 {
        self.0
    }
}

macro_rules! integer_from {
    ($($t:ty),*) => {$(
        impl From<$t> for Integer {
            fn from(n: $t) -> Self {
                Self(n.into())
            }
        }
    )*};
}
integer_from!(i8, i16, i32, i64, u8, u16, u32, u64);

impl TryFrom<i128> for Integer {
    type Error = i128;

    fn try_from(n: i128) -> Result<Self, i128> {
        if (i64::MIN.into()..=u64::MAX.into()).contains(&n) { Ok(Self(n)) } else { Err(n) }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A node of the data tree.
///
/// Equality is that of the model: floats by their bits (NaN payload and the sign of zero count), maps regardless of
/// the order of their entries, and an entry that is [`Value::Absent`] like an entry that is not there.
#[derive(Clone, Debug)]
pub enum Value {
    /// Present, and nothing.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(Integer),
    /// An IEEE 754 binary32 number.
    Float32(f32),
    /// An IEEE 754 binary64 number.
    Float64(f64),
    /// Unicode text.
    Text(String),
    /// Uninterpreted bytes.
    Bytes(Vec<u8>),
    /// Values in order.
    Sequence(Vec<Value>),
    /// Entries with distinct text keys; their order carries no meaning and is kept.
    Map(Vec<(String, Value)>),
    /// A known field without a value. Stands only as the value of a map entry.
    Absent,
}

impl Value {
    /// A text node.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The value of the map entry `key`; none if this is no map or has no such entry, or where it is absent.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Map(entries) => {
                entries.iter().find(|(k, v)| k == key && !matches!(v, Self::Absent)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The text that this is; none if it is no text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of the sequence that this is; none if it is no sequence.
    pub fn as_items(&self) -> Option<&[Value]> {
        match self {
            Self::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// The same tree without the map entries that are absent; equal to this one.
    pub fn without_absent(self) -> Self {
        match self {
            Self::Sequence(items) => Self::Sequence(items.into_iter().map(Self::without_absent).collect()),
            Self::Map(entries) => Self::Map(
                entries
                    .into_iter()
                    .filter(|(_, value)| !matches!(value, Self::Absent))
                    .map(|(key, value)| (key, value.without_absent()))
                    .collect(),
            ),
            leaf => leaf,
        }
    }

    /// How many collections are nested at the deepest place; a leaf has none.
    pub fn depth(&self) -> usize {
        match self {
            Self::Sequence(items) => 1 + items.iter().map(Self::depth).max().unwrap_or(0),
            Self::Map(entries) => 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The kind of this node, as error texts name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "boolean",
            Self::Integer(_) => "integer",
            Self::Float32(_) => "32-bit float",
            Self::Float64(_) => "64-bit float",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::Sequence(_) => "sequence",
            Self::Map(_) => "map",
            Self::Absent => "absent",
        }
    }
}

impl<T: Into<Integer>> From<T> for Value {
    fn from(n: T) -> Self {
        Self::Integer(n.into())
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        crate::difference(self, other).is_none()
    }
}

impl Eq for Value {}

impl fmt::Display for Value {
    /// The node on one line, shortened: for error texts, not for machines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        match self {
            Self::Boolean(b) => write!(f, "{b}"),
            Self::Integer(n) => write!(f, "{n:?}"),
            Self::Float32(x) if x.is_nan() => write!(f, "NaN with bits {:#010x}", x.to_bits()),
            Self::Float64(x) if x.is_nan() => write!(f, "NaN with bits {:#018x}", x.to_bits()),
            Self::Float32(x) => write!(f, "{x:?} (32-bit)"),
            Self::Float64(x) => write!(f, "{x:?}"),
            Self::Text(t) if t.chars().nth(SHOWN).is_some() => {
                write!(f, "{:?}... ({} bytes)", t.chars().take(SHOWN).collect::<String>(), t.len())
            }
            Self::Text(t) => write!(f, "{t:?}"),
            Self::Bytes(o) => write!(f, "{} bytes", o.len()),
            Self::Sequence(s) => write!(f, "a sequence of {}", s.len()),
            Self::Map(m) => write!(f, "a map of {}", m.len()),
            Self::Null | Self::Absent => f.write_str(self.kind()),
        }
    }
}
