//! XDR, the External Data Representation of ONC RPC: RFC 4506, <https://www.rfc-editor.org/rfc/rfc4506>.
//!
//! README.md says what was chosen and why.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::marker::PhantomData;

use wirecost_codec_protocol::value::{ConvertError, Value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};
use wirecost_message::Tree;

use crate::types::{self, by_type, each_enumeration, each_record};

/// Why bytes are no message.
type Error = &'static str;

/// Bytes that are still to be read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or("the message ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn block<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.take(N)?.try_into().map_err(|_| "the message ends early")
    }

    fn length(&mut self) -> Result<usize, Error> {
        Ok(u32::from_be_bytes(self.block()?) as usize)
    }

    /// Variable-length opaque data (4.10), which strings (4.11) share.
    fn opaque(&mut self) -> Result<&'a [u8], Error> {
        let length = self.length()?;
        let bytes = self.take(length)?;
        let padding = self.take(length.next_multiple_of(4) - length)?;
        if padding.iter().all(|byte| *byte == 0) { Ok(bytes) } else { Err("padding that is not zero") }
    }
}

fn write_opaque(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    out.extend_from_slice(bytes);
    out.resize(out.len() + bytes.len().next_multiple_of(4) - bytes.len(), 0);
}

/// A type of the language (RFC 4506, section 4).
trait Xdr: Sized {
    fn read(input: &mut Input<'_>) -> Result<Self, Error>;

    fn write(&self, out: &mut Vec<u8>);
}

macro_rules! number {
    ($($t:ty as $wire:ty),*) => {$(
        impl Xdr for $t {
            fn read(input: &mut Input<'_>) -> Result<Self, Error> {
                <$t>::try_from(<$wire>::from_be_bytes(input.block()?)).map_err(|_| "a number out of range")
            }

            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&<$wire>::from(*self).to_be_bytes());
            }
        }
    )*};
}
number!(
    i8 as i32, i16 as i32, i32 as i32, i64 as i64, u8 as u32, u16 as u32, u32 as u32, u64 as u64, f32 as f32,
    f64 as f64
);

impl Xdr for bool {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        match i32::read(input)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("a boolean that is neither 0 nor 1"),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        i32::from(*self).write(out);
    }
}

impl Xdr for String {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        std::str::from_utf8(input.opaque()?).map(str::to_owned).map_err(|_| "text that is not UTF-8")
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_opaque(self.as_bytes(), out);
    }
}

impl<T: Xdr> Xdr for Box<T> {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        T::read(input).map(Box::new)
    }

    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }
}

/// What an array may hold: anything but bytes, which are opaque data.
trait Item: Xdr {}

macro_rules! items {
    ($($t:ty),*) => { $(impl Item for $t {})* };
}
items!(bool, i8, i16, u16, i32, u32, i64, u64, f32, f64, String, Vec<u8>);

impl<T: Item> Item for Vec<T> {}

impl<T: Xdr> Item for Option<T> {}

impl<K: Xdr + Ord, V: Xdr> Item for BTreeMap<K, V> {}

impl<T: Item> Xdr for Vec<T> {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        let length = input.length()?;
        // Each item takes four bytes at least, so that a length alone cannot set memory aside.
        let mut items = Vec::with_capacity(length.min(input.0.len() / 4));
        for _ in 0..length {
            items.push(T::read(input)?);
        }
        Ok(items)
    }

    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        self.iter().for_each(|item| item.write(out));
    }
}

impl Xdr for Vec<u8> {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        input.opaque().map(<[u8]>::to_vec)
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_opaque(self, out);
    }
}

impl<K: Xdr + Ord, V: Xdr> Xdr for BTreeMap<K, V> {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        let mut entries = BTreeMap::new();
        for _ in 0..input.length()? {
            if entries.insert(K::read(input)?, V::read(input)?).is_some() {
                return Err("a key twice");
            }
        }
        Ok(entries)
    }

    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        for (key, value) in self {
            key.write(out);
            value.write(out);
        }
    }
}

impl<T: Xdr> Xdr for Option<T> {
    fn read(input: &mut Input<'_>) -> Result<Self, Error> {
        bool::read(input)?.then(|| T::read(input)).transpose()
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        if let Some(present) = self {
            present.write(out);
        }
    }
}

macro_rules! enumerations {
    ($($name:ident, $archived:ident { $($variant:ident = $number:literal: $key:literal),* })*) => {$(
        impl Xdr for types::$name {
            fn read(input: &mut Input<'_>) -> Result<Self, Error> {
                match i32::read(input)? {
                    $($number => Ok(Self::$variant),)*
                    _ => Err("a number that the enumeration has not"),
                }
            }

            fn write(&self, out: &mut Vec<u8>) {
                let number: i32 = match self {
                    $(Self::$variant => $number,)*
                };
                number.write(out);
            }
        }

        impl Item for types::$name {}
    )*};
}
each_enumeration!(enumerations);

macro_rules! structures {
    ($($name:ident, $reader:ident, $archived:ident, $view:ident { $($field:ident: $key:literal),* })*) => {$(
        impl Xdr for types::$name {
            #[allow(unused_variables)]
            fn read(input: &mut Input<'_>) -> Result<Self, Error> {
                Ok(Self { $($field: Xdr::read(input)?),* })
            }

            #[allow(unused_variables)]
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)*
            }
        }

        impl Item for types::$name {}
    )*};
}
each_record!(structures);

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    by_type!(case, types, of)
}

fn of<T: Xdr + Tree + 'static>(case: Case) -> Prepared {
    codec(case, Of::<T>(PhantomData))
}

struct Of<T>(PhantomData<T>);

impl<T: Xdr + Tree> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, Error> {
        let mut input = Input(bytes);
        let message = T::read(&mut input)?;
        if input.0.is_empty() { Ok(message) } else { Err("bytes after the message") }
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        output.to_tree()
    }
}

impl<T: Xdr + Tree> Encoder for Of<T> {
    type Input = T;
    type Error = Infallible;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        T::of_tree(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Infallible> {
        input.write(out);
        Ok(())
    }
}
