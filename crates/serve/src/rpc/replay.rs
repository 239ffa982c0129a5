//! Load by the generator, with the octets that a stack's own client sends.

use wirecost_host::Server;
use wirecost_load::protocol::exact::Exact;
use wirecost_load::protocol::http::Http;

use super::client::Process;
use super::record::{Exchange, Recorder};
use crate::candidate::Replay;
use crate::trial::{Measured, Trial};

impl Trial<'_> {
    /// Records a call of the stack's own client, and has the generator repeat it.
    pub(crate) fn measure_replayed(&self, server: &mut Server) -> Result<Measured, String> {
        let io = |error: std::io::Error| format!("its client cannot be recorded: {error}");
        let recorder = Recorder::start(server.address()).map_err(io)?;
        let mut client = Process::start(self, server, recorder.address, 0)?;
        let cold = client.ready(server)?;
        drop(client);
        let exchange = recorder.last().filter(|exchange| !exchange.answer.is_empty());
        let Exchange { request, answer } = exchange.ok_or("its client was not recorded: nothing came back")?;
        let replay = self.candidate.file.client.as_ref().map_or(Replay::None, |client| client.replay);
        let (result, used) = match replay {
            Replay::None => return Err("what its client sends cannot be sent again".into()),
            Replay::Exact => self.load_from_generators(server, Exact::new(request, answer))?,
            Replay::Http => {
                let recorded = Http::recorded(request, &answer).map_err(|reason| format!("its client: {reason}"))?;
                self.load_from_generators(server, recorded)?
            }
        };
        Ok(Measured { result, used, cold, more: Default::default() })
    }
}
