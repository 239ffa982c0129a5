//! Apache Thrift: framed calls over TCP in the binary or the compact protocol.

/// Calls a function for the protocol that a variant names.
macro_rules! in_protocol {
    ($variant:expr, $function:ident($argument:expr)) => {
        match $variant.as_str() {
            "binary" => $function::<Binary>($argument),
            "compact" => $function::<Compact>($argument),
            other => Err(format!("no variant {other:?}").into()),
        }
    };
}

#[path = "abilities.rs"]
mod abilities;
#[path = "../../codec/rust/thrift/field.rs"]
pub mod field;

use std::collections::HashMap;
use std::marker::PhantomData;
use std::net::TcpStream;
use std::sync::Arc;

use serde::Serialize;
use thrift::protocol::{
    TBinaryInputProtocol, TBinaryOutputProtocol, TCompactInputProtocol, TCompactOutputProtocol, TFieldIdentifier,
    TInputProtocol, TMessageIdentifier, TMessageType, TOutputProtocol, TStructIdentifier, TType,
};
use thrift::{ApplicationError, ApplicationErrorKind, ProtocolErrorKind};

use crate::ability::Probed;
use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::framed::{Frames, begin, send};
use crate::messages::{Count, Dns, DnsRecord, Doubles, EchoFloat, Empty, Method, Payload, Text};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of, sockets};
use field::{Field, Item, Slot, records};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

/// Name and number of a method's argument, and of its result.
const ARGUMENT: (&str, i16) = ("message", 1);
const SUCCESS: (&str, i16) = ("success", 0);

/// One of Thrift's protocols.
trait Protocol: 'static {
    fn reader<'a>(bytes: &'a [u8]) -> impl TInputProtocol + 'a;

    fn writer<'a>(out: &'a mut Vec<u8>) -> impl TOutputProtocol + 'a;
}

struct Binary;

impl Protocol for Binary {
    fn reader<'a>(bytes: &'a [u8]) -> impl TInputProtocol + 'a {
        TBinaryInputProtocol::new(bytes, true)
    }

    fn writer<'a>(out: &'a mut Vec<u8>) -> impl TOutputProtocol + 'a {
        TBinaryOutputProtocol::new(out, true)
    }
}

struct Compact;

impl Protocol for Compact {
    fn reader<'a>(bytes: &'a [u8]) -> impl TInputProtocol + 'a {
        TCompactInputProtocol::new(bytes)
    }

    fn writer<'a>(out: &'a mut Vec<u8>) -> impl TOutputProtocol + 'a {
        TCompactOutputProtocol::new(out)
    }
}

// The fields of a DNS record are numbered as the experiment of 2009 published them.
records! {
    EchoFloat { 1: value: f32 }
    Empty {}
    Text { 1: value: String }
    Doubles { 1: values: Vec<f64> }
    Dns { 1: records: Vec<DnsRecord> }
    DnsRecord { 1: key: String, 2: value: String, 3: record_type: Option<String>, 4: ttl: Option<i32>, 5: first: String,
        6: last: String }
}

/// The plain number that a method of type `i32` returns.
impl Field for Count {
    const TYPE: TType = TType::I32;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        Ok(Self { value: protocol.read_i32()? })
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_i32(self.value)
    }
}

/// Writes the struct of arguments or of results, which has this one field.
fn write_only<T: Field>(out: &mut dyn TOutputProtocol, name: &str, only: (&str, i16), field: &T) -> thrift::Result<()> {
    out.write_struct_begin(&TStructIdentifier::new(name))?;
    out.write_field_begin(&TFieldIdentifier::new(only.0, T::TYPE, only.1))?;
    field.write(out)?;
    out.write_field_end()?;
    out.write_field_stop()?;
    out.write_struct_end()
}

/// Reads the struct of arguments or of results. Fields that are not known are skipped, as generated code does.
fn read_only<T: Field>(protocol: &mut dyn TInputProtocol, (name, number): (&str, i16)) -> thrift::Result<T> {
    protocol.read_struct_begin()?;
    let mut only = None;
    loop {
        let field = protocol.read_field_begin()?;
        match (field.id, field.field_type) {
            (_, TType::Stop) => break,
            (Some(id), of) if id == number && of == T::TYPE => only = Some(T::read(protocol)?),
            (_, other) => protocol.skip(other)?,
        }
        protocol.read_field_end()?;
    }
    protocol.read_struct_end()?;
    let missing = || thrift::new_protocol_error(ProtocolErrorKind::InvalidData, format!("{name} is missing"));
    only.ok_or_else(missing)
}

