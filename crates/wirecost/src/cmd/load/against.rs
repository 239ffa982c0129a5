//! `wirecost load URL --against URL`: servers in turn.

mod document;
mod evaluation;
mod page;
mod screen;

use std::cell::RefCell;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use wirecost_host::ProcessClock;
use wirecost_load::length::{SHORTEST, needed};
use wirecost_load::{
    AcknowledgementWait, BOOKED_AFTER, Http2Requests, Options, Protocol, Scheme, Slice, Stop, Turn, Turns, Url,
    acknowledgement_wait, unix_ns,
};
use wirecost_measure::estimate::median;
use wirecost_measure::turns::APART_NS;

use self::document::{Document, ServerDocument};
use self::evaluation::{Evaluation, Figure, ServerFigure, Terms};
use super::live::Live;
use super::requests::{check_scheme, http, with_options};
use super::{INTERRUPTED, LoadArgs, keys, options};
use crate::output;

/// How long servers are compared unless --duration says otherwise.
const DURATION: Duration = Duration::from_secs(30);

/// A slice is no longer than would let a comparison have this many rounds, however few answers it has then. Answers that take longer than
/// a slice make them fewer.
const ROUNDS: u32 = 40;

/// How often the live line and the list of a server's processes are renewed.
const RENEWED: Duration = Duration::from_millis(500);

