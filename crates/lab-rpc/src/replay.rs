//! Load by the generator, with the bytes that a stack's own client sends.

use std::time::Duration;

use wirecost_host::Server;
use wirecost_load::Protocol;
use wirecost_load::protocol::exact::Exact;
use wirecost_load::protocol::http::Http;
use wirecost_load::protocol::{Answer, Verdict};
use wirecost_server_lab::candidate::Replay;
use wirecost_server_lab::in_turn::{self, Rotation, Seat, Terms};
use wirecost_server_lab::{Measured, Reason, Trial};

use crate::calls::Calls;
use crate::record::{Exchange, record};

/// Records a call of the stack's own client, and has the generator repeat it. `cold` is how long the first call took.
pub(crate) fn measure(trial: &Trial<'_>, server: &mut Server, cold: Duration) -> Result<Measured, Reason> {
    let exchange = record(&Calls::of(trial), server)?;
    let (result, used) = trial.load_from_generators(server, Replayed::new(trial, &exchange)?)?;
    Ok(Measured { result, used, cold, more: exchange.sizes() })
}

/// Loads servers in turn, each by what its own client sends.
pub(crate) fn rotate(seats: &mut [Seat<'_>], terms: Terms<'_>) -> Result<Rotation, Reason> {
    let replayed = seats.iter_mut().map(|seat| {
        let exchange = record(&Calls::of(&seat.trial), seat.server)?;
        Replayed::new(&seat.trial, &exchange)
    });
    let replayed = replayed.collect::<Result<Vec<_>, Reason>>()?;
    in_turn::generate(seats, replayed, terms)
}

/// What a stack's own client sent, again and again.
#[derive(Clone)]
enum Replayed {
    Exact(Exact),
    Http(Http),
}

/// An answer that is being read.
#[derive(Default)]
struct Reading {
    exact: <Exact as Protocol>::Parser,
    http: <Http as Protocol>::Parser,
}

impl Replayed {
    fn new(trial: &Trial<'_>, exchange: &Exchange) -> Result<Self, Reason> {
        if exchange.answer.is_empty() {
            return Err("its client was not recorded: nothing came back".into());
        }
        let Exchange { request, answer } = exchange.clone();
        match trial.candidate.file.client.as_ref().map_or(Replay::None, |client| client.replay) {
            Replay::None => Err("the request of its client cannot be sent again".into()),
            Replay::Exact => Ok(Self::Exact(Exact::new(request, answer))),
            Replay::Http => {
                let recorded = Http::recorded(request, &answer).map_err(|reason| format!("its client: {reason}"))?;
                Ok(Self::Http(recorded))
            }
        }
    }
}

impl Protocol for Replayed {
    type Parser = Reading;

    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        match self {
            Self::Exact(exact) => exact.requests(first, count),
            Self::Http(http) => http.requests(first, count),
        }
    }

    fn answer(&mut self, parser: &mut Reading, request: u64, input: &[u8]) -> Answer {
        match self {
            Self::Exact(exact) => exact.answer(&mut parser.exact, request, input),
            Self::Http(http) => http.answer(&mut parser.http, request, input),
        }
    }

    fn end_of_stream(&mut self, parser: &mut Reading, request: u64) -> Option<Verdict> {
        match self {
            Self::Exact(exact) => exact.end_of_stream(&mut parser.exact, request),
            Self::Http(http) => http.end_of_stream(&mut parser.http, request),
        }
    }

    fn status(&self) -> Option<String> {
        match self {
            Self::Exact(exact) => exact.status(),
            Self::Http(http) => http.status(),
        }
    }
}
