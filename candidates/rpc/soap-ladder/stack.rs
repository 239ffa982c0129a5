//! The SOAP server with less and less in it.

use std::borrow::Cow;
use std::sync::OnceLock;

use quick_xml::events::Event;
use serde::Deserialize;

use crate::ability::Abilities;
use crate::call::Client;
use crate::client::Calling;
use crate::http::Head;
use crate::messages::EchoFloat;
use crate::phases::{Phase, Stamps};
use crate::server::Serving;
use crate::stacks::soap::bind::{Part, Written};
use crate::stacks::soap::envelope::{self, NAMESPACE, is_in};
use crate::stacks::soap::events::Events;
use crate::stacks::soap::fault::SoapFault;
use crate::stacks::soap::{Answer, Document, answer_all, client};
use crate::{Fault, Stack, method_of, sockets};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: Abilities::NONE };

/// The one method.
const METHOD: &str = "echoFloat";
/// The tags around the value, as the message of 2001 has them.
const OPEN: &str = "<input xsi:type=\"xsd:float\">";
const CLOSE: &str = "</input>";

fn serve(serving: &Serving) -> Result<(), Fault> {
    let variants: [(&str, &dyn Answer); 8] = [
        ("fixed", &Fixed::default()),
        ("bytes", &Rung { reads_streams: false, find: bytes }),
        ("chars", &Rung { reads_streams: false, find: chars }),
        ("pull", &Rung { reads_streams: true, find: pull }),
        ("sax", &Rung { reads_streams: true, find: sax }),
        ("dom", &Rung { reads_streams: false, find: dom }),
        ("bind-text", &Rung { reads_streams: true, find: deserialised }),
        ("bind", &Rung { reads_streams: true, find: bind }),
    ];
    let rung = variants.iter().find(|(name, _)| *name == serving.variant);
    let (_, rung) = rung.ok_or_else(|| format!("no variant {:?}", serving.variant))?;
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all(stream, *rung, serving.phases))?)
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(calling, client(calling))
}

/// A document up to this size, in bytes, has fewer than 3,000 attributes.
const FEW_ATTRIBUTES_BYTES: usize = 16 << 10;

type Found = Result<String, SoapFault>;

/// A server that looks for the value and copies its text.
struct Rung {
    reads_streams: bool,
    find: fn(Document<'_>) -> Found,
}

impl Answer for Rung {
    fn reads_streams(&self) -> bool {
        self.reads_streams
    }

    fn answer(
        &self,
        _: &Head,
        document: Document<'_>,
        reply: &mut Vec<u8>,
        stamps: &mut Stamps,
    ) -> Result<(), SoapFault> {
        let text = (self.find)(document)?;
        stamps.end(Phase::Parse);
        envelope::write_reply(reply, METHOD, &Copied(text));
        stamps.end(Phase::Serialise);
        Ok(())
    }
}

/// Answers every request as the first one.
#[derive(Default)]
struct Fixed(OnceLock<Vec<u8>>);

impl Answer for Fixed {
    fn reads_streams(&self) -> bool {
        false
    }

    fn answer(
        &self,
        _: &Head,
        document: Document<'_>,
        reply: &mut Vec<u8>,
        stamps: &mut Stamps,
    ) -> Result<(), SoapFault> {
        let first = match self.0.get() {
            Some(first) => first,
            None => {
                let mut first = Vec::new();
                envelope::write_reply(&mut first, METHOD, &Copied(bytes(document)?));
                self.0.get_or_init(|| first)
            }
        };
        reply.extend_from_slice(first);
        stamps.end(Phase::Serialise);
        Ok(())
    }
}

fn utf8(document: &[u8]) -> Result<&str, SoapFault> {
    std::str::from_utf8(document).map_err(parser)
}

/// All of a document.
fn whole<'a>(document: Document<'a>) -> Result<Cow<'a, [u8]>, SoapFault> {
    match document {
        Document::Whole(bytes) => Ok(Cow::Borrowed(bytes)),
        Document::Arriving(reader) => {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).map_err(parser)?;
            Ok(Cow::Owned(bytes))
        }
    }
}

/// A result whose text is copied, not converted. What is in a float needs no escaping; what else was found there does.
struct Copied(String);

impl Written for Copied {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        for piece in ["<result>", &*quick_xml::escape::escape(self.0.as_str()), "</result>\n"] {
            out.extend_from_slice(piece.as_bytes());
        }
    }
}

fn missing() -> SoapFault {
    SoapFault::client("the value was not found")
}

/// What is between `open` and `close`.
fn between<'a, T: PartialEq>(text: &'a [T], open: &[T], close: &[T]) -> Option<&'a [T]> {
    let start = text.windows(open.len()).position(|window| window == open)? + open.len();
    let length = text[start..].windows(close.len()).position(|window| window == close)?;
    Some(&text[start..start + length])
}

