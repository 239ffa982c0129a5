//! What JSON over HTTP/2 can: as over HTTP/1.1, and calls side by side on one connection.

use futures_util::future::join;

use super::{Caller, post, read};
use crate::Fault;
use crate::ability::{self, Abilities, Attempt, FAIL, MEET, fails_with, have_met};
use crate::client::Calling;
use crate::messages::Count;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Message,
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling, FAIL)?, ability::CODE)),
    concurrent: Attempt::Calls(concurrent),
    ..Abilities::OVER_HTTP
};

fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let Caller { runtime, mut sender, uri, timeout } = Caller::connect(calling, MEET)?;
    // A clone of a sender is the same connection.
    let mut other = sender.clone();
    let longest = serde_json::to_vec(&Count::from(ability::longest_meeting(calling)))?;
    let one = post(&mut sender, &uri, longest.clone(), timeout);
    let two = post(&mut other, &uri, longest, timeout);
    let (one, two) = runtime.block_on(async { join(one, two).await });
    let [one, two] = [one?, two?].map(|(status, body)| read::<Count>(status.as_str(), &body));
    have_met(one?.value.min(two?.value))
}
