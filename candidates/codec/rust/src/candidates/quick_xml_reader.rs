//! quick-xml `Reader`, which knows no namespaces, read by hand: <https://docs.rs/quick-xml>.
//!
//! Choices: what a program writes that wants speed and knows its messages: elements are distinguished by their local names
//! as they are written, whatever namespace these are in; the bytes are checked for UTF-8; references are resolved, end
//! tags are checked (the default), text is converted to the fields' types. What it does not know it skips.
//! `quick-xml-reader-text` is the same and leaves the number of 2001 as the text that it is, as the rows of parsers did then:
//! what is between the two is the conversion alone.

use std::marker::PhantomData;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde::Serialize;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Binding, Candidate, CandidateError, Case, Decoder, Operation, OperationKind, decode};

use crate::types::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text, no_type};

/// Typed, for the messages that are shallow enough to be read by hand; and the messages of 2001 with less than the work.
pub const CANDIDATES: &[Candidate] = &[
    READER,
    Candidate {
        name: "quick-xml-reader-text",
        binding: Binding::Floor,
        types: Some(&["echo-float", "echo-float-reply"]),
        parameters: &[("float", "left as text")],
        prepare: |case| decode(case, Of::<FloatText>(PhantomData)),
        ..READER
    },
];

const READER: Candidate = Candidate {
    name: "quick-xml-reader",
    package: "quick-xml",
    version: env!("VERSION_QUICK_XML"),
    format: "xml",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode],
    types: Some(&["echo-float", "echo-float-reply", "empty", "string", "doubles", "dns", "dns-record"]),
    reference: false,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare,
};

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    match case.message_type.as_deref() {
        Some("echo-float" | "echo-float-reply") => decode(case, Of::<EchoFloat>(PhantomData)),
        Some("empty") => decode(case, Of::<Empty>(PhantomData)),
        Some("string") => decode(case, Of::<Text>(PhantomData)),
        Some("doubles") => decode(case, Of::<Doubles>(PhantomData)),
        Some("dns") => decode(case, Of::<Dns>(PhantomData)),
        Some("dns-record") => decode(case, Of::<DnsRecord>(PhantomData)),
        _ => Err(no_type(&case)),
    }
}

/// Whatever is wrong with a document.
pub type Error = Box<dyn std::error::Error>;

/// A message as it is filled while the document is read.
pub trait Filled: Serialize + Sized + 'static {
    /// What has been read so far.
    type Draft: Default;

    /// An element starts.
    fn start(_: &mut Self::Draft, _: &str) {}

    /// An element ends that held this text and no element after it.
    fn leaf(draft: &mut Self::Draft, name: &str, text: String) -> Result<(), Error>;

    /// The document is read.
    fn finish(draft: Self::Draft) -> Result<Self, Error>;
}

struct Of<T>(PhantomData<T>);

impl<T: Filled> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = Error;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, Error> {
        let mut reader = Reader::from_str(std::str::from_utf8(bytes)?);
        let mut draft = T::Draft::default();
        let mut text = String::new();
        let mut depth = 0usize;
        // The tag of the element that has just started; none once one has ended in it.
        let mut leaf: Option<BytesStart<'_>> = None;
        loop {
            match reader.read_event()? {
                Event::Start(event) => {
                    depth += 1;
                    text.clear();
                    T::start(&mut draft, event.local_name().into_inner());
                    leaf = Some(event);
                }
                Event::Empty(event) => {
                    let name = event.local_name();
                    T::start(&mut draft, name.into_inner());
                    T::leaf(&mut draft, name.into_inner(), String::new())?;
                    leaf = None;
                }
                Event::End(_) => {
                    depth -= 1;
                    if let Some(tag) = leaf.take() {
                        T::leaf(&mut draft, tag.local_name().into_inner(), std::mem::take(&mut text))?;
                    }
                }
                Event::Text(event) => text.push_str(&event.xml10_content()),
                Event::CData(event) => text.push_str(&event.xml10_content()),
                Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
                    Some(character) => text.push(character),
                    None => match quick_xml::escape::resolve_predefined_entity(&reference) {
                        Some(resolved) => text.push_str(resolved),
                        None => return Err(format!("entity {:?} is not declared", &*reference).into()),
                    },
                },
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => {}
                Event::Eof if depth == 0 => return T::finish(draft),
                Event::Eof => return Err("the document ends within an element".into()),
            }
        }
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

