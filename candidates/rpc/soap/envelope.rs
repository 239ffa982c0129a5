//! Envelopes, as the messages of 2001 wrote them.

use quick_xml::events::Event;
use quick_xml::name::ResolveResult;

use super::bind::{Parameters, Part, Written, read_parameters};
use super::events::Events;

/// The namespace of SOAP 1.1's envelope.
pub const SOAP: &str = "http://schemas.xmlsoap.org/soap/envelope/";
/// The namespace of the methods.
pub const NAMESPACE: &str = "http://tempuri.org/";

const OPEN: &str = "<?xml version=\"1.0\"?>\n\
    <soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
    xmlns:soapenc=\"http://schemas.xmlsoap.org/soap/encoding/\" xmlns:xsi=\"http://www.w3.org/1999/XMLSchema-instance\" \
    xmlns:xsd=\"http://www.w3.org/1999/XMLSchema\">\n<soap:Body>\n";
const CLOSE: &str = "</soap:Body>\n</soap:Envelope>\n";

/// Writes what comes before the content of a body.
pub fn open(out: &mut Vec<u8>) {
    out.extend_from_slice(OPEN.as_bytes());
}

/// Writes what comes after it.
pub fn close(out: &mut Vec<u8>) {
    out.extend_from_slice(CLOSE.as_bytes());
}

/// Writes a call.
pub fn write_request(out: &mut Vec<u8>, method: &str, parameters: &impl Written) {
    write(out, method, "", Part::Request, parameters);
}

/// Writes a result.
pub fn write_reply(out: &mut Vec<u8>, method: &str, result: &impl Written) {
    write(out, method, "Result", Part::Reply, result);
}

fn write(out: &mut Vec<u8>, method: &str, suffix: &str, part: Part, parameters: &impl Written) {
    open(out);
    for piece in ["<", method, suffix, " xmlns=\"", NAMESPACE, "\">\n"] {
        out.extend_from_slice(piece.as_bytes());
    }
    parameters.write(out, part);
    for piece in ["</", method, suffix, ">\n"] {
        out.extend_from_slice(piece.as_bytes());
    }
    close(out);
}

/// Whether an element is of a namespace.
pub fn is_in(namespace: &ResolveResult<'_>, uri: &str) -> bool {
    matches!(namespace, ResolveResult::Bound(bound) if bound.into_inner() == uri)
}

/// Reads a result of a method.
///
/// # Errors
/// What is wrong with the document.
pub fn read_reply<R: Parameters>(events: &mut dyn Events, method: &str) -> Result<R, String> {
    let mut depth = 0;
    loop {
        let (namespace, event) = events.next().map_err(|error| error.to_string())?;
        match event {
            Event::Start(start) => {
                let name = start.local_name();
                let name = name.into_inner();
                let expected = match depth {
                    0 => is_in(&namespace, SOAP) && name == "Envelope",
                    1 => is_in(&namespace, SOAP) && name == "Body",
                    _ => is_in(&namespace, NAMESPACE) && name.strip_suffix("Result") == Some(method),
                };
                if !expected {
                    return Err(format!("element {name:?} where the result of {method} was expected"));
                }
                depth += 1;
                if depth == 3 {
                    let draft = read_parameters::<R>(events)?;
                    return R::finish(draft).map_err(|error| error.to_string());
                }
            }
            Event::Eof => return Err("the document ends before the result".into()),
            _ => {}
        }
    }
}
