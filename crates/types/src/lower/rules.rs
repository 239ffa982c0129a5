//! What each format holds natively. `docs/TYPES.md` shows it as a table.

use super::Format;
use crate::{Int, Key, TimeUnit, Type};

/// Where a type stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It is the type of a field.
    Field,
    /// It is the type of the items of a list, of the values of a map, or of the message.
    Item,
    /// It is a branch of a union.
    Branch,
}

impl Format {
    /// The integer that carries one of the model: the same, or a wider one, or one of the same width with the same bits.
    pub(super) fn integer(self, int: Int) -> Int {
        match (self, int) {
            (Self::Protobuf | Self::Xdr, Int::I8 | Int::I16) => Int::I32,
            (Self::Protobuf | Self::Xdr, Int::U8 | Int::U16) => Int::U32,
            (Self::Avro, Int::I8 | Int::I16 | Int::U8 | Int::U16) => Int::I32,
            (Self::Avro, Int::U32 | Int::U64) => Int::I64,
            (Self::Thrift, Int::U8) => Int::I8,
            (Self::Thrift, Int::U16) => Int::I16,
            (Self::Thrift, Int::U32) => Int::I32,
            (Self::Thrift, Int::U64) => Int::I64,
            (_, same) => same,
        }
    }

    /// Whether it has floats of 32 bits.
    pub(super) fn has_float32(self) -> bool {
        self != Self::Thrift
    }

    /// Whether a list, or a map, may appear there.
    pub(super) fn has_list_at(self, place: Place) -> bool {
        match self {
            Self::Protobuf => place == Place::Field,
            Self::FlatBuffers => place != Place::Item,
            _ => true,
        }
    }

    /// Whether a list that is absent is another than one without items.
    pub(super) fn has_absent_lists(self) -> bool {
        self != Self::Protobuf
    }

    /// Whether a value may be null where it is no field.
    pub(super) fn has_null_items(self) -> bool {
        matches!(self, Self::Avro | Self::JsonSchema | Self::Rust | Self::Xdr)
    }

    /// Whether a field may be null and, unlike that, absent.
    pub(super) fn has_null_and_absent(self) -> bool {
        matches!(self, Self::JsonSchema | Self::Rust)
    }

    /// Whether it has maps with these keys.
    pub(super) fn has_map(self, key: Key) -> bool {
        match self {
            Self::Protobuf => !matches!(key, Key::Integer(Int::I8 | Int::I16 | Int::U8 | Int::U16)),
            Self::Thrift => !matches!(key, Key::Integer(int) if !int.is_signed()),
            Self::JsonSchema | Self::Rust => true,
            Self::Avro => key == Key::Text,
            Self::FlatBuffers | Self::CapnProto | Self::Xdr => false,
        }
    }

    /// Whether a union is what its value looks like, without a mark that says which branch it is.
    pub(super) fn has_untagged_unions(self) -> bool {
        matches!(self, Self::Avro | Self::JsonSchema)
    }

    /// Whether a union with a name says which branch it is.
    pub(super) fn marks_branches(self) -> bool {
        !matches!(self, Self::JsonSchema | Self::Rust)
    }

    /// Whether it has a type that holds nothing.
    pub(super) fn has_void(self) -> bool {
        matches!(self, Self::Avro | Self::JsonSchema | Self::Rust | Self::CapnProto)
    }

    /// Whether the message may be anything but a record.
    pub(super) fn has_any_root(self) -> bool {
        matches!(self, Self::Avro | Self::JsonSchema | Self::Rust | Self::Xdr)
    }

    /// Whether it has logical types for times, dates, UUIDs and decimals.
    pub(super) fn has_logical_types(self) -> bool {
        matches!(self, Self::Avro | Self::JsonSchema)
    }

    /// The largest field number.
    pub(super) fn largest_number(self) -> u32 {
        match self {
            Self::Thrift => 32_767,
            _ => crate::model::MAX_NUMBER,
        }
    }
}

/// Whether two branches of an Avro union look alike. Seconds are numbers without a logical type.
pub fn is_alike(a: &str, b: &str) -> bool {
    let is_whole = |look: &str| matches!(look, "int" | "long" | SECONDS);
    a == b || (is_whole(a) && is_whole(b) && (a == SECONDS || b == SECONDS))
}

const SECONDS: &str = "seconds";

/// What a branch of an Avro union looks like: no two may look alike, unless they have names.
pub fn avro_looks(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Null => "null",
        Type::Boolean => "boolean",
        Type::Integer(int) if Format::Avro.integer(*int) == Int::I32 => "int",
        Type::Date => "int",
        Type::Timestamp(TimeUnit::Seconds) => SECONDS,
        Type::Integer(_) | Type::Timestamp(_) => "long",
        Type::Float32 => "float",
        Type::Float64 => "double",
        Type::Text | Type::Uuid => "string",
        Type::Bytes { length: None } | Type::Decimal { .. } => "bytes",
        Type::List(_) | Type::Set(_) => "array",
        Type::Map(Key::Text, _) => "map",
        // Its entries.
        Type::Map(..) => "array",
        Type::Bytes { .. } | Type::Nullable(_) | Type::Union(_) | Type::Named(_) => return None,
    })
}

/// Whether Protocol Buffers repeats a field for it.
pub fn is_listed(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(..))
}

/// Whether two of these branches hold the same values in Rust, where one has a meaning that the other lacks: a date and a number.
/// Nothing that serde writes tells them apart.
pub fn look_alike<'t>(branches: impl IntoIterator<Item = &'t Type>) -> bool {
    let held: Vec<(String, bool)> = branches.into_iter().filter_map(held_in_rust).collect();
    held.iter().enumerate().any(|(place, (held_by_one, has_meaning))| {
        let others = &held[place + 1..];
        others.iter().any(|(other, means)| other == held_by_one && (*has_meaning || *means))
    })
}

/// What a type with numbers or bytes holds in Rust, and whether they mean something else.
fn held_in_rust(ty: &Type) -> Option<(String, bool)> {
    Some(match ty {
        Type::Date | Type::Timestamp(_) => ("number".to_owned(), true),
        Type::Integer(_) => ("number".to_owned(), false),
        Type::Uuid => ("bytes".to_owned(), true),
        Type::Bytes { .. } => ("bytes".to_owned(), false),
        Type::List(item) | Type::Set(item) => held_in_rust(item).map(|(held, means)| (format!("[{held}]"), means))?,
        Type::Map(_, item) => held_in_rust(item).map(|(held, means)| (format!("{{{held}}}"), means))?,
        _ => return None,
    })
}
