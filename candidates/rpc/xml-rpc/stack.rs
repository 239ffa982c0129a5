//! XML-RPC over HTTP/1.1, with dxr's values and XML.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::net::TcpStream;

use dxr::{FaultResponse, MethodCall, MethodResponse};
use serde::Serialize;

use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::http::{self, Head, Incoming, Poster};
use crate::messages::{Method, Payload};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of, sockets};

#[path = "abilities.rs"]
mod abilities;
#[path = "values.rs"]
mod values;

use values::{Arrays, Param, parameter};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

const CONTENT_TYPE: &str = "text/xml";
const PROLOGUE: &str = "<?xml version=\"1.0\"?>";

/// Faults, by the codes that servers agreed on.
const NO_CALL: i32 = -32700;
const NO_METHOD: i32 = -32601;
const NO_PARAMETER: i32 = -32602;
const NO_RESULT: i32 = -32603;

fn fault(code: i32, reason: impl Into<String>) -> dxr::Fault {
    dxr::Fault::new(code, reason.into())
}

/// Takes the parameters, calls the method, and writes the response.
type Handler = Box<dyn Fn(&[dxr::Value], &mut Stamps) -> Result<String, dxr::Fault> + Send + Sync>;
type Handlers = HashMap<String, Handler>;

fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut handlers = Handlers::new();
    let arrays = Arrays::of_variant(&serving.variant)?;
    every_method!(register(&mut handlers, arrays));
    abilities::register(&mut handlers, arrays);
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all(stream, &handlers, serving.phases))?)
}

fn name(method: &str) -> String {
    format!("{}.{method}", crate::messages::SERVICE)
}

fn register<T: Payload + Param, R: Param + 'static>(handlers: &mut Handlers, arrays: Arrays, method: Method<T, R>) {
    add(handlers, arrays, method.name, method.handler);
}

fn add<T: Param, R: Param>(
    handlers: &mut Handlers,
    arrays: Arrays,
    method: &str,
    function: impl Fn(T) -> R + Send + Sync + 'static,
) {
    let handler = move |parameters: &[dxr::Value], stamps: &mut Stamps| {
        let argument = parameter(parameters)?;
        stamps.end(Phase::Parse);
        let result = function(argument);
        stamps.end(Phase::Handle);
        let response = MethodResponse { value: result.value(arrays) };
        let response = response.to_xml().map_err(|error| fault(NO_RESULT, error.to_string()))?;
        stamps.end(Phase::Serialise);
        Ok(response)
    };
    handlers.insert(name(method), Box::new(handler));
}

