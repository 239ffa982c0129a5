//! quick-xml through serde: <https://docs.rs/quick-xml/latest/quick_xml/de/>.
//!
//! Choices: structs that own their text and follow the XML mapping of `docs/FORMAT.md` (a sequence is an element of
//! `item`s); the bytes are checked for UTF-8. For the SOAP messages of 2001 the structs follow the envelope, and the
//! text is converted to a float. Two sets of structs of these, since reading matches local names and writing needs prefixes: a
//! round trip makes one of the other.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{
    Binding, Candidate, CandidateError, Case, Decoder, Encoder, Filter, Operation, OperationKind, codec, decode,
    encode, filter, not_offered,
};

use crate::library::OWNS;
use crate::types::{self, TYPES, no_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "quick-xml-serde",
    package: "quick-xml",
    version: env!("VERSION_QUICK_XML"),
    format: "xml",
    binding: Binding::Typed,
    operations: OWNS,
    types: Some(TYPES),
    reference: false,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare,
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.message_type.as_deref() {
        Some("echo-float") => envelope::<soap::Envelope<soap::Request>, soap::Written<soap::WrittenRequest>>(case),
        Some("echo-float-reply") => envelope::<soap::Envelope<soap::Reply>, soap::Written<soap::WrittenReply>>(case),
        Some("dns") => of::<Dns>(case),
        Some("doubles") => of::<Doubles>(case),
        Some("empty") => of::<types::Empty>(case),
        Some("string") => of::<types::Text>(case),
        Some("dns-record") => of::<types::DnsRecord>(case),
        Some("telemetry") => of::<Telemetry>(case),
        Some("invoice") => of::<Invoice>(case),
        _ => Err(no_type(&case)),
    }
}

/// A struct of this file that stands for a message type.
trait Stands: 'static {
    /// The message type.
    type Plain: Serialize + DeserializeOwned;

    /// The name of the root element.
    const ROOT: &str;
}

macro_rules! stands_for_itself {
    ($($plain:ident: $root:literal),*) => {$(
        impl Stands for types::$plain {
            type Plain = Self;

            const ROOT: &str = $root;
        }
    )*};
}
stands_for_itself!(Empty: "empty", Text: "string", DnsRecord: "dns-record");

/// Declares a struct whose sequences are elements of `item`s, and that stands for the message type of its name.
macro_rules! stands_for {
    ($name:ident: $root:literal { $($field:ident: $t:ty),* } items { $($items:ident: $item:ty),* }
        optional { $($optional:ident: $o:ty),* } $($bytes:ident: bytes)?) => {
        #[derive(Clone, Serialize, Deserialize)]
        struct $name {
            $($field: $t,)*
            $($items: Items<$item>,)*
            $(#[serde(default, skip_serializing_if = "Option::is_none")]
            $optional: Option<$o>,)*
            $(#[serde(with = "types::bytes")]
            $bytes: Vec<u8>,)?
        }

        impl From<$name> for types::$name {
            fn from(xml: $name) -> Self {
                Self { $($field: xml.$field,)* $($items: xml.$items.item,)* $($optional: xml.$optional,)*
                    $($bytes: xml.$bytes,)? }
            }
        }

        impl From<types::$name> for $name {
            fn from(plain: types::$name) -> Self {
                Self { $($field: plain.$field,)* $($items: Items { item: plain.$items },)*
                    $($optional: plain.$optional,)* $($bytes: plain.$bytes,)? }
            }
        }

        impl Stands for $name {
            type Plain = types::$name;

            const ROOT: &str = $root;
        }
    };
}
stands_for!(Dns: "dns" {} items { records: types::DnsRecord } optional {});
stands_for!(Doubles: "doubles" {} items { values: f64 } optional {});
stands_for!(Telemetry: "telemetry" {
    device: String, state: types::State, online: bool, offset: i8, level: i16, drift: i32, time_ns: i64, flags: u8,
    port: u16, count: u32, sequence: u64, temperature: f32, pressure: f64, position: types::Position,
    counters: BTreeMap<String, i64>
} items { readings: types::Reading } optional { note: String, retries: u32, calibration: f64 } payload: bytes);
stands_for!(Invoice: "invoice" {
    id: String, issue_date: String, due_date: String, type_code: u16, currency: String, supplier: types::Party,
    customer: types::Party, payment: types::Payment, totals: types::Totals
} items { lines: types::InvoiceLine, tax_subtotals: types::TaxSubtotal }
    optional { note: String, order_reference: String });

#[derive(Clone, Serialize, Deserialize)]
struct Items<T> {
    #[serde(default = "Vec::new")]
    item: Vec<T>,
}

/// The envelope of SOAP 1.1 (W3C note, 2000, section 4) around the messages of 2001.
mod soap {
    use super::{Deserialize, Serialize, Stands, types};

    #[derive(Clone, Deserialize)]
    pub struct Envelope<T> {
        #[serde(rename = "Body")]
        body: Body<T>,
    }

    #[derive(Clone, Deserialize)]
    struct Body<T> {
        #[serde(rename = "echoFloat", alias = "echoFloatResult")]
        call: T,
    }

    #[derive(Clone, Deserialize)]
    pub struct Request {
        input: f32,
    }

