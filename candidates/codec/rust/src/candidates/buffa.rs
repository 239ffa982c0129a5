//! buffa: <https://docs.rs/buffa>. Protocol Buffers in Rust alone, with owned structs and views.
//!
//! Choices: the code in `generated/messages_buffa.rs`, made of `messages.proto` by the library's generator with its defaults, but
//! for ordered maps; text is checked for UTF-8 (the default). What a writer needs of a message's sizes is kept from message to
//! message. `borrow` is `decode_view`, whose text and bytes lie in the message; sequences and maps are collected.

use std::marker::PhantomData;

use buffa::{DecodeError, EnumValue, HasMessageView, MapView, Message, MessageField, MessageFieldView, MessageView};
use buffa::{ProtoBox, RepeatedView, SizeCache};
use serde::Serializer;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{
    Candidate, CandidateError, Case, Decoder, Encoder, Operation, OperationKind, borrow, codec,
};

use super::prost;
use crate::library::{LENDS, TYPED};
use crate::types::{by_type, each_record};
use crate::views::{self, Entries, Lent, View};

#[allow(missing_docs, nonstandard_style, unused, rustdoc::all, clippy::all)]
#[path = "../../generated/messages_buffa.rs"]
mod generated;

use generated::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, Quality, State, Telemetry, Text};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "buffa",
    package: "buffa",
    version: env!("VERSION_BUFFA"),
    format: "protobuf",
    operations: LENDS,
    prepare,
    ..TYPED
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, of)
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, CandidateError>
where
    T: Message + HasMessageView + Lent + 'static,
    for<'a> T::View<'a>: Lent,
{
    match case.operation {
        OperationKind::Borrow => borrow(case, Lend::<T>(PhantomData)),
        _ => {
            let to_bytes = prost::to_bytes(&case)?;
            codec(case, Of::<T> { to_bytes, sizes: SizeCache::new(), of: PhantomData })
        }
    }
}

struct Of<T> {
    to_bytes: prost::ToBytes,
    sizes: SizeCache,
    of: PhantomData<T>,
}

impl<T: Message + Lent> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = DecodeError;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, DecodeError> {
        T::decode_from_slice(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(&View(output))
    }
}

impl<T: Message> Encoder for Of<T> {
    type Input = T;
    type Error = std::convert::Infallible;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        T::decode_from_slice(&(self.to_bytes)(value)?).map_err(serde::ser::Error::custom)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        input.encode_with_cache(&mut self.sizes, out);
        Ok(())
    }
}

struct Lend<T>(PhantomData<T>);

impl<T> Decoder for Lend<T>
where
    T: HasMessageView + 'static,
    for<'a> T::View<'a>: Lent,
{
    type Output<'a> = View<T::View<'a>>;
    type Error = DecodeError;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<View<T::View<'a>>, DecodeError> {
        T::View::decode_view(bytes).map(View)
    }

    fn value(output: &View<T::View<'_>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

macro_rules! records {
    ($($name:ident, $reader:ident, $archived:ident, $view:ident { $($field:ident: $key:literal),* })*) => {$(
        views::record!(generated::$name, record { $($key: &record.$field),* });
        views::record!(generated::$view<'_>, view { $($key: &view.$field),* });
    )*};
}
each_record!(records);

impl Lent for String {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<T: Lent> Lent for Vec<T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::read_row(self, serializer)
    }
}

impl<T: Lent> Lent for RepeatedView<'_, T> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::read_row(self, serializer)
    }
}

impl<T: Lent + Default, P: ProtoBox<T>> Lent for MessageField<T, P> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_option().read(serializer)
    }
}

impl<T: Lent> Lent for MessageFieldView<T> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_option().read(serializer)
    }
}

impl<K: Lent, V: Lent> Lent for std::collections::BTreeMap<K, V> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Entries(self.iter()).read(serializer)
    }
}

impl<K: Lent, V: Lent> Lent for MapView<'_, K, V> {
    #[inline]
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Entries(self.iter().map(|(key, value)| (key, value))).read(serializer)
    }
}

macro_rules! enumerations {
    ($($name:ident { $($variant:ident: $text:literal),* })*) => {$(
        impl Lent for EnumValue<$name> {
            #[inline]
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::Known($name::$variant) => serializer.serialize_str($text),)*
                    Self::Unknown(number) => {
                        Err(serde::ser::Error::custom(format!("{number} is no number of the enumeration")))
                    }
                }
            }
        }
    )*};
}
enumerations! {
    State { STATE_IDLE: "idle", STATE_RUNNING: "running", STATE_FAULT: "fault" }
    Quality { QUALITY_GOOD: "good", QUALITY_UNCERTAIN: "uncertain", QUALITY_BAD: "bad" }
}