/// Reads the arguments, calls the method, and writes the reply.
type Handler<P> = Box<dyn Fn(&mut dyn TInputProtocol, Answer<'_, P>, &mut Stamps) -> thrift::Result<()> + Send + Sync>;
type Handlers<P> = HashMap<&'static str, Handler<P>>;

fn serve(serving: &Serving) -> Result<(), Fault> {
    in_protocol!(serving.variant, serve_in(serving))
}

fn serve_in<P: Protocol>(serving: &Serving) -> Result<(), Fault> {
    let mut handlers = Handlers::<P>::new();
    let table = &mut handlers;
    every_method!(register(table));
    let probed = Arc::default();
    abilities::register(&mut handlers, &probed);
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all::<P>(stream, &handlers, &probed, serving.phases))?)
}

fn register<T: Payload + Field, R: Field + 'static, P: Protocol>(handlers: &mut Handlers<P>, method: Method<T, R>) {
    add(handlers, method.name, method.handler);
}

fn add<T: Field, R: Field, P: Protocol>(
    handlers: &mut Handlers<P>,
    name: &'static str,
    function: impl Fn(T) -> R + Send + Sync + 'static,
) {
    let handler = move |arguments: &mut dyn TInputProtocol, answer: Answer<'_, P>, stamps: &mut Stamps| {
        let argument: T = read_only(arguments, ARGUMENT)?;
        arguments.read_message_end()?;
        stamps.end(Phase::Parse);
        let result = function(argument);
        stamps.end(Phase::Handle);
        answer.reply(name, SUCCESS, &result)?;
        stamps.end(Phase::Serialise);
        Ok(())
    };
    handlers.insert(name, Box::new(handler));
}

/// Where the answer to a call is written.
struct Answer<'a, P> {
    out: &'a mut Vec<u8>,
    sequence_number: i32,
    protocol: PhantomData<P>,
}

impl<P: Protocol> Answer<'_, P> {
    fn reply<R: Field>(self, name: &str, only: (&str, i16), result: &R) -> thrift::Result<()> {
        let mut out = P::writer(self.out);
        out.write_message_begin(&TMessageIdentifier::new(name, TMessageType::Reply, self.sequence_number))?;
        write_only(&mut out, name, only, result)?;
        out.write_message_end()?;
        out.flush()
    }

    fn exception(self, name: &str, error: &ApplicationError) -> thrift::Result<()> {
        let mut out = P::writer(self.out);
        out.write_message_begin(&TMessageIdentifier::new(name, TMessageType::Exception, self.sequence_number))?;
        thrift::Error::write_application_error_to_out_protocol(error, &mut out)?;
        out.write_message_end()?;
        out.flush()
    }
}

fn answer_all<P: Protocol>(
    stream: TcpStream,
    handlers: &Handlers<P>,
    probed: &Probed,
    phases: &Phases,
) -> Result<(), Fault> {
    let mut frames = Frames::new(stream);
    let (mut out, mut stamps) = (Vec::new(), Stamps::default());
    while let Some(message) = frames.next()? {
        phases.stamps(&mut stamps);
        if !answer(message, handlers, probed, &mut out, &mut stamps)? {
            continue;
        }
        send(frames.stream(), &mut out)?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
    }
    Ok(())
}

/// Writes the answer to a message into `out`: what its method returns, or why it does not. False where none is due.
fn answer<P: Protocol>(
    message: &[u8],
    handlers: &Handlers<P>,
    probed: &Probed,
    out: &mut Vec<u8>,
    stamps: &mut Stamps,
) -> thrift::Result<bool> {
    let mut input = P::reader(message);
    let TMessageIdentifier { name, message_type, sequence_number } = input.read_message_begin()?;
    stamps.end(Phase::Parse);
    let handler = handlers.get(name.as_str());
    stamps.end(Phase::Dispatch);
    begin(out);
    let done = match handler {
        _ if message_type == TMessageType::OneWay => {
            return abilities::one_way_call(&name, &mut input, probed).map(|()| false);
        }
        _ if message_type != TMessageType::Call => {
            Err((ApplicationErrorKind::InvalidMessageType, format!("a call was due, not a {message_type:?}")))
        }
        None => Err((ApplicationErrorKind::UnknownMethod, format!("no method {name:?}"))),
        Some(handler) => handler(&mut input, Answer { out, sequence_number, protocol: PhantomData }, stamps)
            .map_err(|error| (ApplicationErrorKind::ProtocolError, explained(&error))),
    };
    done.or_else(|(kind, reason)| {
        begin(out);
        let answer = Answer::<P> { out, sequence_number, protocol: PhantomData };
        answer.exception(&name, &ApplicationError::new(kind, reason))
    })?;
    Ok(true)
}

