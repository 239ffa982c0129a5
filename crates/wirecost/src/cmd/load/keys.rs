//! Redis and memcached: what is asked for, who asks, and the keys that are stored first.

use std::cmp::Reverse;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};
use wirecost_catalog::Catalog;
use wirecost_host::available_memory;
use wirecost_lab_kv::values::MessageValues;
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;
use wirecost_load::protocol::store::{CHECK_BYTES_PER_KEY, Dialect, MAX_KEYS, MIN_VALUE_BYTES, Order, Store, Workload};
use wirecost_load::{Close, Login, Options, Protocol, Schedule, Scheme, Url};

use super::{INTERRUPTED, LoadArgs, unless_stopped};

/// The key, different for each number of the keyspace.
const KEY: &str = "key:__rand_int__";
/// Different answers of a server that are repeated.
const MOST_SAID: usize = 3;
/// Keys that are stored at once on a connection.
const BATCH: usize = 64;
/// The largest value that memcached takes without an option.
const MAX_VALUE_BYTES: i64 = 1 << 20;
/// A fill lasts as long as it takes: a week is the longest that a result may last.
const FILL_TIME: Duration = Duration::from_secs(604_800);

/// Options of checked keys.
#[derive(Args)]
pub struct StoreArgs {
    /// Store this many keys, then fetch and store them as --ratio says. Every value that comes back is checked: it must be of
    /// its key, and not older than the last write that was answered
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["keyspace", "set", "fill", "against"],
        help_heading = "Redis and memcached",
        value_parser = clap::value_parser!(u64).range(1..=MAX_KEYS)
    )]
    pub(super) keys: Option<u64>,

    /// Store values of this size, 24 to 1048576 bytes (with --keys)
    #[arg(
        long,
        value_name = "BYTES",
        requires = "keys",
        default_value = "100",
        help_heading = "Redis and memcached",
        value_parser = clap::value_parser!(u32).range(MIN_VALUE_BYTES as i64..=MAX_VALUE_BYTES)
    )]
    value_size: u32,

    /// Store values that hold this message of wirecost's in this format, such as dns-record:json, after 24 bytes that identify key
    /// and write (with --keys)
    #[arg(
        long,
        value_name = "MESSAGE:FORMAT",
        requires = "keys",
        conflicts_with = "value_size",
        help_heading = "Redis and memcached",
        value_parser = message
    )]
    value: Option<Arc<MessageValues>>,

    /// Mix requests that store with requests that fetch in this ratio, such as 1:10 (with --keys)
    #[arg(
        long,
        value_name = "SETS:GETS",
        requires = "keys",
        default_value = "1:10",
        help_heading = "Redis and memcached",
        value_parser = ratio
    )]
    ratio: f64,

    /// Choose the keys of requests in this way (with --keys)
    #[arg(
        long,
        value_name = "HOW",
        requires = "keys",
        default_value = "uniform",
        help_heading = "Redis and memcached"
    )]
    dist: DistArg,
}

/// Which keys are asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DistArg {
    /// All keys equally often
    Uniform,
    /// Some much more often than others, by Zipf's law
    Zipf,
    /// By the same law; the keys that were stored last are asked for most often
    Latest,
    /// One after the other
    InOrder,
}

/// The share of requests that store.
fn ratio(text: &str) -> anyhow::Result<f64> {
    let (sets, gets) = text.split_once(':').context("write a ratio as SETS:GETS, such as 1:10")?;
    let (sets, gets): (u32, u32) = (sets.trim().parse()?, gets.trim().parse()?);
    ensure!(sets > 0 || gets > 0, "a ratio of 0:0 asks for nothing");
    Ok(f64::from(sets) / (f64::from(sets) + f64::from(gets)))
}

/// A message of wirecost's in a format.
fn message(text: &str) -> anyhow::Result<Arc<MessageValues>> {
    let (message, format) = text.split_once(':').context("write MESSAGE:FORMAT, such as dns-record:json")?;
    Ok(Arc::new(MessageValues::of(message, format, &Catalog::default())?))
}

impl StoreArgs {
    /// A store of which nothing is known.
    fn store(&self, dialect: Dialect, workload: Workload) -> Store {
        match &self.value {
            Some(message) => Store::of_bodies(dialect, workload, &message.bodies),
            None => Store::new(dialect, workload),
        }
    }

    fn workload(&self, keys: u64, seed: u64) -> Workload {
        let order = match self.dist {
            DistArg::Uniform => Order::Uniform,
            DistArg::Zipf => Order::Zipf,
            DistArg::Latest => Order::Latest,
            DistArg::InOrder => Order::InOrder,
        };
        Workload { keys, value_bytes: self.value_size as usize, order, writes: self.ratio, seed }
    }
}

