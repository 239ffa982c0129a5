//! Keys and values of a store, each answer checked: values tell their key and the write that they are of.
//!
//! A value begins with its key's number and with the number of its write, 12 digits each; bytes follow that depend on both.
//! What is known of a key's writes says which values may come back: a value of an earlier write is wrong, where a later one
//! was answered before the read was sent and had begun after the earlier one was answered. Writes that overlap in time may
//! take effect in either order.

mod calls;
mod keys;
mod ledger;
mod values;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use memchr::memchr;

use super::{Answer, MALFORMED, Protocol, Verdict, postgresql};
pub use calls::Operation;
pub(crate) use calls::{Batch, Found};
use keys::Keys;
pub use keys::Order;
use ledger::Ledger;
pub use values::MIN_VALUE_BYTES;
use values::Values;

/// A line of an answer is no longer than this.
const MAX_LINE: usize = 2048;

/// What a store speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// memcached's text protocol.
    Memcached,
    /// RESP.
    Redis,
    /// PostgreSQL's, with the table `entries` of a `key` and a `value`. Connections begin with
    /// [`Login::postgresql`](crate::Login::postgresql).
    Postgresql,
}

/// What is asked of a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    /// Keys, numbered from 0.
    pub keys: u64,
    /// Bytes of a value, at least [`MIN_VALUE_BYTES`].
    pub value_bytes: usize,
    /// Which key comes next.
    pub order: Order,
    /// The share of requests that store, 0 to 1. The others fetch.
    pub writes: f64,
    /// Draws keys, and which requests store.
    pub seed: u64,
}

/// A store that is asked, and all that is known of what is in it.
#[derive(Clone, Debug)]
pub struct Store {
    dialect: Dialect,
    workload: Workload,
    keys: Keys,
    values: Arc<Values>,
    /// That of all threads and all workloads on one store.
    ledger: Arc<Mutex<Ledger>>,
    pending: Pending,
    batch: Vec<u8>,
    last_error: String,
}

/// A request that was sent.
#[derive(Clone, Copy, Debug)]
enum Sent {
    /// Stores a value for a key.
    Write { key: u64 },
    /// Fetches a key, whose value is at least of this write; 0 where nothing was stored yet.
    Read { key: u64, least: u64 },
}

/// The requests under way, by number. What ends out of turn stays until all before it have ended.
#[derive(Clone, Debug, Default)]
struct Pending {
    first: u64,
    sent: VecDeque<Option<Sent>>,
}

impl Pending {
    fn add(&mut self, request: u64, sent: Sent) {
        if self.sent.is_empty() {
            self.first = request;
        }
        // Requests that found no connection were never made: their numbers are passed over.
        self.sent.resize(request.saturating_sub(self.first) as usize, None);
        self.sent.push_back(Some(sent));
    }

    fn of(&self, request: u64) -> Option<Sent> {
        *self.sent.get(usize::try_from(request.checked_sub(self.first)?).ok()?)?
    }

    fn end(&mut self, request: u64) {
        if let Some(sent) = request.checked_sub(self.first).and_then(|index| self.sent.get_mut(index as usize)) {
            *sent = None;
        }
        while let Some(None) = self.sent.front() {
            self.sent.pop_front();
            self.first += 1;
        }
    }
}

impl Store {
    /// A store of which nothing is known. Sizes and numbers that are too small are raised to the least there can be.
    pub fn new(dialect: Dialect, workload: Workload) -> Self {
        let workload = sound(workload);
        Self {
            dialect,
            workload,
            keys: Keys::new(&workload),
            values: Arc::new(Values::new(workload.value_bytes)),
            ledger: Arc::new(Mutex::new(Ledger::new(workload.keys))),
            pending: Pending::default(),
            batch: Vec::new(),
            last_error: String::new(),
        }
    }

    /// A store whose values hold one of these bodies behind the numbers of key and write, in place of bytes that mean nothing.
    /// Bodies of another length than the first are left out.
    pub fn of_bodies(dialect: Dialect, workload: Workload, bodies: &[Vec<u8>]) -> Self {
        let values = Values::of(bodies);
        let workload = Workload { value_bytes: values.bytes(), ..workload };
        Self { values: Arc::new(values), ..Self::new(dialect, workload) }
    }

    /// The same store, whose first write has the number behind `last`. Where runs begin at different numbers, a value that an
    /// earlier run left is wrong. Before anything is sent; at most 12 digits.
    pub fn after_write(self, last: u64) -> Self {
        self.ledger().begin_after(last);
        self
    }

    /// The same store, asked for something else. Its keys and the size of its values stay.
    pub fn then(&self, order: Order, writes: f64, seed: u64) -> Self {
        let workload = sound(Workload { order, writes, seed, ..self.workload });
        let (keys, pending, batch) = (Keys::new(&workload), Pending::default(), Vec::new());
        Self { workload, keys, pending, batch, ..self.clone() }
    }

    /// The same store, asked for the first N of its keys.
    pub fn among(&self, keys: u64) -> Self {
        let workload = sound(Workload { keys: keys.min(self.workload.keys), ..self.workload });
        Self { workload, keys: Keys::new(&workload), ..self.clone() }
    }

