//! Libraries that read and write any struct through serde: what their candidates have in common.

use std::fmt::Display;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value};
use wirecost_codec_protocol::{CandidateError, Case, Decoder, Encoder, OperationKind, Prepared, codec};
use wirecost_message::Tree;

use crate::types::by_type;

/// A library that goes through serde. What it keeps from message to message is in `self`.
pub trait Library: Sized + 'static {
    /// Its error on reading.
    type ReadError: Display;
    /// Its error on writing.
    type WriteError: Display;

    /// Makes it ready for a case.
    ///
    /// # Errors
    /// If it cannot hold the message.
    fn new(case: &Case) -> Result<Self, CandidateError>;

    /// Reads a message.
    ///
    /// # Errors
    /// The library's own.
    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError>;

    /// Writes a message onto the end of `out`, which is empty.
    ///
    /// # Errors
    /// The library's own.
    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError>;

    /// The operation that a case asks for on messages of type `T`.
    ///
    /// # Errors
    /// As [`Library::new`], and for `borrow`.
    fn build<T: Serialize + DeserializeOwned + Tree + 'static>(case: Case) -> Prepared {
        let library = Self::new(&case)?;
        codec(case, Of { library, of: PhantomData::<T> })
    }
}

/// A library that can lend text and bytes out of the message.
pub trait Lends: Library {
    /// Reads a message that borrows.
    ///
    /// # Errors
    /// The library's own.
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError>;
}

/// A `prepare` for formats that write field names and leave absent fields out.
///
/// # Errors
/// As [`Library::build`], and [`CandidateError::Unsupported`] for a message without a type.
#[cfg(feature = "plain")]
pub fn with_type<L: Library>(case: Case) -> Prepared {
    by_type!(case, crate::types, L::build)
}

/// A `prepare` for formats that write neither field names nor leave fields out.
///
/// # Errors
/// As [`with_type`].
#[cfg(feature = "positional")]
pub fn with_positional_type<L: Library>(case: Case) -> Prepared {
    by_type!(case, crate::types::positional, L::build)
}

/// As [`with_type`], with `borrow` too.
///
/// # Errors
/// As [`with_type`].
#[cfg(feature = "plain")]
pub fn with_lent_type<L: Lends>(case: Case) -> Prepared {
    if case.operation == OperationKind::Borrow { lending::prepare::<L>(case) } else { with_type::<L>(case) }
}

/// As [`with_positional_type`], with `borrow` too.
///
/// # Errors
/// As [`with_type`].
#[cfg(feature = "positional")]
pub fn with_lent_positional_type<L: Lends>(case: Case) -> Prepared {
    if case.operation == OperationKind::Borrow { lending::prepare::<L>(case) } else { with_positional_type::<L>(case) }
}

/// The operation `borrow`, in a crate that has it.
#[cfg(not(feature = "lent"))]
mod lending {
    use super::{Case, Lends, Prepared};

    pub fn prepare<L: Lends>(case: Case) -> Prepared {
        Err(wirecost_codec_protocol::not_offered(&case))
    }
}

/// The operation `borrow`.
#[cfg(feature = "lent")]
mod lending {
    use std::marker::PhantomData;

    use serde::{Deserialize, Serialize};
    use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
    use wirecost_codec_protocol::{Case, Decoder, Prepared, borrow};

    use super::Lends;
    use crate::types::{by_type, each_family, lent};

    /// A message type as a struct that borrows for any lifetime.
    trait Family: 'static {
        type View<'a>: Deserialize<'a> + Serialize;
    }

    macro_rules! families {
        ($($name:ident $(<$lifetime:lifetime>)?),*) => {
            /// Each stands for the struct of [`lent`] that has its name.
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

    pub fn prepare<L: Lends>(case: Case) -> Prepared {
        Lending::<L>::with_type(case)
    }

    struct Lending<L>(PhantomData<L>);

    impl<L: Lends> Lending<L> {
        fn with_type(case: Case) -> Prepared {
            by_type!(case, families, Self::build)
        }

        fn build<F: Family>(case: Case) -> Prepared {
            let library = L::new(&case)?;
            borrow(case, View { library, of: PhantomData::<F> })
        }
    }

    struct View<L, F> {
        library: L,
        of: PhantomData<F>,
    }

    impl<L: Lends, F: Family> Decoder for View<L, F> {
        type Output<'a> = F::View<'a>;
        type Error = L::ReadError;

        fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<F::View<'a>, L::ReadError> {
            self.library.lend(bytes)
        }

        fn value(output: &F::View<'_>) -> Result<Value, ConvertError> {
            to_value(output)
        }
    }
}

struct Of<L, T> {
    library: L,
    of: PhantomData<T>,
}

impl<L: Library, T: Serialize + DeserializeOwned + Tree> Decoder for Of<L, T> {
    type Output<'a> = T;
    type Error = L::ReadError;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, L::ReadError> {
        self.library.read(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        output.to_tree()
    }
}

impl<L: Library, T: Serialize + DeserializeOwned + Tree> Encoder for Of<L, T> {
    type Input = T;
    type Error = L::WriteError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        T::of_tree(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), L::WriteError> {
        self.library.write(input, out)
    }
}
