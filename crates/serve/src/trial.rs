//! A trial: a fresh server, a check, and one window of load.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use wirecost_host::{Got, KeepAwake, Launch, Server, Threads, Usage, load_average};
use wirecost_load::{
    Address, Close, LoadResult, Options, Protocol, Quantiles, Rendezvous, Schedule, Target, allow_files, merge, unix_ns,
};
use wirecost_model::{
    EstimateId, GeneratorDocument, Label, LoadDocument, ServerDocument, TenthDocument, TrialDocument,
};
use wirecost_plan::serving::{Client, Closing, Idle, Load, Serving};

use crate::candidate::Candidate;
use crate::http;
use crate::kind::Kind;
use crate::place::{self, Places};

/// A closed loop shows the most that a server gives where the server used this share of its cores.
const FULL: f64 = 0.9;
/// A closed loop whose rate says what the connections carried: the server had time left, or shared its cores.
/// A generator that waited for a core during more of the time can have had none when a request was due.
const MOST_DENIED: f64 = 0.10;
/// Files that a server opens beside its connections.
const OTHER_FILES: u64 = 256;
/// How far the start of the window may be from the instant from which the server was watched, as a share of the window.
const SHIFT: f64 = 0.02;

/// What one trial measures.
#[derive(Debug, Clone, Copy)]
pub struct Trial<'a> {
    /// The lab.
    pub kind: Kind,
    /// What is asked.
    pub operation: &'static str,
    /// The type of the message, if it has one.
    pub message_type: Option<&'a str>,
    /// The server.
    pub candidate: &'a Candidate,
    /// What it is to answer with.
    pub content: &'a [u8],
    /// The load.
    pub load: &'a Load,
    /// The cores.
    pub places: &'a Places,
    /// Warm-up, window and timeout.
    pub serving: &'a Serving,
    /// The trial's place in the order of the run.
    pub position: usize,
}

