//! rkyv: <https://docs.rs/rkyv>. A format of this library alone, laid out to be read where it lies.
//!
//! README.md says what was chosen and why.

use std::marker::PhantomData;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::collections::btree_map::ArchivedBTreeMap;
use rkyv::option::ArchivedOption;
use rkyv::rancor::Error;
use rkyv::rend::{f32_le, f64_le, i16_le, i32_le, i64_le, u16_le, u32_le, u64_le};
use rkyv::ser::allocator::ArenaHandle;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Serialize};
use serde::Serializer;
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap as _;
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, OperationKind, Prepared, borrow, codec};

use crate::types::{by_type, each_enumeration, each_record, each_union};
use crate::views::{self, Lent, View};

/// Structs with the library's own derive.
mod owned {
    use crate::types::message_types;

    message_types! {
        derive { #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)] }
        optional {}
    }
}

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    by_type!(case, owned, of)
}

fn of<T>(case: Case) -> Prepared
where
    T: Archive + serde::Serialize + DeserializeOwned + 'static,
    T: for<'a> Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>> + Lent,
{
    match case.operation {
        OperationKind::Borrow => borrow(case, Lend::<T>(PhantomData)),
        _ => codec(case, Of::<T> { aligned: AlignedVec::new(), of: PhantomData }),
    }
}

struct Of<T> {
    aligned: AlignedVec,
    of: PhantomData<T>,
}

impl<T> Decoder for Of<T>
where
    T: Archive + serde::Serialize,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
{
    type Output<'a> = T;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, Error> {
        self.aligned.clear();
        self.aligned.extend_from_slice(bytes);
        rkyv::from_bytes::<T, Error>(&self.aligned)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T> Encoder for Of<T>
where
    T: DeserializeOwned + for<'a> Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>>,
{
    type Input = T;
    type Error = Error;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Error> {
        // The writer starts where the buffer is empty, and so at the position 0 that offsets count from.
        *out = rkyv::api::high::to_bytes_in(input, std::mem::take(out))?;
        Ok(())
    }
}

struct Lend<T>(PhantomData<T>);

impl<T> Decoder for Lend<T>
where
    T: Archive + 'static,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Lent,
{
    type Output<'a> = View<&'a T::Archived>;
    type Error = Error;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<View<&'a T::Archived>, Error> {
        rkyv::access(bytes).map(View)
    }

    fn value(output: &View<&T::Archived>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

macro_rules! archived {
    ($($name:ident, $reader:ident, $archived:ident, $view:ident { $($field:ident: $key:literal),* })*) => {
        $(views::record!(owned::$archived, view { $($key: &view.$field),* });)*
    };
}
each_record!(archived);

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl Lent for $t {
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.to_native().read(serializer)
            }
        }
    )*};
}
numbers!(i16_le, i32_le, i64_le, u16_le, u32_le, u64_le, f32_le, f64_le);

impl Lent for ArchivedString {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_str().read(serializer)
    }
}

impl<T: Lent> Lent for ArchivedOption<T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().read(serializer)
    }
}

impl<T: Lent> Lent for ArchivedVec<T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::read_row(self.as_slice(), serializer)
    }
}

impl<K: Lent, V: Lent> Lent for ArchivedBTreeMap<K, V> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self.iter() {
            map.serialize_entry(&View(key), &View(value))?;
        }
        map.end()
    }
}

macro_rules! enumerations {
    ($($name:ident, $archived:ident { $($variant:ident = $number:literal: $key:literal),* })*) => {$(
        impl Lent for owned::$archived {
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self {
                    $(Self::$variant => $key,)*
                })
            }
        }
    )*};
}
each_enumeration!(enumerations);

macro_rules! unions {
    ($($name:ident, $archived:ident { $($variant:ident),* })*) => {$(
        impl Lent for owned::$archived {
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(branch) => branch.read(serializer),)*
                }
            }
        }
    )*};
}
each_union!(unions);
