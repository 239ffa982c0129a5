//! What MessagePack-RPC can: errors of any type, notifications, and the timestamp of MessagePack.

use std::sync::Arc;

use serde::Deserialize as _;

use super::{Caller, Handlers, add, write};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_TIME, FAIL, MEET, MOMENT, NOTE, NOTED, NOTES, Probed, fails_with, longest_meeting,
};
use crate::call::CallError;
use crate::client::Calling;
use crate::framed::{begin, send};
use crate::messages::Count;
use crate::phases::{Phase, Stamps};

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Message,
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling)?, ability::CODE)),
    one_way: Attempt::Calls(one_way),
    concurrent: Attempt::Calls(concurrent),
    date_time: Attempt::Calls(date_time),
    ..Abilities::NONE
};

/// The type of a notification, an array of three.
pub(super) const NOTIFICATION: u8 = 2;

/// Adds the methods of a probe that are called.
pub(super) fn register(handlers: &mut Handlers, probed: &Arc<Probed>) {
    let (noting, meeting) = (probed.clone(), probed.clone());
    add(handlers, NOTED, move |_: Count| Count::from(noting.noted()));
    add(handlers, MEET, move |longest: Count| Count::from(meeting.meet(longest.value)));
    let fail = |argument: &[u8], _: &mut Vec<u8>, _: &mut Stamps| {
        let (code,): (Count,) = super::read(argument)?;
        Err(Failure { code: code.value, text: "as it was told".to_owned() }.into())
    };
    handlers.insert(FAIL, Box::new(fail));
    let echo_time = |mut argument: &[u8], answer: &mut Vec<u8>, stamps: &mut Stamps| {
        if rmp::decode::read_array_len(&mut argument)? != 1 {
            return Err("one argument is due".into());
        }
        let moment = Timestamp::read(&mut argument)?;
        stamps.end(Phase::Parse);
        moment.write(answer)?;
        stamps.end(Phase::Serialise);
        Ok(())
    };
    handlers.insert(ECHO_TIME, Box::new(echo_time));
}

/// Takes a notification, `[2, method, [argument]]`. Nobody hears of one of a method that there is not.
pub(super) fn notified(message: &[u8], probed: &Probed) -> Result<(), Fault> {
    let mut rest = message;
    rmp::decode::read_array_len(&mut rest)?;
    let _kind: u8 = rmp::decode::read_int(&mut rest)?;
    let (method, arguments) = rmp::decode::read_str_from_slice(rest).map_err(|error| error.to_string())?;
    if method == NOTE {
        let (number,): (Count,) = super::read(arguments)?;
        probed.note(number.value);
    }
    Ok(())
}

/// What a method fails with: the error of its answer is the array of both, where other failures are only text.
#[derive(Debug, thiserror::Error)]
#[error("{code}: {text}")]
pub(super) struct Failure {
    pub code: i32,
    pub text: String,
}

/// Reads the error of an answer, behind which its result stands.
pub(super) fn stated(error: &[u8]) -> CallError {
    let both = <(i32, String)>::deserialize(&mut rmp_serde::Deserializer::from_read_ref(error));
    match (both, rmp::decode::read_str_from_slice(error)) {
        (Ok((code, text)), _) => CallError::coded(code, text),
        (Err(_), Ok((text, _))) => CallError::stated(text),
        (Err(error), Err(_)) => CallError::wrong(error),
    }
}

fn one_way(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling)?;
    for number in NOTES {
        begin(&mut caller.request);
        write(&mut caller.request, &(NOTIFICATION, NOTE, (Count::from(number),)))?;
        send(caller.frames.stream(), &mut caller.request)?;
    }
    ability::are_noted(calling, || ability::ask::<Count>(&mut caller, NOTED, 0))
}

fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling)?;
    let longest = Count::from(longest_meeting(calling));
    for _ in 0..2 {
        caller.encode(MEET, &longest)?;
        send(caller.frames.stream(), &mut caller.request)?;
    }
    // The answer to either will do.
    let (_, answer) = caller.receive::<Count>(&mut Stamps::default())?;
    ability::have_met(answer.value)
}

