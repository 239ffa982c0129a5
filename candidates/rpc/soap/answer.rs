//! The engine: envelope, headers, dispatch, parameters, the method, and its reply.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use super::abilities;
use super::bind::Parameters;
use super::envelope::{NAMESPACE, SOAP, is_in};
use super::events::{Ended, Events};
use super::fault::SoapFault;
use super::handler::{Handler, add, next};
use crate::every_method;
use crate::http::Head;
use crate::messages::{Method, Payload};
use crate::phases::{Phase, Stamps};

/// The methods by their names.
pub struct Engine {
    handlers: HashMap<&'static str, Handler>,
}

impl Engine {
    /// An engine with every method.
    pub fn new() -> Self {
        let mut handlers = HashMap::new();
        every_method!(register(&mut handlers));
        abilities::register(&mut handlers);
        Self { handlers }
    }

    /// Answers a document.
    ///
    /// # Errors
    /// The fault to answer with.
    pub fn handle(
        &self,
        head: &Head,
        events: &mut dyn Events,
        reply: &mut Vec<u8>,
        stamps: &mut Stamps,
    ) -> Result<(), SoapFault> {
        let (name, is_empty) = read_to_method(events)?;
        stamps.end(Phase::Parse);
        // The field says what the message intends; empty leaves that to the request (SOAP 1.1, 6.1.1).
        let action = head.soap_action.as_deref().ok_or_else(|| SoapFault::client("there is no SOAPAction"))?;
        let named = action.trim_matches('"');
        if !named.is_empty() && named.strip_prefix(NAMESPACE) != Some(name.as_str()) {
            return Err(SoapFault::client(format!("SOAPAction {action} and method {name:?} differ")));
        }
        let handler = self.handlers.get(name.as_str());
        let handler = handler.ok_or_else(|| SoapFault::client(format!("there is no method {name:?}")))?;
        stamps.end(Phase::Dispatch);
        if is_empty { handler(&mut Ended::new(events), reply, stamps) } else { handler(events, reply, stamps) }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

fn register<T: Parameters + Payload, R: Parameters>(
    handlers: &mut HashMap<&'static str, Handler>,
    method: Method<T, R>,
) {
    add(handlers, method.name, method.handler);
}

/// Reads the envelope up to the first element of its body, the method; its name, and whether it is an element without
/// content. Its headers are looked at on the way (4.2).
fn read_to_method(events: &mut dyn Events) -> Result<(String, bool), SoapFault> {
    let mut depth = 0;
    let mut in_header = false;
    loop {
        let (namespace, event) = next(events)?;
        let start = match &event {
            Event::Start(start) | Event::Empty(start) => start,
            Event::End(_) => {
                depth -= 1;
                in_header &= depth > 1;
                continue;
            }
            Event::DocType(_) => return Err(SoapFault::client("a document type, which SOAP forbids (3)")),
            Event::Eof => return Err(SoapFault::client("the message ends before its method")),
            _ => continue,
        };
        let name = start.local_name();
        let (name, is_soap) = (name.into_inner(), is_in(&namespace, SOAP));
        match depth {
            0 if name != "Envelope" => return Err(SoapFault::client(format!("element {name:?} is no envelope"))),
            0 if !is_soap => return Err(SoapFault::version("the envelope is not one of SOAP 1.1")),
            1 if is_soap && name == "Header" => in_header = true,
            1 if is_soap && name == "Body" => {}
            1 => return Err(SoapFault::client(format!("element {name:?} where the body was expected"))),
            2 if in_header && must_be_understood(start)? => return Err(SoapFault::must_understand(name)),
            2 if !in_header && is_in(&namespace, NAMESPACE) => {
                return Ok((name.to_owned(), matches!(event, Event::Empty(_))));
            }
            2 if !in_header => return Err(SoapFault::client(format!("there is no method {name:?}"))),
            _ => {}
        }
        if matches!(event, Event::Start(_)) {
            depth += 1;
        } else if depth == 1 {
            in_header = false;
        }
    }
}

/// Whether a header asks for it, of this server (4.2.2 and 4.2.3).
fn must_be_understood(header: &BytesStart<'_>) -> Result<bool, SoapFault> {
    for attribute in header.attributes() {
        let attribute = attribute.map_err(|error| SoapFault::client(error.to_string()))?;
        if attribute.key.local_name().into_inner() == "mustUnderstand" && attribute.key.prefix().is_some() {
            return Ok(matches!(&*attribute.value, "1" | "true"));
        }
    }
    Ok(false)
}
