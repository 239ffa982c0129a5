//! A store that runs: it goes through steps, of which each gives a record.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_kv_protocol::Work;
use wirecost_lab::{Outcome, Slot};
use wirecost_load::protocol::store::{Dialect, Order, Store as Keys};
use wirecost_load::{LoadResult, Options};
use wirecost_model::{Durability, EstimateId, Label, ResourceDocument, TrialDocument};
use wirecost_server_lab::bench::{StartTimes, record};
use wirecost_server_lab::launch::with_last_words;
use wirecost_server_lab::slices::InSlices;
use wirecost_server_lab::{Measured, Reason, Trial, Used};

use crate::asking::{check, keys, options};
use crate::case::Case;
use crate::client::{Patience, StoreClient};
use crate::client_library::ClientLibrary;
use crate::course::{disk_bytes, file_bytes, watched};
use crate::embedded::{Embedded, Loaded};
use crate::needs;
use crate::part::Operation;
use crate::plan::KvPlan;
use crate::start::{Size, launch};
use crate::steps::Step;
use crate::stopping::Stopping;
use crate::store::Store;

/// Requests that a connection has under way while keys are stored that are not measured.
const FILL_PIPELINE: usize = 64;

/// What became of a trial.
pub(crate) fn outcome(trial: Result<TrialDocument, Reason>) -> Outcome {
    match trial {
        Ok(trial) => Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() },
        Err(reason) => Outcome::Failed(reason.to_string()),
    }
}
/// A store that runs, and what is known of what is in it.
pub(crate) struct Running<'a> {
    store: &'a Store,
    server: Server,
    around: StartTimes,
    asked: Asked,
    /// Keys that are there: the first N.
    stored: u64,
    /// Keys that the pass which is under way has gone through in slices: the first N.
    passed: u64,
    /// What the files in its folder take that it was started with.
    around_bytes: u64,
    pub stopping: Stopping<'a>,
    patience: &'a Patience,
}

/// How a store is asked.
enum Asked {
    /// By the load generator.
    Generator(Dialect, Keys),
    /// In its process, where there is no server.
    Inside(Embedded),
    /// Through a client library.
    Library(Dialect, Box<ClientLibrary>),
}

/// What is asked for in a step.
struct Request {
    among: u64,
    /// The key that it begins with, in order.
    first: u64,
    order: Order,
    writes: f64,
    seed: u64,
    requests: Option<u64>,
    window: Duration,
}

/// What came of it.
struct Answered {
    result: LoadResult,
    used: Used,
    resources: Vec<ResourceDocument>,
    cpu: Cpu,
}

/// What else is known of CPU time, nanoseconds.
#[derive(Debug, Clone, Copy)]
enum Cpu {
    /// Nothing beside the server's.
    Server,
    /// That of an engine without a server, whose process does more than that.
    Engine(u64),
    /// That of the process of a client library.
    Client(u64),
}

/// What is in memory alone goes with it however it ends, so it need not take its time: memcached takes up to a second.
impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.store.durability == Durability::Memory {
            self.server.kill();
        }
    }
}

impl<'a> Running<'a> {
    /// Starts a store, and sees that it is the one that answers.
    pub fn start(
        store: &'a Store,
        case: &Case,
        (stopping, patience): (Stopping<'a>, &'a Patience),
    ) -> Result<Self, Reason> {
        let step = &case.step;
        wirecost_load::allow_files(needs::files(step.connections, 1))?;
        let size = Size { keys: step.keys, value_bytes: step.value_bytes, limit_mb: None };
        let mut launch = launch(&store.participant.candidate, size, &case.places, [127, 0, 0, 1].into())?;
        launch.cancelled = Some(Arc::clone(&patience.cancelled));
        let start = Instant::now();
        let mut server = Server::start(&launch)?;
        let start_up = start.elapsed();
        let of_launch =
            launch.files.iter().map(|(name, _)| name).chain(launch.plain_files.iter().map(|(name, _)| name));
        let around_bytes = of_launch.map(|name| file_bytes(&server.folder().join(name))).sum();
        let candidate = &store.participant.candidate;
        let library = candidate.file.store.as_ref().and_then(|store| store.client.as_ref());
        let (asked, cold) = match (store.dialect, library) {
            (Some(dialect), Some(command)) => {
                check(dialect, &mut server, patience)?;
                let mut library = ClientLibrary::start(command, candidate, case, (&server, patience))?;
                let cold = library.check()?;
                (Asked::Library(dialect, Box::new(library)), cold)
            }
            (Some(dialect), None) => {
                let cold = check(dialect, &mut server, patience)?;
                (Asked::Generator(dialect, keys(dialect, step)), cold)
            }
            (None, _) => {
                let mut inside = Embedded::connect(server.address(), patience)?;
                let cold = inside.check().map_err(|reason| with_last_words(&mut server, reason))?;
                (Asked::Inside(inside), cold)
            }
        };
        let around = StartTimes { start_up, cold };
        Ok(Self { store, server, around, asked, stored: 0, passed: 0, around_bytes, stopping, patience })
    }

