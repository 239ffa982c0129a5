//! quick-xml through serde: <https://docs.rs/quick-xml/latest/quick_xml/de/>.
//!
//! Choices: structs that own their text and follow the XML mapping of `docs/FORMAT.md` (a sequence is an element of
//! `item`s); the octets are checked for UTF-8. For the SOAP messages of 2001 the structs follow the envelope, and the
//! text is converted to a float. Two sets of structs, since reading matches local names and writing needs prefixes.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{self, TYPES, no_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "quick-xml-serde",
    package: "quick-xml",
    version: env!("VERSION_QUICK_XML"),
    format: "xml",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(TYPES),
    reference: false,
    omits: &[],
    prepare,
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.message_type.as_deref() {
        Some("echo-float") => of::<soap::Envelope<soap::Request>, soap::Written<soap::WrittenRequest>>(case),
        Some("echo-float-reply") => of::<soap::Envelope<soap::Reply>, soap::Written<soap::WrittenReply>>(case),
        Some("dns") => of::<Dns, Dns>(case),
        Some("doubles") => of::<Doubles, Doubles>(case),
        _ => Err(no_type(&case)),
    }
}

/// A struct of this file that stands for a message type.
trait Stands: 'static {
    /// The message type.
    type Plain: Serialize + DeserializeOwned;
}

#[derive(Clone, Serialize, Deserialize)]
struct Items<T> {
    #[serde(default = "Vec::new")]
    item: Vec<T>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "dns")]
struct Dns {
    records: Items<types::DnsRecord>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "doubles")]
struct Doubles {
    values: Items<f64>,
}

impl Stands for Dns {
    type Plain = types::Dns;
}

impl Stands for Doubles {
    type Plain = types::Doubles;
}

impl From<Dns> for types::Dns {
    fn from(xml: Dns) -> Self {
        Self { records: xml.records.item }
    }
}

impl From<types::Dns> for Dns {
    fn from(plain: types::Dns) -> Self {
        Self { records: Items { item: plain.records } }
    }
}

impl From<Doubles> for types::Doubles {
    fn from(xml: Doubles) -> Self {
        Self { values: xml.values.item }
    }
}

impl From<types::Doubles> for Doubles {
    fn from(plain: types::Doubles) -> Self {
        Self { values: Items { item: plain.values } }
    }
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
    }

    #[derive(Serialize)]
    #[serde(rename = "soap:Envelope")]
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
    }
}

fn of<R, W>(case: Case) -> Result<Box<dyn Operation>, PrepareError>
where
    R: Stands + DeserializeOwned + Clone + Into<R::Plain>,
    W: Stands + Serialize + From<W::Plain>,
{
    match case.operation {
        OperationKind::Decode => decode(case, Read::<R>(PhantomData)),
        OperationKind::Encode => encode(case, Write::<W>(PhantomData)),
    }
}

struct Read<T>(PhantomData<T>);

impl<T: Stands + DeserializeOwned + Clone + Into<T::Plain>> Decoder for Read<T> {
    type Output<'a> = T;
    type Error = Box<dyn std::error::Error>;

    fn decode(&mut self, octets: &[u8]) -> Result<T, Self::Error> {
        Ok(quick_xml::de::from_str(std::str::from_utf8(octets)?)?)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(&output.clone().into())
    }
}

struct Write<T>(PhantomData<T>);

impl<T: Stands + Serialize + From<T::Plain>> Encoder for Write<T> {
    type Input = T;
    type Error = quick_xml::SeError;

    fn input(value: Value) -> Result<T, ConvertError> {
        Ok(from_value::<T::Plain>(value)?.into())
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), quick_xml::SeError> {
        quick_xml::se::to_utf8_io_writer(out, input).map(drop)
    }
}
