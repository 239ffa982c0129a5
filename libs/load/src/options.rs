//! What a run is to do.

use std::time::Duration;

use crate::address::{Address, Target};
use crate::error::Error;
use crate::rendezvous::Rendezvous;
use crate::request_log::RequestLog;
use crate::schedule::Schedule;
use crate::share::Share;
use crate::stop::Stop;

/// What happens to a connection after an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Close {
    /// It is used again.
    #[default]
    KeepAlive,
    /// It is closed, and the next request opens another.
    Fin,
    /// It is reset, which leaves no port in TIME_WAIT, and the next request opens another.
    Reset,
}

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The server.
    pub target: Target,
    /// When requests are due.
    pub schedule: Schedule,
    /// Connections that are opened before the start; the users of a closed loop.
    pub connections: usize,
    /// Connections up to which an open loop may grow when all are busy. Beyond, requests wait, and are counted.
    pub max_connections: usize,
    /// The share of the schedule that this generator takes, where several follow one schedule. Connections, and `requests`,
    /// are those of this generator alone.
    pub share: Share,
    /// Threads, each with an equal share of connections and schedule.
    pub threads: usize,
    /// Cores that the threads are pinned to, in turn. None: the operating system places them.
    pub cores: Vec<usize>,
    /// Requests that a connection may have under way. A closed loop sends that many in one piece and waits for all.
    pub pipeline: usize,
    /// What happens to a connection after an answer.
    pub close: Close,
    /// The measured window; with `requests`, its longest.
    pub duration: Duration,
    /// Ends the window when this many requests of it have been sent and have ended. `None`: it has its length.
    pub requests: Option<u64>,
    /// Load before the window, which is not counted.
    pub warmup: Duration,
    /// How long an answer may take from its send. After it, the connection is given up.
    pub timeout: Duration,
    /// How long after the window requests may still be sent that were planned within it and found no connection.
    pub drain: Duration,
    /// Looks at the clock without pause before a planned instant. Takes a whole core for a lateness below 2 us.
    pub precise: bool,
    /// The server runs on the generator's own cores, on purpose: that they wait for each other is a part of what is
    /// measured, and no reason to refuse the result.
    pub shares_cores: bool,
    /// When the warm-up begins, nanoseconds since 1970: how several generators start together. `None`: at once.
    pub start_at_unix_ns: Option<u64>,
    /// Where this run waits, its connections open, for others of this process. Its start goes before
    /// `start_at_unix_ns`.
    pub rendezvous: Option<Rendezvous>,
    /// Processes of the server on this machine, of which [`crate::listeners`] finds those that hold its port. None: how busy
    /// the server was is not known.
    pub server_pids: Vec<u32>,
    /// Answers without a value do not make the result invalid. They are no good answers in any case.
    pub allow_misses: bool,
    /// Where every request of the window is logged.
    pub log: Option<RequestLog>,
    /// Ends the run early.
    pub stop: Stop,
}

impl Options {
    /// 10 s of `schedule` over 50 connections from one thread, after 1 s of warm-up.
    pub fn new(target: Target, schedule: Schedule) -> Self {
        Self {
            target,
            schedule,
            share: Share::ALL,
            connections: 50,
            max_connections: 50,
            threads: 1,
            cores: Vec::new(),
            pipeline: 1,
            close: Close::KeepAlive,
            duration: Duration::from_secs(10),
            requests: None,
            warmup: Duration::from_secs(1),
            timeout: Duration::from_secs(10),
            drain: Duration::from_secs(1),
            precise: false,
            shares_cores: false,
            start_at_unix_ns: None,
            rendezvous: None,
            server_pids: Vec::new(),
            allow_misses: false,
            log: None,
            stop: Stop::default(),
        }
    }

    /// Connections that may be open at once.
    pub(crate) fn most_connections(&self) -> usize {
        if self.schedule.is_closed() { self.connections } else { self.max_connections.max(self.connections) }
    }

    /// How often requests that take too long are looked for, and the wish to end early.
    pub(crate) fn look_every(&self) -> Duration {
        (self.timeout / 10).clamp(Duration::from_millis(1), Duration::from_millis(100))
    }

    /// # Errors
    /// What contradicts itself, and connections beyond the machine's limits with the command that raises them.
    pub fn check(&self) -> Result<(), Error> {
        self.check_consistency()?;
        let connections = self.most_connections() as u64;
        crate::limits::allow_files(connections)?;
        match self.target.address {
            Address::Tcp(_) => crate::limits::check_ports(connections),
            _ => Ok(()),
        }
    }

    /// # Errors
    /// What contradicts itself.
    pub(crate) fn check_consistency(&self) -> Result<(), Error> {
        self.schedule.check()?;
        let fault = if self.connections == 0 {
            "at least one connection is needed"
        } else if self.threads == 0 || self.threads > self.connections {
            "there must be at least one thread, and no more than connections"
        } else if self.pipeline == 0 || self.pipeline > 4096 {
            "1 to 4096 requests may be under way on a connection"
        } else if self.pipeline > 1 && self.close != Close::KeepAlive {
            "a connection that is closed after an answer cannot be pipelined"
        } else if self.target.http2.is_some() && self.close != Close::KeepAlive {
            "HTTP/2 keeps its connections"
        } else if self.share.index >= self.share.of {
            "a share must be one of its parts"
        } else if self.duration.is_zero() || self.timeout.is_zero() {
            "duration and timeout must be longer than nothing"
        } else if self.requests == Some(0) {
            "at least one request is needed"
        } else if self.most_connections() > u32::MAX as usize {
            "too many connections"
        } else {
            return Ok(());
        };
        Err(Error::Options(fault))
    }
}
