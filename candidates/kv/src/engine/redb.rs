//! redb: a copy-on-write B-tree in a file.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use redb::{Database, Durability, ReadOnlyTable, ReadableDatabase as _, ReadableTable as _, Table, TableDefinition};
use redb::{TableError, WriteTransaction};

use super::{Batch, Engine, Failure, Found, Look, Ordered, Reader, View, Work};

const ENTRIES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("entries");

/// What reads see: all that was committed when it was opened.
type Snapshot = ReadOnlyTable<&'static [u8], &'static [u8]>;

/// redb.
pub struct Redb {
    database: Arc<Database>,
    durability: Durability,
    /// What the last turn read, as long as nothing was written since: opening it anew is work that a turn of few reads would feel.
    read: Option<Snapshot>,
}

fn failure(error: impl Into<redb::Error>) -> Failure {
    Failure::new("redb", error.into())
}

impl Redb {
    /// Opens or makes a store in a folder.
    pub fn open(folder: &Path, durability: Durability) -> Result<Self, Failure> {
        let database = Database::create(folder.join("entries.redb")).map_err(failure)?;
        Ok(Self { database: Arc::new(database), durability, read: None })
    }
}

impl Engine for Redb {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        // Outlives the table that borrows from it.
        let transaction = OnceCell::new();
        let mut turn = Turn {
            database: &self.database,
            durability: self.durability,
            transaction: &transaction,
            read: self.read.take(),
            write: None,
        };
        work(&mut turn)?;
        self.read = turn.read.take();
        drop(turn);
        transaction.into_inner().map_or(Ok(()), |transaction| transaction.commit().map_err(failure))
    }
}

/// A turn, with the table that it has opened so far.
struct Turn<'a> {
    database: &'a Database,
    durability: Durability,
    transaction: &'a OnceCell<WriteTransaction>,
    read: Option<Snapshot>,
    write: Option<Table<'a, &'static [u8], &'static [u8]>>,
}

impl<'a> Turn<'a> {
    fn begin(&self) -> Result<&'a WriteTransaction, Failure> {
        let mut transaction = self.database.begin_write().map_err(failure)?;
        transaction.set_durability(self.durability).map_err(failure)?;
        Ok(self.transaction.get_or_init(|| transaction))
    }

    fn write(&mut self) -> Result<&mut Table<'a, &'static [u8], &'static [u8]>, Failure> {
        if self.write.is_none() {
            // It is about to be out of date, and keeps pages from being used again.
            self.read = None;
            self.write = Some(self.begin()?.open_table(ENTRIES).map_err(failure)?);
        }
        self.write.as_mut().ok_or_else(|| Failure::new("redb", "no table"))
    }
}

impl Batch for Turn<'_> {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        if self.write.is_none() && self.read.is_none() {
            match self.database.begin_read().map_err(failure)?.open_table(ENTRIES) {
                Ok(table) => self.read = Some(table),
                // Nothing has been written yet.
                Err(TableError::TableDoesNotExist(_)) => return Ok(false),
                Err(error) => return Err(failure(error)),
            }
        }
        let entry = match (&self.write, &self.read) {
            (Some(table), _) => table.get(key).map_err(failure)?,
            (None, Some(table)) => table.get(key).map_err(failure)?,
            (None, None) => None,
        };
        entry.iter().for_each(|entry| found(entry.value()));
        Ok(entry.is_some())
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        self.write()?.insert(key, entry).map_err(failure).map(|_| ())
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        self.write()?.remove(key).map_err(failure).map(|entry| entry.is_some())
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.write()?.retain(|_, _| false).map_err(failure)
    }
}

impl Ordered for Redb {
    fn reader(&self) -> Result<Box<dyn Reader>, Failure> {
        Ok(Box::new(Beside(Arc::clone(&self.database))))
    }
}

/// The same database, for another thread.
struct Beside(Arc<Database>);

impl Reader for Beside {
    fn view(&mut self, look: &mut Look<'_>) -> Result<(), Failure> {
        match self.0.begin_read().map_err(failure)?.open_table(ENTRIES) {
            Ok(table) => look(&Some(table)),
            // Nothing has been written yet.
            Err(TableError::TableDoesNotExist(_)) => look(&None::<Snapshot>),
            Err(error) => Err(failure(error)),
        }
    }
}

impl View for Option<Snapshot> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        let Some(table) = self else { return Ok(None) };
        Ok(table.get(key).map_err(failure)?.map(|entry| entry.value().to_vec()))
    }

    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
        let Some(table) = self else { return Ok(()) };
        for entry in table.range(from..).map_err(failure)? {
            let (key, entry) = entry.map_err(failure)?;
            if !found(key.value(), entry.value()) {
                break;
            }
        }
        Ok(())
    }
}
