//! Values for the writer to encode.

use super::{Algorithm, BuiltIn, Encoded};

/// A value that the writer encodes with an encoding algorithm instead of as characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypedValue<'e> {
    /// Bytes that XML shows as hexadecimal digits.
    Hexadecimal(&'e [u8]),
    /// Bytes that XML shows as base 64.
    Base64(&'e [u8]),
    /// 16-bit integers.
    Shorts(&'e [i16]),
    /// 32-bit integers.
    Ints(&'e [i32]),
    /// 64-bit integers.
    Longs(&'e [i64]),
    /// Booleans.
    Booleans(&'e [bool]),
    /// 32-bit floating-point numbers.
    Floats(&'e [f32]),
    /// 64-bit floating-point numbers.
    Doubles(&'e [f64]),
    /// UUIDs.
    Uuids(&'e [[u8; 16]]),
    /// The content of a CDATA section.
    Cdata(&'e str),
    /// Bytes that already are encoded, of any algorithm.
    Encoded(Encoded<'e>),
}

impl<'e> From<Encoded<'e>> for TypedValue<'e> {
    fn from(encoded: Encoded<'e>) -> Self {
        Self::Encoded(encoded)
    }
}

impl<'e> TypedValue<'e> {
    /// The algorithm that the value is encoded with.
    pub fn algorithm(&self) -> Algorithm<'e> {
        let built_in = match self {
            Self::Hexadecimal(_) => BuiltIn::Hexadecimal,
            Self::Base64(_) => BuiltIn::Base64,
            Self::Shorts(_) => BuiltIn::Short,
            Self::Ints(_) => BuiltIn::Int,
            Self::Longs(_) => BuiltIn::Long,
            Self::Booleans(_) => BuiltIn::Boolean,
            Self::Floats(_) => BuiltIn::Float,
            Self::Doubles(_) => BuiltIn::Double,
            Self::Uuids(_) => BuiltIn::Uuid,
            Self::Cdata(_) => BuiltIn::Cdata,
            Self::Encoded(encoded) => return encoded.algorithm,
        };
        Algorithm::BuiltIn(built_in)
    }

    /// Appends the encoded bytes to `out`.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Hexadecimal(bytes) | Self::Base64(bytes) => out.extend_from_slice(bytes),
            Self::Shorts(items) => items.iter().for_each(|item| out.extend_from_slice(&item.to_be_bytes())),
            Self::Ints(items) => items.iter().for_each(|item| out.extend_from_slice(&item.to_be_bytes())),
            Self::Longs(items) => items.iter().for_each(|item| out.extend_from_slice(&item.to_be_bytes())),
            Self::Floats(items) => items.iter().for_each(|item| out.extend_from_slice(&item.to_be_bytes())),
            Self::Doubles(items) => items.iter().for_each(|item| out.extend_from_slice(&item.to_be_bytes())),
            Self::Booleans(items) => encode_booleans(items, out),
            Self::Uuids(uuids) => out.extend_from_slice(uuids.as_flattened()),
            Self::Cdata(text) => out.extend_from_slice(text.as_bytes()),
            Self::Encoded(encoded) => out.extend_from_slice(encoded.bytes),
        }
    }
}

fn encode_booleans(items: &[bool], out: &mut Vec<u8>) {
    if items.is_empty() {
        return;
    }
    let start = out.len();
    let bytes = (4 + items.len()).div_ceil(8);
    out.resize(start + bytes, 0);
    out[start] = ((bytes * 8 - 4 - items.len()) as u8) << 4;
    for (bit, _) in items.iter().enumerate().filter(|(_, item)| **item) {
        out[start + (bit + 4) / 8] |= 0x80 >> ((bit + 4) % 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded<'e>(value: &TypedValue<'e>, bytes: &'e mut Vec<u8>) -> Encoded<'e> {
        value.encode(bytes);
        Encoded { algorithm: value.algorithm(), bytes }
    }

    #[test]
    fn booleans_of_every_length_come_back() {
        for length in 1..40 {
            let items: Vec<bool> = (0..length).map(|i| i % 3 == 0).collect();
            let mut bytes = Vec::new();
            let back: Vec<bool> = encoded(&TypedValue::Booleans(&items), &mut bytes).booleans().unwrap().collect();
            assert_eq!(back, items);
        }
    }

    #[test]
    fn boolean_bytes_are_those_of_clause_10_7() {
        let mut bytes = Vec::new();
        TypedValue::Booleans(&[true, false, true]).encode(&mut bytes);
        assert_eq!(bytes, [0x1A]);
        bytes.clear();
        TypedValue::Booleans(&[true; 5]).encode(&mut bytes);
        assert_eq!(bytes, [0x7F, 0x80]);
    }

    #[test]
    fn numbers_are_big_endian() {
        let mut bytes = Vec::new();
        let value = TypedValue::Ints(&[1, -2]);
        let back: Vec<i32> = encoded(&value, &mut bytes).ints().unwrap().collect();
        assert_eq!(back, [1, -2]);
        assert_eq!(bytes, [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE]);
    }

    #[test]
    fn wrong_bytes_are_errors() {
        let of = |algorithm, bytes| Encoded { algorithm: Algorithm::BuiltIn(algorithm), bytes };
        assert!(of(BuiltIn::Int, &[0, 0, 0]).ints().is_err());
        assert!(of(BuiltIn::Int, &[0, 0, 0, 0]).shorts().is_err());
        assert!(of(BuiltIn::Uuid, &[0; 17]).uuids().is_err());
        assert!(of(BuiltIn::Boolean, &[0x80, 0]).booleans().is_err());
        assert!(of(BuiltIn::Boolean, &[0x50]).booleans().is_err());
        assert!(of(BuiltIn::Cdata, &[0xFF]).cdata().is_err());
    }
}
