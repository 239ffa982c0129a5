//! fjall: a log-structured merge tree.

use std::path::Path;

use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable as _, Snapshot};

use super::{Batch, Changes, Engine, Failure, Found, Look, Ordered, Reader, View, Work};

/// fjall. Its journal has every write before the write returns.
pub struct Fjall {
    database: Database,
    entries: Keyspace,
    /// How writes are forced to the disk before a turn ends; none if the system does that when it sees fit.
    persist: Option<PersistMode>,
}

fn failure(error: fjall::Error) -> Failure {
    Failure::new("fjall", error)
}

impl Fjall {
    /// Opens or makes a store in a folder.
    pub fn open(folder: &Path, persist: Option<PersistMode>) -> Result<Self, Failure> {
        let database = Database::builder(folder.join("entries")).open().map_err(failure)?;
        let entries = database.keyspace("entries", KeyspaceCreateOptions::default).map_err(failure)?;
        Ok(Self { database, entries, persist })
    }
}

impl Engine for Fjall {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        let mut turn = Turn { entries: &self.entries, has_written: false };
        work(&mut turn)?;
        match self.persist.filter(|_| turn.has_written) {
            Some(mode) => self.database.persist(mode).map_err(failure),
            None => Ok(()),
        }
    }
}

struct Turn<'a> {
    entries: &'a Keyspace,
    has_written: bool,
}

impl Batch for Turn<'_> {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        let entry = self.entries.get(key).map_err(failure)?;
        entry.iter().for_each(|entry| found(entry));
        Ok(entry.is_some())
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        self.has_written = true;
        self.entries.insert(key, entry).map_err(failure)
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        let is_there = self.entries.contains_key(key).map_err(failure)?;
        if is_there {
            self.has_written = true;
            self.entries.remove(key).map_err(failure)?;
        }
        Ok(is_there)
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.has_written = true;
        self.entries.clear().map_err(failure)
    }
}

impl Ordered for Fjall {
    fn write(&mut self, changes: &Changes) -> Result<(), Failure> {
        let mut batch = self.database.batch().durability(self.persist);
        for (key, entry) in changes {
            match entry {
                Some(entry) => batch.insert(&self.entries, key.as_slice(), entry.as_slice()),
                None => batch.remove(&self.entries, key.as_slice()),
            }
        }
        batch.commit().map_err(failure)
    }

    fn reader(&self) -> Result<Box<dyn Reader>, Failure> {
        Ok(Box::new(Beside { database: self.database.clone(), entries: self.entries.clone() }))
    }
}

/// The same database, for another thread.
struct Beside {
    database: Database,
    entries: Keyspace,
}

impl Reader for Beside {
    fn view(&mut self, look: &mut Look<'_>) -> Result<(), Failure> {
        look(&State { snapshot: self.database.snapshot(), entries: &self.entries })
    }
}

struct State<'a> {
    snapshot: Snapshot,
    entries: &'a Keyspace,
}

impl View for State<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        Ok(self.snapshot.get(self.entries, key).map_err(failure)?.map(|entry| entry.to_vec()))
    }

    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
        for guard in self.snapshot.range(self.entries, from..) {
            let (key, entry) = guard.into_inner().map_err(failure)?;
            if !found(&key, &entry) {
                break;
            }
        }
        Ok(())
    }
}
