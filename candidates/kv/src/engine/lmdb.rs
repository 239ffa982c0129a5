//! LMDB: a B+ tree in a file that is mapped into memory.

use std::ops::Bound;
use std::path::Path;

use heed::types::Bytes;
use heed::{Database, Env, EnvFlags, EnvOpenOptions, RoTxn, RwTxn, WithTls};

use super::{Batch, Engine, Failure, Found, Look, Ordered, Reader, View, Work};

/// Address space for the file, bytes: the most that a store can hold. It takes no memory and no disk before it is used.
const MAP_BYTES: usize = 64 << 30;

/// When writes are forced to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sync {
    /// When the system sees fit.
    Never,
    /// Before a turn ends.
    EachTurn,
}

/// LMDB.
#[derive(Debug)]
pub struct Lmdb {
    env: Env,
    entries: Database<Bytes, Bytes>,
}

fn failure(error: heed::Error) -> Failure {
    Failure::new("LMDB", error)
}

impl Lmdb {
    /// Opens or makes a store in a folder.
    pub fn open(folder: &Path, sync: Sync) -> Result<Self, Failure> {
        let mut options = EnvOpenOptions::new();
        options.map_size(MAP_BYTES);
        if sync == Sync::Never {
            // SAFETY: without syncs a crash of the system can break the file, which is what this variant is about; no other
            // memory depends on it.
            unsafe { options.flags(EnvFlags::NO_SYNC) };
        }
        // SAFETY: the folder is this process's own, so nobody else changes the mapped file.
        let env = unsafe { options.open(folder) }.map_err(failure)?;
        let mut transaction = env.write_txn().map_err(failure)?;
        let entries = env.create_database(&mut transaction, None).map_err(failure)?;
        transaction.commit().map_err(failure)?;
        Ok(Self { env, entries })
    }
}

impl Engine for Lmdb {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        let mut turn = Turn { env: &self.env, entries: self.entries, read: None, write: None };
        work(&mut turn)?;
        let Turn { read, write, .. } = turn;
        drop(read);
        write.map_or(Ok(()), |transaction| transaction.commit().map_err(failure))
    }
}

/// A turn, with the transaction that it has begun so far.
struct Turn<'a> {
    env: &'a Env,
    entries: Database<Bytes, Bytes>,
    read: Option<RoTxn<'a, WithTls>>,
    write: Option<RwTxn<'a>>,
}

impl<'a> Turn<'a> {
    fn write(&mut self) -> Result<&mut RwTxn<'a>, Failure> {
        if self.write.is_none() {
            // LMDB lets a thread have one transaction at a time.
            self.read = None;
            self.write = Some(self.env.write_txn().map_err(failure)?);
        }
        self.write.as_mut().ok_or_else(|| Failure::new("LMDB", "no transaction"))
    }
}

impl Batch for Turn<'_> {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        if self.write.is_none() && self.read.is_none() {
            self.read = Some(self.env.read_txn().map_err(failure)?);
        }
        let entry = match (&self.write, &self.read) {
            (Some(transaction), _) => self.entries.get(transaction, key),
            (None, Some(transaction)) => self.entries.get(transaction, key),
            (None, None) => Ok(None),
        };
        let entry = entry.map_err(failure)?;
        entry.into_iter().for_each(&mut *found);
        Ok(entry.is_some())
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        let entries = self.entries;
        entries.put(self.write()?, key, entry).map_err(failure)
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        let entries = self.entries;
        entries.delete(self.write()?, key).map_err(failure)
    }

    fn clear(&mut self) -> Result<(), Failure> {
        let entries = self.entries;
        entries.clear(self.write()?).map_err(failure)
    }
}

impl Ordered for Lmdb {
    fn reader(&self) -> Result<Box<dyn Reader>, Failure> {
        Ok(Box::new(Beside { env: self.env.clone(), entries: self.entries }))
    }
}

/// The same environment, for another thread.
struct Beside {
    env: Env,
    entries: Database<Bytes, Bytes>,
}

impl Reader for Beside {
    fn view(&mut self, look: &mut Look<'_>) -> Result<(), Failure> {
        look(&State { transaction: self.env.read_txn().map_err(failure)?, entries: self.entries })
    }
}

struct State<'a> {
    transaction: RoTxn<'a, WithTls>,
    entries: Database<Bytes, Bytes>,
}

impl View for State<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        Ok(self.entries.get(&self.transaction, key).map_err(failure)?.map(<[u8]>::to_vec))
    }

    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
        let range = (Bound::Included(from), Bound::Unbounded);
        for entry in self.entries.range(&self.transaction, &range).map_err(failure)? {
            let (key, entry) = entry.map_err(failure)?;
            if !found(key, entry) {
                break;
            }
        }
        Ok(())
    }
}
