//! prost: <https://docs.rs/prost>. Structs as prost-build would generate them, written by hand to need no protoc.
//!
//! Choices: text fields are `String`; `encode` into a `Vec` that keeps its capacity. The definition is proto2, so that
//! absent is told from empty; field numbers of the DNS record are those that the experiment of 2009 published, any other field
//! is `required` and numbered in its order. Integers of 8 and 16 bits, which the format lacks, are 32-bit varints.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use prost::{Enumeration, Message};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, CandidateError, Case, Decoder, Encoder, Operation, codec};

use crate::library::OWNS;
use crate::types::{TYPES, by_type};

/// The reference of the format: its bytes are what every Protocol Buffers candidate decodes.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "prost",
    package: "prost",
    version: env!("VERSION_PROST"),
    format: "protobuf",
    binding: Binding::Typed,
    operations: OWNS,
    types: Some(TYPES),
    reference: true,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare,
}];

// Those that the rpc lab calls its methods with are public.

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct EchoFloat {
    #[prost(float, required, tag = "1")]
    pub value: f32,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Dns {
    #[prost(message, repeated, tag = "1")]
    pub records: Vec<DnsRecord>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct DnsRecord {
    #[prost(string, required, tag = "1")]
    key: String,
    #[prost(string, required, tag = "2")]
    value: String,
    #[prost(string, required, tag = "3")]
    first: String,
    #[prost(string, required, tag = "4")]
    last: String,
    #[prost(string, optional, tag = "5", default = "A")]
    #[serde(rename = "type")]
    record_type: Option<String>,
    #[prost(int32, optional, tag = "6", default = "86400")]
    ttl: Option<i32>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Doubles {
    #[prost(double, repeated, packed = "true", tag = "1")]
    pub values: Vec<f64>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Empty {}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Text {
    #[prost(string, required, tag = "1")]
    pub value: String,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Telemetry {
    #[prost(string, required, tag = "1")]
    device: String,
    #[prost(enumeration = "State", required, tag = "2")]
    #[serde(with = "Named::<State>")]
    state: i32,
    #[prost(bool, required, tag = "3")]
    online: bool,
    #[prost(sint32, required, tag = "4")]
    offset: i32,
    #[prost(sint32, required, tag = "5")]
    level: i32,
    #[prost(sint32, required, tag = "6")]
    drift: i32,
    #[prost(int64, required, tag = "7")]
    time_ns: i64,
    #[prost(uint32, required, tag = "8")]
    flags: u32,
    #[prost(uint32, required, tag = "9")]
    port: u32,
    #[prost(uint32, required, tag = "10")]
    count: u32,
    #[prost(uint64, required, tag = "11")]
    sequence: u64,
    #[prost(float, required, tag = "12")]
    temperature: f32,
    #[prost(double, required, tag = "13")]
    pressure: f64,
    #[prost(string, optional, tag = "14")]
    note: Option<String>,
    #[prost(uint32, optional, tag = "15")]
    retries: Option<u32>,
    #[prost(double, optional, tag = "16")]
    calibration: Option<f64>,
    #[prost(bytes = "vec", required, tag = "17")]
    #[serde(with = "crate::types::bytes")]
    payload: Vec<u8>,
    #[prost(message, required, tag = "18")]
    position: Position,
    #[prost(message, repeated, tag = "19")]
    readings: Vec<Reading>,
    #[prost(btree_map = "string, sint64", tag = "20")]
    counters: BTreeMap<String, i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumeration, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Idle = 0,
    Running = 1,
    Fault = 2,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Position {
    #[prost(double, required, tag = "1")]
    latitude: f64,
    #[prost(double, required, tag = "2")]
    longitude: f64,
    #[prost(float, optional, tag = "3")]
    altitude: Option<f32>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Reading {
    #[prost(uint32, required, tag = "1")]
    channel: u32,
    #[prost(double, required, tag = "2")]
    value: f64,
    #[prost(enumeration = "Quality", required, tag = "3")]
    #[serde(with = "Named::<Quality>")]
    quality: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumeration, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Quality {
    Good = 0,
    Uncertain = 1,
    Bad = 2,
}

/// An enumeration by its name; the message holds its number.
struct Named<E>(PhantomData<E>);

impl<E: TryFrom<i32> + Into<i32> + Serialize + DeserializeOwned> Named<E> {
    fn serialize<S: Serializer>(number: &i32, serializer: S) -> Result<S::Ok, S::Error> {
        match E::try_from(*number) {
            Ok(named) => named.serialize(serializer),
            Err(_) => Err(serde::ser::Error::custom(format!("{number} is no number of the enumeration"))),
        }
    }

    fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
        E::deserialize(deserializer).map(Into::into)
    }
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Invoice {
    #[prost(string, required, tag = "1")]
    id: String,
    #[prost(string, required, tag = "2")]
    issue_date: String,
    #[prost(string, required, tag = "3")]
    due_date: String,
    #[prost(uint32, required, tag = "4")]
    type_code: u32,
    #[prost(string, required, tag = "5")]
    currency: String,
    #[prost(string, optional, tag = "6")]
    note: Option<String>,
    #[prost(string, optional, tag = "7")]
    order_reference: Option<String>,
    #[prost(message, required, tag = "8")]
    supplier: Party,
    #[prost(message, required, tag = "9")]
    customer: Party,
    #[prost(message, required, tag = "10")]
    payment: Payment,
    #[prost(message, repeated, tag = "11")]
    lines: Vec<InvoiceLine>,
    #[prost(message, repeated, tag = "12")]
    tax_subtotals: Vec<TaxSubtotal>,
    #[prost(message, required, tag = "13")]
    totals: Totals,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Party {
    #[prost(string, required, tag = "1")]
    name: String,
    #[prost(string, required, tag = "2")]
    street: String,
    #[prost(string, required, tag = "3")]
    city: String,
    #[prost(string, required, tag = "4")]
    postcode: String,
    #[prost(string, required, tag = "5")]
    country: String,
    #[prost(string, required, tag = "6")]
    tax_id: String,
    #[prost(message, optional, tag = "7")]
    contact: Option<Contact>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Contact {
    #[prost(string, required, tag = "1")]
    name: String,
    #[prost(string, optional, tag = "2")]
    telephone: Option<String>,
    #[prost(string, optional, tag = "3")]
    mail: Option<String>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Payment {
    #[prost(uint32, required, tag = "1")]
    means_code: u32,
    #[prost(string, required, tag = "2")]
    account: String,
    #[prost(string, required, tag = "3")]
    terms: String,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct InvoiceLine {
    #[prost(uint32, required, tag = "1")]
    id: u32,
    #[prost(string, required, tag = "2")]
    name: String,
    #[prost(string, required, tag = "3")]
    description: String,
    #[prost(string, optional, tag = "4")]
    note: Option<String>,
    #[prost(double, required, tag = "5")]
    quantity: f64,
    #[prost(string, required, tag = "6")]
    unit_code: String,
    #[prost(string, required, tag = "7")]
    price: String,
    #[prost(string, required, tag = "8")]
    amount: String,
    #[prost(string, required, tag = "9")]
    tax_category: String,
    #[prost(double, required, tag = "10")]
    tax_percent: f64,
    #[prost(string, required, tag = "11")]
    seller_item_id: String,
    #[prost(string, optional, tag = "12")]
    standard_item_id: Option<String>,
    #[prost(string, required, tag = "13")]
    origin: String,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct TaxSubtotal {
    #[prost(string, required, tag = "1")]
    taxable: String,
    #[prost(string, required, tag = "2")]
    tax: String,
    #[prost(string, required, tag = "3")]
    tax_category: String,
    #[prost(double, required, tag = "4")]
    tax_percent: f64,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
struct Totals {
    #[prost(string, required, tag = "1")]
    line_extension: String,
    #[prost(string, required, tag = "2")]
    tax_exclusive: String,
    #[prost(string, required, tag = "3")]
    tax_inclusive: String,
    #[prost(string, required, tag = "4")]
    payable: String,
}

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, of)
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, CandidateError>
where
    T: Message + Default + Serialize + DeserializeOwned + 'static,
{
    codec(case, Of::<T>(PhantomData))
}

/// Makes the bytes of a value.
pub type ToBytes = fn(Value) -> Result<Vec<u8>, ConvertError>;

/// For candidates of the format whose structs serde does not know: they read their input.
///
/// # Errors
/// For a message without a type.
pub fn to_bytes(case: &Case) -> Result<ToBytes, CandidateError> {
    by_type!(case, to_bytes_of)
}

fn to_bytes_of<T: Message + DeserializeOwned>(_: &Case) -> Result<ToBytes, CandidateError> {
    Ok(|value| Ok(from_value::<T>(value)?.encode_to_vec()))
}

struct Of<T>(PhantomData<T>);

impl<T: Message + Default + Serialize> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = prost::DecodeError;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, prost::DecodeError> {
        T::decode(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Message + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = prost::EncodeError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), prost::EncodeError> {
        input.encode(out)
    }
}