fn answer_all(stream: TcpStream, handlers: &Handlers, phases: &Phases) -> Result<(), Fault> {
    let mut incoming = Incoming::new(stream);
    let (mut document, mut reply, mut out) = (Vec::new(), String::new(), Vec::new());
    let mut stamps = Stamps::default();
    while let Some(head) = http::read_request(&mut incoming)? {
        if head.expects_continue {
            incoming.stream().write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        document.clear();
        incoming.body(head.length).read_into(&mut document)?;
        phases.stamps(&mut stamps);
        reply.clear();
        let status = if head.first == "POST" {
            reply.push_str(PROLOGUE);
            reply.push_str(&respond(&document, handlers, &mut stamps)?);
            "200 OK"
        } else {
            "405 Method Not Allowed"
        };
        http::answer(incoming.stream(), &mut out, status, CONTENT_TYPE, head.keep_alive, reply.as_bytes())?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
        if !head.keep_alive {
            break;
        }
    }
    Ok(())
}

/// The response to a call, or the fault that it ends in.
fn respond(document: &[u8], handlers: &Handlers, stamps: &mut Stamps) -> Result<String, Fault> {
    call(document, handlers, stamps).or_else(|fault| Ok(FaultResponse { fault }.to_xml()?))
}

fn call(document: &[u8], handlers: &Handlers, stamps: &mut Stamps) -> Result<String, dxr::Fault> {
    let text = std::str::from_utf8(document).map_err(|error| fault(NO_CALL, error.to_string()))?;
    // dxr's error is the document and no more.
    let call = MethodCall::from_xml(text).map_err(|_| fault(NO_CALL, "it is no method call"))?;
    stamps.end(Phase::Parse);
    let handler = handlers.get(call.name.as_ref());
    stamps.end(Phase::Dispatch);
    match handler {
        Some(handler) => handler(&call.params, stamps),
        None => Err(fault(NO_METHOD, format!("no method {:?}", call.name))),
    }
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(calling, client(calling))
}

fn client<T: Payload + Param, R: Param + PartialEq + Serialize + 'static>(
    calling: &Calling,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault> {
    Exchange::boxed(calling, Caller::connect(calling, method.name)?, method)
}

struct Caller {
    poster: Poster,
    arrays: Arrays,
    name: String,
    request: String,
    reply: Vec<u8>,
}

impl Caller {
    fn connect(calling: &Calling, method: &str) -> Result<Self, Fault> {
        Ok(Self {
            poster: Poster::connect(calling, "/RPC2", &[("Content-Type", CONTENT_TYPE), ("User-Agent", "wirecost")])?,
            arrays: Arrays::of_variant(&calling.variant)?,
            name: name(method),
            request: String::new(),
            reply: Vec::new(),
        })
    }

    /// Writes a request.
    fn encode(&mut self, argument: &impl Param) -> Result<(), CallError> {
        let call = MethodCall { name: Cow::Borrowed(&self.name), params: vec![argument.value(self.arrays)] };
        self.request.clear();
        self.request.push_str(PROLOGUE);
        self.request.push_str(&call.to_xml().map_err(CallError::wrong)?);
        Ok(())
    }

    /// Reads the next answer.
    fn receive<R: Param>(&mut self, stamps: &mut Stamps) -> Result<R, CallError> {
        let head = self.poster.receive(&mut self.reply, stamps)?;
        read_response(&head, &self.reply)
    }
}

impl<T: Param, R: Param> Call<T, R> for Caller {
    fn call(&mut self, _: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.encode(request)?;
        stamps.end(Phase::Encode);
        self.poster.send(self.request.as_bytes())?;
        stamps.end(Phase::Send);
        let reply = self.receive(stamps)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}

fn read_response<R: Param>(head: &Head, document: &[u8]) -> Result<R, CallError> {
    if head.first != "200" {
        return Err(CallError::stated(head.first.clone()));
    }
    let text = std::str::from_utf8(document).map_err(CallError::wrong)?;
    match MethodResponse::from_xml(text) {
        Ok(response) => R::read(&response.value).map_err(CallError::wrong),
        Err(_) => match FaultResponse::from_xml(text) {
            Ok(response) => Err(CallError::coded(response.fault.code(), response.fault.string())),
            Err(_) => Err(CallError::Wrong("it is no method response".into())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        let (open, close) = ("<value><array><data>".repeat(depth), "</data></array></value>".repeat(depth));
        format!("<methodCall><methodName>x</methodName><params><param>{open}{close}</param></params></methodCall>")
    }

    #[test]
    fn too_deep_nesting_is_an_error_and_no_crash() {
        let answer = |depth| respond(nested(depth).as_bytes(), &Handlers::new(), &mut Stamps::default()).unwrap();
        assert!(answer(10).contains("-32601"), "{}", answer(10));
        for depth in [100, 200_000] {
            assert!(answer(depth).contains("-32700"), "{}", answer(depth));
        }
    }

    #[test]
    fn a_call_that_is_none_is_a_fault_with_its_code() {
        let mut handlers = Handlers::new();
        every_method!(register(&mut handlers, Arrays::Xml));
        let call = |name: &str, params: &str| {
            let document = format!("<methodCall><methodName>{name}</methodName><params>{params}</params></methodCall>");
            respond(document.as_bytes(), &handlers, &mut Stamps::default()).unwrap()
        };
        let number = "<param><value><struct><member><name>value</name><value><double>2.5</double></value></member>\
            </struct></value></param>";
        assert!(call("wirecost.echoFloat", number).contains("<double>2.5</double>"));
        assert!(call("echoFloat", number).contains("-32601"));
        assert!(call("wirecost.echoFloat", "").contains("-32602"));
        assert!(call("wirecost.echoDoubles", number).contains("-32602"));
        assert!(respond(b"\xff", &handlers, &mut Stamps::default()).unwrap().contains("-32700"));
        assert!(respond(b"<methodCall", &handlers, &mut Stamps::default()).unwrap().contains("-32700"));
    }
}
