//! A value as an encoding algorithm left it, with typed access.

use super::{Algorithm, Algorithms, BuiltIn, text};
use crate::error::{Error, ErrorKind, Result};

/// Bytes and the algorithm that made them. Borrowed from the input or from a vocabulary table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded<'e> {
    /// The algorithm.
    pub algorithm: Algorithm<'e>,
    /// Its bytes as in the document.
    pub bytes: &'e [u8],
}

/// Defines a typed accessor for an algorithm whose items all have the same number of bytes.
macro_rules! fixed_size_items {
    ($name:ident, $item:ty, $algorithm:ident, $what:literal) => {
        #[doc = concat!("The ", $what, ", decoded one by one as they are asked for.")]
        ///
        /// # Errors
        /// [`ErrorKind::Algorithm`] if the value has another algorithm or its bytes are not whole items.
        pub fn $name(self) -> Result<impl ExactSizeIterator<Item = $item> + use<'e>> {
            let bytes = self.bytes_of(BuiltIn::$algorithm)?;
            let (items, rest) = bytes.as_chunks::<{ size_of::<$item>() }>();
            if !rest.is_empty() {
                return Err(wrong(BuiltIn::$algorithm, "the bytes are not whole items"));
            }
            Ok(items.iter().map(|item| <$item>::from_be_bytes(*item)))
        }
    };
}

impl<'e> Encoded<'e> {
    fixed_size_items!(shorts, i16, Short, "16-bit integers");
    fixed_size_items!(ints, i32, Int, "32-bit integers");
    fixed_size_items!(longs, i64, Long, "64-bit integers");
    fixed_size_items!(floats, f32, Float, "32-bit floating-point numbers");
    fixed_size_items!(doubles, f64, Double, "64-bit floating-point numbers");

    /// The UUIDs, 16 bytes each.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if the value has another algorithm or its bytes are not whole UUIDs.
    pub fn uuids(self) -> Result<&'e [[u8; 16]]> {
        let (uuids, rest) = self.bytes_of(BuiltIn::Uuid)?.as_chunks::<16>();
        if rest.is_empty() { Ok(uuids) } else { Err(wrong(BuiltIn::Uuid, "the bytes are not whole items")) }
    }

    /// The booleans (clause 10.7: four bits count the unused bits at the end, then a bit each).
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if the value has another algorithm or the count does not fit its bytes.
    pub fn booleans(self) -> Result<impl ExactSizeIterator<Item = bool> + use<'e>> {
        let bytes = self.bytes_of(BuiltIn::Boolean)?;
        let unused = usize::from(bytes.first().map_or(0, |first| first >> 4));
        if unused > 7 {
            return Err(wrong(BuiltIn::Boolean, "the count of unused bits is above 7"));
        }
        let Some(bits) = (bytes.len() * 8).checked_sub(4 + unused) else {
            return Err(wrong(BuiltIn::Boolean, "fewer bits than the count of unused bits"));
        };
        Ok((4..4 + bits).map(move |bit| bytes[bit / 8] & (0x80 >> (bit % 8)) != 0))
    }

    /// The characters of a CDATA section.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if the value has another algorithm or is not UTF-8.
    pub fn cdata(self) -> Result<&'e str> {
        std::str::from_utf8(self.bytes_of(BuiltIn::Cdata)?).map_err(|_| wrong(BuiltIn::Cdata, "not UTF-8"))
    }

    /// The bytes, if they are of this algorithm.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if they are of another.
    pub fn bytes_of(self, algorithm: BuiltIn) -> Result<&'e [u8]> {
        match self.algorithm {
            Algorithm::BuiltIn(own) if own == algorithm => Ok(self.bytes),
            _ => Err(wrong(algorithm, "the value has another encoding algorithm")),
        }
    }

    /// Appends the characters that the value stands for, as XML would show it.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if the bytes are not of the algorithm, [`ErrorKind::UnknownAlgorithm`] if it is
    /// application-defined and not among `algorithms`.
    pub fn write_text(self, algorithms: &Algorithms, out: &mut String) -> Result<()> {
        match self.algorithm {
            Algorithm::BuiltIn(_) => text::write(self, out),
            Algorithm::Application(uri) => algorithms.get(uri)?.to_text(self.bytes, out),
        }
    }
}

pub(super) fn wrong(algorithm: BuiltIn, what: &'static str) -> Error {
    Error::new(ErrorKind::Algorithm { algorithm: algorithm.name(), what })
}
