//! Apache Thrift: <https://docs.rs/thrift>, <https://thrift.apache.org/docs/idl>. Binary and compact protocol.
//!
//! Choices: each struct reads and writes itself with the calls that the Thrift compiler generates, here made by a macro
//! so that no compiler is needed. Fields of the DNS record are numbered as the experiment of 2009 published them, those of any
//! other struct in their order. What the format lacks has its usual stand-in: unsigned integers are signed ones of the
//! same width with the same bits (an 8-bit one i8, as `byte` is), a 32-bit float is a double, an enumeration an i32.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use thrift::protocol::{
    TBinaryInputProtocol, TBinaryOutputProtocol, TCompactInputProtocol, TCompactOutputProtocol, TFieldIdentifier,
    TInputProtocol, TListIdentifier, TMapIdentifier, TOutputProtocol, TStructIdentifier, TType,
};
use thrift::{ProtocolError, ProtocolErrorKind};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, CandidateError, Case, Decoder, Encoder, Operation, codec};

use crate::library::OWNS;
use crate::types::{self, TYPES, by_type, each_enumeration, each_numbered};
// What the lists of types name.
#[allow(clippy::wildcard_imports)]
use crate::types::*;

/// The references of the two formats.
pub const CANDIDATES: &[Candidate] = &[
    Candidate { name: "thrift-binary", format: "thrift-binary", prepare: prepare_binary, ..THRIFT },
    Candidate { name: "thrift-compact", format: "thrift-compact", prepare: prepare_compact, ..THRIFT },
];

const THRIFT: Candidate = Candidate {
    name: "",
    package: "thrift",
    version: env!("VERSION_THRIFT"),
    format: "",
    binding: Binding::Typed,
    operations: OWNS,
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare: prepare_binary,
};

/// What a field holds. A field that may be absent is an `Option`, and absent is the only default. Public for the rpc lab.
pub trait Field: Sized {
    /// Its type on the wire.
    const TYPE: TType;

    /// Reads it, after the head of its field.
    ///
    /// # Errors
    /// What is no such field.
    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self>;

    /// Writes it, after the head of its field.
    ///
    /// # Errors
    /// What the transport says.
    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()>;
}

macro_rules! scalar {
    ($($t:ty: $type:ident $read:ident $write:ident $wire:ty),*) => {$(
        impl Field for $t {
            const TYPE: TType = TType::$type;

            fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
                protocol.$read().map(|wire| wire as $t)
            }

            fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
                protocol.$write(*self as $wire)
            }
        }
    )*};
}
scalar!(bool: Bool read_bool write_bool bool, i8: I08 read_i8 write_i8 i8, u8: I08 read_i8 write_i8 i8,
    i16: I16 read_i16 write_i16 i16, u16: I16 read_i16 write_i16 i16, i32: I32 read_i32 write_i32 i32,
    u32: I32 read_i32 write_i32 i32, i64: I64 read_i64 write_i64 i64, u64: I64 read_i64 write_i64 i64,
    f32: Double read_double write_double f64, f64: Double read_double write_double f64);

impl Field for String {
    const TYPE: TType = TType::String;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        protocol.read_string()
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_string(self)
    }
}

impl<T: Field> Field for Box<T> {
    const TYPE: TType = T::TYPE;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        T::read(protocol).map(Box::new)
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        (**self).write(protocol)
    }
}

/// What a list may hold: anything but bytes, which are a type of their own.
trait Item: Field {}

macro_rules! items {
    ($($t:ty),*) => { $(impl Item for $t {})* };
}
items!(bool, i8, i16, u16, i32, u32, i64, u64, f32, f64, String, Vec<u8>);

impl<T: Item> Item for Vec<T> {}

impl<K: Field + Ord, V: Field> Item for BTreeMap<K, V> {}

impl<T: Item> Field for Vec<T> {
    const TYPE: TType = TType::List;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        let list = protocol.read_list_begin()?;
        // A length is the sender's word: no more is set aside for it than what any message is allowed to be.
        let mut items = Vec::with_capacity((list.size.max(0) as usize).min(4_096));
        for _ in 0..list.size {
            items.push(T::read(protocol)?);
        }
        protocol.read_list_end()?;
        Ok(items)
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_list_begin(&TListIdentifier::new(T::TYPE, self.len() as i32))?;
        self.iter().try_for_each(|item| item.write(protocol))?;
        protocol.write_list_end()
    }
}