/// Compares the server of `first` with those of `--against`.
pub fn run(args: &LoadArgs, first: &Url) -> anyhow::Result<ExitCode> {
    let others = args.against.iter().map(|text| Url::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let urls: Vec<&Url> = std::iter::once(first).chain(&others).collect();
    if let Some(other) = urls.iter().find(|url| url.scheme != first.scheme) {
        bail!(
            "{} speaks another protocol than {}: only servers of one protocol can be compared",
            other.authority,
            first.authority
        );
    }
    check_scheme(args, first.scheme)?;
    ensure!(
        args.pid.is_empty() || args.pid.len() == urls.len(),
        "with --against, give --pid once for each server, in the same order: {} are given for {} servers",
        args.pid.len(),
        urls.len()
    );
    let stop = Stop::default();
    super::obey_signals(stop.clone())?;
    let servers = urls.iter().enumerate().map(|(index, url)| {
        let mut options = Options { stop: stop.clone(), ..options(args, url)? };
        options.duration = args.duration.unwrap_or(DURATION);
        options.target.login = keys::login(args, url)?;
        if let Some(pid) = args.pid.get(index) {
            options.server_pids = vec![*pid];
        }
        Ok((*url, options))
    });
    let servers = servers.collect::<anyhow::Result<Vec<_>>>()?;
    let get = |url: &Url| vec![url.get()];
    match first.scheme {
        Scheme::Http | Scheme::Https if args.http2 => {
            let with_protocol = servers.into_iter().map(|(url, mut options)| {
                let requests = with_options(args, get(url))?;
                options.target.http2 = Some(Http2Requests::new(&requests, url.scheme == Scheme::Https)?);
                options.target.tls = options.target.tls.map(wirecost_load::Tls::offering_http2);
                Ok((options, super::http2(args, &requests)?))
            });
            compare(args, with_protocol.collect::<anyhow::Result<_>>()?)
        }
        Scheme::Http | Scheme::Https => {
            let with_protocol = servers.into_iter().map(|(url, options)| Ok((options, http(args, get(url))?)));
            compare(args, with_protocol.collect::<anyhow::Result<_>>()?)
        }
        Scheme::Memcached => stores(args, servers, keys::memcached),
        Scheme::Redis => stores(args, servers, keys::redis),
    }
}

/// Compares stores, with their keys in place.
fn stores<P: Protocol>(
    args: &LoadArgs,
    servers: Vec<(&Url, Options)>,
    work: fn(keys::Work, u64) -> P,
) -> anyhow::Result<ExitCode> {
    let mut ready = Vec::new();
    for (_, options) in servers {
        let Some(protocol) = keys::ready(args, &options, work)? else { return Ok(INTERRUPTED.into()) };
        ready.push((options, protocol));
    }
    compare(args, ready)
}

/// Compares servers, and says what it found.
fn compare<P: Protocol>(args: &LoadArgs, servers: Vec<(Options, P)>) -> anyhow::Result<ExitCode> {
    let (options, protocols): (Vec<Options>, Vec<P>) = servers.into_iter().unzip();
    let clocks: Vec<_> =
        options.iter().map(|options| Rc::new(RefCell::new(ProcessClock::new(&options.server_pids)))).collect();
    let turns = options.iter().zip(protocols.clone()).zip(&clocks).map(|((options, protocol), clock)| {
        let clock = Rc::clone(clock);
        Turn { options, protocol, lead: args.slice_lead, cpu: Box::new(move || clock.borrow_mut().read_ns()) }
    });
    let started_unix_ns = unix_ns();
    let mut rotation = Rotation {
        turns: Turns::open(turns.collect())?,
        random: fastrand::Rng::with_seed(args.seed),
        slices: Vec::new(),
        length: SHORTEST,
        around: args.slice_lead + 2 * BOOKED_AFTER,
        shared: vec![false; options.len()],
        stop: options[0].stop.clone(),
    };
    let mut live = Live::new(!args.quiet && std::io::stderr().is_terminal());
    rotation.warm_up(&options, args.warmup(), &mut live)?;
    let terms = |rotation: &Rotation<'_, P>| Terms {
        apart_ns: rotation.apart_ns().unwrap_or(u64::MAX),
        closed: options[0].schedule.is_closed(),
        allowed: args.max_slowdown,
    };
    rotation.find_shared(&clocks);
    let targets: Vec<String> = options.iter().map(|options| options.target.name.clone()).collect();
    let names = screen::names(&targets);
    let mut new_processes = 0;
    let (start, mut renewed) = (Instant::now(), Instant::now());
    while start.elapsed() < options[0].duration && !rotation.stop.is_stopped() {
        rotation.round(options.len())?;
        if renewed.elapsed() >= RENEWED {
            renewed = Instant::now();
            new_processes += clocks.iter().map(|clock| clock.borrow_mut().look_again()).sum::<usize>();
            rotation.find_shared(&clocks);
            let evaluation = Evaluation::of(&rotation.slices, options.len(), terms(&rotation));
            let (elapsed, whole) = (start.elapsed().as_secs_f64(), options[0].duration.as_secs_f64());
            live.say(format!("{elapsed:.0} of {whole:.0} s  {}", screen::brief(&evaluation, &names)));
        }
    }
    live.clear();
    let interrupted = rotation.stop.is_stopped();
    let evaluation = Evaluation::of(&rotation.slices, options.len(), terms(&rotation));
    let servers = options.iter().zip(&clocks).enumerate().map(|(index, (options, clock))| ServerDocument {
        acknowledgement_wait: waits(options, &protocols[index], &evaluation.figures(index)),
        name: names[index].clone(),
        target: options.target.name.clone(),
        processes: clock.borrow().processes(),
        shares_processes: rotation.shared[index],
        total: rotation.turns.total(index),
        figures: evaluation.figures(index),
        quiet_share: evaluation.quiet_share(index),
    });
    let document = Document {
        schema: document::SCHEMA,
        started_unix_ns,
        duration_s: start.elapsed().as_secs_f64(),
        slice_ns: u64::try_from(rotation.length.as_nanos())?,
        apart_ns: rotation.apart_ns(),
        schedule: options[0].schedule.clone(),
        connections: options[0].connections,
        pipeline: options[0].pipeline,
        seed: args.seed,
        max_slowdown: args.max_slowdown,
        new_processes,
        generator_busy: evaluation.generator_busy(),
        servers: servers.collect(),
        comparisons: evaluation.comparisons(),
        slices: rotation.slices,
    };
    let printed = output::print(&screen::text(&document));
    // Files are written even if nobody reads on.
    if let Some(file) = &args.json {
        output::write(file, serde_json::to_string_pretty(&document)? + "\n")?;
    }
    if let Some(file) = &args.html {
        output::write(file, page::of(&document))?;
    }
    printed?;
    Ok(if interrupted { INTERRUPTED.into() } else { document.exit_code() })
}

