//! What a store has lost when it is killed while it stores, and started again.
//!
//! Writers store keys of their own and wait for each answer. At a random instant the server is killed (SIGKILL), with all that
//! it started. What the operating system had of it stays: that is a crash of the process. In a power cut, what was not synced
//! goes as well (`power_cut`): that is a crash of the machine. Then every key is fetched. Its value must be of the last write that
//! was answered, or of the one that was under way. A loss is counted in writes, and in time: from the answer to the first write
//! that is gone until the cut.

use std::collections::BTreeMap;
use std::io::{Error as IoError, ErrorKind};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_lab::Slot;
use wirecost_load::protocol::store::Dialect;
use wirecost_model::{Durability, EstimateId, TrialDocument};
use wirecost_server_lab::{Reason, launch};

use crate::asking::check;
use crate::case::Case;
use crate::client::{Patience, StoreClient};
use crate::part::Operation;
use crate::plan::KvPlan;
use crate::power_cut;
use crate::start::{Size, launch as launch_store};
use crate::steps::WRITERS;
use crate::store::Store;

/// When the server is killed: at some instant of this span, in milliseconds.
const KILLS_MS: RangeInclusive<u64> = 100..=600;
/// The same for a store that syncs from time to time. The longest period that one of them states in seconds is 1 s. In the first
/// period nothing has been synced yet, so that every store looks as if it never did; then come three whole ones, each instant of
/// which is as likely as any other.
const KILLS_OF_PERIODIC_MS: RangeInclusive<u64> = 1_000..=4_000;
/// One write in this many replaces a value that is there.
const REPLACES: u64 = 4;
/// So many keys a writer has; then every write replaces a value. To fetch more would take longer than to write them.
const MOST_KEYS: usize = 4_000;
/// How long a store may take to start again: some go through all that they have first.
const LONGEST: Duration = Duration::from_secs(60);

/// What a crash showed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Loss {
    /// Writes that were answered.
    pub answered: u64,
    /// Those of them that are gone: their key is not there, or has the value of an earlier write.
    pub lost: u64,
    /// Keys whose value is none that was ever written.
    pub damaged: u64,
    /// From the answer to the first write that is gone until the cut.
    pub lost_ns: u64,
}

/// A write that was answered.
#[derive(Debug, Clone, Copy)]
struct Write {
    number: u64,
    /// When it was answered, from the start of all writers on.
    answered_ns: u64,
}

/// What was written until the server was killed.
#[derive(Debug)]
struct Written {
    writers: Vec<WrittenBy>,
    /// When it was killed, from the start of all writers on.
    cut_ns: u64,
}

/// What a writer knows of its keys, by number.
#[derive(Debug, Default)]
struct WrittenBy {
    writer: usize,
    /// The writes of each key that were answered, in order.
    answered: Vec<Vec<Write>>,
    /// The key and the write that were under way.
    under_way: Option<(usize, u64)>,
}

