//! `wirecost load`

mod against;
mod examples;
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
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_load::protocol::http::Request;
use wirecost_load::protocol::store::Dialect;
use wirecost_load::{
    Error, Goal, Http2Requests, Label, LoadResult, Options, Protocol, Scheme, Stop, Targets, Tls, Url,
    acknowledgement_wait, find_rate,
};

use self::examples::EXAMPLES;
use self::live::Live;
use self::options::{awake, options, schedule};
pub use self::outputs::{Outputs, deliver, read};
use self::request_file::RequestFile;
use self::requests::{check_scheme, http, http2, with_options};
use self::values::{CloseArg, Stages, header, rate, span, stages};
use crate::screen::say;

/// The end of a run that Ctrl-C cut short, as shells number it.
const INTERRUPTED: u8 = 130;
/// How long a probe of a search lasts, unless the whole run is shorter.
const PROBE: Duration = Duration::from_secs(2);
/// The share of the rate that was found at which it is confirmed.
const CONFIRMED_SHARE: f64 = 0.9;
/// How long a run lasts unless an option says otherwise.
const DURATION: Duration = Duration::from_secs(10);
/// How long a server is loaded before, unless an option says otherwise.
const WARMUP: Duration = Duration::from_secs(1);
/// Where a search begins, requests per second.
const FIRST_RATE_PER_S: f64 = 100.0;

