//! The generator's options, from those of the command line.

use std::time::Duration;

use anyhow::{Context as _, anyhow};
use wirecost_host::KeepAwake;
use wirecost_load::{Address, Close, Options, Schedule, Scheme, Spacing, Target, Tls, Trust, Url, listeners};

use super::values::{CloseArg, Stages, trace};
use super::{DURATION, FIRST_RATE_PER_S, LoadArgs};

/// What keeps cores awake, where that is asked for.
pub(super) fn awake(args: &LoadArgs) -> anyhow::Result<Option<KeepAwake>> {
    if !args.keep_awake {
        return Ok(None);
    }
    KeepAwake::start(&wirecost_host::available_cores()).context("--keep-awake").map(Some)
}

/// Where and how to load.
pub(super) fn options(args: &LoadArgs, url: &Url) -> anyhow::Result<Options> {
    let address = url.reachable();
    // Every socket of this machine is a server of its own.
    let name = match &address {
        Address::Unix(socket) => format!("unix:{}", socket.display()),
        Address::Tcp(_) => url.authority.clone(),
    };
    let mut target = Target::plain(name, address.clone());
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
    let server_pids = if args.pid.is_empty() { listeners(&address) } else { args.pid.clone() };
    let start_at_unix_ns =
        args.start_at.map(|at| u64::try_from(at.as_nanosecond()).context("--start-at lies too far in the past"));
    // No more of them have anything to do.
    let most = args.requests.map_or(usize::MAX, |requests| usize::try_from(requests).unwrap_or(usize::MAX));
    Ok(Options {
        connections: args.connections.min(most.max(args.threads)),
        max_connections: args.max_connections.unwrap_or(args.connections),
        threads: args.threads,
        cores: args.core.clone(),
        pipeline: args.pipeline,
        close: match args.close() {
            CloseArg::KeepAlive => Close::KeepAlive,
            CloseArg::Fin => Close::Fin,
            CloseArg::Reset => Close::Reset,
        },
        duration,
        requests: args.requests,
        warmup: args.warmup(),
        timeout: args.timeout,
        precise: args.precise,
        start_at_unix_ns: start_at_unix_ns.transpose()?,
        server_pids,
        allow_misses: args.allow_misses,
        ..Options::new(target, schedule)
    })
}

/// When requests are due.
pub(super) fn schedule(args: &LoadArgs) -> anyhow::Result<Schedule> {
    let spacing = if args.poisson { Spacing::Poisson { seed: args.seed } } else { Spacing::Even };
    if let Some(file) = &args.trace {
        let text = wirecost_load::read_text(file).with_context(|| file.display().to_string())?;
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
