//! planus: <https://docs.rs/planus>. FlatBuffers: <https://flatbuffers.dev>.
//!
//! Choices: the code in `generated/messages_fbs.rs`, whose head says the command that makes it. To decode is to turn the
//! root into the owned structs, so that every field is read and checked; to encode starts from these too. To borrow is to
//! read every field where it lies, which checks text for UTF-8. The `Builder`
//! keeps its memory from message to message, and what it wrote, back to front, is copied once to where it shall go.

use std::marker::PhantomData;

use planus::{Builder, ReadAsRoot, Vector, VectorRead, WriteAsOffset};
use serde::{Serialize, Serializer, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Integer, Value, from_value, to_value};
use wirecost_codec_protocol::{
    Binding, Candidate, CandidateError, Case, Decoder, Encoder, Operation, OperationKind, borrow, codec,
};

use crate::library::LENDS;
use crate::types::{TYPES, by_type, each_record};
use crate::views::{self, Entries, Items, Lent, View};

#[allow(dead_code, missing_docs, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "../../generated/messages_fbs.rs"]
mod generated;

use generated::wirecost::{
    CounterRef, Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, Quality, State, Telemetry, Text,
};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "planus",
    package: "planus",
    version: env!("VERSION_PLANUS"),
    format: "flatbuffers",
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

/// A generated struct with the reader that borrows from the bytes.
trait Table: WriteAsOffset<Self> + Serialize + DeserializeOwned + 'static {
    type Reader<'a>: Lent + ReadAsRoot<'a> + TryInto<Self, Error = planus::Error>;
}

macro_rules! tables {
    ($($name:ident: $reader:ident),*) => {$(
        impl Table for $name {
            type Reader<'a> = generated::wirecost::$reader<'a>;
        }
    )*};
}
tables!(EchoFloat: EchoFloatRef, Empty: EmptyRef, Text: TextRef, Doubles: DoublesRef, Dns: DnsRef,
    DnsRecord: DnsRecordRef, Telemetry: TelemetryRef, Invoice: InvoiceRef);

fn of<T: Table>(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.operation {
        OperationKind::Borrow => borrow(case, Lend::<T>(PhantomData)),
        _ => codec(case, Of::<T> { builder: Builder::new(), of: PhantomData }),
    }
}

struct Of<T> {
    builder: Builder,
    of: PhantomData<T>,
}

impl<T: Table> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = planus::Error;

    fn decode(&mut self, bytes: &[u8]) -> planus::Result<T> {
        T::Reader::read_as_root(bytes)?.try_into()
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        Ok(from_generated(to_value(output)?))
    }
}

impl<T: Table> Encoder for Of<T> {
    type Input = T;
    type Error = std::convert::Infallible;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(to_generated(value))
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), std::convert::Infallible> {
        self.builder.clear();
        out.extend_from_slice(self.builder.finish(input, None));
        Ok(())
    }
}

struct Lend<T>(PhantomData<T>);

impl<T: Table> Decoder for Lend<T> {
    type Output<'a> = View<T::Reader<'a>>;
    type Error = planus::Error;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> planus::Result<View<T::Reader<'a>>> {
        T::Reader::read_as_root(bytes).map(View)
    }

    fn value(output: &View<T::Reader<'_>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

macro_rules! readers {
    ($($name:ident, $reader:ident, $archived:ident, $view:ident { $($field:ident: $key:literal),* })*) => {
        $(views::record!(generated::wirecost::$reader<'_>, view { $($key: view.$field()),* });)*
    };
}
each_record!(readers);

impl<'a, T: VectorRead<'a> + Lent> Lent for Vector<'a, T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Items(self.iter()).read(serializer)
    }
}

impl<'a> Lent for Vector<'a, planus::Result<CounterRef<'a>>> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |counter: planus::Result<CounterRef<'a>>| match counter {
            Ok(counter) => (counter.key(), counter.value()),
            Err(error) => (Err(error), Err(error)),
        };
        Entries(self.iter().map(entry)).read(serializer)
    }
}

impl Lent for State {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Idle => "idle",
            Self::Running => "running",
            Self::Fault => "fault",
        })
    }
}

impl Lent for Quality {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Good => "good",
            Self::Uncertain => "uncertain",
            Self::Bad => "bad",
        })
    }
}

/// A message as the generated structs name it: `type` is a word of Rust, variants are capitalised, bytes are a vector of
/// numbers and a map is a vector of entries. Runs outside what is timed, as does [`from_generated`].
fn to_generated(value: Value) -> Value {
    match value {
        Value::Bytes(bytes) => Value::Sequence(bytes.into_iter().map(Value::from).collect()),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(to_generated).collect()),
        Value::Map(entries) => Value::Map(entries.into_iter().map(entry_to_generated).collect()),
        leaf => leaf,
    }
}

fn entry_to_generated((key, value): (String, Value)) -> (String, Value) {
    match (key.as_str(), value) {
        ("type", value) => ("record_type".into(), value),
        ("state" | "quality", Value::Text(name)) => {
            let capital = name.chars().take(1).map(|c| c.to_ascii_uppercase());
            let name = capital.chain(name.chars().skip(1)).collect();
            (key, Value::Text(name))
        }
        ("counters", Value::Map(entries)) => {
            let entry = |(key, value)| Value::Map(vec![("key".into(), Value::Text(key)), ("value".into(), value)]);
            (key, Value::Sequence(entries.into_iter().map(entry).collect()))
        }
        (_, value) => (key, to_generated(value)),
    }
}

fn from_generated(value: Value) -> Value {
    match value {
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(from_generated).collect()),
        Value::Map(entries) => Value::Map(entries.into_iter().map(entry_from_generated).collect()),
        leaf => leaf,
    }
}

fn entry_from_generated((key, value): (String, Value)) -> (String, Value) {
    match (key.as_str(), value) {
        ("record_type", value) => ("type".into(), value),
        ("state" | "quality", Value::Text(name)) => (key, Value::Text(name.to_ascii_lowercase())),
        ("payload", Value::Sequence(items)) => {
            let byte = |item: &Value| match item {
                Value::Integer(n) => u8::try_from(Integer::get(*n)).ok(),
                _ => None,
            };
            (key, items.iter().map(byte).collect::<Option<_>>().map_or(Value::Sequence(items), Value::Bytes))
        }
        ("counters", Value::Sequence(items)) => {
            let entry = |item: &Value| match (item.get("key"), item.get("value")) {
                (Some(Value::Text(key)), Some(value)) => Some((key.clone(), value.clone())),
                _ => None,
            };
            (key, items.iter().map(entry).collect::<Option<_>>().map_or(Value::Sequence(items), Value::Map))
        }
        (_, value) => (key, from_generated(value)),
    }
}
