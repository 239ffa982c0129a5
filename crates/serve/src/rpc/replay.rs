//! Load by the generator, with the octets that a stack's own client sends.

use wirecost_host::Server;
use wirecost_load::protocol::exact::Exact;
use wirecost_load::protocol::http::Http;

use super::client::Process;
use super::octets;
use super::record::Exchange;
use crate::candidate::Replay;
use crate::trial::{Measured, Trial};

impl Trial<'_> {
    /// Records a call of the stack's own client, and has the generator repeat it.
    pub(crate) fn measure_replayed(&self, server: &mut Server) -> Result<Measured, String> {
        let cold = Process::start(self, server, server.address(), 0)?.ready(server)?;
        let exchange = self.record(server)?;
        if exchange.answer.is_empty() {
            return Err("its client was not recorded: nothing came back".into());
        }
        let sizes = octets(&exchange);
        let Exchange { request, answer } = exchange;
        let replay = self.candidate.file.client.as_ref().map_or(Replay::None, |client| client.replay);
        let (result, used) = match replay {
            Replay::None => return Err("the request of its client cannot be sent again".into()),
            Replay::Exact => self.load_from_generators(server, Exact::new(request, answer))?,
            Replay::Http => {
                let recorded = Http::recorded(request, &answer).map_err(|reason| format!("its client: {reason}"))?;
                self.load_from_generators(server, recorded)?
            }
        };
        Ok(Measured { result, used, cold, more: sizes })
    }
}
