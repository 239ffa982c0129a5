//! The process that calls.
//!
//! It follows the protocol of `wirecost_rpc_protocol`: a line of JSON ([`Calling`]) and the message come in, two calls are
//! made, and it reports that. Then a second line says when to begin, and the client ends with its result. A client that is
//! asked to test an ability reports it found, and no more.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use wirecost_load::{Caller, LoadResult, Options, Outcome, run_calls, take_turns};
use wirecost_rpc_protocol::phases::{Stamps, Sums};
pub use wirecost_rpc_protocol::{Begin, Calling, Ready, Report, Stamped, Transfer, Turn, WindowOutcome};

use crate::call::{CallError, Client};
use crate::{Fault, Stack, ability, stack};

/// Calls as a candidate, as standard input says.
///
/// # Errors
/// Whatever keeps it from a result.
pub fn call(name: &str) -> Result<(), Fault> {
    let stack = stack(name)?;
    let mut input = io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let mut calling: Calling = serde_json::from_str(&line)?;
    calling.message = vec![0; calling.message_bytes];
    input.read_exact(&mut calling.message)?;

    if let Some(wanted) = calling.ability {
        return say(&ability::find(&stack, &calling, wanted));
    }

    let start = Instant::now();
    let mut client = (stack.connect)(&calling)?;
    client.call(&mut Stamps::default())?;
    let cold_ns = start.elapsed().as_nanos() as u64;
    client.call(&mut Stamps::default())?;
    drop(client);
    say(&Ready { cold_ns, takes_turns: calling.in_turn })?;
    if calling.in_turn {
        return call_in_turn(&stack, &calling, input);
    }

    line.clear();
    if input.read_line(&mut line)? == 0 {
        return Ok(());
    }
    let begin: Begin = serde_json::from_str(&line)?;
    drop(input);
    std::thread::spawn(|| {
        // Nobody waits for the result any more when this ends.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(1);
    });
    let result = run(&stack, &calling, calling.window_ms, Some(begin.start_unix_ns), None)?;
    let stamped = match calling.stamped_ms {
        0 => None,
        window_ms => {
            let sums = Mutex::new(Sums::default());
            let calling = Calling { warmup_ms: 0, ..calling.clone() };
            let result = run(&stack, &calling, window_ms, None, Some(&sums))?;
            let sums = *sums.lock().unwrap_or_else(PoisonError::into_inner);
            Some(Stamped { sums, mean_ns: result.service_time_ns.mean.unwrap_or_default() })
        }
    };
    say(&Report { load: WindowOutcome::Result(Box::new(result)), stamped })
}

/// Calls for each line that asks for it, until its input ends.
fn call_in_turn(stack: &Stack, calling: &Calling, mut input: impl BufRead) -> Result<(), Fault> {
    let connect = || {
        let client = (stack.connect)(calling).map_err(into_io)?;
        Ok(Stamping { client, stamps: Stamps::default(), sums: None })
    };
    let mut line = String::new();
    let next = || {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let turn: Turn = serde_json::from_str(&line)?;
        Ok(Some(Duration::from_nanos(turn.slice_ns)))
    };
    Ok(take_turns(&calling.options(0), connect, next, |slice| say(slice).map_err(into_io))?)
}

fn say(what: &impl Serialize) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, what)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

fn run(
    stack: &Stack,
    calling: &Calling,
    window_ms: u64,
    start_at_unix_ns: Option<u64>,
    sums: Option<&Mutex<Sums>>,
) -> Result<LoadResult, Fault> {
    let options = Options { start_at_unix_ns, ..calling.options(window_ms) };
    let connect = || {
        let client = (stack.connect)(calling).map_err(into_io)?;
        Ok(Stamping { client, stamps: Stamps::new(sums.is_some()), sums })
    };
    Ok(run_calls(&options, connect, |_| {})?)
}

/// An error of a stack as one of the system, which it most often is.
fn into_io(fault: Fault) -> io::Error {
    match fault.downcast::<CallError>() {
        Ok(error) => match *error {
            CallError::Io(error) => error,
            error => io::Error::other(error),
        },
        Err(fault) => match fault.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(fault) => io::Error::other(fault),
        },
    }
}

/// A client with the stamps of its calls, which are added up when it is done.
struct Stamping<'a> {
    client: Box<dyn Client>,
    stamps: Stamps,
    sums: Option<&'a Mutex<Sums>>,
}

impl Caller for Stamping<'_> {
    fn call(&mut self) -> Outcome {
        match self.client.call(&mut self.stamps) {
            Ok(()) => Outcome::Ok,
            Err(error) => error.outcome(),
        }
    }
}

impl Drop for Stamping<'_> {
    fn drop(&mut self) {
        if let Some(sums) = self.sums {
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            sums.add(&self.stamps.take());
        }
    }
}
