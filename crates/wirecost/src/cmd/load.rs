//! `wirecost load`

mod against;
mod args;
mod found;
mod keys;
pub mod live;
mod many;
mod options;
mod outputs;
mod page;
pub mod part;
mod request_file;
mod requests;
mod search;
pub mod values;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_host::KeepAwake;
use wirecost_load::protocol::http::Request;
use wirecost_load::protocol::store::Dialect;
use wirecost_load::{
    Error, Http2Requests, Label, LoadResult, Options, Protocol, Scheme, Stop, Targets, Tls, Url, find_rate,
};

pub use self::args::LoadArgs;
use self::live::Live;
use self::options::{options, schedule};
pub use self::outputs::{Outputs, deliver, read};
use self::request_file::RequestFile;
use self::requests::{check_scheme, http, http2, with_options};
use self::values::CloseArg;
use crate::screen::say;

/// The end of a run that Ctrl-C cut short, as shells number it.
const INTERRUPTED: u8 = 130;
/// How long a probe of a search lasts, unless the whole run is shorter.
const PROBE: Duration = Duration::from_secs(2);
/// The share of the rate that was found at which it is confirmed.
const CONFIRMED_SHARE: f64 = 0.9;
/// How long a run lasts unless an option says otherwise.
const DURATION: Duration = Duration::from_secs(10);
/// Where a search begins, requests per second.
const FIRST_RATE_PER_S: f64 = 100.0;

/// Loads a server.
pub fn run(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    ensure!(!args.poisson || args.rate.is_some() || args.stages.is_some(), "--poisson needs --rate or --stages");
    Outputs::new(&args.json, &args.html, &args.hdr, &args.beside).check()?;
    args.log.as_deref().map(crate::output::check).transpose()?;
    if let (Some(url), false) = (&args.url, args.against.is_empty()) {
        let _awake = awake(args)?;
        return against::run(args, &Url::parse(url)?);
    }
    if let Some(place) = &args.many.place.on {
        return many::run(args, place);
    }
    let prepared = prepare(args)?;
    obey_signals(prepared.options.stop.clone())?;
    prepared.then(args, Conclude)
}

/// A load whose protocol is not chosen yet.
struct Prepared {
    options: Options,
    scheme: Scheme,
    requests: Vec<Request>,
}

/// What is done with a protocol once it is chosen.
trait Then {
    /// What comes of it.
    type Out;

    /// Goes on with requests of this protocol.
    fn then<P: Protocol>(self, args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<Self::Out>;

    /// Goes on with a store.
    fn then_store<P: Protocol>(
        self,
        args: &LoadArgs,
        options: &Options,
        work: fn(keys::Work, u64) -> P,
        dialect: Dialect,
    ) -> anyhow::Result<Self::Out>;
}

/// Loads, prints and writes.
struct Conclude;

impl Then for Conclude {
    type Out = ExitCode;