/// Options of `load`.
#[derive(Args)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub struct LoadArgs {
    /// Load this server: http://, https://, redis://, memcached://, or unix:/SOCKET:/PATH; http without a scheme
    #[arg(required_unless_present = "targets", conflicts_with = "targets")]
    url: Option<String>,

    /// Compare with this server: all of them are loaded in turn, for a few milliseconds each, for 30 s in all (repeatable)
    #[arg(
        long,
        value_name = "URL",
        requires = "url",
        conflicts_with_all = ["requests", "stages", "trace", "find_rate", "threads", "start_at", "targets", "hdr", "precise", "on"]
    )]
    against: Vec<String>,

    /// With --against: exit with 3 if another server takes more time or CPU time than the first by more than this share, such as 3%, and
    /// with 4 if that cannot be decided. Equal servers differ by up to 2 %, so less counts as 2%
    #[arg(long, value_name = "SHARE", requires = "against", value_parser = super::gate::parse_share)]
    max_slowdown: Option<f64>,

    /// With --against: load a server this long before each of its slices, since the turns of others leave it cold; 15ms for one in Go,
    /// whose scheduler works more after each start
    #[arg(long, value_name = "SPAN", requires = "against", default_value = "3ms", value_parser = span)]
    slice_lead: Duration,

    /// Open this many connections: the users of a closed loop, or what an open loop starts with
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", default_value = "50")]
    connections: usize,

    /// Measure this long: 10s, 2m; a plain number is seconds [default: 10s, or as long as --stages, --trace or -n last; 30s with
    /// --against]
    #[arg(short, long, visible_short_alias = 'z', value_name = "SPAN", value_parser = span)]
    duration: Option<Duration>,

    /// Measure this many requests, however long they take; with --duration, at most that long. There is no warm-up unless --warmup
    /// is given; requests that it left under way count in addition
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "find_rate", value_parser = clap::value_parser!(u64).range(1..))]
    requests: Option<u64>,

    /// Load the server this long before measuring. Nothing of it is counted [default: 1s; 0 with -n]
    #[arg(long, value_name = "SPAN", value_parser = span)]
    warmup: Option<Duration>,

    /// Plan this many requests per second, whatever the server does (an open loop): 500, 500/s, 30/1m. Latency then runs
    /// from the planned instant [default: a closed loop, as fast as the connections go]
    #[arg(short = 'R', long, visible_alias = "qps", visible_short_alias = 'q', value_parser = rate)]
    rate: Option<f64>,

    /// Plan a rate that changes: 100:10s is a step, 100-500:30s a ramp, one after the other
    #[arg(long, value_name = "STAGE,..", conflicts_with_all = ["rate", "find_rate", "think"], value_parser = stages)]
    stages: Option<Stages>,

    /// Exit with 1 unless this holds, such as 'p99<20ms' or 'max<1s': every request was answered well, and this quantile is below the
    /// bound (repeatable)
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["find_rate", "against"])]
    require: Vec<Goal>,

    /// Repeat recorded instants from a file: one number per line, in seconds from the start, ascending
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rate", "stages", "find_rate", "think", "poisson"])]
    trace: Option<PathBuf>,

    /// Send the requests of --rate or --stages at random instants (a Poisson process), like independent users
    #[arg(long)]
    poisson: bool,

    /// Draw from this seed: the instants of --poisson, the order of slices of --against
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Search for the highest rate that keeps a goal such as 'p99<5ms', then confirm the goal at 90 % of that rate. The
    /// search begins at --rate [default: 100]. It makes 20 probes of 2 s and 3 confirmations at most, and says "at least"
    /// where the generator's limit ends it
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["think", "poisson", "emit"])]
    find_rate: Option<Goal>,

    /// Pause this long between an answer and the next request of a closed loop
    #[arg(long, value_name = "SPAN", conflicts_with = "rate", value_parser = span)]
    think: Option<Duration>,

    /// Let an open loop grow to this many connections when all are busy [default: --connections]
    #[arg(long, visible_alias = "max-workers", value_name = "N")]
    max_connections: Option<usize>,

    /// Use this many threads, each with a share of the connections
    #[arg(short, long, value_name = "N", default_value = "1")]
    threads: usize,

    /// Pin threads to these cores, in turn
    #[arg(long, value_name = "N", value_delimiter = ',')]
    core: Vec<usize>,

    /// Let each connection have this many requests under way
    #[arg(long, value_name = "N", default_value = "1")]
    pipeline: usize,

    /// Choose what happens to a connection after each answer
    #[arg(long, value_name = "HOW", default_value = "keep-alive")]
    close: CloseArg,

    /// Open a new connection for each request; the same as --close fin
    #[arg(long, conflicts_with = "close")]
    disable_keepalive: bool,

    /// Count a request as failed if its answer takes longer than this
    #[arg(long, value_name = "SPAN", default_value = "10s", value_parser = span)]
    timeout: Duration,

    /// Accept answers without a value, such as for a missing key. They still count as misses and never as ok. Without this
    /// option they make the result invalid
    #[arg(long)]
    allow_misses: bool,

    /// Take the CPU time of these processes as that of the server; with --against, of one for each server, in their order [default: the
    /// local processes that listen at the address]
    #[arg(long, value_name = "PID", value_delimiter = ',')]
    pid: Vec<u32>,

    /// Poll the clock without pause. Sends are then on time within 2 us, but a core is always busy
    #[arg(long)]
    precise: bool,

    /// Keep idle cores awake (Linux). Waking a core adds latency
    #[arg(long)]
    keep_awake: bool,

    /// Begin the warm-up at this instant, such as 2030-01-31T12:00:00Z, so that several generators start together
    #[arg(long, value_name = "TIME", conflicts_with = "on")]
    start_at: Option<jiff::Timestamp>,

    /// Read requests from a file in vegeta's form: METHOD URL, then headers, then @FILE with the content; empty lines
    /// may stand in between
    #[arg(long, value_name = "FILE")]
    targets: Option<PathBuf>,

    /// Use this method [default: GET, or POST with a body]
    #[arg(short, long, help_heading = "HTTP")]
    method: Option<String>,

    /// Send this header, `Name: value`; it replaces a header of that name (repeatable)
    #[arg(short = 'H', long, value_name = "HEADER", help_heading = "HTTP", value_parser = header)]
    header: Vec<(String, String)>,

    /// Send the content of this file. __rand_int__ in it, or in the URL, becomes a number below --keyspace
    #[arg(short = 'D', long, value_name = "FILE", help_heading = "HTTP", conflicts_with = "data")]
    body: Option<PathBuf>,

    /// Send this text as content
    #[arg(long, value_name = "TEXT", help_heading = "HTTP")]
    data: Option<String>,

    /// Send this content-type header
    #[arg(short = 'T', long, value_name = "TYPE", help_heading = "HTTP")]
    content_type: Option<String>,

    /// Expect this status [default: any from 200 to 299]. Redirects are not followed
    #[arg(long, value_name = "STATUS", help_heading = "HTTP", value_parser = clap::value_parser!(u16).range(100..600))]
    expect: Option<u16>,

    /// Expect the content of this file, byte for byte
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    expect_body: Option<PathBuf>,

    /// Use HTTP/2 from the first byte of each connection. --pipeline is the number of streams
    #[arg(long, help_heading = "HTTP", conflicts_with_all = ["disable_keepalive", "keyspace"])]
    http2: bool,

    /// Accept any certificate. Use it for test servers only
    #[arg(long, help_heading = "HTTP", conflicts_with = "cacert")]
    insecure: bool,

    /// Trust the certificates in this PEM file in place of the public ones
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    cacert: Option<PathBuf>,

    /// Store values of this size in place of fetching them
    #[arg(long, value_name = "BYTES", help_heading = "Redis and memcached")]
    set: Option<usize>,

    /// Store every key of the keyspace before the run, with values of this size: --fill or --fill=BYTES
    /// [default size: 100]
    #[arg(long, value_name = "BYTES", num_args = 0..=1, require_equals = true, default_missing_value = "100", conflicts_with = "set", help_heading = "Redis and memcached")]
    fill: Option<usize>,

    /// Log in with this password. Prefer the environment variable: other users of the machine can read the options and
    /// URLs of a command
    #[arg(
        long,
        env = "WIRECOST_PASSWORD",
        hide_env_values = true,
        hide_default_value = true,
        value_name = "TEXT",
        help_heading = "Redis and memcached"
    )]
    password: Option<String>,

    /// Log in as this user. Redis also accepts a password without a user
    #[arg(long, value_name = "NAME", help_heading = "Redis and memcached")]
    user: Option<String>,

    /// Use this many different keys, or values of __rand_int__
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Redis and memcached")]
    keyspace: u64,

    #[command(flatten)]
    store: keys::StoreArgs,

    #[command(flatten)]
    many: many::ManyArgs,

    /// Write the result as a JSON document
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Write what was found as one HTML file that opens offline
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Draw this earlier result of `load --json` into the same pictures of --html (repeatable)
    #[arg(long, value_name = "FILE.json", requires = "html", conflicts_with = "against", help_heading = "Output")]
    beside: Vec<PathBuf>,

    /// Write the whole distribution of latency, in the text form of HDR tools
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    hdr: Option<PathBuf>,

    /// Write a line of CSV for each measured request: instants in ns from the beginning of the window, outcome, status
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["find_rate", "against", "on"], help_heading = "Output")]
    log: Option<PathBuf>,

    /// Hide the line that shows the progress
    #[arg(long, help_heading = "Output")]
    pub(super) quiet: bool,

    /// The options as they were given, for workers.
    #[arg(skip)]
    pub given: super::forwarded::ForwardedOptions,
}

