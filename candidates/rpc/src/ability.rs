//! What a stack can do beyond plain calls, found out by calls of its own client.
//!
//! Beside the methods of [`messages`](crate::messages) every server has those of a probe: `fail` ends with the code in its
//! argument, `note` adds its number to a sum and has no answer, `noted` returns the sum, `meet` waits for another call of it,
//! `callBack` asks its caller, `echoTime` returns a date and time, `echoLong` integers of 64 bits. A server lacks those that its
//! protocol has nothing for.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use wirecost_rpc_protocol::{Ability, Finding};

use wirecost_rpc_protocol::Calling;

use crate::call::{Call, CallError};
use crate::messages::{Method, echo};
use crate::phases::Stamps;
use crate::{Fault, Stack, unconnected};

/// The method that fails with the code in its argument.
pub const FAIL: &str = "fail";
/// The method that adds a number up.
pub const NOTE: &str = "note";
/// The method that returns the sum of `note`.
pub const NOTED: &str = "noted";
/// The method that waits for another call of it, for the milliseconds in its argument. It returns 1 where one came.
pub const MEET: &str = "meet";
/// The method that asks its caller for what [`asked`] gives of a number.
pub const CALL_BACK: &str = "callBack";
/// The method that returns a date and time.
pub const ECHO_TIME: &str = "echoTime";
/// The method that returns integers of 64 bits.
pub const ECHO_LONG: &str = "echoLong";

/// A code for a method to fail with, where a protocol leaves codes to applications. No protocol here gives it a meaning.
pub const CODE: i32 = 42;
/// What is sent to [`NOTE`], a message each.
pub const NOTES: [i32; 3] = [3, 4, 5];
/// Seconds from 1970 to a moment of the year 2001, and nanoseconds on top, for types that can hold them.
pub const MOMENT: (i64, u32) = (986_308_245, 123_456_789);

/// No call of [`MEET`] waits longer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// How one of a stack's abilities is found out.
#[derive(Debug, Clone, Copy)]
pub enum Attempt {
    /// By an ordinary call with the message that came with the question.
    Message,
    /// By these calls. An error is why it cannot.
    Calls(fn(&Calling) -> Result<(), Fault>),
    /// Not at all: its protocol has nothing that could be tried, for this reason.
    Nothing(&'static str),
}

/// How the abilities of a stack are found out that need more than one of its ordinary calls.
#[derive(Debug, Clone, Copy)]
pub struct Abilities {
    /// [`Ability::Integers`].
    pub integers: Attempt,
    /// [`Ability::Struct`].
    pub structs: Attempt,
    /// [`Ability::FaultCode`].
    pub fault_code: Attempt,
    /// [`Ability::OneWay`].
    pub one_way: Attempt,
    /// [`Ability::Concurrent`].
    pub concurrent: Attempt,
    /// [`Ability::BothWays`].
    pub both_ways: Attempt,
    /// [`Ability::DateTime`].
    pub date_time: Attempt,
}

impl Abilities {
    /// Of a protocol of calls and answers, with structs and small integers, and no more.
    pub const NONE: Self = Self {
        integers: Attempt::Nothing("its integers have 32 bits"),
        structs: Attempt::Message,
        fault_code: Attempt::Nothing("its protocol has no code for a failure"),
        one_way: Attempt::Nothing("its protocol answers every request"),
        concurrent: Attempt::Nothing("its protocol has one call at a time"),
        both_ways: Attempt::Nothing("its server answers calls and makes none"),
        date_time: Attempt::Nothing("its formats have no type for it"),
    };

