//! capnp: <https://docs.rs/capnp>. Cap'n Proto: <https://capnproto.org/encoding.html>.
//!
//! Choices: the code in `generated/messages_capnp.rs`, made of `generated/messages.capnp`, whose head says how. To decode
//! is to read every field into structs that own their text, out of segments that `read_message` copies into aligned
//! memory; text is checked for UTF-8. To encode is to build a message from the structs and write it with the stream
//! framing, not packed. To borrow is to read every field where it lies, in bytes that the allocator aligns to 16.

use std::marker::PhantomData;

use capnp::message::{Builder, HeapAllocator, ReaderOptions, TypedReader};
use capnp::serialize::{self, BufferSegments};
use capnp::traits::Owned;
use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{
    Binding, Candidate, CandidateError, Case, Decoder, Encoder, Operation, OperationKind, borrow, codec,
};

use crate::library::LENDS;
use crate::types::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, TYPES, Telemetry, Text, by_type};
use crate::views::{Lent, View};

#[allow(dead_code, missing_docs, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "../../generated/messages_capnp.rs"]
pub mod messages_capnp;

// Public, as the generated code is, for the rpc lab.
#[path = "capnp/structs.rs"]
pub mod structs;
#[path = "capnp/views.rs"]
mod views;

use messages_capnp::{dns, dns_record, doubles, echo_float, empty, invoice, message, telemetry};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "capnp",
    package: "capnp",
    version: env!("VERSION_CAPNP"),
    format: "capnp",
    binding: Binding::Typed,
    operations: LENDS,
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare,
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, of)
}

fn of<T: Root + Serialize + DeserializeOwned>(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.operation {
        OperationKind::Borrow => borrow(case, Lend::<T>(PhantomData)),
        _ => codec(case, Of::<T>(PhantomData)),
    }
}

struct Of<T>(PhantomData<T>);

impl<T: Root + Serialize> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = capnp::Error;

    fn decode(&mut self, bytes: &[u8]) -> capnp::Result<T> {
        T::read(&serialize::read_message(bytes, ReaderOptions::new())?)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Root + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = capnp::Error;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> capnp::Result<()> {
        let mut builder = Builder::new_default();
        input.write(&mut builder);
        serialize::write_message(out, &builder)
    }
}

struct Lend<T>(PhantomData<T>);

type Lying<'a, T> = TypedReader<BufferSegments<&'a [u8]>, <T as Root>::Owned>;

impl<T: Root> Decoder for Lend<T> {
    type Output<'a> = View<Lying<'a, T>>;
    type Error = capnp::Error;

    fn decode<'a>(&mut self, mut bytes: &'a [u8]) -> capnp::Result<View<Lying<'a, T>>> {
        let message = serialize::read_message_from_flat_slice(&mut bytes, ReaderOptions::new())?;
        Ok(View(message.into_typed()))
    }

    fn value(output: &View<Lying<'_, T>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

type Message = capnp::message::Reader<serialize::OwnedSegments>;

/// A struct that can be a whole message, and its reader.
trait Root: Sized + 'static {
    type Owned: for<'a> Owned<Reader<'a>: Lent>;

    fn read(message: &Message) -> capnp::Result<Self>;

    fn write(&self, builder: &mut Builder<HeapAllocator>);
}

macro_rules! roots {
    ($($name:ident: $module:ident $read:ident $write:ident),*) => {$(
        impl Root for $name {
            type Owned = $module::Owned;

            fn read(message: &Message) -> capnp::Result<Self> {
                structs::$read(message.get_root()?)
            }

            fn write(&self, builder: &mut Builder<HeapAllocator>) {
                structs::$write(self, builder.init_root::<$module::Builder<'_>>());
            }
        }
    )*};
}
roots!(EchoFloat: echo_float read_echo_float write_echo_float, Empty: empty read_empty write_empty,
    Text: message read_text write_text, Doubles: doubles read_doubles write_doubles, Dns: dns read_dns write_dns,
    DnsRecord: dns_record read_record write_record, Telemetry: telemetry read_telemetry write_telemetry,
    Invoice: invoice read_invoice write_invoice);
