//! `borrow`: every field is read where it lies, in bytes that the allocator aligns to 16.

use capnp::introspect::Introspect;
use capnp::message::{ReaderOptions, TypedReader};
use capnp::serialize::{self, BufferSegments};
use capnp::traits::{Owned, OwnedStruct};
use capnp::{data_list, enum_list, list_list, primitive_list, struct_list, text_list};
use serde::Serializer;
use serde::ser::SerializeSeq as _;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Prepared, borrow};

use crate::root::Wire;
use crate::views::{Lent, View};

mod records;

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    borrow(case, Lend)
}

struct Lend;

type Lying<'a> = TypedReader<BufferSegments<&'a [u8]>, Wire>;

impl Decoder for Lend {
    type Output<'a> = View<Lying<'a>>;
    type Error = capnp::Error;

    fn decode<'a>(&mut self, mut bytes: &'a [u8]) -> capnp::Result<View<Lying<'a>>> {
        let message = serialize::read_message_from_flat_slice(&mut bytes, ReaderOptions::new())?;
        Ok(View(message.into_typed()))
    }

    fn value(output: &View<Lying<'_>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl Lent for Lying<'_> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().read(serializer)
    }
}

impl Lent for capnp::text::Reader<'_> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_str().read(serializer)
    }
}

fn list<T: Lent, S: Serializer>(items: impl ExactSizeIterator<Item = T>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(items.len()))?;
    for item in items {
        sequence.serialize_element(&View(item))?;
    }
    sequence.end()
}

impl Lent for text_list::Reader<'_> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}

impl Lent for data_list::Reader<'_> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}

impl<T: capnp::private::layout::PrimitiveElement + Introspect + Lent> Lent for primitive_list::Reader<'_, T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}

impl<T> Lent for enum_list::Reader<'_, T>
where
    T: TryFrom<u16, Error = capnp::NotInSchema> + Introspect + Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}

impl<'a, T: OwnedStruct> Lent for struct_list::Reader<'a, T>
where
    T::Reader<'a>: Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}

impl<'a, T: Owned> Lent for list_list::Reader<'a, T>
where
    T::Reader<'a>: Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        list((0..self.len()).map(|index| self.get(index)), serializer)
    }
}