fn date_time(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling)?;
    let moment = Timestamp { seconds: MOMENT.0, nanoseconds: MOMENT.1 };
    begin(&mut caller.request);
    rmp::encode::write_array_len(&mut caller.request, 4)?;
    rmp::encode::write_uint(&mut caller.request, 0)?;
    rmp::encode::write_uint(&mut caller.request, 1)?;
    rmp::encode::write_str(&mut caller.request, ECHO_TIME)?;
    rmp::encode::write_array_len(&mut caller.request, 1)?;
    moment.write(&mut caller.request)?;
    send(caller.frames.stream(), &mut caller.request)?;
    let (_, mut result) = caller.receive_result(&mut Stamps::default())?;
    ability::came_back(&moment, &Timestamp::read(&mut result)?)
}

/// A moment as MessagePack's extension type -1
/// (<https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Timestamp {
    /// From 1970.
    seconds: i64,
    nanoseconds: u32,
}

impl Timestamp {
    const TYPE: i8 = -1;
    /// Bits of the seconds in the form of eight bytes.
    const SECONDS: u32 = 34;

    fn write(self, out: &mut Vec<u8>) -> Result<(), Fault> {
        match u64::try_from(self.seconds).ok().filter(|seconds| seconds >> Self::SECONDS == 0) {
            Some(seconds) => {
                rmp::encode::write_ext_meta(out, 8, Self::TYPE)?;
                out.extend_from_slice(&(u64::from(self.nanoseconds) << Self::SECONDS | seconds).to_be_bytes());
            }
            None => {
                rmp::encode::write_ext_meta(out, 12, Self::TYPE)?;
                out.extend_from_slice(&self.nanoseconds.to_be_bytes());
                out.extend_from_slice(&self.seconds.to_be_bytes());
            }
        }
        Ok(())
    }

    fn read(bytes: &mut &[u8]) -> Result<Self, Fault> {
        let meta = rmp::decode::read_ext_meta(bytes)?;
        if meta.typeid != Self::TYPE {
            return Err(format!("an extension of type {} is no timestamp", meta.typeid).into());
        }
        let (seconds, nanoseconds) = if meta.size == 4 {
            (u32::from_be_bytes(take(bytes)?).into(), 0)
        } else if meta.size == 8 {
            let both = u64::from_be_bytes(take(bytes)?);
            ((both & ((1 << Self::SECONDS) - 1)) as i64, (both >> Self::SECONDS) as u32)
        } else if meta.size == 12 {
            let nanoseconds = u32::from_be_bytes(take(bytes)?);
            (i64::from_be_bytes(take(bytes)?), nanoseconds)
        } else {
            return Err(format!("a timestamp of {} bytes", meta.size).into());
        };
        Ok(Self { seconds, nanoseconds })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Fault> {
    let (taken, rest) = bytes.split_first_chunk().ok_or("the message ends within a timestamp")?;
    *bytes = rest;
    Ok(*taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_moment_is_read_as_it_was_written(seconds: i64, nanoseconds in 0..1_000_000_000_u32) {
            let (moment, mut bytes) = (Timestamp { seconds, nanoseconds }, Vec::new());
            moment.write(&mut bytes).unwrap();
            prop_assert_eq!(Timestamp::read(&mut bytes.as_slice()).unwrap(), moment);
        }

        #[test]
        fn bytes_that_are_none_are_an_error_or_a_moment(bytes: Vec<u8>) {
            let _ = Timestamp::read(&mut bytes.as_slice());
            let _ = notified(&bytes, &Probed::default());
        }
    }

    #[test]
    fn the_form_of_four_bytes_has_seconds_only() {
        let bytes = [0xd6, 0xff, 0, 0, 1, 0];
        assert_eq!(Timestamp::read(&mut &bytes[..]).unwrap(), Timestamp { seconds: 256, nanoseconds: 0 });
    }
}
