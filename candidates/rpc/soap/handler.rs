//! How a method is called: its parameters, the method itself, and its reply.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::bind::{Parameters, read_parameters};
use super::envelope;
use super::events::Events;
use super::fault::SoapFault;
use crate::phases::{Phase, Stamps};

/// Reads the parameters and the rest of the document, calls the method, and writes its reply.
pub(super) type Handler =
    Box<dyn Fn(&mut dyn Events, &mut Vec<u8>, &mut Stamps) -> Result<(), SoapFault> + Send + Sync>;

/// Adds a method that does what `function` does.
pub(super) fn add<T: Parameters, R: Parameters>(
    handlers: &mut HashMap<&'static str, Handler>,
    name: &'static str,
    function: impl Fn(T) -> R + Send + Sync + 'static,
) {
    let handler = move |events: &mut dyn Events, reply: &mut Vec<u8>, stamps: &mut Stamps| {
        let message = read_arguments(events)?;
        stamps.end(Phase::Parse);
        let result = function(message);
        stamps.end(Phase::Handle);
        envelope::write_reply(reply, name, &result);
        stamps.end(Phase::Serialise);
        Ok(())
    };
    handlers.insert(name, Box::new(handler));
}

/// Reads the parameters and the rest of the document.
pub(super) fn read_arguments<T: Parameters>(events: &mut dyn Events) -> Result<T, SoapFault> {
    let draft = read_parameters::<T>(events).map_err(|reason| malformed(events, &reason))?;
    read_to_end(events)?;
    T::finish(draft).map_err(|error| SoapFault::client(error.to_string()))
}

fn malformed(events: &dyn Events, reason: &str) -> SoapFault {
    SoapFault::client(format!("the message is broken at byte {}: {reason}", events.position()))
}

/// An error of the parser as a fault with its place.
pub(super) fn next<'a>(
    events: &'a mut dyn Events,
) -> Result<(quick_xml::name::ResolveResult<'a>, Event<'a>), SoapFault> {
    let position = events.position();
    events.next().map_err(|error| SoapFault::client(format!("the message is broken at byte {position}: {error}")))
}

/// Reads the rest: a message is answered only when all of it was well formed.
fn read_to_end(events: &mut dyn Events) -> Result<(), SoapFault> {
    let mut open = 2;
    loop {
        match next(events)?.1 {
            Event::Start(_) => open += 1,
            Event::End(_) => open -= 1,
            Event::DocType(_) => return Err(SoapFault::client("a document type, which SOAP forbids (3)")),
            Event::Eof if open == 0 => return Ok(()),
            Event::Eof => return Err(SoapFault::client("the message ends within its envelope")),
            _ => {}
        }
    }
}
