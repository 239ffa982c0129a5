//! What XML-RPC can: faults with codes, and `dateTime.iso8601`.

use std::sync::Arc;

use dxr::DateTime;

use super::values::{Arrays, parameter};
use super::{Caller, Handlers, add, fault, name};
use crate::Fault;
use crate::ability::{
    self, Abilities, Attempt, ECHO_TIME, FAIL, MEET, Probed, echoes, fails_with, have_met, longest_meeting,
};
use crate::client::Calling;
use crate::messages::{Count, echo};
use crate::phases::Stamps;

pub(super) const ABILITIES: Abilities = Abilities {
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling, FAIL)?, ability::CODE)),
    concurrent: Attempt::Calls(concurrent),
    date_time: Attempt::Calls(date_time),
    ..Abilities::OVER_HTTP
};

/// A moment as XML-RPC writes it, which has neither a fraction of a second nor a time zone.
const MOMENT: &str = "20010403T14:30:45";

/// Adds the methods of a probe.
pub(super) fn register(handlers: &mut Handlers, arrays: Arrays) {
    let probed: Arc<Probed> = Arc::default();
    add(handlers, arrays, MEET, move |longest: Count| Count::from(probed.meet(longest.value)));
    add(handlers, arrays, ECHO_TIME, echo::<DateTime>);
    let fail = |parameters: &[dxr::Value], _: &mut Stamps| {
        let code: Count = parameter(parameters)?;
        Err(fault(code.value, "as it was told"))
    };
    handlers.insert(name(FAIL), Box::new(fail));
}

/// Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2).
fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling, MEET)?;
    for _ in 0..2 {
        caller.encode(&Count::from(longest_meeting(calling)))?;
        caller.poster.send(caller.request.as_bytes())?;
    }
    have_met(caller.receive::<Count>(&mut Stamps::default())?.value)
}

fn date_time(calling: &Calling) -> Result<(), Fault> {
    echoes(&mut Caller::connect(calling, ECHO_TIME)?, ECHO_TIME, MOMENT.parse::<DateTime>()?)
}
