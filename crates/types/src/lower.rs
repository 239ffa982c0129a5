//! A model as a format can hold it: each type natively, or in a wrapper record, or not at all.
//!
//! Emitters print a [`Lowered`] model, and generated code binds to it: every item and field says which type and which name
//! of the model it stands for, and [`Lowered::wrap`] and [`Lowered::unwrap`] carry values over.

mod cycles;
mod engine;
mod keywords;
mod names;
mod rules;
mod wrap;

use std::fmt;

use wirecost_value::Value;

pub use engine::lower;
pub(crate) use names::{Named, without_keyword};
pub use rules::look_alike;

use crate::{Int, Key, TimeUnit, Type, Wires};

/// A format with schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Format {
    Protobuf,
    Thrift,
    Avro,
    FlatBuffers,
    CapnProto,
    Xdr,
    JsonSchema,
    Rust,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Protobuf,
        Self::Thrift,
        Self::Avro,
        Self::FlatBuffers,
        Self::CapnProto,
        Self::Xdr,
        Self::JsonSchema,
        Self::Rust,
    ];

    /// The name on the command line: `proto`, `thrift`, `avro`, `fbs`, `capnp`, `xdr`, `json-schema` or `rust`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Protobuf => "proto",
            Self::Thrift => "thrift",
            Self::Avro => "avro",
            Self::FlatBuffers => "fbs",
            Self::CapnProto => "capnp",
            Self::Xdr => "xdr",
            Self::JsonSchema => "json-schema",
            Self::Rust => "rust",
        }
    }

    /// Words that the format keeps for itself, so that it names a field, a type, a symbol or a part of a package in another way.
    pub fn keywords(self) -> impl Iterator<Item = &'static str> {
        keywords::all(self)
    }

    /// The extension of its schema files, without the point.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Protobuf => "proto",
            Self::Thrift => "thrift",
            Self::Avro => "avsc",
            Self::FlatBuffers => "fbs",
            Self::CapnProto => "capnp",
            Self::Xdr => "x",
            Self::JsonSchema => "schema.json",
            Self::Rust => "rs",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Protobuf => "Protocol Buffers",
            Self::Thrift => "Thrift",
            Self::Avro => "Avro",
            Self::FlatBuffers => "FlatBuffers",
            Self::CapnProto => "Cap'n Proto",
            Self::Xdr => "XDR",
            Self::JsonSchema => "JSON Schema",
            Self::Rust => "Rust",
        })
    }
}

/// A model as a format holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowered {
    /// The format.
    pub format: Format,
    /// The package or namespace that all types of the model share, with points, as the format can name it; none if they share none.
    pub package: Option<String>,
    /// The type of the message.
    pub root: Ty,
    /// What the root stands for.
    pub root_source: Type,
    /// The definitions: those of the model in its order, then the wrappers.
    pub items: Vec<Item>,
}

/// A definition of the format.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name in the format.
    pub name: String,
    /// What it stands for.
    pub origin: Origin,
    /// What it is.
    pub kind: Kind,
}

/// What an item stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The type of the model with this name.
    Named(String),
    /// A type without a name that the format cannot write in its place.
    Wrapper(Wrapper, Type),
}

/// Why there is a wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrapper {
    /// The message is no record: one field, `value`.
    Root,
    /// A list or map where the format has none, such as within another list: one field, `items`.
    List,
    /// A value that may be null: one optional field, `value`.
    Nullable,
    /// An entry of a map whose keys the format lacks: `key` and `value`.
    Entry,
    /// A union: one field for each branch.
    Union,
    /// A branch of a union that looks like another: one field, which is called after its type.
    Branch,
    /// Null itself.
    Null,
    /// A timestamp as Protocol Buffers has it: `seconds` and `nanos`.
    Timestamp,
    /// Bytes of a fixed length, which have a name in Avro.
    Fixed,
}

/// What an item is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Fields.
    Record(Vec<Field>),
    /// Names with their numbers.
    Enumeration(Vec<Symbol>),
    /// One of these fields, all optional.
    Union(Vec<Field>),
    /// This many bytes.
    Fixed(u32),
}

/// A name of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The name in the format.
    pub name: String,
    /// The name in the model.
    pub source: String,
    /// The number.
    pub number: i32,
}

/// A field of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the format.
    pub name: String,
    /// Its name in the model; that of a wrapper's field is the same as `name`.
    pub source: String,
    /// Its number, also where the format has none.
    pub number: u32,
    /// Its type in the format.
    pub ty: Ty,
    /// The type of the model that `ty` stands for.
    pub source_ty: Type,
    /// Whether the format may leave it out.
    pub is_optional: bool,
    /// What it is where it is left out.
    pub default: Option<Value>,
    /// How the format writes null and absent.
    pub missing: Missing,
    /// Of the fields with one group at most one is there.
    pub group: Option<String>,
    /// Other names of the model for it.
    pub aliases: Vec<String>,
    /// What readers take where it is absent, which it is in values.
    pub absent: Option<Value>,
    /// How Protocol Buffers writes it.
    pub wire: Wires,
}

/// How null and absent of a field are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// As they are.
    Same,
    /// Null by leaving the field out, which it cannot otherwise be.
    NullIsAbsent,
    /// Absent by null, which it cannot otherwise be.
    AbsentIsNull,
}

/// A type in the format.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ty {
    /// Nothing, for null.
    Void,
    Boolean,
    /// An integer of this width, with the same bits as that of the model where the sign differs.
    Integer(Int),
    Float32,
    Float64,
    Text,
    Bytes {
        length: Option<u32>,
    },
    /// A timestamp that the format knows as one.
    Timestamp(TimeUnit),
    /// A date that the format knows as one.
    Date,
    /// A UUID that the format knows as one; as text.
    Uuid,
    /// A decimal that the format knows as one.
    Decimal {
        precision: u8,
        scale: u8,
    },
    List(Box<Ty>),
    /// A list without repetition, of Thrift.
    Set(Box<Ty>),
    Map(Key, Box<Ty>),
    /// The type, or null.
    Optional(Box<Ty>),
    /// One of these, by what it holds, with the types that they stand for.
    Union(Vec<(Ty, Type)>),
    /// The definition at this place of [`Lowered::items`].
    Item(usize),
}

impl Lowered {
    /// The item that is the message itself; none if the message is no item, as a list can be in Avro.
    pub fn root_item(&self) -> Option<&Item> {
        match self.root {
            Ty::Item(index) => self.items.get(index),
            _ => None,
        }
    }

    /// What this format holds in wrappers rather than natively, one line each, for people.
    pub fn notes(&self) -> Vec<String> {
        let note = |item: &Item| match &item.origin {
            Origin::Wrapper(Wrapper::Fixed | Wrapper::Timestamp, _) | Origin::Named(_) => None,
            Origin::Wrapper(wrapper, ty) => Some(format!("{}: {} {ty}", item.name, wrapper.what())),
        };
        self.items.iter().filter_map(note).collect()
    }
}

impl Wrapper {
    /// What it wraps, in words before the type.
    fn what(self) -> &'static str {
        match self {
            Self::Root => "wraps the message, which is no record:",
            Self::List => "wraps a list within a list, a map or a union, or one that may be absent:",
            Self::Nullable => "wraps a value that may be null:",
            Self::Entry => "is an entry of the map",
            Self::Union => "holds one of",
            Self::Branch => "wraps a branch of a union that looks like another:",
            Self::Null => "stands for",
            Self::Timestamp => "is the timestamp",
            Self::Fixed => "is",
        }
    }
}
