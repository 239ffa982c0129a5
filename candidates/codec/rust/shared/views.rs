//! Views that a library lends, as serde sees them, for the operation `borrow`: each field is read where the view lies, and
//! written to whatever serializer asks, which is the fold that is timed or the value that is compared.

use std::fmt::Display;

use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// Something that lies in a message.
pub trait Lent {
    /// Reads all of it.
    ///
    /// # Errors
    /// What the library says of the bytes, and the serializer's own.
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads all of a row of them.
    ///
    /// # Errors
    /// As [`Lent::read`].
    #[inline]
    fn read_row<S: Serializer>(row: &[Self], serializer: S) -> Result<S::Ok, S::Error>
    where
        Self: Sized,
    {
        Items(row.iter()).read(serializer)
    }
}

/// What is lent, for serde.
pub struct View<T>(pub T);

impl<T: Lent> Serialize for View<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.read(serializer)
    }
}

impl<T: Lent + ?Sized> Lent for &T {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).read(serializer)
    }
}

impl<T: Lent, E: Display> Lent for Result<T, E> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Ok(lent) => lent.read(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

impl<T: Lent> Lent for Option<T> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(lent) => serializer.serialize_some(&View(lent)),
            None => serializer.serialize_none(),
        }
    }
}

impl Lent for str {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

macro_rules! leaves {
    ($($t:ty),*) => {$(
        impl Lent for $t {
            #[inline]
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )*};
}
leaves!((), bool, i8, i16, i32, i64, u16, u32, u64, f32, f64);

impl Lent for u8 {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self)
    }

    /// A row of bytes is bytes.
    #[inline]
    fn read_row<S: Serializer>(row: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(row)
    }
}

impl Lent for [u8] {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

impl Lent for [i8] {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Items(self.iter()).read(serializer)
    }
}

/// A sequence.
pub struct Items<I>(pub I);

impl<I: Iterator<Item: Lent> + Clone> Lent for Items<I> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        for item in self.0.clone() {
            sequence.serialize_element(&View(item))?;
        }
        sequence.end()
    }
}

/// A map.
pub struct Entries<I>(pub I);

impl<I: Iterator<Item = (K, V)> + Clone, K: Lent, V: Lent> Lent for Entries<I> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.0.clone() {
            map.serialize_entry(&View(key), &View(value))?;
        }
        map.end()
    }
}

/// A record whose fields are at hand: what `record!` writes for a view.
///
/// # Errors
/// As [`Lent::read`].
#[inline]
pub fn field<S: serde::ser::SerializeStruct>(
    record: &mut S,
    name: &'static str,
    lent: impl Lent,
) -> Result<(), S::Error> {
    record.serialize_field(name, &View(lent))
}

/// Makes a view a record: `record!(TextRef<'_>, view { "value": view.value() })`.
macro_rules! record {
    ($type:ty, $view:ident { $($name:literal: $lent:expr),* $(,)? }) => {
        impl crate::views::Lent for $type {
            #[inline]
            fn read<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[allow(unused_mut, unused_variables)]
                let (mut record, $view) = (serializer.serialize_struct("", 0)?, self);
                $(crate::views::field(&mut record, $name, $lent)?;)*
                serde::ser::SerializeStruct::end(record)
            }
        }
    };
}
pub(crate) use record;