/// An error with its own words; the crate shows only its kind.
fn explained(error: &thrift::Error) -> String {
    match error {
        thrift::Error::Transport(inner) => format!("{error}: {}", inner.message),
        thrift::Error::Protocol(inner) => format!("{error}: {}", inner.message),
        thrift::Error::Application(inner) => format!("{error}: {}", inner.message),
        thrift::Error::User(_) => error.to_string(),
    }
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    in_protocol!(calling.variant, connect_in(calling))
}

fn connect_in<P: Protocol>(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    let caller = Caller::<P>::connect(calling)?;
    method_of!(calling, client(calling, caller))
}

fn client<T, R, P: Protocol>(
    calling: &Calling,
    caller: Caller<P>,
    method: Method<T, R>,
) -> Result<Box<dyn Client>, Fault>
where
    T: Payload + Field,
    R: Field + PartialEq + Serialize + 'static,
{
    Exchange::boxed(calling, caller, method)
}

struct Caller<P> {
    frames: Frames<TcpStream>,
    request: Vec<u8>,
    sequence_number: i32,
    protocol: PhantomData<P>,
}

impl<P: Protocol> Caller<P> {
    fn connect(calling: &Calling) -> Result<Self, Fault> {
        let frames = Frames::new(sockets::connect(calling.address, calling.timeout())?);
        Ok(Self { frames, request: Vec::new(), sequence_number: 0, protocol: PhantomData })
    }

    fn write<T: Field>(&mut self, name: &str, message_type: TMessageType, request: &T) -> thrift::Result<()> {
        begin(&mut self.request);
        let mut out = P::writer(&mut self.request);
        out.write_message_begin(&TMessageIdentifier::new(name, message_type, self.sequence_number))?;
        write_only(&mut out, name, ARGUMENT, request)?;
        out.write_message_end()?;
        out.flush()
    }

    /// Waits for the next answer.
    fn receive(&mut self, stamps: &mut Stamps) -> Result<&[u8], CallError> {
        let answer = self.frames.next()?.ok_or(std::io::Error::from(std::io::ErrorKind::UnexpectedEof))?;
        stamps.end(Phase::Wait);
        Ok(answer)
    }
}

impl<P: Protocol, T: Field, R: Field> Call<T, R> for Caller<P> {
    fn call(&mut self, method: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.sequence_number = self.sequence_number.wrapping_add(1);
        self.write(method.name, TMessageType::Call, request).map_err(|error| CallError::Wrong(explained(&error)))?;
        stamps.end(Phase::Encode);
        send(self.frames.stream(), &mut self.request)?;
        stamps.end(Phase::Send);
        let sequence_number = self.sequence_number;
        let reply = read_reply::<P, R>(self.receive(stamps)?, method.name, sequence_number, SUCCESS)?;
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}

/// Reads a reply: this field of the struct of results.
fn read_reply<P: Protocol, R: Field>(
    answer: &[u8],
    name: &str,
    sequence_number: i32,
    only: (&str, i16),
) -> Result<R, CallError> {
    let wrong = |error: thrift::Error| CallError::Wrong(explained(&error));
    let mut input = P::reader(answer);
    let head = input.read_message_begin().map_err(wrong)?;
    if (head.name.as_str(), head.sequence_number) != (name, sequence_number) {
        return Err(CallError::Wrong("it is no answer to this call".into()));
    }
    match head.message_type {
        TMessageType::Reply => {
            let reply = read_only(&mut input, only).map_err(wrong)?;
            input.read_message_end().map_err(wrong)?;
            Ok(reply)
        }
        TMessageType::Exception => {
            let error = thrift::Error::read_application_error_from_in_protocol(&mut input).map_err(wrong)?;
            Err(CallError::coded(error.kind as i32, error.message))
        }
        other => Err(CallError::Wrong(format!("a reply was due, not a {other:?}"))),
    }
}
