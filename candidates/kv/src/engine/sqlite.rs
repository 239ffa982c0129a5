//! SQLite: a B-tree in a file, with a log of what was written (WAL).

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use super::{Batch, Engine, Failure, Found, Look, Ordered, Reader, View, Work};

/// How long a reader waits where the log is being made anew.
const PATIENCE: Duration = Duration::from_secs(10);

/// When SQLite forces its log to the disk, by its own words for `PRAGMA synchronous`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Synchronous {
    /// Never.
    Off,
    /// Before the log is carried over into the file.
    Normal,
    /// After each transaction.
    Full,
}

impl Synchronous {
    fn name(self) -> &'static str {
        match self {
            Self::Off => "OFF",
            Self::Normal => "NORMAL",
            Self::Full => "FULL",
        }
    }
}

/// SQLite, with its default settings but for the log.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
    file: PathBuf,
}

fn failure(error: rusqlite::Error) -> Failure {
    Failure::new("SQLite", error)
}

impl Sqlite {
    /// Opens or makes a store in a folder.
    pub fn open(folder: &Path, synchronous: Synchronous) -> Result<Self, Failure> {
        let file = folder.join("entries.sqlite");
        let connection = Connection::open(&file).map_err(failure)?;
        let mode: String = connection.query_row("PRAGMA journal_mode = WAL", (), |row| row.get(0)).map_err(failure)?;
        if mode != "wal" {
            return Err(Failure::new(
                "SQLite",
                format!("its journal is {mode:?}: the file system has no room for a WAL"),
            ));
        }
        connection.pragma_update(None, "synchronous", synchronous.name()).map_err(failure)?;
        let table = "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, entry BLOB NOT NULL) WITHOUT ROWID";
        connection.execute(table, ()).map_err(failure)?;
        Ok(Self { connection, file })
    }
}

impl Engine for Sqlite {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        let mut turn = Turn { connection: &self.connection, has_begun: false };
        work(&mut turn)?;
        if turn.has_begun { turn.run("COMMIT", ()).map(|_| ()) } else { Ok(()) }
    }
}

/// A turn: one transaction, which begins with the first command.
struct Turn<'a> {
    connection: &'a Connection,
    has_begun: bool,
}

impl Turn<'_> {
    fn run(&mut self, statement: &str, parameters: impl rusqlite::Params) -> Result<usize, Failure> {
        let mut statement = self.connection.prepare_cached(statement).map_err(failure)?;
        statement.execute(parameters).map_err(failure)
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if !self.has_begun {
            self.run("BEGIN", ())?;
            self.has_begun = true;
        }
        Ok(())
    }
}

impl Batch for Turn<'_> {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        self.begin()?;
        let statement = "SELECT entry FROM entries WHERE key = ?1";
        let mut statement = self.connection.prepare_cached(statement).map_err(failure)?;
        let show = |row: &rusqlite::Row<'_>| {
            found(row.get_ref(0)?.as_blob()?);
            Ok(())
        };
        Ok(statement.query_row([key], show).optional().map_err(failure)?.is_some())
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        self.begin()?;
        self.run("INSERT OR REPLACE INTO entries (key, entry) VALUES (?1, ?2)", [key, entry]).map(|_| ())
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        self.begin()?;
        Ok(self.run("DELETE FROM entries WHERE key = ?1", [key])? > 0)
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.begin()?;
        self.run("DELETE FROM entries", ()).map(|_| ())
    }
}

impl Ordered for Sqlite {
    fn reader(&self) -> Result<Box<dyn Reader>, Failure> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags).map_err(failure)?;
        connection.busy_timeout(PATIENCE).map_err(failure)?;
        Ok(Box::new(Beside(connection)))
    }
}

/// A connection that only reads.
struct Beside(Connection);

impl Reader for Beside {
    fn view(&mut self, look: &mut Look<'_>) -> Result<(), Failure> {
        let state = self.0.unchecked_transaction().map_err(failure)?;
        look(&*state)
    }
}

impl View for Connection {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        let mut statement = self.prepare_cached("SELECT entry FROM entries WHERE key = ?1").map_err(failure)?;
        statement.query_row([key], |row| row.get(0)).optional().map_err(failure)
    }

    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
        let statement = "SELECT key, entry FROM entries WHERE key >= ?1 ORDER BY key";
        let mut statement = self.prepare_cached(statement).map_err(failure)?;
        let mut rows = statement.query([from]).map_err(failure)?;
        while let Some(row) = rows.next().map_err(failure)? {
            let blob = |column| row.get_ref(column).map_err(failure)?.as_blob().map_err(|error| failure(error.into()));
            if !found(blob(0)?, blob(1)?) {
                break;
            }
        }
        Ok(())
    }
}