impl Trial<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// Why the case has failed.
    pub fn run(&self) -> Result<TrialDocument, String> {
        allow_files(self.load.connections as u64 + OTHER_FILES).map_err(|error| error.to_string())?;
        let _awake = match self.load.idle {
            Idle::LetBe => None,
            Idle::KeptAwake => {
                let kept = KeepAwake::start(&place::available());
                Some(kept.map_err(|error| format!("the cores cannot be kept awake: {error}"))?)
            }
        };
        let start = Instant::now();
        let mut server = Server::start(&self.launch()?).map_err(|error| error.to_string())?;
        let start_up = start.elapsed();
        let Measured { result, used, cold, more } = match (self.kind, self.load.client) {
            (Kind::Http, _) => self.measure_http(&mut server)?,
            (Kind::Rpc, Client::Own) => self.measure_own_client(&mut server)?,
            (Kind::Rpc, Client::Generator) => self.measure_replayed(&mut server)?,
        };
        if !server.is_running() {
            return Err(format!("the server ended under load; its last line: {}", server.last_words()));
        }
        let wrong = result.errors.status + result.errors.wrong_answer;
        if wrong > 0 {
            return Err(format!("{wrong} of {} answers were wrong", result.sent));
        }
        // A generator that got no core may have asked nothing, and a rate may plan nothing within a short window.
        let idle = self.load.rate_per_s.is_some() || result.generator.core_denied > MOST_DENIED;
        if result.ok == 0 && (result.sent > 0 || !idle) {
            return Err(format!("no good answer within the window to any of {} requests", result.sent));
        }
        let load = self.document(&result, &used);
        let mut estimates = estimates(&result, &load);
        estimates.insert(EstimateId::StartNs, start_up.as_nanos() as f64);
        estimates.insert(EstimateId::ColdNs, cold.as_nanos() as f64);
        estimates.extend(more);
        if self.kind == Kind::Http {
            estimates.insert(EstimateId::SizeBytes, self.content.len() as f64);
        }
        Ok(TrialDocument {
            estimates,
            samples: 1,
            outliers: 0,
            position: self.position,
            warmup: None,
            load: Some(load),
        })
    }

    fn measure_http(&self, server: &mut Server) -> Result<Measured, String> {
        let cold = self.ask(server)?;
        self.ask(server)?;
        let protocol = http::protocol(server.address(), self.load.close, self.content);
        let (result, used) = self.load_from_generators(server, protocol)?;
        Ok(Measured { result, used, cold, more: BTreeMap::new() })
    }

    /// One request, checked; the server's last words where it ended over it.
    fn ask(&self, server: &mut Server) -> Result<Duration, String> {
        http::ask(server.address(), self.content, self.serving.timeout.0).map_err(|reason| {
            if server.is_running() { reason } else { format!("{reason}; its last line: {}", server.last_words()) }
        })
    }

    pub(crate) fn launch(&self) -> Result<Launch, String> {
        let start = &self.candidate.file.start;
        let text = String::from_utf8_lossy(self.content);
        let put_in = |word: &str| {
            let word = self.candidate.put_in(word);
            word.replace("{cores}", &self.places.server_count.to_string()).replace("{text}", &text)
        };
        let (program, arguments) = start.command.split_first().ok_or("its command is empty")?;
        let program = put_in(program);
        let program = crate::candidate::find_program(&program).ok_or(format!("{program} is not installed"))?;
        let mut launch = Launch::new(program.display().to_string(), arguments.iter().map(|word| put_in(word)));
        for name in &start.files {
            let path = self.candidate.folder().join(name);
            let content = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            launch.files.push((name.clone(), put_in(&content)));
        }
        launch.plain_files = vec![("message".into(), self.content.to_vec())];
        let cores = self.places.server_count.to_string();
        let settings = [
            ("WIRECOST_PORT", "{port}"),
            ("WIRECOST_MESSAGE", "{dir}/message"),
            ("WIRECOST_NONCE", "{nonce}"),
            ("WIRECOST_CORES", &cores),
            ("WIRECOST_FOLDER", "{dir}"),
        ];
        launch.environment = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        launch.cores.clone_from(&self.places.server);
        // Other protocols have no page to ask for: that the process holds the port must do.
        launch.nonce = (self.kind == Kind::Http).then(http::nonce);
        Ok(launch)
    }

    /// Loads the server from every generator, and reads what it used in the window.
    pub(crate) fn load_from_generators<P: Protocol>(
        &self,
        server: &Server,
        protocol: P,
    ) -> Result<(LoadResult, Used), String> {
        let generators = self.load.generators;
        let warmup_ns = self.serving.warmup.0.as_nanos() as u64;
        let rendezvous = Rendezvous::new(generators);
        let (results, used) = std::thread::scope(|scope| {
            let generators: Vec<_> = (0..generators)
                .map(|index| {
                    let (options, protocol) = (self.options(server, index, &rendezvous), protocol.clone());
                    scope.spawn(move || wirecost_load::run(&options, protocol, |_| {}))
                })
                .collect();
            let window_ns = rendezvous.start_unix_ns().map(|start_ns| start_ns + warmup_ns);
            let used = window_ns.map(|start_ns| Used::within(server, None, start_ns, self.serving.window.0));
            let results: Vec<_> = generators.into_iter().map(|generator| generator.join()).collect();
            (results, used)
        });
        let panicked = |_| "a thread of the generator panicked".to_owned();
        let results = results.into_iter().map(|result| result.map_err(panicked)?.map_err(|error| error.to_string()));
        let results = results.collect::<Result<Vec<LoadResult>, String>>()?;
        let mut result = match results.as_slice() {
            [only] => only.clone(),
            several => merge(several, generators as u64).map_err(|error| error.to_string())?,
        };
        let used = used.ok_or("no generator started")?;
        self.judge(&mut result, &used);
        Ok((result, used))
    }

    /// Refuses a result whose server was watched at another time, or that holds nothing.
    pub(crate) fn judge(&self, result: &mut LoadResult, used: &Used) {
        let shift_ns = result.started_unix_ns.abs_diff(used.start_unix_ns);
        if shift_ns as f64 > SHIFT * self.serving.window.0.as_nanos() as f64 {
            result.refuse(&format!("the server was sampled {:.0} ms outside the window", shift_ns as f64 / 1e6));
        }
        if result.sent == 0 {
            result.refuse("no request was sent in the window");
        }
    }

    /// What one of the generators does.
    fn options(&self, server: &Server, index: usize, rendezvous: &Rendezvous) -> Options {
        let share = |whole: usize| whole / self.load.generators + usize::from(index < whole % self.load.generators);
        let schedule = match self.load.rate_per_s {
            Some(rate_per_s) => Schedule::constant(rate_per_s / self.load.generators as f64),
            None => Schedule::closed(),
        };
        let target = Target::plain(server.address().to_string(), Address::Tcp(server.address()));
        let connections = share(self.load.connections);
        let core = self.places.generator.get(index % self.places.generator.len().max(1)).copied();
        Options {
            connections,
            max_connections: connections,
            cores: core.into_iter().collect(),
            close: match self.load.close {
                Closing::KeepAlive => Close::KeepAlive,
                Closing::Fin => Close::Fin,
                Closing::Reset => Close::Reset,
            },
            duration: self.serving.window.0,
            warmup: self.serving.warmup.0,
            timeout: self.serving.timeout.0,
            shares_cores: self.places.are_shared(),
            rendezvous: Some(rendezvous.clone()),
            ..Options::new(target, schedule)
        }
    }

    fn document(&self, result: &LoadResult, used: &Used) -> LoadDocument {
        let errors = result.errors;
        let kinds = [
            ("status", errors.status),
            ("wrong_answer", errors.wrong_answer),
            ("timeout", errors.timeout),
            ("connect", errors.connect),
            ("closed", errors.closed),
        ];
        // The generator does not know how busy the server was; a stack's own client does not know either.
        let is_loop = |label: &Label| {
            matches!(label, Label::MaximumThroughput | Label::ClosedLoop | Label::ClosedLoopServerUnknown)
        };
        let told = result.labels.iter().map(|label| Label::read(label));
        let mut labels: Vec<Label> = told.filter(|label| !is_loop(label)).collect();
        labels.extend(loop_label(self.load, self.places, used.cores_busy()));
        LoadDocument {
            valid: result.valid,
            reason: result.reason.clone(),
            labels,
            duration_s: result.duration_s,
            sent: result.sent,
            ok: result.ok,
            misses: result.misses,
            errors: kinds.into_iter().filter(|(_, n)| *n > 0).map(|(kind, n)| (kind.to_owned(), n)).collect(),
            queued: result.queued,
            unsent: result.unsent,
            connections_opened: result.connections.opened,
            latency_ns: result.latency_ns.as_ref().map(quantiles),
            service_time_ns: quantiles(&result.service_time_ns),
            send_lateness_ns: result.send_lateness_ns.as_ref().map(quantiles),
            histogram: result.histogram.clone(),
            service_time_histogram: result.histograms.get("service_time").cloned(),
            series: result
                .series
                .iter()
                .map(|tenth| TenthDocument {
                    at_s: tenth.at_s,
                    sent: tenth.sent,
                    ok: tenth.ok,
                    errors: tenth.errors,
                    p50_ns: tenth.p50_ns,
                    p99_ns: tenth.p99_ns,
                    max_ns: tenth.max_ns,
                })
                .collect(),
            generator: GeneratorDocument {
                cores: self.places.generator.clone(),
                cpu_ns_per_request: result.generator.cpu_ns_per_request,
                core_wanted: result.generator.core_wanted,
                core_denied: result.generator.core_denied,
            },
            server: ServerDocument {
                cores: self.places.server.clone(),
                cpu_ns: used.usage.cpu_ns,
                cores_busy: used.cores_busy(),
                memory_bytes: used.usage.memory_bytes,
                peak_memory_bytes: used.usage.peak_memory_bytes,
                voluntary_switches: used.usage.voluntary_switches,
                involuntary_switches: used.usage.involuntary_switches,
                processes: used.usage.processes,
                threads: used.usage.threads,
                load_average: used.load_average,
            },
        }
    }
}

