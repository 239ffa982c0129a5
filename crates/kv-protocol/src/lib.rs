//! What the kv lab asks of an engine that is called in a process of its own, without a server; and of a client library that calls
//! a store.
//!
//! The process listens like a server, so that it is started, proven and ended like one. On a connection it is sent jobs, one a
//! line of JSON, and answers each with a line: a [`Done`].

use std::io::{BufRead, Write};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wirecost_load::protocol::store::{Dialect, Order, Store, Workload};
use wirecost_load::{CallLog, LoadResult};

/// A job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Job {
    /// Stores a word and fetches it again.
    Check {
        /// The word.
        word: String,
    },
    /// Loads the engine.
    Load(Work),
}

/// What is done with an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// Keys that the store will hold at the most: the same in every job.
    pub keys: u64,
    /// Bytes of a value: the same in every job.
    pub value_bytes: usize,
    /// What values hold behind the numbers of their key and write: the same in every job. None: bytes that mean nothing.
    #[serde(default)]
    pub bodies: Vec<Vec<u8>>,
    /// The first N keys are asked for.
    pub among: u64,
    /// Which key comes next.
    pub order: Order,
    /// The share of operations that store.
    pub writes: f64,
    /// Draws keys, and which operations store.
    pub seed: u64,
    /// Operations of a turn.
    pub turn: usize,
    /// The load ends after this many operations; none: with its window.
    pub requests: Option<u64>,
    /// The longest that it lasts.
    pub window: Duration,
}

impl Work {
    /// A store that is asked for nothing yet, with the keys and values of this work.
    pub fn store(&self, dialect: Dialect) -> Store {
        let Self { keys, value_bytes, .. } = *self;
        let workload = Workload { keys, value_bytes, order: Order::InOrder, writes: 1.0, seed: 0 };
        match self.bodies.as_slice() {
            [] => Store::new(dialect, workload),
            bodies => Store::of_bodies(dialect, workload, bodies),
        }
    }
}

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Done {
    /// The word that came back; none if nothing did.
    Checked(Option<String>),
    /// The load.
    Loaded {
        /// Its counts and times. Time runs while the engine works.
        load: Box<LoadResult>,
        /// CPU time of the engine, with all threads that it has, nanoseconds.
        engine_cpu_ns: u64,
    },
    /// The calls of a client library.
    Logged(CallLog),
    /// It could not be done.
    Failed(String),
}

/// Why a line could not be exchanged.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The connection broke.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line is not what it should be.
    #[error("not a line of this protocol: {0}")]
    Line(#[from] serde_json::Error),
}

/// Sends a job, or what became of it.
///
/// # Errors
/// A connection that broke.
pub fn send(line: &impl Serialize, to: &mut impl Write) -> Result<(), Error> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(to.write_all(&text)?)
}

/// Receives one; none if the other side has gone.
///
/// # Errors
/// A connection that broke, and a line that is none of this protocol.
pub fn receive<T: DeserializeOwned>(from: &mut impl BufRead) -> Result<Option<T>, Error> {
    let mut line = String::new();
    Ok(if from.read_line(&mut line)? == 0 { None } else { Some(serde_json::from_str(&line)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_read_as_it_was_sent() {
        let work = Work {
            keys: 9,
            value_bytes: 100,
            bodies: vec![b"a".to_vec()],
            among: 7,
            order: Order::Zipf,
            writes: 0.05,
            seed: u64::MAX,
            turn: 16,
            requests: None,
            window: Duration::from_millis(500),
        };
        for job in [Job::Check { word: "a\nb".into() }, Job::Load(work)] {
            let mut line = Vec::new();
            send(&job, &mut line).unwrap();
            assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            assert_eq!(receive::<Job>(&mut line.as_slice()).unwrap(), Some(job));
        }
        assert_eq!(receive::<Job>(&mut &b""[..]).unwrap(), None);
        assert!(receive::<Job>(&mut &b"{\"job\":\"other\"}\n"[..]).is_err());
    }
}
