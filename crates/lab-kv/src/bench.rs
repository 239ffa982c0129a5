//! Measures the cases of a plan: a fresh server goes through all of its steps.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use wirecost_catalog::suite::Span;
use wirecost_host::Server;
use wirecost_lab::{Bench, Outcome, Place};
use wirecost_load::protocol::store::{Dialect, Order, Store as Keys, Workload};
use wirecost_load::{Address, LoadResult, Options, Schedule, Target};
use wirecost_model::{EstimateId, Label, TrialDocument};
use wirecost_served::bench::{Around, record};
use wirecost_served::candidate::StoreProtocol;
use wirecost_served::launch::with_last_words;
use wirecost_served::serving::Serving;
use wirecost_served::{Measured, Reason, Trial, Used};

use crate::client::Client;
use crate::crash;
use crate::part::Operation;
use crate::plan::{Case, KvPlan, Store};
use crate::start::{Size, launch};
use crate::steps::Step;
use crate::stopping::Stopping;

/// Requests that a connection has under way while keys are stored that are not measured.
const FILL_PIPELINE: usize = 64;

/// Files that a server opens beside its connections.
const OTHER_FILES: u64 = 256;

/// What measures the cases of a plan.
#[derive(Debug)]
pub(crate) struct KvBench<'a> {
    plan: &'a KvPlan,
    /// Set when the run is to stop.
    cancelled: Arc<AtomicBool>,
}

impl<'a> KvBench<'a> {
    /// Makes ready to measure `plan`.
    pub fn new(plan: &'a KvPlan) -> Self {
        Self { plan, cancelled: Arc::default() }
    }
}

impl Bench for KvBench<'_> {
    fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Arc::clone(cancelled);
    }

    fn measure(&mut self, cases: &[usize], place: Place, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let Some(first) = cases.first().map(|case| &self.plan.cases[*case]) else { return };
        let store = &self.plan.candidates[first.candidate];
        if first.step.operation.kills() {
            told(cases[0], outcome(crash::trial(store, first, self.plan, place)));
            return;
        }
        let stopping = Stopping::new(&self.cancelled);
        let mut server = match Running::start(store, first, self.plan, stopping) {
            Ok(server) => server,
            Err(reason) => {
                cases.iter().all(|case| told(*case, Outcome::Failed(reason.to_string())));
                return;
            }
        };
        for &index in cases {
            let case = &self.plan.cases[index];
            let trial = server.measure(case, self.plan, place);
            if server.stopping.has_stopped() {
                // What was cut short is no trial.
                return;
            }
            let has_failed = trial.is_err();
            if !told(index, outcome(trial)) {
                return;
            }
            if has_failed {
                // What comes after is measured on a store that is known to be sound, or not at all.
                let after = cases.iter().skip_while(|case| **case != index).skip(1);
                let reason = format!("{} failed on this server before", case.step.operation.name());
                after.take_while(|case| told(**case, Outcome::Failed(reason.clone()))).for_each(drop);
                return;
            }
        }
    }
}

/// What became of a trial.
fn outcome(trial: Result<TrialDocument, Reason>) -> Outcome {
    match trial {
        Ok(trial) => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() },
        Err(reason) => Outcome::Failed(reason.to_string()),
    }
}

/// A store that runs, and what is known of what is in it.
struct Running<'a> {
    store: &'a Store,
    server: Server,
    around: Around,
    keys: Keys,
    /// Keys that are there: the first so many.
    stored: u64,
    /// What the files in its folder take that it was started with.
    around_bytes: u64,
    stopping: Stopping<'a>,
}

