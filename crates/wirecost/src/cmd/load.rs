//! `wirecost load`

mod keys;
mod live;
mod requests;
mod values;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, anyhow, ensure};
use clap::{Args, ValueEnum};
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_host::KeepAwake;
use wirecost_load::protocol::http::Request;
use wirecost_load::protocol::http2::Http2;
use wirecost_load::{
    Close, Error, Goal, Http2Requests, LoadResult, Options, Protocol, Schedule, Scheme, Spacing, Stop, Summary, Target,
    Targets, Tls, Trust, Url, find_rate, listeners, write_spectrum,
};

use self::live::Live;
use self::requests::{check_scheme, http, read, with_options};
use self::values::{Stages, header, rate, span, stages, trace};
use crate::output;

/// The end of a run that Ctrl-C cut short, as shells number it.
const INTERRUPTED: u8 = 130;
/// How long a probe of a search lasts, unless the whole run is shorter.
const PROBE: Duration = Duration::from_secs(2);
/// The share of the rate that was found at which it is confirmed.
const CONFIRMED_SHARE: f64 = 0.9;
/// How long a run lasts of which nothing else says it.
const DURATION: Duration = Duration::from_secs(10);
/// Idle states are a parameter of the figures.
const LABEL_KEPT_AWAKE: &str = "idle cores kept awake";
/// Where a search begins, requests per second.
const FIRST_RATE_PER_S: f64 = 100.0;

