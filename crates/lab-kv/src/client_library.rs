//! A client library that calls a store in place of the load generator, in a process of its own.

use std::sync::Arc;
use std::time::Duration;

use wirecost_host::{Launch, Server};
use wirecost_kv_protocol::Work;
use wirecost_load::protocol::store::{Dialect, MIN_VALUE_BYTES};
use wirecost_load::{CallLog, ClientCpu, LoadResult, Options};
use wirecost_server_lab::candidate::find_program;
use wirecost_server_lab::{Candidate, Reason};

use crate::asking::options;
use crate::case::Case;
use crate::client::Patience;
use crate::embedded::{Embedded, Loaded};
use crate::plan::KvPlan;

/// Values that mean nothing take turns in this many forms.
const FORMS: u64 = 8;

/// A process that calls a store through a library.
#[derive(Debug)]
pub(crate) struct ClientLibrary {
    process: Server,
    jobs: Embedded,
}

impl ClientLibrary {
    /// Starts it, on the generator's cores.
    ///
    /// # Errors
    /// That its program is missing, or does not listen.
    pub fn start(
        command: &[String],
        candidate: &Candidate,
        case: &Case,
        (store, patience): (&Server, &Patience),
    ) -> Result<Self, Reason> {
        let words: Vec<String> = command.iter().map(|word| candidate.put_in(word)).collect();
        let (program, arguments) = words.split_first().ok_or("the command of its client is empty")?;
        let program = find_program(program).ok_or_else(|| Reason::NotInstalled(program.clone()))?;
        let mut launch = Launch::new(program.display().to_string(), arguments.iter().cloned());
        launch.environment.push(("WIRECOST_PORT".into(), "{port}".into()));
        launch.environment.push(("WIRECOST_STORE".into(), store.address().to_string()));
        launch.environment.push(("WIRECOST_FOLDER".into(), "{dir}".into()));
        launch.cores.clone_from(&case.places.generator);
        launch.cancelled = Some(Arc::clone(&patience.cancelled));
        let process = Server::start(&launch)?;
        let jobs = Embedded::connect(process.address(), patience)?;
        Ok(Self { process, jobs })
    }

    /// Sees that it stores and fetches. How long that took.
    ///
    /// # Errors
    /// That it does not.
    pub fn check(&mut self) -> Result<Duration, Reason> {
        self.jobs.check()
    }

    /// Has it make a load. The load, and the CPU time of its process.
    ///
    /// # Errors
    /// That its process ended, its calls contradict each other, or the run is to stop.
    pub fn load(
        &mut self,
        work: Work,
        server: &Server,
        (case, plan, dialect): (&Case, &KvPlan, Dialect),
    ) -> Result<(LoadResult, u64), Reason> {
        let bodies =
            if work.bodies.is_empty() { forms(work.value_bytes - MIN_VALUE_BYTES) } else { work.bodies.clone() };
        let (requests, window) = (work.requests, work.window);
        let before = self.process.usage();
        let loaded = self.jobs.load(Work { bodies, ..work })?;
        let used = self.process.usage().since(before);
        let Loaded::Calls(log) = loaded else { return Err("the client library tells no calls".into()) };
        // The window of this many requests ends with the last of them.
        let last_ns = ended_ns(&log);
        let duration = window.min(Duration::from_nanos(last_ns.max(1)));
        let options = options(server, case, plan.part.timeout.0, (dialect, requests, duration));
        let shares_cores = options.shares_cores || case.places.generator.is_empty();
        let options = Options { shares_cores, ..options };
        let cpu = ClientCpu { cpu_ns: used.cpu_ns, wanted: 0.0, denied: 0.0 };
        Ok((log.result(&options, cpu)?, used.cpu_ns))
    }
}

/// When the last call ended, nanoseconds from the start.
fn ended_ns(log: &CallLog) -> u64 {
    log.callers.iter().filter_map(|caller| caller.calls.last()).map(|call| call.ended_ns).max().unwrap_or(0)
}

/// Printable bytes that mean nothing.
fn forms(bytes: usize) -> Vec<Vec<u8>> {
    let form = |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(move || random.u8(b'!'..=b'~')).take(bytes).collect()
    };
    (0..FORMS).map(form).collect()
}
