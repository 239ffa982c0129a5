//! What Cap'n Proto can: calls side by side, and calls both ways, since an argument may be an object that lives with the
//! client.

use std::rc::Rc;

use capnp_rpc::new_client;
use futures_util::future::join;
use tokio::time::timeout;

use super::wirecost_capnp::{caller, wirecost};
use super::{Connection, failed};
use crate::Fault;
use crate::ability::{Abilities, Attempt, Probed, asked, came_back, have_met, longest_meeting, was_asked};
use crate::client::Calling;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Calls(integers),
    fault_code: Attempt::Nothing("an exception has one of four kinds and a text, and no code of the application's"),
    one_way: Attempt::Nothing("each of its calls is answered, if only by an empty result"),
    concurrent: Attempt::Calls(concurrent),
    both_ways: Attempt::Calls(both_ways),
    ..Abilities::NONE
};

/// Does what `meet` does, on a thread of tokio's for what blocks.
pub(super) async fn meet(
    probed: &'static Probed,
    params: wirecost::MeetParams,
    mut results: wirecost::MeetResults,
) -> capnp::Result<()> {
    let longest_ms = params.get()?.get_longest_ms();
    let met = tokio::task::spawn_blocking(move || probed.meet(longest_ms)).await;
    results.get().set_met(met.map_err(|error| capnp::Error::failed(error.to_string()))?);
    Ok(())
}

/// Does what `callBack` does.
pub(super) async fn call_back(
    params: wirecost::CallBackParams,
    mut results: wirecost::CallBackResults,
) -> capnp::Result<()> {
    let params = params.get()?;
    let mut request = params.get_caller()?.ask_request();
    request.get().set_number(params.get_number());
    results.get().set_answer(request.send().promise.await?.get()?.get_answer());
    Ok(())
}

/// Does what `echoLong` does.
pub(super) fn echo_long(params: wirecost::EchoLongParams, mut results: wirecost::EchoLongResults) -> capnp::Result<()> {
    let params = params.get()?;
    results.get().set_signed(params.get_signed());
    results.get().set_unsigned(params.get_unsigned());
    Ok(())
}

fn integers(calling: &Calling) -> Result<(), Fault> {
    let connection = Connection::open(calling)?;
    for sent in [(i64::MIN, u64::MAX), (i64::MAX, 0)] {
        let called = async {
            let mut request = connection.remote.echo_long_request();
            request.get().set_signed(sent.0);
            request.get().set_unsigned(sent.1);
            let answer = timeout(calling.timeout(), request.send().promise).await?;
            let answer = answer.and_then(|answer| answer.get().map(|long| (long.get_signed(), long.get_unsigned())));
            answer.map_err(|error| Fault::from(failed(error)))
        };
        came_back(&sent, &connection.local.block_on(&connection.runtime, called)?)?;
    }
    Ok(())
}

fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let connection = Connection::open(calling)?;
    let meet = || {
        let mut request = connection.remote.meet_request();
        request.get().set_longest_ms(longest_meeting(calling));
        request.send().promise
    };
    let both = async { timeout(calling.timeout(), join(meet(), meet())).await };
    let (one, two) = connection.local.block_on(&connection.runtime, both)?;
    for answer in [one, two] {
        have_met(answer.and_then(|answer| Ok(answer.get()?.get_met())).map_err(failed)?)?;
    }
    Ok(())
}

/// What the client gives to the server, to be asked.
struct Asked;

impl caller::Server for Asked {
    async fn ask(self: Rc<Self>, params: caller::AskParams, mut results: caller::AskResults) -> capnp::Result<()> {
        results.get().set_answer(asked(params.get()?.get_number()));
        Ok(())
    }
}

fn both_ways(calling: &Calling) -> Result<(), Fault> {
    /// What the client is asked about.
    const NUMBER: i32 = 1000;
    let connection = Connection::open(calling)?;
    let called = async {
        let mut request = connection.remote.call_back_request();
        request.get().set_caller(new_client(Asked));
        request.get().set_number(NUMBER);
        let answer = timeout(calling.timeout(), request.send().promise).await?;
        let answer = answer.and_then(|answer| Ok(answer.get()?.get_answer()));
        answer.map_err(|error| Fault::from(failed(error)))
    };
    was_asked(NUMBER, connection.local.block_on(&connection.runtime, called)?)
}
