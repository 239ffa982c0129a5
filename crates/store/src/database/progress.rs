//! How far a run is, at the cost of a few counts: who looks at a run must not disturb it.

use super::Store;
use crate::StoreError;
use wirecost_model::TrialDocument;

/// A case of a run that may still go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseProgress {
    /// Its key.
    pub key: String,
    /// Whether it is to be measured, or was: neither skipped nor failed nor set aside.
    pub is_open: bool,
    /// Its stored trials.
    pub trials: u64,
    /// How many it is to have; none in runs of earlier releases.
    pub planned: Option<u64>,
}

impl Store {
    /// The cases of a run with the number of their trials, in the order of the run.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn progress(&self, run_id: &str) -> Result<Vec<CaseProgress>, StoreError> {
        let cases = || -> rusqlite::Result<Vec<CaseProgress>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT key, CASE WHEN json_valid(document) THEN ifnull(json_extract(document, '$.status') = 'ok', 0) ELSE 0 END,
                     (SELECT count(*) FROM trials WHERE trials.run_id = cases.run_id AND trials.key = cases.key),
                     CASE WHEN json_valid(document) THEN json_extract(document, '$.trials_planned') END
                 FROM cases WHERE run_id = ?1 ORDER BY number",
            )?;
            let rows = statement.query_map([run_id], |row| {
                // What is no number of trials, such as a text, says nothing.
                let planned = row.get::<_, Option<u64>>(3).unwrap_or(None).filter(|planned| *planned > 0);
                Ok(CaseProgress { key: row.get(0)?, is_open: row.get(1)?, trials: row.get(2)?, planned })
            })?;
            rows.collect()
        };
        cases().map_err(self.failed(run_id))
    }

    /// The latest trials of a run, the latest first: the key of the case, and the trial. Damaged ones are left out.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn latest_trials(&self, run_id: &str, most: usize) -> Result<Vec<(String, TrialDocument)>, StoreError> {
        let trials = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut statement = self
                .connection
                .prepare_cached("SELECT key, document FROM trials WHERE run_id = ?1 ORDER BY rowid DESC LIMIT ?2")?;
            let rows = statement.query_map(rusqlite::params![run_id, most], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        let trials = trials().map_err(self.failed(run_id))?;
        let readable = |(key, document): (String, String)| Some((key, serde_json::from_str(&document).ok()?));
        Ok(trials.into_iter().filter_map(readable).collect())
    }

    /// A number that changes whenever another connection has changed the database
    /// (<https://sqlite.org/pragma.html#pragma_data_version>).
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.connection.query_row("PRAGMA data_version", [], |row| row.get(0)).map_err(self.failed(""))
    }
}