/// What the rate of a closed loop says; nothing of a planned rate. Only a server that was busy all the time on cores of its
/// own shows the most that it gives (METHOD 19, 20). One caller waits for its server and the server for its caller: neither
/// is ever full.
fn loop_label(load: &Load, places: &Places, cores_busy: f64) -> Option<Label> {
    let full = cores_busy >= FULL * places.server_count as f64;
    let most = load.connections > 1 && !places.are_shared() && full;
    load.rate_per_s.is_none().then_some(if most { Label::MaximumThroughput } else { Label::ClosedLoop })
}

/// What a trial's load found.
pub(crate) struct Measured {
    /// What the load itself found.
    pub result: LoadResult,
    /// What the server used meanwhile.
    pub used: Used,
    /// The first request, with its connection.
    pub cold: Duration,
    /// Estimates of the lab's own.
    pub more: BTreeMap<EstimateId, f64>,
}

/// What a server used in a window, as far as the clock could be met.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Used {
    /// When that began, nanoseconds since 1970.
    start_unix_ns: u64,
    usage: Usage,
    elapsed: Duration,
    load_average: Option<f64>,
    /// What the stack's own client got of the processors, where there was one.
    pub client: Option<Got>,
}

impl Used {
    /// Waits for a window, given by its start since 1970, and watches the server and the process of a client from there to
    /// its end.
    pub(crate) fn within(server: &Server, client: Option<u32>, start_unix_ns: u64, window: Duration) -> Self {
        std::thread::sleep(Duration::from_nanos(start_unix_ns.saturating_sub(unix_ns())));
        let threads = || client.and_then(Threads::of);
        let (start, start_unix_ns, before) = (Instant::now(), unix_ns(), server.usage());
        let client_before = threads();
        std::thread::sleep(window.saturating_sub(start.elapsed()));
        let (elapsed, usage) = (start.elapsed(), server.usage().since(before));
        let client = threads().zip(client_before).map(|(after, before)| after.since(&before));
        Self { start_unix_ns, usage, elapsed, load_average: load_average(), client }
    }

