//! MessagePack over TCP: the messages of MessagePack-RPC behind their length, by rmp-serde.

#[path = "abilities.rs"]
mod abilities;

use std::collections::HashMap;
use std::net::TcpStream;
use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use crate::ability::Probed;
use crate::call::{Call, CallError, Client, Exchange};
use crate::client::Calling;
use crate::framed::{Frames, begin, send};
use crate::messages::{Method, Payload};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, every_method, method_of, sockets};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: abilities::ABILITIES };

/// No error, in MessagePack.
const NIL: u8 = 0xc0;

/// Reads an argument, calls the method, and writes the result behind what of the answer is there already.
type Handler = Box<dyn Fn(&[u8], &mut Vec<u8>, &mut Stamps) -> Result<(), Fault> + Send + Sync>;
type Handlers = HashMap<&'static str, Handler>;

fn serve(serving: &Serving) -> Result<(), Fault> {
    let mut handlers = Handlers::new();
    every_method!(any register(&mut handlers));
    let probed = Arc::default();
    abilities::register(&mut handlers, &probed);
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all(stream, &handlers, &probed, serving.phases))?)
}

fn register<T: Payload, R: Serialize + 'static>(handlers: &mut Handlers, method: Method<T, R>) {
    add(handlers, method.name, method.handler);
}

fn add<T, R>(handlers: &mut Handlers, name: &'static str, function: impl Fn(T) -> R + Send + Sync + 'static)
where
    T: DeserializeOwned,
    R: Serialize,
{
    let handler = move |argument: &[u8], answer: &mut Vec<u8>, stamps: &mut Stamps| {
        let (argument,): (T,) = read(argument)?;
        stamps.end(Phase::Parse);
        let result = function(argument);
        stamps.end(Phase::Handle);
        write(answer, &result)?;
        stamps.end(Phase::Serialise);
        Ok(())
    };
    handlers.insert(name, Box::new(handler));
}

/// Arrays and maps within each other that are followed. The library's own 1,024 take more stack than a thread has.
const DEEPEST: usize = 128;

/// Reads a value that somebody else wrote.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, rmp_serde::decode::Error> {
    let mut reader = rmp_serde::Deserializer::from_read_ref(bytes);
    reader.set_max_depth(DEEPEST);
    T::deserialize(&mut reader)
}

/// A request up to its arguments.
struct Head<'a> {
    id: u32,
    method: &'a str,
    arguments: &'a [u8],
}

impl<'a> Head<'a> {
    /// `None` for a notification.
    fn read(message: &'a [u8]) -> Result<Option<Self>, Fault> {
        let mut rest = message;
        let fields = rmp::decode::read_array_len(&mut rest)?;
        let kind: u8 = rmp::decode::read_int(&mut rest)?;
        match (fields, kind) {
            (4, 0) => {}
            (3, abilities::NOTIFICATION) => return Ok(None),
            _ => return Err("it is no request".into()),
        }
        let id = rmp::decode::read_int(&mut rest)?;
        let (method, arguments) = rmp::decode::read_str_from_slice(rest).map_err(|error| error.to_string())?;
        Ok(Some(Self { id, method, arguments }))
    }
}

fn answer_all(stream: TcpStream, handlers: &Handlers, probed: &Probed, phases: &Phases) -> Result<(), Fault> {
    let mut frames = Frames::new(stream);
    let (mut answer, mut stamps) = (Vec::new(), Stamps::default());
    while let Some(message) = frames.next()? {
        phases.stamps(&mut stamps);
        let Some(head) = Head::read(message)? else {
            abilities::notified(message, probed)?;
            continue;
        };
        stamps.end(Phase::Parse);
        let handler = handlers.get(head.method);
        stamps.end(Phase::Dispatch);
        begin(&mut answer);
        open_answer(&mut answer, head.id)?;
        let done = match handler {
            Some(handler) => handler(head.arguments, &mut answer, &mut stamps),
            None => Err(format!("no method {:?}", head.method).into()),
        };
        if let Err(error) = done {
            begin(&mut answer);
            match error.downcast_ref::<abilities::Failure>() {
                Some(failure) => write(&mut answer, &(1, head.id, (failure.code, &failure.text), ()))?,
                None => write(&mut answer, &(1, head.id, error.to_string(), ()))?,
            }
        }
        send(frames.stream(), &mut answer)?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
    }
    Ok(())
}

