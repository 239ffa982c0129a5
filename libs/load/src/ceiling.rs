//! How much the generator could do at all, here and now.

use std::time::Duration;

use crate::address::{Address, Target};
use crate::error::Error;
use crate::null::NullServer;
use crate::options::Options;
use crate::protocol::http::{Http, Request};
use crate::result::LoadResult;
use crate::run::run;
use crate::schedule::Schedule;

/// As small as an answer can be.
const ANSWER: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";

/// Runs the generator against a server that does next to nothing, for `duration`, as fast as it goes and otherwise as
/// `options` say (connections, threads, cores, pipelining). The rate of the result is a ceiling: a measurement near it
/// tells of the generator.
///
/// The server takes a core of its own. Where there is none, the ceiling comes out too low, never too high.
///
/// # Errors
/// Those of [`run`].
pub fn ceiling(options: &Options, duration: Duration) -> Result<LoadResult, Error> {
    let server = NullServer::start(ANSWER, |_| {})
        .map_err(|source| Error::System { what: "starting the null server", source })?;
    let target = Target::plain("null server", Address::Tcp(server.address()));
    let options = Options { target, schedule: Schedule::closed(), duration, start_at_unix_ns: None, ..options.clone() };
    run(&options, Http::new(&[Request::get("null", "/")], 1).expect_status(204), |_| {})
}
