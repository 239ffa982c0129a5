//! The http lab: what a web server's answer costs.
//!
//! The lab brings what is HTTP's own: the answer that a message becomes ([`content`]), and the request for it with the check of
//! every answer ([`request`]). Servers, placement, load and trials are those of all labs of servers (`wirecost-server-lab`).

pub mod content;
mod fitness;
pub mod request;

use std::collections::BTreeMap;
use std::time::Duration;

use wirecost_catalog::{Content, Message};
use wirecost_host::{Nonce, Server};
use wirecost_model::EstimateId;
use wirecost_server_lab::in_turn::{self, Rotation, Seat, Terms};
use wirecost_server_lab::launch::with_last_words;
use wirecost_server_lab::serving::{ServerLoad, Serving};
use wirecost_server_lab::{Candidate, LabOfServers, Measured, Reason, ServerLab, TakesTurns, Trial};

use crate::content::served;

/// The operation of every case.
const OPERATION: &str = "get";

/// The lab, for the list of labs.
pub static LAB: LabOfServers = LabOfServers(&Http);

/// The http lab: a page is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Http;

impl ServerLab for Http {
    fn name(&self) -> &'static str {
        "http"
    }

    fn summary(&self) -> &'static str {
        "Web servers under load"
    }

    fn operations(&self, _: &Serving) -> Vec<&'static str> {
        vec![OPERATION]
    }

    fn parameters(&self, load: &ServerLoad) -> Vec<(&'static str, String)> {
        load.http_parameters()
    }

    fn format(&self, _: Option<&Candidate>, message: &Message) -> String {
        served(&message.content).map_or("none", |served| served.format).to_owned()
    }

    fn content(&self, content: &Content) -> Result<Vec<u8>, Reason> {
        served(content).map(|served| served.bytes)
    }

    fn unfit(&self, candidate: &Candidate, message: &Message) -> Option<Reason> {
        fitness::unfit(candidate, message)
    }

    fn nonce(&self) -> Option<Nonce> {
        Some(request::nonce())
    }

    /// It comes with wirecost, and computes, allocates and calls the system as most servers do.
    fn controls(&self) -> &'static [&'static str] {
        &["hyper"]
    }

    fn turns(&self, load: &ServerLoad) -> Option<&dyn TakesTurns> {
        (load.generators == 1).then_some(self)
    }

    fn measure(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Measured, Reason> {
        let cold = self.check(trial, server)?;
        self.window(trial, server, cold)
    }
}

impl TakesTurns for Http {
    fn check(&self, trial: &Trial<'_>, server: &mut Server) -> Result<Duration, Reason> {
        let cold = ask(trial, server)?;
        ask(trial, server)?;
        Ok(cold)
    }

    fn needs_control(&self, load: &ServerLoad) -> bool {
        load.rate_per_s.is_none()
    }

    fn rotate(&self, seats: &mut [Seat<'_>], terms: Terms<'_>) -> Result<Rotation, Reason> {
        in_turn::generate(seats, seats.iter().map(|seat| protocol(&seat.trial, seat.server)).collect(), terms)
    }

    fn window(&self, trial: &Trial<'_>, server: &mut Server, cold: Duration) -> Result<Measured, Reason> {
        let (result, used) = trial.load_from_generators(server, protocol(trial, server))?;
        let more = BTreeMap::from([(EstimateId::SizeBytes, trial.content.len() as f64)]);
        Ok(Measured { result, used, cold, more })
    }
}

fn protocol(trial: &Trial<'_>, server: &Server) -> wirecost_load::protocol::http::Http {
    request::protocol(server.address(), trial.load.close, trial.content)
}

/// One request, checked; how long it took with its connection.
fn ask(trial: &Trial<'_>, server: &mut Server) -> Result<Duration, Reason> {
    let asked = request::ask(server.address(), trial.content, trial.timeout);
    asked.map_err(|reason| with_last_words(server, reason))
}

#[cfg(test)]
mod tests {
    use wirecost_catalog::Suite;
    use wirecost_lab::Lab as _;

    use super::LAB;

    const SUITE: &str = r#"
summary = "s"
[http]
budget = "1m"
trials = 1
messages = ["hello"]
candidates = ["*"]
warmup = "0s"
window = "1s"
[[http.load]]
connections = [1]
"#;

    #[test]
    fn settings_that_are_only_for_calls_are_refused() {
        let is_in = |text: &str| LAB.is_in(&Suite::parse("s", "s.toml", text).unwrap());
        assert!(is_in(SUITE).unwrap());
        for said in ["window = \"1s\"\noperations = [\"count\"]", "window = \"1s\"\nstamped = \"1s\""] {
            let error = is_in(&SUITE.replace("window = \"1s\"", said)).unwrap_err().to_string();
            assert!(error.starts_with("s.toml: [http] operations, stamped"), "{error}");
        }
        for said in ["client = [\"generator\"]", "transfer = [\"chunked\"]"] {
            let error = is_in(&format!("{SUITE}{said}\n")).unwrap_err().to_string();
            assert!(error.starts_with("s.toml: [http] operations, stamped"), "{error}");
        }
    }
}