/// An answer up to its result.
fn open_answer(answer: &mut Vec<u8>, id: u32) -> Result<(), Fault> {
    rmp::encode::write_array_len(answer, 4)?;
    rmp::encode::write_uint(answer, 1)?;
    rmp::encode::write_uint(answer, id.into())?;
    Ok(rmp::encode::write_nil(answer)?)
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) -> Result<(), Fault> {
    Ok(rmp_serde::encode::write_named(out, value)?)
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    method_of!(any calling, client(calling))
}

fn client<T: Payload, R>(calling: &Calling, method: Method<T, R>) -> Result<Box<dyn Client>, Fault>
where
    R: PartialEq + Serialize + DeserializeOwned + 'static,
{
    Exchange::boxed(calling, Caller::connect(calling)?, method)
}

struct Caller {
    frames: Frames<TcpStream>,
    request: Vec<u8>,
    id: u32,
}

impl Caller {
    fn connect(calling: &Calling) -> Result<Self, Fault> {
        let frames = Frames::new(sockets::connect(calling.address, calling.timeout())?);
        Ok(Self { frames, request: Vec::new(), id: 0 })
    }

    /// Writes a request with a number of its own.
    fn encode(&mut self, method: &str, argument: &impl Serialize) -> Result<(), CallError> {
        self.id = self.id.wrapping_add(1);
        begin(&mut self.request);
        write(&mut self.request, &(0, self.id, method, (argument,))).map_err(CallError::wrong)
    }

    /// Waits for the next answer; its number and the bytes of its result.
    fn receive_result(&mut self, stamps: &mut Stamps) -> Result<(u32, &[u8]), CallError> {
        let answer = self.frames.next()?.ok_or(std::io::Error::from(std::io::ErrorKind::UnexpectedEof))?;
        stamps.end(Phase::Wait);
        let mut rest = answer;
        let fields = rmp::decode::read_array_len(&mut rest).map_err(CallError::wrong)?;
        let kind: u8 = rmp::decode::read_int(&mut rest).map_err(CallError::wrong)?;
        let id: u32 = rmp::decode::read_int(&mut rest).map_err(CallError::wrong)?;
        if (fields, kind) != (4, 1) {
            return Err(CallError::Wrong("it is no answer".into()));
        }
        match rest.split_first() {
            Some((&NIL, result)) => Ok((id, result)),
            _ => Err(abilities::stated(rest)),
        }
    }

    /// Waits for the next answer; its number and its result.
    fn receive<R: DeserializeOwned>(&mut self, stamps: &mut Stamps) -> Result<(u32, R), CallError> {
        let (id, result) = self.receive_result(stamps)?;
        Ok((id, rmp_serde::from_slice(result).map_err(CallError::wrong)?))
    }
}

impl<T: Serialize, R: DeserializeOwned> Call<T, R> for Caller {
    fn call(&mut self, method: &Method<T, R>, request: &T, stamps: &mut Stamps) -> Result<R, CallError> {
        self.encode(method.name, request)?;
        stamps.end(Phase::Encode);
        send(self.frames.stream(), &mut self.request)?;
        stamps.end(Phase::Send);
        let (id, reply) = self.receive(stamps)?;
        if id != self.id {
            return Err(CallError::Wrong("it is no answer to this call".into()));
        }
        stamps.end(Phase::Decode);
        Ok(reply)
    }
}