    /// The same store, asked for its keys in order beginning with this one, where it is asked for them in order.
    pub fn beginning_at(&self, key: u64) -> Self {
        Self { keys: self.keys.clone().beginning_at(key), ..self.clone() }
    }

    /// Stores every key once, in order: as many requests as there are keys, by one thread.
    pub fn fill(&self) -> Self {
        self.then(Order::InOrder, 1.0, 0)
    }

    /// How many operations are made ready at once that have this many bytes of values together; at least one.
    pub(crate) fn ready_at_once(&self, most: usize, most_bytes: usize) -> usize {
        (most_bytes / self.workload.value_bytes).clamp(1, most)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        // A thread that panicked left numbers that were whole before and after each step.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request to the batch.
    fn add(&mut self, request: u64, ledger: &mut Ledger) {
        let key = self.keys.of(request);
        if self.keys.is_write(request) {
            let write = ledger.begin(key);
            self.pending.add(request, Sent::Write { key });
            self.add_write(key, write);
        } else {
            self.pending.add(request, Sent::Read { key, least: ledger.least(key) });
            self.add_read(key);
        }
    }

    fn add_write(&mut self, key: u64, write: u64) {
        let (batch, values) = (&mut self.batch, &self.values);
        match self.dialect {
            Dialect::Memcached => {
                batch.extend_from_slice(b"set ");
                values::write_key(key, batch);
                batch.extend_from_slice(b" 0 0 ");
            }
            Dialect::Redis => {
                batch.extend_from_slice(b"*3\r\n$3\r\nSET\r\n$16\r\n");
                values::write_key(key, batch);
                batch.extend_from_slice(b"\r\n$");
            }
            Dialect::Postgresql => {
                let size = self.workload.value_bytes;
                let (name, value) =
                    (|out: &mut _| values::write_key(key, out), |out: &mut _| values.write(key, write, out));
                return postgresql::write_set(batch, name, size, value);
            }
        }
        batch.extend_from_slice(values.size().as_bytes());
        batch.extend_from_slice(b"\r\n");
        values.write(key, write, batch);
        batch.extend_from_slice(b"\r\n");
    }

    fn add_read(&mut self, key: u64) {
        let before: &[u8] = match self.dialect {
            Dialect::Memcached => b"get ",
            Dialect::Redis => b"*2\r\n$3\r\nGET\r\n$16\r\n",
            Dialect::Postgresql => return postgresql::write_get(&mut self.batch, |out| values::write_key(key, out)),
        };
        self.batch.extend_from_slice(before);
        values::write_key(key, &mut self.batch);
        self.batch.extend_from_slice(b"\r\n");
    }

    /// What the first line of an answer announces.
    fn head(&self, line: &[u8], sent: Sent) -> Option<Head> {
        let error = |words: &[&[u8]]| {
            let is =
                |word: &&&[u8]| line.strip_prefix(**word).is_some_and(|rest| matches!(rest.first(), None | Some(b' ')));
            words.iter().any(|word| is(&word))
        };
        match (self.dialect, sent) {
            (Dialect::Memcached, Sent::Write { .. }) if line == b"STORED" => Some(Head::Done),
            (Dialect::Memcached, Sent::Read { .. }) if line == b"END" => Some(Head::Missing),
            (Dialect::Memcached, Sent::Read { key, .. }) if line.starts_with(b"VALUE ") => {
                let mut words = line[b"VALUE ".len()..].split(|byte| *byte == b' ');
                let (name, _, size) = (words.next()?, words.next()?, words.next()?);
                Some(Head::Value { is_key: values::is_key(key, name), bytes: number(size)?, end: b"\r\nEND\r\n" })
            }
            (Dialect::Memcached, _) if error(&[b"ERROR", b"CLIENT_ERROR", b"SERVER_ERROR"]) => Some(Head::Error),
            (Dialect::Redis, Sent::Write { .. }) if line == b"+OK" => Some(Head::Done),
            (Dialect::Redis, Sent::Read { .. }) if line == b"$-1" || line == b"_" => Some(Head::Missing),
            (Dialect::Redis, Sent::Read { .. }) if line.starts_with(b"$") => {
                Some(Head::Value { is_key: true, bytes: number(&line[1..])?, end: b"\r\n" })
            }
            (Dialect::Redis, _) if line.starts_with(b"-") => Some(Head::Error),
            _ => None,
        }
    }

    /// What a value is worth that came for a key.
    fn judge(&self, sent: Sent, value: &[u8]) -> Verdict {
        let Sent::Read { key, least } = sent else { return Verdict::Wrong };
        match self.values.read(key, value) {
            Some(write) if write >= least && write <= self.ledger().last() => Verdict::Ok,
            _ => Verdict::Wrong,
        }
    }

    fn ended(&mut self, request: u64, sent: Sent, verdict: Verdict) {
        // A write that was refused leaves the value before it: it counts as one without an answer.
        if let (Sent::Write { key }, Verdict::Ok) = (sent, verdict) {
            self.ledger().end(key);
        }
        self.pending.end(request);
    }

    /// Reads an answer of which nothing has been consumed yet.
    fn read(&mut self, request: u64, input: &[u8]) -> Answer {
        let Some(sent) = self.pending.of(request) else { return MALFORMED };
        if self.dialect == Dialect::Postgresql {
            return self.read_rows(request, sent, input);
        }
        let Some(end) = memchr(b'\n', &input[..input.len().min(MAX_LINE + 1)]) else {
            return if input.len() > MAX_LINE { MALFORMED } else { Answer::Partial { consumed: 0 } };
        };
        let line = input[..end].strip_suffix(b"\r");
        let Some((line, head)) = line.and_then(|line| Some((line, self.head(line, sent)?))) else { return MALFORMED };
        let (consumed, verdict) = match head {
            Head::Done => (end + 1, Verdict::Ok),
            Head::Missing => (end + 1, Verdict::Miss),
            Head::Error => {
                let word = line.split(|byte| *byte == b' ').next().unwrap_or_default();
                self.last_error = String::from_utf8_lossy(word.strip_prefix(b"-").unwrap_or(word)).into_owned();
                (end + 1, Verdict::Status)
            }
            // A value of another size is none of this store's, and how much of it will come is for its server to say.
            Head::Value { bytes, .. } if bytes != self.workload.value_bytes => return MALFORMED,
            Head::Value { is_key, bytes, end: tail } => {
                let value = end + 1;
                let whole = value + bytes + tail.len();
                let Some(rest) = input.get(value + bytes..whole) else { return Answer::Partial { consumed: 0 } };
                if rest != tail {
                    return MALFORMED;
                }
                let verdict = self.judge(sent, &input[value..value + bytes]);
                (whole, if is_key { verdict } else { Verdict::Wrong })
            }
        };
        self.ended(request, sent, verdict);
        Answer::Complete { consumed, verdict, last: false }
    }
}

impl Store {
    /// Reads an answer of PostgreSQL's.
    fn read_rows(&mut self, request: u64, sent: Sent, input: &[u8]) -> Answer {
        let answer = match postgresql::answer(input) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Answer::Partial { consumed: 0 },
            Err(_) => return MALFORMED,
        };
        let verdict = match (&answer.error, sent, answer.value) {
            (Some(code), ..) => {
                self.last_error.clone_from(code);
                Verdict::Status
            }
            (None, Sent::Write { .. }, None) => Verdict::Ok,
            (None, Sent::Read { .. }, None) => Verdict::Miss,
            (None, Sent::Read { .. }, Some(value)) => self.judge(sent, &input[value]),
            (None, Sent::Write { .. }, Some(_)) => return MALFORMED,
        };
        self.ended(request, sent, verdict);
        Answer::Complete { consumed: answer.bytes, verdict, last: false }
    }
}

