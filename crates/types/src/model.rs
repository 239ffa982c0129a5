//! The model: what a message may hold.

use indexmap::IndexMap;
use prost_reflect::DescriptorPool;
use wirecost_value::Value;

use crate::xml::{XmlDocument, XmlPlace};

/// The types of a message: its own type, and those that it refers to by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The type of the message itself.
    pub root: Type,
    /// The types with names, in the order of their source. Names have letters, digits, `_`, `-` and `.`.
    pub types: IndexMap<String, Definition>,
    /// How a value is an XML document; none if the source of the types does not say it.
    pub document: Option<XmlDocument>,
    /// What `google.protobuf.Any` may hold.
    pub(crate) messages: Messages,
}

/// The compiled messages of a `.proto` file, from which the JSON form of `google.protobuf.Any` is encoded.
///
/// They follow from the source of a model and are no part of what it says: all are equal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Messages(pub(crate) Option<DescriptorPool>);

impl PartialEq for Messages {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Null and nothing else.
    Null,
    /// True or false.
    Boolean,
    /// A whole number of a fixed width.
    Integer(Int),
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary64.
    Float64,
    /// Unicode text.
    Text,
    /// Bytes; of exactly this many where a length is given.
    Bytes {
        /// The length in bytes.
        length: Option<u32>,
    },
    /// An instant: in the data tree a whole number of these units since 1970-01-01T00:00:00Z, in 64 bits, signed.
    Timestamp(TimeUnit),
    /// A day: in the data tree the whole number of days since 1970-01-01, in 32 bits, signed.
    Date,
    /// A universally unique identifier (RFC 9562): in the data tree its 16 bytes.
    Uuid,
    /// A decimal number: in the data tree text with exactly `scale` digits after the point.
    Decimal {
        /// Digits in all, 1 to 38.
        precision: u8,
        /// Digits after the point, at most `precision`.
        scale: u8,
    },
    /// Values of one type in order.
    List(Box<Type>),
    /// Values of one type, none of them twice: Thrift's set. Other formats have a list.
    Set(Box<Type>),
    /// Values of one type by keys. Keys are text in the data tree; this says as what they must read.
    Map(Key, Box<Type>),
    /// A value of the type, or null. Never of a type that holds null by itself.
    Nullable(Box<Type>),
    /// A value of one of these types, two or more; what it holds says which. None of them is null, nullable or a union.
    Union(Vec<Type>),
    /// The type that [`Model::types`] defines by this name.
    Named(String),
}

/// The width of an integer, and whether it has a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Int {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl Int {
    /// All of them.
    pub const ALL: [Self; 8] = [Self::I8, Self::I16, Self::I32, Self::I64, Self::U8, Self::U16, Self::U32, Self::U64];

    /// The name in a `message.toml`, such as `u16`.
    pub fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
        }
    }

    /// The width in bits: 8, 16, 32 or 64.
    pub fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 => 16,
            Self::I32 | Self::U32 => 32,
            Self::I64 | Self::U64 => 64,
        }
    }

    /// Whether it has a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The smallest and the largest number.
    pub fn range(self) -> std::ops::RangeInclusive<i128> {
        if self.is_signed() {
            -(1 << (self.bits() - 1))..=(1 << (self.bits() - 1)) - 1
        } else {
            0..=(1 << self.bits()) - 1
        }
    }
}

/// What the keys of a map must read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// Any text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// The decimal form of an integer.
    Integer(Int),
}

/// What a timestamp counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TimeUnit {
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
}

impl TimeUnit {
    /// All of them, the longest first.
    pub const ALL: [Self; 4] = [Self::Seconds, Self::Milliseconds, Self::Microseconds, Self::Nanoseconds];

    /// The symbol in a `message.toml`: `s`, `ms`, `us` or `ns`.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::Microseconds => "us",
            Self::Nanoseconds => "ns",
        }
    }

    /// Nanoseconds in one of it.
    pub fn nanoseconds(self) -> i128 {
        match self {
            Self::Seconds => 1_000_000_000,
            Self::Milliseconds => 1_000_000,
            Self::Microseconds => 1_000,
            Self::Nanoseconds => 1,
        }
    }
}

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Definition {
    /// Named fields.
    Record(Record),
    /// One of several names.
    Enumeration(Enumeration),
    /// A value of one of several types, of which one may be [`Type::Null`]. It may contain itself.
    Union(Vec<Type>),
}

/// Named fields.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// The fields, in the order of the source.
    pub fields: Vec<Field>,
    /// The field numbers, from the first to before the second, that Protocol Buffers leaves to extensions.
    pub extensions: Vec<(u32, u32)>,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the source.
    pub name: String,
    /// The number that stands for it in formats that number fields, from 1 to 2^29-1; none if none was given yet.
    pub number: Option<u32>,
    /// Its type.
    pub ty: Type,
    /// What it means that a message has no such field.
    pub presence: Presence,
    /// Other names by which a message may call it.
    pub aliases: Vec<String>,
    /// The name of a group: of all optional fields with the same group, at most one may be there.
    pub group: Option<String>,
    /// What readers take where the field, which is optional, is absent. It stays absent in values.
    pub absent: Option<Value>,
    /// How Protocol Buffers writes it.
    pub wire: Wires,
    /// Where it stands in an XML document; none if the source of the types does not say it.
    pub xml: Option<XmlPlace>,
}

/// How Protocol Buffers writes a field, where its type leaves a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wires {
    /// Its value; of a list each item, of a map each value.
    pub value: Wire,
    /// The keys of a map.
    pub key: Wire,
    /// Whether the items of a list of numbers have a tag each.
    pub is_unpacked: bool,
}

