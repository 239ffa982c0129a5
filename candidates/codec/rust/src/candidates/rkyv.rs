//! rkyv: <https://docs.rs/rkyv>. A format of this library alone, laid out to be read where it lies.
//!
//! Choices: to decode is `access`, which checks the octets, and then `deserialize` into structs that own their text, so
//! that the same comes out as of any other format; the message is copied first into an aligned buffer that keeps its
//! capacity, since octets off a wire have no alignment. Default features: little endian, 32-bit offsets.

use std::marker::PhantomData;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};
use serde::de::DeserializeOwned;
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{TYPES, by_type, message_types};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "rkyv",
    package: "rkyv",
    version: env!("VERSION_RKYV"),
    format: "rkyv",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    prepare,
}];

message_types! {
    derive { #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)] }
    optional {}
}

fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    by_type!(case, of)
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, PrepareError>
where
    T: Archive + serde::Serialize + DeserializeOwned + 'static,
    T: for<'a> Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
{
    match case.operation {
        OperationKind::Decode => decode(case, Read::<T> { aligned: AlignedVec::new(), of: PhantomData }),
        OperationKind::Encode => encode(case, Write::<T>(PhantomData)),
    }
}

struct Read<T> {
    aligned: AlignedVec,
    of: PhantomData<T>,
}

impl<T> Decoder for Read<T>
where
    T: Archive + serde::Serialize,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + Deserialize<T, HighDeserializer<Error>>,
{
    type Output<'a> = T;
    type Error = Error;

    fn decode(&mut self, octets: &[u8]) -> Result<T, Error> {
        self.aligned.clear();
        self.aligned.extend_from_slice(octets);
        rkyv::from_bytes::<T, Error>(&self.aligned)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

struct Write<T>(PhantomData<T>);

impl<T> Encoder for Write<T>
where
    T: DeserializeOwned + for<'a> Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, Error>>,
{
    type Input = T;
    type Error = Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Error> {
        // The writer starts where the buffer is empty, and so at the position 0 that offsets count from.
        *out = rkyv::api::high::to_bytes_in(input, std::mem::take(out))?;
        Ok(())
    }
}
