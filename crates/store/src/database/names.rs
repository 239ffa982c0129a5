//! Names that people give to runs, to find them again: `before`, `main`.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, params};

use super::Store;
use crate::{StoreError, check_run_id};

/// A database that an earlier release wrote, and that was only read since, has no such table.
const HAS_TABLE: &str = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'names'";

impl Store {
    /// Lets `name` stand for a run, and for no other from now on.
    ///
    /// # Errors
    /// [`StoreError::RunId`] if the name is none that `find` takes apart from identifiers; if the database cannot be written.
    pub fn save_as(&mut self, run_id: &str, name: &str) -> Result<(), StoreError> {
        check_name(name)?;
        let named = "INSERT INTO names (name, run_id) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET run_id = ?2";
        self.connection.execute(named, params![name, run_id]).map(drop).map_err(self.failed(run_id))
    }

    /// The names of all runs that have one, by identifier.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn names(&self) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
        let pairs = || -> rusqlite::Result<Vec<(String, String)>> {
            if !self.has_names()? {
                return Ok(Vec::new());
            }
            let mut all = self.connection.prepare_cached("SELECT run_id, name FROM names ORDER BY name")?;
            all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (run_id, name) in pairs().map_err(self.failed(""))? {
            names.entry(run_id).or_default().push(name);
        }
        Ok(names)
    }

    /// The run that a name stands for.
    pub(super) fn named(&self, name: &str) -> Result<Option<String>, StoreError> {
        if !self.has_names().map_err(self.failed(""))? {
            return Ok(None);
        }
        let named = "SELECT run_id FROM names WHERE name = ?1";
        self.connection.query_row(named, [name], |row| row.get(0)).optional().map_err(self.failed(""))
    }

    fn has_names(&self) -> rusqlite::Result<bool> {
        self.connection.query_row(HAS_TABLE, [], |row| row.get::<_, i64>(0)).map(|count| count > 0)
    }
}

/// Checks that a name can stand for a run: identifiers begin with a digit.
///
/// # Errors
/// [`StoreError::RunId`] and [`StoreError::Name`].
pub fn check_name(name: &str) -> Result<(), StoreError> {
    check_run_id(name)?;
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(StoreError::Name { found: name.to_owned() });
    }
    Ok(())
}
