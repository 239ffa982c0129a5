//! The types that an item of a block can have.

use crate::{Error, Result};

/// The byte that ends the items of a call, send or reply.
pub(crate) const TERMINATOR: u8 = 0xff;

/// The type of an item, with its code on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ItemType {
    /// 8 bits.
    Byte = 0,
    /// 32 bits, signed.
    Integer = 1,
    /// IEEE 754 binary64.
    Double = 2,
    /// One byte; 0 is false.
    Boolean = 3,
    /// Bytes with a count; no character set is stated.
    String = 4,
    /// Elements of one type in row-major order.
    Array = 5,
    /// Items of any types.
    List = 6,
    /// Two doubles, real and imaginary.
    Complex = 8,
}

impl ItemType {
    /// The type with this code.
    ///
    /// # Errors
    /// [`Error::UnknownType`], also for 7 (void) and the terminator, which are never an item.
    pub fn from_code(code: u8) -> Result<Self> {
        Ok(match code {
            0 => Self::Byte,
            1 => Self::Integer,
            2 => Self::Double,
            3 => Self::Boolean,
            4 => Self::String,
            5 => Self::Array,
            6 => Self::List,
            8 => Self::Complex,
            other => return Err(Error::UnknownType(other)),
        })
    }

    /// The word for it where a type does not match: libSBW's, which is not in all cases that of a signature.
    pub(crate) fn libsbw_name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            other => other.name(),
        }
    }

    /// The word for it in a signature.
    pub fn name(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::Integer => "int",
            Self::Double => "double",
            Self::Boolean => "boolean",
            Self::String => "string",
            Self::Array => "array",
            Self::List => "list",
            Self::Complex => "complex",
        }
    }

    /// Bytes that the smallest body of this type takes, without its type code. What a count is checked against before
    /// anything is allocated.
    pub(crate) fn least_bytes(self) -> usize {
        match self {
            Self::Byte | Self::Boolean => 1,
            Self::Integer | Self::String | Self::List => 4,
            Self::Double => 8,
            Self::Array => 9,
            Self::Complex => 16,
        }
    }

    /// Bytes of every body of this type, where all are of one size.
    pub(crate) fn fixed_bytes(self) -> Option<usize> {
        match self {
            Self::String | Self::List | Self::Array => None,
            fixed => Some(fixed.least_bytes()),
        }
    }
}