    /// The process that was started.
    pub fn pid(&self) -> u32 {
        self.server.pid()
    }

    /// Stores all keys, where nothing was stored yet.
    ///
    /// # Errors
    /// That not all of them could be stored.
    pub fn fill_once(&mut self, case: &Case, plan: &KvPlan) -> Result<(), Reason> {
        if self.stored == 0 { self.fill(case, plan) } else { Ok(()) }
    }

    /// What the generator does in its turns, and what it asks for. A store goes through half of a pass in turns; the control
    /// goes on as long as the others do.
    ///
    /// # Errors
    /// If the generator does not ask it.
    pub fn in_turn(
        &self,
        case: &Case,
        plan: &KvPlan,
        (seed, is_control): (u64, bool),
    ) -> Result<(Options, Keys), Reason> {
        let Asked::Generator(dialect, keys) = &self.asked else { return Err("the generator does not ask it".into()) };
        let Step { operation, order, window, .. } = case.step;
        let among = match operation {
            Operation::Set => case.step.keys,
            _ => self.stored,
        };
        if among < 2 {
            return Err("fewer than two keys are there".into());
        }
        let writes = operation.mix().unwrap_or(if operation == Operation::Set { 1.0 } else { 0.0 });
        let requests = (operation.is_pass() && !is_control).then_some(among / 2);
        let keys = keys.among(among).then(order, writes, seed);
        Ok((options(&self.server, case, plan.part.timeout.0, (*dialect, requests, window)), keys))
    }

    /// Takes note of how many requests of a pass were answered in slices.
    pub fn has_passed(&mut self, operation: Operation, ok: u64) {
        if operation.is_pass() {
            self.passed = ok;
        }
        if operation == Operation::Set {
            self.stored = ok;
        }
    }

    /// Goes through one step. What slices have shown of it takes the place of what its window shows.
    pub fn measure(
        &mut self,
        case: &Case,
        plan: &KvPlan,
        place: Slot,
        in_slices: Option<Result<InSlices, Reason>>,
    ) -> Result<TrialDocument, Reason> {
        let step = &case.step;
        let passed = std::mem::take(&mut self.passed);
        let longest = if passed > 0 { plan.part.longest.0 / 2 } else { plan.part.longest.0 };
        if step.operation != Operation::Set {
            self.fill_once(case, plan)?;
        }
        let seed = plan.seed ^ (place.position as u64) << 8;
        let all = Request {
            among: step.keys,
            first: passed,
            order: Order::InOrder,
            writes: 1.0,
            seed: 0,
            requests: None,
            window: longest,
        };
        let request = match (step.operation, step.operation.mix()) {
            (Operation::Set, _) => Request { requests: Some(step.keys - passed), ..all },
            (_, Some(writes)) => {
                Request { among: self.stored, order: step.order, writes, seed, window: step.window, ..all }
            }
            _ => Request { among: self.stored, writes: 0.0, requests: Some(self.stored - passed), ..all },
        };
        let mut answered = self.ask(case, plan, &request)?;
        if step.operation == Operation::Set {
            self.stored = passed + answered.result.ok;
        }
        // Until now a server that has ended looks like answers that failed.
        if self.server.is_running() {
            self.check_kept(&answered.result)?;
        }
        if answered.result.sent == 0 {
            answered.result.refuse("no request was sent in the window");
        }
        let mut document = self.record(case, plan, place, (answered, request.window))?;
        match in_slices {
            None => {}
            Some(Ok(in_slices)) => in_slices.put_into(&mut document.estimates),
            Some(Err(reason)) => document
                .load
                .iter_mut()
                .for_each(|load| load.labels.push(Label::NotInSlices { reason: reason.to_string() })),
        }
        Ok(document)
    }

