//! Measures the cases of a plan: a fresh server goes through all of its steps.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_kv_protocol::Work;
use wirecost_lab::{Bench, Outcome, Place};
use wirecost_load::protocol::store::{Dialect, Order, Store as Keys, Workload};
use wirecost_load::{Address, LoadResult, Login, Options, Schedule, Target};
use wirecost_model::{Durability, EstimateId, Label, ResourceDocument, TrialDocument};
use wirecost_served::bench::{Around, record};
use wirecost_served::launch::with_last_words;
use wirecost_served::slices::InSlices;
use wirecost_served::{Measured, Reason, Trial, Used};

use crate::client::{Patience, StoreClient};
use crate::client_library::ClientLibrary;
use crate::course::{disk_bytes, file_bytes, watched};
use crate::embedded::{Embedded, Loaded};
use crate::part::Operation;
use crate::plan::{Case, KvPlan, Turns};
use crate::start::{Size, launch};
use crate::steps::Step;
use crate::stopping::Stopping;
use crate::store::Store;
use crate::turns::{Group, KnownOf};
use crate::{crash, full_memory, needs};

/// Requests that a connection has under way while keys are stored that are not measured.
const FILL_PIPELINE: usize = 64;

/// What measures the cases of a plan.
#[derive(Debug)]
pub(crate) struct KvBench<'a> {
    plan: &'a KvPlan,
    /// Set when the run is to stop.
    cancelled: Arc<AtomicBool>,
    /// What is known of the control between stores that take turns.
    known: KnownOf,
}

impl<'a> KvBench<'a> {
    /// Makes ready to measure `plan`.
    pub fn new(plan: &'a KvPlan) -> Self {
        Self { plan, cancelled: Arc::default(), known: KnownOf::new() }
    }
}

impl Bench for KvBench<'_> {
    fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Arc::clone(cancelled);
    }

    fn measure(&mut self, cases: &[usize], place: Place, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let Some(first) = cases.first().map(|case| &self.plan.cases[*case]) else { return };
        let store = &self.plan.candidates[first.candidate];
        let patience = Patience { longest: self.plan.part.timeout.0, cancelled: Arc::clone(&self.cancelled) };
        if first.step.operation.stands_alone() {
            let trial = match first.step.operation {
                Operation::FullMemory => full_memory::trial(store, first, self.plan, (place, &patience)),
                _ => crash::trial(store, first, self.plan, (place, &patience)),
            };
            // What was cut short is no trial.
            if !patience.is_over() {
                told(cases[0], outcome(trial));
            }
            return;
        }
        if self.plan.takes_turns(cases) {
            let group = Group { plan: self.plan, place, patience: &patience };
            return group.measure(cases, &mut self.known, told);
        }
        let stopping = Stopping::new(&self.cancelled);
        let mut server = match Running::start(store, first, (stopping, &patience)) {
            Err(_) if patience.is_over() => return,
            Ok(server) => server,
            Err(reason) => {
                cases.iter().all(|case| told(*case, Outcome::Failed(reason.to_string())));
                return;
            }
        };
        for &index in cases {
            let case = &self.plan.cases[index];
            let no_room = "memory or open files have no room for it and the control at once";
            let alone = (case.turns == Some(Turns::NoRoom)).then(|| Err(no_room.into()));
            let trial = server.measure(case, self.plan, place, alone);
            if server.stopping.has_stopped() || patience.is_over() {
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
    around: Around,
    asked: Asked,
    /// Keys that are there: the first N.
    stored: u64,
    /// Keys that the pass which is under way has gone through in slices: the first N.
    passed: u64,
    /// What the files in its folder take that it was started with.
    around_bytes: u64,
    stopping: Stopping<'a>,
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
        let around = Around { start_up, cold };
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
        Ok((options(&self.server, case, plan, (*dialect, requests, window)), keys))
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
        place: Place,
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
                let options = options(server, case, plan, (*dialect, requests, window));
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
        place: Place,
        (answered, window): (Answered, Duration),
    ) -> Result<TrialDocument, Reason> {
        let Answered { result, used, resources, cpu } = answered;
        let load = case.step.served();
        let serving = plan.serving(window);
        let trial = Trial {
            operation: case.step.operation.name(),
            message_type: None,
            candidate: &self.store.participant.candidate,
            content: b"",
            load: &load,
            places: &case.places,
            warmup: Duration::ZERO,
            serving: &serving,
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

/// A store that is asked for nothing yet, with the keys and values of a step.
pub(crate) fn keys(dialect: Dialect, step: &Step) -> Keys {
    let Step { keys, value_bytes, .. } = *step;
    let workload = Workload { keys, value_bytes, order: Order::InOrder, writes: 1.0, seed: 0 };
    match step.content.bodies() {
        [] => Keys::new(dialect, workload),
        bodies => Keys::of_bodies(dialect, workload, bodies),
    }
}

/// What a server said of requests that it refused.
fn said(result: &LoadResult) -> String {
    let words: Vec<&str> = result.statuses.keys().map(String::as_str).collect();
    if words.is_empty() { String::new() } else { format!("; the server said {}", words.join(", ")) }
}

/// Sees that the server which was started is the one that answers: a word that nobody else knows comes back. How long the
/// first answer took, with its connection.
pub(crate) fn check(dialect: Dialect, server: &mut Server, patience: &Patience) -> Result<Duration, Reason> {
    let word = format!("{:032x}", fastrand::u128(..));
    let asked = || {
        let start = Instant::now();
        let mut client = StoreClient::connect(dialect, server.address(), patience)?;
        client.set("who", word.as_bytes())?;
        let cold = start.elapsed();
        Ok::<_, crate::client::ClientError>((cold, client.get("who")?))
    };
    match asked() {
        Ok((cold, Some(value))) if value == word.as_bytes() => Ok(cold),
        Ok(_) => Err(Reason::WrongAnswer("the first value that was stored did not come back".into())),
        Err(error) => Err(with_last_words(server, error.to_string().into())),
    }
}

/// What the generator does.
pub(crate) fn options(
    server: &Server,
    case: &Case,
    plan: &KvPlan,
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
        timeout: plan.part.timeout.0,
        shares_cores: places.are_shared(),
        ..Options::new(target, schedule)
    }
}
