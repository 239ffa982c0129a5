//! What a store has lost when it is killed while it stores, and started again.
//!
//! Writers store keys of their own and wait for each answer. At a random instant the server is killed (SIGKILL), with all that
//! it started. What the operating system had of it stays: that is a crash of the process. In a power cut, what was not synced
//! goes as well (`power_cut`): that is a crash of the machine. Then every key is fetched. Its value must be of the last write that
//! was answered, or of the one that was under way.

use std::collections::BTreeMap;
use std::io::{Error as IoError, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wirecost_host::Server;
use wirecost_lab::Place;
use wirecost_load::protocol::store::Dialect;
use wirecost_model::{Durability, EstimateId, TrialDocument};
use wirecost_served::{Reason, launch};

use crate::bench::check;
use crate::client::{Patience, StoreClient};
use crate::part::Operation;
use crate::plan::{Case, KvPlan};
use crate::power_cut;
use crate::start::{Size, launch as launch_store};
use crate::store::Store;

/// Writers at once.
pub const WRITERS: usize = 4;
/// When the server is killed: at some instant between these two.
const FIRST_KILL_MS: u64 = 100;
const LAST_KILL_MS: u64 = 600;
/// One write in this many replaces a value that is there.
const REPLACES: u64 = 4;
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
}

/// What a writer knows of its keys, by number.
#[derive(Debug, Default)]
struct Written {
    writer: usize,
    /// The writes of each key that were answered, in order.
    answered: Vec<Vec<u64>>,
    /// The key and the write that were under way.
    under_way: Option<(usize, u64)>,
}

/// One trial: a server is started, killed while it stores, and started again.
pub(crate) fn trial(
    store: &Store,
    case: &Case,
    plan: &KvPlan,
    (place, patience): (Place, &Patience),
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
    let kill_after = Duration::from_millis(random.u64(FIRST_KILL_MS..=LAST_KILL_MS));
    let written = kill_while_storing(dialect, &mut server, kill_after, (size.value_bytes, random.u64(..)), patience)?;
    let syncs = library.map(|_| power_cut::strike(&server)).transpose()?;
    launch.patience = LONGEST;
    let start = Instant::now();
    let again =
        server.start_again(&launch).map_err(Reason::from).and_then(|()| first_answer(dialect, &server, patience));
    let started = start.elapsed();
    let looked = again.map_err(|reason| format!("it did not start again: {reason}").into()).and_then(|()| {
        look(dialect, server.address(), &written, size.value_bytes, patience)
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
        (EstimateId::DamagedValues, loss.damaged as f64),
    ]);
    estimates.extend(syncs.map(|syncs| (EstimateId::Syncs, syncs as f64)));
    Ok(TrialDocument { estimates, samples: 1, outliers: 0, position: place.position, warmup: None, load: None })
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
    fn of_all(written: &[Written]) -> Self {
        let answered = written.iter().flat_map(|of| &of.answered).map(|writes| writes.len() as u64).sum();
        Self { answered, lost: answered, damaged: 0 }
    }
}

/// Whether a loss is what the candidate says of itself.
fn judge(loss: Loss, durability: Durability, (event, syncs): (Event, Option<u64>)) -> Result<(), Reason> {
    let Loss { answered, lost, damaged } = loss;
    let when = event.when();
    if answered == 0 {
        return Err(format!("it answered no write before {}", when.trim_start_matches("when ")).into());
    }
    if durability >= event.outlived_by() && lost + damaged > 0 {
        let name = durability.name();
        let syncs = syncs.map_or(String::new(), |syncs| format!("; syncs until then: {syncs}"));
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
) -> Result<Vec<Written>, Reason> {
    let address = server.address();
    // Before the time runs: a writer that connects late would find no server.
    let clients = (0..WRITERS).map(|_| StoreClient::connect(dialect, address, patience)).collect::<Result<Vec<_>, _>>();
    let clients = clients.map_err(|error| format!("a writer: {error}"))?;
    let (start, count) = (Instant::now(), &AtomicU64::new(0));
    thread::scope(|scope| {
        let writers: Vec<_> = clients
            .into_iter()
            .enumerate()
            .map(|(writer, client)| scope.spawn(move || write(client, (writer, value_bytes, seed), count)))
            .collect();
        thread::sleep(after);
        // Where a disk is slow, the first answer may take longer.
        while count.load(Ordering::Relaxed) == 0 && start.elapsed() < patience.longest && !patience.is_over() {
            thread::sleep(Duration::from_millis(1));
        }
        let has_ended = !server.is_running();
        server.kill();
        if has_ended {
            let last_words = server.last_words();
            return Err(Reason::from(format!("it ended by itself before it was killed; its last line: {last_words}")));
        }
        let written = writers.into_iter().map(|writer| writer.join().map_err(|_| "a writer panicked")?);
        written.collect()
    })
}

/// Stores keys until the connection breaks, and counts the answers.
fn write(
    mut client: StoreClient,
    (writer, value_bytes, seed): (usize, usize, u64),
    count: &AtomicU64,
) -> Result<Written, Reason> {
    let mut random = fastrand::Rng::with_seed(seed ^ writer as u64);
    let mut written = Written { writer, ..Written::default() };
    for number in 1.. {
        let replaces = random.u64(..REPLACES) == 0 && !written.answered.is_empty();
        let key = if replaces { random.usize(..written.answered.len()) } else { written.answered.len() };
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
        match written.answered.get_mut(key) {
            Some(writes) => writes.push(number),
            None => written.answered.push(vec![number]),
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
    Ok(written)
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
    address: SocketAddr,
    written: &[Written],
    bytes: usize,
    patience: &Patience,
) -> Result<Loss, crate::client::ClientError> {
    let mut client = StoreClient::connect(dialect, address, patience)?;
    let mut loss = Loss::default();
    for of in written {
        for (key, writes) in of.answered.iter().enumerate() {
            loss.answered += writes.len() as u64;
            if patience.is_over() {
                return Err(IoError::from(ErrorKind::TimedOut).into());
            }
            let found = client.get(&name(of.writer, key))?;
            let under_way = of.under_way.filter(|(of, _)| *of == key).map(|(_, number)| number);
            let gone = |kept: u64| writes.iter().filter(|write| **write > kept).count() as u64;
            match found.map(|found| read(of.writer, key, &found, bytes)) {
                Some(Some(number)) if Some(number) == under_way => {}
                Some(Some(number)) => loss.lost += gone(number),
                Some(None) => loss.damaged += 1,
                None => loss.lost += gone(0),
            }
        }
        // A key of which no write was answered may be there or not, but not damaged.
        if let Some((key, number)) = of.under_way.filter(|(key, _)| *key == of.answered.len())
            && let Some(found) = client.get(&name(of.writer, key))?
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
        let loss = |lost, damaged| Loss { answered: 10, lost, damaged };
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
            said.contains("when the power was cut it lost 3 of 10 writes") && said.ends_with("syncs until then: 7")
        );
    }
}