/// How Protocol Buffers writes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wire {
    /// Integers as varints, records with their length.
    #[default]
    Usual,
    /// An integer as `sint32` and `sint64`.
    Zigzag,
    /// An integer as `fixed32`, `sfixed64` and so on: in 4 or 8 bytes.
    Fixed,
    /// A record as a group: between two tags.
    Group,
}

impl Field {
    /// A required field without a number.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        Self {
            name: name.into(),
            number: None,
            ty,
            presence: Presence::Required,
            aliases: Vec::new(),
            group: None,
            absent: None,
            wire: Wires::default(),
            xml: None,
        }
    }

    /// The same field, which may be absent.
    pub fn optional(self) -> Self {
        Self { presence: Presence::Optional, ..self }
    }
}

/// What it means that a message has no such field.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// That the message is broken.
    Required,
    /// That the field is absent.
    Optional,
    /// That it has this value.
    Default(Value),
}

/// Names with their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Enumeration {
    /// The names, which differ, with numbers; of several names with one number the first is the one that is read back.
    pub symbols: Vec<(String, i32)>,
    /// Whether the source gives the numbers, so that they stand for the names in messages; else they only count the names.
    pub is_numbered: bool,
}

impl Record {
    /// A record of these fields.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields, extensions: Vec::new() }
    }

    /// The numbers of all fields, in their order: those given, and the smallest that are free for the others.
    ///
    /// A field without a number gets one that is larger than that of the field before it, where such a number is free, so
    /// that fields in order have the numbers 1, 2, 3.
    pub fn numbers(&self) -> Vec<u32> {
        let given: std::collections::HashSet<u32> = self.fields.iter().filter_map(|field| field.number).collect();
        let mut next = 1;
        let number = |field: &Field| {
            field.number.unwrap_or_else(|| {
                // Protocol Buffers keeps these numbers for itself.
                while given.contains(&next) || RESERVED_NUMBERS.contains(&next) {
                    next += 1;
                }
                next += 1;
                next - 1
            })
        };
        self.fields.iter().map(number).collect()
    }
}

/// The field numbers that Protocol Buffers keeps for its implementation.
pub const RESERVED_NUMBERS: std::ops::RangeInclusive<u32> = 19_000..=19_999;

/// The largest field number: that of Protocol Buffers.
pub const MAX_NUMBER: u32 = (1 << 29) - 1;

impl Model {
    /// A model of a type and those that it refers to. [`Model::check`] says whether it holds together.
    pub fn new(root: Type, types: IndexMap<String, Definition>) -> Self {
        Self { root, types, document: None, messages: Messages::default() }
    }

    /// The name of the message's own type; `message` where it has none.
    pub fn name(&self) -> &str {
        match &self.root {
            Type::Named(name) => name,
            _ => "message",
        }
    }

    /// The record of this name; none if there is none, or another type has it.
    pub fn record(&self, name: &str) -> Option<&Record> {
        match self.types.get(name) {
            Some(Definition::Record(record)) => Some(record),
            _ => None,
        }
    }

    /// The same model with only the types that the root refers to, directly or through others.
    pub fn without_unused(mut self) -> Self {
        let mut used = std::collections::HashSet::new();
        let mut pending = Vec::new();
        self.root.names(&mut pending);
        while let Some(name) = pending.pop() {
            let Some((name, definition)) = self.types.get_key_value(&name) else { continue };
            if !used.insert(name.clone()) {
                continue;
            }
            match definition {
                Definition::Record(record) => record.fields.iter().for_each(|field| field.ty.names(&mut pending)),
                Definition::Union(branches) => branches.iter().for_each(|branch| branch.names(&mut pending)),
                Definition::Enumeration(_) => {}
            }
        }
        self.types.retain(|name, _| used.contains(name));
        self
    }
}

impl Type {
    /// A reference to a type with a name.
    pub fn named(name: impl Into<String>) -> Self {
        Self::Named(name.into())
    }

    /// A list of this type.
    pub fn list(item: Self) -> Self {
        Self::List(Box::new(item))
    }

    /// This type or null; the same type where it holds null already.
    pub fn nullable(self) -> Self {
        match self {
            Self::Null | Self::Nullable(_) => self,
            other => Self::Nullable(Box::new(other)),
        }
    }

    /// A value of one of `branches`, in the form that a model has it: nested unions are one union, null among them makes
    /// it nullable, a branch twice is there once, and a union of one type is that type.
    pub fn union(branches: impl IntoIterator<Item = Self>) -> Self {
        let (mut flat, mut null) = (Vec::new(), false);
        let mut pending: Vec<Self> = branches.into_iter().collect();
        pending.reverse();
        while let Some(branch) = pending.pop() {
            match branch {
                Self::Null => null = true,
                Self::Nullable(inner) => {
                    null = true;
                    pending.push(*inner);
                }
                Self::Union(inner) => pending.extend(inner.into_iter().rev()),
                other if flat.contains(&other) => {}
                other => flat.push(other),
            }
        }
        let union = match flat.len() {
            0 => Self::Null,
            1 => flat.swap_remove(0),
            _ => Self::Union(flat),
        };
        if null { union.nullable() } else { union }
    }

    /// Adds the names that this type refers to.
    pub(crate) fn names(&self, names: &mut Vec<String>) {
        match self {
            Self::Named(name) => names.push(name.clone()),
            Self::List(inner) | Self::Set(inner) | Self::Map(_, inner) | Self::Nullable(inner) => inner.names(names),
            Self::Union(branches) => branches.iter().for_each(|branch| branch.names(names)),
            _ => {}
        }
    }

    /// How deep this type nests: 0 for a type that contains no other.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::List(inner) | Self::Set(inner) | Self::Map(_, inner) | Self::Nullable(inner) => 1 + inner.depth(),
            Self::Union(branches) => 1 + branches.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}
