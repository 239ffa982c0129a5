//! Encoding algorithms (X.891 clauses 8.3 and 10): values as bytes, without going through text.

mod application;
mod encoded;
mod text;
mod typed;

pub use application::{Algorithms, ApplicationAlgorithm};
pub use encoded::Encoded;
pub use typed::TypedValue;

/// The algorithms that X.891 defines; the discriminant is the index on the wire, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BuiltIn {
    /// Bytes shown as hexadecimal digits (clause 10.2).
    Hexadecimal = 0,
    /// Bytes shown as base 64 (clause 10.3).
    Base64 = 1,
    /// 16-bit signed integers (clause 10.4).
    Short = 2,
    /// 32-bit signed integers (clause 10.5).
    Int = 3,
    /// 64-bit signed integers (clause 10.6).
    Long = 4,
    /// Booleans, a bit each (clause 10.7).
    Boolean = 5,
    /// IEEE 754 binary32 numbers (clause 10.8).
    Float = 6,
    /// IEEE 754 binary64 numbers (clause 10.9).
    Double = 7,
    /// UUIDs of 16 bytes (clause 10.10).
    Uuid = 8,
    /// The content of a CDATA section in UTF-8 (clause 10.11).
    Cdata = 9,
}

impl BuiltIn {
    /// All of them, in the order of their indexes.
    pub const ALL: [Self; 10] = [
        Self::Hexadecimal,
        Self::Base64,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Boolean,
        Self::Float,
        Self::Double,
        Self::Uuid,
        Self::Cdata,
    ];

    /// The name that X.891 uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hexadecimal => "hexadecimal",
            Self::Base64 => "base64",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Boolean => "boolean",
            Self::Float => "float",
            Self::Double => "double",
            Self::Uuid => "uuid",
            Self::Cdata => "cdata",
        }
    }
}

/// The algorithm of an encoded value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm<'e> {
    /// One that X.891 defines.
    BuiltIn(BuiltIn),
    /// One that an application defines, by its URI.
    Application(&'e str),
}