impl<'a> Running<'a> {
    /// Starts a store, and sees that it is the one that answers.
    fn start(store: &'a Store, case: &Case, plan: &KvPlan, stopping: Stopping<'a>) -> Result<Self, Reason> {
        let step = case.step;
        wirecost_load::allow_files(step.connections as u64 + OTHER_FILES)?;
        let size = Size { keys: step.keys, value_bytes: step.value_bytes };
        let launch = launch(&store.participant.candidate, size, &case.places, [127, 0, 0, 1].into())?;
        let start = Instant::now();
        let mut server = Server::start(&launch)?;
        let start_up = start.elapsed();
        let of_launch =
            launch.files.iter().map(|(name, _)| name).chain(launch.plain_files.iter().map(|(name, _)| name));
        let around_bytes = of_launch.map(|name| file_bytes(&server.folder().join(name))).sum();
        let cold = check(store.protocol, &mut server, plan.part.timeout.0)?;
        let dialect = match store.protocol {
            StoreProtocol::Memcached => Dialect::Memcached,
            StoreProtocol::Redis => Dialect::Redis,
        };
        let Step { keys, value_bytes, .. } = step;
        let keys = Keys::new(dialect, Workload { keys, value_bytes, order: Order::InOrder, writes: 1.0, seed: 0 });
        Ok(Self { store, server, around: Around { start_up, cold }, keys, stored: 0, around_bytes, stopping })
    }

    /// Goes through one step.
    fn measure(&mut self, case: &Case, plan: &KvPlan, place: Place) -> Result<TrialDocument, Reason> {
        let step = &case.step;
        let longest = plan.part.longest.0;
        if self.stored == 0 && step.operation != Operation::Set {
            self.fill(case, plan)?;
        }
        let seed = plan.seed ^ (place.position as u64) << 8;
        let (keys, requests, window) = match (step.operation, step.operation.mix()) {
            (Operation::Set, _) => (self.keys.fill(), Some(step.keys), longest),
            (_, Some(writes)) => (self.keys.among(self.stored).then(step.order, writes, seed), None, step.window),
            _ => (self.keys.among(self.stored).then(Order::InOrder, 0.0, 0), Some(self.stored), longest),
        };
        let options = options(&self.server, case, plan, (requests, window));
        let (result, used) = Used::during(&self.server, || self.stopping.run(options, keys));
        let mut result = result.map_err(|error| with_last_words(&mut self.server, error.into()))?;
        if step.operation == Operation::Set {
            self.stored = result.ok;
        }
        // Until now a server that has ended looks like answers that failed.
        if self.server.is_running() {
            self.check_kept(&result, plan.part.timeout.0)?;
        }
        if result.sent == 0 {
            result.refuse("no request was sent in the window");
        }
        self.record(case, plan, place, (result, used, window))
    }

    /// The record of a step.
    fn record(
        &mut self,
        case: &Case,
        plan: &KvPlan,
        place: Place,
        (result, used, window): (LoadResult, Used, Duration),
    ) -> Result<TrialDocument, Reason> {
        let load = case.step.served();
        let serving = serving(plan, window);
        let trial = Trial {
            operation: case.step.operation.name(),
            message_type: None,
            candidate: &self.store.participant.candidate,
            content: b"",
            load: &load,
            places: &case.places,
            serving: &serving,
        };
        let cpu_ns = used.cpu_ns() as f64 / result.sent.max(1) as f64;
        let more = BTreeMap::from([
            (EstimateId::ServerCpuNs, cpu_ns),
            (EstimateId::DiskBytes, disk_bytes(self.server.folder()).saturating_sub(self.around_bytes) as f64),
        ]);
        let fewer = self.stored < case.step.keys;
        let measured = Measured { result, used, cold: self.around.cold, more };
        let mut document = record(&trial, &mut self.server, self.around, measured, place.position)?;
        if fewer {
            let label = Label::FewerKeys { stored: self.stored, keys: case.step.keys };
            document.load.iter_mut().for_each(|load| load.labels.push(label.clone()));
        }
        Ok(document)
    }

    /// Stores all keys, which nobody measures.
    fn fill(&mut self, case: &Case, plan: &KvPlan) -> Result<(), Reason> {
        let step = Step { pipeline: FILL_PIPELINE, rate_per_s: None, ..case.step };
        let case = Case { step, ..case.clone() };
        let options = options(&self.server, &case, plan, (Some(step.keys), plan.part.longest.0));
        let result = self.stopping.run(options, self.keys.fill());
        let result = result.map_err(|error| with_last_words(&mut self.server, error.into()))?;
        self.stored = result.ok;
        if result.ok == 0 || result.ok != result.sent {
            let reason = format!("only {} of {} keys could be stored{}", result.ok, result.sent, said(&result));
            return Err(with_last_words(&mut self.server, reason.into()));
        }
        Ok(())
    }