impl Field for Vec<u8> {
    const TYPE: TType = TType::String;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        protocol.read_bytes()
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_bytes(self)
    }
}

impl<K: Field + Ord, V: Field> Field for BTreeMap<K, V> {
    const TYPE: TType = TType::Map;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        let map = protocol.read_map_begin()?;
        let mut entries = BTreeMap::new();
        for _ in 0..map.size {
            entries.insert(K::read(protocol)?, V::read(protocol)?);
        }
        protocol.read_map_end()?;
        Ok(entries)
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_map_begin(&TMapIdentifier::new(K::TYPE, V::TYPE, self.len() as i32))?;
        for (key, value) in self {
            key.write(protocol)?;
            value.write(protocol)?;
        }
        protocol.write_map_end()
    }
}

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

fn invalid(reason: String) -> thrift::Error {
    thrift::Error::Protocol(ProtocolError::new(ProtocolErrorKind::InvalidData, reason))
}

/// A field as it is written, and as it is made of what was read.
trait Slot: Sized {
    type Field: Field;

    fn field(&self) -> Option<&Self::Field>;

    fn of(read: Option<Self::Field>, name: &'static str) -> thrift::Result<Self>;
}

impl<T: Field> Slot for T {
    type Field = T;

    fn field(&self) -> Option<&T> {
        Some(self)
    }

    fn of(read: Option<T>, name: &'static str) -> thrift::Result<T> {
        read.ok_or_else(|| invalid(format!("required field {name} is missing")))
    }
}

impl<T: Field> Slot for Option<T> {
    type Field = T;

    fn field(&self) -> Option<&T> {
        self.as_ref()
    }

    fn of(read: Option<T>, _: &'static str) -> thrift::Result<Self> {
        Ok(read)
    }
}

macro_rules! structures {
    ($($name:ident { $($number:literal: $field:ident: $t:ty),* })*) => {$(
        impl Field for $name {
            const TYPE: TType = TType::Struct;

            fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
                protocol.read_struct_begin()?;
                $(let mut $field: Option<<$t as Slot>::Field> = None;)*
                loop {
                    let identifier = protocol.read_field_begin()?;
                    if identifier.field_type == TType::Stop {
                        break;
                    }
                    match (identifier.id, identifier.field_type) {
                        $((Some($number), <$t as Slot>::Field::TYPE) => $field = Some(Field::read(protocol)?),)*
                        (_, other) => protocol.skip(other)?,
                    }
                    protocol.read_field_end()?;
                }
                protocol.read_struct_end()?;
                Ok(Self { $($field: Slot::of($field, stringify!($field))?),* })
            }

            fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
                protocol.write_struct_begin(&TStructIdentifier::new(stringify!($name)))?;
                $(if let Some(field) = <$t as Slot>::field(&self.$field) {
                    let field_type = <$t as Slot>::Field::TYPE;
                    protocol.write_field_begin(&TFieldIdentifier::new(stringify!($field), field_type, $number))?;
                    field.write(protocol)?;
                    protocol.write_field_end()?;
                })*
                protocol.write_field_stop()?;
                protocol.write_struct_end()
            }
        }

        impl Item for $name {}
    )*};
}
each_numbered!(structures);

fn prepare_binary(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, types, binary)
}

fn prepare_compact(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, types, compact)
}

fn binary<T: Message>(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    codec(case, Of::<Binary, T>(PhantomData))
}

fn compact<T: Message>(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    codec(case, Of::<Compact, T>(PhantomData))
}

trait Message: Field + Serialize + DeserializeOwned + 'static {}

impl<T: Field + Serialize + DeserializeOwned + 'static> Message for T {}

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
        to_value(output)
    }
}

impl<P: Protocol, T: Message> Encoder for Of<P, T> {
    type Input = T;
    type Error = thrift::Error;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> thrift::Result<()> {
        P::write(input, out)
    }
}
