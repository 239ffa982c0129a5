//! The shortened server of 2001: frames without greeting, methods or dispatch, and always the same answer.

use std::io::Write;
use std::net::TcpStream;

use sbw::block::{Block, BlockReader, ItemType};
use sbw::message::{DEFAULT_MAX_MESSAGE, Frame, Message, MessageReader, MethodId, ModuleId};

use crate::ability::Abilities;
use crate::call::{CallError, Client};
use crate::client::Calling;
use crate::messages::{Doubles, Empty, Payload, Text};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::stacks::sbw::Item;
use crate::{Fault, Stack, sockets};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: Abilities::NONE };

/// What it always answers.
const ANSWER: i32 = 100;
/// Whom a call names, which nobody looks at.
const NOBODY: ModuleId = ModuleId(0);

fn serve(serving: &Serving) -> Result<(), Fault> {
    Ok(sockets::serve_each(&serving.listen()?, |stream| answer_all(stream, serving.phases))?)
}

fn answer_all(stream: TcpStream, phases: &Phases) -> Result<(), Fault> {
    let mut messages = MessageReader::new(stream, DEFAULT_MAX_MESSAGE);
    let mut stamps = Stamps::default();
    while let Some(bytes) = messages.read_message()? {
        phases.stamps(&mut stamps);
        let Message::Request(request) = Message::parse(&bytes)? else { continue };
        let mut reader = BlockReader::new(request.items);
        match reader.peek()? {
            Some(ItemType::String) => drop(reader.string()?),
            Some(ItemType::Array) => drop(reader.array::<f64>()?),
            _ => {}
        }
        stamps.end(Phase::Parse);
        let mut block = Block::new();
        block.integer(ANSWER);
        let frame = Frame::reply(request.source, request.message_id, block)?;
        stamps.end(Phase::Serialise);
        let mut stream = messages.stream();
        stream.write_all(frame.bytes())?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
    }
    Ok(())
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    let value = calling.value()?;
    match calling.message_type.as_str() {
        "empty" => client::<Empty>(calling, value),
        "string" => client::<Text>(calling, value),
        "doubles" => client::<Doubles>(calling, value),
        other => Err(format!("it reads no message of type {other:?}").into()),
    }
}

fn client<T: Item + Payload>(calling: &Calling, value: wirecost_value::Value) -> Result<Box<dyn Client>, Fault> {
    let stream = sockets::connect(calling.address, calling.timeout())?;
    let messages = MessageReader::new(stream, DEFAULT_MAX_MESSAGE);
    Ok(Box::new(Shortened { messages, request: wirecost_value::from_value::<T>(value)?, id: 0 }))
}

struct Shortened<T> {
    messages: MessageReader<TcpStream>,
    request: T,
    id: i32,
}

impl<T: Item> Client for Shortened<T> {
    fn call(&mut self, stamps: &mut Stamps) -> Result<(), CallError> {
        stamps.start();
        self.id = self.id.wrapping_add(1) & i32::MAX;
        let mut block = Block::new();
        self.request.write(&mut block).map_err(CallError::wrong)?;
        let frame = Frame::call(MethodId::new(NOBODY, 0, 0), NOBODY, self.id, block).map_err(CallError::wrong)?;
        stamps.end(Phase::Encode);
        let mut stream = self.messages.stream();
        stream.write_all(frame.bytes())?;
        stamps.end(Phase::Send);
        let bytes = self.messages.read_message().map_err(std::io::Error::other)?;
        let bytes = bytes.ok_or(std::io::Error::from(std::io::ErrorKind::UnexpectedEof))?;
        stamps.end(Phase::Wait);
        let answer = match Message::parse(&bytes).map_err(CallError::wrong)? {
            Message::Reply { message_id, items, .. } if message_id == self.id => {
                BlockReader::new(items).integer().map_err(CallError::wrong)?
            }
            other => return Err(CallError::Wrong(format!("{other:?}"))),
        };
        stamps.end(Phase::Decode);
        if answer == ANSWER { Ok(()) } else { Err(CallError::Wrong(answer.to_string())) }
    }
}
