//! A store that goes wrong in a chosen way, for tests: FAULT, then every how many writes or reads where that has a meaning.
//!
//! `loses` forgets one write in this many; `invents` does so too, and answers with what it read last where a key is missing;
//! `lags` answers one read in this many with the value before the last; `once` refuses to store a key a second time; `answers-early` writes to its file a while after it has
//! answered; `syncs-late` writes before it answers, and syncs now and then; `sound` does nothing wrong.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
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
        "syncs-late" => Box::new(Log::open(&folder)),
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
        if self.fault == "once" && self.entries.get(key, &mut |_| {})? {
            return Err(Failure::new("faulty_store", "the key was stored before"));
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

/// How long `syncs-late` leaves between syncs.
const SELDOM: Duration = Duration::from_secs(3600);

/// A map in memory, with a log of all that was stored.
struct Log {
    entries: Map,
    log: File,
    /// When it synced last.
    synced: Option<Instant>,
}

impl Log {
    fn open(folder: &Path) -> Self {
        let path = folder.join("log");
        let mut log = File::options().read(true).append(true).create(true).open(path).expect("a folder of its own");
        let (mut bytes, mut entries) = (Vec::new(), Map::default());
        log.read_to_end(&mut bytes).expect("a file of its own");
        let mut rest = bytes.as_slice();
        while let Some((key, after)) = Self::part(rest)
            && let Some((entry, after)) = Self::part(after)
        {
            entries.set(key, entry).expect("memory");
            rest = after;
        }
        Self { entries, log, synced: None }
    }

    /// The length of a part, then the part.
    fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let (size, rest) = bytes.split_first_chunk()?;
        rest.split_at_checked(u32::from_le_bytes(*size) as usize)
    }
}

impl Engine for Log {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        work(self)?;
        if self.synced.is_none_or(|synced| synced.elapsed() > SELDOM) {
            self.log.sync_data().expect("a file of its own");
            self.synced = Some(Instant::now());
        }
        Ok(())
    }
}

impl Batch for Log {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        self.entries.get(key, found)
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        let size = |part: &[u8]| (part.len() as u32).to_le_bytes();
        let record = [&size(key), key, &size(entry), entry].concat();
        self.log.write_all(&record).expect("a file of its own");
        self.entries.set(key, entry)
    }

    fn delete(&mut self, _: &[u8]) -> Result<bool, Failure> {
        Err(Failure::new("log", "it only grows"))
    }

    fn clear(&mut self) -> Result<(), Failure> {
        Err(Failure::new("log", "it only grows"))
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
