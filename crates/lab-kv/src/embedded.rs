//! What is asked of a process that calls an engine without a server, or a store through a client library.

use std::io::{BufReader, ErrorKind};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use wirecost_kv_protocol::{Done, Job, Work, receive, send};
use wirecost_load::{CallLog, LoadResult};
use wirecost_server_lab::Reason;

use crate::client::Patience;

/// How often it is looked whether the run is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// What a load came to.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// Of an engine, with its CPU time.
    Engine(Box<LoadResult>, u64),
    /// Through a client library.
    Calls(CallLog),
}

/// A process that calls.
#[derive(Debug)]
pub(crate) struct Embedded {
    stream: BufReader<TcpStream>,
    patience: Patience,
}

impl Embedded {
    /// Connects to it.
    ///
    /// # Errors
    /// That it does not listen.
    pub fn connect(address: SocketAddr, patience: &Patience) -> Result<Self, Reason> {
        let io = |error: std::io::Error| format!("the process that calls the store: {error}");
        let stream = TcpStream::connect_timeout(&address, patience.longest).map_err(io)?;
        stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(LOOK))).map_err(io)?;
        Ok(Self { stream: BufReader::new(stream), patience: patience.clone() })
    }

    /// Sees that it stores: a word that nobody else knows comes back. How long that took.
    ///
    /// # Errors
    /// That it does not.
    pub fn check(&mut self) -> Result<Duration, Reason> {
        let (word, start) = (format!("{:032x}", fastrand::u128(..)), Instant::now());
        match self.ask(&Job::Check { word: word.clone() }, self.patience.longest)? {
            Done::Checked(Some(answer)) if answer == word => Ok(start.elapsed()),
            Done::Failed(reason) => Err(reason.into()),
            _ => Err(Reason::WrongAnswer("the first value that was stored did not come back".into())),
        }
    }

    /// Has it make a load.
    ///
    /// # Errors
    /// That the engine gave up, the process ended, or the run is to stop.
    pub fn load(&mut self, work: Work) -> Result<Loaded, Reason> {
        /// Operations are made ready and checked beside the time of the load.
        const BESIDE: u32 = 20;
        let longest = self.patience.longest + work.window * BESIDE;
        match self.ask(&Job::Load(work), longest)? {
            Done::Loaded { load, engine_cpu_ns } => Ok(Loaded::Engine(load, engine_cpu_ns)),
            Done::Logged(log) => Ok(Loaded::Calls(log)),
            Done::Failed(reason) => Err(reason.into()),
            Done::Checked(_) => Err("the process that calls the store gave an answer of another kind".into()),
        }
    }

    fn ask(&mut self, job: &Job, longest: Duration) -> Result<Done, Reason> {
        let start = Instant::now();
        let failed =
            |error: wirecost_kv_protocol::Error| Reason::from(format!("the process that calls the store: {error}"));
        send(job, self.stream.get_mut()).map_err(failed)?;
        // A line is read when its first byte is there: until then it is looked whether anybody still waits.
        while let Err(error) = self.stream.get_ref().peek(&mut [0]) {
            let waits = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
            if !waits || self.patience.is_over() || start.elapsed() > longest {
                return Err(format!("the process that calls the store did not answer: {error}").into());
            }
        }
        self.stream.get_ref().set_read_timeout(Some(self.patience.longest)).map_err(|error| failed(error.into()))?;
        let done = receive(&mut self.stream).map_err(failed);
        self.stream.get_ref().set_read_timeout(Some(LOOK)).map_err(|error| failed(error.into()))?;
        done?.ok_or_else(|| "the process that calls the store ended".into())
    }
}
