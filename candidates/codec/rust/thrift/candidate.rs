//! Apache Thrift: <https://docs.rs/thrift>, <https://thrift.apache.org/docs/idl>. Binary and compact protocol.
//!
//! README.md says what was chosen and why.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use thrift::protocol::{
    TBinaryInputProtocol, TBinaryOutputProtocol, TCompactInputProtocol, TCompactOutputProtocol, TFieldIdentifier,
    TInputProtocol, TListIdentifier, TMapIdentifier, TOutputProtocol, TStructIdentifier, TType,
};
use thrift::{ProtocolError, ProtocolErrorKind};
use wirecost_codec_protocol::value::{ConvertError, Value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};
use wirecost_message::Tree;

use crate::field::{Field, Item, Slot, invalid, records};
use crate::types::{by_type, each_enumeration, each_numbered};
// What the lists of types name.
#[allow(clippy::wildcard_imports)]
use crate::types::*;

macro_rules! enumerations {
    ($($name:ident, $archived:ident { $($variant:ident = $number:literal: $key:literal),* })*) => {$(
        impl Field for $name {
            const TYPE: TType = TType::I32;

            fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
                match protocol.read_i32()? {
                    $($number => Ok(Self::$variant),)*
                    other => Err(invalid(format!("{other} is no {}", stringify!($name)))),
                }
            }

            fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
                protocol.write_i32(match self {
                    $(Self::$variant => $number,)*
                })
            }
        }

        impl Item for $name {}
    )*};
}
each_enumeration!(enumerations);

each_numbered!(records);

/// In the binary protocol.
pub fn prepare_binary(case: Case) -> Prepared {
    by_type!(case, crate::types, binary)
}

/// In the compact protocol.
pub fn prepare_compact(case: Case) -> Prepared {
    by_type!(case, crate::types, compact)
}

fn binary<T: Message>(case: Case) -> Prepared {
    codec(case, Of::<Binary, T>(PhantomData))
}

fn compact<T: Message>(case: Case) -> Prepared {
    codec(case, Of::<Compact, T>(PhantomData))
}

trait Message: Field + Tree + 'static {}

impl<T: Field + Tree + 'static> Message for T {}

trait Protocol: 'static {
    fn read<T: Field>(bytes: &[u8]) -> thrift::Result<T>;

    fn write<T: Field>(message: &T, out: &mut Vec<u8>) -> thrift::Result<()>;
}

struct Binary;

impl Protocol for Binary {
    fn read<T: Field>(bytes: &[u8]) -> thrift::Result<T> {
        T::read(&mut TBinaryInputProtocol::new(bytes, true))
    }

    fn write<T: Field>(message: &T, out: &mut Vec<u8>) -> thrift::Result<()> {
        message.write(&mut TBinaryOutputProtocol::new(out, true))
    }
}

struct Compact;

impl Protocol for Compact {
    fn read<T: Field>(bytes: &[u8]) -> thrift::Result<T> {
        T::read(&mut TCompactInputProtocol::new(bytes))
    }

    fn write<T: Field>(message: &T, out: &mut Vec<u8>) -> thrift::Result<()> {
        message.write(&mut TCompactOutputProtocol::new(out))
    }
}

struct Of<P, T>(PhantomData<(P, T)>);

impl<P: Protocol, T: Message> Decoder for Of<P, T> {
    type Output<'a> = T;
    type Error = thrift::Error;

    fn decode(&mut self, bytes: &[u8]) -> thrift::Result<T> {
        P::read(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        output.to_tree()
    }
}

impl<P: Protocol, T: Message> Encoder for Of<P, T> {
    type Input = T;
    type Error = thrift::Error;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        T::of_tree(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> thrift::Result<()> {
        P::write(input, out)
    }
}