    #[derive(Clone, Deserialize)]
    pub struct Reply {
        result: f32,
    }

    impl From<Envelope<Request>> for types::EchoFloat {
        fn from(envelope: Envelope<Request>) -> Self {
            Self { value: envelope.body.call.input }
        }
    }

    impl From<Envelope<Reply>> for types::EchoFloat {
        fn from(envelope: Envelope<Reply>) -> Self {
            Self { value: envelope.body.call.result }
        }
    }

    impl<T: 'static> Stands for Envelope<T> {
        type Plain = types::EchoFloat;

        const ROOT: &str = "soap:Envelope";
    }

    #[derive(Serialize)]
    pub struct Written<T> {
        #[serde(rename = "@xmlns:soap")]
        soap: &'static str,
        #[serde(rename = "@xmlns:soapenc")]
        soapenc: &'static str,
        #[serde(rename = "@xmlns:xsi")]
        xsi: &'static str,
        #[serde(rename = "@xmlns:xsd")]
        xsd: &'static str,
        #[serde(rename = "soap:Body")]
        body: T,
    }

    #[derive(Serialize)]
    pub struct WrittenRequest {
        #[serde(rename = "echoFloat")]
        call: Call,
    }

    #[derive(Serialize)]
    struct Call {
        #[serde(rename = "@xmlns")]
        namespace: &'static str,
        input: Typed,
    }

    #[derive(Serialize)]
    struct Typed {
        #[serde(rename = "@xsi:type")]
        xsi_type: &'static str,
        #[serde(rename = "$text")]
        value: f32,
    }

    #[derive(Serialize)]
    pub struct WrittenReply {
        #[serde(rename = "echoFloatResult")]
        call: Answer,
    }

    #[derive(Serialize)]
    struct Answer {
        #[serde(rename = "@xmlns")]
        namespace: &'static str,
        result: f32,
    }

    const ECHO: &str = "http://tempuri.org/";

    fn written<T>(body: T) -> Written<T> {
        Written {
            soap: "http://schemas.xmlsoap.org/soap/envelope/",
            soapenc: "http://schemas.xmlsoap.org/soap/encoding/",
            xsi: "http://www.w3.org/1999/XMLSchema-instance",
            xsd: "http://www.w3.org/1999/XMLSchema",
            body,
        }
    }

    impl From<types::EchoFloat> for Written<WrittenRequest> {
        fn from(plain: types::EchoFloat) -> Self {
            let input = Typed { xsi_type: "xsd:float", value: plain.value };
            written(WrittenRequest { call: Call { namespace: ECHO, input } })
        }
    }

    impl From<types::EchoFloat> for Written<WrittenReply> {
        fn from(plain: types::EchoFloat) -> Self {
            written(WrittenReply { call: Answer { namespace: ECHO, result: plain.value } })
        }
    }

    impl<T: 'static> Stands for Written<T> {
        type Plain = types::EchoFloat;

        const ROOT: &str = "soap:Envelope";
    }
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, CandidateError>
where
    T: Stands + Serialize + DeserializeOwned + Clone + Into<T::Plain> + From<T::Plain>,
{
    codec(case, Of::<T>(PhantomData))
}

fn envelope<R, W>(case: Case) -> Result<Box<dyn Operation>, CandidateError>
where
    R: Stands + DeserializeOwned + Clone + Into<R::Plain>,
    W: Stands<Plain = R::Plain> + Serialize + From<R::Plain>,
{
    match case.operation {
        OperationKind::Decode => decode(case, Of::<R>(PhantomData)),
        OperationKind::Encode => encode(case, Of::<W>(PhantomData)),
        OperationKind::RoundTrip => filter(case, Pass::<R, W>(PhantomData)),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

struct Of<T>(PhantomData<T>);

impl<T: Stands + DeserializeOwned + Clone + Into<T::Plain>> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = Box<dyn std::error::Error>;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, Self::Error> {
        Ok(quick_xml::de::from_str(std::str::from_utf8(bytes)?)?)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(&output.clone().into())
    }
}

impl<T: Stands + Serialize + From<T::Plain>> Encoder for Of<T> {
    type Input = T;
    type Error = quick_xml::SeError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        Ok(from_value::<T::Plain>(value)?.into())
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), quick_xml::SeError> {
        let mut out = Utf8(out);
        let serializer = quick_xml::se::Serializer::with_root(&mut out, Some(T::ROOT))?;
        input.serialize(serializer).map(drop)
    }
}

/// Reads one struct and writes the other.
struct Pass<R, W>(PhantomData<(R, W)>);

impl<R, W> Filter for Pass<R, W>
where
    R: Stands + DeserializeOwned + Clone + Into<R::Plain>,
    W: Stands<Plain = R::Plain> + Serialize + From<R::Plain>,
{
    type Error = Box<dyn std::error::Error>;

    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Self::Error> {
        let read = Of::<R>(PhantomData).decode(bytes)?;
        Ok(Of::<W>(PhantomData).encode(&read.into().into(), out)?)
    }
}

/// Text onto the end of bytes.
struct Utf8<'a>(&'a mut Vec<u8>);

impl std::fmt::Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