/// Options of `load`.
#[derive(Args)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub struct LoadArgs {
    /// The server: http://, https://, redis://, memcached://, or unix:/SOCKET:/PATH; without a scheme, http
    #[arg(required_unless_present = "targets", conflicts_with = "targets")]
    url: Option<String>,

    /// Connections: the users of a closed loop; what an open loop starts with
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", default_value = "50")]
    connections: usize,

    /// How long to measure: 10s, 2m; a plain number is seconds [default: 10s; as long as --stages, --trace or -n last]
    #[arg(short, long, visible_short_alias = 'z', value_name = "SPAN", value_parser = span)]
    duration: Option<Duration>,

    /// Measure so many requests, however long they take; with --duration, no longer than that. Those that the warm-up left
    /// under way are counted besides
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "find_rate", value_parser = clap::value_parser!(u64).range(1..))]
    requests: Option<u64>,

    /// Load before the measuring, which is not counted
    #[arg(long, value_name = "SPAN", default_value = "1s", value_parser = span)]
    warmup: Duration,

    /// An open loop: so many requests are due a second, whatever the server does; 500, 500/s, 30/1m. Latency runs from
    /// the instant a request was due [default: a closed loop, as fast as the connections go]
    #[arg(short = 'R', long, visible_alias = "qps", visible_short_alias = 'q', value_parser = rate)]
    rate: Option<f64>,

    /// An open loop whose rate changes: 100:10s is a step, 100-500:30s a ramp, one after the other
    #[arg(long, value_name = "STAGE,..", conflicts_with_all = ["rate", "find_rate", "think"], value_parser = stages)]
    stages: Option<Stages>,

    /// An open loop that repeats recorded instants: a file with a number of seconds from the start a line, ascending
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rate", "stages", "find_rate", "think", "poisson"])]
    trace: Option<PathBuf>,

    /// With --rate or --stages: requests at random instants (a Poisson process), as users who know nothing of each other
    #[arg(long)]
    poisson: bool,

    /// The seed of --poisson
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Search for the highest rate that keeps a goal such as 'p99<5ms', then confirm it at 90 % of that rate. The
    /// search begins at --rate [default: 100]
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["think", "poisson"])]
    find_rate: Option<Goal>,

    /// A closed loop's pause between an answer and the next request
    #[arg(long, value_name = "SPAN", conflicts_with = "rate", value_parser = span)]
    think: Option<Duration>,

    /// Connections up to which an open loop may grow when all are busy [default: as many as --connections]
    #[arg(long, visible_alias = "max-workers", value_name = "N")]
    max_connections: Option<usize>,

    /// Threads, each with a share of the connections
    #[arg(short, long, value_name = "N", default_value = "1")]
    threads: usize,

    /// Pin threads to these cores, in turn
    #[arg(long, value_name = "N", value_delimiter = ',')]
    core: Vec<usize>,

    /// Requests that a connection may have under way at once
    #[arg(long, value_name = "N", default_value = "1")]
    pipeline: usize,

    /// What happens to a connection after each answer
    #[arg(long, value_name = "HOW", default_value = "keep-alive")]
    close: CloseArg,

    /// The same as --close fin: a new connection for each request
    #[arg(long, conflicts_with = "close")]
    disable_keepalive: bool,

    /// How long an answer may take
    #[arg(long, value_name = "SPAN", default_value = "10s", value_parser = span)]
    timeout: Duration,

    /// Accept answers without a value, such as a key that is not there. They still count as misses and never as ok; without
    /// this option they make the result invalid
    #[arg(long)]
    allow_misses: bool,

    /// Read the CPU time of these processes as the server's [default: those of this machine that listen at the address]
    #[arg(long, value_name = "PID", value_delimiter = ',')]
    pid: Vec<u32>,

    /// Look at the clock without pause: sends are on time to 2 us, and a core is busy
    #[arg(long)]
    precise: bool,

    /// Keep cores with nothing to do from falling asleep, of which waking takes time (Linux)
    #[arg(long)]
    keep_awake: bool,

    /// Begin the warm-up at this instant, such as 2030-01-31T12:00:00Z, so that several generators start together
    #[arg(long, value_name = "TIME")]
    start_at: Option<jiff::Timestamp>,

    /// A file of requests as vegeta reads it: METHOD URL, then headers, then @FILE with the content; empty lines
    /// between
    #[arg(long, value_name = "FILE")]
    targets: Option<PathBuf>,

    /// The method [default: GET, with a body POST]
    #[arg(short, long, help_heading = "HTTP")]
    method: Option<String>,

    /// A header, `Name: value`; replaces one of that name (repeatable)
    #[arg(short = 'H', long, value_name = "HEADER", help_heading = "HTTP", value_parser = header)]
    header: Vec<(String, String)>,

    /// The content of requests, from a file; __rand_int__ in it, or in the URL, becomes a number below --keyspace
    #[arg(short = 'D', long, value_name = "FILE", help_heading = "HTTP", conflicts_with = "data")]
    body: Option<PathBuf>,

    /// The content of requests, as it is given here
    #[arg(long, value_name = "TEXT", help_heading = "HTTP")]
    data: Option<String>,

    /// The content-type header
    #[arg(short = 'T', long, value_name = "TYPE", help_heading = "HTTP")]
    content_type: Option<String>,

    /// The status that a good answer has [default: any from 200 to 399]
    #[arg(long, value_name = "STATUS", help_heading = "HTTP", value_parser = clap::value_parser!(u16).range(100..600))]
    expect: Option<u16>,

    /// A file with the content that a good answer has, octet for octet
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    expect_body: Option<PathBuf>,

    /// Speak HTTP/2, by the h2 crate, whose cost the result shows; --pipeline is the number of streams
    #[arg(long, help_heading = "HTTP", conflicts_with_all = ["disable_keepalive", "keyspace"])]
    http2: bool,

    /// Believe any certificate: for servers under test
    #[arg(long, help_heading = "HTTP", conflicts_with = "cacert")]
    insecure: bool,

    /// Believe the certificates in this PEM file in place of the public ones
    #[arg(long, value_name = "FILE", help_heading = "HTTP")]
    cacert: Option<PathBuf>,

    /// Store values of so many bytes in place of fetching them
    #[arg(long, value_name = "BYTES", help_heading = "Redis and memcached")]
    set: Option<usize>,

    /// Store every key of the keyspace before the run, with values of so many bytes: --fill or --fill=BYTES
    /// [default size: 100]
    #[arg(long, value_name = "BYTES", num_args = 0..=1, require_equals = true, default_missing_value = "100", conflicts_with = "set", help_heading = "Redis and memcached")]
    fill: Option<usize>,

    /// Log in with this password. Better in the environment or in the URL (redis://:PASSWORD@HOST): other users of the
    /// machine can read the options of a command
    #[arg(
        long,
        env = "WIRECOST_PASSWORD",
        hide_env_values = true,
        value_name = "TEXT",
        help_heading = "Redis and memcached"
    )]
    password: Option<String>,

    /// Log in as this user. Redis takes a password without a user
    #[arg(long, value_name = "NAME", help_heading = "Redis and memcached")]
    user: Option<String>,

    /// How many different keys, or values of __rand_int__, there are
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Redis and memcached")]
    keyspace: u64,

    /// Write the result as a JSON document
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Write the whole distribution of the latency, in the text form of the HDR tools
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    hdr: Option<PathBuf>,

    /// Show no live line
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost load http://127.0.0.1:8080/ -c 100 -d 10s           as fast as 100 connections go
  wirecost load http://127.0.0.1:8080/ -c 100 --rate 5000      how long users wait at 5,000/s
  wirecost load http://127.0.0.1:8080/ --stages 100:10s,100-2000:1m,2000:30s
  wirecost load http://127.0.0.1:8080/ -n 10000 -c 100         so many requests, as ab counts them
  wirecost load http://127.0.0.1:8080/ --find-rate 'p99<5ms'   the rate at which they wait so long
  wirecost load http://127.0.0.1:8080/orders --body order.json -T application/json --expect 201
  wirecost load http://127.0.0.1:8080/ --close rst             a new connection for each request
  wirecost load https://127.0.0.1:8443/ --http2 --pipeline 8 --insecure
  wirecost load unix:/run/app.sock:/health -c 10 -d 5s
  wirecost load redis://127.0.0.1 -c 50 --pipeline 16 --set 100 --keyspace 100000
  wirecost load redis://127.0.0.1 --fill --keyspace 100000     store all keys, then fetch them
  wirecost load --targets requests.txt --rate 200 --json result.json

