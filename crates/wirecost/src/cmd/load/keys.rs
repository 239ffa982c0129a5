//! Redis and memcached: what is asked for, who asks, and the keys that are stored first.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;
use wirecost_load::{Close, Login, Options, Protocol, Schedule, Scheme, Url};

use super::{INTERRUPTED, LoadArgs, unless_stopped};

/// The key, different for each number of the keyspace.
const KEY: &str = "key:__rand_int__";
/// Keys that are stored at once on a connection.
const BATCH: usize = 64;
/// A fill lasts as long as it takes: a week is the longest that a result may last.
const FILL_TIME: Duration = Duration::from_secs(604_800);

/// What a run does with the keys.
pub enum Work {
    /// Fetches values.
    Get,
    /// Stores values of so many bytes.
    Set(usize),
    /// Stores every key once, with values of so many bytes.
    Fill(usize),
}

/// Work as Redis understands it.
pub fn redis(work: Work, keyspace: u64) -> Resp {
    let set = |bytes: usize| vec![Resp::command(&["SET", KEY, &"x".repeat(bytes)])];
    match work {
        Work::Get => Resp::new(vec![Resp::command(&["GET", KEY])], keyspace),
        Work::Set(bytes) => Resp::new(set(bytes), keyspace),
        Work::Fill(bytes) => Resp::counting(set(bytes), keyspace),
    }
}

/// Work as memcached understands it.
pub fn memcached(work: Work, keyspace: u64) -> Memcached {
    let set = |bytes: usize| vec![Memcached::set(KEY, &vec![b'x'; bytes])];
    match work {
        Work::Get => Memcached::new(vec![Memcached::get(KEY)], keyspace),
        Work::Set(bytes) => Memcached::new(set(bytes), keyspace),
        Work::Fill(bytes) => Memcached::counting(set(bytes), keyspace),
    }
}

/// Stores the keys if that is asked for, and runs.
pub fn load<P: Protocol>(args: &LoadArgs, options: &Options, work: fn(Work, u64) -> P) -> anyhow::Result<ExitCode> {
    match ready(args, options, work)? {
        Some(protocol) => super::load(args, options, protocol),
        None => Ok(INTERRUPTED.into()),
    }
}

/// Stores the keys if that is asked for. Gives the work of the run, or nothing if it was ended meanwhile.
pub fn ready<P: Protocol>(args: &LoadArgs, options: &Options, work: fn(Work, u64) -> P) -> anyhow::Result<Option<P>> {
    if let Some(bytes) = args.fill {
        ensure!(args.keyspace > 0, "--fill needs a --keyspace of at least 1");
        if !fill(options, work(Work::Fill(bytes), args.keyspace), args.keyspace)? {
            return Ok(None);
        }
    }
    Ok(Some(work(args.set.map_or(Work::Get, Work::Set), args.keyspace)))
}

/// Stores every key once; `false` if the run was ended meanwhile.
fn fill<P: Protocol>(options: &Options, protocol: P, keyspace: u64) -> anyhow::Result<bool> {
    let options = Options {
        schedule: Schedule::closed(),
        duration: FILL_TIME,
        requests: Some(keyspace),
        warmup: Duration::ZERO,
        // One thread numbers the keys without a gap.
        threads: 1,
        pipeline: BATCH,
        close: Close::KeepAlive,
        start_at_unix_ns: None,
        server_pids: Vec::new(),
        ..options.clone()
    };
    let result = wirecost_load::run(&options, protocol, |_| {});
    let Some(result) = unless_stopped(result).context("--fill")? else { return Ok(false) };
    if options.stop.is_stopped() {
        return Ok(false);
    }
    if result.ok != keyspace {
        let statuses: Vec<&str> = result.statuses.keys().map(String::as_str).collect();
        bail!("--fill stored {} of {keyspace} keys; the server said: {}", result.ok, statuses.join(", "));
    }
    Ok(true)
}

/// Who asks, if the options or the URL say so.
pub fn login(args: &LoadArgs, url: &Url) -> anyhow::Result<Option<Login>> {
    let user = args.user.as_deref().or(url.user.as_deref());
    // A password in the URL is meant for this server; one in the environment may not be.
    let password = url.password.as_deref().or(args.password.as_deref());
    Ok(match (url.scheme, user, password) {
        (Scheme::Redis, user, Some(password)) => Some(Login::redis(user, password)),
        (Scheme::Memcached, Some(user), Some(password)) => Some(Login::memcached(user, password)),
        (Scheme::Memcached, None, Some(_)) => bail!("memcached needs a user with the password: add --user"),
        (Scheme::Redis | Scheme::Memcached, Some(_), None) => {
            bail!("a user needs a password: add --password, or set WIRECOST_PASSWORD")
        }
        _ => None,
    })
}
