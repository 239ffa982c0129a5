//! A store that goes wrong in a chosen way, for tests: FAULT, then every how many writes or reads where that has a meaning.
//!
//! `loses` forgets one write in so many; `invents` does so too, and answers with what it read last where a key is missing;
//! `lags` answers one read in so many with the value before the last; `answers-early` writes to its file a while after it has
//! answered; `sound` does nothing wrong.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use wirecost_kv_rust::engine::{self, Batch, Engine, Failure, Map, Work};
use wirecost_kv_rust::{Server, Settings};

/// How long what was answered waits before it is written.
const LATE: Duration = Duration::from_millis(40);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().unwrap_or_default();
    let every = arguments.next().and_then(|every| every.parse().ok()).unwrap_or(u64::MAX);
    let Settings { address, folder } = Settings::from_environment().expect("the lab has set it");
    let mut engine: Box<dyn Engine> = match fault.as_str() {
        "answers-early" => Box::new(Early::open(&folder)),
        _ => Box::new(Faulty { fault, every, ..Faulty::default() }),
    };
    let ended = Server::listen(address).expect("a free port").serve(engine.as_mut());
    eprintln!("{ended:?}");
}

/// A map in memory with a fault.
#[derive(Default)]
struct Faulty {
    fault: String,
    every: u64,
    count: u64,
    entries: Map,
    /// The values before the last.
    before: HashMap<Vec<u8>, Vec<u8>>,
    last_read: Vec<u8>,
}

impl Faulty {
    /// Whether it is time to go wrong.
    fn is_due(&mut self) -> bool {
        self.count += 1;
        self.count.is_multiple_of(self.every)
    }
}

impl Engine for Faulty {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        work(self)
    }
}

impl Batch for Faulty {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        if self.fault == "lags"
            && self.is_due()
            && let Some(before) = self.before.get(key)
        {
            found(before);
            return Ok(true);
        }
        let last_read = &mut self.last_read;
        let is_there = self.entries.get(key, &mut |entry| {
            *last_read = entry.to_vec();
            found(entry);
        })?;
        if !is_there && self.fault == "invents" && !self.last_read.is_empty() {
            found(&self.last_read);
            return Ok(true);
        }
        Ok(is_there)
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        if matches!(self.fault.as_str(), "loses" | "invents") && self.is_due() {
            return Ok(());
        }
        let before = &mut self.before;
        self.entries.get(key, &mut |entry| drop(before.insert(key.to_vec(), entry.to_vec())))?;
        self.entries.set(key, entry)
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        self.entries.delete(key)
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.entries.clear()
    }
}

/// LMDB, written to late.
struct Early {
    file: Box<dyn Engine>,
    waiting: HashMap<Vec<u8>, Vec<u8>>,
    since: Instant,
}

impl Early {
    fn open(folder: &Path) -> Self {
        let file = engine::open("lmdb", "nosync", folder).expect("a folder of its own");
        Self { file, waiting: HashMap::new(), since: Instant::now() }
    }
}

impl Engine for Early {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        let (waiting, since) = (&mut self.waiting, self.since);
        let mut is_written = false;
        self.file.turn(&mut |file| {
            if since.elapsed() > LATE && !waiting.is_empty() {
                waiting.drain().try_for_each(|(key, entry)| file.set(&key, &entry))?;
                is_written = true;
            }
            work(&mut Turn { file, waiting })
        })?;
        if is_written {
            self.since = Instant::now();
        }
        Ok(())
    }
}

struct Turn<'a> {
    file: &'a mut dyn Batch,
    waiting: &'a mut HashMap<Vec<u8>, Vec<u8>>,
}

impl Batch for Turn<'_> {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        match self.waiting.get(key) {
            Some(entry) => {
                found(entry);
                Ok(true)
            }
            None => self.file.get(key, found),
        }
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        self.waiting.insert(key.to_vec(), entry.to_vec());
        Ok(())
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        let was_waiting = self.waiting.remove(key).is_some();
        Ok(self.file.delete(key)? || was_waiting)
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.waiting.clear();
        self.file.clear()
    }
}
