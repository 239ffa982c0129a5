//! bitcode: <https://docs.rs/bitcode>. A format of this library alone, which may change with its major version.
//!
//! README.md says what was chosen and why.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, OperationKind, Prepared, codec};

use crate::types::by_type;

/// Structs that own their text.
mod owned {
    use crate::types::message_types;

    message_types! {
        derive { #[derive(bitcode::Encode, bitcode::Decode)] }
        optional {}
    }
}

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Borrow => lending::prepare(case),
        _ => by_type!(case, owned, of),
    }
}

fn of<T>(case: Case) -> Prepared
where
    T: bitcode::Encode + bitcode::DecodeOwned + Serialize + DeserializeOwned + 'static,
{
    codec(case, Of::<T> { buffer: bitcode::Buffer::new(), of: PhantomData })
}

struct Of<T> {
    buffer: bitcode::Buffer,
    of: PhantomData<T>,
}

impl<T: bitcode::DecodeOwned + Serialize> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = bitcode::Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, bitcode::Error> {
        self.buffer.decode(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: bitcode::Encode + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = std::convert::Infallible;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        out.extend_from_slice(self.buffer.encode(input));
        Ok(())
    }
}

/// The operation `borrow`, in a crate that has it.
#[cfg(not(feature = "lent"))]
mod lending {
    use wirecost_codec_protocol::{Case, Prepared, not_offered};

    pub fn prepare(case: Case) -> Prepared {
        Err(not_offered(&case))
    }
}

/// The operation `borrow`.
#[cfg(feature = "lent")]
mod lending {
    use std::marker::PhantomData;

    use serde::Serialize;
    use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
    use wirecost_codec_protocol::{Case, Decoder, Prepared, borrow};

    use crate::types::{by_type, each_family};

    /// The same structs with text that lies in the message.
    mod lent {
        use crate::types::message_types;

        message_types! {
            derive { #[derive(bitcode::Decode)] }
            optional {}
            lifetime { <'a> }
            borrow { #[serde(borrow)] }
            text { &'a str }
            bytes { #[serde(with = "crate::types::bytes")] Vec<u8> }
        }
    }

    /// A message type as a struct that borrows for any lifetime.
    trait Family: 'static {
        type View<'a>: bitcode::Decode<'a> + Serialize;
    }

    macro_rules! families {
        ($($name:ident $(<$lifetime:lifetime>)?),*) => {
            mod families {
                $(
                    pub enum $name {}

                    impl super::Family for $name {
                        type View<'a> = super::lent::$name $(<$lifetime>)?;
                    }
                )*
            }
        };
    }
    each_family!(families);

    pub fn prepare(case: Case) -> Prepared {
        by_type!(case, families, of)
    }

    fn of<F: Family>(case: Case) -> Prepared {
        borrow(case, Lend::<F> { buffer: bitcode::Buffer::new(), of: PhantomData })
    }

    struct Lend<F> {
        buffer: bitcode::Buffer,
        of: PhantomData<F>,
    }

    impl<F: Family> Decoder for Lend<F> {
        type Output<'a> = F::View<'a>;
        type Error = bitcode::Error;

        fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<F::View<'a>, bitcode::Error> {
            self.buffer.decode(bytes)
        }

        fn value(output: &F::View<'_>) -> Result<Value, ConvertError> {
            to_value(output)
        }
    }
}