/// What the first line of an answer announces.
#[derive(Clone, Copy, Debug)]
enum Head {
    /// It was stored.
    Done,
    /// The key is not there.
    Missing,
    /// A value of this many bytes, and the bytes that must follow it.
    Value { is_key: bool, bytes: usize, end: &'static [u8] },
    /// The server says that something is wrong.
    Error,
}

/// What has come of an answer that is not all there. The engine would keep less than a large value.
#[derive(Debug, Default)]
pub struct Parser(Vec<u8>);

impl Protocol for Store {
    /// An answer is read when all of it is there: a value has a size that is known.
    type Parser = Parser;

    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.batch.clear();
        let shared = Arc::clone(&self.ledger);
        let mut ledger = shared.lock().unwrap_or_else(PoisonError::into_inner);
        for request in first..first + count as u64 {
            self.add(request, &mut ledger);
        }
        &self.batch
    }

    fn answer(&mut self, parser: &mut Parser, request: u64, input: &[u8]) -> Answer {
        let before = parser.0.len();
        let answer = if before == 0 {
            self.read(request, input)
        } else {
            parser.0.extend_from_slice(input);
            self.read(request, &parser.0)
        };
        match answer {
            Answer::Partial { .. } => {
                if before == 0 {
                    parser.0.extend_from_slice(input);
                }
                Answer::Partial { consumed: input.len() }
            }
            Answer::Complete { consumed, verdict, last } => {
                *parser = Parser::default();
                Answer::Complete { consumed: consumed.saturating_sub(before), verdict, last }
            }
        }
    }

    // A write that was lost may still take effect: the ledger has it under way for ever.
    fn lost(&mut self, request: u64) {
        self.pending.end(request);
    }

    fn status(&self) -> Option<String> {
        Some(self.last_error.clone())
    }
}

/// A workload without what makes no sense.
fn sound(workload: Workload) -> Workload {
    Workload {
        keys: workload.keys.clamp(1, MAX_KEYS),
        value_bytes: workload.value_bytes.max(MIN_VALUE_BYTES),
        writes: workload.writes.clamp(0.0, 1.0),
        ..workload
    }
}

/// Keys have twelve digits.
pub const MAX_KEYS: u64 = 1_000_000_000;
/// Memory that the check of the answers needs for each key.
pub const CHECK_BYTES_PER_KEY: u64 = Ledger::BYTES_PER_KEY;

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
