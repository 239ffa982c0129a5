//! What Thrift can: declared exceptions and one-way calls. The methods of a probe, as the compiler would be given them:
//!
//! ```thrift
//! exception Failure { 1: i32 code }
//!
//! i64 echoLong(1: i64 message)
//! i32 fail(1: i32 message) throws (1: Failure failure)
//! oneway void note(1: i32 message)
//! i32 noted(1: i32 message)
//! i32 meet(1: i32 message)
//! ```

use std::sync::Arc;

use thrift::protocol::{TInputProtocol, TMessageType, TOutputProtocol, TType};

use super::field::Field;
use super::{
    ARGUMENT, Answer, Binary, Caller, Compact, Handlers, Protocol, add, explained, read_only, read_reply, write_only,
};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_LONG, FAIL, MEET, NOTE, NOTED, NOTES, Probed, are_noted, have_met, longest_meeting,
};
use crate::call::CallError;
use crate::client::Calling;
use crate::framed::send;
use crate::messages::{Count, echo};
use crate::phases::{Phase, Stamps};

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Calls(|calling| in_protocol!(calling.variant, integers(calling))),
    fault_code: Attempt::Calls(|calling| in_protocol!(calling.variant, fault_code(calling))),
    one_way: Attempt::Calls(|calling| in_protocol!(calling.variant, one_way(calling))),
    concurrent: Attempt::Calls(|calling| in_protocol!(calling.variant, concurrent(calling))),
    ..Abilities::NONE
};

/// Name and number of the exception that `fail` declares.
const FAILURE: (&str, i16) = ("failure", 1);

/// The exception that `fail` declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Failure {
    code: i32,
}

impl Failure {
    const CODE: (&str, i16) = ("code", 1);
}

impl Field for Failure {
    const TYPE: TType = TType::Struct;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        Ok(Self { code: read_only::<Count>(protocol, Self::CODE)?.value })
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        write_only(protocol, "Failure", Self::CODE, &Count::from(self.code))
    }
}

/// Adds the methods of a probe that are answered.
pub(super) fn register<P: Protocol>(handlers: &mut Handlers<P>, probed: &Arc<Probed>) {
    let (noting, meeting) = (probed.clone(), probed.clone());
    add(handlers, NOTED, move |_: Count| Count::from(noting.noted()));
    add(handlers, MEET, move |longest: Count| Count::from(meeting.meet(longest.value)));
    add(handlers, ECHO_LONG, echo::<Long>);
    let fail = |arguments: &mut dyn TInputProtocol, answer: Answer<'_, P>, stamps: &mut Stamps| {
        let code: Count = read_only(arguments, ARGUMENT)?;
        arguments.read_message_end()?;
        stamps.end(Phase::Parse);
        answer.reply(FAIL, FAILURE, &Failure { code: code.value })
    };
    handlers.insert(FAIL, Box::new(fail));
}

/// Takes a one-way call. Nobody hears of one of a method that there is not.
pub(super) fn one_way_call(name: &str, arguments: &mut dyn TInputProtocol, probed: &Probed) -> thrift::Result<()> {
    if name == NOTE {
        let number: Count = read_only(arguments, ARGUMENT)?;
        arguments.read_message_end()?;
        probed.note(number.value);
    }
    Ok(())
}

/// An integer of 64 bits; Thrift has none without a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Long(i64);

impl Field for Long {
    const TYPE: TType = TType::I64;

    fn read(protocol: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        protocol.read_i64().map(Self)
    }

    fn write(&self, protocol: &mut dyn TOutputProtocol) -> thrift::Result<()> {
        protocol.write_i64(self.0)
    }
}

fn integers<P: Protocol>(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::<P>::connect(calling)?;
    [i64::MIN, i64::MAX].into_iter().try_for_each(|limit| ability::echoes(&mut caller, ECHO_LONG, Long(limit)))
}

/// By the declared exception: the codes of a `TApplicationException` are the protocol's own.
fn fault_code<P: Protocol>(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::<P>::connect(calling)?;
    caller.call_ahead(FAIL, ability::CODE)?;
    let answer = caller.receive(&mut Stamps::default())?;
    let failure: Failure = read_reply::<P, _>(answer, FAIL, 1, FAILURE)?;
    ability::came_back(&Failure { code: ability::CODE }, &failure)
}

fn one_way<P: Protocol>(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::<P>::connect(calling)?;
    for number in NOTES {
        caller.write(NOTE, TMessageType::OneWay, &Count::from(number)).map_err(told)?;
        send(caller.frames.stream(), &mut caller.request)?;
    }
    are_noted(calling, || ability::ask::<Count>(&mut caller, NOTED, 0))
}

fn concurrent<P: Protocol>(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::<P>::connect(calling)?;
    caller.call_ahead(MEET, longest_meeting(calling))?;
    caller.call_ahead(MEET, longest_meeting(calling))?;
    let answer = caller.receive(&mut Stamps::default())?;
    // Whichever is answered first; the numbers of the two are 1 and 2.
    let sequence_number = P::reader(answer).read_message_begin().map_err(told)?.sequence_number;
    have_met(read_reply::<P, Count>(answer, MEET, sequence_number, super::SUCCESS)?.value)
}

fn told(error: thrift::Error) -> CallError {
    CallError::Wrong(explained(&error))
}

impl<P: Protocol> Caller<P> {
    /// Sends a call, and reads nothing.
    fn call_ahead(&mut self, name: &str, number: i32) -> Result<(), CallError> {
        self.sequence_number = self.sequence_number.wrapping_add(1);
        self.write(name, TMessageType::Call, &Count::from(number)).map_err(told)?;
        Ok(send(self.frames.stream(), &mut self.request)?)
    }
}
