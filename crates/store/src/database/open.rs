//! Opening a database: to write, which makes it, or to read, which changes nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::Store;
use super::list::PROVISIONAL;
use crate::StoreError;
use crate::error::TABLES;

/// How long another process may keep the database to itself.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the database at `path`, making it and its folder where there is none.
    ///
    /// # Errors
    /// If it cannot be opened or made, or was written by a newer wirecost.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| StoreError::Io { path: folder.to_owned(), source })?;
        }
        let failed = |source| failure(path, source);
        let connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        check_version(&connection, path)?;
        if tables(&connection, path)? == Tables::Foreign {
            return Err(StoreError::Foreign { path: path.to_owned() });
        }
        add_tables(&connection).map_err(failed)?;
        Ok(Self { connection, path: path.to_owned(), has_digests: true, _copy: None })
    }

    /// Opens the database at `path` to go on writing what it holds.
    ///
    /// # Errors
    /// As [`Store::open`]; [`StoreError::Missing`] where there is none.
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        if path.exists() { Self::open(path) } else { Err(StoreError::Missing { path: path.to_owned() }) }
    }

    /// Opens the database at `path` to read it. Nothing is made or changed; the file and its folder may be read-only.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is none, [`StoreError::Foreign`] where it is none of wirecost's; where it cannot
    /// be read, or was written by a newer wirecost.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let store = match Self::read_in_place(path, false) {
            // Readers of a write-ahead log make files beside it, which a read-only folder refuses.
            Err(error) if is_refused(&error) => {
                if is_settled(path) {
                    Self::read_in_place(path, true)?
                } else {
                    Self::read_copy(path)?
                }
            }
            opened => opened?,
        };
        match tables(&store.connection, path)? {
            Tables::Whole => Ok(store),
            _ if std::fs::metadata(path).is_ok_and(|found| found.len() == 0) => {
                Err(StoreError::Missing { path: path.to_owned() })
            }
            _ => Err(StoreError::Foreign { path: path.to_owned() }),
        }
    }

    fn read_in_place(path: &Path, settled: bool) -> Result<Self, StoreError> {
        let failed = |source| failure(path, source);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let absolute = std::path::absolute(path).map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
        let name = uri(&absolute) + if settled { "?immutable=1" } else { "" };
        let connection = Connection::open_with_flags(name, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        check_version(&connection, path)?;
        // The first look at a table is where a log that cannot be read shows.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(failed)?;
        let has_digests = has_digests(&connection).map_err(failed)?;
        Ok(Self { connection, path: path.to_owned(), has_digests, _copy: None })
    }

    /// Reads a copy, into which the last trials are brought from the log.
    fn read_copy(path: &Path) -> Result<Self, StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let folder = tempfile::tempdir().map_err(io)?;
        let copy = folder.path().join("runs.db");
        std::fs::copy(path, &copy).map_err(io)?;
        std::fs::copy(log(path), log(&copy)).map_err(io)?;
        for file in [&copy, &log(&copy)] {
            let mut permissions = std::fs::metadata(file).map_err(io)?.permissions();
            #[expect(clippy::permissions_set_readonly_false, reason = "the copy is in a folder of this user's alone")]
            permissions.set_readonly(false);
            std::fs::set_permissions(file, permissions).map_err(io)?;
        }
        let store = Self::read_in_place(&copy, false)?;
        Ok(Self { path: path.to_owned(), _copy: Some(folder), ..store })
    }
}

/// Makes the tables, or brings those of an earlier release up to what this one writes.
fn add_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = NORMAL;
         PRAGMA foreign_keys = ON;
         BEGIN IMMEDIATE;
         CREATE TABLE IF NOT EXISTS runs (
             run_id TEXT PRIMARY KEY,
             started TEXT NOT NULL,
             ended TEXT,
             command TEXT NOT NULL,
             document TEXT NOT NULL,
             request TEXT NOT NULL
         ) STRICT;
         CREATE TABLE IF NOT EXISTS cases (
             run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
             key TEXT NOT NULL,
             number INTEGER NOT NULL,
             document TEXT NOT NULL,
             PRIMARY KEY (run_id, key)
         ) STRICT;
         CREATE TABLE IF NOT EXISTS trials (
             run_id TEXT NOT NULL,
             key TEXT NOT NULL,
             number INTEGER NOT NULL,
             document TEXT NOT NULL,
             samples TEXT NOT NULL,
             digest TEXT,
             samples_digest TEXT,
             PRIMARY KEY (run_id, key, number),
             FOREIGN KEY (run_id, key) REFERENCES cases ON DELETE CASCADE
         ) STRICT;
         CREATE TABLE IF NOT EXISTS names (
             name TEXT PRIMARY KEY,
             run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE
         ) STRICT;",
    )?;
    if !has_digests(connection)? {
        connection.execute_batch(
            "ALTER TABLE trials ADD COLUMN digest TEXT; ALTER TABLE trials ADD COLUMN samples_digest TEXT;",
        )?;
    }
    connection.execute_batch(&format!(
        "CREATE INDEX IF NOT EXISTS listed ON runs (started DESC, run_id DESC, command) WHERE NOT {PROVISIONAL};
         PRAGMA user_version = {TABLES};
         COMMIT;"
    ))
}

fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    match source.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path: path.to_owned() },
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { path: path.to_owned() },
        _ => StoreError::Sqlite { path: path.to_owned(), source },
    }
}

fn is_refused(error: &StoreError) -> bool {
    match error {
        StoreError::ReadOnly { .. } => true,
        StoreError::Sqlite { source, .. } => source.sqlite_error_code() == Some(ErrorCode::CannotOpen),
        _ => false,
    }
}

/// Whether the file holds all there is: nothing waits in its log.
fn is_settled(path: &Path) -> bool {
    std::fs::metadata(log(path)).map_or(true, |found| found.len() == 0)
}

fn log(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// A path as SQLite reads it where options may follow (<https://sqlite.org/uri.html>).
fn uri(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("file:{}", path.replace('%', "%25").replace('?', "%3f").replace('#', "%23"))
}

/// What a file holds of the tables of runs.
#[derive(PartialEq, Eq)]
enum Tables {
    None,
    Whole,
    Foreign,
}

/// A view or a trigger where a table is due may do anything, such as never end.
fn tables(connection: &Connection, path: &Path) -> Result<Tables, StoreError> {
    let count = "SELECT count(*) FILTER (WHERE type = 'table'), count(*) FILTER (WHERE type IN ('view', 'trigger'))
                 FROM sqlite_schema WHERE tbl_name COLLATE NOCASE IN ('runs', 'cases', 'trials')";
    let counts = connection.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)));
    match counts.map_err(|error| failure(path, error))? {
        (0_i64, 0_i64) => Ok(Tables::None),
        (3, 0) => Ok(Tables::Whole),
        _ => Ok(Tables::Foreign),
    }
}

fn has_digests(connection: &Connection) -> rusqlite::Result<bool> {
    let column = "SELECT count(*) FROM pragma_table_info('trials') WHERE name = 'digest'";
    connection.query_row(column, [], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

fn check_version(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let found: i64 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|error| failure(path, error))?;
    if found > TABLES { Err(StoreError::Newer { path: path.to_owned(), found }) } else { Ok(()) }
}