    /// Of a protocol over HTTP.
    pub const OVER_HTTP: Self = Self { one_way: Attempt::Nothing("HTTP answers every request"), ..Self::NONE };
}

/// Finds out what `calling` names.
pub fn find(stack: &Stack, calling: &Calling, ability: Ability) -> Finding {
    let attempt = match ability {
        Ability::UnknownMethod | Ability::WrongType => return refused(stack, calling),
        Ability::Integers => stack.abilities.integers,
        Ability::Struct => stack.abilities.structs,
        Ability::FaultCode => stack.abilities.fault_code,
        Ability::OneWay => stack.abilities.one_way,
        Ability::Concurrent => stack.abilities.concurrent,
        Ability::BothWays => stack.abilities.both_ways,
        Ability::DateTime => stack.abilities.date_time,
    };
    match attempt {
        Attempt::Message => match call_once(stack, calling) {
            Ok(()) => Finding::Can,
            Err(error) => Finding::Cannot(error.to_string()),
        },
        Attempt::Nothing(reason) => Finding::Cannot(format!("nothing to try: {reason}")),
        Attempt::Calls(attempt) => match attempt(calling) {
            Ok(()) => Finding::Can,
            Err(reason) => Finding::Cannot(reason.to_string()),
        },
    }
}

fn call_once(stack: &Stack, calling: &Calling) -> Result<(), CallError> {
    (stack.connect)(calling).map_err(unconnected)?.call(&mut Stamps::default())
}

/// Whether the call, which is none that a server can carry out, is answered with a fault.
fn refused(stack: &Stack, calling: &Calling) -> Finding {
    match call_once(stack, calling) {
        Err(CallError::Stated { .. }) => Finding::Can,
        Err(other) => Finding::Cannot(other.to_string()),
        Ok(()) => Finding::Cannot("it was answered as if it were right".to_owned()),
    }
}

/// Calls a method that returns what it gets.
///
/// # Errors
/// What came in place of it; whatever keeps it from a reply.
pub fn echoes<T: PartialEq + std::fmt::Debug>(
    caller: &mut impl Call<T, T>,
    name: &'static str,
    value: T,
) -> Result<(), Fault> {
    let reply = caller.call(&Method { name, handler: echo }, &value, &mut Stamps::default())?;
    came_back(&value, &reply)
}

/// Calls a method from numbers to numbers.
///
/// # Errors
/// Whatever keeps it from a reply.
pub fn ask<N: From<i32> + Into<i32>>(
    caller: &mut impl Call<N, N>,
    name: &'static str,
    number: i32,
) -> Result<i32, CallError> {
    let method = Method { name, handler: echo };
    caller.call(&method, &number.into(), &mut Stamps::default()).map(Into::into)
}

/// Whether [`FAIL`] fails with the code in its argument.
///
/// # Errors
/// What came in place of it.
pub fn fails_with<N: From<i32> + Into<i32>>(caller: &mut impl Call<N, N>, code: i32) -> Result<(), Fault> {
    match ask(caller, FAIL, code) {
        Err(CallError::Stated { code: Some(known), .. }) if known == code => Ok(()),
        Err(error) => Err(format!("the code {code} did not arrive: {error}").into()),
        Ok(_) => Err("a method that fails is answered as if it did not".into()),
    }
}

/// Whether the [`NOTES`] that were sent have had their effect, which calls of [`NOTED`] tell: a server may come to an
/// ordinary call before them.
///
/// # Errors
/// The sum where it is another when the time of a call is over; whatever keeps a call from its reply.
pub fn are_noted(calling: &Calling, mut noted: impl FnMut() -> Result<i32, CallError>) -> Result<(), Fault> {
    let expected: i32 = NOTES.iter().sum();
    let start = Instant::now();
    loop {
        match noted()? {
            sum if sum == expected => return Ok(()),
            sum if start.elapsed() > calling.timeout() => {
                return Err(format!("what was sent had no effect: {sum} in place of {expected}").into());
            }
            _ => std::thread::yield_now(),
        }
    }
}

/// The argument of [`MEET`] in milliseconds, well below the client's own time limit.
pub fn longest_meeting(calling: &Calling) -> i32 {
    i32::try_from(calling.timeout_ms / 4).unwrap_or(i32::MAX)
}

/// What the first of two calls of [`MEET`] was answered with means.
///
/// # Errors
/// That the second call was not there while the first one waited.
pub fn have_met(answer: i32) -> Result<(), Fault> {
    match answer {
        1 => Ok(()),
        0 => Err("a call is begun only when the one before it on its connection is answered".into()),
        other => Err(format!("a meeting was answered with {other}").into()),
    }
}

/// What a client that is called back makes of a number.
pub fn asked(number: i32) -> i32 {
    number.wrapping_add(1)
}

/// Whether an answer to [`CALL_BACK`] is what the client itself made of `number`.
///
/// # Errors
/// The answer where it is another.
pub fn was_asked(number: i32, answer: i32) -> Result<(), Fault> {
    if answer == asked(number) { Ok(()) } else { Err(format!("the server was told {answer}").into()) }
}

/// Whether a value came back as it went.
///
/// # Errors
/// The value that came in its place.
pub fn came_back<T: PartialEq + std::fmt::Debug>(sent: &T, received: &T) -> Result<(), Fault> {
    if sent == received { Ok(()) } else { Err(format!("{sent:?} came back as {received:?}").into()) }
}

/// What the methods of a server that probes call have in common.
#[derive(Debug, Default)]
pub struct Probed {
    sum: AtomicI32,
    meeting: Mutex<Meeting>,
    met: Condvar,
}

#[derive(Debug, Default)]
struct Meeting {
    /// Somebody waits.
    waited: bool,
    /// Meetings that came about.
    count: u64,
}

impl Probed {
    /// Does what [`NOTE`] does.
    pub fn note(&self, number: i32) {
        self.sum.fetch_add(number, Ordering::Relaxed);
    }

    /// Does what [`NOTED`] does.
    pub fn noted(&self) -> i32 {
        self.sum.load(Ordering::Relaxed)
    }

    /// Does what [`MEET`] does, on the thread that calls.
    pub fn meet(&self, longest_ms: i32) -> i32 {
        let longest = Duration::from_millis(u64::try_from(longest_ms).unwrap_or(0)).min(LONGEST_WAIT);
        let mut meeting = self.meeting.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut meeting.waited) {
            meeting.count += 1;
            self.met.notify_all();
            return 1;
        }
        let before = meeting.count;
        meeting.waited = true;
        let waited = self.met.wait_timeout_while(meeting, longest, |meeting| meeting.count == before);
        let (mut meeting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if meeting.count == before {
            meeting.waited = false;
        }
        i32::from(meeting.count != before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_meet_and_one_alone_does_not() {
        let probed = Probed::default();
        assert_eq!(probed.meet(1), 0);
        assert_eq!(probed.meet(-1), 0, "who went is not met");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| probed.meet(10_000));
            while !probed.meeting.lock().unwrap().waited {
                std::thread::yield_now();
            }
            assert_eq!(probed.meet(0), 1);
            assert_eq!(waiting.join().unwrap(), 1);
        });
        assert_eq!(probed.meet(1), 0, "a meeting is over when two have met");
    }
}
