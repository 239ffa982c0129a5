//! The rpc lab: what a call costs.
//!
//! The client of a stack is a process too, and is measured with its server: `own` loads a server by it, and `replay` by
//! wirecost's generator with what that client sends. [`probe`] finds out what stacks can do. Servers, placement, load and
//! trials are those of all labs of servers (`wirecost-server-lab`).

mod calls;
mod client;
mod fitness;
mod own;
pub mod probe;
mod proxy;
mod record;
mod replay;
mod turns;

use std::time::Duration;

use wirecost_catalog::{Content, Message};
use wirecost_host::Server;
use wirecost_server_lab::in_turn::{Rotation, Seat, Terms};
use wirecost_server_lab::serving::{CalledBy, ServerLoad, Serving};
use wirecost_server_lab::{Candidate, LabOfServers, Measured, Reason, ServerLab, TakesTurns, Trial};
use wirecost_value::encoding;

use crate::calls::{Calls, Task};
use crate::client::Process;

/// A message without a type, for stacks that carry any.
const ANY: &str = "any";

/// The lab, for the list of labs.
pub static LAB: LabOfServers = LabOfServers(&Rpc);

/// The rpc lab: a method is called.
#[derive(Debug, Clone, Copy)]
pub struct Rpc;

impl ServerLab for Rpc {
    fn name(&self) -> &'static str {
        "rpc"
    }

    fn summary(&self) -> &'static str {
        "Remote procedure calls: servers with their clients"
    }

    fn calls(&self) -> bool {
        true
    }

    fn operations(&self, serving: &Serving) -> Vec<&'static str> {
        serving.operations.iter().map(|asked| asked.name()).collect()
    }

    fn parameters(&self, load: &ServerLoad) -> Vec<(&'static str, String)> {
        load.rpc_parameters()
    }

    fn format(&self, candidate: Option<&Candidate>, _: &Message) -> String {
        let client = candidate.and_then(|candidate| candidate.file.client.as_ref());
        client.map_or_else(|| "none".to_owned(), |client| client.format.clone())
    }

    /// The data tree in wirecost's own encoding.
    fn content(&self, content: &Content) -> Result<Vec<u8>, Reason> {
        let value = content.value.as_ref().map_err(|reason| Reason::NotRepresentable(reason.to_string()))?;
        let mut bytes = Vec::new();
        encoding::encode(value, &mut bytes).map_err(|error| Reason::NotRepresentable(error.to_string()))?;
        Ok(bytes)
    }

    fn unfit(&self, candidate: &Candidate, message: &Message) -> Option<Reason> {
        self.content(&message.content).err().or_else(|| fitness::unfit(candidate, message))
    }

    fn unable(&self, candidate: &Candidate, operation: &str, load: &ServerLoad) -> Option<Reason> {
        fitness::unable(candidate, operation, load)
    }

    /// Both do nothing with a message: they cost transport, which is part of every stack. The second is for loads that need HTTP.
    fn controls(&self) -> &'static [&'static str] {
        &["raw-tcp", "soap-ladder-fixed"]
    }

    /// A client of its own takes turns in a closed loop alone.
    fn turns(&self, load: &ServerLoad) -> Option<&dyn TakesTurns> {
        let able = load.client == CalledBy::Generator || load.rate_per_s.is_none();
        (load.generators == 1 && able).then_some(self)
    }

    fn measure(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Measured, Reason> {
        match trial.load.client {
            CalledBy::Own => own::measure(trial, server),
            CalledBy::Generator => {
                let cold = self.check(trial, server)?;
                replay::measure(trial, server, cold)
            }
        }
    }
}

impl TakesTurns for Rpc {
    fn check(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Duration, Reason> {
        Ok(Process::start(&Calls::of(trial), server, server.address(), Task::CALL)?.ready(server)?.cold())
    }

    fn needs_control(&self, load: &ServerLoad) -> bool {
        load.rate_per_s.is_none() || load.client == CalledBy::Own
    }

    fn rotate(&self, seats: &mut [Seat<'_>], terms: Terms<'_>) -> Result<Rotation, Reason> {
        match seats.first().map(|seat| seat.trial.load.client) {
            Some(CalledBy::Generator) => replay::rotate(seats, terms),
            _ => turns::rotate(seats, terms),
        }
    }

    fn window(&self, trial: &Trial<'_>, server: &mut Server, cold: Duration) -> Result<Measured, Reason> {
        match trial.load.client {
            CalledBy::Own => own::measure(trial, server),
            CalledBy::Generator => replay::measure(trial, server, cold),
        }
    }
}