fn bytes(document: Document<'_>) -> Found {
    let document = whole(document)?;
    let found = between(&document, OPEN.as_bytes(), CLOSE.as_bytes()).ok_or_else(missing)?;
    Ok(utf8(found)?.to_owned())
}

fn chars(document: Document<'_>) -> Found {
    let document = whole(document)?;
    let [document, open, close] = [utf8(&document)?, OPEN, CLOSE].map(|text| text.chars().collect::<Vec<char>>());
    Ok(between(&document, &open, &close).ok_or_else(missing)?.iter().collect())
}

fn parser(error: impl std::fmt::Display) -> SoapFault {
    SoapFault::client(error.to_string())
}

fn pull(document: Document<'_>) -> Found {
    document.read(pull_from)
}

fn pull_from(events: &mut dyn Events) -> Found {
    let (mut text, mut inside, mut found) = (String::new(), false, false);
    loop {
        let (namespace, event) = events.next().map_err(parser)?;
        match event {
            Event::Start(start) => {
                inside = is_in(&namespace, NAMESPACE) && start.local_name().into_inner() == "input";
                found |= inside;
            }
            Event::End(_) => inside = false,
            Event::Text(piece) if inside => text.push_str(&piece.xml10_content()),
            Event::Eof => return if found { Ok(text) } else { Err(missing()) },
            _ => {}
        }
    }
}

/// A SAX handler: it receives every event and decides what to keep.
trait Handler {
    fn start_element(&mut self, in_namespace: bool, name: &str);
    fn characters(&mut self, text: &str);
    fn end_element(&mut self);
}

#[derive(Default)]
struct Value {
    text: String,
    inside: bool,
    found: bool,
}

impl Handler for Value {
    fn start_element(&mut self, in_namespace: bool, name: &str) {
        self.inside = in_namespace && name == "input";
        self.found |= self.inside;
    }

    fn characters(&mut self, text: &str) {
        if self.inside {
            self.text.push_str(text);
        }
    }

    fn end_element(&mut self) {
        self.inside = false;
    }
}

/// Pushes a document into a handler.
fn push(events: &mut dyn Events, handler: &mut dyn Handler) -> Result<(), SoapFault> {
    loop {
        let (namespace, event) = events.next().map_err(parser)?;
        match event {
            Event::Start(start) => {
                handler.start_element(is_in(&namespace, NAMESPACE), start.local_name().into_inner());
            }
            Event::Text(piece) => handler.characters(&piece.xml10_content()),
            Event::End(_) => handler.end_element(),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn sax(document: Document<'_>) -> Found {
    let mut value = Value::default();
    document.read(|events| push(events, &mut value))?;
    if value.found { Ok(value.text) } else { Err(missing()) }
}

fn dom(document: Document<'_>) -> Found {
    let document = whole(document)?;
    let text = utf8(&document)?;
    // Nothing smaller has so many attributes that comparing each with all others counts.
    if text.len() > FEW_ATTRIBUTES_BYTES {
        wirecost_value::xml::check_attributes(text).map_err(parser)?;
    }
    let document = roxmltree::Document::parse(text).map_err(parser)?;
    let input = document.descendants().find(|node| node.has_tag_name((NAMESPACE, "input")));
    Ok(input.and_then(|input| input.text()).ok_or_else(missing)?.to_owned())
}

#[derive(Deserialize)]
struct Envelope<T> {
    #[serde(rename = "Body")]
    body: Body<T>,
}

#[derive(Deserialize)]
struct Body<T> {
    #[serde(rename = "echoFloat")]
    call: EchoFloatCall<T>,
}

#[derive(Deserialize)]
struct EchoFloatCall<T> {
    input: Input<T>,
}

#[derive(Deserialize)]
struct Input<T> {
    #[serde(rename = "$text")]
    value: T,
}

fn deserialised<T: serde::de::DeserializeOwned>(document: Document<'_>) -> Result<T, SoapFault> {
    let envelope: Envelope<T> = match document {
        Document::Whole(bytes) => quick_xml::de::from_str(utf8(bytes)?).map_err(parser)?,
        Document::Arriving(reader) => quick_xml::de::from_reader(reader).map_err(parser)?,
    };
    Ok(envelope.body.call.input.value)
}

fn bind(document: Document<'_>) -> Found {
    let message = EchoFloat { value: deserialised(document)? };
    Ok(message.value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_compares_no_more_attributes_than_the_limit() {
        let with = |count: usize| {
            let attributes: String = (0..count).map(|index| format!(" a{index}='1'")).collect();
            format!("<m:a xmlns:m='{NAMESPACE}'><m:input{attributes}>2.5</m:input></m:a>")
        };
        assert_eq!(dom(Document::Whole(with(1_024).as_bytes())).unwrap(), "2.5");
        let refused = dom(Document::Whole(with(5_000).as_bytes())).unwrap_err();
        assert!(format!("{refused:?}").contains("more than 1024 attributes"), "{refused:?}");
    }
}