/// Whether the calls of a server wait for an acknowledgement.
fn waits<P: Protocol>(
    options: &Options,
    protocol: &P,
    figures: &[(Figure, ServerFigure)],
) -> Option<AcknowledgementWait> {
    let median = figures.iter().find(|(figure, _)| *figure == Figure::P50);
    acknowledgement_wait(options, protocol, median.map(|(_, of)| of.estimate.median as u64))
}

/// Servers in turn, and what their slices gave.
struct Rotation<'a, P: Protocol> {
    turns: Turns<'a, P>,
    random: fastrand::Rng,
    slices: Vec<Slice>,
    length: Duration,
    /// What a slice takes beside that: the load before it, and until the system has booked CPU time.
    around: Duration,
    /// The servers that have a process in common with another.
    shared: Vec<bool>,
    stop: Stop,
}

impl<P: Protocol> Rotation<'_, P> {
    /// Loads every server once, in random order.
    fn round(&mut self, servers: usize) -> anyhow::Result<()> {
        let mut order: Vec<usize> = (0..servers).collect();
        self.random.shuffle(&mut order);
        for server in order {
            let mut slice = self.turns.slice(server, self.length)?;
            // Between its slices such a process answers for the other server.
            slice.idle_cpu_ns = slice.idle_cpu_ns.filter(|_| !self.shared[server]);
            self.slices.push(slice);
        }
        Ok(())
    }

    /// Loads the servers until they are warm, sets the length of a slice by the slowest, and forgets what was seen.
    fn warm_up(&mut self, options: &[Options], warmup: Duration, live: &mut Live) -> anyhow::Result<()> {
        let servers = options.len();
        let start = Instant::now();
        live.say("warm-up".into());
        // Each server is to be warm for as long as it would be by itself.
        while start.elapsed() < warmup * servers as u32 && !self.stop.is_stopped() || self.slices.is_empty() {
            self.round(servers)?;
        }
        for (server, options) in options.iter().enumerate() {
            let total = self.turns.total(server);
            ensure!(
                total.ok > 0 || self.stop.is_stopped(),
                "{} gave no good answer in the warm-up: {}",
                options.target.name,
                screen::failed(&total)
            );
            self.length = self.length.max(needed(&self.slices, server));
        }
        let longest = (options[0].duration / (ROUNDS * servers as u32)).saturating_sub(self.around);
        self.length = self.length.min(longest).max(SHORTEST);
        self.turns.forget();
        self.slices.clear();
        Ok(())
    }

    /// Notes which servers have processes in common: two addresses of one server have all.
    fn find_shared(&mut self, clocks: &[Rc<RefCell<ProcessClock>>]) {
        let processes: Vec<Vec<u32>> = clocks.iter().map(|clock| clock.borrow().processes()).collect();
        let has = |other: usize, process: &u32| processes[other].contains(process);
        for (server, own) in processes.iter().enumerate() {
            let mut others = (0..processes.len()).filter(|other| *other != server);
            self.shared[server] = others.any(|other| own.iter().any(|process| has(other, process)));
        }
    }

    /// How far apart slices may start that are compared; none where those of a round are usually further apart.
    fn apart_ns(&self) -> Option<u64> {
        let gaps = self.slices.windows(2).map(|pair| pair[1].start_ns.saturating_sub(pair[0].start_ns) as f64);
        let between = self.shared.len().saturating_sub(1) as f64 * median(&gaps.collect::<Vec<_>>());
        Some(APART_NS).filter(|apart_ns| between <= *apart_ns as f64)
    }
}
