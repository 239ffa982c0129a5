//! quick-xml through serde: <https://docs.rs/quick-xml/latest/quick_xml/de/>.
//!
//! README.md says what was chosen and why.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};
use wirecost_codec_protocol::{
    Case, Decoder, Encoder, Filter, OperationKind, Prepared, decode, encode, filter, not_offered,
};

use crate::document::{Library, Root, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.message_type.as_deref() {
        Some("echo-float") => envelope::<soap::Envelope<soap::Request>, soap::Written<soap::WrittenRequest>>(case),
        Some("echo-float-reply") => envelope::<soap::Envelope<soap::Reply>, soap::Written<soap::WrittenReply>>(case),
        _ => with_type::<QuickXml>(case),
    }
}

struct QuickXml {
    root: Root,
    declarations: String,
}

impl Library for QuickXml {
    type ReadError = Box<dyn std::error::Error>;
    type WriteError = quick_xml::SeError;

    fn new(root: Root) -> Self {
        let declarations = root.declarations();
        Self { root, declarations }
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        read(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), quick_xml::SeError> {
        write(input, &self.root.element, &self.declarations, out)
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Box<dyn std::error::Error>> {
    Ok(quick_xml::de::from_str(std::str::from_utf8(bytes)?)?)
}

fn write<T: Serialize>(input: &T, root: &str, declarations: &str, out: &mut Vec<u8>) -> Result<(), quick_xml::SeError> {
    let mut out = Utf8 { out, root: 1 + root.len(), declarations };
    let serializer = quick_xml::se::Serializer::with_root(&mut out, Some(root))?;
    input.serialize(serializer).map(drop)
}

fn envelope<R, W>(case: Case) -> Prepared
where
    R: DeserializeOwned + Clone + Into<soap::EchoFloat> + 'static,
    W: Serialize + From<soap::EchoFloat> + 'static,
{
    match case.operation {
        OperationKind::Decode => decode(case, Envelope::<R>(PhantomData)),
        OperationKind::Encode => encode(case, Envelope::<W>(PhantomData)),
        OperationKind::RoundTrip => filter(case, Pass::<R, W>(PhantomData)),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

/// The name of the element around the messages of 2001.
const ENVELOPE: &str = "soap:Envelope";

struct Envelope<T>(PhantomData<T>);

impl<T: DeserializeOwned + Clone + Into<soap::EchoFloat> + 'static> Decoder for Envelope<T> {
    type Output<'a> = T;
    type Error = Box<dyn std::error::Error>;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, Self::Error> {
        read(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(&output.clone().into())
    }
}

impl<T: Serialize + From<soap::EchoFloat> + 'static> Encoder for Envelope<T> {
    type Input = T;
    type Error = quick_xml::SeError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        Ok(from_value::<soap::EchoFloat>(value)?.into())
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), quick_xml::SeError> {
        write(input, ENVELOPE, "", out)
    }
}

/// Reads one struct and writes the other.
struct Pass<R, W>(PhantomData<(R, W)>);

impl<R, W> Filter for Pass<R, W>
where
    R: DeserializeOwned + Into<soap::EchoFloat>,
    W: Serialize + From<soap::EchoFloat>,
{
    type Error = Box<dyn std::error::Error>;

    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Self::Error> {
        let plain: soap::EchoFloat = read::<R>(bytes)?.into();
        Ok(write(&W::from(plain), ENVELOPE, "", out)?)
    }
}

/// The envelope of SOAP 1.1 (W3C note, 2000, section 4) around the messages of 2001.
mod soap {
    use serde::{Deserialize, Serialize};

    /// The number of either message.
    #[derive(Clone, Serialize, Deserialize)]
    pub struct EchoFloat {
        value: f32,
    }

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

    impl From<Envelope<Request>> for EchoFloat {
        fn from(envelope: Envelope<Request>) -> Self {
            Self { value: envelope.body.call.input }
        }
    }

    impl From<Envelope<Reply>> for EchoFloat {
        fn from(envelope: Envelope<Reply>) -> Self {
            Self { value: envelope.body.call.result }
        }
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

    impl From<EchoFloat> for Written<WrittenRequest> {
        fn from(plain: EchoFloat) -> Self {
            let input = Typed { xsi_type: "xsd:float", value: plain.value };
            written(WrittenRequest { call: Call { namespace: ECHO, input } })
        }
    }

    impl From<EchoFloat> for Written<WrittenReply> {
        fn from(plain: EchoFloat) -> Self {
            written(WrittenReply { call: Answer { namespace: ECHO, result: plain.value } })
        }
    }
}

/// Text onto the end of bytes, with what the root element declares after its name: serde has no names that a struct does not read.
struct Utf8<'a> {
    out: &'a mut Vec<u8>,
    /// Where the name of the root element ends.
    root: usize,
    /// What is still to be written there.
    declarations: &'a str,
}

impl std::fmt::Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.out.extend_from_slice(text.as_bytes());
        if !self.declarations.is_empty() && self.out.len() >= self.root {
            let declarations = std::mem::take(&mut self.declarations);
            self.out.splice(self.root..self.root, declarations.bytes());
        }
        Ok(())
    }
}
