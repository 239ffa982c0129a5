//! One part of a load that several workers make together.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use wirecost_load::protocol::store::Dialect;
use wirecost_load::{Label, LoadResult, Options, Progress, Protocol, Schedule, Share, Stop};

use super::{LoadArgs, Then, awake, keys, prepare};

/// What a worker measured.
pub struct Measured {
    /// The schedule of all parts together.
    pub schedule: Schedule,
    /// How long the warm-up was.
    pub warmup: Duration,
    /// The result; `None` if the part was ended before its window began.
    pub result: Option<LoadResult>,
}

/// Refuses what parts cannot do together.
pub fn check(args: &LoadArgs, parts: u64) -> anyhow::Result<()> {
    let parts = parts as usize;
    ensure!(
        args.store.keys.is_none(),
        "--keys checks each value against the writes of its own process, which several generators cannot: leave out --on"
    );
    ensure!(args.fill.is_none(), "--fill stores keys once: run it without --on first, then load with --on");
    ensure!(
        args.connections >= parts * args.threads,
        "--connections {} are fewer than {parts} workers with {} threads each need",
        args.connections,
        args.threads
    );
    if let Some(requests) = args.requests {
        let planned = args.rate.is_some() || args.stages.is_some() || args.trace.is_some();
        ensure!(planned, "-n needs a planned rate with --on: without one, workers end at different times. Give -d");
        ensure!(requests >= parts as u64, "-n {requests} is less than one request for each of {parts} workers");
    }
    Ok(())
}

/// Measures the part `share` of the load that `args` are for, from `start_at_unix_ns` on.
pub fn measure(
    mut args: LoadArgs,
    share: Share,
    start_at_unix_ns: Option<u64>,
    stop: Stop,
    progress: impl FnMut(&Progress),
) -> anyhow::Result<Measured> {
    check(&args, share.of as u64)?;
    args.connections = share.part_of(args.connections);
    args.max_connections = args.max_connections.map(|most| share.part_of(most));
    args.requests = args.requests.map(|requests| share.part_of(requests as usize) as u64);
    let mut prepared = prepare(&args)?;
    let schedule = prepared.options.schedule.clone();
    prepared.options = Options { share, start_at_unix_ns, stop, ..prepared.options };
    let result = prepared.then(&args, Measure(progress))?;
    Ok(Measured { schedule, warmup: args.warmup(), result })
}

/// Loads, and gives the result.
struct Measure<F>(F);

impl<F: FnMut(&Progress)> Then for Measure<F> {
    type Out = Option<LoadResult>;

    fn then<P: Protocol>(self, args: &LoadArgs, options: &Options, protocol: P) -> anyhow::Result<Self::Out> {
        let _awake = awake(args)?;
        let mut result = match wirecost_load::run(options, protocol, self.0) {
            Err(wirecost_load::Error::Stopped) => return Ok(None),
            result => result?,
        };
        if args.keep_awake {
            result.labels.push(Label::CoresKeptAwake);
        }
        Ok(Some(result))
    }

    fn then_store<P: Protocol>(
        self,
        args: &LoadArgs,
        options: &Options,
        work: fn(keys::Work, u64) -> P,
        _: Dialect,
    ) -> anyhow::Result<Self::Out> {
        let work = keys::ready(args, options, work)?.context("the keys were not stored")?;
        self.then(args, options, work)
    }
}