/// One trial: a server is started, killed while it stores, and started again.
pub(crate) fn trial(
    store: &Store,
    case: &Case,
    plan: &KvPlan,
    (place, patience): (Slot, &Patience),
) -> Result<TrialDocument, Reason> {
    let dialect = store.dialect.ok_or("it has no server that could be killed")?;
    let mut random = fastrand::Rng::with_seed(plan.seed ^ 0xc4a5 ^ (place.position as u64) << 16);
    let size = Size { keys: case.step.keys, value_bytes: case.step.value_bytes, limit_mb: None };
    let library = plan.library.as_ref().filter(|_| case.step.operation == Operation::PowerCut);
    let mut launch = launch_store(&store.participant.candidate, size, &case.places, [127, 0, 0, 1].into())?;
    launch.cancelled = Some(Arc::clone(&patience.cancelled));
    let mut first = launch.clone();
    library.map_or(Ok(()), |library| power_cut::watch(&mut first, library))?;
    let mut server = Server::start(&first)?;
    check(dialect, &mut server, patience)?;
    library.map_or(Ok(()), |_| power_cut::check(&server))?;
    let kill_after = Duration::from_millis(random.u64(kills_ms(store.durability, plan.is_test)));
    // A store syncs when it starts, and that keeps no write.
    let at_start = library.map(|_| power_cut::syncs(&server)).transpose()?;
    let written = kill_while_storing(dialect, &mut server, kill_after, (size.value_bytes, random.u64(..)), patience)?;
    let syncs = library.map(|_| power_cut::strike(&server)).transpose()?;
    let syncs = syncs.zip(at_start).map(|(all, before)| all.saturating_sub(before));
    launch.patience = LONGEST;
    let start = Instant::now();
    let again =
        server.start_again(&launch).map_err(Reason::from).and_then(|()| first_answer(dialect, &server, patience));
    let started = start.elapsed();
    let looked = again.map_err(|reason| format!("it did not start again: {reason}").into()).and_then(|()| {
        look(dialect, &server, &written, size.value_bytes, patience)
            .map_err(|error| launch::with_last_words(&mut server, format!("it started again, but {error}").into()))
    });
    let event = if library.is_some() { Event::PowerCut } else { Event::Crash };
    let mut estimates = BTreeMap::new();
    let loss = match looked {
        Ok(loss) => {
            estimates.insert(EstimateId::StartNs, started.as_nanos() as f64);
            loss
        }
        // One that promises nothing may have left files that cannot be read.
        Err(_) if event == Event::PowerCut && store.durability < event.outlived_by() => {
            estimates.insert(EstimateId::Unreadable, 1.0);
            Loss::of_all(&written)
        }
        Err(reason) => return Err(format!("{}: {reason}", event.when()).into()),
    };
    judge(loss, store.durability, (event, syncs))?;
    estimates.extend([
        (EstimateId::AnsweredWrites, loss.answered as f64),
        (EstimateId::LostWrites, loss.lost as f64),
        (EstimateId::LostNs, loss.lost_ns as f64),
        (EstimateId::CutNs, written.cut_ns as f64),
        (EstimateId::DamagedValues, loss.damaged as f64),
    ]);
    estimates.extend(syncs.map(|syncs| (EstimateId::Syncs, syncs as f64)));
    Ok(TrialDocument { estimates, samples: 1, outliers: 0, position: place.position, warmup: None, load: None })
}

/// When a store of this durability is killed, in milliseconds after its writers start.
fn kills_ms(durability: Durability, is_test: bool) -> RangeInclusive<u64> {
    if durability == Durability::Periodic && !is_test { KILLS_OF_PERIODIC_MS } else { KILLS_MS }
}

/// How long writers store on average until a store of this durability is killed.
pub(crate) fn predicted(durability: Durability, is_test: bool) -> Duration {
    let kills_ms = kills_ms(durability, is_test);
    Duration::from_millis((kills_ms.start() + kills_ms.end()) / 2)
}

/// What happens to a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Crash,
    PowerCut,
}

impl Event {
    /// The least durability that promises to outlive it.
    fn outlived_by(self) -> Durability {
        match self {
            Self::Crash => Durability::Process,
            Self::PowerCut => Durability::Machine,
        }
    }

    fn when(self) -> &'static str {
        match self {
            Self::Crash => "when it was killed",
            Self::PowerCut => "when the power was cut",
        }
    }
}

impl Loss {
    /// All that was answered is gone.
    fn of_all(written: &Written) -> Self {
        let mut loss = Self::default();
        for writes in written.writers.iter().flat_map(|of| &of.answered) {
            loss.add(writes, 0, written.cut_ns);
        }
        loss
    }

    /// Adds a key, whose value is of the write `kept`; 0 if it is not there.
    fn add(&mut self, writes: &[Write], kept: u64, cut_ns: u64) {
        self.answered += writes.len() as u64;
        let gone = writes.iter().filter(|write| write.number > kept);
        for write in gone {
            self.lost += 1;
            self.lost_ns = self.lost_ns.max(cut_ns.saturating_sub(write.answered_ns));
        }
    }
}