    /// Asks the store for something, and watches it meanwhile.
    fn ask(&mut self, case: &Case, plan: &KvPlan, request: &Request) -> Result<Answered, Reason> {
        let Request { among, first, order, writes, seed, requests, window } = *request;
        let (server, stopping) = (&self.server, &self.stopping);
        let ((asked, used), resources) = match &mut self.asked {
            Asked::Generator(dialect, keys) => {
                let options = options(server, case, plan.part.timeout.0, (*dialect, requests, window));
                let keys = keys.among(among).then(order, writes, seed).beginning_at(first);
                let run =
                    || stopping.run(options, keys, &|| false).map(|result| (result, Cpu::Server)).map_err(Reason::from);
                watched(server, self.around_bytes, || Used::during(server, run))
            }
            Asked::Inside(inside) => {
                let Step { keys, value_bytes, connections, pipeline, ref content, .. } = case.step;
                let (turn, bodies) = (connections * pipeline, content.bodies().to_vec());
                let work = Work { keys, value_bytes, bodies, among, order, writes, seed, turn, requests, window };
                let load = || match inside.load(work)? {
                    Loaded::Engine(result, cpu_ns) => Ok((*result, Cpu::Engine(cpu_ns))),
                    Loaded::Calls(_) => Err("the engine tells calls in place of a load".into()),
                };
                watched(server, self.around_bytes, || Used::during(server, load))
            }
            Asked::Library(dialect, library) => {
                let Step { keys, value_bytes, connections, ref content, .. } = case.step;
                let (turn, bodies) = (connections, content.bodies().to_vec());
                let work = Work { keys, value_bytes, bodies, among, order, writes, seed, turn, requests, window };
                let of = (case, plan, *dialect);
                let load = || library.load(work, server, of).map(|(result, cpu_ns)| (result, Cpu::Client(cpu_ns)));
                watched(server, self.around_bytes, || Used::during(server, load))
            }
        };
        let (result, cpu) = asked.map_err(|reason| with_last_words(&mut self.server, reason))?;
        Ok(Answered { result, used, resources, cpu })
    }

    /// The record of a step.
    fn record(
        &mut self,
        case: &Case,
        plan: &KvPlan,
        place: Slot,
        (answered, window): (Answered, Duration),
    ) -> Result<TrialDocument, Reason> {
        let Answered { result, used, resources, cpu } = answered;
        let load = case.step.served();
        let trial = Trial {
            operation: case.step.operation.name(),
            message_type: None,
            candidate: &self.store.participant.candidate,
            content: b"",
            load: &load,
            places: &case.places,
            warmup: Duration::ZERO,
            window,
            stamped: Duration::ZERO,
            timeout: plan.part.timeout.0,
        };
        let cpu_ns = if let Cpu::Engine(cpu_ns) = cpu { cpu_ns } else { used.cpu_ns() } as f64;
        let mut more = BTreeMap::from([
            (EstimateId::ServerCpuNs, cpu_ns / result.sent.max(1) as f64),
            (EstimateId::DiskBytes, disk_bytes(self.server.folder()).saturating_sub(self.around_bytes) as f64),
        ]);
        match cpu {
            Cpu::Server => None,
            // The rest of its process makes operations and checks them.
            Cpu::Engine(_) => more.insert(EstimateId::ServerCoresBusy, cpu_ns / 1e9 / result.duration_s),
            Cpu::Client(ns) => more.insert(EstimateId::ClientCpuNs, ns as f64 / result.sent.max(1) as f64),
        };
        let fewer = self.stored < case.step.keys;
        let measured = Measured { result, used, cold: self.around.cold, more };
        let mut document = record(&trial, &mut self.server, self.around, measured, place.position)?;
        document.load.iter_mut().for_each(|load| load.resources.clone_from(&resources));
        if fewer {
            let label = Label::FewerKeys { stored: self.stored, keys: case.step.keys };
            document.load.iter_mut().for_each(|load| load.labels.push(label.clone()));
        }
        Ok(document)
    }

    /// Stores all keys, which nobody measures.
    pub fn fill(&mut self, case: &Case, plan: &KvPlan) -> Result<(), Reason> {
        let step = Step { pipeline: FILL_PIPELINE, rate_per_s: None, ..case.step.clone() };
        let case = &Case { step: step.clone(), ..case.clone() };
        let (window, requests) = (plan.part.longest.0, Some(step.keys));
        let request =
            Request { among: step.keys, first: 0, order: Order::InOrder, writes: 1.0, seed: 0, requests, window };
        let result = self.ask(case, plan, &request)?.result;
        self.stored = result.ok;
        if result.ok == 0 || result.ok != result.sent {
            let reason = format!("only {} of {} keys could be stored{}", result.ok, result.sent, said(&result));
            return Err(with_last_words(&mut self.server, reason.into()));
        }
        Ok(())
    }

    /// Whether the store has all that was stored in it.
    fn check_kept(&mut self, result: &LoadResult) -> Result<(), Reason> {
        if result.misses > 0 {
            return Err(format!("{} of {} keys that were stored are not there", result.misses, result.sent).into());
        }
        let failed = result.errors.total() - result.errors.wrong_answer;
        if failed > 0 {
            return Err(format!("{failed} of {} requests failed{}", result.sent, said(result)).into());
        }
        // An engine without a server has nobody else to ask, and throws nothing away.
        let Some(dialect) = self.store.dialect else { return Ok(()) };
        let evictions = StoreClient::connect(dialect, self.server.address(), self.patience)
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