fn missing(name: &str) -> Error {
    format!("element {name:?} is missing").into()
}

/// The three spellings of XML Schema (part 2, 3.2.4) that Rust's differ from.
fn float<T: std::str::FromStr<Err = std::num::ParseFloatError>>(text: &str) -> Result<T, Error> {
    Ok(match text {
        "INF" => "inf",
        "-INF" => "-inf",
        other => other,
    }
    .parse()?)
}

impl Filled for EchoFloat {
    type Draft = Option<f32>;

    fn leaf(draft: &mut Option<f32>, name: &str, text: String) -> Result<(), Error> {
        if matches!(name, "input" | "result") {
            *draft = Some(float(&text)?);
        }
        Ok(())
    }

    fn finish(draft: Option<f32>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or_else(|| missing("input"))? })
    }
}

/// [`EchoFloat`] with the number as it is written; it is converted outside of what is timed, to be compared.
struct FloatText {
    value: String,
}

impl Serialize for FloatText {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EchoFloat { value: float(&self.value).map_err(serde::ser::Error::custom)? }.serialize(serializer)
    }
}

impl Filled for FloatText {
    type Draft = Option<String>;

    fn leaf(draft: &mut Option<String>, name: &str, text: String) -> Result<(), Error> {
        if matches!(name, "input" | "result") {
            *draft = Some(text);
        }
        Ok(())
    }

    fn finish(draft: Option<String>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or_else(|| missing("input"))? })
    }
}

impl Filled for Empty {
    type Draft = ();

    fn leaf(_: &mut (), _: &str, _: String) -> Result<(), Error> {
        Ok(())
    }

    fn finish(_: ()) -> Result<Self, Error> {
        Ok(Self {})
    }
}

impl Filled for Text {
    type Draft = Option<String>;

    fn leaf(draft: &mut Option<String>, name: &str, text: String) -> Result<(), Error> {
        if name == "value" {
            *draft = Some(text);
        }
        Ok(())
    }

    fn finish(draft: Option<String>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or_else(|| missing("value"))? })
    }
}

impl Filled for Doubles {
    type Draft = Vec<f64>;

    fn leaf(draft: &mut Vec<f64>, name: &str, text: String) -> Result<(), Error> {
        if name == "item" {
            draft.push(float(&text)?);
        }
        Ok(())
    }

    fn finish(draft: Vec<f64>) -> Result<Self, Error> {
        Ok(Self { values: draft })
    }
}

/// The fields of a [`DnsRecord`] that have been read.
#[derive(Default)]
pub struct Fields {
    key: Option<String>,
    value: Option<String>,
    first: Option<String>,
    last: Option<String>,
    record_type: Option<String>,
    ttl: Option<i32>,
}

impl Filled for DnsRecord {
    type Draft = Fields;

    fn leaf(draft: &mut Fields, name: &str, text: String) -> Result<(), Error> {
        match name {
            "key" => draft.key = Some(text),
            "value" => draft.value = Some(text),
            "first" => draft.first = Some(text),
            "last" => draft.last = Some(text),
            "type" => draft.record_type = Some(text),
            "ttl" => draft.ttl = Some(text.parse()?),
            _ => {}
        }
        Ok(())
    }

    fn finish(draft: Fields) -> Result<Self, Error> {
        Ok(Self {
            key: draft.key.ok_or_else(|| missing("key"))?,
            value: draft.value.ok_or_else(|| missing("value"))?,
            first: draft.first.ok_or_else(|| missing("first"))?,
            last: draft.last.ok_or_else(|| missing("last"))?,
            record_type: draft.record_type,
            ttl: draft.ttl,
        })
    }
}

impl Filled for Dns {
    type Draft = Vec<Fields>;

    fn start(draft: &mut Vec<Fields>, name: &str) {
        if name == "item" {
            draft.push(Fields::default());
        }
    }

    fn leaf(draft: &mut Vec<Fields>, name: &str, text: String) -> Result<(), Error> {
        draft.last_mut().map_or(Ok(()), |fields| DnsRecord::leaf(fields, name, text))
    }

    fn finish(draft: Vec<Fields>) -> Result<Self, Error> {
        Ok(Self { records: draft.into_iter().map(DnsRecord::finish).collect::<Result<_, _>>()? })
    }
}
