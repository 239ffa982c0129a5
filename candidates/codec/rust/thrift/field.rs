//! How Thrift reads and writes what a field holds, and a macro that does this for structs.
//!
//! The codec candidates and the rpc candidate of Thrift share this file; each calls the macro with the structs that it
//! has. The calls are those that the Thrift compiler generates; made by a macro, they need no compiler. What the format
//! lacks has its usual stand-in: unsigned integers are signed ones of the same width with the same bits (an 8-bit one
//! i8, as `byte` is), and a 32-bit float is a double.

use std::collections::BTreeMap;

use thrift::protocol::{TInputProtocol, TListIdentifier, TMapIdentifier, TOutputProtocol, TType};
use thrift::{ProtocolError, ProtocolErrorKind};

/// What a field holds. A field that may be absent is an `Option`, and absent is the only default.
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
pub trait Item: Field {}

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

/// The error for what was read and is not valid.
pub fn invalid(reason: String) -> thrift::Error {
    thrift::Error::Protocol(ProtocolError::new(ProtocolErrorKind::InvalidData, reason))
}

/// A field as it is written, and as it is made of what was read.
pub trait Slot: Sized {
    /// What it holds where it is there.
    type Field: Field;

    /// What is written; none where it is absent.
    fn field(&self) -> Option<&Self::Field>;

    /// Makes it of what was read.
    ///
    /// # Errors
    /// That a field is missing that may not be absent.
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

/// Implements [`Field`] and [`Item`] for structs, from the numbers, names and types of their fields. Both traits and
/// [`Slot`] have to be in scope where it is called.
macro_rules! records {
    ($($name:ident { $($number:literal: $field:ident: $t:ty),* })*) => {
        const _: () = {
            use ::thrift::protocol::{TFieldIdentifier, TInputProtocol, TOutputProtocol, TStructIdentifier, TType};

            $(impl Field for $name {
                const TYPE: TType = TType::Struct;

                fn read(protocol: &mut dyn TInputProtocol) -> ::thrift::Result<Self> {
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

                fn write(&self, protocol: &mut dyn TOutputProtocol) -> ::thrift::Result<()> {
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

            impl Item for $name {})*
        };
    };
}
pub(crate) use records;