    fn then<P: Protocol>(self, args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<ExitCode> {
        load(args, options, protocol)
    }

    fn then_store<P: Protocol>(
        self,
        args: &LoadArgs,
        options: &Options,
        work: fn(keys::Work, u64) -> P,
        dialect: Dialect,
    ) -> anyhow::Result<ExitCode> {
        keys::load(args, options, work, dialect)
    }
}

/// Reads what the options name.
fn prepare(args: &LoadArgs) -> anyhow::Result<Prepared> {
    let (url, requests) = match (&args.targets, &args.url) {
        (Some(file), _) => {
            let targets = Targets::read(file).map_err(|error| match error {
                Error::File { .. } => error.into(),
                _ => anyhow::Error::new(error).context(file.display().to_string()),
            })?;
            (targets.url, targets.requests)
        }
        (None, url) => {
            let url = Url::parse(url.as_deref().unwrap_or_default())?;
            let request = url.get();
            (url, vec![request])
        }
    };
    let mut options = options(args, &url)?;
    check_scheme(args, url.scheme)?;
    options.target.login = keys::login(args, &url)?;
    Ok(Prepared { options, scheme: url.scheme, requests })
}

impl Prepared {
    /// Chooses the protocol, and goes on with it.
    fn then<T: Then>(self, args: &LoadArgs, then: T) -> anyhow::Result<T::Out> {
        let Self { mut options, scheme, requests } = self;
        match scheme {
            Scheme::Http | Scheme::Https if args.http2 => {
                let requests = with_options(args, requests)?;
                options.target.http2 = Some(Http2Requests::new(&requests, scheme == Scheme::Https)?);
                options.target.tls = options.target.tls.map(Tls::offering_http2);
                then.then(args, &options, http2(args, &requests)?)
            }
            Scheme::Http | Scheme::Https => then.then(args, &options, http(args, requests)?),
            Scheme::Memcached => then.then_store(args, &options, keys::memcached, Dialect::Memcached),
            Scheme::Redis => then.then_store(args, &options, keys::redis, Dialect::Redis),
        }
    }
}

fn awake(args: &LoadArgs) -> anyhow::Result<Option<KeepAwake>> {
    let start = || KeepAwake::start(&wirecost_host::available_cores()).context("--keep-awake");
    args.keep_awake.then(start).transpose()
}

fn load<P: Protocol>(args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<ExitCode> {
    let _awake = awake(args)?;
    let mut live = Live::new(!args.quiet && std::io::stderr().is_terminal());
    let Some(goal) = args.find_rate else {
        let logged = args.log.as_deref().map(RequestFile::begin);
        let logging = Options { log: logged.as_ref().map(RequestFile::log), ..options.clone() };
        let result = wirecost_load::run(&logging, protocol, |tenth| live.show(tenth));
        live.clear();
        drop(logging);
        logged.map(RequestFile::finish).transpose()?;
        let Some(mut result) = unless_stopped(result)? else { return Ok(INTERRUPTED.into()) };
        if args.keep_awake {
            result.labels.push(Label::CoresKeptAwake);
        }
        return conclude(args, options, &result);
    };
    let found = find_rate(options, &protocol, &search::of(args, goal), |tenth| live.show(tenth));
    live.clear();
    let mut found = found?;
    if let (true, Some(confirmation)) = (args.keep_awake, &mut found.confirmation) {
        confirmation.labels.push(Label::CoresKeptAwake);
    }
    search::conclude(args, &found, options.stop.is_stopped())
}

/// What was measured; `None`, and a word about it, if the run was ended before anything was.
fn unless_stopped<T>(outcome: Result<T, Error>) -> anyhow::Result<Option<T>> {
    match outcome {
        Err(error @ Error::Stopped) => {
            say!("{error}");
            Ok(None)
        }
        outcome => Ok(outcome.map(Some)?),
    }
}

/// Prints and writes the result of a run.
fn conclude(args: &LoadArgs, options: &Options, result: &LoadResult) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(&args.json, &args.html, &args.hdr, &args.beside);
    let code = demanded(args, result, deliver(result, &outputs)?)?;
    if options.stop.is_stopped() {
        return Ok(INTERRUPTED.into());
    }
    // Where each request has a connection of its own, the run is the first to find out.
    ensure!(
        result.sent == 0 || result.errors.connect < result.sent,
        "no connection to {} could be opened: {}",
        result.target,
        result.reason.as_deref().unwrap_or("no reason is known")
    );
    Ok(code)
}

/// The exit code of a result that is to keep goals; each that it does not keep is printed.
fn demanded(args: &LoadArgs, result: &LoadResult, code: ExitCode) -> anyhow::Result<ExitCode> {
    let mut code = code;
    for goal in &args.require {
        if let Some(why) = goal.why_not(result)? {
            say!("--require is not kept: {why}");
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Lets the first signal end the run early, and the second at once.
fn obey_signals(stop: Stop) -> anyhow::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_stopped() {
                std::process::exit(INTERRUPTED.into());
            }
            stop.stop();
        }
    });
    Ok(())
}