impl LoadArgs {
    /// How long the server is loaded before. Who counts requests wants no others.
    fn warmup(&self) -> Duration {
        self.warmup.unwrap_or(if self.requests.is_some() { Duration::ZERO } else { WARMUP })
    }

    /// What happens to a connection after each answer.
    fn close(&self) -> CloseArg {
        let closes = |(name, value): &(String, String)| {
            let mut tokens = value.split(',');
            name.eq_ignore_ascii_case("connection") && tokens.any(|token| token.trim().eq_ignore_ascii_case("close"))
        };
        match self.close {
            // A server that is told so closes it.
            CloseArg::KeepAlive if self.disable_keepalive || self.header.iter().any(closes) => CloseArg::Fin,
            close => close,
        }
    }
}

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

fn load<P: Protocol>(args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<ExitCode> {
    let _awake = awake(args)?;
    let mut live = Live::new(!args.quiet && std::io::stderr().is_terminal());
    let Some(goal) = args.find_rate else {
        let logged = args.log.as_deref().map(RequestFile::begin);
        let logging = Options { log: logged.as_ref().map(RequestFile::log), ..options.clone() };
        let result = wirecost_load::run(&logging, protocol.clone(), |tenth| live.show(tenth));
        live.clear();
        drop(logging);
        logged.map(RequestFile::finish).transpose()?;
        let Some(mut result) = unless_stopped(result)? else { return Ok(INTERRUPTED.into()) };
        if args.keep_awake {
            result.labels.push(Label::CoresKeptAwake);
        }
        result.acknowledgement_wait = acknowledgement_wait(options, &protocol, result.service_time_ns.p50);
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