    /// CPU time by wall time.
    pub(crate) fn cores_busy(&self) -> f64 {
        self.usage.cpu_ns as f64 / self.elapsed.as_nanos().max(1) as f64
    }
}

fn quantiles(of: &Quantiles) -> BTreeMap<String, f64> {
    let whole = |value: Option<u64>| value.map(|value| value as f64);
    let named = [
        ("p50", whole(of.p50)),
        ("p90", whole(of.p90)),
        ("p99", whole(of.p99)),
        ("p99_9", whole(of.p99_9)),
        ("p99_99", whole(of.p99_99)),
        ("p99_999", whole(of.p99_999)),
        ("max", whole(of.max)),
        ("mean", of.mean),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// The numbers of a trial, of which the case's estimates are made.
fn estimates(result: &LoadResult, load: &LoadDocument) -> BTreeMap<EstimateId, f64> {
    let ended = result.generator.requests;
    let each = |total: f64| (ended > 0).then(|| total / ended as f64);
    // The server was watched a little longer or shorter than the window lasted.
    let cpu_ns = load.server.cores_busy * result.duration_s * 1e9;
    let switches = load.server.voluntary_switches + load.server.involuntary_switches;
    let failed = result.errors.total() as f64 / result.sent.max(1) as f64;
    let named = [
        (EstimateId::RatePerS, Some(result.rate_per_s)),
        (EstimateId::ServerCpuNs, each(cpu_ns)),
        (EstimateId::ServerCoresBusy, Some(load.server.cores_busy)),
        (EstimateId::ServerSwitches, each(switches as f64)),
        (EstimateId::GeneratorCpuNs, load.generator.cpu_ns_per_request),
        (EstimateId::MemoryBytes, Some(load.server.memory_bytes as f64)),
        (EstimateId::PeakMemoryBytes, Some(load.server.peak_memory_bytes as f64)),
        (EstimateId::FailedShare, Some(failed)),
        (EstimateId::LoadAverage, load.server.load_average),
    ];
    let mut estimates: BTreeMap<EstimateId, f64> =
        named.into_iter().filter_map(|(id, value)| Some((id, value?))).collect();
    for (of, quantiles) in [("service", Some(&load.service_time_ns)), ("latency", load.latency_ns.as_ref())] {
        let named = quantiles.into_iter().flatten();
        estimates.extend(named.map(|(name, value)| (EstimateId::named(&format!("{of}_{name}_ns")), *value)));
    }
    estimates
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_plan::serving::{Placement, ServerCores, Transfer};

    #[test]
    fn method_19_20_only_a_busy_server_shows_its_maximum() {
        let load = |connections: usize, rate_per_s: Option<f64>, client| Load {
            connections,
            close: Closing::KeepAlive,
            rate_per_s,
            server_cores: ServerCores::Count(1),
            placement: Placement::Apart,
            generators: 1,
            idle: Idle::LetBe,
            client,
            transfer: Transfer::Whole,
        };
        let apart = Places { server_count: 1, server: vec![0], generator: vec![1] };
        let shared = Places { server_count: 1, server: vec![0], generator: vec![0] };
        for client in [Client::Own, Client::Generator] {
            // What the generator says of its load has a type here.
            for told in [
                wirecost_load::LABEL_SERVICE_TIME,
                wirecost_load::LABEL_CLOSED,
                wirecost_load::LABEL_CLOSED_UNKNOWN,
                wirecost_load::LABEL_MAXIMUM,
                wirecost_load::LABEL_STOPPED,
                wirecost_load::LABEL_UNSUSTAINED,
                wirecost_load::LABEL_QUEUED,
                wirecost_load::LABEL_HTTP2,
            ] {
                assert!(!matches!(Label::read(told), Label::Foreign { .. }), "{told}");
            }
            let label = |connections, places: &Places, busy| loop_label(&load(connections, None, client), places, busy);
            assert_eq!(label(16, &apart, 0.95), Some(Label::MaximumThroughput));
            assert_eq!(label(16, &apart, 0.27), Some(Label::ClosedLoop));
            assert_eq!(label(16, &shared, 0.95), Some(Label::ClosedLoop));
            assert_eq!(label(1, &apart, 0.95), Some(Label::ClosedLoop));
            let two = Places { server_count: 2, ..apart.clone() };
            assert_eq!(label(16, &two, 1.0), Some(Label::ClosedLoop), "half of its cores");
            assert_eq!(loop_label(&load(16, Some(500.0), client), &apart, 1.0), None);
        }
    }
}