Ctrl-C ends a run within half a second: the result of what there was is still printed and written. A second one ends it at
once.

Exit codes: 0 done; 1 done, but requests failed or were never sent, a goal was not kept, or the result is not valid \
(no answer within the window, keys that are not there, a generator that was too slow); 2 refused (usage, a broken file, a server that cannot be reached); 130 ended early.";

/// What happens to a connection after an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CloseArg {
    /// It is used again
    KeepAlive,
    /// It is closed
    Fin,
    /// It is reset, which keeps no port in TIME_WAIT
    Rst,
}

/// Loads a server.
pub fn run(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    ensure!(
        !args.poisson || args.rate.is_some() || args.stages.is_some(),
        "--poisson says how the requests of --rate or --stages lie"
    );
    for file in [&args.json, &args.hdr].into_iter().flatten() {
        output::check(file)?;
    }
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
            let request = Request::get(&url.authority, &url.path);
            (url, vec![request])
        }
    };
    let mut options = options(args, &url)?;
    check_scheme(args, url.scheme)?;
    options.target.login = keys::login(args, &url)?;
    obey_signals(options.stop.clone())?;
    match url.scheme {
        Scheme::Http | Scheme::Https if args.http2 => {
            let requests = with_options(args, requests)?;
            options.target.http2 = Some(Http2Requests::new(&requests, url.scheme == Scheme::Https)?);
            options.target.tls = options.target.tls.map(Tls::offering_http2);
            let mut http2 = Http2::new(&requests);
            if let Some(status) = args.expect {
                http2 = http2.expect_status(status);
            }
            if let Some(file) = &args.expect_body {
                http2 = http2.expect_content(read(file)?);
            }
            load(args, &options, http2)
        }
        Scheme::Http | Scheme::Https => load(args, &options, http(args, requests)?),
        Scheme::Memcached => keys::load(args, &options, keys::memcached),
        Scheme::Redis => keys::load(args, &options, keys::redis),
    }
}

