//! What JSON-RPC over HTTP can: errors with codes.

use std::sync::Arc;

use jsonrpsee::RpcModule;
use jsonrpsee::types::ErrorObjectOwned;
use serde::Serialize;

use super::Caller;
use crate::Fault;
use crate::ability::{self, Abilities, Attempt, FAIL, MEET, NOTE, NOTED, NOTES, Probed, fails_with, have_met};
use crate::client::Calling;
use crate::messages::Count;
use crate::phases::Stamps;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Message,
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling)?, ability::CODE)),
    one_way: Attempt::Calls(one_way),
    concurrent: Attempt::Calls(concurrent),
    ..Abilities::OVER_HTTP
};

/// Adds the methods of a probe. Those that wait do so on a thread of tokio's for what blocks.
pub(super) fn register(module: &mut RpcModule<()>) -> Result<(), Fault> {
    let probed: Arc<Probed> = Arc::default();
    let (noting, noted, meeting) = (probed.clone(), probed.clone(), probed);
    module.register_method(FAIL, |parameters, _, _| {
        let code = parameters.one::<Count>()?;
        Err::<(), _>(ErrorObjectOwned::owned(code.value, "as it was told", None::<()>))
    })?;
    module.register_method(NOTE, move |parameters, _, _| {
        noting.note(parameters.one::<Count>()?.value);
        Ok::<_, ErrorObjectOwned>(())
    })?;
    module.register_method(NOTED, move |_, _, _| Ok::<_, ErrorObjectOwned>(Count::from(noted.noted())))?;
    module.register_blocking_method(MEET, move |parameters, _, _| {
        let longest = parameters.one::<Count>()?;
        Ok::<_, ErrorObjectOwned>(Count::from(meeting.meet(longest.value)))
    })?;
    Ok(())
}

/// A request without a number is a notification (JSON-RPC 2.0, 4.1).
#[derive(Serialize)]
struct Notification<'a> {
    jsonrpc: &'static str,
    method: &'a str,
    params: [Count; 1],
}

/// HTTP answers a notification whatever the server makes of it, and this returns what the server made of it.
fn one_way(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling)?;
    let mut status = String::new();
    for number in NOTES {
        let notification = Notification { jsonrpc: "2.0", method: NOTE, params: [number.into()] };
        let request = serde_json::to_vec(&notification)?;
        status = caller.poster.post(&request, &mut caller.reply, &mut Stamps::default())?.first;
    }
    let noted = ability::ask::<Count>(&mut caller, NOTED, 0)?;
    let effect = if noted == NOTES.iter().sum::<i32>() { "its effect" } else { "no effect" };
    Err(format!("HTTP answers a notification too, with status {status}; it had {effect}").into())
}

/// Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2).
fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling)?;
    let longest = Count::from(ability::longest_meeting(calling));
    for _ in 0..2 {
        caller.encode(MEET, &longest)?;
        caller.poster.send(&caller.request)?;
    }
    // HTTP/1.1 answers in the order of the requests.
    caller.id = 1;
    have_met(caller.receive::<Count>(&mut Stamps::default())?.value)
}
