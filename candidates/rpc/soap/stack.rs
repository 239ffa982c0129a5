//! SOAP 1.1: a server that does all that a message asks for, and a client.

#[path = "abilities.rs"]
mod abilities;
#[path = "answer.rs"]
pub mod answer;
#[path = "bind.rs"]
pub mod bind;
#[path = "envelope.rs"]
pub mod envelope;
#[path = "events.rs"]
pub mod events;
#[path = "fault.rs"]
pub mod fault;
#[path = "../../codec/rust/quick-xml-reader/filled.rs"]
pub mod filled;
#[path = "handler.rs"]
mod handler;

use std::io::{self, Write};
use std::net::TcpStream;

use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::http::{self, Head, Incoming, Length, Poster};
use crate::messages::{Method, Payload};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::service::wsdl;
use crate::{Fault, Stack, method_of, sockets};
use answer::Engine;
use bind::Parameters;
use events::{Events, Slice, Stream};
use fault::SoapFault;

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

/// The content type of SOAP 1.1 (6.1).
pub const CONTENT_TYPE: &str = "text/xml; charset=utf-8";
/// Where the service is.
pub const PATH: &str = "/soap";

/// The document of a request.
pub enum Document<'a> {
    /// It is there.
    Whole(&'a [u8]),
    /// It arrives.
    Arriving(&'a mut dyn io::BufRead),
}

impl Document<'_> {
    /// Hands its events to `read`.
    ///
    /// # Errors
    /// A document that is there and is no UTF-8; what `read` says.
    pub fn read<T>(self, read: impl FnOnce(&mut dyn Events) -> Result<T, SoapFault>) -> Result<T, SoapFault> {
        match self {
            Document::Whole(bytes) => {
                let text = std::str::from_utf8(bytes).map_err(|error| SoapFault::client(error.to_string()))?;
                read(&mut Slice::new(text))
            }
            Document::Arriving(reader) => read(&mut Stream::new(reader)),
        }
    }
}

/// What answers a body: it gets the head and the document, and writes the reply.
pub trait Answer: Sync {
    /// Whether it reads documents as they arrive; else they are there when it gets them.
    fn reads_streams(&self) -> bool;

    /// Answers a document.
    ///
    /// # Errors
    /// The fault to answer with.
    fn answer(
        &self,
        head: &Head,
        document: Document<'_>,
        reply: &mut Vec<u8>,
        stamps: &mut Stamps,
    ) -> Result<(), SoapFault>;
}

fn serve(serving: &Serving) -> Result<(), Fault> {
    let engine = Engine::new();
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all(stream, &engine, serving.phases))?)
}

impl Answer for Engine {
    fn reads_streams(&self) -> bool {
        true
    }

    fn answer(
        &self,
        head: &Head,
        document: Document<'_>,
        reply: &mut Vec<u8>,
        stamps: &mut Stamps,
    ) -> Result<(), SoapFault> {
        document.read(|events| self.handle(head, events, reply, stamps))
    }
}

/// Answers every request of a connection.
///
/// # Errors
/// Bytes that are no HTTP; what the stream says.
pub fn answer_all(stream: TcpStream, engine: &dyn Answer, phases: &Phases) -> io::Result<()> {
    let mut incoming = Incoming::new(stream);
    let (mut document, mut reply, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let mut stamps = Stamps::default();
    while let Some(head) = http::read_request(&mut incoming)? {
        if head.expects_continue {
            incoming.stream().write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        if head.first == "GET" && head.path.ends_with("?wsdl") {
            incoming.body(head.length).finish()?;
            let wsdl = wsdl(incoming.stream().local_addr()?);
            http::answer(incoming.stream(), &mut out, "200 OK", CONTENT_TYPE, head.keep_alive, wsdl.as_bytes())?;
            if head.keep_alive {
                continue;
            }
            break;
        }
        reply.clear();
        let answered = if head.length == Length::Chunked && engine.reads_streams() {
            phases.stamps(&mut stamps);
            let mut body = incoming.body(head.length);
            let answered = engine.answer(&head, Document::Arriving(&mut body), &mut reply, &mut stamps);
            body.finish()?;
            answered
        } else {
            document.clear();
            incoming.body(head.length).read_into(&mut document)?;
            phases.stamps(&mut stamps);
            engine.answer(&head, Document::Whole(&document), &mut reply, &mut stamps)
        };
        let status = match answered {
            Ok(()) => "200 OK",
            Err(fault) => {
                reply.clear();
                fault.write(&mut reply);
                "500 Internal Server Error"
            }
        };
        http::answer(incoming.stream(), &mut out, status, CONTENT_TYPE, head.keep_alive, &reply)?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
        if !head.keep_alive {
            break;
        }
    }
    Ok(())
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(calling, client(calling))
}

/// A client that posts envelopes.
///
/// # Errors
/// If nobody answers.
pub fn client<T: Parameters + Payload, R: Parameters + PartialEq + serde::Serialize + 'static>(
    calling: &Calling,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault> {
    Exchange::boxed(calling, Soap::connect(calling, method.name)?, method)
}

struct Soap {
    poster: Poster,
    request: Vec<u8>,
    reply: Vec<u8>,
}

impl Soap {
    fn connect(calling: &Calling, method: &str) -> Result<Self, Fault> {
        let action = format!("\"{}{method}\"", envelope::NAMESPACE);
        let poster = Poster::connect(calling, PATH, &[("Content-Type", CONTENT_TYPE), ("SOAPAction", &action)])?;
        Ok(Self { poster, request: Vec::new(), reply: Vec::new() })
    }

    /// Reads the next answer.
    fn receive<R: Parameters>(&mut self, method: &str, stamps: &mut Stamps) -> Result<R, CallError> {
        let head = self.poster.receive(&mut self.reply, stamps)?;
        let text = std::str::from_utf8(&self.reply).map_err(CallError::wrong)?;
        if head.first != "200" {
            return Err(fault::stated(text));
        }
        envelope::read_reply(&mut Slice::new(text), method).map_err(CallError::wrong)
    }
}

impl<T: Parameters, R: Parameters> Call<T, R> for Soap {
    fn call(&mut self, method: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.request.clear();
        envelope::write_request(&mut self.request, method.name, request);
        stamps.end(Phase::Encode);
        self.poster.send(&self.request)?;
        stamps.end(Phase::Send);
        let reply = self.receive(method.name, stamps)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}