fn load<P: Protocol>(args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<ExitCode> {
    let _awake = match args.keep_awake {
        true => Some(KeepAwake::start(&wirecost_serve::place::available()).context("--keep-awake")?),
        false => None,
    };
    let mut live = Live::new(!args.quiet && std::io::stderr().is_terminal());
    let Some(goal) = args.find_rate else {
        let result = wirecost_load::run(options, protocol, |tenth| live.show(tenth));
        live.clear();
        let Some(mut result) = unless_stopped(result)? else { return Ok(INTERRUPTED.into()) };
        if args.keep_awake {
            result.labels.push(LABEL_KEPT_AWAKE.into());
        }
        return conclude(args, options, &result);
    };
    let search = (args.rate.unwrap_or(FIRST_RATE_PER_S), PROBE.min(options.duration), CONFIRMED_SHARE);
    let found = find_rate(options, &protocol, goal, search, |tenth| live.show(tenth));
    live.clear();
    let found = found?;
    let probes: Vec<String> = found
        .probes
        .iter()
        .map(|(rate_per_s, kept)| format!("{rate_per_s:.0}/s {}", if *kept { "kept" } else { "not kept" }))
        .collect();
    super::print(&format!("probes: {}", if probes.is_empty() { "none".into() } else { probes.join(", ") }))?;
    match found.rate_per_s {
        Some(rate_per_s) => super::print(&format!("highest rate that kept the goal: {rate_per_s:.0}/s"))?,
        None if options.stop.is_stopped() => super::print("no rate has kept the goal so far")?,
        None => {
            anstream::eprintln!("no rate keeps the goal, not even {:.3}/s", search.0 / 1000.0);
            return Ok(ExitCode::FAILURE);
        }
    };
    let Some(confirmation) = &found.confirmation else {
        super::print("NOT CONFIRMED: the search was ended early")?;
        return Ok(INTERRUPTED.into());
    };
    let confirmed = if found.confirmed { "confirmed" } else { "NOT CONFIRMED" };
    super::print(&format!("{confirmed} at {:.0} % of it:\n", CONFIRMED_SHARE * 100.0))?;
    let code = conclude(args, options, confirmation)?;
    Ok(if found.confirmed || code != ExitCode::SUCCESS { code } else { ExitCode::FAILURE })
}

/// What was measured; `None`, and a word about it, if the run was ended before anything was.
fn unless_stopped<T>(outcome: Result<T, Error>) -> anyhow::Result<Option<T>> {
    match outcome {
        Err(error @ Error::Stopped) => {
            anstream::eprintln!("{error}");
            Ok(None)
        }
        outcome => Ok(outcome.map(Some)?),
    }
}

/// Prints and writes the result of a run.
fn conclude(args: &LoadArgs, options: &Options, result: &LoadResult) -> anyhow::Result<ExitCode> {
    let code = deliver(result, args.json.as_deref(), args.hdr.as_deref())?;
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

/// Prints a result and writes it where asked; the exit code that it deserves.
pub fn deliver(result: &LoadResult, json: Option<&Path>, hdr: Option<&Path>) -> anyhow::Result<ExitCode> {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let text = Summary(result).to_string().replace("NOT VALID", &format!("{style}NOT VALID{style:#}"));
    let printed = super::print(&text);
    // The files are written even if nobody reads on.
    if let Some(file) = json {
        output::write(file, result.to_json()? + "\n")?;
    }
    if let Some(file) = hdr {
        output::write_with(file, |out| Ok(write_spectrum(&result.latency()?, out)?))?;
    }
    printed?;
    let good = result.valid && result.errors.total() == 0 && result.unsent == 0;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

fn options(args: &LoadArgs, url: &Url) -> anyhow::Result<Options> {
    let mut target = Target::plain(url.authority.clone(), url.address.clone());
    if url.scheme == Scheme::Https {
        let trust = match &args.cacert {
            Some(file) => Trust::File(file.clone()),
            None if args.insecure => Trust::Anyone,
            None => Trust::Public,
        };
        target.tls = Some(Tls::new(&url.host, &trust)?);
    }
    let schedule = schedule(args)?;
    // A week is the longest that a result may last.
    let of_itself = match args.requests {
        Some(_) => Some(Duration::from_secs(604_800)),
        None => schedule.span_ns().map(Duration::from_nanos),
    };
    let duration = args.duration.or(of_itself).unwrap_or(DURATION);
    let server_pids = if args.pid.is_empty() { listeners(&url.address) } else { args.pid.clone() };
    let start_at_unix_ns = args.start_at.map(|at| u64::try_from(at.as_nanosecond()).context("--start-at: long ago"));
    Ok(Options {
        connections: args.connections,
        max_connections: args.max_connections.unwrap_or(args.connections),
        threads: args.threads,
        cores: args.core.clone(),
        pipeline: args.pipeline,
        close: match args.close {
            CloseArg::KeepAlive if args.disable_keepalive => Close::Fin,
            CloseArg::KeepAlive => Close::KeepAlive,
            CloseArg::Fin => Close::Fin,
            CloseArg::Rst => Close::Reset,
        },
        duration,
        requests: args.requests,
        warmup: args.warmup,
        timeout: args.timeout,
        precise: args.precise,
        start_at_unix_ns: start_at_unix_ns.transpose()?,
        server_pids,
        allow_misses: args.allow_misses,
        ..Options::new(target, schedule)
    })
}

/// When requests are due.
fn schedule(args: &LoadArgs) -> anyhow::Result<Schedule> {
    let spacing = if args.poisson { Spacing::Poisson { seed: args.seed } } else { Spacing::Even };
    if let Some(file) = &args.trace {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        return Ok(Schedule::Trace {
            offsets_ns: trace(&text).map_err(|fault| anyhow!("{}:{fault}", file.display()))?,
        });
    }
    Ok(match (&args.stages, args.rate) {
        (Some(Stages(segments)), _) => Schedule::Rate { segments: segments.clone(), spacing },
        (None, Some(rate_per_s)) => Schedule::steps(&[(rate_per_s, Duration::ZERO)], spacing),
        (None, None) if args.find_rate.is_some() => Schedule::constant(FIRST_RATE_PER_S),
        (None, None) => Schedule::Closed { think_ns: args.think.unwrap_or_default().as_nanos() as u64 },
    })
}