/// Whether a loss is what the candidate says of itself.
fn judge(loss: Loss, durability: Durability, (event, syncs): (Event, Option<u64>)) -> Result<(), Reason> {
    let Loss { answered, lost, damaged, .. } = loss;
    let when = event.when();
    if answered == 0 {
        return Err(format!("it answered no write before {}", when.trim_start_matches("when ")).into());
    }
    if durability >= event.outlived_by() && lost + damaged > 0 {
        let name = durability.name();
        let syncs = syncs.map_or(String::new(), |syncs| format!("; syncs since the first write: {syncs}"));
        let reason = format!(
            "its durability is {name:?}, but {when} it lost {lost} of {answered} writes that it had answered, and {damaged} \
             values came back damaged{syncs}"
        );
        return Err(reason.into());
    }
    Ok(())
}

/// A store that has been started again may read what it has before it answers.
fn first_answer(dialect: Dialect, server: &Server, patience: &Patience) -> Result<(), Reason> {
    let (start, patience) = (Instant::now(), Patience { longest: LONGEST, ..patience.clone() });
    loop {
        let asked = StoreClient::connect(dialect, server.address(), &patience).and_then(|mut client| client.get("who"));
        match asked {
            Ok(_) => return Ok(()),
            // Redis says that it is loading, and PostgreSQL that it is starting up.
            Err(error) if start.elapsed() > LONGEST || patience.is_over() => return Err(error.to_string().into()),
            Err(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Lets writers store, and kills the server after a while.
fn kill_while_storing(
    dialect: Dialect,
    server: &mut Server,
    after: Duration,
    (value_bytes, seed): (usize, u64),
    patience: &Patience,
) -> Result<Written, Reason> {
    let address = server.address();
    // Before the time runs: a writer that connects late would find no server.
    let clients = (0..WRITERS).map(|_| StoreClient::connect(dialect, address, patience)).collect::<Result<Vec<_>, _>>();
    let clients = clients.map_err(|error| format!("a writer: {error}"))?;
    let (start, count) = (Instant::now(), &AtomicU64::new(0));
    thread::scope(|scope| {
        let writers: Vec<_> = clients
            .into_iter()
            .enumerate()
            .map(|(writer, client)| scope.spawn(move || write(client, (writer, value_bytes, seed), (start, count))))
            .collect();
        thread::sleep(after);
        // Where a disk is slow, the first answer may take longer.
        while count.load(Ordering::Relaxed) == 0 && start.elapsed() < patience.longest && !patience.is_over() {
            thread::sleep(Duration::from_millis(1));
        }
        let has_ended = !server.is_running();
        let cut_ns = passed_ns(start);
        server.kill();
        if has_ended {
            let last_words = server.last_words();
            return Err(Reason::from(format!("it ended by itself before it was killed; its last line: {last_words}")));
        }
        let writers = writers.into_iter().map(|writer| writer.join().map_err(|_| "a writer panicked")?);
        Ok(Written { writers: writers.collect::<Result<_, _>>()?, cut_ns })
    })
}

fn passed_ns(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Stores keys until the connection breaks, and counts the answers.
fn write(
    mut client: StoreClient,
    (writer, value_bytes, seed): (usize, usize, u64),
    (start, count): (Instant, &AtomicU64),
) -> Result<WrittenBy, Reason> {
    let mut random = fastrand::Rng::with_seed(seed ^ writer as u64);
    let mut written = WrittenBy { writer, ..WrittenBy::default() };
    for number in 1.. {
        let key = next_key(written.answered.len(), &mut random);
        written.under_way = Some((key, number));
        match client.set(&name(writer, key), &value(writer, key, number, value_bytes)) {
            Ok(()) => {}
            // The server was killed, which is what was to happen.
            Err(crate::client::ClientError::Io(_)) => break,
            // An answer that was cut short was none.
            Err(crate::client::ClientError::Answer(line)) if line.is_empty() || "STORED+OK".contains(line.as_str()) => {
                break;
            }
            Err(error) => return Err(format!("a writer: {error}").into()),
        }
        written.under_way = None;
        let write = Write { number, answered_ns: passed_ns(start) };
        match written.answered.get_mut(key) {
            Some(writes) => writes.push(write),
            None => written.answered.push(vec![write]),
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
    Ok(written)
}

/// The key of the next write, where there are so many: one of them, or a new one.
fn next_key(keys: usize, random: &mut fastrand::Rng) -> usize {
    let replaces = keys >= MOST_KEYS || random.u64(..REPLACES) == 0 && keys > 0;
    if replaces { random.usize(..keys) } else { keys }
}

fn name(writer: usize, key: usize) -> String {
    format!("crash:{writer}:{key}")
}

/// The value of a write: who wrote it, then bytes that depend on that.
fn value(writer: usize, key: usize, number: u64, bytes: usize) -> Vec<u8> {
    let mut value = format!("{writer} {key} {number} ").into_bytes();
    let mut random = fastrand::Rng::with_seed(number ^ (key as u64) << 32 ^ (writer as u64) << 60);
    value.extend(std::iter::repeat_with(|| random.u8(b'!'..=b'~')).take(bytes.saturating_sub(value.len())));
    value
}

/// The write that a value is of; none if it is of no write of this key.
fn read(writer: usize, key: usize, found: &[u8], bytes: usize) -> Option<u64> {
    let words: Vec<&[u8]> = found.splitn(4, |byte| *byte == b' ').collect();
    let number = std::str::from_utf8(words.get(2)?).ok()?.parse().ok()?;
    (found == value(writer, key, number, bytes)).then_some(number)
}

/// Fetches all that was written.
fn look(
    dialect: Dialect,
    server: &Server,
    written: &Written,
    bytes: usize,
    patience: &Patience,
) -> Result<Loss, crate::client::ClientError> {
    let mut client = StoreClient::connect(dialect, server.address(), patience)?;
    count(written, bytes, |key| {
        if patience.is_over() {
            return Err(IoError::from(ErrorKind::TimedOut).into());
        }
        client.get(key)
    })
}

/// Compares what `fetch` has of each key with what was written.
fn count<E>(
    written: &Written,
    bytes: usize,
    mut fetch: impl FnMut(&str) -> Result<Option<Vec<u8>>, E>,
) -> Result<Loss, E> {
    let mut loss = Loss::default();
    for of in &written.writers {
        for (key, writes) in of.answered.iter().enumerate() {
            let found = fetch(&name(of.writer, key))?;
            // The write that was under way has a higher number than all that were answered.
            match found.map(|found| read(of.writer, key, &found, bytes)) {
                Some(Some(number)) => loss.add(writes, number, written.cut_ns),
                Some(None) => {
                    loss.answered += writes.len() as u64;
                    loss.damaged += 1;
                }
                None => loss.add(writes, 0, written.cut_ns),
            }
        }
        // A key of which no write was answered may be there or not, but not damaged.
        if let Some((key, number)) = of.under_way.filter(|(key, _)| *key == of.answered.len())
            && let Some(found) = fetch(&name(of.writer, key))?
        {
            loss.damaged += u64::from(read(of.writer, key, &found, bytes) != Some(number));
        }
    }
    Ok(loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_the_number_of_its_write() {
        for bytes in [24, 100, 20_000] {
            let value = value(1, 17, 400, bytes);
            assert_eq!(value.len(), bytes);
            assert_eq!(read(1, 17, &value, bytes), Some(400));
            assert_eq!((read(2, 17, &value, bytes), read(1, 18, &value, bytes)), (None, None));
            let mut damaged = value.clone();
            damaged[bytes - 1] ^= 1;
            assert_eq!(read(1, 17, &damaged, bytes), None);
            assert_eq!(read(1, 17, &value[..bytes - 1], bytes), None);
        }
    }

    #[test]
    fn a_store_is_held_to_what_it_says() {
        let loss = |lost, damaged| Loss { answered: 10, lost, damaged, lost_ns: 0 };
        let judge = |loss, durability| super::judge(loss, durability, (Event::Crash, None));
        assert!(judge(loss(0, 0), Durability::Machine).is_ok());
        assert!(judge(loss(10, 0), Durability::Memory).is_ok());
        assert!(judge(loss(3, 0), Durability::Periodic).is_ok());
        let said = judge(loss(3, 0), Durability::Process).unwrap_err().to_string();
        assert!(said.contains("lost 3 of 10 writes"), "{said}");
        assert!(judge(loss(0, 1), Durability::Machine).is_err());
        assert!(judge(Loss::default(), Durability::Memory).is_err());
        let judge = |loss, durability| super::judge(loss, durability, (Event::PowerCut, Some(7)));
        assert!(judge(loss(10, 2), Durability::Process).is_ok());
        let said = judge(loss(3, 0), Durability::Machine).unwrap_err().to_string();
        assert!(
            said.contains("when the power was cut it lost 3 of 10 writes")
                && said.ends_with("syncs since the first write: 7")
        );
    }

    #[test]
    fn stores_that_sync_from_time_to_time_are_cut_in_any_of_several_periods() {
        let drawn = |durability, seed| fastrand::Rng::with_seed(seed).u64(kills_ms(durability, false));
        let mut in_second = [0; 5];
        for seed in 0..3_000 {
            let after_ms = drawn(Durability::Periodic, seed);
            in_second[after_ms as usize / 1_000] += 1;
            assert_eq!(after_ms, drawn(Durability::Periodic, seed), "the seed decides");
        }
        assert_eq!(in_second[0], 0, "nothing was synced by then: {in_second:?}");
        assert!(in_second[1..4].iter().all(|cuts| (800..1_200).contains(cuts)), "{in_second:?}");
        // What the others keep does not depend on the instant.
        for durability in [Durability::Memory, Durability::Process, Durability::Machine] {
            assert!((0..100).all(|seed| drawn(durability, seed) <= 600));
        }
        assert!(predicted(Durability::Periodic, true) < Duration::from_secs(1));
        assert_eq!(predicted(Durability::Periodic, false), Duration::from_millis(2_500));
    }

    #[test]
    fn writers_have_a_bounded_number_of_keys() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut keys = 0;
        for _ in 0..10 * MOST_KEYS {
            let key = next_key(keys, &mut random);
            assert!(key <= keys);
            keys = keys.max(key + 1);
        }
        assert_eq!(keys, MOST_KEYS);
    }

    /// A store that keeps what was answered up to its last sync, which it makes each second.
    #[test]
    fn a_loss_is_told_as_time_and_as_writes() {
        const BYTES: usize = 40;
        const BETWEEN_NS: u64 = 1_000_000;
        for (cut_ns, synced_ns) in [(2_500_000_000, 2_000_000_000), (1_001_000_000, 1_000_000_000), (900_000_000, 0)] {
            let mut random = fastrand::Rng::with_seed(cut_ns);
            let mut of = WrittenBy { writer: 3, ..WrittenBy::default() };
            let mut kept = std::collections::HashMap::new();
            for number in 1..=cut_ns / BETWEEN_NS {
                let write = Write { number, answered_ns: number * BETWEEN_NS };
                let key = next_key(of.answered.len(), &mut random);
                match of.answered.get_mut(key) {
                    Some(writes) => writes.push(write),
                    None => of.answered.push(vec![write]),
                }
                if write.answered_ns <= synced_ns {
                    kept.insert(name(3, key), value(3, key, number, BYTES));
                }
            }
            let written = Written { writers: vec![of], cut_ns };
            let loss = count::<()>(&written, BYTES, |key| Ok(kept.get(key).cloned())).unwrap();
            let lost = (cut_ns - synced_ns) / BETWEEN_NS;
            let lost_ns = cut_ns - synced_ns - BETWEEN_NS;
            assert_eq!(loss, Loss { answered: cut_ns / BETWEEN_NS, lost, damaged: 0, lost_ns });
            let all = Loss::of_all(&written);
            assert_eq!((all.lost, all.lost_ns), (all.answered, cut_ns - BETWEEN_NS));
        }
    }
}
