//! `borrow`: a view, whose text and bytes lie in the message; sequences and maps are collected.

use buffa::{EnumValue, Enumeration, HasMessageView, MapView, MessageFieldView, MessageView, RepeatedView};
use serde::Serializer;
use serde::ser::Error as _;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Prepared, borrow};

use crate::root::Own;
use crate::views::{Entries, Lent, View};

mod records;

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    borrow(case, Lend)
}

struct Lend;

type Lying<'a> = <Own as HasMessageView>::View<'a>;

impl Decoder for Lend {
    type Output<'a> = View<Lying<'a>>;
    type Error = buffa::DecodeError;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<View<Lying<'a>>, buffa::DecodeError> {
        Lying::decode_view(bytes).map(View)
    }

    fn value(output: &View<Lying<'_>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Lent> Lent for RepeatedView<'_, T> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::read_row(self, serializer)
    }
}

impl<T: Lent> Lent for MessageFieldView<T> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_option().read(serializer)
    }
}

impl<K: Lent, V: Lent> Lent for MapView<'_, K, V> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Entries(self.iter().map(|(key, value)| (key, value))).read(serializer)
    }
}

impl<E: Enumeration + Lent> Lent for EnumValue<E> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(known) => known.read(serializer),
            Self::Unknown(number) => Err(S::Error::custom(format!("{number} is no number of the enumeration"))),
        }
    }
}