/// Stores all keys, then runs with answers that are checked.
fn load_checked(args: &LoadArgs, options: &Options, keys: u64, dialect: Dialect) -> anyhow::Result<ExitCode> {
    let Workload { order, writes, seed, .. } = args.store.workload(keys, args.seed);
    check_memory(keys, available_memory())?;
    let store = args.store.store(dialect, args.store.workload(keys, args.seed));
    let store = store.after_write(first_write(SystemTime::now()));
    if !fill(options, store.fill(), keys, "--keys")? {
        return Ok(INTERRUPTED.into());
    }
    super::load(args, options, store.then(order, writes, seed))
}

/// What is known of each key must have room.
fn check_memory(keys: u64, there: Option<u64>) -> anyhow::Result<()> {
    let (needed, gb) = (keys * CHECK_BYTES_PER_KEY, |bytes: u64| bytes as f64 / 1e9);
    let there = there.unwrap_or(u64::MAX);
    ensure!(
        needed <= there,
        "checking the answers for --keys {keys} takes {:.1} GB of memory, and {:.1} GB are available: use fewer keys",
        gb(needed),
        gb(there)
    );
    Ok(())
}

/// The number behind which a run numbers its writes: microseconds, so that the numbers of two runs differ, and a server that
/// ignores writes cannot pass with what an earlier run stored. There is room behind it in the twelve digits of a number.
fn first_write(now: SystemTime) -> u64 {
    const MOST: u128 = 900_000_000_000;
    (now.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() % MOST) as u64
}

/// What a run does with the keys.
pub enum Work {
    /// Fetches values.
    Get,
    /// Stores values of this many bytes.
    Set(usize),
    /// Stores every key once, with values of this many bytes.
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
pub fn load<P: Protocol>(
    args: &LoadArgs,
    options: &Options,
    work: fn(Work, u64) -> P,
    dialect: Dialect,
) -> anyhow::Result<ExitCode> {
    if let Some(keys) = args.store.keys {
        return load_checked(args, options, keys, dialect);
    }
    match ready(args, options, work)? {
        Some(protocol) => super::load(args, options, protocol),
        None => Ok(INTERRUPTED.into()),
    }
}

/// Stores the keys if that is asked for. Gives the work of the run, or nothing if it was ended meanwhile.
pub fn ready<P: Protocol>(args: &LoadArgs, options: &Options, work: fn(Work, u64) -> P) -> anyhow::Result<Option<P>> {
    if let Some(bytes) = args.fill {
        ensure!(args.keyspace > 0, "--fill needs a --keyspace of at least 1");
        if !fill(options, work(Work::Fill(bytes), args.keyspace), args.keyspace, "--fill")? {
            return Ok(None);
        }
    }
    Ok(Some(work(args.set.map_or(Work::Get, Work::Set), args.keyspace)))
}

/// Stores every key once, as `option` asks; `false` if the run was ended meanwhile.
fn fill<P: Protocol>(options: &Options, protocol: P, keyspace: u64, option: &'static str) -> anyhow::Result<bool> {
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
    let Some(result) = unless_stopped(result).context(option)? else { return Ok(false) };
    if options.stop.is_stopped() {
        return Ok(false);
    }
    if result.ok != keyspace {
        let mut statuses: Vec<(&String, &u64)> = result.statuses.iter().collect();
        statuses.sort_by_key(|(_, count)| Reverse(**count));
        let said: Vec<&str> = statuses.iter().take(MOST_SAID).map(|(status, _)| status.as_str()).collect();
        bail!("{option} stored {} of {keyspace} keys; the server said: {}", result.ok, said.join(", "));
    }
    Ok(true)
}

/// Who asks, if the options or the URL say so.
pub fn login(args: &LoadArgs, url: &Url) -> anyhow::Result<Option<Login>> {
    let user = args.user.as_deref().or(url.user.as_deref());
    // A password in the URL is meant for this server; one in the environment may not be.
    let password = url.password.as_deref().or(args.password.as_deref());
    let who = match (url.scheme, user, password) {
        (Scheme::Redis, user, Some(password)) => Some(Login::redis(user, password)),
        (Scheme::Memcached, Some(user), Some(password)) => Some(Login::memcached(user, password)),
        (Scheme::Memcached, None, Some(_)) => bail!("memcached needs a user with the password: add --user"),
        (Scheme::Redis | Scheme::Memcached, Some(_), None) => {
            bail!("a user needs a password: add --password, or set WIRECOST_PASSWORD")
        }
        _ => None,
    };
    Ok(match url.database {
        Some(database) => Some(Login::redis_database(who, database)),
        None => who,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_have_no_room_are_refused() {
        assert!(check_memory(1000, Some(24_000)).is_ok() && check_memory(1000, None).is_ok());
        let said = check_memory(1_000_000_000, Some(2_000_000_000)).unwrap_err().to_string();
        assert!(said.contains("--keys 1000000000 takes 24.0 GB of memory, and 2.0 GB are available"), "{said}");
    }

    #[test]
    fn runs_number_their_writes_in_other_places() {
        let at = |micros| first_write(UNIX_EPOCH + Duration::from_micros(micros));
        assert_eq!((at(5), at(899_999_999_999), at(900_000_000_001)), (5, 899_999_999_999, 1));
    }
}