    /// Whether the store has all that was stored in it.
    fn check_kept(&mut self, result: &LoadResult, timeout: Duration) -> Result<(), Reason> {
        if result.misses > 0 {
            return Err(format!("{} of {} keys that were stored are not there", result.misses, result.sent).into());
        }
        let failed = result.errors.total() - result.errors.wrong_answer;
        if failed > 0 {
            return Err(format!("{failed} of {} requests failed{}", result.sent, said(result)).into());
        }
        let evictions = Client::connect(self.store.protocol, self.server.address(), timeout)
            .and_then(|mut client| client.evictions())
            .map_err(|error| format!("asked for its evictions: {error}"))?;
        match evictions {
            0 => Ok(()),
            count => Err(format!("it threw away {count} values to make room").into()),
        }
    }
}

/// What a server said of requests that it refused.
fn said(result: &LoadResult) -> String {
    let words: Vec<&str> = result.statuses.keys().map(String::as_str).collect();
    if words.is_empty() { String::new() } else { format!("; the server said {}", words.join(", ")) }
}

/// Sees that the server which was started is the one that answers: a word that nobody else knows comes back. How long the
/// first answer took, with its connection.
pub(crate) fn check(protocol: StoreProtocol, server: &mut Server, timeout: Duration) -> Result<Duration, Reason> {
    let word = format!("{:032x}", fastrand::u128(..));
    let asked = || {
        let start = Instant::now();
        let mut client = Client::connect(protocol, server.address(), timeout)?;
        client.set("who", word.as_bytes())?;
        let cold = start.elapsed();
        Ok::<_, crate::client::Error>((cold, client.get("who")?))
    };
    match asked() {
        Ok((cold, Some(value))) if value == word.as_bytes() => Ok(cold),
        Ok(_) => Err(Reason::WrongAnswer("the first value that was stored did not come back".into())),
        Err(error) => Err(with_last_words(server, error.to_string().into())),
    }
}

/// What the generator does.
fn options(server: &Server, case: &Case, plan: &KvPlan, (requests, window): (Option<u64>, Duration)) -> Options {
    let Case { step, places, .. } = case;
    let schedule = step.rate_per_s.map_or_else(Schedule::closed, Schedule::constant);
    let target = Target::plain(server.address().to_string(), Address::Tcp(server.address()));
    Options {
        connections: step.connections,
        max_connections: step.connections,
        pipeline: step.pipeline,
        cores: places.generator.first().copied().into_iter().collect(),
        duration: window,
        requests,
        warmup: Duration::ZERO,
        timeout: plan.part.timeout.0,
        shares_cores: places.are_shared(),
        ..Options::new(target, schedule)
    }
}

/// The settings of a window, as records of labs of servers have them.
fn serving(plan: &KvPlan, window: Duration) -> Serving {
    Serving {
        budget: plan.part.budget,
        trials: plan.part.trials,
        messages: Vec::new(),
        candidates: Vec::new(),
        at_most: None,
        operations: Vec::new(),
        stamped: Span::default(),
        slices: Span::default(),
        control: None,
        warmup: Span::default(),
        window: Span(window),
        timeout: plan.part.timeout,
        load: Vec::new(),
    }
}

/// What the files in a folder take on the disk.
fn disk_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |path: &Path| if path.is_dir() { disk_bytes(path) } else { file_bytes(path) };
    entries.map(|entry| of(&entry.path())).sum()
}

/// What a file takes on the disk: holes in it take nothing, and nothing is taken by one that went away.
fn file_bytes(path: &Path) -> u64 {
    /// In which the system counts what a file takes.
    const BLOCK_BYTES: u64 = 512;
    fs::metadata(path).map_or(0, |metadata| metadata.blocks() * BLOCK_BYTES)
}
