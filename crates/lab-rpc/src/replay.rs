//! Load by the generator, with the bytes that a stack's own client sends.

use wirecost_host::Server;
use wirecost_load::protocol::exact::Exact;
use wirecost_load::protocol::http::Http;
use wirecost_served::candidate::Replay;
use wirecost_served::{Measured, Reason, Trial};

use crate::calls::{Calls, Task};
use crate::client::Process;
use crate::record::{Exchange, record};

/// Records a call of the stack's own client, and has the generator repeat it.
pub(crate) fn measure(trial: &Trial<'_>, server: &mut Server) -> Result<Measured, Reason> {
    let calls = Calls::of(trial);
    let cold = Process::start(&calls, server, server.address(), Task::CALL)?.ready(server)?;
    let exchange = record(&calls, server)?;
    if exchange.answer.is_empty() {
        return Err("its client was not recorded: nothing came back".into());
    }
    let more = exchange.sizes();
    let Exchange { request, answer } = exchange;
    let replay = trial.candidate.file.client.as_ref().map_or(Replay::None, |client| client.replay);
    let (result, used) = match replay {
        Replay::None => return Err("the request of its client cannot be sent again".into()),
        Replay::Exact => trial.load_from_generators(server, Exact::new(request, answer))?,
        Replay::Http => {
            let recorded = Http::recorded(request, &answer).map_err(|reason| format!("its client: {reason}"))?;
            trial.load_from_generators(server, recorded)?
        }
    };
    Ok(Measured { result, used, cold, more })
}
