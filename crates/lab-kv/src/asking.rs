//! How the load generator asks a store.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_load::protocol::store::{Dialect, Order, Store as Keys, Workload};
use wirecost_load::{Address, Login, Options, Schedule, Target};
use wirecost_server_lab::Reason;
use wirecost_server_lab::launch::with_last_words;

use crate::case::Case;
use crate::client::{ClientError, Patience, StoreClient};
use crate::steps::Step;

/// A store that is asked for nothing yet, with the keys and values of a step.
pub(crate) fn keys(dialect: Dialect, step: &Step) -> Keys {
    let Step { keys, value_bytes, .. } = *step;
    let workload = Workload { keys, value_bytes, order: Order::InOrder, writes: 1.0, seed: 0 };
    match step.content.bodies() {
        [] => Keys::new(dialect, workload),
        bodies => Keys::of_bodies(dialect, workload, bodies),
    }
}

/// Sees that the server which was started is the one that answers: a word that nobody else knows comes back. How long the
/// first answer took, with its connection.
pub(crate) fn check(dialect: Dialect, server: &mut Server, patience: &Patience) -> Result<Duration, Reason> {
    let word = format!("{:032x}", fastrand::u128(..));
    match store_and_fetch(dialect, server.address(), patience, &word) {
        Ok((cold, Some(value))) if value == word.as_bytes() => Ok(cold),
        Ok(_) => Err(Reason::WrongAnswer("the first value that was stored did not come back".into())),
        Err(error) => Err(with_last_words(server, error.to_string().into())),
    }
}

/// How long the first answer took, with its connection, and the value that comes back for `word`.
fn store_and_fetch(
    dialect: Dialect,
    address: SocketAddr,
    patience: &Patience,
    word: &str,
) -> Result<(Duration, Option<Vec<u8>>), ClientError> {
    let start = Instant::now();
    let mut client = StoreClient::connect(dialect, address, patience)?;
    client.set("who", word.as_bytes())?;
    let cold = start.elapsed();
    Ok((cold, client.get("who")?))
}

/// What the generator does.
pub(crate) fn options(
    server: &Server,
    case: &Case,
    timeout: Duration,
    (dialect, requests, window): (Dialect, Option<u64>, Duration),
) -> Options {
    let Case { step, places, .. } = case;
    let schedule = step.rate_per_s.map_or_else(Schedule::closed, Schedule::constant);
    let mut target = Target::plain(server.address().to_string(), Address::Tcp(server.address()));
    target.login = (dialect == Dialect::Postgresql).then(Login::postgresql);
    Options {
        connections: step.connections,
        max_connections: step.connections,
        pipeline: step.pipeline,
        cores: places.generator.first().copied().into_iter().collect(),
        duration: window,
        requests,
        warmup: Duration::ZERO,
        timeout,
        shares_cores: places.are_shared(),
        ..Options::new(target, schedule)
    }
}
